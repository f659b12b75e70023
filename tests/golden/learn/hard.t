# A truth that breaks hard formulas is told of before learning begins: no answer can be like it.
--- file m.mln
tag = {D, N, V}
*Word(position, word)
*Next(position, position)
Tag(position, tag)
Word(p, +w) ^ Tag(p, +t)
Tag(p, s) ^ Tag(p, t) => s = t.
Next(p, q) ^ Tag(p, t) => !Tag(q, t).
EXIST t Tag(p, t).
--- file t.db
>> one
Word(1, the) Tag(1, D)  Word(2, dog) Tag(2, N) Next(1, 2)
>> two
Word(1, the) Tag(1, D) Word(2, dog) Tag(2, D) Next(1, 2)
>> three
Word(1, the) Tag(1, D) Tag(1, N)
>> four
Word(1, the) Tag(1, D) Word(2, dog) Next(1, 2)
--- run kerf learn --quiet --epochs=1 m.mln t.db -o out.mln
--- stderr
m.mln:7:1: warning: the truth of 3 of 4 training worlds breaks a hard formula; the first is world 2, two, which breaks this one
  Next(p, q) ^ Tag(p, t) => !Tag(q, t).
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: no answer can be as the truth there: correct it, or give the formula a weight
--- run kerf learn --quiet --epochs=1 --method=perceptron m.mln t.db -o out.mln
--- stderr
m.mln:7:1: warning: the truth of 3 of 4 training worlds breaks a hard formula; the first is world 2, two, which breaks this one
  Next(p, q) ^ Tag(p, t) => !Tag(q, t).
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: no answer can be as the truth there: correct it, or give the formula a weight
--- run-sh sed -n 1,2p t.db >good.db; kerf learn --quiet --epochs=1 m.mln good.db -o out.mln
--- exit 0
# Counts, and cycles, of a file without names for its worlds.
--- file count.mln
tag = {D, N}
*Word(position, word)
Tag(position, tag!)
Word(p, +w) ^ Tag(p, +t)
--- file count.db
Word(1, the)
Word(2, dog) Tag(2, N)
--- run kerf learn --quiet --epochs=1 count.mln count.db -o out.mln
--- stderr
count.mln:3:1: warning: the truth of 1 of 1 training worlds breaks a hard formula; the first is world 1, which breaks this one
  Tag(position, tag!)
  ^~~
  hint: no answer can be as the truth there: correct it, or give the formula a weight
--- file cycle.mln
*Word(position, word)
Head(position, position)
Word(p, +w) ^ Head(p, q)
acyclic Head.
--- file cycle.db
Word(1, the) Word(2, dog) Head(1, 2) Head(2, 1)
--- run kerf learn --quiet --epochs=1 cycle.mln cycle.db -o out.mln
--- stderr
cycle.mln:4:9: warning: the truth of 1 of 1 training worlds breaks a hard formula; the first is world 1, which breaks this one
  acyclic Head.
          ^~~~
  hint: no answer can be as the truth there: correct it, or give the formula a weight
