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
  hint: --unsupported=skip leaves it out
utility.mln:4:4: error: utilities (`w :u f`) are not supported
  w :u P(x)
     ^
  hint: --unsupported=skip leaves it out
2 errors
--- exit 3
--- file datalog.mln
*P(t)
Q(t)
Q(x) :- P(x).
Q(x) := P(x).
1 Q(x)
--- run kerf check datalog.mln
--- stdout
dialect  tuffy
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  t  0  from evidence

predicates
  *P(t)  observed  by the * in declarations
  Q(t)   hidden    defined by :-

formulas
  F1  hard  line 3  !P(x) v Q(x)
  F2  1     line 5  Q(x)
  F3  hard  line 3  !Q(x) v P(x)
  F4  hard  line 4  !Q(x) v P(x)

decisions
  Q is completed: it holds only where its 1 definite clause (:-) says so
  Q is false outside of its scope (:=)
--- stderr
datalog.mln:4:6: note: read as tuffy because of `:=`
  Q(x) := P(x).
       ^~
  hint: --dialect=NAME overrides this
--- run kerf check --quiet --dialect=tuffy datalog.mln
--- stdout
dialect  tuffy
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  t  0  from evidence

predicates
  *P(t)  observed  by the * in declarations
  Q(t)   hidden    defined by :-

formulas
  F1  hard  line 3  !P(x) v Q(x)
  F2  1     line 5  Q(x)
  F3  hard  line 3  !Q(x) v P(x)
  F4  hard  line 4  !Q(x) v P(x)

decisions
  Q is completed: it holds only where its 1 definite clause (:-) says so
  Q is false outside of its scope (:=)
--- run kerf check --quiet --dialect=kerf datalog.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  t  0  from evidence

predicates
  *P(t)  observed  by the * in declarations
  Q(t)   hidden    defined by :-

formulas
  F1  hard  line 3  !P(x) v Q(x)
  F2  1     line 5  Q(x)
  F3  hard  line 3  !Q(x) v P(x)
  F4  hard  line 4  !Q(x) v P(x)

decisions
  Q is completed: it holds only where its 1 definite clause (:-) says so
  Q is false outside of its scope (:=)
--- file fd.mln
Q(t, u)
FD: Q(x, y) => y
--- run kerf check --quiet --dialect=tuffy fd.mln
--- stderr
fd.mln:2:1: error: Tuffy's functional dependencies (FD:) are not supported
  FD: Q(x, y) => y
  ^~
  hint: write at most one as P(x, y?) in the declaration; --unsupported=skip leaves it out
1 error
--- exit 3
--- file probability.mln
Q(t)
P(Q(x)) = 0.3
R(Q(A) | Q(B)) = 0.5
--- run kerf check --quiet --dialect=pracmln probability.mln
--- stderr
probability.mln:3:1: error: pracmln's probability constraints are not supported
  R(Q(A) | Q(B)) = 0.5
  ^
  hint: log(0.3/0.7) f is P(f) = 0.3 where no other formula has these atoms; else have kerf learn find the weight; --unsupported=skip leaves it out
1 error
--- exit 3
--- run kerf check --quiet probability.mln
--- stderr
probability.mln:3:1: error: pracmln's probability constraints are not supported
  R(Q(A) | Q(B)) = 0.5
  ^
  hint: log(0.3/0.7) f is P(f) = 0.3 where no other formula has these atoms; else have kerf learn find the weight; --unsupported=skip leaves it out
1 error
--- exit 3
--- run kerf convert --to=kerf -o out.mln probability.mln
--- stderr
probability.mln: note: read as kerf; nothing in it calls for another dialect
probability.mln:3:1: error: pracmln's probability constraints are not supported
  R(Q(A) | Q(B)) = 0.5
  ^
  hint: log(0.3/0.7) f is P(f) = 0.3 where no other formula has these atoms; else have kerf learn find the weight; --unsupported=skip leaves it out
1 error
--- exit 3
--- run-sh test -e out.mln || echo nothing was written
--- stdout
nothing was written
--- file utilities.mln
MarketTo(person)
Buys(person)
-2:20 Buys(x)
:-1 MarketTo(x)
1 : 2 Buys(x)
--- run kerf check --quiet utilities.mln
--- stderr
utilities.mln:3:3: error: utilities (`w :u f`) are not supported
  -2:20 Buys(x)
    ^
  hint: --unsupported=skip leaves it out
utilities.mln:5:3: error: utilities (`w :u f`) are not supported
  1 : 2 Buys(x)
    ^
  hint: --unsupported=skip leaves it out
2 errors
--- exit 3
--- file hybrid.mln
SegType(seg, type)
Length(seg)
SegType(s, Door) * -(Length(s) - 0.1)^2
SegType(s, Wall) * (Length(s) = 0.341)
--- run kerf check --quiet hybrid.mln
--- stderr
hybrid.mln:3:21: error: expected a number behind the minus, found `(`
  SegType(s, Door) * -(Length(s) - 0.1)^2
                      ^
  hint: numeric features (formula * term) of hybrid models are not supported
hybrid.mln:4:31: error: expected `)`, found `=`
  SegType(s, Wall) * (Length(s) = 0.341)
                                ^
  hint: numeric features (formula * term) of hybrid models are not supported
2 errors
--- exit 3

# Of pracmln: groups of literals, and names with hyphens.
--- file groups.mln
foo(p, x)
bar(p, x)
x = {X1, X2}
0.5 foo|bar(?p1, +?x1)
--- run kerf check --quiet groups.mln
--- stderr
groups.mln:4:5: error: foo takes 2 arguments, 0 given
  0.5 foo|bar(?p1, +?x1)
      ^~~
  hint: groups of literals, foo|bar(x), are not supported: write a formula for each
1 error
--- exit 3
--- file hyphens.mln
is-a(p, x)
1 is-a(?p, ?x)
--- run kerf check --quiet hyphens.mln
--- stderr
hyphens.mln:1:1: error: a term stands where a formula should
  is-a(p, x)
  ^~~~~~~~~~
  hint: names of predicates have no hyphens: is_a(x, y)
hyphens.mln:2:3: error: a term stands where a formula should
  1 is-a(?p, ?x)
    ^~~~~~~~~~~~
  hint: names of predicates have no hyphens: is_a(x, y)
2 errors
--- exit 3
