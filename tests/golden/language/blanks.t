# _ is a variable like any other. Who writes two of them may mean two variables.
--- file m.mln
*Friends(person, person)
Smokes(person)
1 Friends(x, _) => Smokes(x)
2 Friends(x, _) ^ Friends(_, y) => Smokes(x)
|x : Friends(x, _) ^ Smokes(_)| <= 3.
1 EXIST _ Friends(_, x)
--- run kerf check m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  person  0  from evidence

predicates
  *Friends(person, person)  observed  by the * in declarations
  Smokes(person)            hidden    by the * in declarations

formulas
  F1  1     line 3  !Friends(x, _) v Smokes(x)
  F2  2     line 4  !Friends(x, _) v !Friends(_, y) v Smokes(x)
  F3  hard  line 5  |x : Friends(x, _) ^ Smokes(_)| <= 3
  F4  1     line 6  EXIST _ Friends(_, x)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
m.mln:4:27: warning: _ is a variable like others: all of this formula are the same one
  2 Friends(x, _) ^ Friends(_, y) => Smokes(x)
                            ^
  hint: give each its own name, if they may differ
m.mln:5:29: warning: _ is a variable like others: all of this formula are the same one
  |x : Friends(x, _) ^ Smokes(_)| <= 3.
                              ^
  hint: give each its own name, if they may differ
