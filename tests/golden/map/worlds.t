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
m.mln:5:1: note: F3 says: Friends(Bob, Carl) => Smokes(Bob)
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
m.mln:5:1: note: F3 says: Friends(Bob, Carl) => Smokes(Bob)
bad.db:4:1: note: evidence says that Friends(Bob, Carl) is true
bad.db:5:1: note: evidence says that Smokes(Bob) is false
1 error
--- exit 4
--- run-sh ls b.db 2>/dev/null
--- exit 2

# Several at a time: neither answers nor messages show it, also where something is wrong later on.
--- run-sh for i in 1 2 3 4 5 6 7 8 9; do echo ">> $i"; for j in $(seq $((i * 5 % 9 + 1))); do echo "Friends(P$j, P$((j * i % 4)))"; done; done >many.db
--- run-sh for t in 1 2 5 16; do kerf map --threads=$t m.mln many.db 2>&1 | sed 's/, [0-9.]* s$//' >$t.out; cmp 1.out $t.out; kerf map --quiet --threads=$t m.mln many.db -o $t.db; cmp 1.db $t.db; done; grep -c '^>>' 1.out 1.db; tail -1 1.out
--- stdout
1.out:9
1.db:9
9 worlds, 9 optimal: score 545, cost 26.5, 26 iterations
--- run-sh (cat bad.db; echo '>> third'; echo 'Friends(Bob)'; cat many.db) >worse.db; for t in 1 2 5 16; do kerf map --quiet --threads=$t -q Smokes m.mln worse.db >$t.out 2>&1; echo $?; cmp 1.out $t.out; done
--- stdout
4
4
4
4
--- run-sh (cat many.db; echo '>> wrong'; echo 'Friends(Bob)'; cat many.db) >wrong.db; for t in 1 2 5 16; do kerf map --quiet --threads=$t m.mln wrong.db >$t.out 2>$t.err; echo $? $(grep -c '>>' $t.out); cmp 1.out $t.out; cmp 1.err $t.err; done; cat 1.err
--- stdout
3 9
3 9
3 9
3 9
wrong.db:56:1: error: Friends takes 2 arguments, 1 is given
  Friends(Bob)
  ^~~~~~~
  hint: declared at m.mln:1
1 error
