# The comma binds looser than v, and says so
--- file m.mln
P(t)
Q(t)
2 P(x), Q(y) v P(x) => Q(x)
--- run kerf check m.mln
--- stdout
dialect  tuffy
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  P(t)  not settled yet
  Q(t)  not settled yet

formulas
  F1  2  line 3  !P(x) v (!Q(y) ^ !P(x)) v Q(x)
--- stderr
m.mln:3:7: note: read as tuffy because of `,`
  2 P(x), Q(y) v P(x) => Q(x)
        ^
  hint: --dialect=NAME overrides this
m.mln:3:9: warning: a comma and v are mixed without parentheses; v binds tighter
  2 P(x), Q(y) v P(x) => Q(x)
          ^~~~~~~~~~~
  hint: write the parentheses to be safe
