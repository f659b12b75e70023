# What evidence decides is not written; what fixed atoms leave over is.
--- file m.mln
*F(p, p)
S(p)
1 F(x,y) => (S(x) <=> S(y))
-0.5 S(x)
0.25 F(x,y) ^ S(x)
--- file e.db
F(A, B)
F(B, C)
S(A)
--- run kerf ground --quiet --to=wcnf m.mln e.db
--- stdout
c a ground Markov logic network, written by kerf; minimise the objective
c score = 8.5 - objective / 100
c variables that are not named here are auxiliary
c x1 = S(B)
c x2 = S(C)
p wcnf 4 7 226
75 1 0
50 -2 0
226 1 -3 0
226 2 -3 0
226 -1 -4 0
226 -2 -4 0
100 3 4 0
--- exit 0
# Soft evidence is a cost; weights that no power of ten makes whole are rounded.
--- file soft.db
F(A, B)
S(A) 0.75
S(B) 0.5
--- run kerf ground --quiet --to=wcnf --query=S m.mln soft.db
--- stdout
c a ground Markov logic network, written by kerf; minimise the objective
c score = 4.84861228866811 - objective / 1000000
c weights are rounded to integers: the score is at most 2.88668109802529e-7 off
c variables that are not named here are auxiliary
c x1 = S(A)
c x2 = S(B)
p wcnf 4 7 2348613
848612 1 0
500000 -2 0
2348613 1 -3 0
2348613 2 -3 0
2348613 -1 -4 0
2348613 -2 -4 0
1000000 3 4 0
--- run kerf ground --quiet --to=lp --query=S m.mln soft.db
--- stdout
\ a ground Markov logic network, written by kerf; minimise the objective
\ score = 4 - objective
\ variables that are not named here are auxiliary
\ x1 = S(A)
\ x2 = S(B)
Minimize
 obj: - 0.84861228866811 x1 + 0.5 x2 + 0 x3 + 0 x4 + z1
Subject To
 c1: + x1 - x3 >= 0
 c2: + x2 - x3 >= 0
 c3: - x1 - x4 >= -1
 c4: - x2 - x4 >= -1
 c5: + x3 + x4 + z1 >= 1
Bounds
 z1 <= 1
Binary
 x1
 x2
 x3
 x4
End
--- exit 0
# Every atom has a cost: all are named.
--- file d.mln
p = {A, B, C}
R(p, p)
0.5 R(x, y)
--- run kerf ground --quiet --to=wcnf --query=R d.mln
--- stdout
c a ground Markov logic network, written by kerf; minimise the objective
c score = 4.5 - objective / 10
c variables that are not named here are auxiliary
c x1 = R(A, A)
c x2 = R(A, B)
c x3 = R(A, C)
c x4 = R(B, A)
c x5 = R(B, B)
c x6 = R(B, C)
c x7 = R(C, A)
c x8 = R(C, B)
c x9 = R(C, C)
p wcnf 9 9 46
5 1 0
5 2 0
5 3 0
5 4 0
5 5 0
5 6 0
5 7 0
5 8 0
5 9 0
