# Functions: declared with the type of the result, used as terms.
--- file m.mln
fluent meet(id, id)
event walk(id)
HoldsAt(fluent, time)
Happens(event, time)
1.5 Happens(walk(p), t) ^ Happens(walk(q), t) => HoldsAt(meet(p,q), t)
2 HoldsAt(meet(P1, P2), 3)
3 HoldsAt(meet(p, p), t) ^ HoldsAt(f, t) ^ f = meet(p, P1)
--- run kerf show --quiet m.mln
--- stdout
type event
type fluent
type id
  named by formulas (2) P1, P2
type time
  named by formulas (1) 3
predicate HoldsAt(fluent, time)
predicate Happens(event, time)
function fluent meet(id, id)
function event walk(id)
formula
  !Happens(walk(p), t) v !Happens(walk(q), t) v HoldsAt(meet(p, q), t)
  weight: 1.5
  free: p id, t time, q id
formula
  HoldsAt(meet(P1, P2), 3)
  weight: 2
formula
  HoldsAt(meet(p, p), t) ^ HoldsAt(f, t) ^ f = meet(p, P1)
  weight: 3
  free: p id, t time, f fluent
--- exit 0

# Mappings come from the evidence.
--- file m.db
M12 = meet(P1, P2)
M21 = meet(P2, P1)
W1 = walk(P1)
Happens(W1, 3)
--- run kerf check --quiet -q HoldsAt m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  fluent  2  from evidence
  time    1  from formulas and evidence
  event   1  from evidence
  id      2  from formulas and evidence

predicates
  HoldsAt(fluent, time)  hidden    by --query
  Happens(event, time)   observed  by --query  1 true

functions
  fluent meet(id, id)  2 mappings
  event walk(id)       1 mapping

formulas
  F1  1.5  line 5  !Happens(walk(p), t) v !Happens(walk(q), t) v HoldsAt(meet(p, q), t)
  F2  2    line 6  HoldsAt(meet(P1, P2), 3)
  F3  3    line 7  HoldsAt(meet(p, p), t) ^ HoldsAt(f, t) ^ f = meet(p, P1)
--- exit 0

# With no mapping at all, every application is a constant of its own.
--- file none.db
Happens(walk, 3)
HoldsAt(x, 3)
--- run kerf check --quiet -q HoldsAt m.mln none.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  fluent  1  from evidence
  time    1  from formulas and evidence
  event   1  from evidence
  id      2  from formulas and evidence

predicates
  HoldsAt(fluent, time)  hidden    by --query  1 true
  Happens(event, time)   observed  by --query  1 true

functions
  fluent meet(id, id)  each application is a constant of its own
  event walk(id)       each application is a constant of its own

formulas
  F1  1.5  line 5  !Happens(walk(p), t) v !Happens(walk(q), t) v HoldsAt(meet(p, q), t)
  F2  2    line 6  HoldsAt(meet(P1, P2), 3)
  F3  3    line 7  HoldsAt(meet(p, p), t) ^ HoldsAt(f, t) ^ f = meet(p, P1)
--- exit 0

# Two results for one application contradict each other.
--- file clash.db
A = meet(P1, P2)
B = meet(P1, P2)
A = meet(P1, P2)
--- run kerf check --quiet -q HoldsAt m.mln clash.db
--- stderr
clash.db:2:1: error: meet(P1,P2) is B here but A at clash.db:1
  B = meet(P1, P2)
  ^
1 error
--- exit 3

# Errors.
--- file bad.mln
fluent meet(id, id)
fluent meet(id)
HoldsAt(fluent, time)
id HoldsAt(id)
1 HoldsAt(meet(p), t)
2 HoldsAt(met(p, q), t)
3 HoldsAt(f, meet(p, q))
4 HoldsAt(HoldsAt(f, t), t)
--- run kerf check --quiet bad.mln
--- stderr
bad.mln:2:8: error: function meet was declared differently at bad.mln:1
  fluent meet(id)
         ^~~~
  hint: remove one of the two declarations
bad.mln:4:4: error: HoldsAt is already a predicate, declared at bad.mln:3
  id HoldsAt(id)
     ^~~~~~~
  hint: rename one of them; a word before P(x) declares a function, and a hard formula ends with a dot
bad.mln:5:11: error: function meet takes 2 arguments, 1 given
  1 HoldsAt(meet(p), t)
            ^~~~~~~
  hint: declared at bad.mln:1
bad.mln:6:11: error: unknown function met
  2 HoldsAt(met(p, q), t)
            ^~~~~~~~~
  hint: did you mean meet?
bad.mln:7:14: error: meet gives type fluent, but type time is needed here
  3 HoldsAt(f, meet(p, q))
               ^~~~~~~~~~
bad.mln:8:11: error: the predicate HoldsAt stands where a term should
  4 HoldsAt(HoldsAt(f, t), t)
            ^~~~~~~~~~~~~
  hint: join formulas by ^ v => <=>: comparisons, <= among them, stand between terms
6 errors
--- exit 3
--- file unknown.db
A = meat(P1, P2)
A = meet(P1)
--- run kerf check --quiet -q HoldsAt m.mln unknown.db
--- stderr
unknown.db:1:5: error: function meat is not declared
  A = meat(P1, P2)
      ^~~~
  hint: did you mean meet?
unknown.db:2:5: error: meet takes 2 arguments, 1 is given
  A = meet(P1)
      ^~~~
  hint: declared at m.mln:1
2 errors
--- exit 3
