# RockIt's numeric predicates, name(x, y) := comparison, stand for their comparison.
--- file m.mln
*sumP(int_, int_, int_)
*age(person, int_)
sum(x, y, z) := [x+y == z]
older(x, y) := x - y >= 2
inside(x, l, u) := (x >= l) && (x <= u) || x == l
near(x, y) := fn:abs(x - y) <= 1 & fn:min(x, y) < fn:max(x, y)
low(int_)
wise(person)

2 !sumP(x, y, z) v sum(x, y, z) v low(x)
-1 low(x)
!age(p, n) v !age(q, m) v !older(n, m) v wise(p).
-0.5 wise(p)
0.25 !inside(x, "2", "4") v low(x)
0.125 !sumP(x, y, z) v !near(x, "3") v low(x)
--- file m.db
sumP("1", "2", "4")
sumP("2", "1", "3")
sumP("5", "1", "6")
age("Ann", "4")
age("Bob", "2")
--- run-sh kerf check m.mln | grep -A 7 ^formulas
--- stdout
formulas
  F1  2      line 10  !sumP(x, y, z) v x + y = z v low(x)
  F2  -1     line 11  low(x)
  F3  hard   line 12  !age(p, n) v !age(q, m) v n - m < 2 v wise(p)
  F4  -0.5   line 13  wise(p)
  F5  0.25   line 14  ((x < 2 v x > 4) ^ x != 2) v low(x)
  F6  0.125  line 15  !sumP(x, y, z) v max(x - 3, 0 - (x - 3)) > 1 v min(x, 3) >= max(x, 3) v low(x)
--- stderr
m.mln:3:14: note: read as rockit because of `:=`
  sum(x, y, z) := [x+y == z]
               ^~
  hint: --dialect=NAME overrides this
m.mln:5:20: warning: ^ and v are mixed without parentheses; ^ binds tighter here (not so in pracmln)
  inside(x, l, u) := (x >= l) && (x <= u) || x == l
                     ^~~~~~~~~~~~~~~~~~~~
  hint: write the parentheses to be safe
--- run kerf map --quiet m.mln m.db
--- stdout
low(1)
wise(Ann)
--- stderr
m.mln:5:20: warning: ^ and v are mixed without parentheses; ^ binds tighter here (not so in pracmln)
  inside(x, l, u) := (x >= l) && (x <= u) || x == l
                     ^~~~~~~~~~~~~~~~~~~~
  hint: write the parentheses to be safe
--- exit 0

# A square root; that of a negative number is no number, so that the grounding does not exist.
--- file root.mln
*area(field, int_)
wide(x) := fn:sqrt(x) >= 3
fence(field)

1 !area(f, x) v !wide(x) v fence(f)
-0.25 fence(f)
-0.5 !area(f, x) v wide(x)
--- file root.db
area("North", "8.9")
area("South", "9")
area("Lake", "-100")
--- run kerf map --quiet root.mln root.db
--- stdout
fence(South)
--- file answer.db
fence(South)
--- run kerf verify --quiet root.mln root.db answer.db
--- stdout
score            3.25
cost             0.25
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            1           6     6            0     0           0
  F2        -0.25           3     1            1  0.25           0
  F3         -0.5           6     5            0     0           0

violated groundings
  F2, root.mln:6
    fence(South)
--- run kerf convert --quiet --to=rockit root.mln
--- stderr
root.mln:5:3: error: cannot be written for RockIt: there is no min, max, sqrt or bins
  1 !area(f, x) v !wide(x) v fence(f)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
root.mln:7:6: error: cannot be written for RockIt: there is no min, max, sqrt or bins
  -0.5 !area(f, x) v wide(x)
       ^~~~~~~~~~~~~~~~~~~~~
2 errors
--- exit 3
--- run kerf convert --quiet --to=kerf root.mln
--- stdout
// written by kerf for kerf
*area(field, int_)
fence(field)

1 !area(f, x) v sqrt(x) < 3 v fence(f)
-0.25 fence(f)
-0.5 !area(f, x) v sqrt(x) >= 3
--- exit 0

# Other functions are refused by name.
--- file computed.mln
*val(int_)
sum(int_)
root(x) := fn:root(x) > 10
few(x) := fn:max(x) > fn:min
--- run kerf check --quiet --dialect=rockit computed.mln
--- stderr
computed.mln:3:12: error: this function of RockIt is not supported
  root(x) := fn:root(x) > 10
             ^~~~~~~
  hint: there are fn:min(x, y), fn:max(x, y), fn:abs(x) and fn:sqrt(x)
computed.mln:4:23: error: this function of RockIt is not supported
  few(x) := fn:max(x) > fn:min
                        ^~~~~~
  hint: there are fn:min(x, y), fn:max(x, y), fn:abs(x) and fn:sqrt(x)
2 errors
--- exit 3

# What is wrong with a definition, or with its use.
--- file defined.mln
*val(int_)
lt(x, y) := x < y
lt(x, y) := x > y
same(x, x) := x == x
first("1", y) := y > 1
open(x) := x < y
--- run kerf check --quiet defined.mln
--- stderr
defined.mln:3:1: error: lt is defined twice
  lt(x, y) := x > y
  ^~~~~~~~
defined.mln:4:9: error: the arguments of same must be different variables
  same(x, x) := x == x
          ^
  hint: write far(x, y) := x - y > 10
defined.mln:5:7: error: the arguments of first must be different variables
  first("1", y) := y > 1
        ^~~
  hint: write far(x, y) := x - y > 10
defined.mln:6:16: error: y is not an argument of what is defined here
  open(x) := x < y
                 ^
4 errors
--- exit 3
--- file used.mln
*val(int_)
low(int_)
lt(x, y) := x < y
1 !val(x) v lt(x) v low(x)
--- run kerf check --quiet used.mln
--- stderr
used.mln:4:13: error: lt is defined with another number of arguments
  1 !val(x) v lt(x) v low(x)
              ^~~~~
1 error
--- exit 3
--- file signs.mln
*val(int_)
low(int_)
lt(x, y) := x < y
1 !val(x) v !val(y) v *lt(x, y) v low(x)
--- run kerf check --quiet signs.mln
--- stderr
signs.mln:4:23: error: lt is a comparison and has no sign of its own
  1 !val(x) v !val(y) v *lt(x, y) v low(x)
                        ^~~~~~~~~
1 error
--- exit 3
--- file head.mln
*val(int_)
lt(x, y) := x < y
lt(x, y) :- val(x), val(y)
--- run kerf check --quiet head.mln
--- stderr
head.mln:3:1: error: lt is defined twice
  lt(x, y) :- val(x), val(y)
  ^~~~~~~~
1 error
--- exit 3
--- run-sh { echo 'P(t)'; printf 'p(x) := x > 0'; printf ' & x > %d' $(seq 2000); echo; printf '1 P(x)'; printf ' v p(x)%.0s' $(seq 200); echo; } >long.mln; kerf check --quiet long.mln 2>&1 | cut -c 1-120
--- stdout
long.mln:3:1179: error: the definition of p makes the formulas too long
  ...x) v p(x) v p(x) v p(x) v p(x) v p(x) v p(x) v p(x) v p(x) v p(x) v p(x) v p(x) v p(x) v p(x) v p(x)...
                                             ^~~~
  hint: write fewer of them, or shorter ones
1 error
--- exit 0

# A scope of a predicate that is declared, or with atoms, is Tuffy's.
--- file scope.mln
*val(int_)
low(int_)
low(x) := x < 3
1 low(x)
--- run-sh kerf check --quiet --dialect=tuffy scope.mln | grep -A 3 ^formulas
--- stdout
formulas
  F1  1     line 4  low(x)
  F2  hard  line 3  !low(x) v x < 3
