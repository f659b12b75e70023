# Built-in terms: ++ -- + - * / % succ concat substr.
--- file m.mln
At(thing, time)
Name(thing, string)
1 At(x, t) => At(x, t++)
2 At(x, t--) => At(x, t)
3 At(x, t + 1) => At(x, t - 1)
4 At(x, t * 2) v At(x, t / 2) v At(x, t % 2)
5 At(x, succ(t))
6 At(x, (t + 1) * 2 - 3 % 2)
7 At(x, t - (1 - u)) ^ At(x, u)
8 At(x, t) ^ At(x, u) ^ t + 1 < u * 2
9 At(x, t) ^ t % 2 = 0
10 Name(x, concat(a, b)) ^ Name(x, a) ^ Name(x, b)
11 Name(x, n) ^ substr(n, 0, 3) = "abc"
12 Name(x, n) ^ substr("ab", n)
13 Name(x, n) ^ !substr(n, "ab")
14 At(x, t+1)
15 At(x, t-1)
16 At(x, -1)
--- run kerf show --quiet --dialect=kerf m.mln
--- stdout
type string
type thing
type time
  named by formulas (1) -1
predicate At(thing, time)
predicate Name(thing, string)
formula
  !At(x, t) v At(x, t + 1)
  weight: 1
  free: x thing, t time
formula
  !At(x, t - 1) v At(x, t)
  weight: 2
  free: x thing, t time
formula
  !At(x, t + 1) v At(x, t - 1)
  weight: 3
  free: x thing, t time
formula
  At(x, t * 2) v At(x, t / 2) v At(x, t % 2)
  weight: 4
  free: x thing, t time
formula
  At(x, succ(t))
  weight: 5
  free: x thing, t time
formula
  At(x, (t + 1) * 2 - 3 % 2)
  weight: 6
  free: x thing, t time
formula
  At(x, t - (1 - u)) ^ At(x, u)
  weight: 7
  free: x thing, t time, u time
formula
  At(x, t) ^ At(x, u) ^ t + 1 < u * 2
  weight: 8
  free: x thing, t time, u time
formula
  At(x, t) ^ t % 2 = 0
  weight: 9
  free: x thing, t time
formula
  Name(x, concat(a, b)) ^ Name(x, a) ^ Name(x, b)
  weight: 10
  free: x thing, a string, b string
formula
  Name(x, n) ^ substr(n, 0, 3) = "abc"
  weight: 11
  free: x thing, n string
formula
  Name(x, n) ^ substr("ab", n)
  weight: 12
  free: x thing, n string
formula
  Name(x, n) ^ !substr(n, "ab")
  weight: 13
  free: x thing, n string
formula
  At(x, t + 1)
  weight: 14
  free: x thing, t time
formula
  At(x, t - 1)
  weight: 15
  free: x thing, t time
formula
  At(x, -1)
  weight: 16
  free: x thing
--- exit 0

# t + 1 = 5 does not make 5 a constant of the type; t = 5 does.
--- file new.mln
time = {1, ..., 4}
At(time)
1 At(t) ^ t + 1 = 5
--- run kerf show --quiet new.mln
--- stdout
type time
  listed (4) 1, 2, 3, 4
predicate At(time)
formula
  At(t) ^ t + 1 = 5
  weight: 1
  free: t time
--- file new2.mln
time = {1, ..., 4}
At(time)
1 At(t) ^ t = 5
--- run kerf show --quiet new2.mln
--- stdout
type time
  listed (4) 1, 2, 3, 4
  named by formulas (1) 5
predicate At(time)
formula
  At(t) ^ t = 5
  weight: 1
  free: t time
--- stderr
new2.mln:3:15: warning: 5 is not among the constants listed for type time and is added to them
  1 At(t) ^ t = 5
                ^
--- exit 0

# A declared function or predicate of that name is used instead.
--- file own.mln
num succ(num)
substr(num, num)
At(num)
1 At(succ(t)) ^ substr(t, u)
--- run kerf show --quiet own.mln
--- stdout
type num
predicate substr(num, num)
predicate At(num)
function num succ(num)
formula
  At(succ(t)) ^ substr(t, u)
  weight: 1
  free: t num, u num
