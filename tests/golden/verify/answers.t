# Every way to write an answer. Smokes is true of Anna, Bob, Dan, Fay (by evidence).
--- file m.mln
*Friends(person, person)
*Age(person, double)
Smokes(person)
1 Smokes(x)
--- file e.db
Friends(Anna, Bob) Friends(Carl, Dan) Friends(Eve, Fay)
Age(Anna, 30)
Smokes(Fay)
!Smokes(Eve)
--- file a.db
// as kerf, Alchemy, Tuffy and LoMRF write it
Smokes(Anna)
Smokes(Bob) 1
Smokes(Carl)	0
Smokes("Dan")	1
!Smokes(Eve)
Smokes(Eve) 0
Smokes(Fay)
Friends(Anna, Bob) !Friends(Bob, Anna)
Age(Anna, 30.0)
--- run kerf verify --quiet --format=json m.mln e.db a.db
--- stdout
{"score":4,"cost":1,"hard_violations":0,"worlds":1,"contradictions":0,"formulas":[{"label":"F1","line":4,"weight":1,"hard":false,"groundings":6,"true":4,"unsatisfied":1,"cost":1,"violations":0}]}
--- run kerf verify --quiet --format=json --answer=- m.mln e.db
--- stdin
Smokes(Anna) Smokes(Bob) 1 Smokes(Dan)
--- stdout
{"score":4,"cost":1,"hard_violations":0,"worlds":1,"contradictions":0,"formulas":[{"label":"F1","line":4,"weight":1,"hard":false,"groundings":6,"true":4,"unsatisfied":1,"cost":1,"violations":0}]}
--- exit 0

# Where an answer contradicts evidence, evidence counts: Anna and Fay smoke.
--- file against.db
Smokes(Anna)
Smokes(Eve)
!Smokes(Fay)
Friends(Anna, Fay)
Friends(Anna, Bob) 0
Age(Anna, 31)
--- run kerf verify --quiet m.mln e.db against.db
--- stdout
score            2
cost             3
hard violations  0
worlds           1
contradictions   5

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            1           6     2            3     3           0

violated groundings
  F1, m.mln:4
    Smokes(Bob)
    Smokes(Carl)
    Smokes(Dan)
--- stderr
against.db:2:1: error: evidence says Smokes(Eve) is false
  Smokes(Eve)
  ^~~~~~~~~~~
against.db:3:1: error: evidence says Smokes(Fay) is true
  !Smokes(Fay)
  ^~~~~~~~~~~~
against.db:4:1: error: evidence says Friends(Anna, Fay) is false
  Friends(Anna, Fay)
  ^~~~~~~~~~~~~~~~~~
against.db:5:1: error: evidence says Friends(Anna, Bob) is true
  Friends(Anna, Bob) 0
  ^~~~~~~~~~~~~~~~~~~~
against.db:6:1: error: evidence says Age(Anna, 31) is false
  Age(Anna, 31)
  ^~~~~~~~~~~~~
5 errors
--- exit 3

# Ten contradictions are shown, all are counted.
--- file often.db
Smokes(Eve) Smokes(Eve) Smokes(Eve) Smokes(Eve) Smokes(Eve) Smokes(Eve) Smokes(Eve) Smokes(Eve)
Smokes(Eve) Smokes(Eve) Smokes(Eve) Smokes(Eve) Smokes(Eve) Smokes(Eve) Smokes(Eve) Smokes(Eve)
Smokes(Eve) Smokes(Eve) Smokes(Eve) Smokes(Eve) Smokes(Eve) Smokes(Eve) Smokes(Eve) Smokes(Eve)
--- run-sh kerf verify --quiet --format=json m.mln e.db often.db 2>&1 | tail -n 2
--- stdout
{"score":1,"cost":4,"hard_violations":0,"worlds":1,"contradictions":24,"formulas":[{"label":"F1","line":4,"weight":1,"hard":false,"groundings":6,"true":1,"unsatisfied":4,"cost":4,"violations":0}]}
10 errors
--- exit 0

# What an answer cannot say.
--- file bad.db
Smokes(Ana)
Smoks(Anna)
Smokes(Anna, Bob)
Smokes()
Smokes(Anna) 0.7
?Smokes(Anna)
Anna = best(Bob)
Smokes(Bob) 2
Age(Anna, old)
Smokes(Anna
--- run kerf verify --quiet m.mln e.db bad.db
--- stderr
bad.db:1:8: error: unknown constant Ana in type person
  Smokes(Ana)
         ^~~
  hint: did you mean Anna?
bad.db:2:1: error: predicate Smoks is not declared
  Smoks(Anna)
  ^~~~~
  hint: did you mean Smokes?
bad.db:3:1: error: Smokes takes 1 argument, 2 are given
  Smokes(Anna, Bob)
  ^~~~~~
bad.db:4:1: error: Smokes takes 1 argument, 0 are given
  Smokes()
  ^~~~~~
bad.db:5:1: error: an answer says 0 or 1, not a probability
  Smokes(Anna) 0.7
  ^~~~~~~~~~~~~~~~
bad.db:6:1: error: an answer says what is true, not what is unknown
  ?Smokes(Anna)
  ^~~~~~~~~~~~~
bad.db:7:1: error: an answer holds atoms only, no mappings of functions
  Anna = best(Bob)
  ^~~~~~~~~~~~~~~~
bad.db:8:13: error: 2 is not between 0 and 1
  Smokes(Bob) 2
              ^
  hint: a number before or after an atom is its probability
bad.db:9:11: error: the last argument of Age is a number, not old
  Age(Anna, old)
            ^~~
bad.db:10:12: error: the line ends where , or ) is expected
  Smokes(Anna
             ^
  hint: an atom must be on one line
10 errors
--- exit 3
--- file both.db
Smokes(Anna)
Smokes(Anna) 0
--- run kerf verify --quiet m.mln e.db both.db
--- stderr
both.db:2:1: error: Smokes(Anna) is false here but true at both.db:1
1 error
--- exit 3
--- run kerf verify --quiet m.mln e.db missing.db
--- stderr
kerf: error: cannot read missing.db: no such file or directory
1 error
--- exit 3

# The command line.
--- run kerf verify m.mln
--- stderr
kerf: which answer? The last word, or --answer, is its file
Try 'kerf verify -h'.
--- exit 2
--- run kerf verify
--- stderr
kerf: which model? The first word after 'verify' is its file
Try 'kerf verify -h'.
--- exit 2
--- run kerf verify --examples=many m.mln e.db a.db
--- stderr
kerf: bad value 'many' for option --examples: expected a whole number
Try 'kerf verify -h'.
--- exit 2
--- run kerf verify --examples=-1 m.mln e.db a.db
--- stderr
kerf: bad value '-1' for option --examples: expected a whole number
Try 'kerf verify -h'.
--- exit 2
--- run kerf verify --format=xml m.mln e.db a.db
--- stderr
kerf: bad value 'xml' for option --format: expected one of text|json
Try 'kerf verify -h'.
--- exit 2
--- run kerf check --strict m.mln
--- stderr
kerf: 'kerf check' has no option --strict
Try 'kerf check -h'.
--- exit 2
--- run kerf verify --quiet -o a.db m.mln e.db a.db
--- stderr
kerf: 'a.db' is an input: it will not be overwritten
Try 'kerf verify -h'.
--- exit 2
--- run kerf verify --quiet m.mln - -
--- stderr
kerf: standard input can be read only once
Try 'kerf verify -h'.
--- exit 2
--- run kerf verify --quiet -i m.mln -e e.db a.db -o out.txt
--- run cat out.txt
--- stdout
score            4
cost             1
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            1           6     4            1     1           0

violated groundings
  F1, m.mln:4
    Smokes(Carl)
