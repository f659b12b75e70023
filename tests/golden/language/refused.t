# Read and refused by name, at the line.
--- file utility.mln
P(t)
1.5 :u P(x)
2 P(x)
w :u P(x)
--- run kerf check --quiet utility.mln
--- stderr
utility.mln:2:5: error: utilities (`w :u f`) are not supported
  1.5 :u P(x)
      ^
utility.mln:4:4: error: utilities (`w :u f`) are not supported
  w :u P(x)
     ^
2 errors
--- exit 3
--- file datalog.mln
*P(t)
Q(t)
Q(x) :- P(x).
Q(x) := P(x).
1 Q(x)
--- run kerf check datalog.mln
--- stderr
datalog.mln:4:6: note: read as tuffy because of `:=`
  Q(x) := P(x).
       ^~
  hint: --dialect=NAME overrides this
datalog.mln:3:6: error: Tuffy's datalog rules (:-) are not supported
  Q(x) :- P(x).
       ^~
  hint: compute the relation beforehand and give it as evidence
datalog.mln:4:6: error: Tuffy's datalog rules (:=) are not supported
  Q(x) := P(x).
       ^~
  hint: compute the relation beforehand and give it as evidence
2 errors
--- exit 3
--- run kerf check --quiet --dialect=tuffy datalog.mln
--- stderr
datalog.mln:3:6: error: Tuffy's datalog rules (:-) are not supported
  Q(x) :- P(x).
       ^~
  hint: compute the relation beforehand and give it as evidence
datalog.mln:4:6: error: Tuffy's datalog rules (:=) are not supported
  Q(x) := P(x).
       ^~
  hint: compute the relation beforehand and give it as evidence
2 errors
--- exit 3
--- run kerf check --quiet --dialect=kerf datalog.mln
--- stderr
datalog.mln:3:6: error: Tuffy's datalog rules (:-) are not supported
  Q(x) :- P(x).
       ^~
  hint: compute the relation beforehand and give it as evidence
datalog.mln:4:6: error: Tuffy's datalog rules (:=) are not supported
  Q(x) := P(x).
       ^~
  hint: compute the relation beforehand and give it as evidence
2 errors
--- exit 3
--- file fd.mln
Q(t, u)
FD: Q(x, y) => y
--- run kerf check --quiet --dialect=tuffy fd.mln
--- stderr
fd.mln:2:1: error: Tuffy's functional dependencies (FD:) are not supported
  FD: Q(x, y) => y
  ^~
  hint: write at most one as P(x, y?) in the declaration
1 error
--- exit 3
--- file probability.mln
Q(t)
P(Q(x)) = 0.3
R(Q(A) | Q(B)) = 0.5
--- run kerf check --quiet --dialect=pracmln probability.mln
--- stderr
probability.mln:2:1: error: pracmln's probability constraints are not supported
  P(Q(x)) = 0.3
  ^
  hint: give a weight instead
probability.mln:3:1: error: pracmln's probability constraints are not supported
  R(Q(A) | Q(B)) = 0.5
  ^
  hint: give a weight instead
2 errors
--- exit 3
--- run kerf check --quiet probability.mln
--- stderr
probability.mln:2:1: error: pracmln's probability constraints are not supported
  P(Q(x)) = 0.3
  ^
  hint: give a weight instead
probability.mln:3:1: error: pracmln's probability constraints are not supported
  R(Q(A) | Q(B)) = 0.5
  ^
  hint: give a weight instead
2 errors
--- exit 3
--- run kerf convert --to=kerf -o out.mln probability.mln
--- stderr
probability.mln: note: read as kerf; nothing in it calls for another dialect
probability.mln:2:1: error: pracmln's probability constraints are not supported
  P(Q(x)) = 0.3
  ^
  hint: give a weight instead
probability.mln:3:1: error: pracmln's probability constraints are not supported
  R(Q(A) | Q(B)) = 0.5
  ^
  hint: give a weight instead
2 errors
--- exit 3
--- run-sh test -e out.mln || echo nothing was written
--- stdout
nothing was written
