# Else a predicate is observed if it has evidence and hidden if it has none, and that is said.
--- file m.mln
Friends(person, person)
Smokes(person)
Cancer(person)
Score(person, double)
1.5 Friends(x, y) ^ Smokes(x) => Smokes(y)
1.1 Smokes(x) => Cancer(x)
w: Score(x, w) => Cancer(x)
--- file m.db
Friends(Anna, Bob)
Smokes(Anna)
--- run kerf check m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  person  2  from evidence

predicates
  Friends(person, person)  observed  has evidence     1 true
  Smokes(person)           observed  has evidence     1 true
  Cancer(person)           hidden    has no evidence
  Score(person, double)    observed  holds numbers

formulas
  F1  1.5            line 5  !Friends(x, y) v !Smokes(x) v Smokes(y)
  F2  1.1            line 6  !Smokes(x) v Cancer(x)
  F3  from data (w)  line 7  !Score(x, w) v Cancer(x)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: warning: assumed from the evidence: hidden Cancer; observed Friends, Smokes, Score
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- exit 0

# The classic trap: an evidence predicate that happens to be empty.
--- file empty.db
Smokes(Anna)
--- run kerf check m.mln empty.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  person  1  from evidence

predicates
  Friends(person, person)  hidden    has no evidence
  Smokes(person)           observed  has evidence     1 true
  Cancer(person)           hidden    has no evidence
  Score(person, double)    observed  holds numbers

formulas
  F1  1.5            line 5  !Friends(x, y) v !Smokes(x) v Smokes(y)
  F2  1.1            line 6  !Smokes(x) v Cancer(x)
  F3  from data (w)  line 7  !Score(x, w) v Cancer(x)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: warning: assumed from the evidence: hidden Friends, Cancer; observed Smokes, Score
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- exit 0

# False atoms are evidence, too; unknown and soft ones make it hidden.
--- file false.db
!Friends(Anna, Bob)
?Smokes(Anna)
0.3 Cancer(Anna)
Score(Anna, 1)
--- run kerf check m.mln false.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 4 atoms of evidence

types
  person  2  from evidence

predicates
  Friends(person, person)  observed  has evidence            1 false
  Smokes(person)           hidden    has uncertain evidence  1 unknown
  Cancer(person)           hidden    has uncertain evidence  1 soft
  Score(person, double)    observed  has evidence            1 true

formulas
  F1  1.5            line 5  !Friends(x, y) v !Smokes(x) v Smokes(y)
  F2  1.1            line 6  !Smokes(x) v Cancer(x)
  F3  from data (w)  line 7  !Score(x, w) v Cancer(x)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: warning: assumed from the evidence: hidden Smokes, Cancer; observed Friends, Score
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- exit 0

# An empty file; no file at all.
--- file nothing.db
--- run kerf check m.mln nothing.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  person  0  from evidence

predicates
  Friends(person, person)  hidden    has no evidence
  Smokes(person)           hidden    has no evidence
  Cancer(person)           hidden    has no evidence
  Score(person, double)    observed  holds numbers

formulas
  F1  1.5            line 5  !Friends(x, y) v !Smokes(x) v Smokes(y)
  F2  1.1            line 6  !Smokes(x) v Cancer(x)
  F3  from data (w)  line 7  !Score(x, w) v Cancer(x)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: warning: assumed from the evidence: hidden Friends, Smokes, Cancer; observed Score
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- run kerf check m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  person  0  from evidence

predicates
  Friends(person, person)  not settled yet
  Smokes(person)           not settled yet
  Cancer(person)           not settled yet
  Score(person, double)    not settled yet

formulas
  F1  1.5            line 5  !Friends(x, y) v !Smokes(x) v Smokes(y)
  F2  1.1            line 6  !Smokes(x) v Cancer(x)
  F3  from data (w)  line 7  !Score(x, w) v Cancer(x)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
