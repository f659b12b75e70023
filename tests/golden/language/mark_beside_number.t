# A mark on a predicate that ends with a number: the number is counted with the marked argument.
--- file m.mln
T(a, b?, double)
--- run kerf show --stage=model m.mln
--- stdout
type a
type b
predicate T(a, b?, double)
cardinality, implied by a mark
  |x2,x3 : T(x1, x2, x3)| <= 1
  hard
  free: x1 a
  bound: x2 b, x3 (a number)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
--- run kerf convert --to=rockit --partial m.mln
--- stdout
// written by kerf for RockIt
// not expressible in RockIt (a predicate with a number must be observed there): T(a, b?, double)

// not expressible in RockIt (it uses a predicate that cannot be declared): |x2,x3 : T(x1, x2, x3)| <= 1.
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
m.mln:1:1: warning: cannot be written for RockIt: a predicate with a number must be observed there
  T(a, b?, double)
  ^
m.mln:1:1: warning: cannot be written for RockIt: it uses a predicate that cannot be declared
  T(a, b?, double)
  ^
--- run kerf convert --to=tuffy m.mln
--- stdout
// written by kerf for Tuffy
T(a, b, float_)

T(x1, x2, x3), [x2 != x2_2] => !T(x1, x2_2, x3_2).
T(x1, x2, x3), [x3 != x3_2] => !T(x1, x2_2, x3_2).
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
