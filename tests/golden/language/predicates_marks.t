# Declarations: no arguments, any letter case, *, **, argument names, ! and ?, numbers.
--- file m.mln
Friends(person, person)
smokes(person)
RAIN
Sun()
*Parent(person, person)
**Old(person)
Likes(person who, dish what)
Room(person, room!)
Boss(person, person?)
Seat(row!, column!, person)
Desk(person p, desk d!)
*score(person, float_)
*weight(person, float)
*height(person, double)
--- run kerf show --quiet --dialect=kerf m.mln
--- stdout
type column
type desk
type dish
type person
type room
type row
predicate Friends(person, person)
  hidden: by the * in declarations
predicate smokes(person)
  hidden: by the * in declarations
predicate RAIN
  hidden: by the * in declarations
predicate Sun
  hidden: by the * in declarations
predicate *Parent(person, person)
  observed: by the * in declarations
predicate **Old(person)
  observed: by the * in declarations
predicate Likes(person who, dish what)
  hidden: by the * in declarations
predicate Room(person, room!)
  hidden: by the * in declarations
predicate Boss(person, person?)
  hidden: by the * in declarations
predicate Seat(row!, column!, person)
  hidden: by the * in declarations
predicate Desk(person p, desk d!)
  hidden: by the * in declarations
predicate *score(person, double)
  observed: by the * in declarations
predicate *weight(person, double)
  observed: by the * in declarations
predicate *height(person, double)
  observed: by the * in declarations
cardinality, implied by a mark
  |x2 : Room(x1, x2)| = 1
  hard
  free: x1 person
  bound: x2 room
cardinality, implied by a mark
  |x2 : Boss(x1, x2)| <= 1
  hard
  free: x1 person
  bound: x2 person
cardinality, implied by a mark
  |x1,x2 : Seat(x1, x2, x3)| = 1
  hard
  free: x3 person
  bound: x1 row, x2 column
cardinality, implied by a mark
  |x2 : Desk(x1, x2)| = 1
  hard
  free: x1 person
  bound: x2 desk
--- exit 0

# Both marks in one declaration: each makes its own rule.
--- file both.mln
Slot(course, room!, hour?)
--- run kerf show --quiet both.mln
--- stdout
type course
type hour
type room
predicate Slot(course, room!, hour?)
cardinality, implied by a mark
  |x2 : Slot(x1, x2, x3)| = 1
  hard
  free: x1 course, x3 hour
  bound: x2 room
cardinality, implied by a mark
  |x3 : Slot(x1, x2, x3)| <= 1
  hard
  free: x1 course, x2 room
  bound: x3 hour
--- exit 0

# Said twice the same way is fine; another way is not.
--- file twice.mln
P(a, b)
P(a, b)
*Q(a)
Q(a)
R(a!)
R(a?)
S(a)
S(a, b)
T(a)
T(b)
--- run kerf check --quiet twice.mln
--- stderr
twice.mln:4:1: error: Q was declared differently at twice.mln:3
  Q(a)
  ^
  hint: remove one of the two declarations
twice.mln:6:1: error: R was declared differently at twice.mln:5
  R(a?)
  ^
  hint: remove one of the two declarations
twice.mln:8:1: error: S takes 1 argument, 2 given
  S(a, b)
  ^~~~~~~
  hint: declared at twice.mln:7
3 errors
--- exit 3

# Numbers stand last and only there.
--- file number.mln
P(float_, a)
Q(a, float_!)
R(a, float_, float_)
fluent f(float_)
--- run kerf check --quiet --dialect=kerf number.mln
--- stderr
number.mln:1:3: error: a number can only be the last argument of a predicate
  P(float_, a)
    ^~~~~~
  hint: put the number at the end of a predicate
number.mln:2:6: error: a number can only be the last argument of a predicate
  Q(a, float_!)
       ^~~~~~
  hint: put the number at the end of a predicate
number.mln:3:6: error: a number can only be the last argument of a predicate
  R(a, float_, float_)
       ^~~~~~
  hint: put the number at the end of a predicate
number.mln:4:10: error: a number can only be the last argument of a predicate
  fluent f(float_)
           ^~~~~~
  hint: put the number at the end of a predicate
4 errors
--- exit 3
--- file stars.mln
***S(a)
--- run kerf check --quiet stars.mln
--- stderr
stars.mln:1:1: error: more than two stars before a predicate
  ***S(a)
  ^
1 error
--- exit 3

# Beside starred predicates a number must have its star; from evidence alone it is observed.
--- file nostar.mln
*P(a)
score(a, float_)
--- run kerf check --quiet --dialect=kerf nostar.mln
--- stderr
nostar.mln:2:1: error: score is hidden, but only observed predicates can hold numbers
  score(a, float_)
  ^~~~~
  hint: make it observed: put a * before its declaration
1 error
--- exit 3
--- file plain.mln
P(a)
score(a, float)
--- file plain.db
!P(A)
--- run kerf check --quiet plain.mln plain.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  a  1  from evidence

predicates
  P(a)              observed  has evidence   1 false
  score(a, double)  observed  holds numbers
--- stderr
kerf: warning: assumed from the evidence: hidden none; observed P, score
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- exit 0

# A mark means something else elsewhere.
--- file else.mln
P(a!)
1 P(!x)
--- run kerf check --quiet else.mln
--- stderr
else.mln:2:5: error: `!` cannot stand before a term
  1 P(!x)
      ^
  hint: negate the atom: !P(x); or mark a type in a declaration: P(t!)
1 error
--- exit 3

# All arguments marked: one pair in all, which who wants one to one does not expect.
--- file one.mln
*sim(left, right, double)
map(left?, right?)
s: sim(a, b, s) => map(a, b)
--- run-sh printf 'sim(A, X, 1)\nsim(B, Y, 1)\n' | kerf map --quiet one.mln -
--- stdout
map(A, X)
--- stderr
one.mln:2:1: warning: marks count together: at most one map is true in all
  map(left?, right?)
  ^~~
  hint: for one to one, leave out the marks and write |y : map(x, y)| <= 1. and |x : map(x, y)| <= 1.
--- file two.mln
*sim(left, right, double)
map(left, right)
|y : map(x, y)| <= 1.
|x : map(x, y)| <= 1.
s: sim(a, b, s) => map(a, b)
--- run-sh printf 'sim(A, X, 1)\nsim(B, Y, 1)\n' | kerf map --quiet two.mln -
--- stdout
map(A, X)
map(B, Y)
--- run-sh printf 'P(a!, b!)\n' | kerf check --quiet - 2>&1 | head -n 4
--- stdout
standard input:1:1: warning: marks count together: exactly one P is true in all
  P(a!, b!)
  ^
  hint: for one to one, leave out the marks and write |y : P(x, y)| = 1. and |x : P(x, y)| = 1.
