# + before what is a constant
--- file m.mln
t = {a, b}
P(t)
1 P(+A)
2 P(+a)
--- run kerf check --quiet m.mln
--- stderr
m.mln:3:5: error: A is a constant; + stands before a variable
  1 P(+A)
      ^~
  hint: remove the +, or use a variable
m.mln:4:5: error: a is a constant; + stands before a variable
  2 P(+a)
      ^~
  hint: remove the +, or use a variable
2 errors
--- exit 3
