# A weights file that names a formula by its place, F1, and changes a weight that the model has.
--- file rows.mln
*Word(position, word)
Tag(position, tag)
2 Tag(p, Verb)
tail: 3 Tag(p, Noun)
1 Word(p, A) ^ Tag(p, Noun)
2 Word(p, B) ^ Tag(p, Noun)
3 Word(p, C) ^ Tag(p, Noun)
4 Word(p, D) ^ Tag(p, Noun)
5 Word(p, E) ^ Tag(p, Noun)
6 Word(p, F) ^ Tag(p, Noun)
7 Word(p, G) ^ Tag(p, Noun)
8 Word(p, H) ^ Tag(p, Noun)
--- file rows.weights
# the label tail is the model's own
tail	0.5
F3	A	1
F3	B	2.5
F3	C	-3
F1	7
--- run kerf check --quiet rows.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  position  0  from evidence
  word      8  from formulas and evidence
  tag       2  from formulas and evidence

predicates
  *Word(position, word)  observed  by the * in declarations
  Tag(position, tag)     hidden    by the * in declarations

formulas
  F1    7              line 3  Tag(p, Verb)
  tail  0.5            line 4  Tag(p, Noun)
  F3    table, 8 rows  line 5  Word(p, +c1) ^ Tag(p, Noun)

decisions
  8 formulas were folded into weight tables
--- stderr
rows.weights:4:1: warning: this file replaces 3 weights that the model gives formulas without a label: F3 had 2 and gets 2.5
  hint: labels such as F1 go by place: give a formula a label of its own
--- file one.weights
F1	7
--- run-sh kerf check --weights=one.weights rows.mln 2>&1 | grep -A 1 replace
--- stdout
one.weights:1:1: warning: this file replaces 1 weight that the model gives formulas without a label: F1 had 2 and gets 7
  hint: labels such as F1 go by place: give a formula a label of its own
--- exit 0
# Nothing changes.
--- file same.weights
F1	2
F3	A	1
--- run-sh kerf check --weights=same.weights rows.mln 2>&1 | grep replace
--- exit 1
