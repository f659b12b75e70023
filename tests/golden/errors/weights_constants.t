# Rows of a file of weights that a world has no use for: constants in the wrong order.
--- file m.mln
*Word(position, word)
Tag(position, tag!)
emit: Word(p, +w) ^ Tag(p, +t)
smooth: 0.1 Tag(p, t)
--- file m.db
Word(1, dog)
Word(2, runs)
Tag(3, Noun)
Tag(4, Verb)
--- file m.weights
// by tag
emit	dog	Noun	2
emit	Verb	runs	1.5
emit	Noun	dog	1.5
emit	cow	Noun	1
--- run kerf map --quiet m.mln m.db
--- stdout
Tag(1, Noun)
Tag(2, Noun)
Tag(3, Noun)
Tag(4, Verb)
--- stderr
m.weights:3:1: warning: 2 weights of emit have their constants in the wrong order and count nowhere
  hint: the constants of emit are, in this order: w (word), t (tag)
--- file m.weights
emit	dog	Noun	2
emit	Verb	runs	1.5
--- run kerf map --quiet m.mln m.db
--- stdout
Tag(1, Noun)
Tag(2, Noun)
Tag(3, Noun)
Tag(4, Verb)
--- stderr
m.weights:2:1: warning: 1 weight of emit has its constants in the wrong order and counts nowhere
  hint: the constants of emit are, in this order: w (word), t (tag)
--- exit 0

# Types that share names: among many rows of use a few look permuted by chance.
--- file tags.mln
*Left(position, left)
*Right(position, right)
Break(position)
both: Left(p, +a) ^ Right(p, +b) ^ Break(p)
--- file tags.db
Left(1, N)
Left(2, V)
Left(3, D)
Right(1, V)
Right(2, P)
Right(3, A)
--- file tags.weights
both	N	V	1
both	V	P	1
both	V	A	1
both	D	A	1
both	P	D	1
--- run kerf map --quiet tags.mln tags.db
--- stdout
Break(1)
Break(2)
Break(3)
--- exit 0

# Three of them turned round; two of one type may stand in any order.
--- file three.mln
*Said(person, person, word)
Mood(mood)
turn: Said(+a, +b, +w) ^ Mood(+m)
--- file three.weights
turn	Anna	Bob	hm	Good	1
turn	Bob	Anna	hm	Good	1
turn	Anna	Good	Bob	hm	1
--- file three.db
Said(Anna, Bob, hm)
Mood(Good)
--- run kerf check --quiet -q Mood three.mln three.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  person  2  from evidence
  word    1  from evidence
  mood    1  from evidence

predicates
  *Said(person, person, word)  observed  by --query  1 true
  Mood(mood)                   hidden    by --query  1 true

formulas
  turn  table, 3 rows  line 3  Said(+a, +b, +w) ^ Mood(+m)
--- stderr
three.weights:3:1: warning: 1 weight of turn has its constants in the wrong order and counts nowhere
  hint: the constants of turn are, in this order: a (person), b (person), w (word), m (mood)
--- exit 0

# A world that has nothing of a file; a world without evidence.
--- file m.weights
smooth	0.2
# words
emit	cow	Noun	2
emit	calf	Noun	2
--- run-sh kerf map --quiet m.mln m.db 2>&1 >/dev/null
--- stdout
m.weights:3:1: warning: no weight of a table is for constants that the first world has
  hint: the constants of emit are, in this order: w (word), t (tag)
--- file m.weights
emit	cow	Noun	2
emit	dog	Noun	2
--- run-sh kerf map --quiet m.mln m.db 2>&1 >/dev/null
--- exit 0

# A type that lists its constants: the first of a formula is told, or every one is an error.
--- file listed.mln
tag = {Noun, Verb}
*Word(position, word)
Tag(position, tag!)
emit: Word(p, +w) ^ Tag(p, +t)
after: Tag(p, +t)
--- file listed.weights
emit	dog	Noun	2
emit	Noun	dog	2
emit	Noun	runs	2
after	Noon	1
--- run-sh kerf check --quiet listed.mln | tail -n 3
--- stdout

decisions
  in Tag exactly one tag per position (hard, from the mark in its declaration)
--- stderr
listed.weights:2:11: warning: dog is not among the constants listed for type tag: this weight counts only where evidence has it
  emit Noun dog 2
            ^~~
  hint: the constants of emit are, in this order: w (word), t (tag)
listed.weights:4:7: warning: Noon is not among the constants listed for type tag: this weight counts only where evidence has it
  after Noon 1
        ^~~~
  hint: did you mean Noun?
--- run kerf check --quiet --strict-types listed.mln
--- stderr
listed.weights:2:11: error: unknown constant dog in type tag
  emit Noun dog 2
            ^~~
  hint: the constants of emit are, in this order: w (word), t (tag)
listed.weights:3:11: error: unknown constant runs in type tag
  emit Noun runs 2
            ^~~~
  hint: the constants of emit are, in this order: w (word), t (tag)
listed.weights:4:7: error: unknown constant Noon in type tag
  after Noon 1
        ^~~~
  hint: did you mean Noun?
3 errors
--- exit 3
