# >> [name] and --- begin a new world with its own constants and atoms.
--- file m.mln
kind = {K1, K2}
P(thing, kind)
Q(thing)
1 P(x, k) => Q(x)
2 Q(Always)
--- file beast.db
>> first
P(A, K1)
P(B, K1)
>> second
P(C, K2)
>>
Q(D)
--- run kerf check --quiet -q Q m.mln beast.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   3, with 4 atoms of evidence

types
  kind   2       listed
  thing  2 to 3  from formulas and evidence

predicates (evidence: the last world's)
  P(thing, kind)  observed  by --query
  Q(thing)        hidden    by --query  1 true

formulas
  F1  1  line 4  !P(x, k) v Q(x)
  F2  2  line 5  Q(Always)
--- file prac.db
P(A, K1)
---
P(B, K1)
P(C, K2)
P(D, K2)
---
Q(E)
--- run kerf check --quiet -q Q m.mln prac.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   3, with 5 atoms of evidence

types
  kind   2       listed
  thing  2 to 4  from formulas and evidence

predicates (evidence: the last world's)
  P(thing, kind)  observed  by --query
  Q(thing)        hidden    by --query  1 true

formulas
  F1  1  line 4  !P(x, k) v Q(x)
  F2  2  line 5  Q(Always)
--- exit 0

# The first world settles what is observed.
--- run kerf check m.mln prac.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   3, with 5 atoms of evidence

types
  kind   2       listed
  thing  2 to 4  from formulas and evidence

predicates (evidence: the last world's)
  P(thing, kind)  observed  has evidence
  Q(thing)        hidden    has no evidence  1 true

formulas
  F1  1  line 4  !P(x, k) v Q(x)
  F2  2  line 5  Q(Always)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: warning: assumed from the evidence: hidden Q; observed P
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
prac.db:7:1: warning: Q has evidence here but had none in the first world, so it was taken as hidden
  Q(E)
  ^
  hint: name what is hidden with --query
--- exit 0

# An empty first world, a last one, an atom that contradicts only across worlds.
--- file edge.db
>> empty
>> a
P(A, K1)
>> b
!P(A, K1)
>> last
--- run kerf check --quiet -q P m.mln edge.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   4, with 2 atoms of evidence

types
  kind   2       listed
  thing  1 to 2  from formulas and evidence

predicates (evidence: the last world's)
  P(thing, kind)  hidden    by --query
  Q(thing)        observed  by --query

formulas
  F1  1  line 4  !P(x, k) v Q(x)
  F2  2  line 5  Q(Always)
--- exit 0

# show reads the first world only.
--- run kerf show --quiet -q Q m.mln beast.db
--- stdout
type kind
  listed (2) K1, K2
type thing
  named by formulas (1) Always
predicate P(thing, kind)
  observed: by --query
predicate Q(thing)
  hidden: by --query
formula
  !P(x, k) v Q(x)
  weight: 1
  free: x thing, k kind
formula
  Q(Always)
  weight: 2
--- exit 0

# Several files are read as if they were one.
--- file one.db
P(A, K1)
--- file two.db
P(B, K1)
---
P(C, K1)
--- run kerf check --quiet -q Q m.mln one.db two.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   2, with 3 atoms of evidence

types
  kind   2       listed
  thing  2 to 3  from formulas and evidence

predicates (evidence: the last world's)
  P(thing, kind)  observed  by --query  1 true
  Q(thing)        hidden    by --query

formulas
  F1  1  line 4  !P(x, k) v Q(x)
  F2  2  line 5  Q(Always)
--- exit 0

# A contradiction in the second world is found.
--- file bad.db
P(A, K1)
---
Q(B)
!Q(B)
--- run kerf check --quiet -q Q m.mln bad.db
--- stderr
bad.db:4:1: error: Q(B) is false here but true at bad.db:3
  !Q(B)
  ^
1 error
--- exit 3
