# A weight table has at most as many columns as a predicate has arguments.
--- run-sh { echo 'P(t)'; printf 'a: P(+x)'; printf ' v P(+x%d)' $(seq 32); echo; } >m.mln; echo 'a	A	1' >m.w; kerf check --quiet --weights=m.w m.mln
--- stderr
m.mln:2:4: error: more than 32 variables with a + sign
  a: P(+x) v P(+x1) v P(+x2) v P(+x3) v P(+x4) v P(+x5) v P(+x6) v P(+x7) v P(+x8) v P(+x9) v P(+x10) ...
     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
1 error
--- exit 3
--- file n.mln
Age(person, float_)
a: Age(x, +y)
--- file n.w
a	30	1
--- run kerf check --quiet --dialect=kerf --weights=n.w n.mln
--- stderr
n.mln:2:4: error: a number cannot have weights of its own
  a: Age(x, +y)
     ^~~~~~~~~~
  hint: remove the +, or write w: before the formula
1 error
--- exit 3
