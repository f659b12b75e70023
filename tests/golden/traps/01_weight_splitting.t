# Trap 1: a weighted formula is one feature; only Alchemy's reading divides the weight over its clauses.
--- file m.mln
P(t)
Q(t)
R(t, t)
3 P(x) ^ Q(x)
2 P(x) <=> Q(x)
4 P(x) => Q(x) ^ R(x, y)
1 P(x) ^ (P(x) v Q(x))
6 EXIST y (R(x, y) ^ P(y)) ^ Q(x)
5 FORALL y (P(y) ^ Q(y))
2 (EXIST y R(x, y)) ^ Q(x)
P(x) ^ Q(x)
P(x) ^ Q(x).
1 P(x) v !P(x)
7 P(x) ^ Q(y)
--- run kerf check m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  P(t)     not settled yet
  Q(t)     not settled yet
  R(t, t)  not settled yet

formulas
  F1   3      line 4   P(x) ^ Q(x)
  F2   2      line 5   (P(x) ^ Q(x)) v (!P(x) ^ !Q(x))
  F3   4      line 6   !P(x) v (Q(x) ^ R(x, y))
  F4   1      line 7   P(x) ^ (P(x) v Q(x))
  F5   6      line 8   EXIST y (R(x, y) ^ P(y) ^ Q(x))
  F6   5      line 9   FORALL y (P(y) ^ Q(y))
  F7   2      line 10  (EXIST y R(x, y)) ^ Q(x)
  F8   learn  line 11  P(x) ^ Q(x)
  F9   hard   line 12  P(x) ^ Q(x)
  F10  1      line 13  P(x) v !P(x)
  F11  7      line 14  P(x) ^ Q(y)

decisions
  1 formula has no weight: to be learned, not for map
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
--- run kerf check --dialect=kerf m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  P(t)     not settled yet
  Q(t)     not settled yet
  R(t, t)  not settled yet

formulas
  F1   3      line 4   P(x) ^ Q(x)
  F2   2      line 5   (P(x) ^ Q(x)) v (!P(x) ^ !Q(x))
  F3   4      line 6   !P(x) v (Q(x) ^ R(x, y))
  F4   1      line 7   P(x) ^ (P(x) v Q(x))
  F5   6      line 8   EXIST y (R(x, y) ^ P(y) ^ Q(x))
  F6   5      line 9   FORALL y (P(y) ^ Q(y))
  F7   2      line 10  (EXIST y R(x, y)) ^ Q(x)
  F8   learn  line 11  P(x) ^ Q(x)
  F9   hard   line 12  P(x) ^ Q(x)
  F10  1      line 13  P(x) v !P(x)
  F11  7      line 14  P(x) ^ Q(y)

decisions
  1 formula has no weight: to be learned, not for map
--- run kerf check --split-cnf m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts clause by clause, its weight divided; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  P(t)     not settled yet
  Q(t)     not settled yet
  R(t, t)  not settled yet

formulas
  F1.1   1.5    line 4   P(x)
  F1.2   1.5    line 4   Q(x)
  F2.1   1      line 5   P(x) v !Q(x)
  F2.2   1      line 5   !P(x) v Q(x)
  F3.1   2      line 6   !P(x) v Q(x)
  F3.2   2      line 6   !P(x) v R(x, y)
  F4.1   0.5    line 7   P(x)
  F4.2   0.5    line 7   P(x) v Q(x)
  F5     6      line 8   EXIST y (R(x, y) ^ P(y) ^ Q(x))
  F6.1   2.5    line 9   P(y)
  F6.2   2.5    line 9   Q(y)
  F7.1   1      line 10  EXIST y R(x, y)
  F7.2   1      line 10  Q(x)
  F8.1   learn  line 11  P(x)
  F8.2   learn  line 11  Q(x)
  F9     hard   line 12  P(x) ^ Q(x)
  F11.1  3.5    line 14  P(x)
  F11.2  3.5    line 14  Q(y)

decisions
  weights are divided evenly over the clauses of their formula
  clauses that always hold and leading universal quantifiers are dropped
  2 formulas have no weight: to be learned, not for map
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
--- run-sh kerf show --quiet --dialect=alchemy m.mln >a; kerf show --quiet --split-cnf m.mln | diff a - && echo the same
--- stdout
the same
--- exit 0

# Alchemy is never guessed: nothing in a file tells.
--- run-sh for d in kerf tuffy lomrf rockit; do kerf show --quiet --dialect=$d m.mln >$d; diff -q kerf $d; done
--- exit 0

# Weights from data are not divided.
--- file data.mln
*S(t, double)
P(t)
Q(t)
w: S(x, w) => P(x) ^ Q(x)
--- run kerf check --quiet --split-cnf data.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts clause by clause, its weight divided; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  t  0  from evidence

predicates
  *S(t, double)  observed  by the * in declarations
  P(t)           hidden    by the * in declarations
  Q(t)           hidden    by the * in declarations

formulas
  F1  from data (w)  line 4  !S(x, w) v (P(x) ^ Q(x))

decisions
  weights are divided evenly over the clauses of their formula
  clauses that always hold and leading universal quantifiers are dropped
--- exit 0

# A formula with too many clauses is refused.
--- file large.mln
A(t)
B(t)
1 (A(P1) ^ B(P1)) v (A(P2) ^ B(P2)) v (A(P3) ^ B(P3)) v (A(P4) ^ B(P4)) v (A(P5) ^ B(P5)) v (A(P6) ^ B(P6)) v (A(P7) ^ B(P7)) v (A(P8) ^ B(P8)) v (A(P9) ^ B(P9)) v (A(P10) ^ B(P10))
--- run kerf check --quiet --split-cnf large.mln
--- stderr
large.mln:3:3: error: this formula has more than 1000 clauses
  1 (A(P1) ^ B(P1)) v (A(P2) ^ B(P2)) v (A(P3) ^ B(P3)) v (A(P4) ^ B(P4)) v (A(P5) ^ B(P5)) v (A(P6) ^...
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: split the formula yourself, or read it as kerf does
1 error
--- exit 3
