# A world as a problem for other solvers: the same one in three formats.
--- file m.mln
*Friends(person, person)
Smokes(person)
1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)
-0.5 Smokes(x) v Smokes(y) v !Friends(x,y)
|x : Smokes(x)| >= 1.
-2 |x : Smokes(x)| = 2
--- file e.db
Friends(Anna, Bob)
Friends(Bob, "Carl\tthe\nGreat")
--- run kerf ground --quiet --to=wcnf m.mln e.db
--- stdout
c a ground Markov logic network, written by kerf; minimise the objective
c score = 10 - objective / 10
c variables that are not named here are auxiliary
c x1 = Smokes(Anna)
c x2 = Smokes(Bob)
c x3 = Smokes("Carl\tthe\nGreat")
p wcnf 8 17 61
15 -1 2 0
15 -2 3 0
61 -1 4 0
61 -2 4 0
5 -4 0
61 -2 5 0
61 -3 5 0
5 -5 0
61 1 2 3 0
61 6 7 8 0
61 -1 -2 -7 0
61 -1 -3 -7 0
61 -2 -3 -7 0
61 1 -8 0
61 2 -8 0
61 3 -8 0
20 -6 0
--- run kerf ground --quiet --to=lp m.mln e.db
--- stdout
\ a ground Markov logic network, written by kerf; minimise the objective
\ score = 10 - objective
\ variables that are not named here are auxiliary
\ x1 = Smokes(Anna)
\ x2 = Smokes(Bob)
\ x3 = Smokes("Carl\tthe\nGreat")
Minimize
 obj: + 0 x1 + 0 x2 + 0 x3 + 1.5 z1 + 1.5 z2 + 0.5 z3 + 0.5 z4 + 2 z5
Subject To
 c1: - x1 + x2 + z1 >= 0
 c2: - x2 + x3 + z2 >= 0
 c3: + x1 - z3 <= 0
 c4: + x2 - z3 <= 0
 c5: + x2 - z4 <= 0
 c6: + x3 - z4 <= 0
 c7: + x1 + x2 + x3 >= 1
 c8: + x1 + x2 + x3 + 2 z6 <= 3
 c9: + x1 + x2 + x3 - 3 z7 >= 0
 c10: + z5 + z6 + z7 >= 1
Bounds
 z1 <= 1
 z2 <= 1
 z3 <= 1
 z4 <= 1
 z5 <= 1
Binary
 x1
 x2
 x3
 z6
 z7
End
--- run kerf ground --quiet --to=mps m.mln e.db
--- stdout
* a ground Markov logic network, written by kerf; minimise the objective
* score = 10 - objective
* variables that are not named here are auxiliary
* x1 = Smokes(Anna)
* x2 = Smokes(Bob)
* x3 = Smokes("Carl\tthe\nGreat")
NAME kerf FREE
ROWS
 N obj
 G c1
 G c2
 L c3
 L c4
 L c5
 L c6
 G c7
 L c8
 G c9
 G c10
COLUMNS
 x1 obj 0
 x1 c1 -1
 x1 c3 1
 x1 c7 1
 x1 c8 1
 x1 c9 1
 x2 obj 0
 x2 c1 1
 x2 c2 -1
 x2 c4 1
 x2 c5 1
 x2 c7 1
 x2 c8 1
 x2 c9 1
 x3 obj 0
 x3 c2 1
 x3 c6 1
 x3 c7 1
 x3 c8 1
 x3 c9 1
 z1 obj 1.5
 z1 c1 1
 z2 obj 1.5
 z2 c2 1
 z3 obj 0.5
 z3 c3 -1
 z3 c4 -1
 z4 obj 0.5
 z4 c5 -1
 z4 c6 -1
 z5 obj 2
 z5 c10 1
 z6 obj 0
 z6 c8 2
 z6 c10 1
 z7 obj 0
 z7 c9 -3
 z7 c10 1
RHS
 rhs c7 1
 rhs c8 3
 rhs c10 1
BOUNDS
 BV bnd x1 1
 BV bnd x2 1
 BV bnd x3 1
 UP bnd z1 1
 UP bnd z2 1
 UP bnd z3 1
 UP bnd z4 1
 UP bnd z5 1
 BV bnd z6 1
 BV bnd z7 1
ENDATA
--- exit 0
# To a file, which appears whole.
--- run kerf ground --quiet --to=lp m.mln e.db -o out.lp
--- run-sh head -n 2 out.lp; ls
--- stdout
\ a ground Markov logic network, written by kerf; minimise the objective
\ score = 10 - objective
e.db
m.mln
out.lp
--- exit 0
# Nothing that is open, nothing to minimise.
--- file none.mln
*F(p)
S(p)
2 F(x)
--- file none.db
F(A)
--- run kerf ground --quiet --to=wcnf none.mln none.db
--- stdout
c a ground Markov logic network, written by kerf; minimise the objective
c score = 2 - objective
c variables that are not named here are auxiliary
p wcnf 0 0 1
--- run kerf ground --quiet --to=lp none.mln none.db
--- stdout
\ a ground Markov logic network, written by kerf; minimise the objective
\ score = 2 - objective
\ variables that are not named here are auxiliary
Minimize
 obj: 0 x0
Subject To
 c1: x0 >= 0
Bounds
 x0 <= 1
End
--- run kerf ground --quiet --to=mps none.mln none.db
--- stdout
* a ground Markov logic network, written by kerf; minimise the objective
* score = 2 - objective
* variables that are not named here are auxiliary
NAME kerf FREE
ROWS
 N obj
COLUMNS
 x0 obj 0
RHS
BOUNDS
 UP bnd x0 1
ENDATA
