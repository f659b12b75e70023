# What is ground at first: local formulas as costs, and what a world without guesses violates.
--- file m.mln
*Friends(person, person)
Smokes(person)
Cancer(person)
1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)
0.5 Smokes(x) => Cancer(x)
-1 Smokes(x)
2 Friends(x,y) => (Cancer(x) v Cancer(y))
-0.25 !Cancer(x) v !Cancer(y) v !Friends(x,y)
1 EXIST y (Friends(x,y) ^ Smokes(y) ^ Cancer(y))
|x : Cancer(x)| = 1.
0.75 |x,y : Friends(x,y) ^ Smokes(x)| >= 2
!Friends(x,y) v !Cancer(x) v !Cancer(y).
--- file e.db
Friends(Anna, Bob)
Friends(Bob, Carl)
Friends(Bob, Dan)
Smokes(Anna)
--- run kerf show --quiet --stage=problem --query=Smokes,Cancer m.mln e.db
--- stdout
score = 56.5 - cost
every other open atom of Smokes: true costs 1, false costs 0

atoms
  x1  Smokes(Bob), true costs 1, false costs 1.5
  x2  Cancer(Anna), false costs 0.5
  x3  Cancer(Bob)
  x4  Cancer(Carl)
  x5  Cancer(Dan)
  x6  Smokes(Carl), true costs 1
  x7  Smokes(Dan), true costs 1
  x8  auxiliary
  x9  auxiliary

clauses
  2  Cancer(Anna) v Cancer(Bob)
  2  Cancer(Bob) v Cancer(Carl)
  2  Cancer(Bob) v Cancer(Dan)
  -0.25  !Cancer(Anna) v !Cancer(Bob)
  -0.25  !Cancer(Bob) v !Cancer(Carl)
  -0.25  !Cancer(Bob) v !Cancer(Dan)
  -1  !Smokes(Bob) v !Cancer(Bob)
  hard  Cancer(Carl) v !x8
  hard  Smokes(Carl) v !x8
  hard  Cancer(Dan) v !x9
  hard  Smokes(Dan) v !x9
  1  x8 v x9

cardinalities
  hard  exactly 1 of Cancer(Anna), Cancer(Bob), Cancer(Carl), Cancer(Dan)
  0.75  at least 1 of 2 times Smokes(Bob)

components
  x1: 9 atoms, 12 clauses, 2 cardinalities
--- exit 0
# Nothing to say about hidden atoms.
--- file none.mln
*F(p)
S(p)
2 F(x)
--- file none.db
F(A)
--- run kerf show --quiet --stage=problem none.mln none.db
--- stdout
score = 2 - cost
--- exit 0
# Without evidence every predicate is hidden.
--- run kerf show --quiet --stage=problem none.mln
--- stdout
score = 0 - cost
