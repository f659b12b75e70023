# Probability constraints of pracmln: a weight where no other formula speaks of these atoms, else refused.
--- file alone.mln
attr(object)
rain
rel(object, object)
0 attr(?x)
P(attr(?x)) = 0.4
R(!rel(?x, ?x)) = 0.9
P(rain) = 1
--- run kerf check --quiet -q attr,rain,rel alone.mln
--- stdout
dialect  pracmln
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  object  0  from evidence

predicates
  attr(object)         hidden  by --query
  rain                 hidden  by --query
  rel(object, object)  hidden  by --query

formulas
  F1  0               line 4  attr(x)
  F2  @-0.4054651081  line 5  attr(x)
  F3  @2.197224577    line 6  !rel(x, x)
  F4  hard            line 7  rain

decisions
  ?x marks variables, so bare names are constants
--- run-sh printf 'attr(A)\n?attr(B)\n' | kerf marginal --quiet -q attr,rain,rel --all alone.mln -
--- stdout
attr(B) 0.4
rain 1
rel(A, A) 0.1
rel(A, B) 0.5
rel(B, A) 0.5
rel(B, B) 0.1
--- file others.mln
attr(object)
sort(object, kind!)
big(object)
4 attr(?x) ^ attr(?y) ^ ?x =/= ?y
P(attr(?x)) = 0.4
P(sort(?x, A)) = 0.2
P(big(?x) v attr(?x)) = 0.2
P(big(?x)) = 0.2
P(big(B)) = 0.3
R(big(?x) | attr(?x)) = 0.3
--- run kerf check --quiet others.mln
--- stderr
others.mln:7:1: error: pracmln's probability constraints are not supported
  P(big(?x) v attr(?x)) = 0.2
  ^
  hint: log(0.3/0.7) f is P(f) = 0.3 where no other formula has these atoms; else have kerf learn find the weight; --unsupported=skip leaves it out
others.mln:10:1: error: pracmln's probability constraints are not supported
  R(big(?x) | attr(?x)) = 0.3
  ^
  hint: log(0.3/0.7) f is P(f) = 0.3 where no other formula has these atoms; else have kerf learn find the weight; --unsupported=skip leaves it out
2 errors
--- exit 3
# They can be left out, as all that is refused by name.
--- run-sh kerf check --unsupported=skip others.mln 2>&1 | grep -E 'left out|^formulas|F1|F2'
--- stdout
others.mln:7:1: warning: pracmln's probability constraints are not supported: left out
others.mln:10:1: warning: pracmln's probability constraints are not supported: left out
others.mln:5:3: warning: pracmln's probability constraints are not supported: left out
others.mln:6:3: warning: pracmln's probability constraints are not supported: left out
others.mln:8:3: warning: pracmln's probability constraints are not supported: left out
others.mln:9:3: warning: pracmln's probability constraints are not supported: left out
formulas
  F1  4  line 4  attr(x) ^ attr(y) ^ x != y
--- file wrong.mln
attr(object)
2 P(attr(?x)) = 0.4
P(attr(?x)) = 1.5
--- run kerf check --quiet wrong.mln
--- stderr
wrong.mln:2:3: error: a probability has no weight
  2 P(attr(?x)) = 0.4
    ^
  hint: remove the weight
wrong.mln:3:15: error: a probability is between 0 and 1
  P(attr(?x)) = 1.5
                ^~~
2 errors
--- exit 3
--- file more.mln
P(t)
FD: P(x)
3 :5 P(x)
@P(x) :- P(x)
[priorProb = 0.3] P(x) := P(x)
1 P(x)
--- run kerf check --unsupported=skip more.mln
--- stdout
dialect  tuffy
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  P(t)  not settled yet

formulas
  F1  1  line 6  P(x)
--- stderr
more.mln:5:24: note: read as tuffy because of `:=`
  [priorProb = 0.3] P(x) := P(x)
                         ^~
  hint: --dialect=NAME overrides this
more.mln:2:1: warning: Tuffy's functional dependencies (FD:) are not supported: left out
  FD: P(x)
  ^~
  hint: write at most one as P(x, y?) in the declaration
more.mln:3:3: warning: utilities (`w :u f`) are not supported: left out
  3 :5 P(x)
    ^
more.mln:4:1: warning: Tuffy's rules for a first pass (@P(x) :- ...) are not supported: left out
  @P(x) :- P(x)
  ^
  hint: compute the relation in a run of its own, and give it as evidence
more.mln:5:1: warning: Tuffy's prior probabilities ([priorProb = ...]) are not supported: left out
  [priorProb = 0.3] P(x) := P(x)
  ^
  hint: give soft evidence: 0.3 P(A)
