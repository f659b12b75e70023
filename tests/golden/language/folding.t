# Expanded formulas, as Alchemy writes learned weights, are folded back on load.
--- file m.mln
word = {Ab, Bc, Cd}
Has(page, word)
Topic(page, topic)
Has(p, +w) => Topic(p, +t)
1.5 Has(p, Ab) => Topic(p, T1)
-0.5 Has(q, Bc) => Topic(q, T1)
2 Has(a1, Cd) => Topic(a1, T2)
9 Has(p, w) => Topic(p, T1)
8 Has(p, Ab) ^ Topic(p, T1)
--- run kerf show --quiet m.mln
--- stdout
type page
type topic
  named by formulas (2) T1, T2
type word
  listed (3) Ab, Bc, Cd
predicate Has(page, word)
predicate Topic(page, topic)
formula
  !Has(p, +w) v Topic(p, +t)
  weights: a table of 3 by w, t
    Ab, T1: 1.5
    Bc, T1: -0.5
    Cd, T2: 2
  free: p page, w word, t topic
formula
  !Has(p, w) v Topic(p, T1)
  weight: 9
  free: p page, w word
formula
  Has(p, Ab) ^ Topic(p, T1)
  weight: 8
  free: p page
--- run kerf check m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  word   3  listed
  page   0  from evidence
  topic  2  from formulas and evidence

predicates
  Has(page, word)     not settled yet
  Topic(page, topic)  not settled yet

formulas
  F1  table, 3 rows  line 4  !Has(p, +w) v Topic(p, +t)
  F5  9              line 8  !Has(p, w) v Topic(p, T1)
  F6  8              line 9  Has(p, Ab) ^ Topic(p, T1)

decisions
  3 formulas were folded into weight tables
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
--- exit 0

# Clauses as Alchemy prints them fold into the implication they come from, if their literals stand in
# its order; the sum is the same either way.
--- file clause.mln
Has(page, word)
Topic(page, topic)
Has(p, +w) => Topic(p, +t)
0.7 !Has(a1, Ab) v Topic(a1, T1)
0.3 Topic(a1, T2) v !Has(a1, Ab)
--- run kerf show --quiet clause.mln
--- stdout
type page
type topic
  named by formulas (2) T1, T2
type word
  named by formulas (1) Ab
predicate Has(page, word)
predicate Topic(page, topic)
formula
  !Has(p, +w) v Topic(p, +t)
  weights: a table of 1 by w, t
    Ab, T1: 0.7
  free: p page, w word, t topic
formula
  Topic(a1, T2) v !Has(a1, Ab)
  weight: 0.3
  free: a1 page
--- exit 0

# A shared parameter must agree.
--- file shared.mln
Has(page, word)
Near(word, word)
Has(p, +w) ^ Near(+w, u)
1 Has(p, Ab) ^ Near(Ab, u)
2 Has(p, Ab) ^ Near(Bc, u)
--- run kerf show --quiet shared.mln
--- stdout
type page
type word
  named by formulas (2) Ab, Bc
predicate Has(page, word)
predicate Near(word, word)
formula
  Has(p, +w) ^ Near(+w, u)
  weights: a table of 1 by w
    Ab: 1
  free: p page, w word, u word
formula
  Has(p, Ab) ^ Near(Bc, u)
  weight: 2
  free: p page, u word
--- exit 0

# The same formula a second time stays a formula: each counts on its own.
--- file sum.mln
Has(page, word)
Has(p, +w)
1 Has(p, Ab)
0.5 Has(q, Ab)
--- run kerf show --quiet sum.mln
--- stdout
type page
type word
  named by formulas (1) Ab
predicate Has(page, word)
formula
  Has(p, +w)
  weights: a table of 1 by w
    Ab: 1
  free: p page, w word
formula
  Has(q, Ab)
  weight: 0.5
  free: q page
--- exit 0

# Eight or more of one shape are folded without being asked; labelled and fixed ones are not.
--- file eight.mln
Has(page, word)
1 Has(p, W1)
2 Has(p, W2)
3 Has(p, W3)
4 Has(p, W4)
5 Has(p, W5)
6 Has(p, W6)
7 Has(p, W7)
8 Has(p, W8)
@9 Has(p, W9)
ten: 10 Has(p, W10)
--- run kerf show eight.mln
--- stdout
type page
type word
  named by formulas (10) W1, W10, W2, W3, W4, W5, W6, W7, W8, W9
predicate Has(page, word)
formula
  Has(p, +c1)
  weights: a table of 8 by c1
    W1: 1
    W2: 2
    W3: 3
    W4: 4
    W5: 5
    W6: 6
    W7: 7
    W8: 8
  free: p page, c1 word
formula
  Has(p, W9)
  weight: 9, fixed
  free: p page
formula ten
  Has(p, W10)
  weight: 10
  free: p page
--- stderr
eight.mln: note: read as kerf; nothing in it calls for another dialect
eight.mln:2:3: note: 7 formulas that differ from this one only in constants are read as one with a weight table
  1 Has(p, W1)
    ^~~~~~~~~~
--- file seven.mln
Has(page, word)
1 Has(p, W1)
2 Has(p, W2)
3 Has(p, W3)
4 Has(p, W4)
5 Has(p, W5)
6 Has(p, W6)
7 Has(p, W7)
--- run kerf check --quiet seven.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  page  0  from evidence
  word  7  from formulas and evidence

predicates
  Has(page, word)  not settled yet

formulas
  F1  1  line 2  Has(p, W1)
  F2  2  line 3  Has(p, W2)
  F3  3  line 4  Has(p, W3)
  F4  4  line 5  Has(p, W4)
  F5  5  line 6  Has(p, W5)
  F6  6  line 7  Has(p, W6)
  F7  7  line 8  Has(p, W7)
--- exit 0

# Weights of folded formulas can be changed by a file; there are no others than those written.
--- file eight.weights
F1	W1	0.5
F1	W9	2
--- run kerf check --quiet --weights=eight.weights eight.mln
--- stderr
eight.weights:2:4: error: F1 stands for formulas of which none has these constants
  F1 W9 2
     ^~
  hint: its weights are those of formulas in the model; write one more
eight.weights:1:1: warning: this file replaces 1 weight that the model gives formulas without a label: F1 had 1 and gets 0.5
  hint: labels such as F1 go by place: give a formula a label of its own
1 error, 1 warning
--- exit 3
