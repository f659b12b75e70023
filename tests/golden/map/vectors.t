# Local formulas with weight tables: one probe finds the weights of all labels of a value. Rows in any order, absent
# and zero weights, weights for all labels, values and labels that the world lacks, atoms that evidence fixes, groundings
# that count several times: kerf verify, which goes from grounding to grounding, finds the same score.
--- file m.mln
label = {A, B, C}
*Word(node, word)
*Near(node, node)
*Lemma(lemma)
Role(node, label?)
one: Word(n, +w) ^ Role(n, +r)
any: Word(n, +w) ^ Role(n, r)
two: Lemma(+l) ^ Word(n, +w) ^ Role(n, +r)
turned: Role(n, +r) ^ Word(n, +w)
against: Word(n, +w) ^ !Role(n, +r)
rule: Word(n, +w) => Role(n, +r)
often: Near(n, m) ^ Word(m, w) ^ Role(n, +r)
alone: Role(n, +r)
Near(n, m) ^ Role(n, r) => !Role(m, r).
--- file m.weights
two	see	cat	C	0.75
one	dog	B	1.5
one	cat	A	-0.25
one	dog	A	0.5
one	absent	A	100
any	dog	-0.5
any	cat	0.125
any	absent	7
one	cat	C	1
one	dog	C	0
two	go	dog	A	9
two	see	dog	A	0.375
turned	B	cat	0.625
turned	A	dog	-1
against	cat	A	0.25
against	dog	B	-0.125
rule	dog	A	0.5
rule	cat	B	-0.75
often	A	0.0625
often	C	-0.5
alone	B	0.25
--- file w.db
>> first
Word(N1, cat)
Word(N1, dog)
Word(N2, dog)
Word(N3, cat)
Near(N1, N2)
Near(N1, N3)
Near(N2, N3)
Lemma(see)
>> fixed
Word(N1, cat)
Word(N2, dog)
Word(N3, dog)
Near(N3, N1)
Near(N3, N2)
Lemma(see)
Lemma(go)
Role(N3, A)
!Role(N1, C)
>> empty
Word(N4, other)
--- run kerf map --quiet m.mln w.db -o answer.db
--- run cat answer.db
--- stdout
>> first
Role(N2, B)
Role(N3, C)
>> fixed
Role(N1, B)
Role(N2, B)
Role(N3, A)
>> empty
Role(N4, B)
--- run kerf map m.mln w.db -o answer.db
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
m.weights: note: weights read with the model; --weights=- leaves them out
3 worlds, 3 optimal: score 13.125, cost 22.8125, 5 iterations, [[\d+\.\d+]] s
--- run kerf verify --quiet m.mln w.db answer.db
--- stdout
score            13.125
cost             22.8125
hard violations  0
[[...]]
