# Characters and tokens that are wrong by themselves: strings, numbers, comments, stray signs.
--- file m.mln
P(person)
1 P("Anna)
1 P("a\qb")
1 P("a\u12")
1.5P(x)
2 P(1e5x)
1e999 P(x)
1 P(x) $ P(y)
1 P(x) ; P(y)
1 P(x)
/* it goes on
   and on
--- run kerf check --quiet m.mln
--- stderr
m.mln:2:5: error: this string has no end on its line
  1 P("Anna)
      ^~~~~~
  hint: close it with "
m.mln:3:7: error: unknown escape in a string
  1 P("a\qb")
        ^~
  hint: known are \n \t \r \" \\ and \uXXXX
m.mln:4:7: error: unknown escape in a string
  1 P("a\u12")
        ^~
  hint: known are \n \t \r \" \\ and \uXXXX
m.mln:5:1: error: a number runs into a name
  1.5P(x)
  ^~~~
  hint: separate them by a blank
m.mln:7:1: error: this number is out of range
  1e999 P(x)
  ^~~~~
  hint: a hard formula ends with a dot
m.mln:8:8: error: this character has no meaning here
  1 P(x) $ P(y)
         ^
  hint: a weight has a name ($w = 1.5); atoms as arguments are not supported
m.mln:9:8: error: this character has no meaning here
  1 P(x) ; P(y)
         ^
  hint: a statement ends with its line; commas are between constants
m.mln:11:1: error: this comment has no end
  /* it goes on
  ^~
  hint: close it with */
8 errors
--- exit 3

# After a bad character the rest of the line is left, the next line is read.
--- file n.mln
P(person)
` P(x)
1 P(x) \ P(y)
1 Q(x)
--- run kerf check --quiet n.mln
--- stderr
n.mln:2:1: error: this character has no meaning here
  ` P(x)
  ^
n.mln:3:8: error: this character has no meaning here
  1 P(x) \ P(y)
         ^
2 errors
--- exit 3
