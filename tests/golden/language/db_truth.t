# P(A), !P(A), ?P(A), several on one line.
--- file m.mln
P(person)
Q(person, person)
R
1 P(x) v Q(x, y) v R
--- file m.db
P(Anna)
!P(Bob)
?P(Carl)
Q(Anna, Bob) !Q(Bob, Anna) ?Q(Bob, Bob)
! Q(Carl, Carl)
R
--- run kerf check --quiet -q P,Q,R m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 8 atoms of evidence

types
  person  3  from evidence

predicates
  P(person)          hidden  by --query  1 true, 1 false, 1 unknown
  Q(person, person)  hidden  by --query  1 true, 2 false, 1 unknown
  R                  hidden  by --query  1 true

formulas
  F1  1  line 4  P(x) v Q(x, y) v R
--- file commas.db
P(Anna), P(Bob)
--- run kerf check --quiet -q P m.mln commas.db
--- stderr
commas.db:1:8: error: an atom is expected, not ","
  P(Anna), P(Bob)
         ^
  hint: separate atoms by blanks
1 error
--- exit 3

# Unknown atoms make the predicate hidden, if nothing else says it.
--- run kerf check m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 8 atoms of evidence

types
  person  3  from evidence

predicates
  P(person)          hidden    has uncertain evidence  1 true, 1 false, 1 unknown
  Q(person, person)  hidden    has uncertain evidence  1 true, 2 false, 1 unknown
  R                  observed  has evidence            1 true

formulas
  F1  1  line 4  P(x) v Q(x, y) v R
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: warning: assumed from the evidence: hidden P, Q; observed R
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- exit 0

# False atoms of an observed predicate say nothing new; unknown ones contradict the closed world.
--- file closed.db
!P(Anna)
Q(Anna, Anna)
--- run kerf check --quiet -q R m.mln closed.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  person  1  from evidence

predicates
  P(person)          observed  by --query  1 false
  Q(person, person)  observed  by --query  1 true
  R                  hidden    by --query

formulas
  F1  1  line 4  P(x) v Q(x, y) v R
--- file open.db
?P(Anna)
--- run kerf check --quiet -q R m.mln open.db
--- stderr
open.db:1:1: error: P is observed, so its evidence cannot be unknown
  ?P(Anna)
  ^
  hint: make it hidden with --query or --open, or say true or false
1 error
--- exit 3

# Spaces, blank lines, no newline at the end.
--- file layout.db

  P( Anna )   P(Bob)	!P(Carl)

R()
Q(Anna,Bob)
\ no newline at end
--- run kerf check --quiet -q R m.mln layout.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 5 atoms of evidence

types
  person  3  from evidence

predicates
  P(person)          observed  by --query  2 true, 1 false
  Q(person, person)  observed  by --query  1 true
  R                  hidden    by --query  1 true

formulas
  F1  1  line 4  P(x) v Q(x, y) v R
