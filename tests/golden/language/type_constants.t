# A type's constants: listed, plus those of formulas and evidence at a position of that type.
--- file m.mln
person = {Anna, Bob}
Likes(person, food)
Eats(person, food)
1 Likes(x, Pizza) => Eats(x, Pizza)
2 Likes(Carl, y)
3 Likes(x, y) ^ y != Soup
--- file m.db
Likes(Anna, Cake)
Likes(Dora, Cake)
!Eats(Emil, Pie)
--- run kerf show --quiet -q Eats m.mln
--- stdout
type food
  named by formulas (2) Pizza, Soup
type person
  listed (2) Anna, Bob
  named by formulas (1) Carl
predicate Likes(person, food)
  observed: by --query
predicate Eats(person, food)
  hidden: by --query
formula
  !Likes(x, Pizza) v Eats(x, Pizza)
  weight: 1
  free: x person
formula
  Likes(Carl, y)
  weight: 2
  free: y food
formula
  Likes(x, y) ^ y != Soup
  weight: 3
  free: x person, y food
--- stderr
m.mln:5:9: warning: Carl is not among the constants listed for type person and is added to them
  2 Likes(Carl, y)
          ^~~~
--- run kerf check --quiet -q Eats m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  person  3  listed
  food    2  from formulas and evidence

predicates
  Likes(person, food)  observed  by --query
  Eats(person, food)   hidden    by --query

formulas
  F1  1  line 4  !Likes(x, Pizza) v Eats(x, Pizza)
  F2  2  line 5  Likes(Carl, y)
  F3  3  line 6  Likes(x, y) ^ y != Soup
--- stderr
m.mln:5:9: warning: Carl is not among the constants listed for type person and is added to them
  2 Likes(Carl, y)
          ^~~~
--- run kerf check --quiet -q Eats m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 3 atoms of evidence

types
  person  5  listed
  food    4  from formulas and evidence

predicates
  Likes(person, food)  observed  by --query  2 true
  Eats(person, food)   hidden    by --query  1 false

formulas
  F1  1  line 4  !Likes(x, Pizza) v Eats(x, Pizza)
  F2  2  line 5  Likes(Carl, y)
  F3  3  line 6  Likes(x, y) ^ y != Soup
--- stderr
m.mln:5:9: warning: Carl is not among the constants listed for type person and is added to them
  2 Likes(Carl, y)
          ^~~~
m.db:2:7: warning: Dora is not among the constants listed for type person and is added to them
  Likes(Dora, Cake)
        ^~~~
--- exit 0

# The same text in two types is two constants.
--- file two.mln
P(a)
Q(b)
1 P(K) ^ Q(K) ^ P(L)
--- run kerf show --quiet two.mln
--- stdout
type a
  named by formulas (2) K, L
type b
  named by formulas (1) K
predicate P(a)
predicate Q(b)
formula
  P(K) ^ Q(K) ^ P(L)
  weight: 1
--- exit 0

# Each world has the model's constants and its own.
--- file worlds.db
Likes(Anna, Cake)
---
Likes(Anna, Tea)
Likes(Anna, Milk)
--- run kerf check --quiet -q Eats m.mln worlds.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   2, with 3 atoms of evidence

types
  person  3       listed
  food    3 to 4  from formulas and evidence

predicates (evidence: the last world's)
  Likes(person, food)  observed  by --query  2 true
  Eats(person, food)   hidden    by --query

formulas
  F1  1  line 4  !Likes(x, Pizza) v Eats(x, Pizza)
  F2  2  line 5  Likes(Carl, y)
  F3  3  line 6  Likes(x, y) ^ y != Soup
--- stderr
m.mln:5:9: warning: Carl is not among the constants listed for type person and is added to them
  2 Likes(Carl, y)
          ^~~~
--- exit 0

# A type without constants: its variables have no groundings.
--- file none.mln
P(ghost)
1 P(x)
EXIST x P(x).
--- run kerf check --quiet -q P none.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  ghost  0  from evidence

predicates
  P(ghost)  hidden  by --query

formulas
  F1  1     line 2  P(x)
  F2  hard  line 3  EXIST x P(x)
--- exit 0

# Type clashes are found across declarations, formulas and comparisons.
--- file clash.mln
P(a)
Q(b)
1 P(x) ^ Q(x)
2 P(x) ^ Q(y) ^ x = y
3 EXIST x (P(x) ^ Q(x))
4 EXIST x P(x) ^ (EXIST x Q(x))
--- run kerf check --quiet clash.mln
--- stderr
clash.mln:3:12: error: x has type b here but type a at clash.mln:3
  1 P(x) ^ Q(x)
             ^
  hint: use two variables, or give both places the same type
clash.mln:4:17: error: a constant of type a is compared with one of type b
  2 P(x) ^ Q(y) ^ x = y
                  ^~~~~
clash.mln:5:21: error: x has type b here but type a at clash.mln:5
  3 EXIST x (P(x) ^ Q(x))
                      ^
  hint: use two variables, or give both places the same type
3 errors
--- exit 3
