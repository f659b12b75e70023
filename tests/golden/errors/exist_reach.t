# EXIST reaches as far to the right as it can, over an arrow: a warning where no parentheses say so.
--- file m.mln
P(t)
R(t, t)
1 EXIST y R(x, y) => P(x)
2 P(x) ^ EXIST y R(x, y) => P(x)
3 P(x) => EXIST y R(x, y)
4 (EXIST y R(x, y)) => P(x)
5 EXIST y (R(x, y) => P(x))
6 FORALL x P(x) => R(x, x)
7 P(x) => EXIST y R(x, y) <=> P(y)
--- run kerf check --quiet m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  P(t)     not settled yet
  R(t, t)  not settled yet

formulas
  F1  1  line 3  EXIST y (!R(x, y) v P(x))
  F2  2  line 4  P(x) ^ EXIST y (!R(x, y) v P(x))
  F3  3  line 5  !P(x) v EXIST y R(x, y)
  F4  4  line 6  (FORALL y !R(x, y)) v P(x)
  F5  5  line 7  EXIST y (!R(x, y) v P(x))
  F6  6  line 8  FORALL x (!P(x) v R(x, x))
  F7  7  line 9  !P(x) v EXIST y ((R(x, y) ^ P(y)) v (!R(x, y) ^ !P(y)))
--- stderr
m.mln:3:3: warning: EXIST reaches to the end of the formula, over the arrow
  1 EXIST y R(x, y) => P(x)
    ^~~~~
  hint: write (EXIST y R(x, y)) => Q(x), or EXIST y (R(x, y) => Q(x)) if it should
m.mln:4:10: warning: EXIST reaches to the end of the formula, over the arrow
  2 P(x) ^ EXIST y R(x, y) => P(x)
           ^~~~~
  hint: write (EXIST y R(x, y)) => Q(x), or EXIST y (R(x, y) => Q(x)) if it should
m.mln:9:11: warning: EXIST reaches to the end of the formula, over the arrow
  7 P(x) => EXIST y R(x, y) <=> P(y)
            ^~~~~
  hint: write (EXIST y R(x, y)) => Q(x), or EXIST y (R(x, y) => Q(x)) if it should
--- run kerf check --quiet --dialect=alchemy m.mln
--- stdout
dialect  alchemy
meaning  a weighted formula counts clause by clause, its weight divided; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  P(t)     not settled yet
  R(t, t)  not settled yet

formulas
  F1    1  line 3  EXIST y (!R(x, y) v P(x))
  F2.1  1  line 4  P(x)
  F2.2  1  line 4  EXIST y (!R(x, y) v P(x))
  F3    3  line 5  !P(x) v EXIST y R(x, y)
  F4    4  line 6  !R(x, y) v P(x)
  F5    5  line 7  EXIST y (!R(x, y) v P(x))
  F6    6  line 8  !P(x) v R(x, x)
  F7    7  line 9  !P(x) v EXIST y ((R(x, y) v !P(y)) ^ (!R(x, y) v P(y)))

decisions
  weights are divided evenly over the clauses of their formula
  clauses that always hold and leading universal quantifiers are dropped
