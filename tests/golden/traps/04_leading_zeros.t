# Trap 4: 05 and 025 are 5 and 25, with a warning; 0.5, 0 and 00.5 as they look.
--- file m.mln
P(t)
05 P(x)
025 P(x)
0.25 P(x)
0 P(x)
00.5 P(x)
-05 P(x)
@010 P(x)
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
  F1  5     line 2  P(x)
  F2  25    line 3  P(x)
  F3  0.25  line 4  P(x)
  F4  0     line 5  P(x)
  F5  0.5   line 6  P(x)
  F6  -5    line 7  P(x)
  F7  @10   line 8  P(x)
--- stderr
m.mln:2:1: warning: the weight 05 is read as 5
  05 P(x)
  ^~
  hint: write 0.5 if a fraction is meant
m.mln:3:1: warning: the weight 025 is read as 25
  025 P(x)
  ^~~
  hint: write 0.5 if a fraction is meant
m.mln:6:1: warning: the weight 00.5 is read as 0.5
  00.5 P(x)
  ^~~~
  hint: write 0.5 if a fraction is meant
m.mln:7:2: warning: the weight 05 is read as 5
  -05 P(x)
   ^~
  hint: write 0.5 if a fraction is meant
m.mln:8:2: warning: the weight 010 is read as 10
  @010 P(x)
   ^~~
  hint: write 0.5 if a fraction is meant
--- run-sh for d in kerf alchemy tuffy rockit lomrf pracmln; do kerf check --quiet --dialect=$d m.mln 2>/dev/null | grep 'F[12] '; done
--- stdout
  F1  5     line 2  P(x)
  F2  25    line 3  P(x)
  F1  5     line 2  P(x)
  F2  25    line 3  P(x)
  F1  5     line 2  P(x)
  F2  25    line 3  P(x)
  F1  5     line 2  P(x)
  F2  25    line 3  P(x)
  F1  5     line 2  P(x)
  F2  25    line 3  P(x)
  F1  5     line 2  P(x)
  F2  25    line 3  P(x)
--- exit 0

# A constant 05 is a text: it is not 5.
--- file c.mln
P(t)
1 P(05) ^ P(5)
--- run kerf show --quiet c.mln
--- stdout
type t
  named by formulas (2) "05", 5
predicate P(t)
formula
  P("05") ^ P(5)
  weight: 1
