# acyclic p. for a hidden predicate with two arguments of one type.
--- file m.mln
*Word(token)
Head(token, token)
acyclic Head.
acyclic Head
ACYCLIC Head.
--- run kerf show --quiet m.mln
--- stdout
type token
predicate *Word(token)
  observed: by the * in declarations
predicate Head(token, token)
  hidden: by the * in declarations
acyclicity
  acyclic Head
  hard
acyclicity
  acyclic Head
  hard
acyclicity
  acyclic Head
  hard
--- run kerf check --quiet m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  token  0  from evidence

predicates
  *Word(token)        observed  by the * in declarations
  Head(token, token)  hidden    by the * in declarations

formulas
  F1  hard  line 3  acyclic Head
  F2  hard  line 4  acyclic Head
  F3  hard  line 5  acyclic Head
--- exit 0

# A predicate may have that name.
--- file own.mln
acyclic(t)
1 acyclic(x)
2 acyclic(x) v acyclic(y)
--- run kerf check --quiet own.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  acyclic(t)  not settled yet

formulas
  F1  1  line 2  acyclic(x)
  F2  2  line 3  acyclic(x) v acyclic(y)
--- exit 0

# Errors.
--- file bad.mln
Head(token, token)
Tag(token, tag)
One(token)
acyclic Tag.
acyclic One.
acyclic Hed.
--- run kerf check --quiet bad.mln
--- stderr
bad.mln:4:9: error: acyclic needs a predicate with two arguments of one type
  acyclic Tag.
          ^~~
bad.mln:5:9: error: acyclic needs a predicate with two arguments of one type
  acyclic One.
          ^~~
bad.mln:6:9: error: predicate Hed is not declared
  acyclic Hed.
          ^~~
  hint: declare it first
3 errors
--- exit 3
--- file weight.mln
Head(token, token)
1.5 acyclic Head
--- run kerf check --quiet weight.mln
--- stderr
weight.mln:2:13: error: acyclicity is always hard
  1.5 acyclic Head
              ^~~~
  hint: remove the weight
1 error
--- exit 3
--- file observed.mln
*Head(token, token)
acyclic Head.
--- run kerf check --quiet observed.mln
--- stderr
observed.mln:2:9: error: Head is observed; only a hidden predicate can be kept acyclic
  acyclic Head.
          ^~~~
  hint: -q NAMES says which predicates are hidden
1 error
--- exit 3
