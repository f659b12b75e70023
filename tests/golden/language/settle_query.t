# -q A,B: exactly these are hidden, all others observed, whatever stars and evidence say.
--- file m.mln
*Star(t)
A(t)
B(t)
C(t)
1 A(x) ^ B(x) ^ C(x) ^ Star(x)
--- file m.db
A(K)
Star(K)
--- run kerf check --quiet -q A,B m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  t  1  from evidence

predicates
  *Star(t)  observed  by --query  1 true
  A(t)      hidden    by --query  1 true
  B(t)      hidden    by --query
  C(t)      observed  by --query

formulas
  F1  1  line 5  A(x) ^ B(x) ^ C(x) ^ Star(x)
--- run kerf check --quiet --query=Star m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  t  1  from evidence

predicates
  *Star(t)  hidden    by --query  1 true
  A(t)      observed  by --query  1 true
  B(t)      observed  by --query
  C(t)      observed  by --query

formulas
  F1  1  line 5  A(x) ^ B(x) ^ C(x) ^ Star(x)
--- run kerf check --quiet -q A -q B m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  t  1  from evidence

predicates
  *Star(t)  observed  by --query  1 true
  A(t)      hidden    by --query  1 true
  B(t)      hidden    by --query
  C(t)      observed  by --query

formulas
  F1  1  line 5  A(x) ^ B(x) ^ C(x) ^ Star(x)
--- run kerf check --quiet --query=A --open=C m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  t  1  from evidence

predicates
  *Star(t)  observed  by --query       1 true
  A(t)      hidden    by --query       1 true
  B(t)      observed  by --query
  C(t)      hidden    named by --open

formulas
  F1  1  line 5  A(x) ^ B(x) ^ C(x) ^ Star(x)
--- run kerf check --quiet --query=A --open=A,C m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  t  1  from evidence

predicates
  *Star(t)  observed  by --query       1 true
  A(t)      hidden    by --query       1 true
  B(t)      observed  by --query
  C(t)      hidden    named by --open

formulas
  F1  1  line 5  A(x) ^ B(x) ^ C(x) ^ Star(x)
--- run kerf check --quiet --query=A --closed=B m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  t  1  from evidence

predicates
  *Star(t)  observed  by --query         1 true
  A(t)      hidden    by --query         1 true
  B(t)      observed  named by --closed
  C(t)      observed  by --query

formulas
  F1  1  line 5  A(x) ^ B(x) ^ C(x) ^ Star(x)
--- exit 0

# Tuffy's way of writing a query: with arguments.
--- run kerf check --quiet -q "A(x),B(y)" m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  t  1  from evidence

predicates
  *Star(t)  observed  by --query  1 true
  A(t)      hidden    by --query  1 true
  B(t)      hidden    by --query
  C(t)      observed  by --query

formulas
  F1  1  line 5  A(x) ^ B(x) ^ C(x) ^ Star(x)
--- exit 0

# It needs no evidence to be settled.
--- run kerf show --quiet -q B m.mln
--- stdout
type t
predicate *Star(t)
  observed: by --query
predicate A(t)
  observed: by --query
predicate B(t)
  hidden: by --query
predicate C(t)
  observed: by --query
formula
  A(x) ^ B(x) ^ C(x) ^ Star(x)
  weight: 1
  free: x t
--- exit 0

# Contradictions and unknown names.
--- run kerf check --quiet -q A --closed=A m.mln m.db
--- stderr
kerf: error: --closed names A, which --query or --open hides
  hint: name it in one of them only
1 error
--- exit 3
--- run kerf check --quiet -q A --open=B --closed=B m.mln m.db
--- stderr
kerf: error: --closed names B, which --query or --open hides
  hint: name it in one of them only
1 error
--- exit 3
--- run kerf check --quiet -q Aa m.mln m.db
--- stderr
kerf: error: --query names Aa, which is not a predicate of the model
1 error
--- exit 3
--- run kerf check --quiet --open=Zzz m.mln m.db
--- stderr
kerf: error: --open names Zzz, which is not a predicate of the model
1 error
--- exit 3
--- run kerf check --quiet --closed=a m.mln m.db
--- stderr
kerf: error: --closed names a, which is not a predicate of the model
  hint: did you mean A?
1 error
--- exit 3
--- run kerf check --quiet -q "" m.mln m.db
--- stderr
kerf: bad value '' for option --query: expected names separated by commas
Try 'kerf check -h'.
--- exit 2
