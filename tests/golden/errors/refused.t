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
  hint: --unsupported=skip leaves it out
m.mln:6:1: error: Tuffy's functional dependencies (FD:) are not supported
  FD: P
  ^~
  hint: write at most one as P(x, y?) in the declaration; --unsupported=skip leaves it out
m.mln:8:1: error: pracmln's probability constraints are not supported
  R(P(x) | Q(x)) = 0.5
  ^
  hint: log(0.3/0.7) f is P(f) = 0.3 where no other formula has these atoms; else have kerf learn find the weight; --unsupported=skip leaves it out
3 errors
--- exit 3

# What a page of the documentation names is named here, too.
--- file named.mln
P(t)
Q(t)
:-1 P(x)
@P(x) :- Q(x)
[priorProb = 0.3] P(x) := Q(x)
@log(2) P(x)
--- run kerf check --quiet named.mln
--- stderr
named.mln:3:1: error: utilities (`w :u f`) are not supported
  :-1 P(x)
  ^~
  hint: --unsupported=skip leaves it out
named.mln:4:1: error: Tuffy's rules for a first pass (@P(x) :- ...) are not supported
  @P(x) :- Q(x)
  ^
  hint: compute the relation in a run of its own, and give it as evidence; --unsupported=skip leaves it out
named.mln:5:1: error: Tuffy's prior probabilities ([priorProb = ...]) are not supported
  [priorProb = 0.3] P(x) := Q(x)
  ^
  hint: give soft evidence: 0.3 P(A); --unsupported=skip leaves it out
3 errors
--- exit 3
