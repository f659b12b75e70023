# What is counted is a formula; a term alone is not, although parentheses may hold one.
--- file m.mln
P(t)
|y : 1| <= 2.
|y : (P)| <= 2.
count(3 | y) = 1
--- run kerf check m.mln
--- stderr
m.mln:4:1: note: read as pracmln because of `count`
  count(3 | y) = 1
  ^~~~~
  hint: --dialect=NAME overrides this
m.mln:2:6: error: a term stands where a formula should
  |y : 1| <= 2.
       ^
  hint: compare it with another term, or make it an atom
m.mln:4:7: error: a term stands where a formula should
  count(3 | y) = 1
        ^
  hint: compare it with another term, or make it an atom
2 errors
--- exit 3
