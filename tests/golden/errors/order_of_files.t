# Evidence and model in the wrong order: each file is named for what it is read as.
--- file m.mln
*Friends(person, person)
Smokes(person)
1.1 Friends(x, y) ^ Smokes(x) => Smokes(y)
--- file e.db
Friends(Anna, Bob)
Smokes(Anna)
--- run kerf map --quiet e.db m.mln
--- stderr
e.db: warning: this is read as the model
  hint: the model comes first, evidence behind it
m.mln: warning: this is read as evidence
  hint: the model comes first, evidence behind it
m.mln:1:1: error: an atom is expected, not "*"
  *Friends(person, person)
  ^
  hint: the * of an observed predicate stands in the model
m.mln:3:1: error: 1.1 is not between 0 and 1
  1.1 Friends(x, y) ^ Smokes(x) => Smokes(y)
  ^~~
  hint: a number before or after an atom is its probability
2 errors, 2 warnings
--- exit 3
--- run kerf check --quiet e.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  Anna  0  from evidence
  Bob   0  from evidence

predicates
  Friends(Anna, Bob)  not settled yet
  Smokes(Anna)        not settled yet
--- stderr
e.db: warning: this is read as the model
  hint: the model comes first, evidence behind it
