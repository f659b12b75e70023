# Names, numbers, and what is not settled.
--- file m.mln
Größe(person)
Age(person, float_)
Open(course)
Teaches(person, course)
|y| !Open(y) v Teaches(x,y) <= 2
--- run kerf convert --quiet --dialect=kerf --to=tuffy m.mln
--- stderr
m.mln:1:1: error: cannot be written for Tuffy: a name there has letters, digits and _ only
  Größe(person)
  ^~~~~
m.mln:5:1: error: cannot be written for Tuffy: what is counted is not settled before evidence is read
  |y| !Open(y) v Teaches(x,y) <= 2
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
2 errors
--- exit 3
--- run kerf convert --quiet --dialect=kerf --to=rockit m.mln
--- stderr
m.mln:1:1: error: cannot be written for RockIt: a name there has letters, digits and _ only
  Größe(person)
  ^~~~~
m.mln:2:1: error: cannot be written for RockIt: a predicate with a number must be observed there
  Age(person, float_)
  ^~~
2 errors
--- exit 3
--- run kerf convert --quiet --dialect=kerf --to=alchemy m.mln
--- stderr
m.mln:1:1: error: cannot be written for Alchemy: a name there has letters, digits and _ only
  Größe(person)
  ^~~~~
m.mln:2:1: error: cannot be written for Alchemy: there are no numbers as arguments
  Age(person, float_)
  ^~~
m.mln:5:1: error: cannot be written for Alchemy: what is counted is not settled before evidence is read
  |y| !Open(y) v Teaches(x,y) <= 2
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
3 errors
--- exit 3

# Formulas that are no clauses, or hold always or never.
--- file n.mln
*Link(person, person, float_)
Same(person, person)
conf: Link(x,y,conf) ^ Same(x,y)
1 Same(x,y) v !Same(x,y) v Anna = Anna
Anna = Bob.
Same(x,y) ^ x = x ^ x = y.
EXIST y Same(x,y).
1 EXIST y Same(x,y)
|y : Same(x,y) ^ x != y| <= 2.
Same(x,x) v x = y.
1 Same(x,y) v !Same(x,y)
--- run kerf convert --quiet --dialect=kerf --to=tuffy n.mln
--- stderr
n.mln:4:3: warning: this formula is always true
  1 Same(x,y) v !Same(x,y) v Anna = Anna
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
n.mln:5:1: warning: this formula is always false
  Anna = Bob.
  ^~~~~~~~~~
n.mln:3:7: error: cannot be written for Tuffy: its negation would need the opposite of a weight from the data
  conf: Link(x,y,conf) ^ Same(x,y)
        ^~~~~~~~~~~~~~~~~~~~~~~~~~
n.mln:4:3: error: cannot be written for Tuffy: neither it nor its negation is a clause
  1 Same(x,y) v !Same(x,y) v Anna = Anna
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
n.mln:5:1: error: cannot be written for Tuffy: a clause must have a predicate in it
  Anna = Bob.
  ^~~~~~~~~~
n.mln:6:1: error: cannot be written for Tuffy: a clause must have a predicate in it
  Same(x,y) ^ x = x ^ x = y.
  ^~~~~~~~~~~~~~~~~~~~~~~~~
n.mln:9:1: error: cannot be written for Tuffy: a cardinality other than none, one, at most one and at least one cannot be stated
  |y : Same(x,y) ^ x != y| <= 2.
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
n.mln:10:1: error: cannot be written for Tuffy: in one of its clauses a compared variable stands in no predicate
  Same(x,x) v x = y.
  ^~~~~~~~~~~~~~~~~
n.mln:11:3: error: cannot be written for Tuffy: it always holds
  1 Same(x,y) v !Same(x,y)
    ^~~~~~~~~~~~~~~~~~~~~~
7 errors, 2 warnings
--- exit 3
--- run kerf convert --quiet --dialect=kerf --to=rockit n.mln
--- stderr
n.mln:4:3: warning: this formula is always true
  1 Same(x,y) v !Same(x,y) v Anna = Anna
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
n.mln:5:1: warning: this formula is always false
  Anna = Bob.
  ^~~~~~~~~~
n.mln:3:7: error: cannot be written for RockIt: its negation would need the opposite of a weight from the data
  conf: Link(x,y,conf) ^ Same(x,y)
        ^~~~~~~~~~~~~~~~~~~~~~~~~~
n.mln:4:3: error: cannot be written for RockIt: neither it nor its negation is a clause
  1 Same(x,y) v !Same(x,y) v Anna = Anna
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
n.mln:5:1: error: cannot be written for RockIt: it can never hold
  Anna = Bob.
  ^~~~~~~~~~
n.mln:6:1: error: cannot be written for RockIt: there are no comparisons
  Same(x,y) ^ x = x ^ x = y.
  ^~~~~~~~~~~~~~~~~~~~~~~~~
n.mln:8:3: error: cannot be written for RockIt: there is no EXIST
  1 EXIST y Same(x,y)
    ^~~~~~~~~~~~~~~~~
n.mln:9:1: error: cannot be written for RockIt: what is counted must be one hidden literal under observed conditions
  |y : Same(x,y) ^ x != y| <= 2.
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
n.mln:10:1: error: cannot be written for RockIt: there are no comparisons
  Same(x,x) v x = y.
  ^~~~~~~~~~~~~~~~~
n.mln:11:3: error: cannot be written for RockIt: it always holds
  1 Same(x,y) v !Same(x,y)
    ^~~~~~~~~~~~~~~~~~~~~~
8 errors, 2 warnings
--- exit 3

--- run-sh { echo 'P(t)'; printf '(P(x)^P(y))'; printf ' v (P(x%d) ^ P(y%d))' $(seq 40); echo .; } >long.mln; kerf convert --quiet --dialect=kerf --to=tuffy long.mln
--- stderr
long.mln:2:1: error: cannot be written for Tuffy: as clauses it would be too long
  (P(x)^P(y)) v (P(x1) ^ P(y2)) v (P(x3) ^ P(y4)) v (P(x5) ^ P(y6)) v (P(x7) ^ P(y8)) v (P(x9) ^ P(y10...
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
1 error
--- exit 3

# With --partial these are warnings, and a comment takes their place.
--- run kerf convert --quiet --partial --dialect=kerf --to=tuffy m.mln
--- stdout
// written by kerf for Tuffy
// not expressible in Tuffy (a name there has letters, digits and _ only): Größe(person)
Age(person, float_)
Open(course)
Teaches(person, course)

// not expressible in Tuffy (what is counted is not settled before evidence is read): |y| !Open(y) v Teaches(x, y) <= 2.
--- stderr
m.mln:1:1: warning: cannot be written for Tuffy: a name there has letters, digits and _ only
  Größe(person)
  ^~~~~
m.mln:5:1: warning: cannot be written for Tuffy: what is counted is not settled before evidence is read
  |y| !Open(y) v Teaches(x,y) <= 2
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
--- file values.mln
t = {1, ..., 3}
P(t)
1 P(x) => P(min(x, 2))
1 P(max(x, 1)) v P(bins(1, 2, x))
--- run kerf convert --quiet --to=kerf values.mln
--- stdout
// written by kerf for kerf
t = {1, 2, 3}
P(t)

1 P(x) => P(min(x, 2))
1 P(max(x, 1)) v P(bins(1, 2, x))
--- run kerf convert --quiet --to=alchemy values.mln
--- stderr
values.mln:3:3: error: cannot be written for Alchemy: there is no min, max, sqrt or bins
  1 P(x) => P(min(x, 2))
    ^~~~~~~~~~~~~~~~~~~~
values.mln:4:3: error: cannot be written for Alchemy: there is no min, max, sqrt or bins
  1 P(max(x, 1)) v P(bins(1, 2, x))
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
2 errors
--- exit 3
--- run kerf convert --quiet --to=lomrf values.mln
--- stderr
values.mln:3:3: error: cannot be written for LoMRF: there is no min, max, sqrt or bins
  1 P(x) => P(min(x, 2))
    ^~~~~~~~~~~~~~~~~~~~
values.mln:4:3: error: cannot be written for LoMRF: there is no min, max, sqrt or bins
  1 P(max(x, 1)) v P(bins(1, 2, x))
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
2 errors
--- exit 3
