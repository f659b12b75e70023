# A weight table has at most as many columns as a predicate has arguments.
--- run-sh { echo 'P(t)'; printf 'a: P(+x)'; printf ' v P(+x%d)' $(seq 32); echo; } >m.mln; echo 'a	A	1' >m.w; kerf check --quiet --weights=m.w m.mln
--- stderr
m.w:1:1: error: a has too many parameters
  a A 1
  ^
1 error
--- exit 3
--- file n.mln
Age(person, float_)
a: Age(x, +y)
--- file n.w
a	30	1
--- run kerf check --quiet --dialect=kerf --weights=n.w n.mln
--- stderr
n.w:1:1: error: a has a number among its parameters
  a 30 1
  ^
1 error
--- exit 3
