# The .weights file beside the model: label, constants, weight, separated by tabs.
--- file m.mln
Has(page, word)
Topic(page, topic)
lex: Has(p, +w) => Topic(p, +t)
Has(p, +w)
bias: Topic(p, t)
1.5 Topic(p, T1)
--- file m.weights
lex	Ab	T1	1.5
lex	Ab	T2	-0.5
// a comment
lex	two words	T1	2e-1
lex	tab\there	T2	-1
F2	Ab	3
bias	0.25
--- run kerf show m.mln
--- stdout
type page
type topic
  named by formulas (1) T1
  named by weight tables (1) T2
type word
  named by weight tables (3) Ab, "tab\there", "two words"
predicate Has(page, word)
predicate Topic(page, topic)
formula lex
  !Has(p, +w) v Topic(p, +t)
  weights: a table of 4 by w, t
    Ab, T1: 1.5
    Ab, T2: -0.5
    "two words", T1: 0.2
    "tab\there", T2: -1
  free: p page, w word, t topic
formula
  Has(p, +w)
  weights: a table of 1 by w
    Ab: 3
  free: p page, w word
formula bias
  Topic(p, t)
  weight: 0.25
  free: p page, t topic
formula
  Topic(p, T1)
  weight: 1.5
  free: p page
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
m.weights: note: weights read with the model; --weights=- leaves them out
--- run kerf check --quiet m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  page   0  from evidence
  word   0  from evidence
  topic  1  from formulas and evidence

predicates
  Has(page, word)     not settled yet
  Topic(page, topic)  not settled yet

formulas
  lex   table, 4 rows  line 3  !Has(p, +w) v Topic(p, +t)
  F2    table, 1 row   line 4  Has(p, +w)
  bias  0.25           line 5  Topic(p, t)
  F4    1.5            line 6  Topic(p, T1)
--- exit 0

# Another file, none, a compressed one.
--- file other.weights
lex	Zz	T1	7
--- run kerf show --quiet --weights=other.weights m.mln
--- stdout
type page
type topic
  named by formulas (1) T1
type word
  named by weight tables (1) Zz
predicate Has(page, word)
predicate Topic(page, topic)
formula lex
  !Has(p, +w) v Topic(p, +t)
  weights: a table of 1 by w, t
    Zz, T1: 7
  free: p page, w word, t topic
formula
  Has(p, +w)
  weight: to be learned
  free: p page, w word
formula bias
  Topic(p, t)
  weight: to be learned
  free: p page, t topic
formula
  Topic(p, T1)
  weight: 1.5
  free: p page
--- run kerf check --quiet --weights=- m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  page   0  from evidence
  word   0  from evidence
  topic  1  from formulas and evidence

predicates
  Has(page, word)     not settled yet
  Topic(page, topic)  not settled yet

formulas
  lex   learn  line 3  !Has(p, +w) v Topic(p, +t)
  F2    learn  line 4  Has(p, +w)
  bias  learn  line 5  Topic(p, t)
  F4    1.5    line 6  Topic(p, T1)

decisions
  3 formulas have no weight: to be learned, not for map
--- file c.weights gz
lex	Ab	T1	1
--- run kerf check --quiet --weights=c.weights m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  page   0  from evidence
  word   0  from evidence
  topic  1  from formulas and evidence

predicates
  Has(page, word)     not settled yet
  Topic(page, topic)  not settled yet

formulas
  lex   table, 1 row  line 3  !Has(p, +w) v Topic(p, +t)
  F2    learn         line 4  Has(p, +w)
  bias  learn         line 5  Topic(p, t)
  F4    1.5           line 6  Topic(p, T1)

decisions
  2 formulas have no weight: to be learned, not for map
--- exit 0

# Constants that only a weight table names belong to no world until evidence names them.
--- file m.db
Has(P1, Ab)
--- run kerf check --quiet -q Topic m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  page   1  from evidence
  word   1  from evidence
  topic  1  from formulas and evidence

predicates
  Has(page, word)     observed  by --query  1 true
  Topic(page, topic)  hidden    by --query

formulas
  lex   table, 4 rows  line 3  !Has(p, +w) v Topic(p, +t)
  F2    table, 1 row   line 4  Has(p, +w)
  bias  0.25           line 5  Topic(p, t)
  F4    1.5            line 6  Topic(p, T1)
--- exit 0

# Errors.
--- file bad.weights
lax	Ab	T1	1
lex	Ab	1
lex	Ab	T1	T2	1
lex	Ab	T1	x
bias	1	2
lex	Ab	T1	inf
lex
--- run kerf check --quiet --weights=bad.weights m.mln
--- stderr
bad.weights:1:1: error: no formula is called lax
  lax Ab T1 1
  ^~~
  hint: did you mean lex?
bad.weights:2:1: error: lex has 2 parameters, so 4 fields are expected, not 3
  lex Ab 1
  ^~~
  hint: a line is label, constants and weight, separated by tabs
bad.weights:3:1: error: lex has 2 parameters, so 4 fields are expected, not 5
  lex Ab T1 T2 1
  ^~~
  hint: a line is label, constants and weight, separated by tabs
bad.weights:4:11: error: a weight is expected, not "x"
  lex Ab T1 x
            ^
bad.weights:5:1: error: bias has 0 parameters, so 2 fields are expected, not 3
  bias 1 2
  ^~~~
  hint: a line is label, constants and weight, separated by tabs
bad.weights:6:11: error: a weight is expected, not "inf"
  lex Ab T1 inf
            ^~~
bad.weights:7:1: error: lex has 2 parameters, so 4 fields are expected, not 1
  lex
  ^~~
  hint: a line is label, constants and weight, separated by tabs
7 errors
--- exit 3
--- run kerf check --quiet --weights=gone.weights m.mln
--- stderr
kerf: error: cannot read gone.weights: no such file or directory
1 error
--- exit 3

# Twice in one file is an error.
--- file twice.weights
lex	Ab	T1	1
lex	Ab	T1	2
--- run kerf show --quiet --weights=twice.weights m.mln
--- stderr
twice.weights:2:11: error: the same weight was 1 at twice.weights:1
  lex Ab T1 2
            ^
1 error
--- exit 3
