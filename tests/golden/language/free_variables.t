# Free variables: one feature per grounding; a quantifier binds the nearest.
--- file m.mln
P(t)
Q(t, t)
1 P(x) ^ EXIST x Q(x, y)
2 (EXIST x P(x)) ^ P(x)
3 EXIST x (P(x) ^ EXIST x Q(x, x))
4 FORALL x EXIST y Q(x, y)
5 EXIST x,y (P(x) ^ EXIST x Q(x, y))
6 Q(x, y) ^ Q(y, z) => Q(x, z)
7 P(K) ^ Q(K, L)
8 x = K => P(x)
--- run kerf show --quiet m.mln
--- stdout
type t
  named by formulas (2) K, L
predicate P(t)
predicate Q(t, t)
formula
  P(x) ^ EXIST x Q(x, y)
  weight: 1
  free: x t, y t
  bound: x t
formula
  (EXIST x P(x)) ^ P(x)
  weight: 2
  free: x t
  bound: x t
formula
  EXIST x (P(x) ^ EXIST x Q(x, x))
  weight: 3
  bound: x t, x t
formula
  FORALL x EXIST y Q(x, y)
  weight: 4
  bound: x t, y t
formula
  EXIST x,y (P(x) ^ EXIST x Q(x, y))
  weight: 5
  bound: x t, y t, x t
formula
  !Q(x, y) v !Q(y, z) v Q(x, z)
  weight: 6
  free: x t, y t, z t
formula
  P(K) ^ Q(K, L)
  weight: 7
formula
  x != K v P(x)
  weight: 8
  free: x t
--- exit 0

# A variable that is nowhere.
--- file bad.mln
P(t)
1 EXIST y P(x)
2 EXIST x,x P(x)
--- run kerf check --quiet bad.mln
--- stderr
bad.mln:2:9: error: variable y occurs in no atom, so it has no type
  1 EXIST y P(x)
          ^
  hint: use it in an atom as well
bad.mln:3:9: error: variable x occurs in no atom, so it has no type
  2 EXIST x,x P(x)
          ^
  hint: use it in an atom as well
2 errors
--- exit 3
