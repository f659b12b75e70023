# A condition before a count: where it is false, nothing is counted.
--- file c.mln
*Table(place)
*Guest(person)
*Seat(place)
Sits(person, place)
Table(t) => |g : Sits(g, t)| <= 2.
Table(t) => |g : Sits(g, t)| >= 1.
2 Seat(t) ^ !Table(t) => |g : Sits(g, t) ^ Guest(g)| < 2
1 Guest(g) => Sits(g, t)
--- file c.db
Table(T1) Seat(T1) Seat(S1)
Guest(Ann) Guest(Bob) Guest(Cy)
--- run kerf check --quiet c.mln c.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 6 atoms of evidence

types
  place   2  from evidence
  person  3  from evidence

predicates
  *Table(place)        observed  by the * in declarations  1 true
  *Guest(person)       observed  by the * in declarations  3 true
  *Seat(place)         observed  by the * in declarations  2 true
  Sits(person, place)  hidden    by the * in declarations

formulas
  F1  hard  line 5  |g : Table(t) ^ Sits(g, t)| <= 2
  F2  hard  line 6  !Table(t) v EXIST g Sits(g, t)
  F3  2     line 7  |g : Seat(t) ^ !Table(t) ^ Sits(g, t) ^ Guest(g)| <= 1
  F4  1     line 8  !Guest(g) v Sits(g, t)
--- run kerf map --quiet c.mln c.db -o a.db
--- run kerf verify --quiet c.mln c.db a.db
--- stdout
score            7
cost             3
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1         hard           2     2            0     0           0
  F2         hard           2     2            0     0           0
  F3            2           2     1            1     2           0
  F4            1           6     5            1     1           0

violated groundings
  F3
    |g : Seat(S1) ^ !Table(S1) ^ Sits(g, S1) ^ Guest(g)| <= 1 (it is 3)
  F4
    !Guest(Ann) v Sits(Ann, T1)
--- file w.mln
*Table(place)
Sits(person, place)
Table(t) => |g : Sits(g, t)| >= 4.
(Table(t) v Sits(A, t)) => |g : Sits(g, t)| <= 4.
--- run kerf check --quiet w.mln
--- stderr
w.mln:3:10: error: a condition can stand before |x : ... | <= k and >= 1 only
  Table(t) => |g : Sits(g, t)| >= 4.
           ^~
  hint: give what the condition holds for a type of its own, and count for each of its constants
1 error
--- exit 3
--- file v.mln
*Table(place)
Sits(person, place)
(Table(t) v Sits(A, t)) => |g : Sits(g, t)| <= 4.
--- run kerf check --quiet v.mln
--- stderr
v.mln:3:1: error: what is counted must be a conjunction of literals
  (Table(t) v Sits(A, t)) => |g : Sits(g, t)| <= 4.
  ^~~~~~~~~~~~~~~~~~~~~~~
1 error
--- exit 3

# A counted variable in the condition would be counted there, too.
--- file twice.mln
*Q(t)
*R(t, t)
P(t)
Q(x) => |x : P(x)| <= 1.
1.5 Q(y) ^ R(y, x) => |x : P(x)| <= 1
(EXIST x Q(x)) => |x : P(x)| >= 1.
--- run kerf check --quiet twice.mln
--- stderr
twice.mln:4:10: error: this variable is counted, and stands in the condition, too
  Q(x) => |x : P(x)| <= 1.
           ^
  hint: use another variable in one of the two places
twice.mln:5:24: error: this variable is counted, and stands in the condition, too
  1.5 Q(y) ^ R(y, x) => |x : P(x)| <= 1
                         ^
  hint: use another variable in one of the two places
2 errors
--- exit 3

# Arrows group to the right, and quantifiers reach as far as they can: parentheses say what the condition is.
--- file far.mln
*Q(t)
P(t)
R(t, t)
Q(x) => P(x) => |y : R(x, y)| >= 1.
Q(x) <=> P(x) => |y : R(x, y)| >= 1.
EXIST z P(z) => |y : R(x, y)| >= 1.
Q(x) v !EXIST z P(z) => |y : R(x, y)| >= 1.
--- run kerf check --quiet far.mln
--- stderr
far.mln:4:14: error: this condition before a count does not end here
  Q(x) => P(x) => |y : R(x, y)| >= 1.
               ^~
  hint: put the condition in parentheses
far.mln:5:15: error: this condition before a count does not end here
  Q(x) <=> P(x) => |y : R(x, y)| >= 1.
                ^~
  hint: put the condition in parentheses
far.mln:6:14: error: this condition before a count does not end here
  EXIST z P(z) => |y : R(x, y)| >= 1.
               ^~
  hint: put the condition in parentheses
far.mln:7:22: error: this condition before a count does not end here
  Q(x) v !EXIST z P(z) => |y : R(x, y)| >= 1.
                       ^~
  hint: put the condition in parentheses
4 errors
--- exit 3
--- file near.mln
*Q(t)
P(t)
R(t, t)
(Q(x) => P(x)) => |y : R(x, y)| >= 1.
(EXIST z P(z)) => |y : R(x, y)| >= 1.
Q(x) v !(EXIST z P(z)) => |y : R(x, y)| >= 1.
--- run kerf check --quiet near.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  t  0  from evidence

predicates
  *Q(t)    observed  by the * in declarations
  P(t)     hidden    by the * in declarations
  R(t, t)  hidden    by the * in declarations

formulas
  F1  hard  line 4  (Q(x) ^ !P(x)) v EXIST y R(x, y)
  F2  hard  line 5  (FORALL z !P(z)) v EXIST y R(x, y)
  F3  hard  line 6  (!Q(x) ^ EXIST z P(z)) v EXIST y R(x, y)
