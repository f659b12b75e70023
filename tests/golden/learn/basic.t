# Weights are learned from worlds in files; map reads model and weights back.
--- file m.mln
tag = {D, N, V}
*Word(place, word)
*Next(place, place)
Tag(place, tag)
w: Word(p,+w) ^ Tag(p,+t)
Next(p,q) ^ Tag(p,t) => Tag(q,t)
@-0.5 Tag(p,t)
Tag(p,t) ^ Tag(p,u) => t = u.
--- file a.db
Word(1,the) Tag(1,D)
Word(2,dog) Tag(2,N)
Next(1,2)
--- file b.db
>> first
Word(1,"a b") Tag(1,D)
Word(2,cat) Tag(2,N)
Word(3,runs) Tag(3,V)
Next(1,2)
Next(2,3)
>> second
Word(1,the) Tag(1,D)
Word(2,runs) Tag(2,V)
Next(1,2)
--- run kerf learn m.mln a.db b.db -o out.mln --epochs=5
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
epoch 1: loss 4, 2 updates, margin 6 missing, F1 0.6000, [[\d+\.\d+]] s
epoch 2: loss 0, 0 updates, margin 0 missing, F1 1.0000, [[\d+\.\d+]] s
kerf: note: epoch 2 has moved no weight: those that are left would not, either
6 weights from 3 worlds, 2 epochs, [[\d+\.\d+]] s
--- run cat out.mln out.weights
--- stdout
tag = {D, N, V}
*Word(place, word)
*Next(place, place)
Tag(place, tag)
w: Word(p,+w) ^ Tag(p,+t)
-1.2857142857142858 Next(p,q) ^ Tag(p,t) => Tag(q,t)
@-0.5 Tag(p,t)
Tag(p,t) ^ Tag(p,u) => t = u.
w	a b	D	0.6428571428571429
w	cat	N	0.6428571428571429
w	dog	N	0.9333333333333333
w	runs	V	0.6428571428571429
w	the	D	0
--- run kerf map --quiet out.mln a.db
--- stdout
Tag(1, D)
Tag(2, N)
--- file test.db
Word(1,the)
Word(2,cat)
Word(3,runs)
Next(1,2)
Next(2,3)
--- run kerf map --quiet out.mln test.db
--- stdout
Tag(1, D)
Tag(2, N)
Tag(3, V)
--- exit 0

# The same for other numbers of threads.
--- run-sh kerf learn --quiet m.mln a.db b.db --epochs=5 --threads=3 -o 3.mln; cmp 3.mln out.mln && cmp 3.weights out.weights && echo same
--- stdout
same
--- exit 0

# Other ways.
--- run kerf learn --quiet m.mln a.db b.db --method=perceptron --no-average --no-shuffle --epochs=3 -o p.mln
--- run cat p.mln p.weights
--- stdout
tag = {D, N, V}
*Word(place, word)
*Next(place, place)
Tag(place, tag)
w: Word(p,+w) ^ Tag(p,+t)
-1 Next(p,q) ^ Tag(p,t) => Tag(q,t)
@-0.5 Tag(p,t)
Tag(p,t) ^ Tag(p,u) => t = u.
w	a b	D	1
w	cat	N	0
w	dog	N	1
w	runs	V	1
w	the	D	1
--- run kerf learn --quiet m.mln a.db b.db --min-count=2 --loss-augmented --C=0.1 --cost=Tag=2 --k=3 --epochs=2 -o k.mln
--- run cat k.mln k.weights
--- stdout
tag = {D, N, V}
*Word(place, word)
*Next(place, place)
Tag(place, tag)
w: Word(p,+w) ^ Tag(p,+t)
-0.30000000000000004 Next(p,q) ^ Tag(p,t) => Tag(q,t)
@-0.5 Tag(p,t)
Tag(p,t) ^ Tag(p,u) => t = u.
w	runs	V	0.7
w	the	D	0.7
--- run kerf learn --quiet m.mln a.db --all --epochs=1 -o a.mln
--- run cat a.mln a.weights
--- stdout
tag = {D, N, V}
*Word(place, word)
*Next(place, place)
Tag(place, tag)
w: Word(p,+w) ^ Tag(p,+t)
-1 Next(p,q) ^ Tag(p,t) => Tag(q,t)
@-0.5 Tag(p,t)
Tag(p,t) ^ Tag(p,u) => t = u.
w	dog	D	0
w	dog	N	1
w	dog	V	0
w	the	D	1
w	the	N	0
w	the	V	0
--- exit 0

# Learning goes on from weights that are there.
--- run kerf learn p.mln a.db b.db --epochs=1 -o q.mln
--- stderr
p.mln: note: read as kerf; nothing in it calls for another dialect
p.weights: note: weights read with the model; --weights=- leaves them out
epoch 1: loss 0, 0 updates, margin 0 missing, F1 1.0000, [[\d+\.\d+]] s
6 weights from 3 worlds, 1 epoch, [[\d+\.\d+]] s
--- run cat q.mln q.weights
--- stdout
tag = {D, N, V}
*Word(place, word)
*Next(place, place)
Tag(place, tag)
w: Word(p,+w) ^ Tag(p,+t)
-1 Next(p,q) ^ Tag(p,t) => Tag(q,t)
@-0.5 Tag(p,t)
Tag(p,t) ^ Tag(p,u) => t = u.
w	a b	D	1
w	cat	N	0
w	dog	N	1
w	runs	V	1
w	the	D	1
--- exit 0

# Without +x the model may go to standard output. Formulas that differ in constants only keep to these,
# and an old file with weights is not left beside the new model.
--- file c.mln
tag = {D, N, V}
*Word(place, word)
*Next(place, place)
Tag(place, tag)
0 Word(p,"the") ^ Tag(p,D)
0 Word(p,"runs") ^ Tag(p,V)
--- run kerf learn --quiet c.mln a.db b.db
--- stdout
tag = {D, N, V}
*Word(place, word)
*Next(place, place)
Tag(place, tag)
0.9666666666666667 Word(p,"the") ^ Tag(p,D)
1 Word(p,"runs") ^ Tag(p,V)
--- run-sh cp p.weights c2.weights; kerf learn --quiet c.mln a.db b.db -o c2.mln; cat c2.mln c2.weights
--- stdout
tag = {D, N, V}
*Word(place, word)
*Next(place, place)
Tag(place, tag)
0.9666666666666667 Word(p,"the") ^ Tag(p,D)
1 Word(p,"runs") ^ Tag(p,V)
--- run kerf learn --quiet m.mln a.db b.db
--- stderr
kerf: weights of formulas with +x need a file of their own: name the model's, x.mln
Try 'kerf learn -h'.
--- exit 2

# Formulas that were folded into a table get no rows but their own, and are written as they were.
--- file rows.mln
tag = {D, N, V}
*Word(place, word)
*Next(place, place)
Tag(place, tag)
0 Word(p,"the") ^ Tag(p,D)
0 Word(p,"the") ^ Tag(p,N)
0 Word(p,"dog") ^ Tag(p,D)
0 Word(p,"dog") ^ Tag(p,N)
0 Word(p,"runs") ^ Tag(p,D)
0 Word(p,"runs") ^ Tag(p,N)
0 Word(p,"runs") ^ Tag(p,V)
0 Word(p,"cat") ^ Tag(p,D)
--- run kerf learn --quiet rows.mln a.db b.db
--- stdout
// written by kerf for kerf
tag = {D, N, "V"}
*Word(place, word)
*Next(place, place)
Tag(place, tag)

0.9666666666666667 Word(p, "the") ^ Tag(p, D)
0 Word(p, "the") ^ Tag(p, N)
0 Word(p, "dog") ^ Tag(p, D)
0.9666666666666667 Word(p, "dog") ^ Tag(p, N)
0 Word(p, "runs") ^ Tag(p, D)
0 Word(p, "runs") ^ Tag(p, N)
1 Word(p, "runs") ^ Tag(p, "V")
0 Word(p, "cat") ^ Tag(p, D)
--- run-sh kerf learn --quiet rows.mln a.db b.db -o r.mln; ls r.*; kerf convert --quiet --to=kerf r.mln | tail -n 9
--- stdout
r.mln

0.9666666666666667 Word(p, "the") ^ Tag(p, D)
0 Word(p, "the") ^ Tag(p, N)
0 Word(p, "dog") ^ Tag(p, D)
0.9666666666666667 Word(p, "dog") ^ Tag(p, N)
0 Word(p, "runs") ^ Tag(p, D)
0 Word(p, "runs") ^ Tag(p, N)
1 Word(p, "runs") ^ Tag(p, "V")
0 Word(p, "cat") ^ Tag(p, D)
