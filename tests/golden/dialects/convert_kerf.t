# What convert --to=kerf writes: constants that could be taken for variables are quoted, variables that
# could be taken for constants are renamed.
--- file m.mln
colour = {red, Green}
Is(thing, colour)
1 Is(x, red) ^ Is(y, Green) ^ Is("a b", c)
Is(x, +c)
1 Is(x, red)
2 Is(x, Green)
EXIST y Is(y, red).
lab: 3 Is(x, c) => Is(y, c)
--- run kerf convert --to=kerf m.mln
--- stdout
// written by kerf for kerf
colour = {"red", Green}
Is(thing, colour)

1 Is(x, "red") ^ Is(y, Green) ^ Is("a b", c)
(Is(x, +c))
1 Is(x, "red")
2 Is(x, Green)
EXIST y Is(y, "red").
lab: 3 Is(x, c) => Is(y, c)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
--- run kerf convert --to=kerf -o out.mln m.mln
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
--- run cat out.mln
--- stdout
// written by kerf for kerf
colour = {"red", Green}
Is(thing, colour)

1 Is(x, "red") ^ Is(y, Green) ^ Is("a b", c)
(Is(x, +c))
1 Is(x, "red")
2 Is(x, Green)
EXIST y Is(y, "red").
lab: 3 Is(x, c) => Is(y, c)
--- exit 0

# Evidence changes nothing in it: declarations stay as they were written.
--- file m.db
Is(A, red)
--- run kerf convert --quiet --to=kerf m.mln m.db
--- stdout
// written by kerf for kerf
colour = {"red", Green}
*Is(thing, colour)

1 Is(x, "red") ^ Is(y, Green) ^ Is("a b", c)
(Is(x, +c))
1 Is(x, "red")
2 Is(x, Green)
EXIST y Is(y, "red").
lab: 3 Is(x, c) => Is(y, c)
--- stderr
kerf: warning: assumed from the evidence: hidden none; observed Is
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- exit 0

# Weight tables from a .weights file are written as formulas.
--- file w.mln
Has(page, word)
lex: Has(p, +w)
--- file w.weights
lex	Ab	1.5
lex	two words	-2
--- run kerf convert --quiet --to=kerf w.mln
--- stdout
// written by kerf for kerf
Has(page, word)

lex: Has(p, +w)
// these name constants that were only in a weight table: here they are in every world
1.5 Has(p, Ab)
-2 Has(p, "two words")
