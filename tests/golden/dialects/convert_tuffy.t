# To Tuffy.
--- file m.mln
*Friends(person, person)
**Parent(person, person)
*Score(person, double)
Smokes(person)
Cancer(person)
1.5 Friends(x, y) ^ Smokes(x) => Smokes(y)
-2 Smokes(x)
1 Friends(x, y) ^ Smokes(x) ^ x != y => Smokes(y) v Cancer(y)
EXIST y Friends(x, y) v Smokes(x).
w: Score(x, w) => Cancer(x)
Smokes("Anna") v Cancer(Bob).
0.5 Smokes(x) ^ Cancer(x)
3 Smokes(x) <=> Cancer(x)
Smokes(x) ^ Cancer(x).
--- run kerf convert --to=tuffy m.mln
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
m.mln:13:3: error: cannot be written for Tuffy: neither it nor its negation is a clause
  3 Smokes(x) <=> Cancer(x)
    ^~~~~~~~~~~~~~~~~~~~~~~
1 error
--- exit 3
--- run-sh kerf convert --quiet --to=tuffy --partial m.mln >t.mln; kerf check --quiet t.mln
--- stdout
dialect  tuffy
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  person  2  from formulas and evidence

predicates
  *Friends(person, person)  observed  by the * in declarations
  **Parent(person, person)  observed  by the * in declarations
  *Score(person, double)    observed  by the * in declarations
  Smokes(person)            hidden    by the * in declarations
  Cancer(person)            hidden    by the * in declarations

formulas
  F1  1.5            line 8   !Friends(x, y) v !Smokes(x) v Smokes(y)
  F2  -2             line 9   Smokes(x)
  F3  1              line 10  !Friends(x, y) v !Smokes(x) v x = y v Smokes(y) v Cancer(y)
  F4  hard           line 11  EXIST y (Friends(x, y) v Smokes(x))
  F5  from data (w)  line 12  !Score(x, w) v Cancer(x)
  F6  hard           line 13  Smokes(Anna) v Cancer(Bob)
  F7  -0.5           line 15  !Smokes(x) v !Cancer(x)
  F8  hard           line 17  Smokes(x)
  F9  hard           line 18  Cancer(x)
--- stderr
m.mln:13:3: warning: cannot be written for Tuffy: neither it nor its negation is a clause
  3 Smokes(x) <=> Cancer(x)
    ^~~~~~~~~~~~~~~~~~~~~~~
--- exit 0

# Stars come from what is known: a query or evidence.
--- file q.mln
P(t)
Q(t)
1 P(x) => Q(x)
--- run kerf convert --quiet --to=tuffy q.mln
--- stdout
// written by kerf for Tuffy
P(t)
Q(t)

1 P(x) => Q(x)
--- run kerf convert --quiet --to=tuffy -q Q q.mln
--- stdout
// written by kerf for Tuffy
*P(t)
Q(t)

1 P(x) => Q(x)
--- exit 0

# What it cannot say.
--- file n.mln
Rain
P(t)
Q(t, t)
R(t, u!)
fluent f(t)
H(fluent)
1 Rain v P(x)
2 H(f(x))
P(+x)
3 P(x) ^ FORALL y Q(x, y)
|x : P(x)| <= 2.
|x : P(x)| <= 1.
0.5 |x : P(x)| >= 1
acyclic Q.
4 P(x)
--- run kerf convert --to=tuffy n.mln
--- stderr
n.mln: note: read as kerf; nothing in it calls for another dialect
n.mln:1:1: error: cannot be written for Tuffy: a predicate there has an argument
  Rain
  ^~~~
n.mln:5:8: error: cannot be written for Tuffy: there are no functions
  fluent f(t)
         ^
n.mln:7:3: error: cannot be written for Tuffy: it uses a predicate that cannot be declared
  1 Rain v P(x)
    ^~~~~~~~~~~
n.mln:8:3: error: cannot be written for Tuffy: it uses a function
  2 H(f(x))
    ^~~~~~~
n.mln:9:1: error: cannot be written for Tuffy: it has no weight yet: kerf learn finds one
  P(+x)
  ^~~~~
n.mln:11:1: error: cannot be written for Tuffy: a cardinality other than none, one, at most one and at least one cannot be stated
  |x : P(x)| <= 2.
  ^~~~~~~~~~~~~~~
n.mln:13:5: error: cannot be written for Tuffy: a cardinality with a weight cannot be stated
  0.5 |x : P(x)| >= 1
      ^~~~~~~~~~~~~~~
n.mln:14:9: error: cannot be written for Tuffy: acyclicity cannot be stated
  acyclic Q.
          ^
8 errors
--- exit 3
--- run kerf convert --to=tuffy --partial n.mln
--- stdout
// written by kerf for Tuffy
// not expressible in Tuffy (a predicate there has an argument): Rain
P(t)
Q(t, t)
R(t, u)
H(fluent)
// not expressible in Tuffy (there are no functions): fluent f(t)

// not expressible in Tuffy (it uses a predicate that cannot be declared): 1 Rain v P(x)
// not expressible in Tuffy (it uses a function): 2 H(f(x))
// not expressible in Tuffy (it has no weight yet: kerf learn finds one): (P(+x))
// negated, with the weight's sign changed: the score differs by a constant
-3 EXIST y P(x) => !Q(x, y)
// not expressible in Tuffy (a cardinality other than none, one, at most one and at least one cannot be stated): |x : P(x)| <= 2.
P(x), [x != x2] => !P(x2).
// not expressible in Tuffy (a cardinality with a weight cannot be stated): 0.5 |x : P(x)| >= 1
// not expressible in Tuffy (acyclicity cannot be stated): acyclic Q.
4 P(x)
R(x1, x2), [x2 != x2_2] => !R(x1, x2_2).
EXIST x2 R(x1, x2).
--- stderr
n.mln: note: read as kerf; nothing in it calls for another dialect
n.mln:1:1: warning: cannot be written for Tuffy: a predicate there has an argument
  Rain
  ^~~~
n.mln:5:8: warning: cannot be written for Tuffy: there are no functions
  fluent f(t)
         ^
n.mln:7:3: warning: cannot be written for Tuffy: it uses a predicate that cannot be declared
  1 Rain v P(x)
    ^~~~~~~~~~~
n.mln:8:3: warning: cannot be written for Tuffy: it uses a function
  2 H(f(x))
    ^~~~~~~
n.mln:9:1: warning: cannot be written for Tuffy: it has no weight yet: kerf learn finds one
  P(+x)
  ^~~~~
n.mln:11:1: warning: cannot be written for Tuffy: a cardinality other than none, one, at most one and at least one cannot be stated
  |x : P(x)| <= 2.
  ^~~~~~~~~~~~~~~
n.mln:13:5: warning: cannot be written for Tuffy: a cardinality with a weight cannot be stated
  0.5 |x : P(x)| >= 1
      ^~~~~~~~~~~~~~~
n.mln:14:9: warning: cannot be written for Tuffy: acyclicity cannot be stated
  acyclic Q.
          ^
