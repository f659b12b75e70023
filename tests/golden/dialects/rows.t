# Each row of the table as a small file, read in every dialect: the same model as kerf's, or the
# difference that the dialect makes.
--- skip-if quick-asan
--- file rows.sh
for f in "$@"; do
    kerf show --quiet --dialect=kerf $f >kerf 2>&1 || { echo "$f:"; cat kerf; }
    for d in auto alchemy tuffy rockit lomrf pracmln; do
        kerf show --quiet --dialect=$d $f 2>&1 | diff kerf - >differs || { echo "$f, $d:"; cat differs; }
    done
done
--- file comments.mln
// one
P(t) /* two */
1 P(x) // three
--- file statement_end.mln
P(t)
1 P(x)
2 P(x) =>
  P(y)
3 P(x)
  => P(y)
--- file types.mln
a = {A, B}
b = {1, ..., 4}
c = {1,...,3}
d = {X Y
  Z}
P(a, b, c, d)
--- file predicates.mln
*P(a, b)
**Q(a)
R(a name, b)
s(a!)
T(a, b?)
U
*V(a, float)
*W(a, double)
--- file functions.mln
fluent meet(id, id)
H(fluent, t)
1 H(meet(p, q), t)
--- file builtin.mln
P(t)
1 P(x) => P(x + 1)
2 P(x * 2 - 1) ^ P(x)
3 P(succ(x)) ^ P(x)
4 P(x / 2) ^ P(x % 2) ^ P(x)
5 P(concat(x, y)) ^ P(x) ^ P(y)
--- file includes.mln
#include "comments.mln"
2 P(x)
--- file clauses.mln
P(t)
Q(t, t)
1 !P(x) v Q(x, y)
2 EXIST y Q(x, y)
3 ¬P(x) ∨ Q(x, x)
4 exist y (Q(x, y))
5 [P(x)]
--- file connectives.mln
P(t)
Q(t)
P(x) & Q(x).
P(x) ^ Q(x).
P(x) ∧ Q(x).
P(x) => Q(x).
P(x) <=> Q(x).
FORALL x (P(x) v Q(x)).
!(P(x) ^ Q(x)).
--- file comma.mln
P(t)
Q(t)
1 P(x), P(y), [x != y] => Q(x) v Q(y)
--- file comparisons.mln
P(t)
1 !P(x) v !P(y) v x = y
2 !P(x) v !P(y) v x != y
3 !P(x) v !P(y) v x <> y
4 !P(x) v !P(y) v x =/= y
5 !P(x) v !P(y) v x < y
6 !P(x) v !P(y) v x > y
7 !P(x) v !P(y) v x <= y
8 !P(x) v !P(y) v x =< y
9 !P(x) v !P(y) v x >= y
--- file weights.mln
P(t)
1.5 P(x)
-2e-3 P(x)
@1.5 P(x)
P(x) v P(y)
P(x).
--- file data.mln
*S(t, double)
P(t)
w: !S(x, w) v P(x)
--- file plus.mln
P(t)
Q(t)
P(+x) v Q(y)
2 P(+x) v Q(+y)
--- file labels.mln
P(t)
a: 1 P(x)
b: P(x).
--- file signs.mln
P(t)
Q(t)
1 *P(x) v Q(x)
--- file counts.mln
*O(t)
P(t, t)
|x : P(x, y) ^ O(x)| <= 2.
0.5 |x : P(x, y)| >= 1
|x| !O(x) v P(x, y) <= 2
count(P(x, y) | x) = 2.
--- file acyclic.mln
P(t, t)
acyclic P.
--- file strings.mln
P(t)
1 P("a b") v P("\u00e9\n\t\"\\")
--- run sh rows.sh comments.mln statement_end.mln types.mln predicates.mln functions.mln builtin.mln includes.mln clauses.mln connectives.mln comma.mln comparisons.mln weights.mln data.mln plus.mln labels.mln signs.mln counts.mln acyclic.mln strings.mln
--- stdout
builtin.mln, alchemy:
8,9c8,9
<   P(x * 2 - 1) ^ P(x)
<   weight: 2
---
>   P(x * 2 - 1)
>   weight: 1
12,13c12,13
<   P(succ(x)) ^ P(x)
<   weight: 3
---
>   P(x)
>   weight: 1
16,17c16,17
<   P(x / 2) ^ P(x % 2) ^ P(x)
<   weight: 4
---
>   P(succ(x))
>   weight: 1.5
20,21c20,37
<   P(concat(x, y)) ^ P(x) ^ P(y)
<   weight: 5
---
>   P(x)
>   weight: 1.5
>   free: x t
> formula
>   P(x / 2)
>   weight: 1.3333333333333333
>   free: x t
> formula
>   P(x % 2)
>   weight: 1.3333333333333333
>   free: x t
> formula
>   P(x)
>   weight: 1.3333333333333333
>   free: x t
> formula
>   P(concat(x, y))
>   weight: 1.6666666666666667
22a39,46
> formula
>   P(x)
>   weight: 1.6666666666666667
>   free: x t
> formula
>   P(y)
>   weight: 1.6666666666666667
>   free: y t
--- exit 0

# Where dialects differ: precedence, constants and variables, conjunctions under Alchemy.
--- file precedence.mln
A
B
C
1 A ^ B v C
--- file constants.mln
c = {red}
P(c)
1 P(Red) v P(red)
2 P("Red") v P(3)
--- file split.mln
P(t)
Q(t)
2 P(x) ^ Q(x)
--- run sh rows.sh precedence.mln constants.mln split.mln
--- stdout
precedence.mln, auto:
0a1,4
> precedence.mln:4:3: warning: ^ and v are mixed without parentheses; ^ binds tighter here (not so in pracmln)
>   1 A ^ B v C
>     ^~~~~
>   hint: write the parentheses to be safe
precedence.mln, alchemy:
5,6c5,9
<   (A ^ B) v C
<   weight: 1
---
>   A v C
>   weight: 0.5
> formula
>   B v C
>   weight: 0.5
precedence.mln, pracmln:
5c5
<   (A ^ B) v C
---
>   A ^ (B v C)
constants.mln, rockit:
1,3c1,3
< constants.mln:3:5: warning: Red is not among the constants listed for type c and is added to them
<   1 P(Red) v P(red)
<       ^~~
---
> constants.mln:4:5: warning: Red is not among the constants listed for type c and is added to them
>   2 P("Red") v P(3)
>       ^~~~~
10c10
<   P(Red) v P("red")
---
>   P(red_0) v P(red_1)
11a12
>   free: red_0 c, red_1 c
split.mln, alchemy:
5,6c5,10
<   P(x) ^ Q(x)
<   weight: 2
---
>   P(x)
>   weight: 1
>   free: x t
> formula
>   Q(x)
>   weight: 1
--- exit 0

# What is refused is refused in each.
--- file u.mln
P(t)
1 :u P(x)
--- file r.mln
P(t)
P(x) :- P(y).
--- file a.mln
P(t)
P(x) := P(y).
--- file fd.mln
P(t)
FD: P(x)
--- file pr.mln
Q(t)
P(Q(x) ^ Q(y)) = 0.5
--- run-sh for d in auto kerf alchemy tuffy rockit lomrf pracmln; do for f in u r a fd pr; do kerf check --quiet --dialect=$d $f.mln 2>&1 | grep error:; done; done | sort | uniq -c | sed 's/^ *//'
--- stdout
7 fd.mln:2:1: error: Tuffy's functional dependencies (FD:) are not supported
7 pr.mln:2:1: error: pracmln's probability constraints are not supported
7 u.mln:2:3: error: utilities (`w :u f`) are not supported
