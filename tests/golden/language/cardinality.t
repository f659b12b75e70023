# |x,y : body| compared with a number, in the three dialects that have it.
--- file m.mln
*Open(course)
Teaches(person, course)
|c : Teaches(p, c)| <= 2.
|c : Teaches(p, c)| >= 1.
|c : Teaches(p, c)| = 1.
|p,c : Teaches(p, c) ^ Open(c)| <= 10.
1.5 |c : Teaches(p, c) ^ Open(c)| <= 2
-0.5 |c : Teaches(p, c) ^ !Open(c) ^ c != C1| >= 1
|c : Teaches(p, c)| < 3.
|c : Teaches(p, c)| > 0.
|c : Teaches(p, c)| =< 2.
lab: |c : Teaches(p, c)| <= 2.
|c : Teaches(p, c)| <= 4
|c : Teaches(Anna, c)| <= 0.
--- run kerf show --quiet m.mln
--- stdout
type course
  named by formulas (1) C1
type person
  named by formulas (1) Anna
predicate *Open(course)
  observed: by the * in declarations
predicate Teaches(person, course)
  hidden: by the * in declarations
cardinality
  |c : Teaches(p, c)| <= 2
  hard
  free: p person
  bound: c course
cardinality
  |c : Teaches(p, c)| >= 1
  hard
  free: p person
  bound: c course
cardinality
  |c : Teaches(p, c)| = 1
  hard
  free: p person
  bound: c course
cardinality
  |p,c : Teaches(p, c) ^ Open(c)| <= 10
  hard
  bound: p person, c course
cardinality
  |c : Teaches(p, c) ^ Open(c)| <= 2
  weight: 1.5
  free: p person
  bound: c course
cardinality
  |c : Teaches(p, c) ^ !Open(c) ^ c != C1| >= 1
  weight: -0.5
  free: p person
  bound: c course
cardinality
  |c : Teaches(p, c)| <= 2
  hard
  free: p person
  bound: c course
cardinality
  |c : Teaches(p, c)| >= 1
  hard
  free: p person
  bound: c course
cardinality
  |c : Teaches(p, c)| <= 2
  hard
  free: p person
  bound: c course
cardinality lab
  |c : Teaches(p, c)| <= 2
  hard
  free: p person
  bound: c course
cardinality
  |c : Teaches(p, c)| <= 4
  weight: to be learned
  free: p person
  bound: c course
cardinality
  |c : Teaches(Anna, c)| <= 0
  hard
  bound: c course
--- run kerf check --quiet m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  course  1  from formulas and evidence
  person  1  from formulas and evidence

predicates
  *Open(course)            observed  by the * in declarations
  Teaches(person, course)  hidden    by the * in declarations

formulas
  F1   hard   line 3   |c : Teaches(p, c)| <= 2
  F2   hard   line 4   |c : Teaches(p, c)| >= 1
  F3   hard   line 5   |c : Teaches(p, c)| = 1
  F4   hard   line 6   |p,c : Teaches(p, c) ^ Open(c)| <= 10
  F5   1.5    line 7   |c : Teaches(p, c) ^ Open(c)| <= 2
  F6   -0.5   line 8   |c : Teaches(p, c) ^ !Open(c) ^ c != C1| >= 1
  F7   hard   line 9   |c : Teaches(p, c)| <= 2
  F8   hard   line 10  |c : Teaches(p, c)| >= 1
  F9   hard   line 11  |c : Teaches(p, c)| <= 2
  lab  hard   line 12  |c : Teaches(p, c)| <= 2
  F11  learn  line 13  |c : Teaches(p, c)| <= 4
  F12  hard   line 14  |c : Teaches(Anna, c)| <= 0

decisions
  1 formula has no weight: to be learned, not for map
--- exit 0

# RockIt: conditions are negated observed literals, the hidden literal is counted; hard without a dot.
--- file rockit.mln
*open(course)
teaches(person, course)
|c| !open(c) v teaches(p, c) <= 2
|c| teaches(p, c) >= 1
|p,c| teaches(p, c) <= 10
1.5 |c| !open(c) v teaches(p, c) <= 2
|c| !open(c) v !teaches(p, c) <= 2
--- run kerf check rockit.mln
--- stdout
dialect  rockit
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  course  0  from evidence
  person  0  from evidence

predicates
  *open(course)            observed  by the * in declarations
  teaches(person, course)  hidden    by the * in declarations

formulas
  F1  hard  line 3  |c : open(c) ^ teaches(p, c)| <= 2
  F2  hard  line 4  |c : teaches(p, c)| >= 1
  F3  hard  line 5  |p,c : teaches(p, c)| <= 10
  F4  1.5   line 6  |c : open(c) ^ teaches(p, c)| <= 2
  F5  hard  line 7  |c : open(c) ^ !teaches(p, c)| <= 2
--- stderr
rockit.mln:3:1: note: read as rockit because of `|`
  |c| !open(c) v teaches(p, c) <= 2
  ^
  hint: --dialect=NAME overrides this
--- run kerf show --quiet --dialect=rockit rockit.mln
--- stdout
type course
type person
predicate *open(course)
  observed: by the * in declarations
predicate teaches(person, course)
  hidden: by the * in declarations
cardinality
  |c : open(c) ^ teaches(p, c)| <= 2
  hard
  free: p person
  bound: c course
cardinality
  |c : teaches(p, c)| >= 1
  hard
  free: p person
  bound: c course
cardinality
  |p,c : teaches(p, c)| <= 10
  hard
  bound: p person, c course
cardinality
  |c : open(c) ^ teaches(p, c)| <= 2
  weight: 1.5
  free: p person
  bound: c course
cardinality
  |c : open(c) ^ !teaches(p, c)| <= 2
  hard
  free: p person
  bound: c course
--- exit 0

# Until it is settled what is observed, the clause stays as it is.
--- file later.mln
open(course)
teaches(person, course)
|c| !open(c) v teaches(p, c) <= 2
--- run kerf show --quiet later.mln
--- stdout
type course
type person
predicate open(course)
predicate teaches(person, course)
cardinality, clause form
  |c| !open(c) v teaches(p, c) <= 2
  hard
  free: p person
  bound: c course
--- run kerf show --quiet -q teaches later.mln
--- stdout
type course
type person
predicate open(course)
  observed: by --query
predicate teaches(person, course)
  hidden: by --query
cardinality
  |c : open(c) ^ teaches(p, c)| <= 2
  hard
  free: p person
  bound: c course
--- exit 0

# pracmln: behind the bar stand the variables that are not counted.
--- file pracmln.mln
teaches(person, course)
count(teaches(p, c) | p) = 2
count(teaches(p, c) | p) <= 2.
count(teaches(p, c) | c) >= 1.
--- run kerf check pracmln.mln
--- stdout
dialect  pracmln
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  person  0  from evidence
  course  0  from evidence

predicates
  teaches(person, course)  not settled yet

formulas
  F1  learn  line 2  |c : teaches(p, c)| = 2
  F2  hard   line 3  |c : teaches(p, c)| <= 2
  F3  hard   line 4  |p : teaches(p, c)| >= 1

decisions
  1 formula has no weight: to be learned, not for map
--- stderr
pracmln.mln:2:1: note: read as pracmln because of `count`
  count(teaches(p, c) | p) = 2
  ^~~~~
  hint: --dialect=NAME overrides this
--- run kerf show --quiet --dialect=pracmln pracmln.mln
--- stdout
type course
type person
predicate teaches(person, course)
cardinality
  |c : teaches(p, c)| = 2
  weight: to be learned
  free: p person
  bound: c course
cardinality
  |c : teaches(p, c)| <= 2
  hard
  free: p person
  bound: c course
cardinality
  |p : teaches(p, c)| >= 1
  hard
  free: c course
  bound: p person
--- exit 0

# Nothing hidden is counted.
--- file observed.mln
*Open(course)
P(course)
|c : Open(c)| <= 2.
--- run kerf check --quiet observed.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  course  0  from evidence

predicates
  *Open(course)  observed  by the * in declarations
  P(course)      hidden    by the * in declarations

formulas
  F1  hard  line 3  |c : Open(c)| <= 2
--- stderr
observed.mln:3:1: warning: nothing hidden is counted here; the evidence alone decides it
  |c : Open(c)| <= 2.
  ^~~~~~~~~~~~~~~~~~
--- exit 0

# What cannot be counted.
--- file bad.mln
P(t, t)
Q(t)
|x : P(x, y) v Q(x)| <= 1.
|z : P(x, y)| <= 1.
|x : !(Q(x) ^ P(x, y))| <= 1.
--- run kerf check --quiet bad.mln
--- stderr
bad.mln:3:6: error: what is counted must be a conjunction of literals
  |x : P(x, y) v Q(x)| <= 1.
       ^~~~~~~~~~~~~~
bad.mln:4:2: error: variable z does not occur in what is counted
  |z : P(x, y)| <= 1.
   ^
bad.mln:5:6: error: what is counted must be a conjunction of literals
  |x : !(Q(x) ^ P(x, y))| <= 1.
       ^~~~~~~~~~~~~~~~~
3 errors
--- exit 3
--- file bad2.mln
Q(t)
|x : Q(x)| <= -1.
|x : Q(x)| <= 1.5.
|x : Q(x)| != 1.
|x : Q(x)| < 0.
|x : Q(x)| <= y.
|x : Q(x)|
|x : Q(x) <= 1.
|X1 Y1 : Q(x)| <= 1.
--- run kerf check --quiet bad2.mln
--- stderr
bad2.mln:2:16: error: a count is compared with an integer from 0 to 4294967295
  |x : Q(x)| <= -1.
                 ^
bad2.mln:3:15: error: a count is compared with an integer from 0 to 4294967295
  |x : Q(x)| <= 1.5.
                ^~~
bad2.mln:4:12: error: a count cannot be compared by !=
  |x : Q(x)| != 1.
             ^~
bad2.mln:5:12: error: no count is smaller than 0
  |x : Q(x)| < 0.
             ^
bad2.mln:6:15: error: a count is compared with an integer from 0 to 4294967295
  |x : Q(x)| <= y.
                ^
  hint: write a formula for each number
bad2.mln:8:1: error: expected <=, >= or = and a number, found `|`
  |x : Q(x) <= 1.
  ^
bad2.mln:8:15: error: expected an operator or `|`, found `.`
  |x : Q(x) <= 1.
                ^
bad2.mln:9:5: error: expected `,`, `:` or `|`, found `Y1`
  |X1 Y1 : Q(x)| <= 1.
      ^~
8 errors
--- exit 3
