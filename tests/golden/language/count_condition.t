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
  F3, c.mln:7
    Seat(S1) ^ !Table(S1) => |g : Sits(g, S1) ^ Guest(g)| < 2 (it is 3)
  F4, c.mln:8
    Guest(Ann) => Sits(Ann, T1)
--- file w.mln
*Table(place)
Sits(person, place)
Table(t) => |g| Sits(g, t) >= 4
(Table(t) v Sits(A, t)) => |g : Sits(g, t)| = 4.
--- run kerf check --quiet --dialect=kerf w.mln
--- stderr
w.mln:3:10: error: a condition can stand before |x : ... | only
  Table(t) => |g| Sits(g, t) >= 4
           ^~
  hint: write the condition as a negated literal behind the bars
1 error
--- exit 3
--- file u.mln
*Table(place)
Sits(person, place)
(Table(t) v Sits(A, t)) => |g : Sits(g, t)| = 4.
--- run kerf check --quiet u.mln
--- stderr
u.mln:3:1: error: the condition of a count must be a conjunction of literals
  (Table(t) v Sits(A, t)) => |g : Sits(g, t)| = 4.
  ^~~~~~~~~~~~~~~~~~~~~~~
  hint: write a formula for each case
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
--- file k.mln
person = {Ann, Bob, Cy}
*Table(place)
*Closed(place)
Booked(place)
Sits(person, place)
Table(t) ^ !Closed(t) => |g : Sits(g, t)| >= 2.
Booked(t) => |g : Sits(g, t)| = 3.
-2 Table(t) ^ Booked(t) => |g : Sits(g, t)| >= 4
0.75 Booked(t)
-0.5 Sits(g, t)
--- file k.db
Table(T1)
Table(T2)
Table(T3)
Closed(T2)
!Booked(T3)
--- run kerf check --quiet k.mln k.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 5 atoms of evidence

types
  person  3  listed
  place   3  from evidence

predicates
  *Table(place)        observed  by the * in declarations  3 true
  *Closed(place)       observed  by the * in declarations  1 true
  Booked(place)        hidden    by the * in declarations  1 false
  Sits(person, place)  hidden    by the * in declarations

formulas
  F1  hard  line 6   Table(t) ^ !Closed(t) => |g : Sits(g, t)| >= 2
  F2  hard  line 7   Booked(t) => |g : Sits(g, t)| = 3
  F3  -2    line 8   Table(t) ^ Booked(t) => |g : Sits(g, t)| >= 4
  F4  0.75  line 9   Booked(t)
  F5  -0.5  line 10  Sits(g, t)
--- run kerf map --quiet k.mln k.db -o a.db
--- run kerf verify --quiet k.mln k.db a.db
--- stdout
score            -4.5
cost             4
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1         hard           3     3            0     0           0
  F2         hard           3     3            0     0           0
  F3           -2           3     1            0     0           0
  F4         0.75           3     2            0     0           0
  F5         -0.5           9     8            8     4           0

violated groundings
  F5, k.mln:10
    Sits(Ann, T1)
    Sits(Ann, T2)
    Sits(Bob, T1)
    Sits(Bob, T2)
    Sits(Bob, T3)
    and 3 more
--- run kerf map --quiet --certificate=k.crt k.mln k.db -o a.db
--- run-sh kerf verify --quiet --bound=k.crt k.mln k.db a.db | head -n 6
--- stdout
score            -4.5
cost             4
hard violations  0
worlds           1
proven bound     4
proven gap       0
--- run kerf convert --quiet --to=kerf k.mln
--- stdout
// written by kerf for kerf
person = {Ann, Bob, Cy}
*Table(place)
*Closed(place)
Booked(place)
Sits(person, place)

Table(t) ^ !Closed(t) => |g : Sits(g, t)| >= 2.
Booked(t) => |g : Sits(g, t)| = 3.
-2 Table(t) ^ Booked(t) => |g : Sits(g, t)| >= 4
0.75 Booked(t)
-0.5 Sits(g, t)
--- run kerf convert --quiet --to=rockit k.mln
--- stderr
k.mln:1:1: error: cannot be written for RockIt: the constants of a type come from the evidence there
  person = {Ann, Bob, Cy}
  ^~~~~~
k.mln:6:1: error: cannot be written for RockIt: a condition before a cardinality other than <= cannot be stated
  Table(t) ^ !Closed(t) => |g : Sits(g, t)| >= 2.
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
k.mln:7:1: error: cannot be written for RockIt: a condition before a cardinality other than <= cannot be stated
  Booked(t) => |g : Sits(g, t)| = 3.
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
k.mln:8:4: error: cannot be written for RockIt: a cardinality with a weight cannot be stated
  -2 Table(t) ^ Booked(t) => |g : Sits(g, t)| >= 4
     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
4 errors
--- exit 3
--- run-sh printf 'Sits(Ann, T1)\n!Sits(Bob, T1)\n!Sits(Cy, T1)\nTable(T1)\n' | kerf map --quiet k.mln -
--- stderr
k.mln:6:1: error: evidence alone breaks F1
  Table(t) ^ !Closed(t) => |g : Sits(g, t)| >= 2.
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: give it a weight, or correct the evidence
k.mln:6:1: note: F1 says: Table(T1) ^ !Closed(T1) => |g : Sits(g, T1)| >= 2, but by the evidence it is 1
standard input:4:1: note: evidence says that Table(T1) is true
kerf: note: Closed(T1) is not given, so it is false
standard input:2:1: note: evidence says that Sits(Bob, T1) is false
standard input:3:1: note: evidence says that Sits(Cy, T1) is false
1 error
--- exit 4
--- file one.mln
*Table(place)
Sits(person, place)
Table(t) => |g : Sits(g, t)| = 1.
--- run kerf convert --quiet --to=tuffy one.mln
--- stdout
// written by kerf for Tuffy
*Table(place)
Sits(person, place)

Table(t), Sits(g, t), [g != g2] => !Sits(g2, t).
EXIST g Table(t) => Sits(g, t).
--- run-sh { printf '*P(t)\nQ(t)\n'; for i in $(seq 66); do printf "P(x$i) ^ "; done; printf 'P(y) => |z : Q(z)| >= 2.\n'; } > long.mln; kerf check --quiet long.mln 2>&1 | sed 's/^  .*/  .../'
--- stdout
long.mln:3:1: error: a condition before a count has at most 64 parts
  ...
  ...
1 error
