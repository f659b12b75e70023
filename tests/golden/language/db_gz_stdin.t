# .db.gz and - for standard input; gzip is recognised by its content.
--- file m.mln
P(person)
Q(person)
1 P(x) => Q(x)
--- file m.db.gz gz
P(Anna)
P(Bob)
--- run kerf check --quiet -q Q m.mln m.db.gz
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  person  2  from evidence

predicates
  P(person)  observed  by --query  2 true
  Q(person)  hidden    by --query

formulas
  F1  1  line 3  !P(x) v Q(x)
--- file odd.name gz
P(Anna)
--- run kerf check --quiet -q Q m.mln odd.name
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  person  1  from evidence

predicates
  P(person)  observed  by --query  1 true
  Q(person)  hidden    by --query

formulas
  F1  1  line 3  !P(x) v Q(x)
--- run kerf check --quiet -q Q m.mln -
--- stdin
P(Anna)
P(Bob)
P(Carl)
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 3 atoms of evidence

types
  person  3  from evidence

predicates
  P(person)  observed  by --query  3 true
  Q(person)  hidden    by --query

formulas
  F1  1  line 3  !P(x) v Q(x)
--- run-sh kerf check --quiet -q Q m.mln - <m.db.gz
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  person  2  from evidence

predicates
  P(person)  observed  by --query  2 true
  Q(person)  hidden    by --query

formulas
  F1  1  line 3  !P(x) v Q(x)
--- run-sh gzip -c m.mln >m.mln.gz && kerf check --quiet -q Q m.mln.gz m.db.gz
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  person  2  from evidence

predicates
  P(person)  observed  by --query  2 true
  Q(person)  hidden    by --query

formulas
  F1  1  line 3  !P(x) v Q(x)
--- run-sh cat m.mln | kerf check --quiet -q Q - m.db.gz
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  person  2  from evidence

predicates
  P(person)  observed  by --query  2 true
  Q(person)  hidden    by --query

formulas
  F1  1  line 3  !P(x) v Q(x)
--- run-sh gzip -c m.mln | kerf check --quiet -q Q - m.db.gz
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  person  2  from evidence

predicates
  P(person)  observed  by --query  2 true
  Q(person)  hidden    by --query

formulas
  F1  1  line 3  !P(x) v Q(x)
--- exit 0

# Errors have places in what was compressed.
--- file bad.db.gz gz
P(Anna)
R(Bob)
--- run kerf check --quiet -q Q m.mln bad.db.gz
--- stderr
bad.db.gz:2:1: error: predicate R is not declared
  R(Bob)
  ^
  hint: declare it in the model; --skip-unknown passes over what the model does not have
1 error
--- exit 3

# Cut off, and not there at all.
--- run-sh head -c 20 m.db.gz >cut.db.gz; kerf check --quiet -q Q m.mln cut.db.gz
--- stderr
cut.db.gz: error: cannot read on: gzip data is cut off
1 error
--- exit 3
--- run kerf check --quiet -q Q m.mln gone.db
--- stderr
kerf: error: cannot read gone.db: no such file or directory
1 error
--- exit 3
