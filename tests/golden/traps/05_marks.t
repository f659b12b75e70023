# Trap 5: ! and ? mean different things before an atom, after a type and before a variable.
--- file m.mln
In(person, room!)
Boss(person, person?)
is(thing, kind!)
1 !In(?x, ?y) v Boss(?x, ?x)
2 !is(?x, cup)
--- run kerf check m.mln
--- stdout
dialect  pracmln
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  person  0  from evidence
  room    0  from evidence
  thing   0  from evidence
  kind    1  from formulas and evidence

predicates
  In(person, room!)      not settled yet
  Boss(person, person?)  not settled yet
  is(thing, kind!)       not settled yet

formulas
  F1  1  line 4  !In(x, y) v Boss(x, x)
  F2  2  line 5  !is(x, "cup")

decisions
  in In exactly one room per person (hard, from the mark in its declaration)
  in Boss at most one person per person (hard, from the mark in its declaration)
  in is exactly one kind per thing (hard, from the mark in its declaration)
  ?x marks variables, so bare names are constants
--- stderr
m.mln:4:7: note: read as pracmln because of `?x`
  1 !In(?x, ?y) v Boss(?x, ?x)
        ^~
  hint: --dialect=NAME overrides this
--- file m.db
!In(Anna, R1)
?Boss(Anna, Bob)
--- run kerf check --quiet -q In,Boss,is m.mln m.db
--- stdout
dialect  pracmln
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  person  2  from evidence
  room    1  from evidence
  thing   0  from evidence
  kind    1  from formulas and evidence

predicates
  In(person, room!)      hidden  by --query  1 false
  Boss(person, person?)  hidden  by --query  1 unknown
  is(thing, kind!)       hidden  by --query

formulas
  F1  1  line 4  !In(x, y) v Boss(x, x)
  F2  2  line 5  !is(x, "cup")

decisions
  in In exactly one room per person (hard, from the mark in its declaration)
  in Boss at most one person per person (hard, from the mark in its declaration)
  in is exactly one kind per thing (hard, from the mark in its declaration)
  ?x marks variables, so bare names are constants
--- exit 0

# After an argument's name.
--- file named.mln
In(person p, room r!)
Boss(person p?, person q)
--- run kerf show --quiet named.mln
--- stdout
type person
type room
predicate In(person p, room r!)
predicate Boss(person p?, person q)
cardinality, implied by a mark
  |x2 : In(x1, x2)| = 1
  hard
  free: x1 person
  bound: x2 room
cardinality, implied by a mark
  |x1 : Boss(x1, x2)| <= 1
  hard
  free: x2 person
  bound: x1 person
--- exit 0

# Before a type, or behind a variable, they mean nothing.
--- file bad.mln
P(t)
1 P(x!)
2 P(x?)
Q(!t)
--- run kerf check --quiet bad.mln
--- stderr
bad.mln:2:6: error: expected `,` or `)`, found `!`
  1 P(x!)
       ^
bad.mln:3:6: error: expected `,` or `)`, found `?`
  2 P(x?)
       ^
bad.mln:4:3: error: `!` cannot stand before a term
  Q(!t)
    ^
  hint: negate the atom: !P(x); or mark a type in a declaration: P(t!)
3 errors
--- exit 3
