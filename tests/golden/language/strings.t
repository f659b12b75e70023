# "…" with \n \t \" \\ \uXXXX.
--- file m.mln
name = {"Anna", "two words", "tab\there", "line\nbreak", "a \"quoted\" one", "back\\slash", "\u00e9t\u00e9", "\ud83d\ude00", "", "x"}
P(name)
1 P("Anna") ^ P(Anna)
2 P("été")
3 P("x") ^ P(y)
4 P("tab\there")
--- run kerf show --quiet m.mln
--- stdout
type name
  listed (10) Anna, "two words", "tab\there", "line\nbreak", "a \"quoted\" one", "back\\slash", "été", "😀", "", "x"
predicate P(name)
formula
  P(Anna) ^ P(Anna)
  weight: 1
formula
  P("été")
  weight: 2
formula
  P("x") ^ P(y)
  weight: 3
  free: y name
formula
  P("tab\there")
  weight: 4
--- file m.db
P("Anna")
P("two words")
P("\u00e9t\u00e9")
P("été")
P("tab\there")
P("a \"quoted\" one")
P("")
--- run kerf check --quiet m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 6 atoms of evidence

types
  name  10  listed

predicates
  P(name)  observed  has evidence  6 true

formulas
  F1  1  line 3  P(Anna) ^ P(Anna)
  F2  2  line 4  P("été")
  F3  3  line 5  P("x") ^ P(y)
  F4  4  line 6  P("tab\there")
--- stderr
kerf: warning: assumed from the evidence: hidden none; observed P
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- exit 0

# What a string cannot hold.
--- file bad.mln
P(name)
1 P("no end)
2 P("\q")
3 P("\u12")
4 P("\u0000")
5 P("\ud83d")
6 P("x" "y")
--- run kerf check --quiet bad.mln
--- stderr
bad.mln:2:5: error: this string has no end on its line
  1 P("no end)
      ^~~~~~~~
  hint: close it with "
bad.mln:3:6: error: unknown escape in a string
  2 P("\q")
       ^~
  hint: known are \n \t \r \" \\ and \uXXXX
bad.mln:4:6: error: unknown escape in a string
  3 P("\u12")
       ^~
  hint: known are \n \t \r \" \\ and \uXXXX
bad.mln:5:6: error: unknown escape in a string
  4 P("\u0000")
       ^~
  hint: known are \n \t \r \" \\ and \uXXXX
bad.mln:6:6: error: unknown escape in a string
  5 P("\ud83d")
       ^~
  hint: known are \n \t \r \" \\ and \uXXXX
bad.mln:7:9: error: expected `,` or `)`, found `"y"`
  6 P("x" "y")
          ^~~
6 errors
--- exit 3
--- file bad.db
P("no end)
P("\q")
P("\u12")
P("\u0000")
--- run kerf check --quiet m.mln bad.db
--- stderr
bad.db:1:3: error: this string has no end
  P("no end)
    ^~~~~~~~
  hint: close it with " on the same line
bad.db:2:4: error: there is no such escape; known are \n \t \r \" \\ \uXXXX
  P("\q")
     ^~
  hint: write \\ for a backslash
bad.db:3:4: error: \u takes four hexadecimal digits
  P("\u12")
     ^~
bad.db:4:4: error: a constant cannot hold \u0000
  P("\u0000")
     ^~~~~~
4 errors
--- exit 3
