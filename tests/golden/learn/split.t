# --split: the independent parts of one world are worlds. Elements are shared, atoms are not.
--- file m.mln
*Bond(atom, atom)
*Element(atom, element)
*Heavy(element)
Active(atom)
Element(a, +e) ^ Active(a)
Element(a, e) ^ Heavy(e) ^ Bond(a, b) ^ Active(a) => Active(b)
Bond(a, b) => (Active(a) <=> Active(b))
-0.5 Active(a)
Element(a, e) => |b : Bond(a, b) ^ Active(b)| >= 1
1 Active(a) ^ Element(a, e) => |b : Bond(a, b) ^ Active(b)| = 2
--- file t.db
Heavy(O)
Bond(A1, B1) Element(A1, C) Element(B1, O) Active(A1)
Bond(A2, B2) Element(A2, C) Element(B2, O) Active(A2) Active(B2)
Bond(A3, B3) Element(A3, N) Element(B3, O)
Bond(A4, B4) Bond(B4, C4) Element(A4, C) Element(B4, C) Active(B4)
Bond(A5, B5) Element(A5, C) Active(A5) Active(B5)
Element(X6, O) Active(X6)
atom = {Y7}
Bond(A8, B8) Element(A8, N) Active(A8)
Bond(A9, B9) Element(A9, O)
Bond(B9, C9)
Element(Z10, N)
--- run-sh kerf learn m.mln t.db -o l.mln 2>&1 | grep -A 1 apart
--- stdout
kerf: note: the training world falls apart into 10 independent parts
  hint: --split takes each part for a world: weights move more often, and answers are found sooner
--- run-sh kerf learn --split --method=perceptron m.mln t.db -o l.mln 2>&1 | grep -o 'from .* worlds'
--- stdout
from 10 worlds
--- run kerf learn --quiet --method=pll m.mln t.db -o whole.mln
--- run kerf learn --quiet --method=pll --split m.mln t.db -o parts.mln
--- run-sh for f in whole parts; do sed -E 's/([0-9]\.[0-9]{9})[0-9]*/\1/g' $f.mln > $f.txt; done; diff whole.txt parts.txt && echo the same
--- stdout
the same
--- file across.mln
*Bond(atom, atom)
Active(atom)
Same(atom, atom)
Bond(a, b) => Active(a)
Same(a, b) => Same(b, a)
--- file hub.mln
*Bond(atom, atom)
Active(atom)
Alarm
Bond(a, b) ^ Alarm => Active(a)
--- file next.mln
*Bond(time, time)
Active(time)
Bond(a, b) => Active(a + 1)
--- file all.mln
*Bond(atom, atom)
Active(atom)
Bond(a, b) => Active(a)
EXIST a Active(a)
--- file named.mln
*Bond(atom, atom)
Active(atom)
Bond(a, A1) => Active(a)
--- file twins.mln
*Bond(atom, atom)
*Word(atom, word)
Active(atom)
Word(a, w) ^ Word(b, w) ^ Active(a) => Active(b)
--- file b.db
Bond(A1, B1) Bond(A2, B2) Active(A1)
--- file n.db
Bond(1, 2) Bond(5, 6) Active(2)
--- file w.db
Word(A1, x) Word(B1, x) Word(A2, y) Word(B2, y) Word(A3, z) Active(A1)
--- run-sh for m in across hub all named; do kerf learn --quiet --split $m.mln b.db -o l.mln; done
--- stderr
across.mln:5:1: warning: --split: a training world is one part: F2 relates constants that no evidence relates
  Same(a, b) => Same(b, a)
  ^~~~~~~~~~~~~~~~~~~~~~~~
  hint: a condition that relates its variables, of an observed predicate, would do
kerf: warning: Same is hidden, but no training world has a true atom of it
  hint: without truth all its atoms count as false
hub.mln:4:1: warning: --split: a training world is one part: F1 relates constants that no evidence relates
  Bond(a, b) ^ Alarm => Active(a)
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: a condition that relates its variables, of an observed predicate, would do
kerf: warning: Alarm is hidden, but no training world has a true atom of it
  hint: without truth all its atoms count as false
kerf: warning: no answer of the last epoch has a true atom right: F1 is 0
  hint: try --loss-augmented, more --epochs, or a formula for each hidden predicate
all.mln:4:1: warning: --split: a training world is one part: F2 relates constants that no evidence relates
  EXIST a Active(a)
  ^~~~~~~~~~~~~~~~~
  hint: a condition that relates its variables, of an observed predicate, would do
kerf: warning: --split: a training world is one part: its rows relate all constants, or the model names some
kerf: warning: no answer of the last epoch has a true atom right: F1 is 0
  hint: try --loss-augmented, more --epochs, or a formula for each hidden predicate
--- run-sh kerf learn --quiet --split next.mln n.db -o l.mln
--- stderr
next.mln:3:1: warning: --split: a training world is one part: F1 relates constants that no evidence relates
  Bond(a, b) => Active(a + 1)
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: a condition that relates its variables, of an observed predicate, would do
--- run-sh kerf learn --split twins.mln w.db -o l.mln 2>&1 | grep -o 'from .* worlds'
--- stdout
from 3 worlds
--- file tagger.mln
*Word(position, word)
*Next(position, position)
Tag(position, tag!)
emit: Word(p, +w) ^ Tag(p, +t)
follow: Next(p, q) ^ Tag(p, +s) ^ Tag(q, +t)
some: Tag(p, t)
--- file text.db
tag = {Noun, Verb, Other}
Word(1, dogs) Word(2, run) Next(1, 2) Tag(1, Noun) Tag(2, Verb)
Word(3, birds) Word(4, sing) Next(3, 4) Tag(3, Noun) Tag(4, Verb)
Word(5, run) Tag(5, Verb)
Word(6, dogs) Word(7, sing) Next(6, 7) Tag(6, Noun) Tag(7, Verb)
--- run-sh kerf learn --split tagger.mln text.db -o tagged.mln 2>&1 | tail -n 1 | grep -o 'from .* worlds'
--- stdout
from 4 worlds
--- run kerf learn --quiet --method=pll tagger.mln text.db -o whole.mln
--- run kerf learn --quiet --method=pll --split tagger.mln text.db -o parts.mln
--- run-sh for f in whole parts; do sed -E 's/([0-9]\.[0-9]{7})[0-9]*/\1/g' $f.weights > $f.txt; done; diff whole.txt parts.txt && cat parts.txt
--- stdout
emit	birds	Noun	0.6770444
emit	dogs	Noun	1.0150224
emit	run	Verb	2.0863479
emit	sing	Verb	1.0150224
follow	Noun	Verb	2.8967608
--- exit 0

# The model may name them.
--- run-sh (cat tagger.mln; echo '0.5 Tag(p, Noun)') >named2.mln; kerf learn --split named2.mln text.db -o tagged.mln 2>&1 | tail -n 1 | grep -o 'from .* worlds'
--- stdout
from 4 worlds
