# RockIt counts one hidden literal; more than one has no reading there
--- file m.mln
*o(a)
p(a, b)
q(a, b)
|y| !o(x) v p(x, y) v q(x, y) <= 1
--- run kerf check --quiet m.mln
--- stderr
m.mln:4:1: error: RockIt counts one hidden literal under observed conditions; here are more
  |y| !o(x) v p(x, y) v q(x, y) <= 1
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: write kerf's form: |x : a ^ b| <= k
1 error
--- exit 3
