# RockIt's computed arguments, p([x + 1]), make the constants that they need; other formulas have them.
--- file m.mln
*val(int_)
*near(int_, int_)
sum(int_)
pair(int_, int_, int_)
test(int_)

!val(x) v sum([x+1]).
!sum(x) v test(x).
1.5 !val(x) v !val(y) v x >= y v !near(x, y) v pair(x, y, [fn:max(x * y, "7")])
-0.5 test(x)
0.25 !sum(x) v test(x+1)
--- file m.db
val("1")
val("2")
val("4")
near("1", "2")
near("2", "4")
near("4", "1")
--- run-sh kerf check --quiet --dialect=rockit m.mln | grep -A 6 ^formulas
--- stdout
formulas
  F1  hard  line 7   !val(x) v sum([x + 1])
  F2  hard  line 8   !sum(x) v test(x)
  F3  1.5   line 9   !val(x) v !val(y) v x >= y v !near(x, y) v pair(x, y, [max(x * y, 7)])
  F4  -0.5  line 10  test(x)
  F5  0.25  line 11  !sum(x) v test(x + 1)
--- run kerf map --quiet --dialect=rockit m.mln m.db
--- stdout
pair(1, 2, 7)
pair(2, 4, 8)
sum(2)
sum(3)
sum(5)
test(2)
test(3)
test(5)
--- file answer.db
sum(2)
sum(3)
sum(5)
test(2)
test(3)
test(5)
pair(1, 2, 7)
pair(2, 4, 8)
--- run kerf verify --quiet --dialect=rockit m.mln m.db answer.db
--- stdout
score            26.5
cost             1.75
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1         hard           5     5            0     0           0
  F2         hard           7     7            0     0           0
  F3          1.5          18    18            0     0           0
  F4         -0.5           7     3            3   1.5           0
  F5         0.25           5     4            1  0.25           0

violated groundings
  F4, m.mln:10
    test(2)
    test(3)
    test(5)
  F5, m.mln:11
    !sum(3) v test(3+1)
--- run-sh kerf marginal --quiet --dialect=rockit m.mln m.db | sort | head -n 12
--- stdout
// pair(_, _, _) 0.5: 341 atoms that no formula names
pair(1, 2, 7) 0.8175744762
pair(2, 4, 8) 0.8175744762
sum(1) 0.2740686191
sum(2) 1
sum(3) 1
sum(4) 0.3045043424
sum(5) 1
sum(7) 0.2536226402
sum(8) 0.2817878076
test(1) 0.5481372381
test(2) 1
--- exit 0

# The same with the constants listed: the same answer.
--- file listed.mln
int_ = {1, 2, 3, 4, 5, 7, 8}
*val(int_)
*near(int_, int_)
sum(int_)
pair(int_, int_, int_)
test(int_)

!val(x) v sum(x+1).
!sum(x) v test(x).
1.5 !val(x) v !val(y) v x >= y v !near(x, y) v pair(x, y, max(x * y, 7))
-0.5 test(x)
0.25 !sum(x) v test(x+1)
--- run-sh kerf map --quiet listed.mln m.db >listed.txt; kerf map --quiet --dialect=rockit m.mln m.db | diff - listed.txt && echo same
--- stdout
same
--- run-sh kerf map --quiet --ground=full --dialect=rockit m.mln m.db | diff - listed.txt && echo same
--- stdout
same
--- run-sh kerf marginal --quiet listed.mln m.db | sort >listed.txt; kerf marginal --quiet --dialect=rockit m.mln m.db | sort | diff - listed.txt && echo same
--- stdout
same
--- exit 0

# Written for kerf it says the same; other engines have no such arguments, or kerf does not write them.
--- run-sh kerf convert --quiet --to=kerf --dialect=rockit m.mln | tee again.mln | tail -n 5; kerf map --quiet again.mln m.db | head -n 3
--- stdout
!val(x) v sum([x + 1]).
!sum(x) v test(x).
1.5 !val(x) v !val(y) v x >= y v !near(x, y) v pair(x, y, [max(x * y, 7)])
-0.5 test(x)
0.25 !sum(x) v test(x + 1)
pair(1, 2, 7)
pair(2, 4, 8)
sum(2)
--- run kerf convert --quiet --to=alchemy --dialect=rockit m.mln
--- stderr
m.mln:7:1: error: cannot be written for Alchemy: an argument in brackets makes constants
  !val(x) v sum([x+1]).
  ^~~~~~~~~~~~~~~~~~~~
m.mln:9:5: error: cannot be written for Alchemy: an argument in brackets makes constants
  1.5 !val(x) v !val(y) v x >= y v !near(x, y) v pair(x, y, [fn:max(x * y, "7")])
      ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
2 errors
--- exit 3

# Each world has its own; what is no number makes none.
--- file worlds.mln
*val(int_)
sum(int_)
-1 sum(x)
1.5 !val(x) v sum([10 / x])
--- file worlds.db
val(1)
val(0)
val(North)
---
val(2)
val(4)
---
val(5)
--- run kerf map --quiet worlds.mln worlds.db
--- stdout
sum(10)
sum("2.5")
sum(5)
sum(2)
--- run kerf map --quiet --threads=2 worlds.mln worlds.db
--- stdout
sum(10)
sum("2.5")
sum(5)
sum(2)
--- exit 0

# A clause that also has a term without brackets waits for its value. What differs in brackets alone is not the same.
--- file waits.mln
*val(int_)
*other(int_)
sum(int_, int_)
-0.5 sum(x, y)
1 !other(x) v sum(x + 1, 1) v sum([x + 10], 2)
2 !val(x) v sum([x + 1], 1)
3 !val(x) v sum(x + 1, 2)
4 !val(x) v sum(x + 7, 1) v sum([x + 7], 1)
5 !val(x) v sum([x + 8], 1) v sum(x, x + 1)
6 !val(x) v sum(x + 10, 2)
--- file waits.db
val(4)
other(4)
other(6)
--- run kerf map --quiet waits.mln waits.db
--- stdout
sum(12, 1)
sum(14, 2)
sum(5, 1)
sum(5, 2)
--- exit 0

# In a type that is listed, unless it is strict.
--- file listed2.mln
int_ = {1, 2}
*val(int_)
sum(int_)
!val(x) v sum([x + 1]).
--- file two.db
val(1)
val(2)
--- run kerf map --quiet listed2.mln two.db
--- stdout
sum(2)
sum(3)
--- run kerf map --quiet --strict-types listed2.mln two.db
--- stdout
sum(2)
--- exit 0

# What makes none: a formula that is no clause, variables that nothing binds, observed atoms, functions.
--- file and.mln
*val(int_)
sum(int_)
1 val(x) ^ sum([x + 1])
--- run kerf map --quiet and.mln two.db
--- stderr
and.mln:3:3: error: no constants can be made here: the formula is no clause
  1 val(x) ^ sum([x + 1])
    ^~~~~~~~~~~~~~~~~~~~~
  hint: write p(x + 1), and list the constants in their type: type = {1, ..., 10}
1 error
--- exit 3
--- file free2.mln
*val(int_)
sum(int_)
1 !val(y) v sum([x + y])
--- run kerf map --quiet free2.mln two.db
--- stderr
free2.mln:3:3: error: no constants can be made here: a variable in brackets is in no atom with a !
  1 !val(y) v sum([x + y])
    ^~~~~~~~~~~~~~~~~~~~~~
  hint: write p(x + 1), and list the constants in their type: type = {1, ..., 10}
1 error
--- exit 3
--- file observed.mln
*val(int_)
sum(int_)
1 !val(x) v !val([x + 1]) v sum(x)
--- run kerf map --quiet observed.mln two.db
--- stderr
observed.mln:3:3: error: no constants can be made here: an observed atom has the argument
  1 !val(x) v !val([x + 1]) v sum(x)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: write p(x + 1), and list the constants in their type: type = {1, ..., 10}
1 error
--- exit 3
--- file function.mln
int_ next(int_)
*val(int_)
sum(int_)
1 !val(x) v sum([x + 1])
--- run kerf map --quiet function.mln two.db
--- stderr
function.mln:4:3: error: no constants can be made here: the model has functions
  1 !val(x) v sum([x + 1])
    ^~~~~~~~~~~~~~~~~~~~~~
  hint: write p(x + 1), and list the constants in their type: type = {1, ..., 10}
1 error
--- exit 3
--- file places.mln
int_ next(int_)
*val(int_)
sum(int_)
1 !val(x) v sum(x * [x + 1])
1 !val(x) v sum([x + 1)
--- run kerf check --quiet places.mln
--- stderr
places.mln:4:21: error: brackets stand around whole arguments and formulas only
  1 !val(x) v sum(x * [x + 1])
                      ^
  hint: write p([x + 1]) for an argument that makes constants, else ( )
places.mln:5:23: error: expected `]`, found `)`
  1 !val(x) v sum([x + 1)
                        ^
2 errors
--- exit 3
--- file inner.mln
int_ next(int_)
*val(int_)
sum(int_)
1 !val(x) v sum(next([x + 1]))
--- run kerf check --quiet inner.mln
--- stderr
inner.mln:4:23: error: an argument of a function makes no constants
  1 !val(x) v sum(next([x + 1]))
                        ^~~~~
  hint: write ( ) for [ ]
1 error
--- exit 3

# A variable that is in no observed condition may be a constant that another formula makes, or the same one.
--- file wide.mln
*val(int_)
*near(int_, int_)
sum(int_)
pair(int_, int_, int_)
!val(x) v sum([x + 5]).
1 near(x, y) v !val(x) v pair(x, y, [x * 100])
--- file wide.db
val(1)
near(1, 1)
--- run kerf map --quiet --dialect=rockit wide.mln wide.db
--- stdout
pair(1, 100, 100)
pair(1, 6, 100)
sum(6)
