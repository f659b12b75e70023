# Few atoms decide all others: no library has the last word.
--- skip-if no-clp
--- file m.mln
a = {A1, A2, A3}
b = {B1}
*O1(a)
H1(a)
H2(a, a)
H3(b!)
R
T(t)
G(a!, t)
*W(double)
a f(a)
a g(b)
b h(a, b)
2.5 |q1, q2 : G(x, q1) ^ G(y, q2) ^ H2(A3, y) ^ !H2(A3, z) ^ !H2(x, x)| <= 2
-2.5 H3(u) ^ !O1(g(u)) ^ G(x, r) => !T(r) v O1(y)
-2.25 ((!H2(y, x) <=> H3(k)) v (G(y, s) v G(x, 2)))
(!O1(x)).
-3.25 |q1 : !G(q1, r)| = 2
H2(x, y) ^ H2(y, z) => H2(x, z).
--- file e.db
!O1(A1)
!H2(A2, A2)
!H2(A3, A3)
!T(1)
!G(A3, 3)
W(-2.5)
W(1.5)
A1 = f(A1)
A2 = f(A2)
A1 = f(A3)
A2 = g(B1)
--- run-sh kerf map --quiet --stats=s.json m.mln e.db >answer.db; grep -o '"status":"[a-z]*"' s.json; grep -o '"trusted":[a-z"]*' s.json; kerf verify --examples=0 --quiet m.mln e.db answer.db | head -n 3
--- stdout
"status":"optimal"
"trusted":null
score            -156.75
cost             194.25
hard violations  0
