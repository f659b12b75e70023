# label: f names the formula, unless it names a number variable of f.
--- file m.mln
*score(person, double)
P(person)
hot: 1.5 P(x)
2 cold: P(x)
mild: P(x).
free: P(x) v P(y)
count1: |x : P(x)| <= 3.
w: score(x, w) => P(x)
s: score(x, w) => P(x)
P(x) ^ P(y)
tree: acyclic Near.
Near(person, person)
--- run kerf check --quiet m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  person  0  from evidence

predicates
  *score(person, double)  observed  by the * in declarations
  P(person)               hidden    by the * in declarations
  Near(person, person)    hidden    by the * in declarations

formulas
  hot     1.5            line 3   P(x)
  cold    2              line 4   P(x)
  mild    hard           line 5   P(x)
  free    learn          line 6   P(x) v P(y)
  count1  hard           line 7   |x : P(x)| <= 3
  F6      from data (w)  line 8   !score(x, w) v P(x)
  s       learn          line 9   !score(x, w) v P(x)
  F8      learn          line 10  P(x) ^ P(y)
  tree    hard           line 11  acyclic Near

decisions
  3 formulas have no weight: to be learned, not for map
--- run kerf show --quiet m.mln
--- stdout
type person
predicate *score(person, double)
  observed: by the * in declarations
predicate P(person)
  hidden: by the * in declarations
predicate Near(person, person)
  hidden: by the * in declarations
formula hot
  P(x)
  weight: 1.5
  free: x person
formula cold
  P(x)
  weight: 2
  free: x person
formula mild
  P(x)
  hard
  free: x person
formula free
  P(x) v P(y)
  weight: to be learned
  free: x person, y person
cardinality count1
  |x : P(x)| <= 3
  hard
  bound: x person
formula
  !score(x, w) v P(x)
  weight: the value of w
  free: x person, w (a number)
formula s
  !score(x, w) v P(x)
  weight: to be learned
  free: x person, w (a number)
formula
  P(x) ^ P(y)
  weight: to be learned
  free: x person, y person
acyclicity tree
  acyclic Near
  hard
--- exit 0

# Labels are unique; names by place make room for given ones.
--- file same.mln
P(t)
a: 1 P(x)
a: 2 P(x)
--- run kerf check --quiet same.mln
--- stderr
same.mln:3:6: error: the label a is already used at same.mln:2
  a: 2 P(x)
       ^~~~
  hint: rename one of them
1 error
--- exit 3
--- file place.mln
P(t)
1 P(x)
F1: 2 P(x)
F2: 3 P(x)
--- run kerf check --quiet place.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  P(t)  not settled yet

formulas
  F1_  1  line 2  P(x)
  F1   2  line 3  P(x)
  F2   3  line 4  P(x)
--- file two.mln
P(t)
a: b: 1 P(x)
--- run kerf check --quiet two.mln
--- stderr
two.mln:2:4: error: this formula has two labels
  a: b: 1 P(x)
     ^
  hint: remove one of them
1 error
--- exit 3
