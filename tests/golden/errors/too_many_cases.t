# Formulas that fall into too many cases, and cardinalities with too many groups
--- file m.mln
P(t)
Q(t)
1 (P(x0) ^ Q(y0)) v (P(x1) ^ Q(y1)) v (P(x2) ^ Q(y2)) v (P(x3) ^ Q(y3)) v (P(x4) ^ Q(y4)) v (P(x5) ^ Q(y5)) v (P(x6) ^ Q(y6)) v (P(x7) ^ Q(y7)) v (P(x8) ^ Q(y8)) v (P(x9) ^ Q(y9)) v (P(x10) ^ Q(y10)) v (P(x11) ^ Q(y11))
--- file e.db
--- run kerf ground --quiet --to=lp -q P,Q m.mln e.db
--- stderr
m.mln:3:3: error: this formula is too large: at most 512 cases, 1200 variables, or 64 counted literals
  1 (P(x0) ^ Q(y0)) v (P(x1) ^ Q(y1)) v (P(x2) ^ Q(y2)) v (P(x3) ^ Q(y3)) v (P(x4) ^ Q(y4)) v (P(x5) ^...
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: split the formula
1 error
--- exit 3
--- file c.mln
t = {1, ..., 2000}
P(t, t, t, t)
|x : P(x, a, b, c)| >= 1.
--- run kerf ground --quiet --to=lp c.mln
--- stderr
kerf: warning: assumed from the evidence: hidden P; observed none
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
c.mln:3:1: error: this cardinality has more than 2^32 groups
  |x : P(x, a, b, c)| >= 1.
  ^~~~~~~~~~~~~~~~~~~~~~~~
  hint: give it fewer variables, or smaller types
1 error, 1 warning
--- exit 5
