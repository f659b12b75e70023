# A model in Alchemy's style: types with and without lists, functions, +, !, *, hard formulas, includes.
--- file main.mln
// who advises whom
#include "types.mln"
person = {Anna, Bob, Carl}
AdvisedBy(person, person!)
Professor(person)
Student(person)
Publication(title, person)
year = {1, ..., 4}
InYear(person, year)
person MotherOf(person)

1.2  Student(x) ^ AdvisedBy(x, y) => Professor(y)
-0.7 Professor(x) <=> !Student(x)
EXIST y (AdvisedBy(x, y) ^ Professor(y)) v Professor(x).
Publication(t, x) ^ Publication(t, y) ^ !(x = y) => AdvisedBy(x, y)
Student(+x) ^ InYear(x, +n)
*Professor(x) v *Student(x)
0.5 InYear(x, n) ^ n < 3 => Student(x)
0.1 Professor(MotherOf(x))
2 InYear(x, n) => InYear(x, succ(n))
FORALL x (Student(x) v Professor(x)).
--- file types.mln
/* types */
Extra(title)
--- run kerf check main.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  person  3  listed
  year    4  listed
  title   0  from evidence

predicates
  Extra(title)                not settled yet
  AdvisedBy(person, person!)  not settled yet
  Professor(person)           not settled yet
  Student(person)             not settled yet
  Publication(title, person)  not settled yet
  InYear(person, year)        not settled yet

functions
  person MotherOf(person)

formulas
  F1    1.2    main.mln:12  !Student(x) v !AdvisedBy(x, y) v Professor(y)
  F2    -0.7   main.mln:13  (Professor(x) ^ !Student(x)) v (!Professor(x) ^ Student(x))
  F3    hard   main.mln:14  EXIST y ((AdvisedBy(x, y) ^ Professor(y)) v Professor(x))
  F4    learn  main.mln:15  !Publication(t, x) v !Publication(t, y) v x = y v AdvisedBy(x, y)
  F5    learn  main.mln:16  Student(+x) ^ InYear(+x, +n)
  F6.1  learn  main.mln:17  Professor(x) v Student(x)
  F6.2  learn  main.mln:17  !Professor(x) v Student(x)
  F6.3  learn  main.mln:17  Professor(x) v !Student(x)
  F6.4  learn  main.mln:17  !Professor(x) v !Student(x)
  F7    0.5    main.mln:18  !InYear(x, n) v n >= 3 v Student(x)
  F8    0.1    main.mln:19  Professor(MotherOf(x))
  F9    2      main.mln:20  !InYear(x, n) v InYear(x, succ(n))
  F10   hard   main.mln:21  FORALL x (Student(x) v Professor(x))

decisions
  in AdvisedBy exactly one person per person (hard, from the mark in its declaration)
  6 formulas have no weight: to be learned, not for map
--- stderr
main.mln: note: read as kerf; nothing in it calls for another dialect
--- run kerf check --dialect=alchemy main.mln
--- stdout
dialect  alchemy
meaning  a weighted formula counts clause by clause, its weight divided; a hard one must hold
worlds   none read

types
  person  3  listed
  year    4  listed
  title   0  from evidence

predicates
  Extra(title)                not settled yet
  AdvisedBy(person, person!)  not settled yet
  Professor(person)           not settled yet
  Student(person)             not settled yet
  Publication(title, person)  not settled yet
  InYear(person, year)        not settled yet

functions
  person MotherOf(person)

formulas
  F1    1.2    main.mln:12  !Student(x) v !AdvisedBy(x, y) v Professor(y)
  F2.1  -0.35  main.mln:13  Professor(x) v Student(x)
  F2.2  -0.35  main.mln:13  !Professor(x) v !Student(x)
  F3    hard   main.mln:14  EXIST y ((AdvisedBy(x, y) ^ Professor(y)) v Professor(x))
  F4    learn  main.mln:15  !Publication(t, x) v !Publication(t, y) v x = y v AdvisedBy(x, y)
  F5.1  learn  main.mln:16  Student(+x)
  F5.2  learn  main.mln:16  InYear(+x, +n)
  F6.1  learn  main.mln:17  Professor(x) v Student(x)
  F6.2  learn  main.mln:17  !Professor(x) v Student(x)
  F6.3  learn  main.mln:17  Professor(x) v !Student(x)
  F6.4  learn  main.mln:17  !Professor(x) v !Student(x)
  F7    0.5    main.mln:18  !InYear(x, n) v n >= 3 v Student(x)
  F8    0.1    main.mln:19  Professor(MotherOf(x))
  F9    2      main.mln:20  !InYear(x, n) v InYear(x, succ(n))
  F10   hard   main.mln:21  FORALL x (Student(x) v Professor(x))

decisions
  in AdvisedBy exactly one person per person (hard, from the mark in its declaration)
  weights are divided evenly over the clauses of their formula
  clauses that always hold and leading universal quantifiers are dropped
  7 formulas have no weight: to be learned, not for map
--- run kerf show --quiet --dialect=alchemy main.mln
--- stdout
type person
  listed (3) Anna, Bob, Carl
type title
type year
  listed (4) 1, 2, 3, 4
predicate Extra(title)
predicate AdvisedBy(person, person!)
predicate Professor(person)
predicate Student(person)
predicate Publication(title, person)
predicate InYear(person, year)
function person MotherOf(person)
formula
  !Student(x) v !AdvisedBy(x, y) v Professor(y)
  weight: 1.2
  free: x person, y person
formula
  Professor(x) v Student(x)
  weight: -0.35
  free: x person
formula
  !Professor(x) v !Student(x)
  weight: -0.35
  free: x person
formula
  EXIST y ((AdvisedBy(x, y) ^ Professor(y)) v Professor(x))
  hard
  free: x person
  bound: y person
formula
  !Publication(t, x) v !Publication(t, y) v x = y v AdvisedBy(x, y)
  weight: to be learned
  free: t title, x person, y person
formula
  Student(+x)
  weight: to be learned
  free: x person
formula
  InYear(+x, +n)
  weight: to be learned
  free: x person, n year
formula
  Professor(x) v Student(x)
  weight: to be learned
  free: x person
formula
  !Professor(x) v Student(x)
  weight: to be learned
  free: x person
formula
  Professor(x) v !Student(x)
  weight: to be learned
  free: x person
formula
  !Professor(x) v !Student(x)
  weight: to be learned
  free: x person
formula
  !InYear(x, n) v n >= 3 v Student(x)
  weight: 0.5
  free: x person, n year
formula
  Professor(MotherOf(x))
  weight: 0.1
  free: x person
formula
  !InYear(x, n) v InYear(x, succ(n))
  weight: 2
  free: x person, n year
formula
  FORALL x (Student(x) v Professor(x))
  hard
  bound: x person
cardinality, implied by a mark
  |x2 : AdvisedBy(x1, x2)| = 1
  hard
  free: x1 person
  bound: x2 person
--- file train.db
Publication(T1, Anna)
Publication(T1, Bob)
Professor(Anna)
Student(Bob)
!Student(Anna)
Carl = MotherOf(Bob)
--- run kerf check --quiet --dialect=alchemy -q AdvisedBy -i main.mln -e train.db
--- stdout
dialect  alchemy
meaning  a weighted formula counts clause by clause, its weight divided; a hard one must hold
worlds   1, with 5 atoms of evidence

types
  person  3  listed
  year    4  listed
  title   1  from evidence

predicates
  Extra(title)                observed  by --query
  AdvisedBy(person, person!)  hidden    by --query
  Professor(person)           observed  by --query  1 true
  Student(person)             observed  by --query  1 true, 1 false
  Publication(title, person)  observed  by --query  2 true
  InYear(person, year)        observed  by --query

functions
  person MotherOf(person)  1 mapping

formulas
  F1    1.2    main.mln:12  !Student(x) v !AdvisedBy(x, y) v Professor(y)
  F2.1  -0.35  main.mln:13  Professor(x) v Student(x)
  F2.2  -0.35  main.mln:13  !Professor(x) v !Student(x)
  F3    hard   main.mln:14  EXIST y ((AdvisedBy(x, y) ^ Professor(y)) v Professor(x))
  F4    learn  main.mln:15  !Publication(t, x) v !Publication(t, y) v x = y v AdvisedBy(x, y)
  F5.1  learn  main.mln:16  Student(+x)
  F5.2  learn  main.mln:16  InYear(+x, +n)
  F6.1  learn  main.mln:17  Professor(x) v Student(x)
  F6.2  learn  main.mln:17  !Professor(x) v Student(x)
  F6.3  learn  main.mln:17  Professor(x) v !Student(x)
  F6.4  learn  main.mln:17  !Professor(x) v !Student(x)
  F7    0.5    main.mln:18  !InYear(x, n) v n >= 3 v Student(x)
  F8    0.1    main.mln:19  Professor(MotherOf(x))
  F9    2      main.mln:20  !InYear(x, n) v InYear(x, succ(n))
  F10   hard   main.mln:21  FORALL x (Student(x) v Professor(x))

decisions
  in AdvisedBy exactly one person per person (hard, from the mark in its declaration)
  weights are divided evenly over the clauses of their formula
  clauses that always hold and leading universal quantifiers are dropped
  7 formulas have no weight: to be learned, not for map
--- run kerf check --quiet --dialect=alchemy -i main.mln -e train.db,train.db -q "AdvisedBy,InYear"
--- stdout
dialect  alchemy
meaning  a weighted formula counts clause by clause, its weight divided; a hard one must hold
worlds   1, with 5 atoms of evidence

types
  person  3  listed
  year    4  listed
  title   1  from evidence

predicates
  Extra(title)                observed  by --query
  AdvisedBy(person, person!)  hidden    by --query
  Professor(person)           observed  by --query  1 true
  Student(person)             observed  by --query  1 true, 1 false
  Publication(title, person)  observed  by --query  2 true
  InYear(person, year)        hidden    by --query

functions
  person MotherOf(person)  1 mapping

formulas
  F1    1.2    main.mln:12  !Student(x) v !AdvisedBy(x, y) v Professor(y)
  F2.1  -0.35  main.mln:13  Professor(x) v Student(x)
  F2.2  -0.35  main.mln:13  !Professor(x) v !Student(x)
  F3    hard   main.mln:14  EXIST y ((AdvisedBy(x, y) ^ Professor(y)) v Professor(x))
  F4    learn  main.mln:15  !Publication(t, x) v !Publication(t, y) v x = y v AdvisedBy(x, y)
  F5.1  learn  main.mln:16  Student(+x)
  F5.2  learn  main.mln:16  InYear(+x, +n)
  F6.1  learn  main.mln:17  Professor(x) v Student(x)
  F6.2  learn  main.mln:17  !Professor(x) v Student(x)
  F6.3  learn  main.mln:17  Professor(x) v !Student(x)
  F6.4  learn  main.mln:17  !Professor(x) v !Student(x)
  F7    0.5    main.mln:18  !InYear(x, n) v n >= 3 v Student(x)
  F8    0.1    main.mln:19  Professor(MotherOf(x))
  F9    2      main.mln:20  !InYear(x, n) v InYear(x, succ(n))
  F10   hard   main.mln:21  FORALL x (Student(x) v Professor(x))

decisions
  in AdvisedBy exactly one person per person (hard, from the mark in its declaration)
  weights are divided evenly over the clauses of their formula
  clauses that always hold and leading universal quantifiers are dropped
  7 formulas have no weight: to be learned, not for map
