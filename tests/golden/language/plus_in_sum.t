# A + before a variable inside an operation still gives it weights of its own.
--- file m.mln
time = {0, ..., 4}
At(time)
1 At(+x + t) ^ t + x = y
--- run kerf show --stage=model m.mln
--- stdout
type time
  listed (5) 0, 1, 2, 3, 4
predicate At(time)
formula
  At(+x + t) ^ t + x = y
  weight: 1
  free: x time, t time, y time
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
