# --open and --closed without --query: only these are settled by it; the rest by stars or evidence.
--- file m.mln
A(t)
B(t)
C(t)
1 A(x) ^ B(x) ^ C(x)
--- file m.db
A(K)
--- run kerf check m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  t  1  from evidence

predicates
  A(t)  observed  has evidence     1 true
  B(t)  hidden    has no evidence
  C(t)  hidden    has no evidence

formulas
  F1  1  line 4  A(x) ^ B(x) ^ C(x)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: warning: assumed from the evidence: hidden B, C; observed A
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- run kerf check --quiet --closed=B m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  t  1  from evidence

predicates
  A(t)  observed  has evidence       1 true
  B(t)  observed  named by --closed
  C(t)  hidden    has no evidence

formulas
  F1  1  line 4  A(x) ^ B(x) ^ C(x)
--- stderr
kerf: warning: assumed from the evidence: hidden C; observed A
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- run kerf check --quiet --open=A m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  t  1  from evidence

predicates
  A(t)  hidden  named by --open  1 true
  B(t)  hidden  has no evidence
  C(t)  hidden  has no evidence

formulas
  F1  1  line 4  A(x) ^ B(x) ^ C(x)
--- stderr
kerf: warning: assumed from the evidence: hidden B, C; observed none
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- run kerf check --quiet --open=A --closed=B,C m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  t  1  from evidence

predicates
  A(t)  hidden    named by --open    1 true
  B(t)  observed  named by --closed
  C(t)  observed  named by --closed

formulas
  F1  1  line 4  A(x) ^ B(x) ^ C(x)
--- exit 0

# --closed before stars.
--- file star.mln
*A(t)
B(t)
C(t)
1 A(x) ^ B(x) ^ C(x)
--- run kerf check --quiet --closed=B star.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  t  1  from evidence

predicates
  *A(t)  observed  by the * in declarations  1 true
  B(t)   observed  named by --closed
  C(t)   hidden    by the * in declarations

formulas
  F1  1  line 4  A(x) ^ B(x) ^ C(x)
--- run kerf check --quiet --open=A star.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  t  1  from evidence

predicates
  *A(t)  hidden  named by --open           1 true
  B(t)   hidden  by the * in declarations
  C(t)   hidden  by the * in declarations

formulas
  F1  1  line 4  A(x) ^ B(x) ^ C(x)
