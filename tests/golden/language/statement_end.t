# A newline ends a statement when what stands so far is complete and the next line does not begin
# with a binary operator.
--- file m.mln
Heads(t)
1 Heads(x)
2 Heads(x)
  => Heads(y)
3 Heads(x) =>
  Heads(y)
4 Heads(x)
  v Heads(y)
  ^ Heads(x)
  <=> Heads(y)
5
  Heads(x)
6 (Heads(x)
   Heads2)
--- run kerf check --quiet m.mln
--- stderr
m.mln:8:5: warning: ^ and v are mixed without parentheses; ^ binds tighter here (not so in pracmln)
    v Heads(y)
      ^~~~~~~~
  hint: write the parentheses to be safe
m.mln:13:3: error: this parenthesis is not closed
  6 (Heads(x)
    ^
m.mln:14:10: error: expected an operator or the end of the line, found `)`
     Heads2)
           ^
  hint: no parenthesis is open here
2 errors, 1 warning
--- exit 3
--- file good.mln
Heads(t)
Near(t, t)
1 Heads(x)
-2 Heads(x)
@3 Heads(x)
4 !
  Heads(x)
5 Near(
  x,
  y)
6 (
  Heads(x)
  )
7 EXIST y
  Near(x, y)
8 Heads(x) ^ x
  != A
9 Heads(x) ∧
  Heads(y)
10 Heads(x)
   ∨ Heads(y)
11 Heads(x), Heads(y)
   , x != y
   => Near(x, y)
lab:
  12 Heads(x)
Heads(x)
  .
Heads(x) .
(Heads(x))
|x : Heads(x)
   | <= 3.
14 Near
  (x, y)
15 Heads
  (x) ^ Near
  (x, x)
*Other(t)
--- run kerf check --quiet --dialect=kerf good.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  t  1  from formulas and evidence

predicates
  Heads(t)    hidden    by the * in declarations
  Near(t, t)  hidden    by the * in declarations
  *Other(t)   observed  by the * in declarations

formulas
  F1   1      line 3   Heads(x)
  F2   -2     line 4   Heads(x)
  F3   @3     line 5   Heads(x)
  F4   4      line 6   !Heads(x)
  F5   5      line 8   Near(x, y)
  F6   6      line 11  Heads(x)
  F7   7      line 14  EXIST y Near(x, y)
  F8   8      line 16  Heads(x) ^ x != A
  F9   9      line 18  Heads(x) ^ Heads(y)
  F10  10     line 20  Heads(x) v Heads(y)
  F11  11     line 22  !Heads(x) v !Heads(y) v x = y v Near(x, y)
  lab  12     line 26  Heads(x)
  F13  hard   line 27  Heads(x)
  F14  hard   line 29  Heads(x)
  F15  learn  line 30  Heads(x)
  F16  hard   line 31  |x : Heads(x)| <= 3
  F17  14     line 33  Near(x, y)
  F18  15     line 35  Heads(x) ^ Near(x, x)

decisions
  1 formula has no weight: to be learned, not for map
--- run kerf check --quiet --dialect=tuffy good.mln
--- stdout
dialect  tuffy
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  t  1  from formulas and evidence

predicates
  Heads(t)    hidden    by the * in declarations
  Near(t, t)  hidden    by the * in declarations
  *Other(t)   observed  by the * in declarations

formulas
  F1   1      line 3   Heads(x)
  F2   -2     line 4   Heads(x)
  F3   @3     line 5   Heads(x)
  F4   4      line 6   !Heads(x)
  F5   5      line 8   Near(x, y)
  F6   6      line 11  Heads(x)
  F7   7      line 14  EXIST y Near(x, y)
  F8   8      line 16  Heads(x) ^ x != A
  F9   9      line 18  Heads(x) ^ Heads(y)
  F10  10     line 20  Heads(x) v Heads(y)
  F11  11     line 22  !Heads(x) v !Heads(y) v x = y v Near(x, y)
  lab  12     line 26  Heads(x)
  F13  hard   line 27  Heads(x)
  F14  hard   line 29  Heads(x)
  F15  learn  line 30  Heads(x)
  F16  hard   line 31  |x : Heads(x)| <= 3
  F17  14     line 33  Near(x, y)
  F18  15     line 35  Heads(x) ^ Near(x, x)

decisions
  1 formula has no weight: to be learned, not for map
--- run kerf check --quiet --dialect=lomrf good.mln
--- stdout
dialect  lomrf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  t  1  from formulas and evidence

predicates
  Heads(t)    hidden    by the * in declarations
  Near(t, t)  hidden    by the * in declarations
  *Other(t)   observed  by the * in declarations

formulas
  F1   1      line 3   Heads(x)
  F2   -2     line 4   Heads(x)
  F3   @3     line 5   Heads(x)
  F4   4      line 6   !Heads(x)
  F5   5      line 8   Near(x, y)
  F6   6      line 11  Heads(x)
  F7   7      line 14  EXIST y Near(x, y)
  F8   8      line 16  Heads(x) ^ x != A
  F9   9      line 18  Heads(x) ^ Heads(y)
  F10  10     line 20  Heads(x) v Heads(y)
  F11  11     line 22  !Heads(x) v !Heads(y) v x = y v Near(x, y)
  lab  12     line 26  Heads(x)
  F13  hard   line 27  Heads(x)
  F14  hard   line 29  Heads(x)
  F15  learn  line 30  Heads(x)
  F16  hard   line 31  |x : Heads(x)| <= 3
  F17  14     line 33  Near(x, y)
  F18  15     line 35  Heads(x) ^ Near(x, x)

decisions
  1 formula has no weight: to be learned, not for map
--- exit 0

# An operator of terms at the start of a line does not go on.
--- file term.mln
P(t)
1 P(x) ^ x = A
-1 P(x)
1 P(x) ^ x = A
+ 1 P(x)
--- run kerf check --quiet term.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  1  from formulas and evidence

predicates
  P(t)  not settled yet

formulas
  F1  1   line 2  P(x) ^ x = A
  F2  -1  line 3  P(x)
  F3  1   line 4  P(x) ^ x = A
  F4  1   line 5  P(x)
--- exit 0

# Line ends of Windows and of old Macs.
--- file crlf.mln hex
50287429 0d0a 31205028 41290d0a 3220502842290d 3320502843290d
--- run kerf check --quiet crlf.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  3  from formulas and evidence

predicates
  P(t)  not settled yet

formulas
  F1  1  line 2  P(A)
  F2  2  line 3  P(B)
  F3  3  line 4  P(C)
