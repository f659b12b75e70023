# Trap 2: in pracmln v binds tighter than ^.
--- file m.mln
p(t)
q(t)
r(t)
1 p(x) ^ q(x) v r(x)
2 p(x) v q(x) ^ r(x)
3 p(x) v q(x) => r(x) ^ p(x)
4 p(x) ^ q(x) ^ r(x) v p(y)
--- run kerf check m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  p(t)  not settled yet
  q(t)  not settled yet
  r(t)  not settled yet

formulas
  F1  1  line 4  (p(x) ^ q(x)) v r(x)
  F2  2  line 5  p(x) v (q(x) ^ r(x))
  F3  3  line 6  (!p(x) ^ !q(x)) v (r(x) ^ p(x))
  F4  4  line 7  (p(x) ^ q(x) ^ r(x)) v p(y)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
m.mln:4:3: warning: ^ and v are mixed without parentheses; ^ binds tighter here (not so in pracmln)
  1 p(x) ^ q(x) v r(x)
    ^~~~~~~~~~~
  hint: write the parentheses to be safe
m.mln:5:10: warning: ^ and v are mixed without parentheses; ^ binds tighter here (not so in pracmln)
  2 p(x) v q(x) ^ r(x)
           ^~~~~~~~~~~
  hint: write the parentheses to be safe
m.mln:7:3: warning: ^ and v are mixed without parentheses; ^ binds tighter here (not so in pracmln)
  4 p(x) ^ q(x) ^ r(x) v p(y)
    ^~~~~~~~~~~~~~~~~~
  hint: write the parentheses to be safe
--- run kerf check --dialect=pracmln m.mln
--- stdout
dialect  pracmln
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  p(t)  not settled yet
  q(t)  not settled yet
  r(t)  not settled yet

formulas
  F1  1  line 4  p(x) ^ (q(x) v r(x))
  F2  2  line 5  (p(x) v q(x)) ^ r(x)
  F3  3  line 6  (!p(x) ^ !q(x)) v (r(x) ^ p(x))
  F4  4  line 7  p(x) ^ q(x) ^ (r(x) v p(y))
--- exit 0

# auto that finds pracmln does not warn, and reads it so.
--- file auto.mln
p(t)
q(t)
r(t)
1 p(?x) ^ q(?x) v r(?x)
--- run kerf check auto.mln
--- stdout
dialect  pracmln
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  p(t)  not settled yet
  q(t)  not settled yet
  r(t)  not settled yet

formulas
  F1  1  line 4  p(x) ^ (q(x) v r(x))

decisions
  ?x marks variables, so bare names are constants
--- stderr
auto.mln:4:5: note: read as pracmln because of `?x`
  1 p(?x) ^ q(?x) v r(?x)
      ^~
  hint: --dialect=NAME overrides this
auto.mln:4:11: warning: ^ and v are mixed without parentheses; v binds tighter here, as in pracmln
  1 p(?x) ^ q(?x) v r(?x)
            ^~~~~~~~~~~~~
  hint: write the parentheses: with ?x, pracmln for Python 3 lets ^ bind tighter
--- run kerf check --dialect=kerf auto.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  p(t)  not settled yet
  q(t)  not settled yet
  r(t)  not settled yet

formulas
  F1  1  line 4  (p(x) ^ q(x)) v r(x)

decisions
  ?x marks variables, so bare names are constants
