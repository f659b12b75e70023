# kerf's own dialect: everything in one model.
--- file m.mln
person = {Anna, Bob}
time = {1, ..., 3}
*Score(person, double)
*Friends(person, person)
Smokes(person)
Cancer(person)
Room(person, room!)
At(person, place, time)
place home(person)

smoke: 1.5 Friends(x, y) ^ Smokes(x) => Smokes(y)
@-0.5 Smokes(x)
w: Score(x, w) => Cancer(x)
Smokes(+x) => Cancer(x)
Cancer(x) => Smokes(x).
few: |y : Friends(x, y) ^ Smokes(y)| <= 2.
0.7 |x : Cancer(x)| >= 1
acyclic Before.
Before(person, person)
1 At(x, home(x), t) => At(x, home(x), t + 1)
2 At(x, p, t) ^ At(x, q, t) => p = q
--- run kerf check m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  person  2  listed
  time    3  listed
  room    0  from evidence
  place   0  from evidence

predicates
  *Score(person, double)    observed  by the * in declarations
  *Friends(person, person)  observed  by the * in declarations
  Smokes(person)            hidden    by the * in declarations
  Cancer(person)            hidden    by the * in declarations
  Room(person, room!)       hidden    by the * in declarations
  At(person, place, time)   hidden    by the * in declarations
  Before(person, person)    hidden    by the * in declarations

functions
  place home(person)  each application is a constant of its own

formulas
  smoke  1.5            line 11  !Friends(x, y) v !Smokes(x) v Smokes(y)
  F2     @-0.5          line 12  Smokes(x)
  F3     from data (w)  line 13  !Score(x, w) v Cancer(x)
  F4     learn          line 14  !Smokes(+x) v Cancer(+x)
  F5     hard           line 15  !Cancer(x) v Smokes(x)
  few    hard           line 16  |y : Friends(x, y) ^ Smokes(y)| <= 2
  F7     0.7            line 17  |x : Cancer(x)| >= 1
  F8     hard           line 18  acyclic Before
  F9     1              line 20  !At(x, home(x), t) v At(x, home(x), t + 1)
  F10    2              line 21  !At(x, p, t) v !At(x, q, t) v p = q

decisions
  in Room exactly one room per person (hard, from the mark in its declaration)
  1 formula has no weight: to be learned, not for map
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
--- run kerf check --dialect=kerf m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  person  2  listed
  time    3  listed
  room    0  from evidence
  place   0  from evidence

predicates
  *Score(person, double)    observed  by the * in declarations
  *Friends(person, person)  observed  by the * in declarations
  Smokes(person)            hidden    by the * in declarations
  Cancer(person)            hidden    by the * in declarations
  Room(person, room!)       hidden    by the * in declarations
  At(person, place, time)   hidden    by the * in declarations
  Before(person, person)    hidden    by the * in declarations

functions
  place home(person)  each application is a constant of its own

formulas
  smoke  1.5            line 11  !Friends(x, y) v !Smokes(x) v Smokes(y)
  F2     @-0.5          line 12  Smokes(x)
  F3     from data (w)  line 13  !Score(x, w) v Cancer(x)
  F4     learn          line 14  !Smokes(+x) v Cancer(+x)
  F5     hard           line 15  !Cancer(x) v Smokes(x)
  few    hard           line 16  |y : Friends(x, y) ^ Smokes(y)| <= 2
  F7     0.7            line 17  |x : Cancer(x)| >= 1
  F8     hard           line 18  acyclic Before
  F9     1              line 20  !At(x, home(x), t) v At(x, home(x), t + 1)
  F10    2              line 21  !At(x, p, t) v !At(x, q, t) v p = q

decisions
  in Room exactly one room per person (hard, from the mark in its declaration)
  1 formula has no weight: to be learned, not for map
--- run kerf show --quiet --dialect=kerf m.mln
--- stdout
type person
  listed (2) Anna, Bob
type place
type room
type time
  listed (3) 1, 2, 3
predicate *Score(person, double)
  observed: by the * in declarations
predicate *Friends(person, person)
  observed: by the * in declarations
predicate Smokes(person)
  hidden: by the * in declarations
predicate Cancer(person)
  hidden: by the * in declarations
predicate Room(person, room!)
  hidden: by the * in declarations
predicate At(person, place, time)
  hidden: by the * in declarations
predicate Before(person, person)
  hidden: by the * in declarations
function place home(person)
formula smoke
  !Friends(x, y) v !Smokes(x) v Smokes(y)
  weight: 1.5
  free: x person, y person
formula
  Smokes(x)
  weight: -0.5, fixed
  free: x person
formula
  !Score(x, w) v Cancer(x)
  weight: the value of w
  free: x person, w (a number)
formula
  !Smokes(+x) v Cancer(+x)
  weight: to be learned
  free: x person
formula
  !Cancer(x) v Smokes(x)
  hard
  free: x person
cardinality few
  |y : Friends(x, y) ^ Smokes(y)| <= 2
  hard
  free: x person
  bound: y person
cardinality
  |x : Cancer(x)| >= 1
  weight: 0.7
  bound: x person
acyclicity
  acyclic Before
  hard
formula
  !At(x, home(x), t) v At(x, home(x), t + 1)
  weight: 1
  free: x person, t time
formula
  !At(x, p, t) v !At(x, q, t) v p = q
  weight: 2
  free: x person, p place, t time, q place
cardinality, implied by a mark
  |x2 : Room(x1, x2)| = 1
  hard
  free: x1 person
  bound: x2 room
