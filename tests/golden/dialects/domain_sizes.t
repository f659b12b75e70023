# Weights that depend on how many constants a type has, as pracmln writes them. Each world has its own.
--- file take.mln
course = {C0}
takes(student, course)
hard(course)
0.25 * domSize(course) - 1 takes(?s, ?c)
log(domSize(student)/4) hard(?c)
-(domSize(course) + 1) / 2 * 0.5 - logx(domSize(student) - 2) takes(?s, ?c) ^ hard(?c)
--- file worlds.db
>> small
student = {Ann, Bob}
course = {C1}
>> large
student = {Ann, Bob, Carl, Dora, Emil}
course = {C1, C2, C3, C4}

--- run-sh kerf check --quiet take.mln | grep -A 3 ^formulas
--- stdout
formulas
  F1  by domSize  line 4  takes(s, c)
  F2  by domSize  line 5  hard(c)
  F3  by domSize  line 6  takes(s, c) ^ hard(c)
--- run-sh kerf convert --quiet --to=kerf take.mln > again.mln && grep domSize again.mln && kerf convert --quiet --to=kerf again.mln | diff again.mln -
--- stdout
(0.25 * domSize(course)) - 1 takes(s, c)
log(domSize(student) / 4) hard(c)
((-(domSize(course) + 1) / 2) * 0.5) - logx(domSize(student) - 2) takes(s, c) ^ hard(c)
--- run-sh kerf map -q takes,hard take.mln worlds.db 2>&1 | grep -o 'score.*cost [0-9.]*'
--- stdout
score 399.8637056, cost 4.502012118
--- run-sh kerf map --threads=4 -q takes,hard take.mln worlds.db 2>&1 | grep -o 'score.*cost [0-9.]*'
--- stdout
score 399.8637056, cost 4.502012118
--- run-sh kerf map --quiet -q takes,hard take.mln worlds.db -o answer.db && kerf verify --quiet -q takes,hard take.mln worlds.db --answer answer.db
--- stdout
score            399.8637056
cost             4.502012118
hard violations  0
worlds           2

  formula      weight  groundings  true  unsatisfied         cost  violations
  F1       by domSize          29    29            4            2           0
  F2       by domSize           7     2            7  2.502012118           0
  F3       by domSize          29     4            0            0           0

violated groundings
  F1, take.mln:4
    in world small: takes(Ann, C0)
    in world small: takes(Ann, C1)
    in world small: takes(Bob, C0)
    in world small: takes(Bob, C1)
  F2, take.mln:5
    in world small: hard(C0)
    in world small: hard(C1)
    in world large: hard(C0)
    in world large: hard(C1)
    in world large: hard(C2)
    and 2 more
--- file split.mln
P(t)
Q(t)
domSize(t) P(x) ^ Q(x)
--- run-sh printf 't = {A, B, C}\n' | kerf check --quiet -q P,Q --split-cnf split.mln - | grep -A 3 ^formulas
--- stdout
formulas
  F1.1  1.5 (domSize)  line 3  P(x)
  F1.2  1.5 (domSize)  line 3  Q(x)
--- run-sh kerf convert --quiet --split-cnf --to=kerf split.mln | tail -n 2
--- stdout
(domSize(t)) * 0.5 P(x)
(domSize(t)) * 0.5 Q(x)
--- file log.mln
P(t)
log(domSize(t) - 2) P(x)
--- run-sh printf 't = {A, B}\n' | kerf map --quiet -q P log.mln -
--- stderr
log.mln:2:21: error: in this world the weight of this formula is no number
  log(domSize(t) - 2) P(x)
                      ^~~~
  hint: there is no logarithm of 0 or less, nor a division by 0; logx(0) is -100
1 error
--- exit 3

# What it cannot be.
--- file wrong.mln
P(t)
$w = domSize(t)
domSize(u) P(x)
domSize(t) P(+x)
float('inf') * domSize(t) P(x)
domSize(t, t) P(x)
--- run kerf check --quiet wrong.mln
--- stderr
wrong.mln:2:6: error: domSize(...) can stand in the weight of a formula only
  $w = domSize(t)
       ^~~~~~~~~~
wrong.mln:5:1: error: domSize(...) cannot stand beside an infinite number
  float('inf') * domSize(t) P(x)
  ^~~~~~~~~~~~~~~~~~~~~~~~~
wrong.mln:6:15: error: expected an operator or the end of the line, found `P`
  domSize(t, t) P(x)
                ^
  hint: join formulas by ^ v => <=>, or give each a line of its own
3 errors
--- exit 3
--- file type.mln
P(t)
domSize(u) P(x)
domSize(t) P(+x)
--- run kerf check --quiet type.mln
--- stderr
type.mln:2:9: error: there is no type u
  domSize(u) P(x)
          ^
  hint: name the type of an argument of a predicate
type.mln:3:12: error: a weight with domSize(...) is one for all constants
  domSize(t) P(+x)
             ^~~~~
  hint: remove the + signs
2 errors
--- exit 3

# Other engines have no such weights; learning and changes do not take them.
--- run kerf convert --quiet --to=tuffy split.mln
--- stderr
split.mln:3:12: error: cannot be written for Tuffy: its weight depends on a type's size
  domSize(t) P(x) ^ Q(x)
             ^~~~~~~~~~~
1 error
--- exit 3
--- run-sh printf 'P(A)\n' | kerf learn --quiet -q P,Q split.mln - -o out.mln
--- stderr
kerf: learning does not take weights by domSize(...): write numbers
Try 'kerf learn -h'.
--- exit 2
--- file change.db
P(B)
--- file base.db
P(A)
--- run kerf map --quiet -q P,Q split.mln change.db --changes-from base.db
--- stderr
kerf: a model with weights by domSize(...) does not take changes
Try 'kerf map -h'.
--- exit 2

# A weights file may give the number.
--- file named.mln
P(t)
n: domSize(t) P(x)
--- file named.weights
n	-2
--- run kerf check --quiet named.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  P(t)  not settled yet

formulas
  n  @-2  line 2  P(x)
--- run kerf show --stage=tree split.mln
--- stdout
dialect kerf
line 1: predicate P
  argument t
line 2: predicate Q
  argument t
line 3: formula, weight by domSize
  and
    atom P
      name x
    atom Q
      name x
--- stderr
split.mln: note: read as kerf; nothing in it calls for another dialect
--- run kerf show split.mln
--- stdout
type t
predicate P(t)
predicate Q(t)
formula
  P(x) ^ Q(x)
  weight: domSize(t), fixed
  free: x t
--- stderr
split.mln: note: read as kerf; nothing in it calls for another dialect
--- exit 0

# A weight of very many parts is refused, whatever its value.
--- run-sh { echo 'P(t)'; printf 1; for i in $(seq 150); do printf '+domSize(t)'; done; echo ' P(x)'; } > long.mln; kerf check --quiet long.mln 2>&1 | grep -v '^  '
--- stdout
long.mln:2:[[\d+]]: error: this weight is too long
1 error
