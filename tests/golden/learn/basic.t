# Weights are learned from worlds in files; map reads model and weights back.
--- file m.mln
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
Word(1,a\ b) Tag(1,D)
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
b.db:2:11: error: , or ) is expected, not "b"
  Word(1,a\ b) Tag(1,D)
            ^
  hint: quote a constant that is not one word: "New York"
1 error
--- exit 3
--- run cat out.mln out.weights
--- stderr
cat: out.mln: No such file or directory
cat: out.weights: No such file or directory
--- exit 1
--- run kerf map --quiet out.mln a.db
--- stderr
kerf: error: cannot read out.mln: no such file or directory
1 error
--- exit 3
--- file test.db
Word(1,the)
Word(2,cat)
Word(3,runs)
Next(1,2)
Next(2,3)
--- run kerf map --quiet out.mln test.db
--- stderr
kerf: error: cannot read out.mln: no such file or directory
1 error
--- exit 3

# The same to standard output, as one text; the same again for other numbers of threads.
--- run kerf learn --quiet m.mln a.db b.db --epochs=5 --threads=1
--- stderr
b.db:2:11: error: , or ) is expected, not "b"
  Word(1,a\ b) Tag(1,D)
            ^
  hint: quote a constant that is not one word: "New York"
1 error
--- exit 3
--- run-sh kerf learn --quiet m.mln a.db b.db --epochs=5 --threads=3 >3.mln; kerf learn --quiet m.mln a.db b.db --epochs=5 >0.mln; cmp 3.mln 0.mln && echo same
--- stdout
same
--- stderr
b.db:2:11: error: , or ) is expected, not "b"
  Word(1,a\ b) Tag(1,D)
            ^
  hint: quote a constant that is not one word: "New York"
1 error
b.db:2:11: error: , or ) is expected, not "b"
  Word(1,a\ b) Tag(1,D)
            ^
  hint: quote a constant that is not one word: "New York"
1 error
--- exit 0

# Other ways.
--- run kerf learn --quiet m.mln a.db b.db --method=perceptron --no-average --no-shuffle --epochs=3
--- stderr
b.db:2:11: error: , or ) is expected, not "b"
  Word(1,a\ b) Tag(1,D)
            ^
  hint: quote a constant that is not one word: "New York"
1 error
--- exit 3
--- run kerf learn --quiet m.mln a.db b.db --min-count=2 --loss-augmented --C=0.1 --cost=Tag=2 --k=3 --epochs=2
--- stderr
b.db:2:11: error: , or ) is expected, not "b"
  Word(1,a\ b) Tag(1,D)
            ^
  hint: quote a constant that is not one word: "New York"
1 error
--- exit 3
--- run kerf learn --quiet m.mln a.db --all --epochs=1
--- stdout
// written by kerf for kerf
*Word(place, word)
*Next(place, place)
Tag(place, tag)

w: Word(p, +w) ^ Tag(p, +t)
// these name constants that were only in a weight table: here they are in every world
1 Word(p, "the") ^ Tag(p, D)
0 Word(p, "the") ^ Tag(p, N)
0 Word(p, "dog") ^ Tag(p, D)
1 Word(p, "dog") ^ Tag(p, N)
-1 !Next(p, q) v !Tag(p, t) v Tag(q, t)
@-0.5 Tag(p, t)
!Tag(p, t) v !Tag(p, u) v t = u.
