# Weight tables.
--- file m.mln
Smokes(person)
Age(person, float_)
a: Smokes(+x)
b: 1 !Smokes(x)
c: Smokes(x).
d: Smokes(x) ^ Smokes(+y) ^ Smokes(+z)
w: Age(x, w) => Smokes(x)
--- file m.w
a	Anna	1.5
a	Anna	1.5
a	Anna	2
aa	Anna	1
zebra	1
a	1
a	Anna	Bob	1
b	2
b	3
c	1
d	Anna	Bob	x
d	Anna	Bob	1e999
d	Anna	Bob	nan
d	A\qnna	Bob	1
a\q	1
b Anna 3
F5	1
--- run kerf check --quiet --weights=m.w --dialect=kerf m.mln
--- stderr
m.w:3:8: error: the same weight was 1.5 at m.w:1
  a Anna 2
         ^
m.w:4:1: error: no formula is called aa
  aa Anna 1
  ^~
m.w:5:1: error: no formula is called zebra
  zebra 1
  ^~~~~
m.w:6:1: error: a has 1 parameter, so 3 fields are expected, not 2
  a 1
  ^
  hint: a line is label, constants and weight, separated by tabs
m.w:7:1: error: a has 1 parameter, so 3 fields are expected, not 4
  a Anna Bob 1
  ^
  hint: a line is label, constants and weight, separated by tabs
m.w:9:3: error: the same weight was 2 at m.w:8
  b 3
    ^
m.w:10:1: error: c is hard and has no weight
  c 1
  ^
m.w:11:12: error: a weight is expected, not "x"
  d Anna Bob x
             ^
m.w:12:12: error: this weight is out of range
  d Anna Bob 1e999
             ^~~~~
m.w:13:12: error: a weight is expected, not "nan"
  d Anna Bob nan
             ^~~
m.w:14:4: error: there is no such escape; known are \t \n \r \\
  d A\qnna Bob 1
     ^
  hint: write \\ for a backslash
m.w:15:2: error: there is no such escape; known are \t \n \r \\
  a\q 1
   ^
  hint: write \\ for a backslash
m.w:16:1: error: no formula is called b Anna 3
  b Anna 3
  ^~~~~~~~
  hint: a line is label, constants and weight, separated by tabs
m.w:17:1: error: F5 has its weights from the data
  F5 1
  ^~
14 errors
--- exit 3
--- run kerf check --quiet --weights=missing.w --dialect=kerf m.mln
--- stderr
kerf: error: cannot read missing.w: no such file or directory
1 error
--- exit 3
--- run kerf check --quiet --weights=. --dialect=kerf m.mln
--- stderr
kerf: error: cannot read .: is a directory
1 error
--- exit 3
--- run-sh { echo 'b	1'; head -c 3000000 /dev/zero | tr '\0' A; echo; echo 'bb	1'; } >long.w; kerf check --quiet --weights=long.w --dialect=kerf m.mln
--- stderr
long.w:2:1: error: this line is longer than 1 MiB
  AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA...
  ^
long.w:3:1: error: no formula is called bb
  bb 1
  ^~
2 errors
--- exit 3

# Beside the model.
--- file n.mln
Smokes(person)
a: Smokes(+x)
--- file n.weights
a	Anna	1.5
--- run-sh kerf check n.mln 2>&1 >/dev/null
--- stdout
n.mln: note: read as kerf; nothing in it calls for another dialect
n.weights: note: weights read with the model; --weights=- leaves them out
--- run-sh kerf check --weights=- n.mln 2>&1 >/dev/null
--- stdout
n.mln: note: read as kerf; nothing in it calls for another dialect
