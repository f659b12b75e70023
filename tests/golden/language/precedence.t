# ! then ^ then v then => then <=> then quantifier; pracmln swaps ^ and v; auto warns of a mix.
--- file m.mln
A
B
C
D
1 A v B ^ C
2 A ^ B v C
3 A ^ B => C v D
4 A => B <=> C => D
5 A => B => C
6 A <=> B <=> C
7 !A v B
8 !A ^ B => C
9 A v (B ^ C)
--- run kerf check m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

predicates
  A  not settled yet
  B  not settled yet
  C  not settled yet
  D  not settled yet

formulas
  F1  1  line 5   A v (B ^ C)
  F2  2  line 6   (A ^ B) v C
  F3  3  line 7   !A v !B v C v D
  F4  4  line 8   ((!A v B) ^ (!C v D)) v (A ^ !B ^ C ^ !D)
  F5  5  line 9   !A v !B v C
  F6  6  line 10  (((A ^ B) v (!A ^ !B)) ^ C) v (((A ^ !B) v (!A ^ B)) ^ !C)
  F7  7  line 11  !A v B
  F8  8  line 12  A v !B v C
  F9  9  line 13  A v (B ^ C)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
m.mln:5:7: warning: ^ and v are mixed without parentheses; ^ binds tighter here (not so in pracmln)
  1 A v B ^ C
        ^~~~~
  hint: write the parentheses to be safe
m.mln:6:3: warning: ^ and v are mixed without parentheses; ^ binds tighter here (not so in pracmln)
  2 A ^ B v C
    ^~~~~
  hint: write the parentheses to be safe
--- run kerf check --dialect=kerf m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

predicates
  A  not settled yet
  B  not settled yet
  C  not settled yet
  D  not settled yet

formulas
  F1  1  line 5   A v (B ^ C)
  F2  2  line 6   (A ^ B) v C
  F3  3  line 7   !A v !B v C v D
  F4  4  line 8   ((!A v B) ^ (!C v D)) v (A ^ !B ^ C ^ !D)
  F5  5  line 9   !A v !B v C
  F6  6  line 10  (((A ^ B) v (!A ^ !B)) ^ C) v (((A ^ !B) v (!A ^ B)) ^ !C)
  F7  7  line 11  !A v B
  F8  8  line 12  A v !B v C
  F9  9  line 13  A v (B ^ C)
--- run kerf check --dialect=alchemy m.mln
--- stdout
dialect  alchemy
meaning  a weighted formula counts clause by clause, its weight divided; a hard one must hold
worlds   none read

predicates
  A  not settled yet
  B  not settled yet
  C  not settled yet
  D  not settled yet

formulas
  F1.1  0.5  line 5   A v B
  F1.2  0.5  line 5   A v C
  F2.1  1    line 6   A v C
  F2.2  1    line 6   B v C
  F3    3    line 7   !A v !B v C v D
  F4.1  1    line 8   !A v B v C
  F4.2  1    line 8   !A v B v !D
  F4.3  1    line 8   A v !C v D
  F4.4  1    line 8   !B v !C v D
  F5    5    line 9   !A v !B v C
  F6.1  1.5  line 10  A v !B v !C
  F6.2  1.5  line 10  !A v B v !C
  F6.3  1.5  line 10  A v B v C
  F6.4  1.5  line 10  !A v !B v C
  F7    7    line 11  !A v B
  F8    8    line 12  A v !B v C
  F9.1  4.5  line 13  A v B
  F9.2  4.5  line 13  A v C

decisions
  weights are divided evenly over the clauses of their formula
  clauses that always hold and leading universal quantifiers are dropped
--- run kerf check --dialect=pracmln m.mln
--- stdout
dialect  pracmln
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

predicates
  A  not settled yet
  B  not settled yet
  C  not settled yet
  D  not settled yet

formulas
  F1  1  line 5   (A v B) ^ C
  F2  2  line 6   A ^ (B v C)
  F3  3  line 7   !A v !B v C v D
  F4  4  line 8   ((!A v B) ^ (!C v D)) v (A ^ !B ^ C ^ !D)
  F5  5  line 9   !A v !B v C
  F6  6  line 10  (((A ^ B) v (!A ^ !B)) ^ C) v (((A ^ !B) v (!A ^ B)) ^ !C)
  F7  7  line 11  !A v B
  F8  8  line 12  A v !B v C
  F9  9  line 13  A v (B ^ C)
--- run kerf check --dialect=lomrf m.mln
--- stdout
dialect  lomrf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

predicates
  A  not settled yet
  B  not settled yet
  C  not settled yet
  D  not settled yet

formulas
  F1  1  line 5   A v (B ^ C)
  F2  2  line 6   (A ^ B) v C
  F3  3  line 7   !A v !B v C v D
  F4  4  line 8   ((!A v B) ^ (!C v D)) v (A ^ !B ^ C ^ !D)
  F5  5  line 9   !A v !B v C
  F6  6  line 10  (((A ^ B) v (!A ^ !B)) ^ C) v (((A ^ !B) v (!A ^ B)) ^ !C)
  F7  7  line 11  !A v B
  F8  8  line 12  A v !B v C
  F9  9  line 13  A v (B ^ C)
--- file q.mln
P(t)
Q(t)
1 EXIST x P(x) => Q(y)
2 (EXIST x P(x)) => Q(y)
3 Q(y) => EXIST x P(x) ^ Q(x)
4 FORALL x P(x) v Q(x) <=> Q(y)
5 !EXIST x P(x) ^ Q(x)
--- run kerf show --quiet q.mln
--- stdout
type t
predicate P(t)
predicate Q(t)
formula
  EXIST x (!P(x) v Q(y))
  weight: 1
  free: y t
  bound: x t
formula
  (FORALL x !P(x)) v Q(y)
  weight: 2
  free: y t
  bound: x t
formula
  !Q(y) v EXIST x (P(x) ^ Q(x))
  weight: 3
  free: y t
  bound: x t
formula
  FORALL x (((P(x) v Q(x)) ^ Q(y)) v (!P(x) ^ !Q(x) ^ !Q(y)))
  weight: 4
  free: y t
  bound: x t
formula
  FORALL x (!P(x) v !Q(x))
  weight: 5
  bound: x t
--- stderr
q.mln:3:3: warning: EXIST reaches to the end of the formula, over the arrow
  1 EXIST x P(x) => Q(y)
    ^~~~~
  hint: write (EXIST y R(x, y)) => Q(x), or EXIST y (R(x, y) => Q(x)) if it should
