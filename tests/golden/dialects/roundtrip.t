# kerf convert --to=kerf, read again: the same model. And converting once more changes nothing.
--- file rt.sh
for f in "$@"; do
    kerf show --quiet $f >1 2>/dev/null || { echo "$f: cannot be read"; continue; }
    kerf convert --quiet --to=kerf $f >2.mln 2>/dev/null || { echo "$f: cannot be written"; continue; }
    kerf show --quiet 2.mln >3 2>4 || { echo "$f: cannot be read again"; cat 4; continue; }
    diff 1 3 && kerf convert --quiet --to=kerf 2.mln 2>/dev/null | diff 2.mln - && echo "$f: the same"
done
--- file connectives.mln
A(t)
B(t)
N(t, t)
1 !A(x)
3 A(x) ^ B(x)
6 A(x) v B(x)
8 A(x) => B(x) => A(y)
9 A(x) <=> B(x) <=> A(y)
16 EXIST x,y N(x,y)
18 FORALL x (EXIST y (N(x,y) ^ A(y)))
19 EXIST x FORALL y N(x,y) ^ A(y)
22 [A(x) ^ [x != K1]]
28 A(x) ^ EXIST y N(x,y) v B(y)
29 A(x) ^ (EXIST y N(x,y)) v B(y)
30 (EXIST y N(x,y)) v FORALL x (A(x) => N(x, x))
31 EXIST x (A(x) ^ EXIST x N(x, x)) ^ (FORALL x B(x))
32 A(x) ^ 1 = 1
33 A(x) v 1 = 1
34 A(x) ^ 1 = 2
35 EXIST y (A(y) ^ N(x, y) ^ 1 = 2)
A(x) ^ B(x).
A(x) v B(x)
(A(x))
!(A(x) ^ N(x, y) ^ x < y).
--- file terms.mln
time = {1, ..., 10}
neg = {-2, -1, 0, 1}
At(thing, time)
Neg(neg)
Name(thing, string)
1 At(x, t) => At(x, t++)
3 At(x, t + 1) => At(x, t - 1)
4 At(x, t * 2) v At(x, t / 2) v At(x, t % 2)
5 At(x, succ(t))
6 At(x, (t + 1) * 2 - 3 % 2)
7 At(x, t - (1 - u)) ^ At(x, u - 1 - 1)
8 At(x, t) ^ At(x, u) ^ t + 1 < u * 2
9 At(x, t) ^ t % 2 = 0
10 Name(x, concat(a, b)) ^ Name(x, a) ^ Name(x, b)
11 Name(x, n) ^ substr(n, 0, 3) = "abc"
12 Name(x, n) ^ substr("ab", n) ^ !substr(n, "ab")
13 Name(x, n) ^ n < "abc" ^ n != "Abc" ^ "x" = n
14 Neg(-1) ^ Neg(x) ^ x > -2
15 At(x, t) ^ t = 3 ^ 2 * t < 8
2 * t < 8 => At(x, t)
16 -1 < x => Neg(x)
17 At(x, t) ^ t + 1 = 5
--- file names.mln
colour = {red, Green, "light blue", "x", 05, 5, "5a", v, "", "q\"uote", "tab\t", "été"}
Is(thing, colour)
function(thing)
complex
_odd(thing)
1 Is(x, red) ^ Is(y, Green) ^ Is(z, "light blue")
2 Is(x, "x") ^ Is(x, y)
3 Is(x', 05) ^ Is(_y, 5) ^ Is(ä, "5a")
4 Is("a", v) ^ Is(A, "v")
5 Is(x, red) ^ Is(red, c)
6 function(v) v function(w) v complex
7 EXIST v function(v)
8 function(v) ^ function(w) ^ v = w
9 _odd(x) ^ complex
10 Is(x, "été") ^ Is(x, "") ^ Is(x, "q\"uote") ^ Is(x, "tab\t")
11 Is(x, +hue)
12 EXIST red Is(x, red)
--- file weights.mln
P(t)
Q(t, t)
*S(t, double)
1.5 P(x)
-2e-3 P(x)
0.1 P(x)
1e300 P(x)
1e-300 P(x)
@1.5 P(x)
@-7 P(x)
lab: P(x)
lab2: 3 P(x)
lab3: P(x).
w: S(x, w) => P(x)
c: S(x, w) ^ w > 0.25 => P(x)
v: S(x, v) => P(x)
2 S(x, 0.5)
P(+x)
Q(+x, +y) ^ P(x)
3 Q(+x, y)
Q(x, +y) v P(y)
1 Q(x, A) v P(A)
-1 Q(x, B) v P(B)
0.5 Q(z, "c d") v P("c d")
F2: 7 P(x)
--- file fold.mln
P(t)
Q(t, u)
1 P(C1) v Q(x, C1)
2 P(C2) v Q(x, C1)
3 P(C3) v Q(x, C2)
4 P(C4) v Q(x, C1)
5 P(C5) v Q(x, C1)
6 P(C6) v Q(x, C1)
7 P(C7) v Q(x, C1)
8 P(C8) v Q(x, C1)
8.5 P(C8) v Q(x, C1)
--- file counts.mln
*Open(c)
T(p, c)
Near(p, p)
Boss(p, p?)
Room(p, r!)
Slot(p, r!, c!)
Both(p!, r?)
Named(p who, r where!)
|c : T(p, c)| <= 2.
|p,c : T(p, c) ^ Open(c)| >= 10.
1.5 |c : T(p, c) ^ !Open(c) ^ c != C1| = 2
@-2 |c : T(p, c)| >= 1
lab: |c : T(Anna, c)| <= 4
|c| !Open(c) v T(p, c) <= 3
acyclic Near.
tree: acyclic Near.
|v : T(p, v)| <= 1.
--- file functions.mln
fluent meet(id, id)
id me()
Holds(fluent, time)
1 Holds(meet(p, q), t) => Holds(meet(q, p), t + 1)
2 Holds(meet(P1, p), 3) ^ meet(P1, p) = f ^ Holds(f, 4)
3 Holds(meet(me(), p), t)
--- file signs.mln
P(t)
Q(t)
1 *P(x) v *Q(x)
lab: *P(x) v Q(x)
2 *P(x)
--- file empty.mln
// nothing at all
--- file types.mln
a = {}
b = {A}
c = {1, 2, 3}
d = {1, 2, 4, 5}
e = {B A}
P(a, b, c, d, e, f)
--- run sh rt.sh connectives.mln terms.mln names.mln weights.mln fold.mln counts.mln functions.mln signs.mln empty.mln types.mln
--- stdout
connectives.mln: the same
terms.mln: the same
names.mln: the same
weights.mln: the same
fold.mln: the same
counts.mln: the same
functions.mln: the same
signs.mln: the same
empty.mln: the same
types.mln: the same
--- exit 0

# Written by hand in another dialect, and read with it.
--- file prog.mln
*coword(Word, Word)
*conf(Word, Word, float_)
match(Word, Word)
match_conf: !conf(X, x, match_conf) v match(X, x)
1.5 !coword(X, Y) v match(X, "Y")
|Y| match(X, Y) <= 1
|X,Y| !coword(X, Y) v match(X, Y) >= 2
--- file prac.mln
is(thing, kind)
near(thing, thing)
1 is(?x, cup) ^ near(?x, ?y) v is(?y, "a b")
EXIST ?y (is(?y, cup)).
2 is(?x, +?k)
count(near(?x, ?y) | ?x) <= 3.
--- file tuffy.mln
*wrote(author, paper)
cat(paper, topic)
3 wrote(a, p), wrote(a, q), cat(p, c), [p != q] => cat(q, c) v cat(q, "Other one")
--- run sh rt.sh prog.mln prac.mln tuffy.mln
--- stdout
prog.mln: the same
prac.mln: the same
tuffy.mln: the same
--- exit 0

# Read as Alchemy reads it, the clauses are written as they are.
--- file split.mln
A(t)
B(t)
2 A(x) <=> B(x)
lab: A(x) ^ B(x)
1 A(x) ^ EXIST y B(y)
--- run-sh kerf show --quiet --split-cnf split.mln >1; kerf convert --quiet --to=kerf --split-cnf split.mln >2.mln; kerf show --quiet 2.mln | diff 1 - && cat 2.mln
--- stdout
// written by kerf for kerf
A(t)
B(t)

1 A(x) v !B(x)
1 !A(x) v B(x)
lab_1: A(x)
lab_2: B(x)
0.5 A(x)
0.5 EXIST y B(y)
--- exit 0

# The number type is written as double, which keeps auto from thinking of RockIt.
--- run kerf convert --quiet --to=kerf prog.mln
--- stdout
// written by kerf for kerf
*coword(Word, Word)
*conf(Word, Word, double)
match(Word, Word)

match_conf: !conf(x_0, x, match_conf) v match(x_0, x)
1.5 !coword(x, y) v match(x, Y)
|y : match(x, y)| <= 1.
|x,y : coword(x, y) ^ match(x, y)| >= 2.
