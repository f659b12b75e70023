# Weights, dots and labels.
--- file m.mln
P(person)
1 2 P(x)
1.5 P(x).
inf P(x)
@nan P(x)
-infinity P(x)
1 a: 2 P(x)
a: b: P(x)
a: P(x)
a: P(y)
--- run kerf check --quiet m.mln
--- stderr
m.mln:2:3: error: this formula has two weights
  1 2 P(x)
    ^
  hint: remove one of them
m.mln:3:9: error: this formula has a weight and the dot of a hard one
  1.5 P(x).
          ^
  hint: remove one of them
m.mln:4:1: error: a weight must be a finite number
  inf P(x)
  ^~~
  hint: end a hard formula with a dot instead
m.mln:5:2: error: a weight must be a finite number
  @nan P(x)
   ^~~
  hint: end a hard formula with a dot instead
m.mln:6:2: error: a weight must be a finite number
  -infinity P(x)
   ^~~~~~~~
  hint: end a hard formula with a dot instead
m.mln:7:6: error: this formula has two weights
  1 a: 2 P(x)
       ^
  hint: remove one of them
m.mln:8:4: error: this formula has two labels
  a: b: P(x)
     ^
  hint: remove one of them
7 errors
--- exit 3

# Read as the numbers they are, with a warning.
--- file zeros.mln
P(person)
05 P(x)
-025 P(x)
007.5 P(x)
0.5 P(x)
--- run kerf check --quiet zeros.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  person  0  from evidence

predicates
  P(person)  not settled yet

formulas
  F1  5    line 2  P(x)
  F2  -25  line 3  P(x)
  F3  7.5  line 4  P(x)
  F4  0.5  line 5  P(x)
--- stderr
zeros.mln:2:1: warning: the weight 05 is read as 5
  05 P(x)
  ^~
  hint: write 0.5 if a fraction is meant
zeros.mln:3:2: warning: the weight 025 is read as 25
  -025 P(x)
   ^~~
  hint: write 0.5 if a fraction is meant
zeros.mln:4:1: warning: the weight 007.5 is read as 7.5
  007.5 P(x)
  ^~~~~
  hint: write 0.5 if a fraction is meant

--- file data.mln
*Link(person, person, float_)
Same(person, person)
conf: Link(x,y,conf) => Same(x,y).
conf: 2 Link(x,y,conf) => Same(x,y)
conf: Link(x,+y,conf) => Same(x,y)
Same(+x, y).
--- run kerf check --quiet --dialect=kerf data.mln
--- stderr
data.mln:3:1: error: this formula has a weight from data and another one
  conf: Link(x,y,conf) => Same(x,y).
  ^~~~
  hint: remove the weight or the dot
data.mln:4:1: error: this formula has a weight from data and another one
  conf: 2 Link(x,y,conf) => Same(x,y)
  ^~~~
  hint: remove the weight or the dot
data.mln:5:7: error: a data-weighted formula has no weights of its own to tell apart
  conf: Link(x,+y,conf) => Same(x,y)
        ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: remove the + signs
data.mln:6:1: error: a hard formula has no weights of its own to tell apart
  Same(+x, y).
  ^~~~~~~~~~~
  hint: remove the + signs
4 errors
--- exit 3

--- file labels.mln
P(person)
a: 1 P(x)
b: 1 !P(x)
a: 2 P(x) v P(y)
--- run kerf check --quiet labels.mln
--- stderr
labels.mln:4:6: error: the label a is already used at labels.mln:2
  a: 2 P(x) v P(y)
       ^~~~~~~~~~~
  hint: rename one of them
1 error
--- exit 3
