# Several worlds, each with its own constants; sums are over all of them.
# one: Friends(Anna,Bob), Anna smokes: 4 groundings, 1 false. two: Friends(Bob,Dan), all smoke: 4 true.
--- file m.mln
*Friends(person, person)
Smokes(person)
1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)
--- file e.db
>> one
Friends(Anna, Bob)
>> two
Friends(Bob, Dan)
--- file a.db
>> one
Smokes(Anna)
>> two
Smokes(Bob)
Smokes(Dan)
--- run kerf verify --quiet m.mln e.db a.db
--- stdout
score            10.5
cost             1.5
hard violations  0
worlds           2

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1          1.5           8     7            1   1.5           0

violated groundings
  F1, m.mln:3
    in world one: Friends(Anna, Bob) ^ Smokes(Anna) => Smokes(Bob)
--- exit 0

# Separators, and an empty world between two. Those before and after the answer do not count.
--- file dashes.db
Friends(Anna, Bob)
---
---
Friends(Bob, Dan)
--- file dashes_a.db
---
Smokes(Anna)
---
---
Smokes(Bob)
---
--- run kerf verify --quiet m.mln dashes.db dashes_a.db
--- stdout
score            9
cost             3
hard violations  0
worlds           3

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1          1.5           8     6            2     3           0

violated groundings
  F1, m.mln:3
    in world 1: Friends(Anna, Bob) ^ Smokes(Anna) => Smokes(Bob)
    in world 3: Friends(Bob, Dan) ^ Smokes(Bob) => Smokes(Dan)
--- exit 0

# A constant of another world is unknown in this one.
--- file wrong.db
>> one
Smokes(Dan)
>> two
--- run kerf verify --quiet m.mln e.db wrong.db
--- stderr
wrong.db:2:8: error: unknown constant Dan in type person
  Smokes(Dan)
         ^~~
  hint: evidence that names it stands before the answer, which is the last file
1 error
--- exit 3

# Too few, too many, and others.
--- file few.db
>> one
Smokes(Anna)
--- run kerf verify --quiet m.mln e.db few.db
--- stderr
few.db: error: the answer ends after world 1, but the evidence has more
1 error
--- exit 3
--- file many.db
>> one
>> two
>> three
--- run kerf verify --quiet m.mln e.db many.db
--- stderr
many.db:3:1: error: the answer has more worlds than the evidence
  >> three
  ^~~~~~~~
1 error
--- exit 3
--- file more.db
>> one
>> two
---
Smokes(Bob)
--- run kerf verify --quiet m.mln e.db more.db
--- stderr
more.db:4:1: error: the answer has more worlds than the evidence
  Smokes(Bob)
  ^~~~~~~~~~~
1 error
--- exit 3
--- file other.db
>> two
>> one
--- run kerf verify --quiet m.mln e.db other.db
--- stderr
other.db:1:1: error: this world is called two, but the evidence has one
  >> two
  ^~~~~~
  hint: the worlds of an answer stand in the order of the evidence
1 error
--- exit 3

# A world without evidence can still be left empty in the answer.
--- file empty.db
>> one
>> two
--- run kerf verify --quiet --format=json m.mln empty.db empty.db
--- stdout
{"score":0,"cost":0,"hard_violations":0,"worlds":2,"contradictions":0,"formulas":[{"label":"F1","line":3,"weight":1.5,"hard":false,"groundings":0,"true":0,"unsatisfied":0,"cost":0,"violations":0}]}
