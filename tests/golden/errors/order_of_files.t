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
--- file empty.mln
// nothing yet
--- run kerf check --quiet empty.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read
--- stderr
empty.mln: warning: this model is empty
--- run kerf map --quiet empty.mln e.db
--- stderr
empty.mln: warning: this model is empty
e.db:1:1: error: predicate Friends is not declared
  Friends(Anna, Bob)
  ^~~~~~~
  hint: declare it in the model; --skip-unknown passes over what the model does not have
e.db:2:1: error: predicate Smokes is not declared
  Smokes(Anna)
  ^~~~~~
  hint: declare it in the model; --skip-unknown passes over what the model does not have
2 errors, 1 warning
--- exit 3
