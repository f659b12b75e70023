# @>=0 and @<=0 before a formula: the sign that learning keeps.
--- file m.mln
P(t)
Q(t)
@>=0 1.5 P(x) => Q(x)
a: @<=0 P(+x)
@>=0 P(x) v Q(x)
@<= 0 -2 P(x) ^ Q(y)
b: @>=0 |x : P(x)| <= 2
--- run kerf show --quiet --stage=tree m.mln
--- stdout
dialect kerf
line 1: predicate P
  argument t
line 2: predicate Q
  argument t
line 3: formula, kept >= 0, weight 1.5
  implies
    atom P
      name x
    atom Q
      name x
line 4: formula, label a, kept <= 0, no weight
  atom P
    name +x
line 5: formula, kept >= 0, no weight
  or
    atom P
      name x
    atom Q
      name x
line 6: formula, kept <= 0, weight -2
  and
    atom P
      name x
    atom Q
      name y
line 7: count <= 2, label b, kept >= 0, no weight
  counted
    name x
  atom P
    name x
--- run kerf show --quiet m.mln
--- stdout
type t
predicate P(t)
predicate Q(t)
formula
  !P(x) v Q(x)
  weight: 1.5
  learning keeps it >= 0
  free: x t
formula a
  P(+x)
  weight: to be learned
  learning keeps it <= 0
  free: x t
formula
  P(x) v Q(x)
  weight: to be learned
  learning keeps it >= 0
  free: x t
formula
  P(x) ^ Q(y)
  weight: -2
  learning keeps it <= 0
  free: x t, y t
cardinality b
  |x : P(x)| <= 2
  weight: to be learned
  learning keeps it >= 0
  bound: x t
--- run kerf check --quiet m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  P(t)  not settled yet
  Q(t)  not settled yet

formulas
  F1  @>=0 1.5    line 3  !P(x) v Q(x)
  a   @<=0 learn  line 4  P(+x)
  F3  @>=0 learn  line 5  P(x) v Q(x)
  F4  @<=0 -2     line 6  P(x) ^ Q(y)
  b   @>=0 learn  line 7  |x : P(x)| <= 2

decisions
  3 formulas have no weight: to be learned, not for map
--- run-sh kerf convert --quiet --to=kerf m.mln | tee n.mln; kerf convert --quiet --to=kerf n.mln >o.mln; cmp n.mln o.mln && echo same
--- stdout
// written by kerf for kerf
P(t)
Q(t)

@>=0 1.5 P(x) => Q(x)
a: @<=0 P(+x)
@>=0 P(x) v Q(x)
@<=0 -2 P(x) ^ Q(y)
b: @>=0 |x : P(x)| <= 2
same
--- run kerf convert --quiet --to=alchemy --partial m.mln
--- stdout
// written by kerf for Alchemy
P(t)
Q(t)

// learning keeps the weight >= 0
1.5 P(x) => Q(x)
// learning keeps the weight <= 0
(P(+x))
// learning keeps the weight >= 0
(P(x) v Q(x))
// negated, with the weight's sign changed: the score differs by a constant
// learning keeps the weight >= 0
2 !P(x) v !Q(y)
// not expressible in Alchemy (a cardinality with a weight cannot be stated): b: @>=0 |x : P(x)| <= 2
--- stderr
m.mln:7:9: warning: cannot be written for Alchemy: a cardinality with a weight cannot be stated
  b: @>=0 |x : P(x)| <= 2
          ^~~~~~~~~~~~~~~
--- run kerf convert --quiet --to=tuffy --partial m.mln
--- stdout
// written by kerf for Tuffy
P(t)
Q(t)

// learning keeps the weight >= 0
1.5 P(x) => Q(x)
// not expressible in Tuffy (it has no weight yet: kerf learn finds one): a: @<=0 P(+x)
// not expressible in Tuffy (it has no weight yet: kerf learn finds one): @>=0 P(x) v Q(x)
// negated, with the weight's sign changed: the score differs by a constant
// learning keeps the weight >= 0
2 P(x) => !Q(y)
// not expressible in Tuffy (it has no weight yet: kerf learn finds one): b: @>=0 |x : P(x)| <= 2
--- stderr
m.mln:4:9: warning: cannot be written for Tuffy: it has no weight yet: kerf learn finds one
  a: @<=0 P(+x)
          ^~~~~
m.mln:5:6: warning: cannot be written for Tuffy: it has no weight yet: kerf learn finds one
  @>=0 P(x) v Q(x)
       ^~~~~~~~~~~
m.mln:7:9: warning: cannot be written for Tuffy: it has no weight yet: kerf learn finds one
  b: @>=0 |x : P(x)| <= 2
          ^~~~~~~~~~~~~~~
--- run kerf convert --quiet --to=rockit --partial m.mln
--- stdout
// written by kerf for RockIt
P(t)
Q(t)

// learning keeps the weight >= 0
1.5 !P(x) v Q(x)
// not expressible in RockIt (it has no weight yet: kerf learn finds one): a: @<=0 P(+x)
// not expressible in RockIt (it has no weight yet: kerf learn finds one): @>=0 P(x) v Q(x)
// negated, with the weight's sign changed: the score differs by a constant
// learning keeps the weight >= 0
2 !P(x) v !Q(y)
// not expressible in RockIt (it has no weight yet: kerf learn finds one): b: @>=0 |x : P(x)| <= 2
--- stderr
m.mln:4:9: warning: cannot be written for RockIt: it has no weight yet: kerf learn finds one
  a: @<=0 P(+x)
          ^~~~~
m.mln:5:6: warning: cannot be written for RockIt: it has no weight yet: kerf learn finds one
  @>=0 P(x) v Q(x)
       ^~~~~~~~~~~
m.mln:7:9: warning: cannot be written for RockIt: it has no weight yet: kerf learn finds one
  b: @>=0 |x : P(x)| <= 2
          ^~~~~~~~~~~~~~~
--- file wrong.mln
P(t)
R(t, float_)
@>=0 -1 P(x)
@>0 P(x)
@>=1 P(x)
@>= P(x)
@>=0 P(x).
@>=0 @1 P(x)
@>=0 @<=0 P(x)
--- run kerf check --quiet wrong.mln
--- stderr
wrong.mln:3:9: error: the weight of this formula is not as @>=0 asks
  @>=0 -1 P(x)
          ^~~~
wrong.mln:4:2: error: a weight can be kept >= 0 or <= 0 in learning
  @>0 P(x)
   ^
wrong.mln:5:4: error: a weight can be kept >= 0 or <= 0 in learning
  @>=1 P(x)
     ^
wrong.mln:6:5: error: a weight can be kept >= 0 or <= 0 in learning
  @>= P(x)
      ^
wrong.mln:7:6: error: a hard formula has no weight for @>=0 to keep
  @>=0 P(x).
       ^~~~
  hint: remove the sign or the dot
wrong.mln:8:9: error: a fixed weight needs no @>=0
  @>=0 @1 P(x)
          ^~~~
  hint: remove one of them
wrong.mln:9:7: error: this formula has two signs to keep
  @>=0 @<=0 P(x)
        ^~
  hint: remove one of them
7 errors
--- exit 3
--- file data.mln
P(t)
R(t, float_)
w: @>=0 R(x, w) => P(x)
--- run kerf check --quiet data.mln
--- stderr
data.mln:3:1: error: this formula has its weight from the data, not from learning
  w: @>=0 R(x, w) => P(x)
  ^
  hint: remove the @ and what follows it
1 error
--- exit 3
