# pracmln's weights are constant expressions; #unique, #fixweight, #fuzzy and $w stand before formulas.
--- file w.mln
#fuzzy
round(thing, degree)
cup(thing)
bowl(thing)
$w = log(3)
log(0.9/0.1) cup(?t) ^ round(?t, very)
logx(0.5) cup(?t)
logx(0) bowl(?t) ^ cup(?t)
-float('inf') bowl(T1)
float("inf") cup(T1) v bowl(T1)
2*(1+3)-1 bowl(?t)
#fixweight
$w*2 cup(?t) v bowl(?t)
-exp(0) round(?t, ja!_)
sqrt(16) / -8 round(?t, COR_500.000_)
--- run kerf check --quiet w.mln
--- stdout
dialect  pracmln
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  thing   1  from formulas and evidence
  degree  3  from formulas and evidence

predicates
  round(thing, degree)  not settled yet
  cup(thing)            not settled yet
  bowl(thing)           not settled yet

formulas
  F1  2.197224577    line 6   cup(t) ^ round(t, "very")
  F2  -0.6931471806  line 7   cup(t)
  F3  -100           line 8   bowl(t) ^ cup(t)
  F4  hard           line 9   !bowl(T1)
  F5  hard           line 10  cup(T1) v bowl(T1)
  F6  7              line 11  bowl(t)
  F7  @2.197224577   line 13  cup(t) v bowl(t)
  F8  -1             line 14  round(t, "ja!_")
  F9  -0.5           line 15  round(t, "COR_500.000_")

decisions
  ?x marks variables, so bare names are constants
--- stderr
w.mln:1:2: warning: a fuzzy predicate is read as one that is true or false, as in pracmln's first-order logic
  #fuzzy
   ^~~~~
  hint: degrees of truth in the evidence are read as probabilities
--- file u.mln
object(cluster, kind!)
near(cluster, cluster)
#unique{+?a, +?b}
0.5 object(?c, +?a) ^ object(?d, +?b) ^ near(?c, ?d)
--- file u.db
kind = {cup, bowl, pot}
near(c1, c2)
object(c1, cup)
--- run kerf check --quiet -q object u.mln u.db
--- stdout
dialect  pracmln
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  cluster  2  from evidence
  kind     3  from evidence

predicates
  object(cluster, kind!)  hidden    by --query  1 true
  near(cluster, cluster)  observed  by --query  1 true

formulas
  F1  0.5  line 4  object(c, +a) ^ object(d, +b) ^ near(c, d) ^ a < b

decisions
  in object exactly one kind per cluster (hard, from the mark in its declaration)
  ?x marks variables, so bare names are constants
--- run kerf map --quiet -q object u.mln u.db
--- stdout
object(c1, cup)
object(c2, pot)
--- run kerf convert --quiet --to=kerf w.mln
--- stdout
// written by kerf for kerf
round(thing, degree)
cup(thing)
bowl(thing)

2.1972245773362196 cup(t) ^ round(t, "very")
-0.6931471805599453 cup(t)
-100 bowl(t) ^ cup(t)
!bowl(T1).
cup(T1) v bowl(T1).
7 bowl(t)
@2.1972245773362196 cup(t) v bowl(t)
-1 round(t, "ja!_")
-0.5 round(t, "COR_500.000_")
--- stderr
w.mln:1:2: warning: a fuzzy predicate is read as one that is true or false, as in pracmln's first-order logic
  #fuzzy
   ^~~~~
  hint: degrees of truth in the evidence are read as probabilities
--- file k.mln
time = {1, ..., 4}
P(time)
log(time)
log(0.25) P(x)
2 * x = y v P(x) ^ P(y)
1 < x v P(x)
2 *P(x)
2 * 3 P(x)
(1 + 1) / 4 P(x) v log(x)
log(2) v P(x)
log(2) => P(1)
@-log(2) P(x)
-1 + 3 |x : P(x)| <= 2
1.5 - 2 P(3)
--- run kerf check --quiet --dialect=kerf k.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  time  4  listed

predicates
  P(time)    not settled yet
  log(time)  not settled yet

formulas
  F1    -1.386294361    line 4   P(x)
  F2    learn           line 5   2 * x = y v (P(x) ^ P(y))
  F3    learn           line 6   1 < x v P(x)
  F4.1  2               line 7   P(x)
  F4.2  2               line 7   !P(x)
  F5    6               line 8   P(x)
  F6    0.5             line 9   P(x) v log(x)
  F7    learn           line 10  log(2) v P(x)
  F8    learn           line 11  !log(2) v P(1)
  F9    @-0.6931471806  line 12  P(x)
  F10   2               line 13  |x : P(x)| <= 2
  F11   -0.5            line 14  P(3)

decisions
  4 formulas have no weight: to be learned, not for map
--- file infinite.mln
cup(thing)
bowl(thing)
$hard = float('inf')
$hard cup(?t)
-$hard bowl(?t)
--- run kerf check --quiet infinite.mln
--- stdout
dialect  pracmln
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  thing  0  from evidence

predicates
  cup(thing)   not settled yet
  bowl(thing)  not settled yet

formulas
  F1  hard  line 4  cup(t)
  F2  hard  line 5  !bowl(t)

decisions
  ?x marks variables, so bare names are constants
--- file points.mln
foo(x, y)
logx(.75/.25) foo(?x, ?y)
(.5)*2 foo(?x, A)
--- run-sh kerf check --quiet points.mln | tail -n 5
--- stdout
  F1  1.098612289  line 2  foo(x, y)
  F2  1            line 3  foo(x, A)

decisions
  ?x marks variables, so bare names are constants
