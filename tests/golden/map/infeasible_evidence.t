# The evidence behind every kind of hard formula that a contradiction needs.
--- skip-if quick-asan

# Cardinalities: what counts against a limit, and how much that is.
--- file most.mln
Likes(person, person)
|y: Likes(x,y)| <= 1.
--- file most.db
Likes(Anna, Bob)
Likes(Anna, Carl)
!Likes(Anna, Dora)
Likes(Bob, Carl)
--- run kerf map --quiet -q Likes most.mln most.db
--- stderr
most.mln:2:1: error: evidence alone breaks F1
  |y: Likes(x,y)| <= 1.
  ^~~~~~~~~~~~~~~~~~~~
  hint: give it a weight, or correct the evidence
most.mln:2:1: note: F1 says: |y: Likes(Anna, y)| <= 1, and by the evidence it is at least 2
most.db:1:1: note: evidence says that Likes(Anna, Bob) is true
most.db:2:1: note: evidence says that Likes(Anna, Carl) is true
1 error
--- exit 4
--- run-sh for i in $(seq 11 22); do echo "Likes(Anna, P$i)"; done > many.db
--- run kerf map --quiet -q Likes most.mln many.db
--- stderr
most.mln:2:1: error: evidence alone breaks F1
  |y: Likes(x,y)| <= 1.
  ^~~~~~~~~~~~~~~~~~~~
  hint: give it a weight, or correct the evidence
most.mln:2:1: note: F1 says: |y: Likes(Anna, y)| <= 1, and by the evidence it is at least 12
many.db:1:1: note: evidence says that Likes(Anna, P11) is true
many.db:2:1: note: evidence says that Likes(Anna, P12) is true
many.db:3:1: note: evidence says that Likes(Anna, P13) is true
many.db:4:1: note: evidence says that Likes(Anna, P14) is true
many.db:5:1: note: evidence says that Likes(Anna, P15) is true
many.db:6:1: note: evidence says that Likes(Anna, P16) is true
many.db:7:1: note: evidence says that Likes(Anna, P17) is true
many.db:8:1: note: evidence says that Likes(Anna, P18) is true
kerf: note: and 4 more lines of evidence
1 error
--- exit 4
--- file most_open.mln
*Friends(person, person)
Smokes(person)
|y: Friends(x,y) ^ Smokes(y)| <= 1.
Smokes(Bob).
Smokes(Carl).
--- file most_open.db
Friends(Anna, Bob)
Friends(Anna, Carl)
Friends(Anna, Dora)
--- run kerf map --quiet most_open.mln most_open.db
--- stderr
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
most_open.mln:4:1: note: F2 says: Smokes(Bob)
most_open.mln:5:1: note: F3 says: Smokes(Carl)
most_open.mln:3:1: note: F1 says: |y: Friends(Anna, y) ^ Smokes(y)| <= 1
most_open.db:1:1: note: evidence says that Friends(Anna, Bob) is true
most_open.db:2:1: note: evidence says that Friends(Anna, Carl) is true
1 error
--- exit 4
--- file most_part.mln
Likes(person, person)
|y: Likes(x,y)| <= 1.
Likes(Anna, Carl).
--- file most_part.db
Likes(Anna, Bob)
--- run kerf map --quiet -q Likes most_part.mln most_part.db
--- stderr
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
most_part.mln:3:1: note: F2 says: Likes(Anna, Carl)
most_part.mln:2:1: note: F1 says: |y: Likes(Anna, y)| <= 1, and by the evidence it is at least 1
most_part.db:1:1: note: evidence says that Likes(Anna, Bob) is true
1 error
--- exit 4

# What is missing, be it said to be false or not given.
--- file least.mln
person = {Anna, Bob, Carl}
*Friends(person, person)
Smokes(person)
|y: Friends(Anna,y) ^ Smokes(y)| >= 2.
--- file least.db
Friends(Anna, Bob)
Friends(Anna, Carl)
!Smokes(Carl)
--- run kerf map --quiet -q Smokes least.mln least.db
--- stderr
least.mln:4:1: error: evidence alone breaks F1
  |y: Friends(Anna,y) ^ Smokes(y)| >= 2.
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: give it a weight, or correct the evidence
least.mln:4:1: note: F1 says: |y: Friends(Anna, y) ^ Smokes(y)| >= 2, and by the evidence it is at most 1
kerf: note: no Friends(Anna, _) is given but Friends(Anna, Bob), Friends(Anna, Carl)
least.db:3:1: note: evidence says that Smokes(Carl) is false
1 error
--- exit 4
--- file few.mln
person = {Anna, Bob, Carl}
Smokes(person)
|y: Smokes(y)| >= 5.
--- run kerf map --quiet -q Smokes few.mln
--- stderr
few.mln:3:1: error: F1 cannot be true
  |y: Smokes(y)| >= 5.
  ^~~~~~~~~~~~~~~~~~~
  hint: correct it, or give it a weight
few.mln:3:1: note: F1 says: |y: Smokes(y)| >= 5, and it can be at most 3
1 error
--- exit 4

# Of two bounds, the one that is needed.
--- file exactly.mln
person = {Anna, Bob, Carl}
Likes(person, person)
|y: Likes(x,y)| = 1.
!Likes(Anna, Carl).
--- file too_few.db
!Likes(Anna, Anna)
!Likes(Anna, Bob)
Likes(Bob, Bob)
--- run kerf map --quiet -q Likes exactly.mln too_few.db
--- stderr
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
exactly.mln:4:1: note: F2 says: !Likes(Anna, Carl)
exactly.mln:3:1: note: F1 says: |y: Likes(Anna, y)| = 1, and by the evidence it is at most 1
too_few.db:1:1: note: evidence says that Likes(Anna, Anna) is false
too_few.db:2:1: note: evidence says that Likes(Anna, Bob) is false
1 error
--- exit 4
--- file mark.mln
Likes(person, person!)
--- file mark.db
Likes(Anna, Anna)
Likes(Anna, Bob)
--- run kerf map --quiet -q Likes mark.mln mark.db
--- stderr
mark.mln:1:1: error: evidence alone breaks Likes!
  Likes(person, person!)
  ^~~~~
  hint: take the mark off the declaration, or correct the evidence
mark.mln:1:1: note: Likes! says: |x2 : Likes(Anna, x2)| = 1, but by the evidence it is 2
mark.db:1:1: note: evidence says that Likes(Anna, Anna) is true
mark.db:2:1: note: evidence says that Likes(Anna, Bob) is true
1 error
--- exit 4

# Quantified parts: true and false atoms, and what nobody says.
--- file exist.mln
*Friends(person, person)
Smokes(person)
Smokes(x) => EXIST y (Friends(x,y) ^ Smokes(y)).
Smokes(Anna).
--- file lonely.db
Friends(Bob, Anna)
--- run kerf map --quiet exist.mln lonely.db
--- stderr
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
exist.mln:4:1: note: F2 says: Smokes(Anna)
exist.mln:3:1: note: F1 says: Smokes(Anna) => EXIST y (Friends(Anna, y) ^ Smokes(y))
kerf: note: no Friends(Anna, _) is given
1 error
--- exit 4
--- file exist.db
Friends(Anna, Bob)
Friends(Anna, Carl)
!Smokes(Bob)
!Smokes(Carl)
!Smokes(Dora)
--- run kerf map --quiet -q Smokes exist.mln exist.db
--- stderr
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
exist.mln:4:1: note: F2 says: Smokes(Anna)
exist.mln:3:1: note: F1 says: Smokes(Anna) => EXIST y (Friends(Anna, y) ^ Smokes(y))
kerf: note: no Friends(Anna, _) is given but Friends(Anna, Bob), Friends(Anna, Carl)
exist.db:3:1: note: evidence says that Smokes(Bob) is false
exist.db:4:1: note: evidence says that Smokes(Carl) is false
1 error
--- exit 4
--- run-sh for i in 1 2 3 4 5; do printf 'Friends(Anna, B%s)\n!Smokes(B%s)\n' $i $i; done > five.db
--- run kerf map --quiet -q Smokes exist.mln five.db
--- stderr
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
exist.mln:4:1: note: F2 says: Smokes(Anna)
exist.mln:3:1: note: F1 says: Smokes(Anna) => EXIST y (Friends(Anna, y) ^ Smokes(y))
kerf: note: no Friends(Anna, _) is given but Friends(Anna, B1), Friends(Anna, B2), Friends(Anna, B3), and 2 more
five.db:2:1: note: evidence says that Smokes(B1) is false
five.db:4:1: note: evidence says that Smokes(B2) is false
five.db:6:1: note: evidence says that Smokes(B3) is false
five.db:8:1: note: evidence says that Smokes(B4) is false
five.db:10:1: note: evidence says that Smokes(B5) is false
1 error
--- exit 4
--- file forall.mln
*Friends(person, person)
Smokes(person)
Smokes(x) => FORALL y (Friends(x,y) => Smokes(y)).
Smokes(Anna).
!Smokes(Bob).
--- file forall.db
Friends(Anna, Bob)
Friends(Anna, Carl)
--- run kerf map --quiet forall.mln forall.db
--- stderr
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
forall.mln:4:1: note: F2 says: Smokes(Anna)
forall.mln:3:1: note: F1 says: Smokes(Anna) => FORALL y (Friends(Anna, y) => Smokes(y))
forall.db:1:1: note: evidence says that Friends(Anna, Bob) is true
forall.mln:5:1: note: F3 says: !Smokes(Bob)
1 error
--- exit 4
--- file nested.mln
*Friends(person, person)
Smokes(person)
EXIST x FORALL y (Friends(x,y) => Smokes(y)).
!Smokes(Anna).
--- file nested.db
Friends(Anna, Anna)
Friends(Bob, Anna)
Friends(Bob, Bob)
--- run kerf map --quiet nested.mln nested.db
--- stderr
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
nested.mln:3:1: note: F1 says: EXIST x FORALL y (Friends(x, y) => Smokes(y))
nested.db:1:1: note: evidence says that Friends(Anna, Anna) is true
nested.db:2:1: note: evidence says that Friends(Bob, Anna) is true
nested.mln:4:1: note: F2 says: !Smokes(Anna)
1 error
--- exit 4
--- file number.mln
*Age(person, float)
Adult(person)
Adult(x) => EXIST a (Age(x,a) ^ a > 17).
Adult(Anna).
--- file number.db
Age(Anna, 10)
Age(Bob, 30)
--- run kerf map --quiet number.mln number.db
--- stderr
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
number.mln:4:1: note: F2 says: Adult(Anna)
number.mln:3:1: note: F1 says: Adult(Anna) => EXIST a (Age(Anna, a) ^ a > 17)
kerf: note: no Age(Anna, _) is given but Age(Anna, 10)
1 error
--- exit 4
--- file empty.mln
Thing(thing)
Smokes(person)
Smokes(x) => EXIST y Thing(y).
--- file empty.db
Smokes(Anna)
--- run kerf map --quiet -q Thing,Smokes empty.mln empty.db
--- stderr
empty.mln:3:1: error: evidence alone breaks F1
  Smokes(x) => EXIST y Thing(y).
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: give it a weight, or correct the evidence
empty.mln:3:1: note: F1 says: Smokes(Anna) => EXIST y Thing(y)
empty.db:1:1: note: evidence says that Smokes(Anna) is true
kerf: note: there is no constant of type thing
1 error
--- exit 4
--- run-sh { echo "p = {$(seq -s, -f N%g 140)}"; printf 'A(p)\n*B(p)\n*C(p)\n'; echo 'EXIST x,y,z ((A(x) ^ B(y)) v C(z)).'; } > much.mln
--- run kerf map --quiet -q A much.mln
--- stderr
much.mln:5:1: error: evidence alone breaks F1
  EXIST x,y,z ((A(x) ^ B(y)) v C(z)).
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: give it a weight, or correct the evidence
much.mln:5:1: note: F1 says: EXIST x, y, z ((A(x) ^ B(y)) v C(z))
kerf: note: no B(_) is given
kerf: note: no C(_) is given
kerf: note: there is too much evidence behind it to look through
1 error
--- exit 4

# Atoms that are not given, and what functions are.
--- file absent.mln
*Adult(person)
Smokes(person)
Smokes(x) => Adult(x).
Smokes(Anna).
--- file absent.db
Adult(Bob)
--- run kerf map --quiet absent.mln absent.db
--- stderr
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
absent.mln:4:1: note: F2 says: Smokes(Anna)
absent.mln:3:1: note: F1 says: Smokes(Anna) => Adult(Anna)
kerf: note: Adult(Anna) is not given, so it is false
1 error
--- exit 4
--- file function.mln
person Father(person)
Smokes(person)
Smokes(x) => Smokes(Father(x)).
--- file function.db
Bob = Father(Anna)
Smokes(Anna)
--- file function_more.db
!Smokes(Bob)
--- run kerf map --quiet -q Smokes function.mln function.db function_more.db
--- stderr
function.mln:3:1: error: evidence alone breaks F1
  Smokes(x) => Smokes(Father(x)).
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: give it a weight, or correct the evidence
function.mln:3:1: note: F1 says: Smokes(Anna) => Smokes(Father(Anna))
function.db:2:1: note: evidence says that Smokes(Anna) is true
function.db:1:1: note: evidence says that Father(Anna) is Bob
function_more.db:1:1: note: evidence says that Smokes(Bob) is false
1 error
--- exit 4

# Cycles, with all, some and no edges in the evidence.
--- file ring.mln
E(node, node)
acyclic E.
--- file ring.db
E(A, B)
E(B, C)
E(C, A)
E(A, D)
--- run kerf map --quiet -q E ring.mln ring.db
--- stderr
ring.mln:2:9: error: evidence alone breaks F1
  acyclic E.
          ^
  hint: take one of these atoms out of the evidence, or drop the acyclicity
ring.mln:2:9: note: F1 says: not all of E(C, A), E(A, B), E(B, C), a cycle
ring.db:3:1: note: evidence says that E(C, A) is true
ring.db:1:1: note: evidence says that E(A, B) is true
ring.db:2:1: note: evidence says that E(B, C) is true
1 error
--- exit 4
--- file loop.db
E(A, A)
--- run kerf map --quiet -q E ring.mln loop.db
--- stderr
ring.mln:2:9: error: evidence alone breaks F1
  acyclic E.
          ^
  hint: take one of these atoms out of the evidence, or drop the acyclicity
ring.mln:2:9: note: F1 says: not E(A, A), a cycle
loop.db:1:1: note: evidence says that E(A, A) is true
1 error
--- exit 4
--- file part.mln
E(node, node)
acyclic E.
E(A, B) v E(A, C).
!E(A, C).
--- file part.db
E(B, C)
E(C, A)
--- run kerf map --quiet -q E part.mln part.db
--- stderr
kerf: error: the hard formulas contradict each other
  hint: give one of the other formulas a weight, drop the acyclicity, or correct the evidence
part.mln:3:1: note: F2 says: E(A, B) v E(A, C)
part.mln:2:9: note: F1 says: not all of E(A, B), E(B, C), E(C, A), a cycle in which evidence leaves open E(A, B)
part.db:1:1: note: evidence says that E(B, C) is true
part.db:2:1: note: evidence says that E(C, A) is true
part.mln:4:1: note: F3 says: !E(A, C)
1 error
--- exit 4
--- file open.mln
E(node, node)
acyclic E.
E(A, B).
E(B, A).
--- run kerf map --quiet -q E open.mln
--- stderr
kerf: error: the hard formulas contradict each other
  hint: give one of the other formulas a weight, or drop the acyclicity
open.mln:3:1: note: F2 says: E(A, B)
open.mln:4:1: note: F3 says: E(B, A)
open.mln:2:9: note: F1 says: not all of E(A, B), E(B, A), a cycle
1 error
--- exit 4
--- run-sh for i in $(seq 1 12); do echo "E(N$i, N$((i + 1)))"; done > long.db; echo 'E(N13, N1)' >> long.db
--- run kerf map --quiet -q E ring.mln long.db
--- stderr
ring.mln:2:9: error: evidence alone breaks F1
  acyclic E.
          ^
  hint: take one of these atoms out of the evidence, or drop the acyclicity
ring.mln:2:9: note: F1 says: not all of E(N13, N1), E(N1, N2), E(N2, N3), E(N3, N4), E(N4, N5), E(N5, N6), E(N6, N7), E(N7, N8) and 5 more, a cycle
long.db:13:1: note: evidence says that E(N13, N1) is true
long.db:1:1: note: evidence says that E(N1, N2) is true
long.db:2:1: note: evidence says that E(N2, N3) is true
long.db:3:1: note: evidence says that E(N3, N4) is true
long.db:4:1: note: evidence says that E(N4, N5) is true
long.db:5:1: note: evidence says that E(N5, N6) is true
long.db:6:1: note: evidence says that E(N6, N7) is true
long.db:7:1: note: evidence says that E(N7, N8) is true
kerf: note: and 5 more lines of evidence
1 error
--- exit 4

# Formulas that cannot be true, whatever the evidence.
--- file false.mln
person = {Anna, Bob}
Smokes(person)
x = y v (Smokes(x) ^ !Smokes(x) ^ Smokes(y)).
--- run kerf map --quiet -q Smokes false.mln
--- stderr
false.mln:3:1: error: F1 cannot be true
  x = y v (Smokes(x) ^ !Smokes(x) ^ Smokes(y)).
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: correct it, or give it a weight
kerf: note: 2 groundings of F1 are false in every world
false.mln:3:1: note: F1 says: Anna = Bob v (Smokes(Anna) ^ !Smokes(Anna) ^ Smokes(Bob))
1 error
--- exit 4
--- run kerf map --quiet -q Smokes --ground=full false.mln
--- stderr
false.mln:3:1: error: this hard formula cannot be kept: 2 of its groundings are false in every world
  x = y v (Smokes(x) ^ !Smokes(x) ^ Smokes(y)).
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: give it a weight, or correct the evidence
kerf: note: 2 groundings of F1 are false in every world
false.mln:3:1: note: F1 says: Anna = Bob v (Smokes(Anna) ^ !Smokes(Anna) ^ Smokes(Bob))
1 error
--- exit 4

# Soft and unknown evidence is no reason.
--- file soft.mln
Smokes(person)
Smokes(x) => Smokes(Bob).
Smokes(Anna).
--- file soft.db
0.7 Smokes(Anna)
?Smokes(Carl)
!Smokes(Bob)
--- run kerf map --quiet -q Smokes soft.mln soft.db
--- stderr
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
soft.mln:2:1: note: F1 says: Smokes(Anna) => Smokes(Bob)
soft.db:3:1: note: evidence says that Smokes(Bob) is false
soft.mln:3:1: note: F2 says: Smokes(Anna)
1 error
--- exit 4
