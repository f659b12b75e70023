# A number among what is counted over must be counted itself
--- file m.mln
*C(a, double)
H(a)
|x : C(x, w) ^ H(x)| <= 1.
--- run kerf check --quiet m.mln
--- stderr
m.mln:3:1: error: the number w must be counted, too
  |x : C(x, w) ^ H(x)| <= 1.
  ^~~~~~~~~~~~~~~~~~~~~~~~~
  hint: name it before the colon, with the variables counted
1 error
--- exit 3
