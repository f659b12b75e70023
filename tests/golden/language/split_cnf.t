# kerf's reading against Alchemy's: --split-cnf, --dialect=alchemy.
--- file m.mln
A(t)
B(t)
C(t)
1.5 A(x) => B(x) ^ C(x)
1 A(x) ^ B(x) ^ C(x)
-3 A(x) v B(x)
-3 A(x) ^ B(x)
6 !(A(x) v B(x) v C(x))
lab: 2 A(x) <=> B(x)
A(x) ^ B(x)
@4 A(x) ^ B(y)
Par(t, t)
2 A(+x) ^ Par(x, +y)
--- run kerf show --quiet m.mln
--- stdout
type t
predicate A(t)
predicate B(t)
predicate C(t)
predicate Par(t, t)
formula
  !A(x) v (B(x) ^ C(x))
  weight: 1.5
  free: x t
formula
  A(x) ^ B(x) ^ C(x)
  weight: 1
  free: x t
formula
  A(x) v B(x)
  weight: -3
  free: x t
formula
  A(x) ^ B(x)
  weight: -3
  free: x t
formula
  !A(x) ^ !B(x) ^ !C(x)
  weight: 6
  free: x t
formula lab
  (A(x) ^ B(x)) v (!A(x) ^ !B(x))
  weight: 2
  free: x t
formula
  A(x) ^ B(x)
  weight: to be learned
  free: x t
formula
  A(x) ^ B(y)
  weight: 4, fixed
  free: x t, y t
formula
  A(+x) ^ Par(+x, +y)
  weight: 2
  free: x t, y t
--- run kerf show --quiet --split-cnf m.mln
--- stdout
type t
predicate A(t)
predicate B(t)
predicate C(t)
predicate Par(t, t)
formula
  !A(x) v B(x)
  weight: 0.75
  free: x t
formula
  !A(x) v C(x)
  weight: 0.75
  free: x t
formula
  A(x)
  weight: 0.3333333333333333
  free: x t
formula
  B(x)
  weight: 0.3333333333333333
  free: x t
formula
  C(x)
  weight: 0.3333333333333333
  free: x t
formula
  A(x) v B(x)
  weight: -3
  free: x t
formula
  A(x)
  weight: -1.5
  free: x t
formula
  B(x)
  weight: -1.5
  free: x t
formula
  !A(x)
  weight: 2
  free: x t
formula
  !B(x)
  weight: 2
  free: x t
formula
  !C(x)
  weight: 2
  free: x t
formula lab_1
  A(x) v !B(x)
  weight: 1
  free: x t
formula lab_2
  !A(x) v B(x)
  weight: 1
  free: x t
formula
  A(x)
  weight: to be learned
  free: x t
formula
  B(x)
  weight: to be learned
  free: x t
formula
  A(x)
  weight: 2, fixed
  free: x t
formula
  B(y)
  weight: 2, fixed
  free: y t
formula
  A(+x)
  weight: 1
  free: x t
formula
  Par(+x, +y)
  weight: 1
  free: x t, y t
--- run kerf check --quiet --dialect=alchemy m.mln
--- stdout
dialect  alchemy
meaning  a weighted formula counts clause by clause, its weight divided; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  A(t)       not settled yet
  B(t)       not settled yet
  C(t)       not settled yet
  Par(t, t)  not settled yet

formulas
  F1.1   0.75          line 4   !A(x) v B(x)
  F1.2   0.75          line 4   !A(x) v C(x)
  F2.1   0.3333333333  line 5   A(x)
  F2.2   0.3333333333  line 5   B(x)
  F2.3   0.3333333333  line 5   C(x)
  F3     -3            line 6   A(x) v B(x)
  F4.1   -1.5          line 7   A(x)
  F4.2   -1.5          line 7   B(x)
  F5.1   2             line 8   !A(x)
  F5.2   2             line 8   !B(x)
  F5.3   2             line 8   !C(x)
  lab.1  1             line 9   A(x) v !B(x)
  lab.2  1             line 9   !A(x) v B(x)
  F7.1   learn         line 10  A(x)
  F7.2   learn         line 10  B(x)
  F8.1   @2            line 11  A(x)
  F8.2   @2            line 11  B(y)
  F9.1   1             line 13  A(+x)
  F9.2   1             line 13  Par(+x, +y)

decisions
  weights are divided evenly over the clauses of their formula
  clauses that always hold and leading universal quantifiers are dropped
  2 formulas have no weight: to be learned, not for map
--- exit 0

# --no-split-cnf; the last one said counts.
--- run-sh kerf show --quiet --split-cnf --no-split-cnf m.mln >1; kerf show --quiet m.mln | diff 1 - && echo the same
--- stdout
the same
--- exit 0

# A FORALL outside every EXIST is dropped: its variable is a free one of the clause, as in Alchemy. An
# existential part is kept whole.
--- file u.mln
P(t)
Q(t)
R(t, t)
1 P(x) <=> EXIST y Q(y)
2 (EXIST y R(x, y)) => P(x)
3 P(x) => FORALL y R(x, y)
4 (FORALL y P(y)) v (FORALL y Q(y)) v Q(y)
5 (EXIST y R(x, y)) v (FORALL z (Q(z) ^ P(z)))
6 EXIST y FORALL z R(y, z)
7 FORALL y (P(y) ^ (EXIST z R(y,z)))
8 (FORALL y P(y)) v (EXIST y Q(y))
9 (P(x) v Q(x)) ^ (P(x) v !Q(x)) <=> P(x)
--- run kerf check --quiet --split-cnf u.mln
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
  F1.1  0.5  line 4   P(x) v !Q(y)
  F1.2  0.5  line 4   !P(x) v EXIST y Q(y)
  F2    2    line 5   !R(x, y) v P(x)
  F3    3    line 6   !P(x) v R(x, y)
  F4    4    line 7   P(y_1) v Q(y_2) v Q(y)
  F5.1  2.5  line 8   (EXIST y R(x, y)) v Q(z)
  F5.2  2.5  line 8   (EXIST y R(x, y)) v P(z)
  F6    6    line 9   EXIST y FORALL z R(y, z)
  F7.1  3.5  line 10  P(y)
  F7.2  3.5  line 10  EXIST z R(y, z)
  F8    8    line 11  P(y) v EXIST y Q(y)

decisions
  weights are divided evenly over the clauses of their formula
  clauses that always hold and leading universal quantifiers are dropped
--- run-sh kerf show --quiet --split-cnf u.mln >1; kerf convert --quiet --to=kerf --split-cnf u.mln >u2.mln; kerf show --quiet u2.mln | diff 1 - && echo the same
--- stdout
the same
--- run kerf check --quiet --dialect=kerf u.mln
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
  F1  1  line 4   (P(x) ^ EXIST y Q(y)) v (!P(x) ^ FORALL y !Q(y))
  F2  2  line 5   (FORALL y !R(x, y)) v P(x)
  F3  3  line 6   !P(x) v FORALL y R(x, y)
  F4  4  line 7   (FORALL y P(y)) v (FORALL y Q(y)) v Q(y)
  F5  5  line 8   (EXIST y R(x, y)) v FORALL z (Q(z) ^ P(z))
  F6  6  line 9   EXIST y FORALL z R(y, z)
  F7  7  line 10  FORALL y (P(y) ^ EXIST z R(y, z))
  F8  8  line 11  (FORALL y P(y)) v EXIST y Q(y)
  F9  9  line 12  ((P(x) v Q(x)) ^ (P(x) v !Q(x)) ^ P(x)) v (((!P(x) ^ !Q(x)) v (!P(x) ^ Q(x))) ^ !P(x))
--- exit 0

# A clause without atoms keeps its share of the weight; but kerf's own text cannot say its type.
--- file n.mln
A(t)
N(t, t)
1 A(x) ^ x != K1
2 N(x, y) ^ (x = K1 v y < x)
--- run kerf check --quiet --split-cnf n.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts clause by clause, its weight divided; a hard one must hold
worlds   none read

types
  t  1  from formulas and evidence

predicates
  A(t)     not settled yet
  N(t, t)  not settled yet

formulas
  F1.1  0.5  line 3  A(x)
  F1.2  0.5  line 3  x != K1
  F2.1  1    line 4  N(x, y)
  F2.2  1    line 4  x = K1 v y < x

decisions
  weights are divided evenly over the clauses of their formula
  clauses that always hold and leading universal quantifiers are dropped
--- run kerf convert --quiet --to=kerf --split-cnf n.mln
--- stderr
n.mln:3:3: error: cannot be written for kerf: variable x occurs in no atom, so its type cannot be written
  1 A(x) ^ x != K1
    ^~~~~~~~~~~~~~
n.mln:4:3: error: cannot be written for kerf: variable x occurs in no atom, so its type cannot be written
  2 N(x, y) ^ (x = K1 v y < x)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~
2 errors
--- exit 3
