# = != <> =/= < > <= =< >= between terms.
--- file m.mln
P(t)
1 P(x) ^ P(y) ^ x = y
2 P(x) ^ P(y) ^ x != y
3 P(x) ^ P(y) ^ x <> y
4 P(x) ^ P(y) ^ x =/= y
5 P(x) ^ P(y) ^ x < y
6 P(x) ^ P(y) ^ x > y
7 P(x) ^ P(y) ^ x <= y
8 P(x) ^ P(y) ^ x =< y
9 P(x) ^ P(y) ^ x >= y
10 P(x) ^ !(x = A)
11 P(x) ^ !(x < 3) ^ !(x >= 3) ^ !(x != 3) ^ !(x <= 3) ^ !(x > 3)
12 P(x) ^ A = x
13 x=y => P(x) ^ P(y)
14 x!=y => P(x) ^ P(y)
15 P(x) ^ (x = A v x = B)
16 (x) = (y) => P(x) ^ P(y)
17 3 < x => P(x)
--- run kerf show --quiet m.mln
--- stdout
type t
  named by formulas (3) 3, A, B
predicate P(t)
formula
  P(x) ^ P(y) ^ x = y
  weight: 1
  free: x t, y t
formula
  P(x) ^ P(y) ^ x != y
  weight: 2
  free: x t, y t
formula
  P(x) ^ P(y) ^ x != y
  weight: 3
  free: x t, y t
formula
  P(x) ^ P(y) ^ x != y
  weight: 4
  free: x t, y t
formula
  P(x) ^ P(y) ^ x < y
  weight: 5
  free: x t, y t
formula
  P(x) ^ P(y) ^ x > y
  weight: 6
  free: x t, y t
formula
  P(x) ^ P(y) ^ x <= y
  weight: 7
  free: x t, y t
formula
  P(x) ^ P(y) ^ x <= y
  weight: 8
  free: x t, y t
formula
  P(x) ^ P(y) ^ x >= y
  weight: 9
  free: x t, y t
formula
  P(x) ^ x != A
  weight: 10
  free: x t
formula
  P(x) ^ x >= 3 ^ x < 3 ^ x = 3 ^ x > 3 ^ x <= 3
  weight: 11
  free: x t
formula
  P(x) ^ A = x
  weight: 12
  free: x t
formula
  x != y v (P(x) ^ P(y))
  weight: 13
  free: x t, y t
formula
  x = y v (P(x) ^ P(y))
  weight: 14
  free: x t, y t
formula
  P(x) ^ (x = A v x = B)
  weight: 15
  free: x t
formula
  x != y v (P(x) ^ P(y))
  weight: 16
  free: x t, y t
formula
  3 >= x v P(x)
  weight: 17
  free: x t
--- exit 0

# Literals are decided at once: numbers by value, texts by their bytes.
--- file literal.mln
P(t)
1 P(x) ^ 9 < 10
2 P(x) ^ "9" < "10"
3 P(x) ^ 1 = 1.0
4 P(x) ^ A = B
5 P(x) ^ A = "A"
--- run kerf check --quiet literal.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  P(t)  not settled yet

formulas
  F1  1  line 2  P(x)
  F2  2  line 3  P(x) ^ 0 != 0
  F3  3  line 4  P(x)
  F4  4  line 5  P(x) ^ 0 != 0
  F5  5  line 6  P(x)
--- stderr
literal.mln:3:3: warning: this formula is always false
  2 P(x) ^ "9" < "10"
    ^~~~~~~~~~~~~~~~~
literal.mln:5:3: warning: this formula is always false
  4 P(x) ^ A = B
    ^~~~~~~~~~~~
--- exit 0

# Types go through comparisons; where nothing gives one, that is said.
--- file types.mln
P(t)
Q(u)
1 P(x) ^ x = y ^ y = z
2 P(x) ^ w = z ^ z = y ^ y = x
3 P(x) ^ Q(y) ^ x < y
--- run kerf show --quiet types.mln
--- stdout
type t
type u
predicate P(t)
predicate Q(u)
formula
  P(x) ^ x = y ^ y = z
  weight: 1
  free: x t, y t, z t
formula
  P(x) ^ w = z ^ z = y ^ y = x
  weight: 2
  free: x t, w t, z t, y t
formula
  P(x) ^ Q(y) ^ x < y
  weight: 3
  free: x t, y u
--- file wrong.mln
P(t)
Q(u)
1 P(x) ^ Q(y) ^ x = y
2 P(x) ^ a = b
--- run kerf check --quiet wrong.mln
--- stderr
wrong.mln:3:17: error: a constant of type t is compared with one of type u
  1 P(x) ^ Q(y) ^ x = y
                  ^~~~~
wrong.mln:4:10: error: variable a occurs in no atom, so it has no type
  2 P(x) ^ a = b
           ^
  hint: use it in an atom as well
2 errors
--- exit 3
--- file chain.mln
P(t)
4 P(x) ^ x < y < z
--- run kerf check --quiet chain.mln
--- stderr
chain.mln:2:16: error: comparisons cannot be chained
  4 P(x) ^ x < y < z
                 ^
  hint: write x < y ^ y < z
1 error
--- exit 3
