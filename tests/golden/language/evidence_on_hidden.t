# Evidence on a hidden predicate fixes those atoms; soft evidence weighs them.
--- file m.mln
*Friends(person, person)
Smokes(person)
1.5 Friends(x, y) ^ Smokes(x) => Smokes(y)
--- file m.db
Friends(Anna, Bob)
Smokes(Anna)
!Smokes(Bob)
?Smokes(Carl)
0.9 Smokes(Dora)
Smokes(Emil) 0.2
0 Smokes(Fred)
--- run kerf check --quiet m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 7 atoms of evidence

types
  person  6  from evidence

predicates
  *Friends(person, person)  observed  by the * in declarations  1 true
  Smokes(person)            hidden    by the * in declarations  1 true, 2 false, 1 unknown, 2 soft

formulas
  F1  1.5  line 3  !Friends(x, y) v !Smokes(x) v Smokes(y)
--- exit 0

# On an observed predicate: false atoms are fine, probabilities of 0 and 1, too; the rest is not.
--- file ok.db
!Friends(Anna, Bob)
1 Friends(Bob, Anna)
0 Friends(Bob, Bob)
--- run kerf check --quiet m.mln ok.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 3 atoms of evidence

types
  person  2  from evidence

predicates
  *Friends(person, person)  observed  by the * in declarations  1 true, 2 false
  Smokes(person)            hidden    by the * in declarations

formulas
  F1  1.5  line 3  !Friends(x, y) v !Smokes(x) v Smokes(y)
--- file soft.db
0.5 Friends(Anna, Bob)
--- run kerf check --quiet m.mln soft.db
--- stderr
soft.db:1:1: error: Friends is observed, so its evidence cannot be a probability
  0.5 Friends(Anna, Bob)
  ^
  hint: make it hidden with --query or --open, or say true or false
1 error
--- exit 3
--- file unknown.db
?Friends(Anna, Bob)
--- run kerf check --quiet m.mln unknown.db
--- stderr
unknown.db:1:1: error: Friends is observed, so its evidence cannot be unknown
  ?Friends(Anna, Bob)
  ^
  hint: make it hidden with --query or --open, or say true or false
1 error
--- exit 3
