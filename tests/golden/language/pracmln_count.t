# pracmln's count, with and without fixed variables
--- file m.mln
Likes(a, b)
count(Likes(?x, ?y) | ?x) = 2.
count(Likes(?x, ?y)) <= 5.
--- run kerf show --quiet --stage=model m.mln
--- stdout
type a
type b
predicate Likes(a, b)
cardinality
  |y : Likes(x, y)| = 2
  hard
  free: x a
  bound: y b
cardinality
  |x,y : Likes(x, y)| <= 5
  hard
  bound: x a, y b
