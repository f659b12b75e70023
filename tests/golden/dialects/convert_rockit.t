# To RockIt.
--- file m.mln
*Friends(person, person)
*Score(person, double)
Smokes(person)
Cancer(person)
1.5 Friends(x, y) ^ Smokes(x) => Smokes(y)
-2 Smokes(X1)
w: Score(x, w) => Cancer(x)
Smokes("Anna") v Cancer(Bob).
|y : Friends(x, y) ^ Smokes(y)| <= 2.
|x : Cancer(x)| >= 1.
0.001 Cancer(x)
--- run kerf convert --to=rockit m.mln
--- stdout
// written by kerf for RockIt
*Friends(person, person)
*Score(person, float_)
Smokes(person)
Cancer(person)

1.5 !Friends(x, y) v !Smokes(x) v Smokes(y)
-2 Smokes("X1")
w: !Score(x, w) v Cancer(x)
Smokes("Anna") v Cancer("Bob").
|y| !Friends(x, y) v Smokes(y) <= 2
|x| Cancer(x) >= 1
0.001 Cancer(x)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
--- run-sh kerf convert --quiet --to=rockit m.mln >r.mln; kerf check --quiet r.mln
--- stdout
dialect  rockit
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  person  3  from formulas and evidence

predicates
  *Friends(person, person)  observed  by the * in declarations
  *Score(person, double)    observed  by the * in declarations
  Smokes(person)            hidden    by the * in declarations
  Cancer(person)            hidden    by the * in declarations

formulas
  F1  1.5            line 7   !Friends(x, y) v !Smokes(x) v Smokes(y)
  F2  -2             line 8   Smokes(X1)
  F3  from data (w)  line 9   !Score(x, w) v Cancer(x)
  F4  hard           line 10  Smokes(Anna) v Cancer(Bob)
  F5  hard           line 11  |y : Friends(x, y) ^ Smokes(y)| <= 2
  F6  hard           line 12  |x : Cancer(x)| >= 1
  F7  0.001          line 13  Cancer(x)
--- exit 0

# It wants to know what is observed.
--- file q.mln
P(t)
Q(t)
1 P(x) => Q(x)
|x : P(x) ^ Q(x)| <= 1.
--- run kerf convert --quiet --to=rockit q.mln
--- stderr
q.mln:4:1: error: cannot be written for RockIt: what is counted must be one hidden literal, not negated
  |x : P(x) ^ Q(x)| <= 1.
  ^~~~~~~~~~~~~~~~~~~~~~
1 error
--- exit 3
--- run kerf convert --quiet --to=rockit -q Q q.mln
--- stdout
// written by kerf for RockIt
*P(t)
Q(t)

1 !P(x) v Q(x)
|x| !P(x) v Q(x) <= 1
--- exit 0

# What it cannot say.
--- file n.mln
t = {A, B}
Rain
P(t)
Q(t, t)
R(t, u!)
S(name)
1 Rain v P(x)
2 P(x) ^ P(y)
3 P(x) v x = A
P(+x)
EXIST y Q(x, y).
0.5 |x : P(x)| >= 1
|x : P(x)| = 2.
acyclic Q.
4 P(x)
5 S("quo\"te")
6 S("plain text")
--- run kerf convert --to=rockit n.mln
--- stderr
n.mln: note: read as kerf; nothing in it calls for another dialect
n.mln:2:1: error: cannot be written for RockIt: a predicate there has an argument
  Rain
  ^~~~
n.mln:1:1: error: cannot be written for RockIt: the constants of a type come from the evidence there
  t = {A, B}
  ^
n.mln:7:3: error: cannot be written for RockIt: it uses a predicate that cannot be declared
  1 Rain v P(x)
    ^~~~~~~~~~~
n.mln:9:3: error: cannot be written for RockIt: there are no comparisons
  3 P(x) v x = A
    ^~~~~~~~~~~~
n.mln:10:1: error: cannot be written for RockIt: it has no weight yet: kerf learn finds one
  P(+x)
  ^~~~~
n.mln:12:5: error: cannot be written for RockIt: a cardinality with a weight cannot be stated
  0.5 |x : P(x)| >= 1
      ^~~~~~~~~~~~~~~
n.mln:14:9: error: cannot be written for RockIt: acyclicity cannot be stated
  acyclic Q.
          ^
n.mln:16:3: error: cannot be written for RockIt: a constant there cannot hold quotes, commas, brackets or backslashes
  5 S("quo\"te")
    ^~~~~~~~~~~~
8 errors
--- exit 3
--- run kerf convert --to=rockit --partial n.mln
--- stdout
// written by kerf for RockIt
// not expressible in RockIt (a predicate there has an argument): Rain
P(t)
Q(t, t)
R(t, u)
S(name)
// not expressible in RockIt (the constants of a type come from the evidence there): t = {A, B}

// not expressible in RockIt (it uses a predicate that cannot be declared): 1 Rain v P(x)
// negated, with the weight's sign changed: the score differs by a constant
-2 !P(x) v !P(y)
// not expressible in RockIt (there are no comparisons): 3 P(x) v x = A
// not expressible in RockIt (it has no weight yet: kerf learn finds one): (P(+x))
|y| Q(x, y) >= 1
// not expressible in RockIt (a cardinality with a weight cannot be stated): 0.5 |x : P(x)| >= 1
|x| P(x) <= 2
|x| P(x) >= 2
// not expressible in RockIt (acyclicity cannot be stated): acyclic Q.
4 P(x)
// not expressible in RockIt (a constant there cannot hold quotes, commas, brackets or backslashes): 5 S("quo\"te")
6 S("plain text")
|x2| R(x1, x2) <= 1
|x2| R(x1, x2) >= 1
--- stderr
n.mln: note: read as kerf; nothing in it calls for another dialect
n.mln:2:1: warning: cannot be written for RockIt: a predicate there has an argument
  Rain
  ^~~~
n.mln:1:1: warning: cannot be written for RockIt: the constants of a type come from the evidence there
  t = {A, B}
  ^
n.mln:7:3: warning: cannot be written for RockIt: it uses a predicate that cannot be declared
  1 Rain v P(x)
    ^~~~~~~~~~~
n.mln:9:3: warning: cannot be written for RockIt: there are no comparisons
  3 P(x) v x = A
    ^~~~~~~~~~~~
n.mln:10:1: warning: cannot be written for RockIt: it has no weight yet: kerf learn finds one
  P(+x)
  ^~~~~
n.mln:12:5: warning: cannot be written for RockIt: a cardinality with a weight cannot be stated
  0.5 |x : P(x)| >= 1
      ^~~~~~~~~~~~~~~
n.mln:14:9: warning: cannot be written for RockIt: acyclicity cannot be stated
  acyclic Q.
          ^
n.mln:16:3: warning: cannot be written for RockIt: a constant there cannot hold quotes, commas, brackets or backslashes
  5 S("quo\"te")
    ^~~~~~~~~~~~
--- exit 0

# Where there is no such dialect.
--- run kerf convert --to=pracmln m.mln
--- stderr
kerf: bad value 'pracmln' for option --to: expected one of alchemy|tuffy|rockit|lomrf|kerf
Try 'kerf convert -h'.
--- exit 2
--- run kerf convert m.mln
--- stderr
kerf: convert to what? --to=alchemy, tuffy, rockit, lomrf or kerf
Try 'kerf convert -h'.
--- exit 2
