# The same atom true and false is an error with both lines; repeats are fine.
--- file m.mln
P(person)
Q(person, person)
1 P(x) => Q(x, x)
--- file repeat.db
P(Anna)
P(Anna)
!P(Bob)
!P(Bob)
P(Anna) P(Anna)
--- run kerf check --quiet -q P m.mln repeat.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  person  2  from evidence

predicates
  P(person)          hidden    by --query  1 true, 1 false
  Q(person, person)  observed  by --query

formulas
  F1  1  line 3  !P(x) v Q(x, x)
--- file clash.db
P(Anna)
Q(Anna, Bob)

!P(Anna)
--- run kerf check --quiet -q P m.mln clash.db
--- stderr
clash.db:4:1: error: P(Anna) is false here but true at clash.db:1
  !P(Anna)
  ^
1 error
--- exit 3
--- file clash2.db
!Q(Anna, Bob)
Q(Bob, Anna)
Q(Anna, Bob)
--- run kerf check --quiet -q P m.mln clash2.db
--- stderr
clash2.db:3:1: error: Q(Anna,Bob) is true here but false at clash2.db:1
  Q(Anna, Bob)
  ^
1 error
--- exit 3

# Over two files, over a file and a table.
--- file a.db
P(Anna)
--- file b.db
!P(Anna)
--- run kerf check --quiet -q P m.mln a.db b.db
--- stderr
b.db:1:1: error: P(Anna) is false here but true at a.db:1
  !P(Anna)
  ^
1 error
--- exit 3
--- file p.csv
Anna
--- run kerf check --quiet -q P --table P=p.csv m.mln b.db
--- stderr
b.db:1:1: error: P(Anna) is false here but true at p.csv:1
  !P(Anna)
  ^
1 error
--- exit 3

# Unknown and known; soft and hard.
--- file unknown.db
P(Anna)
?P(Anna)
--- run kerf check --quiet -q P m.mln unknown.db
--- stderr
unknown.db:2:1: error: P(Anna) is unknown here but true at unknown.db:1
  ?P(Anna)
  ^
1 error
--- exit 3
--- file soft.db
!P(Anna)
0.7 P(Anna)
--- run kerf check --quiet -q P m.mln soft.db
--- stderr
soft.db:2:1: error: P(Anna) has probability 0.7 here but is false at soft.db:1
  0.7 P(Anna)
  ^
1 error
--- exit 3

# A number that differs.
--- file n.mln
*Score(person, double)
P(person)
w: Score(x, w) => P(x)
--- file n.db
Score(Anna, 0.5)
Score(Anna, 0.7)
Score(Anna, 0.5)
--- run kerf check --quiet n.mln n.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  person  1  from evidence

predicates
  *Score(person, double)  observed  by the * in declarations  2 true
  P(person)               hidden    by the * in declarations

formulas
  F1  from data (w)  line 3  !Score(x, w) v P(x)
