# Models in pracmln's style: ?x (PRAC grammar), v above ^, counts, soft evidence, several worlds.
--- file prac.mln
#include "pred.mln"
// formulas
0.8 used(?a, spoon) ^ !used(?a, fork) v goal(?a, soup)
1.0 goal(?a, +?g) => used(?a, +?u)
goal(?a, soup) v goal(?a, cake).
count(goal(?a, ?g) | ?a) = 1.
-1.5 used(?a, ?u) ^ goal(?a, ?g)
--- file pred.mln
utensil = {spoon, fork, knife}
goal(action, food)
used(action, utensil)
--- file prac.db
goal(a1, soup)
used(a1, spoon)
---
goal(a2, cake)
!used(a2, fork)
0.3 used(a2, knife)
--- run kerf check prac.mln prac.db
--- stderr
prac.mln:3:10: note: read as pracmln because of `?a`
  0.8 used(?a, spoon) ^ !used(?a, fork) v goal(?a, soup)
           ^~
  hint: --dialect=NAME overrides this
prac.mln:3:23: warning: ^ and v are mixed without parentheses; v binds tighter here, as in pracmln
  0.8 used(?a, spoon) ^ !used(?a, fork) v goal(?a, soup)
                        ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: write the parentheses: with ?x, pracmln for Python 3 lets ^ bind tighter
kerf: warning: assumed from the evidence: hidden none; observed goal, used
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
prac.mln:6:1: warning: nothing hidden is counted here; the evidence alone decides it
  count(goal(?a, ?g) | ?a) = 1.
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
prac.db:6:1: error: used is observed, so its evidence cannot be a probability
  0.3 used(a2, knife)
  ^
  hint: make it hidden with --query or --open, or say true or false
1 error, 3 warnings
--- exit 3
--- run kerf check --quiet --dialect=pracmln -q goal,used prac.mln prac.db
--- stdout
dialect  pracmln
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   2, with 5 atoms of evidence

types
  utensil  3  listed
  action   1  from evidence
  food     2  from formulas and evidence

predicates (evidence: the last world's)
  goal(action, food)     hidden  by --query  1 true
  used(action, utensil)  hidden  by --query  1 false, 1 soft

formulas
  F1  0.8   prac.mln:3  used(a, "spoon") ^ (!used(a, "fork") v goal(a, "soup"))
  F2  1     prac.mln:4  !goal(a, +g) v used(a, +u)
  F3  hard  prac.mln:5  goal(a, "soup") v goal(a, "cake")
  F4  hard  prac.mln:6  |g : goal(a, g)| = 1
  F5  -1.5  prac.mln:7  used(a, u) ^ goal(a, g)

decisions
  ?x marks variables, so bare names are constants
--- run kerf show --quiet --dialect=pracmln prac.mln
--- stdout
type action
type food
  named by formulas (2) "cake", "soup"
type utensil
  listed (3) "spoon", "fork", "knife"
predicate goal(action, food)
predicate used(action, utensil)
formula
  used(a, "spoon") ^ (!used(a, "fork") v goal(a, "soup"))
  weight: 0.8
  free: a action
formula
  !goal(a, +g) v used(a, +u)
  weight: 1
  free: a action, g food, u utensil
formula
  goal(a, "soup") v goal(a, "cake")
  hard
  free: a action
cardinality
  |g : goal(a, g)| = 1
  hard
  free: a action
  bound: g food
formula
  used(a, u) ^ goal(a, g)
  weight: -1.5
  free: a action, u utensil, g food
--- exit 0

# The other grammar: lower-case names are variables.
--- file fol.mln
smokes(person)
friends(person, person)
cancer(person)
1.5 smokes(x) ^ friends(x, y) v cancer(x) => smokes(y)
0.5 smokes(Anna) v friends(Anna, x)
cancer(x) => smokes(x).
--- run kerf check fol.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  person  1  from formulas and evidence

predicates
  smokes(person)           not settled yet
  friends(person, person)  not settled yet
  cancer(person)           not settled yet

formulas
  F1  1.5   line 4  ((!smokes(x) v !friends(x, y)) ^ !cancer(x)) v smokes(y)
  F2  0.5   line 5  smokes(Anna) v friends(Anna, x)
  F3  hard  line 6  !cancer(x) v smokes(x)
--- stderr
fol.mln: note: read as kerf; nothing in it calls for another dialect
fol.mln:4:5: warning: ^ and v are mixed without parentheses; ^ binds tighter here (not so in pracmln)
  1.5 smokes(x) ^ friends(x, y) v cancer(x) => smokes(y)
      ^~~~~~~~~~~~~~~~~~~~~~~~~
  hint: write the parentheses to be safe
--- run kerf check --dialect=pracmln fol.mln
--- stdout
dialect  pracmln
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  person  1  from formulas and evidence

predicates
  smokes(person)           not settled yet
  friends(person, person)  not settled yet
  cancer(person)           not settled yet

formulas
  F1  1.5   line 4  !smokes(x) v (!friends(x, y) ^ !cancer(x)) v smokes(y)
  F2  0.5   line 5  smokes(Anna) v friends(Anna, x)
  F3  hard  line 6  !cancer(x) v smokes(x)
--- file odd.mln
likes(person, x/y:z)
--- run kerf check --dialect=pracmln odd.mln
--- exit 3
--- stderr
odd.mln:1:15: error: a declaration cannot have this name
  likes(person, x/y:z)
                ^~~~~
  hint: write it with letters, digits and _ only
1 error
