# Constants may hold hyphens, as in other engines' files; behind a small letter it is a minus
--- file m.mln
phase = {Pre-Quals, Post-Quals}
*InPhase(person, phase)
*At(person, time)
Quits(person)
0.5 InPhase(p, Post-Quals) => Quits(p)
1 At(p, t) ^ At(p, t-1) => Quits(p)
--- file e.db
InPhase(Anna, Post-Quals)
At(Anna, 1)
--- run kerf show --quiet --stage=model m.mln
--- stdout
type person
type phase
  listed (2) "Pre-Quals", "Post-Quals"
type time
predicate *InPhase(person, phase)
  observed: by the * in declarations
predicate *At(person, time)
  observed: by the * in declarations
predicate Quits(person)
  hidden: by the * in declarations
formula
  !InPhase(p, "Post-Quals") v Quits(p)
  weight: 0.5
  free: p person
formula
  !At(p, t) v !At(p, t - 1) v Quits(p)
  weight: 1
  free: p person, t time
--- run kerf check --quiet m.mln e.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  phase   2  listed
  person  1  from evidence
  time    1  from evidence

predicates
  *InPhase(person, phase)  observed  by the * in declarations  1 true
  *At(person, time)        observed  by the * in declarations  1 true
  Quits(person)            hidden    by the * in declarations

formulas
  F1  0.5  line 5  !InPhase(p, "Post-Quals") v Quits(p)
  F2  1    line 6  !At(p, t) v !At(p, t - 1) v Quits(p)
