# To Alchemy: what it can say.
--- file m.mln
person = {Anna, Bob}
*Friends(person, person)
Smokes(person)
Cancer(person)
Room(person, room!)
place home(person)
At(person, place)
1.5 Friends(x, y) ^ Smokes(x) => Smokes(y)
2 Smokes(x) ^ Cancer(x)
-1 Smokes(x) => Cancer(x)
EXIST y Friends(x, y).
Smokes(+x) => Cancer(x)
Cancer("Anna") v x != y v Smokes(x) v Smokes(y).
3 At(x, home(x))
0.001 Smokes(x)
1e-7 Cancer(x)
Cancer(x)
--- run kerf convert --to=alchemy m.mln
--- stdout
// written by kerf for Alchemy
// hidden, to be named with -q: Smokes,Cancer,Room,At
person = {Anna, Bob}
Friends(person, person)
Smokes(person)
Cancer(person)
Room(person, room!)
At(person, place)
place home(person)

1.5 Friends(x, y) ^ Smokes(x) => Smokes(y)
// negated, with the weight's sign changed: the score differs by a constant
-2 !Smokes(x) v !Cancer(x)
-1 Smokes(x) => Cancer(x)
EXIST y Friends(x, y).
(Smokes(+x) => Cancer(+x))
Cancer(Anna) v !(x = y) v Smokes(x) v Smokes(y).
3 At(x, home(x))
0.001 Smokes(x)
1e-7 Cancer(x)
(Cancer(x))
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
--- run-sh kerf convert --quiet --to=alchemy m.mln >a.mln; kerf check --quiet --dialect=alchemy a.mln
--- stdout
dialect  alchemy
meaning  a weighted formula counts clause by clause, its weight divided; a hard one must hold
worlds   none read

types
  person  2  listed
  room    0  from evidence
  place   0  from evidence

predicates
  Friends(person, person)  not settled yet
  Smokes(person)           not settled yet
  Cancer(person)           not settled yet
  Room(person, room!)      not settled yet
  At(person, place)        not settled yet

functions
  place home(person)

formulas
  F1   1.5    line 11  !Friends(x, y) v !Smokes(x) v Smokes(y)
  F2   -2     line 13  !Smokes(x) v !Cancer(x)
  F3   -1     line 14  !Smokes(x) v Cancer(x)
  F4   hard   line 15  EXIST y Friends(x, y)
  F5   learn  line 16  !Smokes(+x) v Cancer(+x)
  F6   hard   line 17  Cancer(Anna) v x != y v Smokes(x) v Smokes(y)
  F7   3      line 18  At(x, home(x))
  F8   0.001  line 19  Smokes(x)
  F9   1e-7   line 20  Cancer(x)
  F10  learn  line 21  Cancer(x)

decisions
  in Room exactly one room per person (hard, from the mark in its declaration)
  weights are divided evenly over the clauses of their formula
  clauses that always hold and leading universal quantifiers are dropped
  2 formulas have no weight: to be learned, not for map
--- exit 0

# What it cannot say is an error at its line, and nothing is written.
--- file n.mln
*Score(person, double)
P(person)
Q(person, person)
Boss(person, person?)
1 P(x)
w: Score(x, w) => P(x)
|x : P(x)| <= 2.
0.5 |x : P(x)| >= 1
|x : P(x)| <= 1.
acyclic Q.
@2 P(x)
2 P(x) <=> Q(x, x)
--- run kerf convert --to=alchemy n.mln
--- stderr
n.mln: note: read as kerf; nothing in it calls for another dialect
n.mln:1:2: error: cannot be written for Alchemy: there are no numbers as arguments
  *Score(person, double)
   ^~~~~
n.mln:6:4: error: cannot be written for Alchemy: it uses a predicate that cannot be declared
  w: Score(x, w) => P(x)
     ^~~~~~~~~~~~~~~~~~~
n.mln:7:1: error: cannot be written for Alchemy: a cardinality other than none, one, at most one and at least one cannot be stated
  |x : P(x)| <= 2.
  ^~~~~~~~~~~~~~~
n.mln:8:5: error: cannot be written for Alchemy: a cardinality with a weight cannot be stated
  0.5 |x : P(x)| >= 1
      ^~~~~~~~~~~~~~~
n.mln:10:9: error: cannot be written for Alchemy: acyclicity cannot be stated
  acyclic Q.
          ^
n.mln:12:3: error: cannot be written for Alchemy: its weight would be divided over several clauses
  2 P(x) <=> Q(x, x)
    ^~~~~~~~~~~~~~~~
6 errors
--- exit 3
--- run kerf convert --to=alchemy -o out.mln n.mln
--- stderr
n.mln: note: read as kerf; nothing in it calls for another dialect
n.mln:1:2: error: cannot be written for Alchemy: there are no numbers as arguments
  *Score(person, double)
   ^~~~~
n.mln:6:4: error: cannot be written for Alchemy: it uses a predicate that cannot be declared
  w: Score(x, w) => P(x)
     ^~~~~~~~~~~~~~~~~~~
n.mln:7:1: error: cannot be written for Alchemy: a cardinality other than none, one, at most one and at least one cannot be stated
  |x : P(x)| <= 2.
  ^~~~~~~~~~~~~~~
n.mln:8:5: error: cannot be written for Alchemy: a cardinality with a weight cannot be stated
  0.5 |x : P(x)| >= 1
      ^~~~~~~~~~~~~~~
n.mln:10:9: error: cannot be written for Alchemy: acyclicity cannot be stated
  acyclic Q.
          ^
n.mln:12:3: error: cannot be written for Alchemy: its weight would be divided over several clauses
  2 P(x) <=> Q(x, x)
    ^~~~~~~~~~~~~~~~
6 errors
--- exit 3
--- run-sh test -e out.mln || echo nothing was written
--- stdout
nothing was written
--- run kerf convert --to=alchemy --partial n.mln
--- stdout
// written by kerf for Alchemy
// hidden, to be named with -q: P,Q,Boss
// not expressible in Alchemy (there are no numbers as arguments): *Score(person, double)
P(person)
Q(person, person)
Boss(person, person)

1 P(x)
// not expressible in Alchemy (it uses a predicate that cannot be declared): w: Score(x, w) => P(x)
// not expressible in Alchemy (a cardinality other than none, one, at most one and at least one cannot be stated): |x : P(x)| <= 2.
// not expressible in Alchemy (a cardinality with a weight cannot be stated): 0.5 |x : P(x)| >= 1
!P(x) v !P(x2) v x = x2.
// not expressible in Alchemy (acyclicity cannot be stated): acyclic Q.
// the weight is fixed in learning
2 P(x)
// not expressible in Alchemy (its weight would be divided over several clauses): 2 P(x) <=> Q(x, x)
!Boss(x1, x2) v !Boss(x1, x2_2) v x2 = x2_2.
--- stderr
n.mln: note: read as kerf; nothing in it calls for another dialect
n.mln:1:2: warning: cannot be written for Alchemy: there are no numbers as arguments
  *Score(person, double)
   ^~~~~
n.mln:6:4: warning: cannot be written for Alchemy: it uses a predicate that cannot be declared
  w: Score(x, w) => P(x)
     ^~~~~~~~~~~~~~~~~~~
n.mln:7:1: warning: cannot be written for Alchemy: a cardinality other than none, one, at most one and at least one cannot be stated
  |x : P(x)| <= 2.
  ^~~~~~~~~~~~~~~
n.mln:8:5: warning: cannot be written for Alchemy: a cardinality with a weight cannot be stated
  0.5 |x : P(x)| >= 1
      ^~~~~~~~~~~~~~~
n.mln:10:9: warning: cannot be written for Alchemy: acyclicity cannot be stated
  acyclic Q.
          ^
n.mln:12:3: warning: cannot be written for Alchemy: its weight would be divided over several clauses
  2 P(x) <=> Q(x, x)
    ^~~~~~~~~~~~~~~~
--- run-sh kerf convert --quiet --to=alchemy --partial n.mln 2>/dev/null >p.mln; kerf check --quiet --dialect=alchemy p.mln
--- stdout
dialect  alchemy
meaning  a weighted formula counts clause by clause, its weight divided; a hard one must hold
worlds   none read

types
  person  0  from evidence

predicates
  P(person)             not settled yet
  Q(person, person)     not settled yet
  Boss(person, person)  not settled yet

formulas
  F1  1     line 8   P(x)
  F2  hard  line 12  !P(x) v !P(x2) v x = x2
  F3  2     line 15  P(x)
  F4  hard  line 17  !Boss(x1, x2) v !Boss(x1, x2_2) v x2 = x2_2

decisions
  weights are divided evenly over the clauses of their formula
  clauses that always hold and leading universal quantifiers are dropped
