# Constants that hidden atoms lead to: from what evidence says of them, by clauses, and from one to the next.
--- file brake.mln
moves(car, int, t)
brakes(t)

!moves(c, v, t) v !brakes(t) v moves(c, [max(0, v - 20)], [t + 1]).
--- file brake.db
moves("Red", "50.0", "0.0")
brakes("0.0")
brakes("1.0")
brakes("2.0")
brakes("5.0")
--- run kerf check brake.mln brake.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 5 atoms of evidence

types
  car  1  from evidence
  int  4  from evidence
  t    5  from evidence

predicates
  moves(car, int, t)  hidden    formulas make its constants  1 true
  brakes(t)           observed  has evidence                 4 true

formulas
  F1  hard  line 4  !moves(c, v, t) v !brakes(t) v moves(c, [max(0, v - 20)], [t + 1])
--- stderr
brake.mln: note: read as kerf; nothing in it calls for another dialect
kerf: warning: assumed from the evidence: hidden moves; observed brakes
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- run kerf map --quiet brake.mln brake.db
--- stdout
moves(Red, "0.0", "3.0")
moves(Red, "10.0", "2.0")
moves(Red, "30.0", "1.0")
moves(Red, "50.0", "0.0")
--- stderr
kerf: warning: assumed from the evidence: hidden moves; observed brakes
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- exit 0

# Whole results are written as what they are computed of: 30.0, as 50.0 is, and 30 where it is 50.
--- file whole.db
moves(Red, 50, 0)
brakes(0)
brakes(1)
--- run kerf map --quiet brake.mln whole.db
--- stdout
moves(Red, 10, 2)
moves(Red, 30, 1)
moves(Red, 50, 0)
--- stderr
kerf: warning: assumed from the evidence: hidden moves; observed brakes
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- exit 0

# What clauses derive counts, and what is probable; the score is that of the constants listed.
--- file steps.mln
*start(n)
*last(n)
at(n)
next(n)
!start(x) v at(x).
!at(x) v last(x) v next([x * 2]).
!next(x) v at(x).
-0.1 next(x)
--- file steps.db
start(1)
last(8)
last(12)
0.8 at(3)
--- run kerf map --quiet steps.mln steps.db
--- stdout
at(1)
at(12)
at(2)
at(3)
at(4)
at(6)
at(8)
next(12)
next(2)
next(4)
next(6)
next(8)
--- file answer.db
at(1)
at(2)
at(4)
at(8)
at(3)
at(6)
at(12)
next(2)
next(4)
next(8)
next(6)
next(12)
--- run-sh kerf verify --quiet steps.mln steps.db answer.db | head -n 3
--- stdout
score            0.8862943611
cost             0.5
hard violations  0
--- exit 0

# An end is not always there.
--- file endless.mln
at(n)
-1 at(x)
!at(x) v at([x + 1]).
--- file endless.db
at(1)
--- run kerf map --quiet endless.mln endless.db
--- stderr
kerf: warning: assumed from the evidence: hidden at; observed none
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
endless.mln:3:1: error: no constants can be made here: they have no end, since hidden atoms lead from one to the next
  !at(x) v at([x + 1]).
  ^~~~~~~~~~~~~~~~~~~~
  hint: write p(x + 1), and list the constants in their type: type = {1, ..., 10}
1 error, 1 warning
--- exit 3
