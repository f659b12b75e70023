# 0.7 P(A) (Tuffy, pracmln) or P(A) 0.7 (LoMRF): soft evidence on a hidden predicate; 0 and 1 are hard.
--- file m.mln
P(person)
Q(person)
1 P(x) v Q(x)
--- file before.db
0.7 P(Anna)
0.25 P(Bob)
1 P(Carl)
0 P(Dora)
1.0 P(Emil)
0.0 P(Fred)
0.5 !P(Gina)
1 !P(Hans)
--- run kerf check --quiet -q P m.mln before.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 8 atoms of evidence

types
  person  8  from evidence

predicates
  P(person)  hidden    by --query  2 true, 3 false, 3 soft
  Q(person)  observed  by --query

formulas
  F1  1  line 3  P(x) v Q(x)
--- file behind.db
P(Anna) 0.7
P(Bob) 0.25
P(Carl) 1
P(Dora) 0
!P(Gina) 0.5
Q(Anna)
--- run kerf check --quiet -q P m.mln behind.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 6 atoms of evidence

types
  person  5  from evidence

predicates
  P(person)  hidden    by --query  1 true, 1 false, 3 soft
  Q(person)  observed  by --query  1 true

formulas
  F1  1  line 3  P(x) v Q(x)
--- run kerf check m.mln behind.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 6 atoms of evidence

types
  person  5  from evidence

predicates
  P(person)  hidden    has uncertain evidence  1 true, 1 false, 3 soft
  Q(person)  observed  has evidence            1 true

formulas
  F1  1  line 3  P(x) v Q(x)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: warning: assumed from the evidence: hidden P; observed Q
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- exit 0

# Not on an observed predicate.
--- run kerf check --quiet -q Q m.mln before.db
--- stderr
before.db:1:1: error: P is observed, so its evidence cannot be a probability
  0.7 P(Anna)
  ^
  hint: make it hidden with --query or --open, or say true or false
1 error
--- exit 3

# Several on a line: the line's first number tells how they are read.
--- file line.db
0.7 P(Anna) 0.2 P(Bob)
P(Carl) 0.7 P(Dora) 0.2
--- run kerf check --quiet -q P m.mln line.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 4 atoms of evidence

types
  person  4  from evidence

predicates
  P(person)  hidden    by --query  4 soft
  Q(person)  observed  by --query

formulas
  F1  1  line 3  P(x) v Q(x)
--- exit 0

# A number as last argument is an argument where the declaration says so, and else a constant.
--- file n.mln
*Score(person, double)
P(person)
1 P(x) ^ Score(x, s)
--- file n.db
Score(Anna, 0.7)
P(0.7)
--- run kerf check --quiet n.mln n.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  person  2  from evidence

predicates
  *Score(person, double)  observed  by the * in declarations  1 true
  P(person)               hidden    by the * in declarations  1 true

formulas
  F1  1  line 3  P(x) ^ Score(x, s)
--- exit 0

# Outside [0, 1].
--- file bad.db
1.5 P(Anna)
P(Anna) -0.1
0.7
0.7 0.7 P(Anna)
nan P(Anna)
--- run kerf check --quiet -q P m.mln bad.db
--- stderr
bad.db:1:1: error: 1.5 is not between 0 and 1
  1.5 P(Anna)
  ^~~
  hint: a number before or after an atom is its probability
bad.db:2:9: error: -0.1 is not between 0 and 1
  P(Anna) -0.1
          ^~~~
  hint: a number before or after an atom is its probability
bad.db:3:4: error: the line ends where an atom is expected
  0.7
     ^
bad.db:4:5: error: an atom is expected, not "0"
  0.7 0.7 P(Anna)
      ^
bad.db:5:1: error: predicate nan is not declared
  nan P(Anna)
  ^~~
  hint: a probability is a number from 0 to 1
5 errors
--- exit 3

# The same atom with two probabilities.
--- file two.db
0.7 P(Anna)
0.6 P(Anna)
0.5 P(Bob)
P(Bob)
--- run kerf check --quiet -q P m.mln two.db
--- stderr
two.db:2:1: error: P(Anna) has probability 0.6 here but has probability 0.7 at two.db:1
  0.6 P(Anna)
  ^
  hint: --merge=last, noisy-or or mean makes one probability of them
two.db:4:1: error: P(Bob) is true here but has probability 0.5 at two.db:3
  P(Bob)
  ^
2 errors
--- exit 3
