# Names in the bodies of definite clauses: a variable that is free here and bound there, constants in
# small letters beside =, terms without a value, clauses that cannot be completed.
--- file bound.mln
*Q(t, t)
*R(t)
P(t)
P(x) :- Q(x, y) ^ (EXIST y R(y)).
1 P(x)
--- file bound.db
Q(A, B) R(C)
--- run kerf check --quiet bound.mln
--- stdout
dialect  lomrf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  t  0  from evidence

predicates
  *Q(t, t)  observed  by the * in declarations
  *R(t)     observed  by the * in declarations
  P(t)      hidden    defined by :-

formulas
  F1  hard  line 4  !Q(x, y) v (FORALL y !R(y)) v P(x)
  F2  1     line 5  P(x)
  F3  hard  line 4  !P(x) v EXIST y (Q(x, y) ^ EXIST y R(y))

decisions
  P is completed: it holds only where its 1 definite clause (:-) says so
--- run kerf map --quiet bound.mln bound.db
--- stdout
P(A)
--- file small.mln
color = {red, green}
*Q(t, color)
P(t, color)
P(x, red) :- Q(x, y) ^ z != y ^ z = green.
P(x, y) :- Q(x, y) ^ y = red.
--- run kerf check --quiet small.mln
--- stdout
dialect  lomrf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  color  2  listed
  t      0  from evidence

predicates
  *Q(t, color)  observed  by the * in declarations
  P(t, color)   hidden    defined by :-

formulas
  F1  hard  line 4  !Q(x, y) v z = y v z != "green" v P(x, "red")
  F2  hard  line 5  !Q(x, y) v y != "red" v P(x, y)
  F3  hard  line 5  !P(x, y) v (EXIST x1,x2 (y = "red" ^ Q(x, x1) ^ x2 != x1 ^ x2 = "green")) v (Q(x, y) ^ y = "red")

decisions
  P is completed: it holds only where its 2 definite clauses (:-) say so
--- file border.mln
time = {1, ..., 4}
time f(time)
*Q(time)
*S(time)
P(time)
E(time)
Rain
P(t) :- Q(t + 1).
P(t) :- S(t).
E(f(2)) :- S(2).
E(t) :- S(t) ^ Q(f(t)).
Rain :- Q(f(3)).
1 P(t)
1 E(t)
1 Rain
--- file border.db
Q(3) S(1) 2 = f(1)
--- run kerf check --quiet border.mln
--- stdout
dialect  lomrf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  time  4  listed

predicates
  *Q(time)  observed  by the * in declarations
  *S(time)  observed  by the * in declarations
  P(time)   hidden    defined by :-
  E(time)   hidden    defined by :-
  Rain      hidden    defined by :-

functions
  time f(time)  each application is a constant of its own

formulas
  F1   hard  line 8   !Q(t + 1) v P(t)
  F2   hard  line 9   !S(t) v P(t)
  F3   hard  line 10  !S(2) v E(f(2))
  F4   hard  line 11  !S(t) v !Q(f(t)) v E(t)
  F5   hard  line 12  !Q(f(3)) v Rain
  F6   1     line 13  P(t)
  F7   1     line 14  E(t)
  F8   1     line 15  Rain
  F9   hard  line 8   !P(t) v (EXIST x1 (x1 = t ^ Q(t + 1))) v S(t)
  F10  hard  line 11  !E(t) v (EXIST x1 (x1 = t ^ t = f(2) ^ S(2))) v EXIST x2 (x2 = t ^ S(t) ^ Q(f(t)))
  F11  hard  line 12  !Rain v EXIST x1 (x1 = f(3) ^ Q(f(3)))

decisions
  P is completed: it holds only where its 2 definite clauses (:-) say so
  E is completed: it holds only where its 2 definite clauses (:-) say so
  Rain is completed: it holds only where its 1 definite clause (:-) says so
--- run kerf map --quiet border.mln border.db
--- stdout
P(1)
P(2)
--- file arity.mln
*Q(t)
P(t)
P(A) :- Q(A).
P(A, B) :- Q(B).
--- run kerf check --quiet arity.mln
--- stderr
arity.mln:4:1: error: P takes 1 argument, 2 given
  P(A, B) :- Q(B).
  ^~~~~~~
  hint: declared at arity.mln:2
1 error
--- exit 3
--- file minus.mln
*Q(t)
P(t)
-float('inf') P(x) :- Q(x)
--- run kerf check --quiet minus.mln
--- stderr
minus.mln:3:20: error: a definite clause cannot have a weight of minus infinity
  -float('inf') P(x) :- Q(x)
                     ^~
  hint: write !( ... ) with a dot for what must not hold
1 error
--- exit 3
