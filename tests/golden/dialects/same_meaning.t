# A model within what all dialects share is the same model in each of them, but for Alchemy's weights.
--- file m.mln
*Friends(person, person)
Smokes(person)
Cancer(person)
1.5 !Smokes(x) v Cancer(x)
0.7 !Friends(x, y) v !Smokes(x) v Smokes(y)
Smokes(x) v Cancer(x).
-1 Cancer("Anna")
2 EXIST y Friends(x, y)
--- run kerf show --quiet --dialect=kerf m.mln
--- stdout
type person
  named by formulas (1) Anna
predicate *Friends(person, person)
  observed: by the * in declarations
predicate Smokes(person)
  hidden: by the * in declarations
predicate Cancer(person)
  hidden: by the * in declarations
formula
  !Smokes(x) v Cancer(x)
  weight: 1.5
  free: x person
formula
  !Friends(x, y) v !Smokes(x) v Smokes(y)
  weight: 0.7
  free: x person, y person
formula
  Smokes(x) v Cancer(x)
  hard
  free: x person
formula
  Cancer(Anna)
  weight: -1
formula
  EXIST y Friends(x, y)
  weight: 2
  free: x person
  bound: y person
--- run-sh kerf show --quiet --dialect=kerf m.mln >a; for d in auto alchemy tuffy rockit lomrf pracmln; do kerf show --quiet --dialect=$d m.mln | diff a - && echo $d; done
--- stdout
auto
alchemy
tuffy
rockit
lomrf
pracmln
