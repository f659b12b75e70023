# A model in LoMRF's style: fluents, functions as terms, t++, formulas over several lines.
--- file theory.mln
/* domains */
time = {1, ..., 5}
// predicates
HoldsAt(fluent, time)
InitiatedAt(fluent, time)
TerminatedAt(fluent, time)
Happens(event, time)
Close(id, id, time)
// functions
fluent meet(id, id)
event walking(id)

// inertia
InitiatedAt(f, t) => HoldsAt(f, t++).

HoldsAt(f, t) ^ !TerminatedAt(f, t)
  => HoldsAt(f, t++).

1.386 Happens(walking(p), t) ^
      Happens(walking(q), t) ^
      Close(p, q, t)
      =>
      InitiatedAt(meet(p, q), t)

-0.5 !Close(p, q, t) ^ t > 1 => TerminatedAt(meet(p, q), t--)
2 EXIST t HoldsAt(meet(p, q), t)
0.2 HoldsAt(f, 3)
--- file theory.db
meet_1 = meet(P1, P2)
w1 = walking(P1)
w2 = walking(P2)
Happens(w1, 1)
Happens(w2, 1)
Close(P1, P2, 1)
HoldsAt(meet_1, 1) 0.6
--- run kerf check theory.mln theory.db
--- stdout
dialect  lomrf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 4 atoms of evidence

types
  time    5  listed
  fluent  1  from evidence
  event   2  from evidence
  id      2  from evidence

predicates
  HoldsAt(fluent, time)       hidden    has uncertain evidence  1 soft
  InitiatedAt(fluent, time)   hidden    has no evidence
  TerminatedAt(fluent, time)  hidden    has no evidence
  Happens(event, time)        observed  has evidence            2 true
  Close(id, id, time)         observed  has evidence            1 true

functions
  fluent meet(id, id)  1 mapping
  event walking(id)    2 mappings

formulas
  F1  hard   line 14  !InitiatedAt(f, t) v HoldsAt(f, t + 1)
  F2  hard   line 16  !HoldsAt(f, t) v TerminatedAt(f, t) v HoldsAt(f, t + 1)
  F3  1.386  line 19  !Happens(walking(p), t) v !Happens(walking(q), t) v !Close(p, q, t) v InitiatedAt(meet(p, q), t)
  F4  -0.5   line 25  Close(p, q, t) v t <= 1 v TerminatedAt(meet(p, q), t - 1)
  F5  2      line 26  EXIST t HoldsAt(meet(p, q), t)
  F6  0.2    line 27  HoldsAt(f, 3)
--- stderr
theory.mln:14:34: note: read as lomrf because of `++`
  InitiatedAt(f, t) => HoldsAt(f, t++).
                                   ^~
  hint: --dialect=NAME overrides this
kerf: warning: assumed from the evidence: hidden HoldsAt, InitiatedAt, TerminatedAt; observed Happens, Close
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- run kerf check --quiet --dialect=lomrf -q HoldsAt,InitiatedAt,TerminatedAt theory.mln theory.db
--- stdout
dialect  lomrf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 4 atoms of evidence

types
  time    5  listed
  fluent  1  from evidence
  event   2  from evidence
  id      2  from evidence

predicates
  HoldsAt(fluent, time)       hidden    by --query  1 soft
  InitiatedAt(fluent, time)   hidden    by --query
  TerminatedAt(fluent, time)  hidden    by --query
  Happens(event, time)        observed  by --query  2 true
  Close(id, id, time)         observed  by --query  1 true

functions
  fluent meet(id, id)  1 mapping
  event walking(id)    2 mappings

formulas
  F1  hard   line 14  !InitiatedAt(f, t) v HoldsAt(f, t + 1)
  F2  hard   line 16  !HoldsAt(f, t) v TerminatedAt(f, t) v HoldsAt(f, t + 1)
  F3  1.386  line 19  !Happens(walking(p), t) v !Happens(walking(q), t) v !Close(p, q, t) v InitiatedAt(meet(p, q), t)
  F4  -0.5   line 25  Close(p, q, t) v t <= 1 v TerminatedAt(meet(p, q), t - 1)
  F5  2      line 26  EXIST t HoldsAt(meet(p, q), t)
  F6  0.2    line 27  HoldsAt(f, 3)
--- run kerf show --quiet --dialect=lomrf theory.mln
--- stdout
type event
type fluent
type id
type time
  listed (5) 1, 2, 3, 4, 5
predicate HoldsAt(fluent, time)
predicate InitiatedAt(fluent, time)
predicate TerminatedAt(fluent, time)
predicate Happens(event, time)
predicate Close(id, id, time)
function fluent meet(id, id)
function event walking(id)
formula
  !InitiatedAt(f, t) v HoldsAt(f, t + 1)
  hard
  free: f fluent, t time
formula
  !HoldsAt(f, t) v TerminatedAt(f, t) v HoldsAt(f, t + 1)
  hard
  free: f fluent, t time
formula
  !Happens(walking(p), t) v !Happens(walking(q), t) v !Close(p, q, t) v InitiatedAt(meet(p, q), t)
  weight: 1.386
  free: p id, t time, q id
formula
  Close(p, q, t) v t <= 1 v TerminatedAt(meet(p, q), t - 1)
  weight: -0.5
  free: p id, q id, t time
formula
  EXIST t HoldsAt(meet(p, q), t)
  weight: 2
  free: p id, q id
  bound: t time
formula
  HoldsAt(f, 3)
  weight: 0.2
  free: f fluent
