# Trap 6: time = {1,...,10} is a domain, x = y an equality.
--- file m.mln
time = {1,...,10}
x = {A, B}
At(x, time)
x = y => At(x, 1) ^ At(y, 1)
x = A => At(x, 2)
1 x = y ^ At(x, t) ^ At(y, t)
2 At(z, time) ^ time = 3
--- run kerf show --quiet m.mln
--- stdout
type time
  listed (10) 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
type x
  listed (2) A, B
predicate At(x, time)
formula
  x != y v (At(x, 1) ^ At(y, 1))
  weight: to be learned
  free: x x, y x
formula
  x != A v At(x, 2)
  weight: to be learned
  free: x x
formula
  x = y ^ At(x, t) ^ At(y, t)
  weight: 1
  free: x x, y x, t time
formula
  At(z, time) ^ time = 3
  weight: 2
  free: z x, time time
--- run-sh for d in kerf alchemy tuffy rockit lomrf pracmln; do kerf show --quiet --dialect=$d m.mln | head -4 | md5sum; done | sort -u | wc -l
--- stdout
1
