# 0: done. 2: usage. 3: the input is wrong. 6: no memory, no output.
--- file m.mln
Smokes(person)
1 Smokes(x)
--- run-sh kerf check --quiet m.mln >/dev/null; echo $?
--- stdout
0
--- run-sh kerf check --quiet --zebra m.mln 2>/dev/null; echo $?
--- stdout
2
--- run-sh kerf check --quiet missing.mln 2>/dev/null; echo $?
--- stdout
3
--- run-sh echo 'Q(A)' | kerf check --quiet m.mln - 2>/dev/null; echo $?
--- stdout
3
--- run kerf check --quiet --memory-limit=1K m.mln
--- stderr
kerf: error: out of memory: the limit is 1K
--- exit 6
--- run kerf check --quiet --memory-limit=1000 m.mln
--- stderr
kerf: error: out of memory: the limit is 1000 bytes
--- exit 6
--- run-sh { echo 'P(t)'; seq 1 2000 | sed 's/.*/1 P(x&) v P(y&)/'; } >big.mln; kerf check --quiet --memory-limit=200K big.mln
--- stderr
kerf: error: out of memory: the limit is 200K
--- exit 6
--- run-sh kerf check --quiet -o /dev/full m.mln; echo $?
--- stdout
6
--- stderr
kerf: error: cannot write /dev/full: no space left on the device
1 error
