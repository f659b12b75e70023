# Weights before the formula; @ fixes one; none means 0 and to be learned.
--- file m.mln
P(t)
1.5 P(x)
-2e-3 P(x)
+4 P(x)
.5 P(x)
-.25 P(x)
1e3 P(x)
1E+2 P(x)
0 P(x)
-0 P(x)
100000 P(x)
0.1 P(x)
@1.5 P(x)
@-2 P(x)
@ 3 P(x)
- 7 P(x)
05 P(x)
025 P(x)
-007 P(x)
0.50 P(x)
!P(x)
P(x) ^ P(y)
--- run kerf show --quiet m.mln
--- stdout
type t
predicate P(t)
formula
  P(x)
  weight: 1.5
  free: x t
formula
  P(x)
  weight: -0.002
  free: x t
formula
  P(x)
  weight: 4
  free: x t
formula
  P(x)
  weight: 0.5
  free: x t
formula
  P(x)
  weight: -0.25
  free: x t
formula
  P(x)
  weight: 1000
  free: x t
formula
  P(x)
  weight: 100
  free: x t
formula
  P(x)
  weight: 0
  free: x t
formula
  P(x)
  weight: 0
  free: x t
formula
  P(x)
  weight: 100000
  free: x t
formula
  P(x)
  weight: 0.1
  free: x t
formula
  P(x)
  weight: 1.5, fixed
  free: x t
formula
  P(x)
  weight: -2, fixed
  free: x t
formula
  P(x)
  weight: 3, fixed
  free: x t
formula
  P(x)
  weight: -7
  free: x t
formula
  P(x)
  weight: 5
  free: x t
formula
  P(x)
  weight: 25
  free: x t
formula
  P(x)
  weight: -7
  free: x t
formula
  P(x)
  weight: 0.5
  free: x t
formula
  !P(x)
  weight: to be learned
  free: x t
formula
  P(x) ^ P(y)
  weight: to be learned
  free: x t, y t
--- stderr
m.mln:17:1: warning: the weight 05 is read as 5
  05 P(x)
  ^~
  hint: write 0.5 if a fraction is meant
m.mln:18:1: warning: the weight 025 is read as 25
  025 P(x)
  ^~~
  hint: write 0.5 if a fraction is meant
m.mln:19:2: warning: the weight 007 is read as 7
  -007 P(x)
   ^~~
  hint: write 0.5 if a fraction is meant
--- run kerf check --quiet m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  P(t)  not settled yet

formulas
  F1   1.5     line 2   P(x)
  F2   -0.002  line 3   P(x)
  F3   4       line 4   P(x)
  F4   0.5     line 5   P(x)
  F5   -0.25   line 6   P(x)
  F6   1000    line 7   P(x)
  F7   100     line 8   P(x)
  F8   0       line 9   P(x)
  F9   0       line 10  P(x)
  F10  100000  line 11  P(x)
  F11  0.1     line 12  P(x)
  F12  @1.5    line 13  P(x)
  F13  @-2     line 14  P(x)
  F14  @3      line 15  P(x)
  F15  -7      line 16  P(x)
  F16  5       line 17  P(x)
  F17  25      line 18  P(x)
  F18  -7      line 19  P(x)
  F19  0.5     line 20  P(x)
  F20  learn   line 21  !P(x)
  F21  learn   line 22  P(x) ^ P(y)

decisions
  2 formulas have no weight: to be learned, not for map
--- stderr
m.mln:17:1: warning: the weight 05 is read as 5
  05 P(x)
  ^~
  hint: write 0.5 if a fraction is meant
m.mln:18:1: warning: the weight 025 is read as 25
  025 P(x)
  ^~~
  hint: write 0.5 if a fraction is meant
m.mln:19:2: warning: the weight 007 is read as 7
  -007 P(x)
   ^~~
  hint: write 0.5 if a fraction is meant
--- exit 0

# A number may also begin a comparison.
--- file c.mln
P(t)
1 < x => P(x)
2 1 < x => P(x)
2 * x < 8 => P(x)
2 *P(x) v P(y)
2 *P(x)
--- run kerf check --quiet --dialect=kerf c.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  P(t)  not settled yet

formulas
  F1    learn  line 2  1 >= x v P(x)
  F2    2      line 3  1 >= x v P(x)
  F3    learn  line 4  2 * x >= 8 v P(x)
  F4.1  2      line 5  P(x) v P(y)
  F4.2  2      line 5  !P(x) v P(y)
  F5.1  2      line 6  P(x)
  F5.2  2      line 6  !P(x)

decisions
  2 formulas have no weight: to be learned, not for map
--- exit 0

# What is not a weight.
--- file bad.mln
P(t)
inf P(x)
nan P(x)
-inf P(x)
1 2 P(x)
1.5.2 P(x)
1e999 P(x)
@ P(x)
1x P(x)
1. P(x)
1 P(x).
--- run kerf check --quiet bad.mln
--- stderr
bad.mln:2:1: error: a weight must be a finite number
  inf P(x)
  ^~~
  hint: end a hard formula with a dot instead
bad.mln:3:1: error: a weight must be a finite number
  nan P(x)
  ^~~
  hint: end a hard formula with a dot instead
bad.mln:4:2: error: a weight must be a finite number
  -inf P(x)
   ^~~
  hint: end a hard formula with a dot instead
bad.mln:5:3: error: this formula has two weights
  1 2 P(x)
    ^
  hint: remove one of them
bad.mln:6:5: error: this formula has two weights
  1.5.2 P(x)
      ^
  hint: remove one of them
bad.mln:7:1: error: this number is out of range
  1e999 P(x)
  ^~~~~
  hint: a hard formula ends with a dot
bad.mln:8:3: error: expected a weight, found `P`
  @ P(x)
    ^
bad.mln:11:7: error: this formula has a weight and the dot of a hard one
  1 P(x).
        ^
  hint: remove one of them
8 errors
--- exit 3
