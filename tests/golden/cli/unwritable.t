# A folder without permission (root may write everywhere).
--- skip-if root
--- file m.mln
P(t)
1 P(x)
--- run-sh mkdir d; chmod 500 d; kerf check --quiet -o d/out m.mln
--- stderr
kerf: error: cannot write d/out: permission denied
1 error
--- exit 6
--- run-sh echo old >ro; chmod 400 ro; kerf check --quiet -o ro m.mln; cat ro
--- stdout
old
--- stderr
kerf: error: cannot write ro: permission denied
1 error
