# Evidence may list constants of a type, as pracmln's does: they count although no atom names them.
--- file d.mln
Smokes(person)
At(person, time)
color = {red}
Likes(person, color)
1 Smokes(x)
-2 At(x, t)
--- file d.db
person = {P1, P2,
  "New York" P4 // a comment
 }
time = {1, ..., 4}  color = { green }
At(P5, 9) Likes(P1, green)
---
person={A,B}
---
Smokes(Z)
person = {}
--- run kerf check --quiet -q Smokes,At d.mln d.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   3, with 3 atoms of evidence

types
  color   1 to 2  listed
  person  1 to 5  from evidence
  time    0 to 5  from evidence

predicates (evidence: the last world's)
  Smokes(person)        hidden    by --query  1 true
  At(person, time)      hidden    by --query
  Likes(person, color)  observed  by --query

formulas
  F1  1   line 5  Smokes(x)
  F2  -2  line 6  At(x, t)
--- run kerf map --quiet -q Smokes,At d.mln d.db
--- stdout
At(P5, 9)
Smokes("New York")
Smokes(P1)
Smokes(P2)
Smokes(P4)
Smokes(P5)
Smokes(A)
Smokes(B)
Smokes(Z)
--- run-sh head -n 5 d.db > e.db; kerf map --quiet -q Smokes,At d.mln e.db -o a.db && kerf verify --quiet -q Smokes,At d.mln e.db a.db
--- stdout
score            3
cost             0
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            1           5     5            0     0           0
  F2           -2          25     1            0     0           0
--- run kerf check --quiet -q Smokes,At --strict-types d.mln d.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   3, with 3 atoms of evidence

types
  color   1 to 2  listed
  person  1 to 5  from evidence
  time    0 to 5  from evidence

predicates (evidence: the last world's)
  Smokes(person)        hidden    by --query  1 true
  At(person, time)      hidden    by --query
  Likes(person, color)  observed  by --query

formulas
  F1  1   line 5  Smokes(x)
  F2  -2  line 6  At(x, t)
--- file truth.db
person = {P1, P2}
Smokes(P1)
--- run-sh echo 'person = {P1, P2}' > one.db; echo 'Smokes(P1)' >> one.db; kerf eval --quiet --truth=truth.db --query=Smokes one.db
--- stdout
  predicate  precision  recall  F1  right  wrong  missed
  Smokes             1       1   1      1      0       0
  all                1       1   1      1      0       0
--- file w.db
person = {P1, P2)
time = {a, ..., 4}
time = {1, ..., 200000000}
peron = {P1}
zebra = {P1}
person = {P1, (}
person = {P1
--- run kerf check --quiet -q Smokes,At d.mln w.db
--- stderr
w.db:1:17: error: a constant or } is expected, not ")"
  person = {P1, P2)
                  ^
w.db:2:17: error: a range goes from an integer to one that is not smaller
  time = {a, ..., 4}
                  ^
  hint: write {1, ..., 10}
w.db:3:17: error: a range of more than 10000000 constants
  time = {1, ..., 200000000}
                  ^~~~~~~~~
w.db:4:1: error: no predicate of the model has type peron
  hint: did you mean person?
w.db:5:1: error: no predicate of the model has type zebra
  hint: types are named by the declarations of the model
w.db:6:15: error: a constant or } is expected, not "("
  person = {P1, (}
                ^
w.db:8:1: error: the list of the constants of person has no end
  
  ^
  hint: close it with }
7 errors
--- exit 3
--- run kerf check --quiet -q Smokes,At --skip-unknown d.mln -
--- stdin
peron = {P1}
Smokes(A)
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  color   1  listed
  person  1  from evidence
  time    0  from evidence

predicates
  Smokes(person)        hidden    by --query  1 true
  At(person, time)      hidden    by --query
  Likes(person, color)  observed  by --query

formulas
  F1  1   line 5  Smokes(x)
  F2  -2  line 6  At(x, t)
--- stderr
standard input:1:1: warning: no predicate of the model has type peron: its constants are skipped
  hint: did you mean person?
--- run-sh (head -c 300 /dev/zero | tr '\0' 'a'; echo ' = {A}') > long.db; kerf check --quiet -q Smokes,At d.mln long.db
--- stderr
long.db:1:1: error: the name of a type is longer than 255 bytes
  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
1 error
--- exit 3
