# Trap 7: a newline ends what is complete, unless an operator begins the next line.
--- file m.mln
Heads(t)
1 Heads(x)
Tails(t)
2 Heads(x)
v Tails(x)
3 Heads(x) v
Tails(x)
4
Heads(x)
Heads(x)
Tails(x).
--- run kerf check --quiet m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  Heads(t)  not settled yet
  Tails(t)  not settled yet

formulas
  F1  1      line 2   Heads(x)
  F2  2      line 4   Heads(x) v Tails(x)
  F3  3      line 6   Heads(x) v Tails(x)
  F4  4      line 9   Heads(x)
  F5  learn  line 10  Heads(x)
  F6  hard   line 11  Tails(x)

decisions
  1 formula has no weight: to be learned, not for map
--- file two.mln
Heads(t)
1 Heads(x) 2 Heads(y)
--- run kerf check --quiet two.mln
--- stderr
two.mln:2:12: error: expected an operator or the end of the line, found `2`
  1 Heads(x) 2 Heads(y)
             ^
  hint: a formula has a line of its own
1 error
--- exit 3

# A declaration is ended, too.
--- file d.mln
Rain
Sun
1 Rain ^ Sun
2 Rain
=> Sun
--- run kerf check --quiet d.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

predicates
  Rain  not settled yet
  Sun   not settled yet

formulas
  F1  1  line 3  Rain ^ Sun
  F2  2  line 4  !Rain v Sun
