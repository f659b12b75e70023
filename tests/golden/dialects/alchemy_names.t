# Alchemy's names for arithmetic and comparisons, as its manual has them beside the signs.
--- file names.mln
time = {1, ..., 9}
*P(time)
Q(time)
R(time, time)
1 P(t) ^ greaterThan(t, 3) => Q(plus(t, 1))
2 P(t) ^ lessThanEq(t, 3) => Q(minus(t, 1))
3 P(t) ^ mod(t, 2) = 0 => Q(times(t, 2))
4 P(t) => Q(dividedBy(t, 2))
5 P(x) ^ P(y) ^ !greaterThanEq(x, y) => R(x, y)
6 P(x) ^ P(y) ^ lessThan(plus(x, 1), y) => R(x, y)
--- file signs.mln
time = {1, ..., 9}
*P(time)
Q(time)
R(time, time)
1 P(t) ^ t > 3 => Q(t + 1)
2 P(t) ^ t <= 3 => Q(t - 1)
3 P(t) ^ t % 2 = 0 => Q(t * 2)
4 P(t) => Q(t / 2)
5 P(x) ^ P(y) ^ x < y => R(x, y)
6 P(x) ^ P(y) ^ x + 1 < y => R(x, y)
--- file e.db
P(2) P(3) P(4)
--- run-sh for f in names signs; do kerf check --quiet $f.mln e.db > $f.check; kerf map --quiet $f.mln e.db > $f.map; done; cmp names.check signs.check && cmp names.map signs.map
--- run-sh sed -n '/^formulas/,$p' names.check; cat names.map
--- stdout
formulas
  F1  1  line 5   !P(t) v t <= 3 v Q(t + 1)
  F2  2  line 6   !P(t) v t > 3 v Q(t - 1)
  F3  3  line 7   !P(t) v t % 2 != 0 v Q(t * 2)
  F4  4  line 8   !P(t) v Q(t / 2)
  F5  5  line 9   !P(x) v !P(y) v x >= y v R(x, y)
  F6  6  line 10  !P(x) v !P(y) v x + 1 >= y v R(x, y)
Q(1)
Q(2)
Q(4)
Q(5)
Q(8)
R(2, 3)
R(2, 4)
R(3, 4)
--- run kerf verify --quiet names.mln e.db names.map
--- stdout
score            943
cost             0
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            1           8     8            0     0           0
  F2            2           8     8            0     0           0
  F3            3           4     4            0     0           0
  F4            4           4     4            0     0           0
  F5            5          81    81            0     0           0
  F6            6          81    81            0     0           0
--- run kerf convert --quiet --to=lomrf --partial names.mln
--- stdout
// written by kerf for LoMRF
// hidden, to be named with -q: Q,R
time = {1, ..., 9}
P(time)
Q(time)
R(time, time)

1 P(t) ^ t > 3 => Q(t++)
2 P(t) ^ t <= 3 => Q(t--)
3 P(t) ^ mod(t, 2) = 0 => Q(times(t, 2))
4 P(t) => Q(dividedBy(t, 2))
5 P(x) ^ P(y) ^ x < y => R(x, y)
6 P(x) ^ P(y) ^ x++ < y => R(x, y)
--- exit 0

# What the model declares comes first.
--- file own.mln
greaterThan(a, a)
P(a)
a plus(a, a)
1 P(plus(x, y)) ^ greaterThan(x, y)
--- run kerf show --quiet own.mln
--- stdout
type a
predicate greaterThan(a, a)
predicate P(a)
function a plus(a, a)
formula
  P(plus(x, y)) ^ greaterThan(x, y)
  weight: 1
  free: x a, y a
--- exit 0

# Another number of arguments is none of them.
--- file odd.mln
P(t)
1 P(x) ^ greaterThan(x) ^ P(plus(x))
--- run kerf check --quiet odd.mln
--- stderr
odd.mln:2:10: error: predicate greaterThan is not declared
  1 P(x) ^ greaterThan(x) ^ P(plus(x))
           ^~~~~~~~~~~~~~
  hint: declare it: greaterThan(type)
1 error
--- exit 3

# Names of equality are hints only: models may well declare them.
--- file equal.mln
time = {1, ..., 9}
P(time)
1 P(x) ^ P(y) ^ same(x, y)
1 P(x) ^ P(y) ^ equals(x, y)
1 P(x) ^ P(y) ^ distinct(x, y)
1 P(x) => P(prec(x))
--- run kerf check --quiet equal.mln
--- stderr
equal.mln:3:17: error: predicate same is not declared
  1 P(x) ^ P(y) ^ same(x, y)
                  ^~~~~~~~~~
  hint: write x = y
equal.mln:4:17: error: predicate equals is not declared
  1 P(x) ^ P(y) ^ equals(x, y)
                  ^~~~~~~~~~~~
  hint: write x = y
equal.mln:5:17: error: predicate distinct is not declared
  1 P(x) ^ P(y) ^ distinct(x, y)
                  ^~~~~~~~~~~~~~
  hint: write x != y
equal.mln:6:13: error: unknown function prec
  1 P(x) => P(prec(x))
              ^~~~~~~
  hint: write t - 1
4 errors
--- exit 3
