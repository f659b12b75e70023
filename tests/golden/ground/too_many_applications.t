# A function without values that would need more constants than there can be
--- file m.mln
t = {1, ..., 3000}
u f(t, t, t)
P(u)
1 P(f(x, y, z))
--- run kerf ground --quiet --to=lp -q P m.mln
--- stderr
m.mln:2:3: error: function f has too many applications (3000 x 3000 x 3000)
  u f(t, t, t)
    ^
  hint: give its values in the evidence: A = f(B)
1 error
--- exit 5
