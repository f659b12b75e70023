# Several worlds: each is solved and written as it comes.
--- file m.mln
*Friends(person, person)
Smokes(person)
1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)
-0.5 Smokes(x)
Friends(x,y) => Smokes(x).
--- file e.db
>> first
Friends(Anna, Bob)
>> second
Friends(Bob, Carl)
Friends(Carl, Dora)
>> empty
--- run kerf map m.mln e.db
--- stdout
>> first
Smokes(Anna)
Smokes(Bob)
>> second
Smokes(Bob)
Smokes(Carl)
Smokes(Dora)
>> empty
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
3 worlds, 3 optimal: score 17, cost 2.5, 7 iterations, [[[\d.]+]] s

--- run-sh kerf map --quiet --format=json m.mln e.db | sed 's|\[\[|[ [|'
--- stdout
{"world":"first","status":"optimal","score":5,"cost":1,"bound":5,"atoms":[ ["Smokes","Anna"],["Smokes","Bob"]]}
{"world":"second","status":"optimal","score":12,"cost":1.5,"bound":12,"atoms":[ ["Smokes","Bob"],["Smokes","Carl"],["Smokes","Dora"]]}
{"world":"empty","status":"optimal","score":0,"cost":0,"bound":0,"atoms":[]}
--- run kerf map --quiet --format=tsv m.mln e.db
--- stdout
>> first
Smokes	Anna
Smokes	Bob
>> second
Smokes	Bob
Smokes	Carl
Smokes	Dora
>> empty
--- run-sh kerf map --quiet m.mln e.db -o a.db && kerf verify --quiet --examples=0 m.mln e.db a.db
--- stdout
score            17
cost             2.5
hard violations  0
worlds           3

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1          1.5          13    13            0     0           0
  F2         -0.5           5     5            5   2.5           0
  F3         hard          13    13            0     0           0
--- exit 0

# One that fails ends it: nothing is written to a file.
--- file bad.db
>> first
Friends(Anna, Bob)
>> second
Friends(Bob, Carl)
!Smokes(Bob)
--- run kerf map --quiet -q Smokes m.mln bad.db
--- stdout
>> first
Smokes(Anna)
Smokes(Bob)
--- stderr
m.mln:5:1: error: evidence alone breaks F3
  Friends(x,y) => Smokes(x).
  ^~~~~~~~~~~~~~~~~~~~~~~~~
  hint: give it a weight, or correct the evidence
m.mln:5:1: note: F3 says: !Friends(Bob, Carl) v Smokes(Bob)
bad.db:4:1: note: evidence says that Friends(Bob, Carl) is true
bad.db:5:1: note: evidence says that Smokes(Bob) is false
1 error
--- exit 4
--- run kerf map --quiet -q Smokes -o b.db m.mln bad.db
--- stderr
m.mln:5:1: error: evidence alone breaks F3
  Friends(x,y) => Smokes(x).
  ^~~~~~~~~~~~~~~~~~~~~~~~~
  hint: give it a weight, or correct the evidence
m.mln:5:1: note: F3 says: !Friends(Bob, Carl) v Smokes(Bob)
bad.db:4:1: note: evidence says that Friends(Bob, Carl) is true
bad.db:5:1: note: evidence says that Smokes(Bob) is false
1 error
--- exit 4
--- run-sh ls b.db 2>/dev/null
--- exit 2
