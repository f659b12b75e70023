# A Tuffy query file: the predicates it names are hidden, the others observed.
--- file m.mln
A(t)
B(t, t)
C(t)
1 A(x) ^ B(x, y) ^ C(x)
--- file m.db
A(K)
C(K)
--- file query.db
// what is asked for
B(x, y)
A(z)
--- run kerf check --quiet --query-file=query.db m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  t  1  from evidence

predicates
  A(t)     hidden    by the query file  1 true
  B(t, t)  hidden    by the query file
  C(t)     observed  by the query file  1 true

formulas
  F1  1  line 4  A(x) ^ B(x, y) ^ C(x)
--- file names.db
A
B
--- run kerf check --quiet --query-file=names.db m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  t  1  from evidence

predicates
  A(t)     hidden    by the query file  1 true
  B(t, t)  hidden    by the query file
  C(t)     observed  by the query file  1 true

formulas
  F1  1  line 4  A(x) ^ B(x, y) ^ C(x)
--- file line.db
A(x), B(x, K)
--- run kerf check --quiet --query-file=line.db m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  t  1  from evidence

predicates
  A(t)     hidden    by the query file  1 true
  B(t, t)  hidden    by the query file
  C(t)     observed  by the query file  1 true

formulas
  F1  1  line 4  A(x) ^ B(x, y) ^ C(x)
--- exit 0

# --query wins; --open and --closed add to it.
--- run kerf check --quiet -q C --query-file=query.db m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  t  1  from evidence

predicates
  A(t)     observed  by --query  1 true
  B(t, t)  observed  by --query
  C(t)     hidden    by --query  1 true

formulas
  F1  1  line 4  A(x) ^ B(x, y) ^ C(x)
--- run kerf check --quiet --open=C --query-file=query.db m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  t  1  from evidence

predicates
  A(t)     hidden  by the query file  1 true
  B(t, t)  hidden  by the query file
  C(t)     hidden  named by --open    1 true

formulas
  F1  1  line 4  A(x) ^ B(x, y) ^ C(x)
--- run kerf check --quiet --closed=A --query-file=query.db m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  t  1  from evidence

predicates
  A(t)     observed  named by --closed  1 true
  B(t, t)  hidden    by the query file
  C(t)     observed  by the query file  1 true

formulas
  F1  1  line 4  A(x) ^ B(x, y) ^ C(x)
--- exit 0

# Errors.
--- file bad.db
A(x)
Zz(x)
--- run kerf check --quiet --query-file=bad.db m.mln m.db
--- stderr
kerf: error: the query file names Zz, which is not a predicate of the model
1 error
--- exit 3
--- file empty.db
--- run kerf check --quiet --query-file=empty.db m.mln m.db
--- stderr
empty.db: error: the query file names no predicate
  hint: write the hidden predicates, one a line
1 error
--- exit 3
--- run kerf check --quiet --query-file=gone.db m.mln m.db
--- stderr
kerf: error: cannot read gone.db: no such file or directory
1 error
--- exit 3
