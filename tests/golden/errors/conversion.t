# What another dialect cannot say, at its line.
--- file m.mln
*Link(person, person, float_)
*Next(time)
person = {Anna, "x,y"}
Smokes(person)
Friends(person, person)
Rains
person father(person)
At(time)
conf: Link(x,y,conf) => Friends(x,y)
acyclic Friends.
1 |y : Friends(x,y)| <= 3
|y : Friends(x,y)| <= 3.
1 Smokes(father(x))
1 Smokes(x) <=> Friends(x,x)
Smokes(x)
1 EXIST y Friends(x,y) ^ Smokes(y)
1 EXIST y FORALL z Friends(y,z)
EXIST y FORALL z Friends(y,z).
EXIST y (Friends(x,y) ^ Smokes(y)).
1 At(t + 1)
1 Next(t) ^ t < 3
1 Smokes("x,y")
1 Rains
1 substr(x, y) ^ Friends(x, y)
1 Link(x,y,3)
1 Anna = Bob
--- run kerf convert --quiet --dialect=kerf --to=alchemy m.mln
--- stderr
m.mln:26:3: warning: this formula is always false
  1 Anna = Bob
    ^~~~~~~~~~
m.mln:1:2: error: cannot be written for Alchemy: there are no numbers as arguments
  *Link(person, person, float_)
   ^~~~
m.mln:9:7: error: cannot be written for Alchemy: it uses a predicate that cannot be declared
  conf: Link(x,y,conf) => Friends(x,y)
        ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
m.mln:10:9: error: cannot be written for Alchemy: acyclicity cannot be stated
  acyclic Friends.
          ^~~~~~~
m.mln:11:3: error: cannot be written for Alchemy: a cardinality with a weight cannot be stated
  1 |y : Friends(x,y)| <= 3
    ^~~~~~~~~~~~~~~~~~~~~~~
m.mln:12:1: error: cannot be written for Alchemy: a cardinality other than none, one, at most one and at least one cannot be stated
  |y : Friends(x,y)| <= 3.
  ^~~~~~~~~~~~~~~~~~~~~~~
m.mln:14:3: error: cannot be written for Alchemy: its weight would be divided over several clauses
  1 Smokes(x) <=> Friends(x,x)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~
m.mln:16:3: error: cannot be written for Alchemy: its weight would be divided over several clauses
  1 EXIST y Friends(x,y) ^ Smokes(y)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
m.mln:17:3: error: cannot be written for Alchemy: its weight would be divided over several clauses
  1 EXIST y FORALL z Friends(y,z)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
m.mln:25:3: error: cannot be written for Alchemy: it uses a predicate that cannot be declared
  1 Link(x,y,3)
    ^~~~~~~~~~~
m.mln:26:3: error: cannot be written for Alchemy: its weight would be divided over several clauses
  1 Anna = Bob
    ^~~~~~~~~~
10 errors, 1 warning
--- exit 3
--- run kerf convert --quiet --dialect=kerf --to=tuffy m.mln
--- stderr
m.mln:26:3: warning: this formula is always false
  1 Anna = Bob
    ^~~~~~~~~~
m.mln:6:1: error: cannot be written for Tuffy: a predicate there has an argument
  Rains
  ^~~~~
m.mln:7:8: error: cannot be written for Tuffy: there are no functions
  person father(person)
         ^~~~~~
m.mln:10:9: error: cannot be written for Tuffy: acyclicity cannot be stated
  acyclic Friends.
          ^~~~~~~
m.mln:11:3: error: cannot be written for Tuffy: a cardinality with a weight cannot be stated
  1 |y : Friends(x,y)| <= 3
    ^~~~~~~~~~~~~~~~~~~~~~~
m.mln:12:1: error: cannot be written for Tuffy: a cardinality other than none, one, at most one and at least one cannot be stated
  |y : Friends(x,y)| <= 3.
  ^~~~~~~~~~~~~~~~~~~~~~~
m.mln:13:3: error: cannot be written for Tuffy: it uses a function
  1 Smokes(father(x))
    ^~~~~~~~~~~~~~~~~
m.mln:14:3: error: cannot be written for Tuffy: neither it nor its negation is a clause
  1 Smokes(x) <=> Friends(x,x)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~
m.mln:15:1: error: cannot be written for Tuffy: it has no weight yet: kerf learn finds one
  Smokes(x)
  ^~~~~~~~~
m.mln:16:3: error: cannot be written for Tuffy: neither it nor its negation is a clause
  1 EXIST y Friends(x,y) ^ Smokes(y)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
m.mln:17:3: error: cannot be written for Tuffy: neither it nor its negation is a clause
  1 EXIST y FORALL z Friends(y,z)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
m.mln:18:1: error: cannot be written for Tuffy: a FORALL stands inside an EXIST
  EXIST y FORALL z Friends(y,z).
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
m.mln:19:1: error: cannot be written for Tuffy: an EXIST covers a conjunction, which is more than one clause
  EXIST y (Friends(x,y) ^ Smokes(y)).
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
m.mln:20:3: error: cannot be written for Tuffy: there is no arithmetic inside an atom
  1 At(t + 1)
    ^~~~~~~~~
m.mln:23:3: error: cannot be written for Tuffy: it uses a predicate that cannot be declared
  1 Rains
    ^~~~~
m.mln:24:3: error: cannot be written for Tuffy: substr() as a condition cannot be stated
  1 substr(x, y) ^ Friends(x, y)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
m.mln:26:3: error: cannot be written for Tuffy: neither it nor its negation is a clause
  1 Anna = Bob
    ^~~~~~~~~~
16 errors, 1 warning
--- exit 3
--- run kerf convert --quiet --dialect=kerf --to=rockit m.mln
--- stderr
m.mln:26:3: warning: this formula is always false
  1 Anna = Bob
    ^~~~~~~~~~
m.mln:6:1: error: cannot be written for RockIt: a predicate there has an argument
  Rains
  ^~~~~
m.mln:7:8: error: cannot be written for RockIt: there are no functions
  person father(person)
         ^~~~~~
m.mln:3:1: error: cannot be written for RockIt: the constants of a type come from the evidence there
  person = {Anna, "x,y"}
  ^~~~~~
m.mln:10:9: error: cannot be written for RockIt: acyclicity cannot be stated
  acyclic Friends.
          ^~~~~~~
m.mln:11:3: error: cannot be written for RockIt: a cardinality with a weight cannot be stated
  1 |y : Friends(x,y)| <= 3
    ^~~~~~~~~~~~~~~~~~~~~~~
m.mln:13:3: error: cannot be written for RockIt: it uses a function
  1 Smokes(father(x))
    ^~~~~~~~~~~~~~~~~
m.mln:14:3: error: cannot be written for RockIt: neither it nor its negation is a clause
  1 Smokes(x) <=> Friends(x,x)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~
m.mln:15:1: error: cannot be written for RockIt: it has no weight yet: kerf learn finds one
  Smokes(x)
  ^~~~~~~~~
m.mln:16:3: error: cannot be written for RockIt: neither it nor its negation is a clause
  1 EXIST y Friends(x,y) ^ Smokes(y)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
m.mln:17:3: error: cannot be written for RockIt: neither it nor its negation is a clause
  1 EXIST y FORALL z Friends(y,z)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
m.mln:18:1: error: cannot be written for RockIt: a FORALL stands inside an EXIST
  EXIST y FORALL z Friends(y,z).
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
m.mln:19:1: error: cannot be written for RockIt: an EXIST covers a conjunction, which is more than one clause
  EXIST y (Friends(x,y) ^ Smokes(y)).
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
m.mln:20:3: error: cannot be written for RockIt: a term there is a variable or a constant
  1 At(t + 1)
    ^~~~~~~~~
m.mln:21:3: error: cannot be written for RockIt: there are no comparisons
  1 Next(t) ^ t < 3
    ^~~~~~~~~~~~~~~
m.mln:22:3: error: cannot be written for RockIt: a constant there cannot hold quotes, commas, brackets or backslashes
  1 Smokes("x,y")
    ^~~~~~~~~~~~~
m.mln:23:3: error: cannot be written for RockIt: it uses a predicate that cannot be declared
  1 Rains
    ^~~~~
m.mln:24:3: error: cannot be written for RockIt: substr() as a condition cannot be stated
  1 substr(x, y) ^ Friends(x, y)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
m.mln:25:3: error: cannot be written for RockIt: a number cannot stand in a formula
  1 Link(x,y,3)
    ^~~~~~~~~~~
m.mln:26:3: error: cannot be written for RockIt: neither it nor its negation is a clause
  1 Anna = Bob
    ^~~~~~~~~~
19 errors, 1 warning
--- exit 3
--- run kerf convert --quiet --dialect=kerf --to=kerf m.mln
--- stdout
// written by kerf for kerf
person = {Anna, "x,y"}
*Link(person, person, double)
*Next(time)
Smokes(person)
Friends(person, person)
Rains
At(time)
person father(person)

conf: Link(x, y, conf) => Friends(x, y)
acyclic Friends.
1 |y : Friends(x, y)| <= 3
|y : Friends(x, y)| <= 3.
1 Smokes(father(x))
1 Smokes(x) <=> Friends(x, x)
(Smokes(x))
1 EXIST y (Friends(x, y) ^ Smokes(y))
1 EXIST y FORALL z Friends(y, z)
EXIST y FORALL z Friends(y, z).
EXIST y (Friends(x, y) ^ Smokes(y)).
1 At(t + 1)
1 Next(t) ^ t < 3
1 Smokes("x,y")
1 Rains
1 substr(x, y) ^ Friends(x, y)
1 Link(x, y, 3)
1 0 != 0
--- stderr
m.mln:26:3: warning: this formula is always false
  1 Anna = Bob
    ^~~~~~~~~~
--- exit 0

# Cardinalities for RockIt.
--- file c.mln
*Open(course)
Teaches(person, course)
Likes(person, course)
|y : Teaches(x,y) ^ Likes(x,y)| <= 2.
|y : !Teaches(x,y)| <= 2.
|y : Open(y)| <= 2.
|z,y : Teaches(x,y) ^ Open(z)| <= 2.
|y : Teaches(x,y) ^ Open(y)| >= 1.
|y : Teaches(x,y) ^ Open(y)| <= 2.
2 |y : Teaches(x,y)| <= 2
--- run kerf convert --quiet --to=rockit c.mln
--- stderr
c.mln:6:1: warning: nothing hidden is counted here; the evidence alone decides it
  |y : Open(y)| <= 2.
  ^~~~~~~~~~~~~~~~~~
c.mln:4:1: error: cannot be written for RockIt: what is counted must be one hidden literal, not negated
  |y : Teaches(x,y) ^ Likes(x,y)| <= 2.
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
c.mln:5:1: error: cannot be written for RockIt: what is counted must be one hidden literal, not negated
  |y : !Teaches(x,y)| <= 2.
  ^~~~~~~~~~~~~~~~~~~~~~~~
c.mln:6:1: error: cannot be written for RockIt: what is counted must be a hidden literal
  |y : Open(y)| <= 2.
  ^~~~~~~~~~~~~~~~~~
c.mln:7:1: error: cannot be written for RockIt: each counted variable must stand in the hidden literal
  |z,y : Teaches(x,y) ^ Open(z)| <= 2.
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
c.mln:8:1: error: cannot be written for RockIt: a lower bound holds only where the conditions do there
  |y : Teaches(x,y) ^ Open(y)| >= 1.
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
c.mln:10:3: error: cannot be written for RockIt: a cardinality with a weight cannot be stated
  2 |y : Teaches(x,y)| <= 2
    ^~~~~~~~~~~~~~~~~~~~~~~
6 errors, 1 warning
--- exit 3
--- run kerf convert --quiet --to=rockit -q Teaches,Likes c.mln
--- stderr
c.mln:6:1: warning: nothing hidden is counted here; the evidence alone decides it
  |y : Open(y)| <= 2.
  ^~~~~~~~~~~~~~~~~~
c.mln:4:1: error: cannot be written for RockIt: what is counted must be one hidden literal, not negated
  |y : Teaches(x,y) ^ Likes(x,y)| <= 2.
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
c.mln:5:1: error: cannot be written for RockIt: what is counted must be one hidden literal, not negated
  |y : !Teaches(x,y)| <= 2.
  ^~~~~~~~~~~~~~~~~~~~~~~~
c.mln:6:1: error: cannot be written for RockIt: what is counted must be a hidden literal
  |y : Open(y)| <= 2.
  ^~~~~~~~~~~~~~~~~~
c.mln:7:1: error: cannot be written for RockIt: each counted variable must stand in the hidden literal
  |z,y : Teaches(x,y) ^ Open(z)| <= 2.
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
c.mln:8:1: error: cannot be written for RockIt: a lower bound holds only where the conditions do there
  |y : Teaches(x,y) ^ Open(y)| >= 1.
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
c.mln:10:3: error: cannot be written for RockIt: a cardinality with a weight cannot be stated
  2 |y : Teaches(x,y)| <= 2
    ^~~~~~~~~~~~~~~~~~~~~~~
6 errors, 1 warning
--- exit 3
--- run kerf convert --quiet --to=tuffy -q Teaches,Likes c.mln
--- stderr
c.mln:6:1: warning: nothing hidden is counted here; the evidence alone decides it
  |y : Open(y)| <= 2.
  ^~~~~~~~~~~~~~~~~~
c.mln:4:1: error: cannot be written for Tuffy: a cardinality other than none, one, at most one and at least one cannot be stated
  |y : Teaches(x,y) ^ Likes(x,y)| <= 2.
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
c.mln:5:1: error: cannot be written for Tuffy: a cardinality other than none, one, at most one and at least one cannot be stated
  |y : !Teaches(x,y)| <= 2.
  ^~~~~~~~~~~~~~~~~~~~~~~~
c.mln:6:1: error: cannot be written for Tuffy: a cardinality other than none, one, at most one and at least one cannot be stated
  |y : Open(y)| <= 2.
  ^~~~~~~~~~~~~~~~~~
c.mln:7:1: error: cannot be written for Tuffy: a cardinality other than none, one, at most one and at least one cannot be stated
  |z,y : Teaches(x,y) ^ Open(z)| <= 2.
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
c.mln:8:1: error: cannot be written for Tuffy: an EXIST covers a conjunction, which is more than one clause
  |y : Teaches(x,y) ^ Open(y)| >= 1.
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
c.mln:9:1: error: cannot be written for Tuffy: a cardinality other than none, one, at most one and at least one cannot be stated
  |y : Teaches(x,y) ^ Open(y)| <= 2.
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
c.mln:10:3: error: cannot be written for Tuffy: a cardinality with a weight cannot be stated
  2 |y : Teaches(x,y)| <= 2
    ^~~~~~~~~~~~~~~~~~~~~~~
7 errors, 1 warning
--- exit 3
--- run kerf convert --quiet --to=alchemy -q Teaches,Likes c.mln
--- stderr
c.mln:6:1: warning: nothing hidden is counted here; the evidence alone decides it
  |y : Open(y)| <= 2.
  ^~~~~~~~~~~~~~~~~~
c.mln:4:1: error: cannot be written for Alchemy: a cardinality other than none, one, at most one and at least one cannot be stated
  |y : Teaches(x,y) ^ Likes(x,y)| <= 2.
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
c.mln:5:1: error: cannot be written for Alchemy: a cardinality other than none, one, at most one and at least one cannot be stated
  |y : !Teaches(x,y)| <= 2.
  ^~~~~~~~~~~~~~~~~~~~~~~~
c.mln:6:1: error: cannot be written for Alchemy: a cardinality other than none, one, at most one and at least one cannot be stated
  |y : Open(y)| <= 2.
  ^~~~~~~~~~~~~~~~~~
c.mln:7:1: error: cannot be written for Alchemy: a cardinality other than none, one, at most one and at least one cannot be stated
  |z,y : Teaches(x,y) ^ Open(z)| <= 2.
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
c.mln:9:1: error: cannot be written for Alchemy: a cardinality other than none, one, at most one and at least one cannot be stated
  |y : Teaches(x,y) ^ Open(y)| <= 2.
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
c.mln:10:3: error: cannot be written for Alchemy: a cardinality with a weight cannot be stated
  2 |y : Teaches(x,y)| <= 2
    ^~~~~~~~~~~~~~~~~~~~~~~
6 errors, 1 warning
--- exit 3
