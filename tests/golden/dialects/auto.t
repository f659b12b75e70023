# What auto decides, and by what: it says so. Marks in comments, strings and lists count for nothing,
# and float_ only in a file of clauses, as RockIt's are.
--- file plain.mln
P(t)
1 P(x)
--- file tuffy1.mln
P(t)
1 P(x), P(y) => x = y
--- file tuffy2.mln
P(t)
1 P(x) ^ P(y), [x = y]
--- file rockit1.mln
P(t, float_)
--- file rockit2.mln
P(t)
|x| P(x) <= 1
--- file lomrf1.mln
P(t)
1 P(x) => P(x++)
--- file lomrf2.mln
P(t)
1 P(x) => P(x--)
--- file pracmln1.mln
P(t)
1 P(?x)
--- file pracmln2.mln
P(t)
count(P(x) | y) = 1
--- file both.mln
P(t, float_)
Q(t)
1 Q(x), Q(?y) => Q(x++)
--- file number1.mln
*P(t, float_)
Q(t)
w: P(x, w) => Q(x)
1 Q(Anna)
--- file number2.mln
*P(t, float_)
Q(t)
w: P(x, w), Q(y) => Q(x)
--- file none.mln
t = {A, B, "P(x), Q(?x)"}
/* float_ */ P(t) // |x| P(x) <= 1
fluent f(t)
R(t!, t?)
Q("float_", x) v P(x).
1 P(+x)
2 Q(x, y) ^ !(x = y)
|x : P(x)| <= 2.
Q(t, t)
1 < 2 => P(A)
--- run-sh for f in plain tuffy1 tuffy2 rockit1 rockit2 lomrf1 lomrf2 pracmln1 both number1 number2 none; do kerf show --stage=tree $f.mln 2>&1 >/dev/null | grep -v hint; done
--- stdout
plain.mln: note: read as kerf; nothing in it calls for another dialect
tuffy1.mln:2:7: note: read as tuffy because of `,`
  1 P(x), P(y) => x = y
        ^
tuffy2.mln:2:14: note: read as tuffy because of `,`
  1 P(x) ^ P(y), [x = y]
               ^
rockit1.mln:1:6: note: read as rockit because of `float_`
  P(t, float_)
       ^~~~~~
rockit2.mln:2:1: note: read as rockit because of `|`
  |x| P(x) <= 1
  ^
lomrf1.mln:2:14: note: read as lomrf because of `++`
  1 P(x) => P(x++)
               ^~
lomrf2.mln:2:14: note: read as lomrf because of `--`
  1 P(x) => P(x--)
               ^~
pracmln1.mln:2:5: note: read as pracmln because of `?x`
  1 P(?x)
      ^~
both.mln:3:11: note: read as pracmln because of `?y`
  1 Q(x), Q(?y) => Q(x++)
            ^~
number1.mln: note: read as kerf; nothing in it calls for another dialect
number2.mln:3:11: note: read as tuffy because of `,`
  w: P(x, w), Q(y) => Q(x)
            ^
none.mln: note: read as kerf; nothing in it calls for another dialect
none.mln:5:3: warning: float_ is not among the constants listed for type t and is added to them
  Q("float_", x) v P(x).
    ^~~~~~~~
--- run-sh kerf show --stage=tree pracmln2.mln 2>&1 | head -3
--- stdout
pracmln2.mln:2:1: note: read as pracmln because of `count`
  count(P(x) | y) = 1
  ^~~~~
--- exit 0

# An included file does not decide; the main file does.
--- file main.mln
#include "tuffy1.mln"
2 P(x)
--- run kerf check main.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  P(t)  not settled yet

formulas
  F1  1  tuffy1.mln:2  !P(x) v !P(y) v x = y
  F2  2  main.mln:2    P(x)
--- stderr
main.mln: note: read as kerf; nothing in it calls for another dialect
--- exit 0

# An explicit dialect is not explained.
--- run kerf check --dialect=lomrf tuffy1.mln
--- stdout
dialect  lomrf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  P(t)  not settled yet

formulas
  F1  1  line 2  !P(x) v !P(y) v x = y
--- run kerf check --dialect=Tuffy tuffy1.mln
--- stderr
kerf: bad value 'Tuffy' for option --dialect: did you mean 'tuffy'?
Try 'kerf check -h'.
--- exit 2
--- run kerf check --dialect=prolog tuffy1.mln
--- stderr
kerf: bad value 'prolog' for option --dialect: expected one of auto|kerf|alchemy|tuffy|rockit|lomrf|pracmln|thebeast
Try 'kerf check -h'.
--- exit 2
