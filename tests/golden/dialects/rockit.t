# A model in RockIt's style.
--- file prog.mln
// observed
*coword(Word, Word)
*conf(Word, Word, float_)
*cls(Word, String)
match(Word, Word)
func(Word, Word)

match_conf: !conf(X, Y, match_conf) v match(X, Y)
1.5 !coword(X, Y) v match(X, Y)
-2.0 match(X, X)
!match(X, Y) v !func(X, Y).
|Y| match(X, Y) <= 1
|X,Y| !coword(X, Y) v func(X, Y) >= 2
EXIST Y match(X, Y).
0.3 !cls(X, "a b") v match(X, "w1")
--- file evidence.db
coword("w1", "w2")
conf("w1", "w2", 0.75)
conf("w2", "w1", -0.5)
cls("w1", "a b")
--- run kerf check prog.mln evidence.db
--- stdout
dialect  rockit
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 4 atoms of evidence

types
  Word    2  from formulas and evidence
  String  1  from formulas and evidence

predicates
  *coword(Word, Word)        observed  by the * in declarations  1 true
  *conf(Word, Word, double)  observed  by the * in declarations  2 true
  *cls(Word, String)         observed  by the * in declarations  1 true
  match(Word, Word)          hidden    by the * in declarations
  func(Word, Word)           hidden    by the * in declarations

formulas
  F1  from data (match_conf)  line 8   !conf(x, y, match_conf) v match(x, y)
  F2  1.5                     line 9   !coword(x, y) v match(x, y)
  F3  -2                      line 10  match(x, x)
  F4  hard                    line 11  !match(x, y) v !func(x, y)
  F5  hard                    line 12  |y : match(x, y)| <= 1
  F6  hard                    line 13  |x,y : coword(x, y) ^ func(x, y)| >= 2
  F7  hard                    line 14  EXIST y match(x, y)
  F8  0.3                     line 15  !cls(x, "a b") v match(x, "w1")
--- stderr
prog.mln:12:1: note: read as rockit because of `|`
  |Y| match(X, Y) <= 1
  ^
  hint: --dialect=NAME overrides this
--- run kerf check --quiet --dialect=rockit prog.mln evidence.db
--- stdout
dialect  rockit
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 4 atoms of evidence

types
  Word    2  from formulas and evidence
  String  1  from formulas and evidence

predicates
  *coword(Word, Word)        observed  by the * in declarations  1 true
  *conf(Word, Word, double)  observed  by the * in declarations  2 true
  *cls(Word, String)         observed  by the * in declarations  1 true
  match(Word, Word)          hidden    by the * in declarations
  func(Word, Word)           hidden    by the * in declarations

formulas
  F1  from data (match_conf)  line 8   !conf(x, y, match_conf) v match(x, y)
  F2  1.5                     line 9   !coword(x, y) v match(x, y)
  F3  -2                      line 10  match(x, x)
  F4  hard                    line 11  !match(x, y) v !func(x, y)
  F5  hard                    line 12  |y : match(x, y)| <= 1
  F6  hard                    line 13  |x,y : coword(x, y) ^ func(x, y)| >= 2
  F7  hard                    line 14  EXIST y match(x, y)
  F8  0.3                     line 15  !cls(x, "a b") v match(x, "w1")
--- run kerf show --quiet --dialect=rockit prog.mln evidence.db
--- stdout
type String
  named by formulas (1) "a b"
type Word
  named by formulas (1) "w1"
predicate *coword(Word, Word)
  observed: by the * in declarations
predicate *conf(Word, Word, double)
  observed: by the * in declarations
predicate *cls(Word, String)
  observed: by the * in declarations
predicate match(Word, Word)
  hidden: by the * in declarations
predicate func(Word, Word)
  hidden: by the * in declarations
formula
  !conf(x, y, match_conf) v match(x, y)
  weight: the value of match_conf
  free: x Word, y Word, match_conf (a number)
formula
  !coword(x, y) v match(x, y)
  weight: 1.5
  free: x Word, y Word
formula
  match(x, x)
  weight: -2
  free: x Word
formula
  !match(x, y) v !func(x, y)
  hard
  free: x Word, y Word
cardinality
  |y : match(x, y)| <= 1
  hard
  free: x Word
  bound: y Word
cardinality
  |x,y : coword(x, y) ^ func(x, y)| >= 2
  hard
  bound: x Word, y Word
formula
  EXIST y match(x, y)
  hard
  free: x Word
  bound: y Word
formula
  !cls(x, "a b") v match(x, "w1")
  weight: 0.3
  free: x Word
--- run-sh kerf show --quiet prog.mln >a; kerf show --quiet --dialect=rockit prog.mln | diff a - && echo auto reads the same
--- stdout
auto reads the same
