# Cardinalities soft and hard, quantifiers, functions, marks: each against the worlds written out by hand.
--- file count.mln
t = {X, Y, Z}
A(t)
|x : A(x)| <= 1.
0.5 |x : A(x)| = 1
--- run kerf marginal --query=A count.mln
--- stdout
A(X) 0.2772747813
A(Y) 0.2772747813
A(Z) 0.2772747813
--- stderr
count.mln: note: read as kerf; nothing in it calls for another dialect
exact: log Z 1.782746274 [1.782746274, 1.782746274], 3 atoms in 1 component, width 1, [[\d+\.\d+]] s
--- file exist.mln
t = {X, Y}
A(t)
B(t)
2 EXIST x (A(x) ^ B(x))
--- run kerf marginal --query=A,B --quiet exist.mln
--- stdout
A(X) 0.6578235952
A(Y) 0.6578235952
B(X) 0.6578235952
B(Y) 0.6578235952
--- file mark.mln
t = {X}
v = {U, V, W}
A(t, v!)
1 A(x, U)
--- run kerf marginal --query=A --quiet mark.mln
--- stdout
A(X, U) 0.5761168848
A(X, V) 0.2119415576
A(X, W) 0.2119415576
--- file negative.mln
t = {X, Y}
A(t)
-1 A(X) ^ A(Y)
--- run kerf marginal --query=A negative.mln
--- stdout
A(X) 0.406154515
A(Y) 0.406154515
--- stderr
negative.mln: note: read as kerf; nothing in it calls for another dialect
exact: log Z 1.2142833 [1.2142833, 1.2142833], 2 atoms in 1 component, width 2, [[\d+\.\d+]] s
--- file acyclic.mln
t = {X, Y, Z}
E(t, t)
acyclic E.
--- run kerf marginal --query=E acyclic.mln
--- stdout
E(X, X) 0
E(X, Y) 0.32
E(X, Z) 0.32
E(Y, X) 0.32
E(Y, Y) 0
E(Y, Z) 0.32
E(Z, X) 0.32
E(Z, Y) 0.32
E(Z, Z) 0
--- stderr
acyclic.mln: note: read as kerf; nothing in it calls for another dialect
exact: log Z 3.218875825 [3.218875825, 3.218875825], 9 atoms in 4 components, width 4, [[\d+\.\d+]] s
