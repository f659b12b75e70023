# Known, but not supported: refused by name, at its line.
--- file m.mln
P(person)
Q(person)
1 :u P(x)
P(x) :- Q(x).
P(x) := Q(x).
FD: P
P(x) = 0.3
R(P(x) | Q(x)) = 0.5
P(P(x)) = 0.3
--- run kerf check --quiet m.mln
--- stderr
m.mln:3:3: error: utilities (`w :u f`) are not supported
  1 :u P(x)
    ^
m.mln:6:1: error: Tuffy's functional dependencies (FD:) are not supported
  FD: P
  ^~
  hint: write at most one as P(x, y?) in the declaration
m.mln:7:1: error: pracmln's probability constraints are not supported
  P(x) = 0.3
  ^
  hint: give a weight instead
m.mln:8:1: error: pracmln's probability constraints are not supported
  R(P(x) | Q(x)) = 0.5
  ^
  hint: give a weight instead
m.mln:9:1: error: pracmln's probability constraints are not supported
  P(P(x)) = 0.3
  ^
  hint: give a weight instead
5 errors
--- exit 3
