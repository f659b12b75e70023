# thebeast's undefined(w(a)) asks for the rows that were read, whatever is learned: without any, w_new learns of all words.
--- file m.pml
type Pos: Noun, Verb;
predicate word: Int x Word;
predicate pos: Int x Pos;
hidden: pos;
observed: word;
weight w: Word x Pos -> Double;
factor: for Int t, Word v, Pos p if word(t, v) add [pos(t, p)] * w(v, p);
weight w_new: Pos -> Double;
factor: for Int t, Word v, Pos p if word(t, v) & undefined(w(v, p)) add [pos(t, p)] * w_new(p);
factor: for Int t if word(t, _): |Pos p: pos(t, p)| <= 1;
--- file m.db
>>
word(1, dog) word(2, runs) pos(1, Noun) pos(2, Verb)
>>
word(1, runs) word(2, cat) pos(1, Verb) pos(2, Noun)
--- run-sh printf 'w\tdog\tNoun\t1.5\nw\truns\tVerb\t2\n' > start.weights
--- run kerf learn --quiet --epochs=3 -o none.mln m.pml m.db
--- stderr
m.pml:9:50: warning: the facts of has_w are not written
  factor: for Int t, Word v, Pos p if word(t, v) & undefined(w(v, p)) add [pos(t, p)] * w_new(p);
                                                   ^~~~~~~~~~~~~~~~~~
  hint: list them as evidence: one for each row of the weights that were read
--- run cat none.weights
--- stdout
w	cat	Noun	0.5
w	dog	Noun	0
w	runs	Verb	0.5
w_new	Noun	0.5
w_new	Verb	0.5
--- run kerf learn --quiet --epochs=3 --weights=start.weights -o some.mln m.pml m.db
--- stderr
m.pml:9:50: warning: the facts of has_w are not written
  factor: for Int t, Word v, Pos p if word(t, v) & undefined(w(v, p)) add [pos(t, p)] * w_new(p);
                                                   ^~~~~~~~~~~~~~~~~~
  hint: list them as evidence: one for each row of the weights that were read
--- run cat some.weights
--- stdout
w	cat	Noun	0.5
w	dog	Noun	1.5
w	runs	Verb	2
w_new	Noun	0.5
