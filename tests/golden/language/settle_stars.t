# A * in the declarations: if any predicate has one, all others are hidden, evidence or not.
--- file m.mln
*A(t)
**B(t)
C(t)
D(t)
1 A(x) ^ B(x) ^ C(x) ^ D(x)
--- file m.db
C(K)
--- run kerf check m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  t  1  from evidence

predicates
  *A(t)   observed  by the * in declarations
  **B(t)  observed  by the * in declarations
  C(t)    hidden    by the * in declarations  1 true
  D(t)    hidden    by the * in declarations

formulas
  F1  1  line 5  A(x) ^ B(x) ^ C(x) ^ D(x)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
--- run kerf check m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  t  0  from evidence

predicates
  *A(t)   observed  by the * in declarations
  **B(t)  observed  by the * in declarations
  C(t)    hidden    by the * in declarations
  D(t)    hidden    by the * in declarations

formulas
  F1  1  line 5  A(x) ^ B(x) ^ C(x) ^ D(x)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
--- exit 0

# A query file comes after stars.
--- file query.db
D(x)
--- run kerf check --quiet --query-file=query.db m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  t  1  from evidence

predicates
  *A(t)   observed  by the * in declarations
  **B(t)  observed  by the * in declarations
  C(t)    hidden    by the * in declarations  1 true
  D(t)    hidden    by the * in declarations

formulas
  F1  1  line 5  A(x) ^ B(x) ^ C(x) ^ D(x)
