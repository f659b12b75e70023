# How much there is of each formula, before any of it is made.
--- file m.mln
*Friends(person, person)
*Lives(person, place)
Smokes(person)
Knows(person, person)
1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)
-1 Smokes(x)
2 Lives(x,p) ^ Lives(y,p) => Knows(x,y)
1 Knows(x,y) ^ Knows(y,z) => Knows(x,z)
0.5 Knows(x,y) => (Smokes(x) <=> Smokes(y))
|y : Knows(x,y)| >= 1.
-0.5 |y : Knows(x,y)| <= 2
acyclic Knows.
Friends(x,y) => Friends(y,x).
--- file e.db
Friends(Anna, Bob)
Friends(Bob, Anna)
Lives(Anna, Home)
Lives(Bob, Home)
Lives(Carl, Home)
Smokes(Anna)
--- run kerf check --forecast --quiet m.mln e.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 6 atoms of evidence

types
  person  3  from evidence
  place   1  from evidence

predicates
  *Friends(person, person)  observed  by the * in declarations  2 true
  *Lives(person, place)     observed  by the * in declarations  3 true
  Smokes(person)            hidden    by the * in declarations  1 true
  Knows(person, person)     hidden    by the * in declarations

formulas
  F1  1.5   line 5   !Friends(x, y) v !Smokes(x) v Smokes(y)
  F2  -1    line 6   Smokes(x)
  F3  2     line 7   !Lives(x, p) v !Lives(y, p) v Knows(x, y)
  F4  1     line 8   !Knows(x, y) v !Knows(y, z) v Knows(x, z)
  F5  0.5   line 9   !Knows(x, y) v (Smokes(x) ^ Smokes(y)) v (!Smokes(x) ^ !Smokes(y))
  F6  hard  line 10  |y : Knows(x, y)| >= 1
  F7  -0.5  line 11  |y : Knows(x, y)| <= 2
  F8  hard  line 12  acyclic Knows
  F9  hard  line 13  !Friends(x, y) v Friends(y, x)

forecast
  formula  groundings  open  violated  memory  in full
  F1                9     2         1   219 B    438 B
  F2                3     3         0     0 B    202 B
  F3                9     9         0   662 B    662 B
  F4               27    27         0     0 B   4.5 KB
  F5                9     9         0     0 B    864 B
  F6                3    ~3        ~3   986 B    986 B
  F7                3    ~3        ~3   986 B    986 B
  F8                -     -         -       -        -
  F9                9     0         0     0 B      0 B

  open: not decided by the evidence; violated: when all that is open is false;
  memory: to ground what is violated; in full: to ground all that is open; ~ is estimated

probabilities
  kerf marginal  components  atoms  width  entries  memory
  elimination             1     11      7      321  3.3 KB

  width, entries of all tables and memory: of the component with the most
--- exit 0
# Numbers beyond 2^63 are shown, not overflowed, and pointed out.
--- file large.mln
n = {1, ..., 70000}
S(n, n, n, n, n)
R(n, n)
1 S(a,b,c,d,e) => R(a,b)
1 R(a,b) ^ R(b,c) => R(a,c)
0.5 R(x, y)
1 R(1, 2)
--- run kerf check --forecast --quiet --query=R,S large.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  n  70,000  listed

predicates
  S(n, n, n, n, n)  hidden  by --query
  R(n, n)           hidden  by --query

formulas
  F1  1    line 4  !S(a, b, c, d, e) v R(a, b)
  F2  1    line 5  !R(a, b) v !R(b, c) v R(a, c)
  F3  0.5  line 6  R(x, y)
  F4  1    line 7  R(1, 2)

forecast
  formula           groundings                 open  violated  memory   in full
  F1                    1.7e24               1.7e24         0     0 B  3.3e26 B
  F2       343,000,000,000,000  343,000,000,000,000         0     0 B     29 PB
  F3             4,900,000,000        4,900,000,000         0     0 B    335 GB
  F4                         1                    1         0    74 B      74 B

  open: not decided by the evidence; violated: when all that is open is false;
  memory: to ground what is violated; in full: to ground all that is open; ~ is estimated

probabilities
  too much is open: kerf marginal refuses it
--- stderr
large.mln:4:3: warning: F1 has 1.7e24 groundings that the evidence leaves open: about 3.3e26 B
  1 S(a,b,c,d,e) => R(a,b)
    ^~~~~~~~~~~~~~~~~~~~~~
  hint: 'kerf ground' would need them all; fewer variables or smaller types help
large.mln:5:3: warning: F2 has 343,000,000,000,000 groundings that the evidence leaves open: about 29 PB
  1 R(a,b) ^ R(b,c) => R(a,c)
    ^~~~~~~~~~~~~~~~~~~~~~~~~
  hint: 'kerf ground' would need them all; fewer variables or smaller types help
large.mln:6:5: warning: F3 has 4,900,000,000 groundings that the evidence leaves open: about 335 GB
  0.5 R(x, y)
      ^~~~~~~
  hint: 'kerf ground' would need them all; fewer variables or smaller types help
--- exit 0
# The memory limit counts, too.
--- file small.mln
n = {1, ..., 300}
R(n, n)
1 R(a,b) ^ R(b,c) => R(a,c)
--- run kerf check --forecast --quiet --query=R --memory-limit=100M small.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  n  300  listed

predicates
  R(n, n)  hidden  by --query

formulas
  F1  1  line 3  !R(a, b) v !R(b, c) v R(a, c)

forecast
  formula  groundings        open  violated  memory  in full
  F1       27,000,000  27,000,000         0     0 B   2.4 GB

  open: not decided by the evidence; violated: when all that is open is false;
  memory: to ground what is violated; in full: to ground all that is open; ~ is estimated

probabilities
  more is open than memory holds: 1 formula waits, and what it is about is sampled
--- stderr
small.mln:3:3: warning: F1 has 27,000,000 groundings that the evidence leaves open: about 2.4 GB
  1 R(a,b) ^ R(b,c) => R(a,c)
    ^~~~~~~~~~~~~~~~~~~~~~~~~
  hint: 'kerf ground' would need them all; fewer variables or smaller types help
--- exit 0
# Without evidence, and with several worlds: the last one counts.
--- file w.mln
*F(p)
S(p)
1 F(x) => S(x)
--- run kerf check --forecast --quiet w.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  p  0  from evidence

predicates
  *F(p)  observed  by the * in declarations
  S(p)   hidden    by the * in declarations

formulas
  F1  1  line 3  !F(x) v S(x)

forecast
  formula  groundings  open  violated  memory  in full
  F1                0     0         0     0 B      0 B

  open: not decided by the evidence; violated: when all that is open is false;
  memory: to ground what is violated; in full: to ground all that is open; ~ is estimated
--- file w.db
>> a
F(A)
>> b
F(A)
F(B)
--- run kerf check --forecast --quiet w.mln w.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   2, with 3 atoms of evidence

types
  p  1 to 2  from evidence

predicates (evidence: the last world's)
  *F(p)  observed  by the * in declarations  2 true
  S(p)   hidden    by the * in declarations

formulas
  F1  1  line 3  !F(x) v S(x)

forecast (of the last world)
  formula  groundings  open  violated  memory  in full
  F1                2     2         0   135 B    135 B

  open: not decided by the evidence; violated: when all that is open is false;
  memory: to ground what is violated; in full: to ground all that is open; ~ is estimated

probabilities
  kerf marginal  components  atoms  width  entries  memory
  alone                   2      2      1        2     0 B

  width, entries of all tables and memory: of the component with the most
--- exit 0
# Where there will be no probabilities, that is said.
--- file against.mln
*F(p)
S(p)
F(x) => S(x).
F(x) => !S(x).
--- run kerf check --forecast --quiet against.mln w.db
--- stdout
[[...]]
probabilities
  the hard formulas contradict each other
--- exit 0
