# Cardinality: one grounding for each tuple of the free variables.
# Anna has Bob and Carl, Bob has Anna, Carl none.
# F1 hard <= 1: violated for Anna. F2 soft >= 1, weight 2: false for Carl: cost 2, score 4.
# F3 soft = 1, weight -0.5: true for Bob: score -0.5, cost 0.5.
# F4 hard, all pairs = 3: true.
--- file m.mln
person = {Anna, Bob, Carl}
*E(person)
Likes(person, person)
|y : Likes(x,y)| <= 1.
2 |y : Likes(x,y)| >= 1
-0.5 |y : Likes(x,y)| = 1
|x,y : Likes(x,y)| = 3.
--- file a.db
Likes(Anna, Bob)
Likes(Anna, Carl)
Likes(Bob, Anna)
--- file none.db
--- run kerf verify --quiet m.mln none.db a.db
--- stdout
score            3.5
cost             2.5
hard violations  1
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1         hard           3     2            0     0           1
  F2            2           3     2            1     2           0
  F3         -0.5           3     1            1   0.5           0
  F4         hard           1     1            0     0           0

violated groundings
  F1, m.mln:4
    |y : Likes(Anna, y)| <= 1 (it is 2)
  F2, m.mln:5
    |y : Likes(Carl, y)| >= 1 (it is 0)
  F3, m.mln:6
    |y : Likes(Bob, y)| = 1 (it is 1)
--- exit 0

# Evidence decides some: only Likes(x,y) with E(y) counts, and E holds for Anna alone.
# F1 "at least 2 of the E" is never possible: false three times, no cost.
# F2 "at least 1": Bob's holds; Anna's is fixed false; Carl's could be: cost 1, score 1.
--- file some.mln
person = {Anna, Bob, Carl}
*E(person)
Likes(person, person)
1 |y : Likes(x,y) ^ E(y)| >= 2
1 |y : Likes(x,y) ^ E(y)| >= 1
--- file some.db
E(Anna)
!Likes(Anna, Anna)
--- run kerf verify --quiet some.mln some.db a.db
--- stdout
score            1
cost             1
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            1           3     0            0     0           0
  F2            1           3     1            1     1           0

violated groundings
  F2, some.mln:5
    |y : Likes(Carl, y) ^ E(y)| >= 1 (it is 0)
--- exit 0

# The same atom counted for two values: 2 or 0, never 1; trying values tells. Cost 0.
--- file twice.mln
person = {Anna, Bob}
*T(person)
Sad()
1 |y : Sad() ^ T(y)| = 1
--- file twice.db
T(Anna) T(Bob)
--- file nothing.db
--- run kerf verify --quiet twice.mln twice.db nothing.db
--- stdout
score            0
cost             0
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            1           1     0            0     0           0
--- exit 0

# Beyond twelve open atoms, least and most decide. 13 atoms, all false: "= 13" could be (cost 1),
# "= 14" could not.
--- file many.mln
thing = {1, ..., 13}
*E(thing)
P(thing)
1 |x : P(x)| = 13
1 |x : P(x)| = 14
--- run kerf verify --quiet --examples=1 many.mln none.db
--- stdout
score            0
cost             1
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            1           1     0            1     1           0
  F2            1           1     0            0     0           0

violated groundings
  F1, many.mln:4
    |x : P(x)| = 13 (it is 0)
--- exit 0

# Marks are hard counts on hidden predicates, and say nothing on observed ones.
# Anna has two colours, Bob one, Carl none: two violations of exactly one; at most one: Anna's.
--- file marks.mln
person = {Anna, Bob, Carl}
*Home(person, place!)
Has(person, colour!)
May(person, colour?)
--- file marksa.db
Has(Anna, Red) Has(Anna, Blue) Has(Bob, Red)
May(Anna, Red) May(Anna, Blue) May(Bob, Red)
--- file colours.db
Home(Anna, X) Home(Anna, Y)
!Has(Carl, Red) !Has(Carl, Blue)
--- run kerf verify --quiet marks.mln colours.db marksa.db
--- stdout
score            0
cost             0
hard violations  3
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  Has!       hard           3     1            0     0           2
  May?       hard           3     2            0     0           1

violated groundings
  Has!, marks.mln:3
    |x2 : Has(Anna, x2)| = 1 (it is 2)
    |x2 : Has(Carl, x2)| = 1 (it is 0)
  May?, marks.mln:4
    |x2 : May(Anna, x2)| <= 1 (it is 2)
--- exit 0

# A counted tuple with an undefined term is not counted: t + 1 is no time for t = 3.
--- file u.mln
time = {1, 2, 3}
*E(time)
At(time)
|t : At(t + 1)| = 2.
|t : !At(t + 1)| = 0.
--- file ua.db
At(2) At(3)
--- run kerf verify --quiet u.mln none.db ua.db
--- stdout
score            0
cost             0
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1         hard           1     1            0     0           0
  F2         hard           1     1            0     0           0
