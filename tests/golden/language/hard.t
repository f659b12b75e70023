# f. is hard: infinite, never a large number.
--- file m.mln
P(t)
Q(t, t)
P(x).
P(x) => Q(x, x).
EXIST y Q(x, y) .
!(P(x) ^ Q(x, y)).
lab: P(x) v Q(x, x).
x = y => P(x) ^ P(y).
P(A). 
--- run kerf show --quiet m.mln
--- stdout
type t
  named by formulas (1) A
predicate P(t)
predicate Q(t, t)
formula
  P(x)
  hard
  free: x t
formula
  !P(x) v Q(x, x)
  hard
  free: x t
formula
  EXIST y Q(x, y)
  hard
  free: x t
  bound: y t
formula
  !P(x) v !Q(x, y)
  hard
  free: x t, y t
formula lab
  P(x) v Q(x, x)
  hard
  free: x t
formula
  x != y v (P(x) ^ P(y))
  hard
  free: x t, y t
formula
  P(A)
  hard
--- run kerf check --quiet m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  1  from formulas and evidence

predicates
  P(t)     not settled yet
  Q(t, t)  not settled yet

formulas
  F1   hard  line 3  P(x)
  F2   hard  line 4  !P(x) v Q(x, x)
  F3   hard  line 5  EXIST y Q(x, y)
  F4   hard  line 6  !P(x) v !Q(x, y)
  lab  hard  line 7  P(x) v Q(x, x)
  F6   hard  line 8  x != y v (P(x) ^ P(y))
  F7   hard  line 9  P(A)
--- run kerf check --quiet --dialect=alchemy m.mln
--- stdout
dialect  alchemy
meaning  a weighted formula counts clause by clause, its weight divided; a hard one must hold
worlds   none read

types
  t  1  from formulas and evidence

predicates
  P(t)     not settled yet
  Q(t, t)  not settled yet

formulas
  F1   hard  line 3  P(x)
  F2   hard  line 4  !P(x) v Q(x, x)
  F3   hard  line 5  EXIST y Q(x, y)
  F4   hard  line 6  !P(x) v !Q(x, y)
  lab  hard  line 7  P(x) v Q(x, x)
  F6   hard  line 8  x != y v (P(x) ^ P(y))
  F7   hard  line 9  P(A)

decisions
  weights are divided evenly over the clauses of their formula
  clauses that always hold and leading universal quantifiers are dropped
--- exit 0

# Hard formulas are never split.
--- file split.mln
P(t)
Q(t)
P(x) ^ Q(x).
--- run kerf show --quiet --split-cnf split.mln
--- stdout
type t
predicate P(t)
predicate Q(t)
formula
  P(x) ^ Q(x)
  hard
  free: x t
--- exit 0

# Both a weight and a dot.
--- file bad.mln
P(t)
1.5 P(x).
--- run kerf check --quiet bad.mln
--- stderr
bad.mln:2:9: error: this formula has a weight and the dot of a hard one
  1.5 P(x).
          ^
  hint: remove one of them
1 error
--- exit 3
--- file bad2.mln
P(t)
P(+x).
--- run kerf check --quiet bad2.mln
--- stderr
bad2.mln:2:1: error: a hard formula has no weights of its own to tell apart
  P(+x).
  ^~~~~
  hint: remove the + signs
1 error
--- exit 3
