# Why hard formulas contradict each other, where the evidence is in SQLite: the same words, and nothing is left behind.
--- skip-if no-sqlite
--- file m.mln
*E(n, n)
P(n)
P(x) <=> EXIST y (E(x, y) ^ P(y)).
--- file e.db
E(A, B)
P(A)
--- run kerf map --quiet -q P --store=sqlite:s.sqlite m.mln e.db
--- stderr
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
m.mln:3:1: note: F1 says: P(A) <=> EXIST y (E(A, y) ^ P(y))
kerf: note: no E(A, _) is given but E(A, B)
e.db:2:1: note: evidence says that P(A) is true
m.mln:3:1: note: F1 says: P(B) <=> EXIST y (E(B, y) ^ P(y))
kerf: note: no E(B, _) is given
1 error
--- exit 4
