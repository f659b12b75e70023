# What is wrong with a weight that is an expression, and with pracmln's directives.
--- file w.mln
P(t)
Q(t, t)
log(0) P(x)
logx(-1) P(x)
sqrt(-2) P(x)
1/0 P(x)
exp(1000) P(x)
float('inf')-float('inf') P(x)
$w P(x)
domSize(t)*2 P(x)
-float('inf') P(x).
-float('inf') |x : P(x)| <= 2
2 * (1 P(x)
@log() P(x)
#unique{a}
#unique{+a}
1 |x : P(x)| <= 2
#unique +a
#fuzzy P
$v = 2 P(x)
#unique{+a}
--- run kerf check --quiet w.mln
--- stderr
w.mln:3:1: error: there is no logarithm of 0 or less
  log(0) P(x)
  ^~~~~~
  hint: log(p / (1 - p)) needs a p between 0 and 1; pracmln's logx(0) is -100, and a formula that must never hold is written !( ... ).
w.mln:4:1: error: there is no logarithm of 0 or less
  logx(-1) P(x)
  ^~~~~~~~
  hint: log(p / (1 - p)) needs a p between 0 and 1; pracmln's logx(0) is -100, and a formula that must never hold is written !( ... ).
w.mln:5:1: error: there is no square root of a number below 0
  sqrt(-2) P(x)
  ^~~~~~~~
w.mln:6:2: error: a division by 0
  1/0 P(x)
   ^~
w.mln:7:1: error: this weight is out of range
  exp(1000) P(x)
  ^~~~~~~~~
w.mln:8:1: error: this weight is not a number
  float('inf')-float('inf') P(x)
  ^~~~~~~~~~~~~~~~~~~~~~~~~
w.mln:9:1: error: this variable has no value yet
  $w P(x)
  ^~
  hint: give it one before: $w = 1.5
w.mln:11:19: error: this formula has a weight and the dot of a hard one
  -float('inf') P(x).
                    ^
  hint: remove one of them
w.mln:12:15: error: a count cannot have a weight of minus infinity
  -float('inf') |x : P(x)| <= 2
                ^~~~~~~~~~~~~~~
w.mln:13:8: error: expected `)`, found `P`
  2 * (1 P(x)
         ^
w.mln:14:2: error: expected a weight, found `log`
  @log() P(x)
   ^~~
w.mln:15:9: error: #unique names variables that have a +
  #unique{a}
          ^
  hint: write #unique{+a, +b}
w.mln:16:2: error: #unique stands before a formula only
  #unique{+a}
   ^~~~~~
w.mln:18:9: error: expected { and variables, found `+`
  #unique +a
          ^
w.mln:19:2: warning: a fuzzy predicate is read as one that is true or false, as in pracmln's first-order logic
  #fuzzy P
   ^~~~~
  hint: degrees of truth in the evidence are read as probabilities
w.mln:19:8: error: expected the end of the line, found `P`
  #fuzzy P
         ^
w.mln:20:8: error: expected the end of the line, found `P`
  $v = 2 P(x)
         ^
w.mln:21:2: error: no formula follows this #unique
  #unique{+a}
   ^~~~~~
17 errors, 1 warning
--- exit 3
--- file v.mln
P(t)
#unique{+a}
--- run kerf check --quiet v.mln
--- stderr
v.mln:2:2: error: no formula follows this #unique
  #unique{+a}
   ^~~~~~
1 error
--- exit 3
--- file q.mln
Q(t, t)
#unique{+a, +b}
1 Q(+a, c)
--- run kerf check --quiet q.mln
--- stderr
q.mln:2:13: error: the formula behind this #unique has no such variable with a +
  #unique{+a, +b}
              ^~
1 error
--- exit 3

# A #unique that another directive follows, which brings no formula of this file.
--- file other.mln
// nothing
--- file include.mln
R(t, t)
#unique{+a, +b}
#include "other.mln"
#unique{+a, +b}
#unique{+b, +a}
1 R(+a, +b)
--- run kerf check --quiet include.mln
--- stderr
include.mln:2:2: error: no formula follows this #unique
  #unique{+a, +b}
   ^~~~~~
include.mln:4:2: error: no formula follows this #unique
  #unique{+a, +b}
   ^~~~~~
2 errors
--- exit 3
