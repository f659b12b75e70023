# Connectives in every spelling.
--- file m.mln
A(t)
B(t)
N(t, t)
1 !A(x)
2 ¬A(x)
3 A(x) ^ B(x)
4 A(x) & B(x)
5 A(x) ∧ B(x)
6 A(x) v B(x)
7 A(x) ∨ B(x)
8 A(x) => B(x)
9 A(x) <=> B(x)
10 EXIST y N(x,y)
11 Exist y N(x,y)
12 exist y N(x,y)
13 EXISTS y N(x,y)
14 FORALL y N(x,y)
15 forall y N(x,y)
16 EXIST x,y N(x,y)
17 EXIST x EXIST y N(x,y)
18 FORALL x (EXIST y (N(x,y) ^ A(y)))
19 EXIST x FORALL y N(x,y) ^ A(y)
20 (A(x))
21 [A(x)]
22 [A(x) ^ [x != K1]]
23 !(A(x) ^ B(x))
24 !!A(x)
25 !EXIST y N(x,y)
26 !(A(x) => B(x))
27 !(A(x) <=> B(x))
28 A(x) ^ EXIST y N(x,y) v B(y)
29 A(x) ^ (EXIST y N(x,y)) v B(y)
--- run kerf show --quiet --dialect=kerf m.mln
--- stdout
type t
  named by formulas (1) K1
predicate A(t)
predicate B(t)
predicate N(t, t)
formula
  !A(x)
  weight: 1
  free: x t
formula
  !A(x)
  weight: 2
  free: x t
formula
  A(x) ^ B(x)
  weight: 3
  free: x t
formula
  A(x) ^ B(x)
  weight: 4
  free: x t
formula
  A(x) ^ B(x)
  weight: 5
  free: x t
formula
  A(x) v B(x)
  weight: 6
  free: x t
formula
  A(x) v B(x)
  weight: 7
  free: x t
formula
  !A(x) v B(x)
  weight: 8
  free: x t
formula
  (A(x) ^ B(x)) v (!A(x) ^ !B(x))
  weight: 9
  free: x t
formula
  EXIST y N(x, y)
  weight: 10
  free: x t
  bound: y t
formula
  EXIST y N(x, y)
  weight: 11
  free: x t
  bound: y t
formula
  EXIST y N(x, y)
  weight: 12
  free: x t
  bound: y t
formula
  EXIST y N(x, y)
  weight: 13
  free: x t
  bound: y t
formula
  FORALL y N(x, y)
  weight: 14
  free: x t
  bound: y t
formula
  FORALL y N(x, y)
  weight: 15
  free: x t
  bound: y t
formula
  EXIST x,y N(x, y)
  weight: 16
  bound: x t, y t
formula
  EXIST x,y N(x, y)
  weight: 17
  bound: x t, y t
formula
  FORALL x EXIST y (N(x, y) ^ A(y))
  weight: 18
  bound: x t, y t
formula
  EXIST x FORALL y (N(x, y) ^ A(y))
  weight: 19
  bound: x t, y t
formula
  A(x)
  weight: 20
  free: x t
formula
  A(x)
  weight: 21
  free: x t
formula
  A(x) ^ x != K1
  weight: 22
  free: x t
formula
  !A(x) v !B(x)
  weight: 23
  free: x t
formula
  A(x)
  weight: 24
  free: x t
formula
  FORALL y !N(x, y)
  weight: 25
  free: x t
  bound: y t
formula
  A(x) ^ !B(x)
  weight: 26
  free: x t
formula
  (A(x) ^ !B(x)) v (!A(x) ^ B(x))
  weight: 27
  free: x t
formula
  A(x) ^ EXIST y (N(x, y) v B(y))
  weight: 28
  free: x t
  bound: y t
formula
  (A(x) ^ EXIST y N(x, y)) v B(y)
  weight: 29
  free: x t, y t
  bound: y t
--- exit 0

# What a formula simplifies to.
--- file s.mln
A(t)
1 A(x) ^ 1 < 2
2 A(x) v 1 < 2
3 1 = 2
4 A(x) ^ "a" = "b"
5 EXIST y (A(y) ^ 1 = 2)
6 EXIST y (A(x) ^ 1 = 1 ^ y = x)
--- run kerf check --quiet s.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  A(t)  not settled yet

formulas
  F1  1  line 2  A(x)
  F2  2  line 3  A(x) v 0 = 0
  F3  3  line 4  0 != 0
  F4  4  line 5  A(x) ^ 0 != 0
  F5  5  line 6  EXIST y (A(y) ^ 0 != 0)
  F6  6  line 7  EXIST y (A(x) ^ y = x)
--- stderr
s.mln:3:3: warning: this formula is always true
  2 A(x) v 1 < 2
    ^~~~~~~~~~~~
s.mln:4:3: warning: this formula is always false
  3 1 = 2
    ^~~~~
s.mln:5:3: warning: this formula is always false
  4 A(x) ^ "a" = "b"
    ^~~~~~~~~~~~~~~~
s.mln:6:3: warning: this formula is always false
  5 EXIST y (A(y) ^ 1 = 2)
    ^~~~~~~~~~~~~~~~~~~~~~
