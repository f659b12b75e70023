# *P(x) inside a formula: both signs, all combinations.
--- file m.mln
P(t)
Q(t)
*P(x) v Q(x)
1 *P(x) ^ *Q(x)
lab: P(x) => *Q(x)
2 !*P(x)
3 Q(x) ^ *P(x) ^ *P(y)
--- run kerf check --quiet --dialect=alchemy m.mln
--- stdout
dialect  alchemy
meaning  a weighted formula counts clause by clause, its weight divided; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  P(t)  not settled yet
  Q(t)  not settled yet

formulas
  F1.1    learn  line 3  P(x) v Q(x)
  F1.2    learn  line 3  !P(x) v Q(x)
  F2.1.1  0.5    line 4  P(x)
  F2.1.2  0.5    line 4  Q(x)
  F2.2.1  0.5    line 4  !P(x)
  F2.2.2  0.5    line 4  Q(x)
  F2.3.1  0.5    line 4  P(x)
  F2.3.2  0.5    line 4  !Q(x)
  F2.4.1  0.5    line 4  !P(x)
  F2.4.2  0.5    line 4  !Q(x)
  lab.1   learn  line 5  !P(x) v Q(x)
  lab.2   learn  line 5  !P(x) v !Q(x)
  F4.1    2      line 6  !P(x)
  F4.2    2      line 6  P(x)
  F5.1.1  1      line 7  Q(x)
  F5.1.2  1      line 7  P(x)
  F5.1.3  1      line 7  P(y)
  F5.2.1  1      line 7  Q(x)
  F5.2.2  1      line 7  !P(x)
  F5.2.3  1      line 7  P(y)
  F5.3.1  1      line 7  Q(x)
  F5.3.2  1      line 7  P(x)
  F5.3.3  1      line 7  !P(y)
  F5.4.1  1      line 7  Q(x)
  F5.4.2  1      line 7  !P(x)
  F5.4.3  1      line 7  !P(y)

decisions
  weights are divided evenly over the clauses of their formula
  clauses that always hold and leading universal quantifiers are dropped
  4 formulas have no weight: to be learned, not for map
--- run kerf check --quiet --dialect=kerf m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  P(t)  not settled yet
  Q(t)  not settled yet

formulas
  F1.1   learn  line 3  P(x) v Q(x)
  F1.2   learn  line 3  !P(x) v Q(x)
  F2.1   1      line 4  P(x) ^ Q(x)
  F2.2   1      line 4  !P(x) ^ Q(x)
  F2.3   1      line 4  P(x) ^ !Q(x)
  F2.4   1      line 4  !P(x) ^ !Q(x)
  lab.1  learn  line 5  !P(x) v Q(x)
  lab.2  learn  line 5  !P(x) v !Q(x)
  F4.1   2      line 6  !P(x)
  F4.2   2      line 6  P(x)
  F5.1   3      line 7  Q(x) ^ P(x) ^ P(y)
  F5.2   3      line 7  Q(x) ^ !P(x) ^ P(y)
  F5.3   3      line 7  Q(x) ^ P(x) ^ !P(y)
  F5.4   3      line 7  Q(x) ^ !P(x) ^ !P(y)

decisions
  4 formulas have no weight: to be learned, not for map
--- run kerf show --quiet --stage=tree m.mln
--- stdout
dialect kerf
line 1: predicate P
  argument t
line 2: predicate Q
  argument t
line 3: formula, no weight
  or
    atom *P
      name x
    atom Q
      name x
line 4: formula, weight 1
  and
    atom *P
      name x
    atom *Q
      name x
line 5: formula, label lab, no weight
  implies
    atom P
      name x
    atom *Q
      name x
line 6: formula, weight 2
  not
    atom *P
      name x
line 7: formula, weight 3
  and
    atom Q
      name x
    atom *P
      name x
    atom *P
      name y
--- exit 0

# At the start of a line it is a declaration only if it reads like one.
--- file start.mln
P(t)
Q(t)
*R(t)
*P(x) v Q(x)
--- run kerf show --quiet start.mln
--- stdout
type t
predicate P(t)
  hidden: by the * in declarations
predicate Q(t)
  hidden: by the * in declarations
predicate *R(t)
  observed: by the * in declarations
formula
  P(x) v Q(x)
  weight: to be learned
  free: x t
formula
  !P(x) v Q(x)
  weight: to be learned
  free: x t
--- exit 0

# Too many, and where it cannot stand.
--- file many.mln
P(t)
1 *P(a) v *P(b) v *P(c) v *P(d) v *P(e) v *P(f) v *P(g) v *P(h) v *P(i) v *P(j) v *P(k)
--- run kerf check --quiet many.mln
--- stderr
many.mln:2:3: error: more than 10 atoms with both signs
  1 *P(a) v *P(b) v *P(c) v *P(d) v *P(e) v *P(f) v *P(g) v *P(h) v *P(i) v *P(j) v *P(k)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
1 error
--- exit 3
--- file bad.mln
P(t)
1 *(P(x) ^ P(y))
--- run kerf check --quiet bad.mln
--- stderr
bad.mln:2:10: error: expected `)`, found `^`
  1 *(P(x) ^ P(y))
           ^
1 error
--- exit 3
