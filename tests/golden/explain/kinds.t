# What can be said of an atom: cost, flips, forbidden, evidence, free; soft evidence, counts, no arguments.
--- file m.mln
*Friends(person, person)
Smokes(person)
Cancer(person)
Rain
Idle(person)
1.5 Smokes(x) => Cancer(x)
influence: 1.1 Friends(x, y) ^ Smokes(x) => Smokes(y)
-0.8 Smokes(x)
-1 Cancer(x)
few: 0.7 |x : Smokes(x)| <= 1
0.25 Rain
--- file m.db
Friends(Anna, Bob)
Friends(Bob, Carl)
Smokes(Anna)
Smokes(Carl) 0.3
--- run kerf explain --quiet --query=Smokes,Cancer,Rain,Idle m.mln m.db 'Smokes(Bob)' 'Smokes(Carl)' 'Smokes(Anna)' 'Idle(Bob)' 'Friends(Bob, Anna)' --atom=Rain
--- stdout
Rain is true
  Rain being false would cost 0.25 more
  only with Rain being false, this is paid for:
    0.25  Rain  (F6, m.mln:11)
      Rain is true, else false

Smokes(Bob) is false
  Smokes(Bob) being true would cost 2.5 more
  flips along:
    Cancer(Bob) becomes true
  only with Smokes(Bob) being true, this is paid for:
    1.1  Friends(Bob, Carl) ^ Smokes(Bob) => Smokes(Carl)  (influence, m.mln:7)
      Friends(Bob, Carl) is true, by evidence, m.db:2
      Smokes(Bob) is false, else true
      Smokes(Carl) is false
    -1  Cancer(Bob)  (F4, m.mln:9)
      Cancer(Bob) is false, else true
    -0.8  Smokes(Bob)  (F3, m.mln:8)
      Smokes(Bob) is false, else true
    0.7  |x : Smokes(x)| <= 1, and it is 2  (few, m.mln:10)
      Smokes(Anna) is true, by evidence, m.db:3
  only with Smokes(Bob) being false, this is paid for:
    1.1  Friends(Anna, Bob) ^ Smokes(Anna) => Smokes(Bob)  (influence, m.mln:7)
      Friends(Anna, Bob) is true, by evidence, m.db:1
      Smokes(Anna) is true, by evidence, m.db:3
      Smokes(Bob) is false, else true

Smokes(Carl) is false
  Smokes(Carl) being true would cost 3.34729786 more
  flips along:
    Cancer(Carl) becomes true
  only with Smokes(Carl) being true, this is paid for:
    -1  Cancer(Carl)  (F4, m.mln:9)
      Cancer(Carl) is false, else true
    -0.8472978604  Smokes(Carl)  (evidence, m.db:4)
      evidence finds it true with probability 0.3
    -0.8  Smokes(Carl)  (F3, m.mln:8)
      Smokes(Carl) is false, else true
    0.7  |x : Smokes(x)| <= 1, and it is 2  (few, m.mln:10)
      Smokes(Anna) is true, by evidence, m.db:3

Smokes(Anna) is true
  evidence says so, m.db:3

Idle(Bob) is false
  nothing decides it: no formula pays for either value

Friends(Bob, Anna) is false
  it is observed, and not given
--- run kerf explain --quiet --query=Smokes,Cancer,Rain,Idle --format=json m.mln m.db 'Cancer(Anna)'
--- stdout
{"explanations":[{"atom":"Cancer(Anna)","value":true,"kind":"cost","status":"optimal","cost":2.1,"other_cost":2.6,"other_bound":2.6,"difference":0.5,"least_difference":0.5,"file":null,"line":0,"flips":[],"other_pays":[{"formula":"F1","file":"m.mln","line":6,"weight":1.5,"grounding":"Smokes(Anna) => Cancer(Anna)","atoms":[{"atom":"Smokes(Anna)","value":true,"other_value":true,"open":false,"file":"m.db","line":3,"probability":null},{"atom":"Cancer(Anna)","value":true,"other_value":false,"open":true,"file":null,"line":0,"probability":null}],"more":false}],"answer_pays":[{"formula":"F4","file":"m.mln","line":9,"weight":-1,"grounding":"Cancer(Anna)","atoms":[{"atom":"Cancer(Anna)","value":true,"other_value":false,"open":true,"file":null,"line":0,"probability":null}],"more":false}],"conflict":[]}]}
--- exit 0
# The same by verify and by a run in which the value is a hard formula.
--- file other.mln
*Friends(person, person)
Smokes(person)
Cancer(person)
Rain
Idle(person)
1.5 Smokes(x) => Cancer(x)
influence: 1.1 Friends(x, y) ^ Smokes(x) => Smokes(y)
-0.8 Smokes(x)
-1 Cancer(x)
few: 0.7 |x : Smokes(x)| <= 1
0.25 Rain
Smokes(Bob).
--- run kerf map --quiet --query=Smokes,Cancer,Rain,Idle other.mln m.db -o other.db
--- run sh -c "kerf verify --quiet --examples=0 --query=Smokes,Cancer,Rain,Idle m.mln m.db other.db | head -n 3"
--- stdout
score            9.95
cost             4.6
hard violations  0
--- exit 0
# Errors.
--- run kerf explain --quiet --query=Smokes,Cancer,Rain,Idle m.mln m.db
--- stderr
kerf: which atom? A word such as 'Smokes(Anna)' names one
Try 'kerf explain -h'.
--- exit 2
--- run kerf explain --quiet --query=Smokes,Cancer,Rain,Idle m.mln m.db 'Smoke(Bob)'
--- stderr
atom:1:1: error: predicate Smoke is not declared
  Smoke(Bob)
  ^~~~~
  hint: did you mean Smokes?
1 error
--- exit 3
--- run kerf explain --quiet --query=Smokes,Cancer,Rain,Idle m.mln m.db 'Smokes(Bib)'
--- stderr
atom:1:8: error: unknown constant Bib in type person
  Smokes(Bib)
         ^~~
  hint: did you mean Bob?
1 error
--- exit 3
--- run kerf explain --quiet --query=Smokes,Cancer,Rain,Idle m.mln m.db 'Smokes(Bob, Bob)'
--- stderr
atom:1:1: error: Smokes takes 1 argument, 2 are given
  Smokes(Bob, Bob)
  ^~~~~~
1 error
--- exit 3
--- run kerf explain --quiet --query=Smokes,Cancer,Rain,Idle m.mln m.db --atom='!Rain'
--- stderr
atom:1:1: error: an atom is asked for, as in the evidence: Smokes(Anna)
  !Rain
  ^~~~~
1 error
--- exit 3
--- run kerf explain --quiet --query=Smokes,Cancer,Rain,Idle m.mln m.db --atom='Rain Rain'
--- stderr
atom:1:6: error: one atom at a time is asked for
  Rain Rain
       ^~~~
1 error
--- exit 3
--- run kerf map --quiet --explain=Rain m.mln m.db
--- stderr
kerf: --explain needs --report
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --explain=Rain --report=r.html --changes=c.txt m.mln m.db
--- stderr
kerf: --explain and --changes do not go together
Try 'kerf map -h'.
--- exit 2
--- file numbers.mln
*D(thing, double)
P(thing)
w: D(x, w) ^ P(x)
--- file numbers.db
D(A, 1)
--- run kerf explain --quiet numbers.mln numbers.db 'D(A, one)'
--- stderr
atom:1:6: error: the last argument is a number
  D(A, one)
       ^~~
1 error
--- exit 3

# A constant that is like no other.
--- file zoe.mln
*Q(t)
P(t)
1 Q(x) => P(x)
--- file zoe.db
Q(Anna)
--- run kerf explain --quiet zoe.mln zoe.db P(Zoe)
--- stderr
atom:1:3: error: unknown constant Zoe in type t
  P(Zoe)
    ^~~
  hint: neither model nor evidence has it; variables are for -q
1 error
--- exit 3

# Constants in small letters stand as evidence has them.
--- file small.mln
*knows(person, person)
likes(person, thing)
1 likes(x, "tea") ^ knows(x, y) => likes(y, "tea")
--- run-sh printf 'knows(anna, "bob b")\nlikes(anna, tea)\n' | kerf explain --quiet small.mln - 'likes("bob b", tea)'
--- stdout
likes("bob b", tea) is true
  likes("bob b", tea) being false would cost 1 more
  only with likes("bob b", tea) being false, this is paid for:
    1  likes(anna, tea) ^ knows(anna, "bob b") => likes("bob b", tea)  (F1, small.mln:3)
      likes(anna, tea) is true, by evidence, standard input:2
      knows(anna, "bob b") is true, by evidence, standard input:1
      likes("bob b", tea) is true, else false
