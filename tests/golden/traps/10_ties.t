# Trap 10: tied optima are common; nothing here depends on the order of atoms. The same model and
# evidence in another order is the same model: what is compared later is scores.
--- file a.mln
P(t)
Q(t)
1 P(x)
1 Q(x)
!(P(x) ^ Q(x)).
--- file a.db
P(A)
Q(B)
--- file b.db
Q(B)
P(A)
--- run-sh kerf check --quiet -q P,Q a.mln a.db >1; kerf check --quiet -q P,Q a.mln b.db | diff 1 - && cat 1
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  t  2  from evidence

predicates
  P(t)  hidden  by --query  1 true
  Q(t)  hidden  by --query  1 true

formulas
  F1  1     line 3  P(x)
  F2  1     line 4  Q(x)
  F3  hard  line 5  !P(x) v !Q(x)
