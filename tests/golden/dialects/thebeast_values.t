# Weights of thebeast that go by a value: a difference, bins, a constant; weights from the data; acyclic.
--- file model.pml
type Arg: A0, A1;
predicate span: Int x Int x Int;
predicate cand: Int;
predicate arg: Int x Arg;
predicate next: Int x Int;
predicate score: Int x Double;
hidden: arg, next;

weight w_length: Int x Arg -> Double;
factor: for Int c, Arg a, Int b, Int e
  if cand(c) & span(c,b,e) add [arg(c,a)] * w_length(e-b,a);

weight w_bin: Int x Arg -> Double;
factor: for Int c, Arg a, Int b, Int e
  if cand(c) & span(c,b,e) add [arg(c,a)] * w_bin(bins(0,1,5,b-e),a);

weight w_short: Int -> Double;
factor: for Int c, Int b, Int e
  if span(c,b,e) add [arg(c,'A1')] * w_short(min(e-b,2));

weight w_k: Int -> Double;
factor: for Int c if cand(c) add [arg(c,'A1')] * w_k(7);

factor: for Int c, Double s if score(c,s) & dleq(0.5,s) add [arg(c,'A0')] * s;
factor: for Int c if cand(c): |Arg a: arg(c,a)| <= 1;
factor order: next acyclic;
factor: for Int x, Int y if cand(x) & cand(y) & x != y: next(x,y) | next(y,x);
--- file m.db
cand(1)
cand(2)
cand(3)
span(1, 1, 2)
span(2, 4, 9)
span(3, 3, 3)
score(1, 0.25)
score(3, 0.75)
--- file m.weights
w_length	A0	1	2
w_length	A1	3	3
w_bin	A1	0	-1
w_bin	A0	-1	-5
w_bin	A0	-2	0.5
w_short	1	6.5
w_k	7	0.25
--- run kerf check --quiet --weights=m.weights model.pml m.db
--- stdout
dialect  thebeast
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 8 atoms of evidence

types
  Arg      2  listed
  w_bin_1  7  listed
  Int      6  from formulas and evidence

predicates
  *span(Int, Int, Int)  observed  by the * in declarations  3 true
  *cand(Int)            observed  by the * in declarations  3 true
  arg(Int, Arg)         hidden    by the * in declarations
  next(Int, Int)        hidden    by the * in declarations
  *score(Int, double)   observed  by the * in declarations  2 true

formulas
  w_length  table, 2 rows  line 11  cand(c) ^ span(c, b, e) ^ arg(c, +a) ^ +_1 = e - b
  w_bin     table, 3 rows  line 15  cand(c) ^ span(c, b, e) ^ arg(c, +a) ^ +_2 = bins(0, 1, 5, b - e)
  w_short   table, 1 row   line 19  span(c, b, e) ^ arg(c, A1) ^ +_3 = min(e - b, 2)
  w_k       table, 1 row   line 22  cand(c) ^ arg(c, A1) ^ +_4 = 7
  F5        from data (s)  line 24  score(c, s) ^ 0.5 <= s ^ arg(c, A0)
  F6        hard           line 25  |a : cand(c) ^ arg(c, a)| <= 1
  F7        hard           line 26  acyclic next
  F8        hard           line 27  !cand(x) v !cand(y) v x = y v next(x, y) v next(y, x)
--- run kerf map --quiet --weights=m.weights model.pml m.db -o answer.db
--- run cat answer.db
--- stdout
arg(1, A1)
arg(2, A0)
arg(3, A0)
next(1, 2)
next(1, 3)
next(3, 2)
--- run kerf verify --quiet --examples=0 --weights=m.weights model.pml m.db answer.db
--- stdout
score            8
cost             2.5
hard violations  0
worlds           1

  formula   weight  groundings  true  unsatisfied  cost  violations
  w_length   table        2592     1            1     2           0
  w_bin      table        3024     3            0     0           0
  w_short    table        1296     1            0     0           0
  w_k        table          36     1            2   0.5           0
  F5          data           2     1            0     0           0
  F6          hard           6     6            0     0           0
  F7          hard           1     1            0     0           0
  F8          hard          36    36            0     0           0
--- run kerf convert --to=kerf --quiet model.pml
--- stderr
model.pml:11:33: error: cannot be written for kerf: variable _1 occurs in no atom, so its type cannot be written
    if cand(c) & span(c,b,e) add [arg(c,a)] * w_length(e-b,a);
                                  ^~~~~~~~
model.pml:15:33: error: cannot be written for kerf: variable _2 occurs in no atom, so its type cannot be written
    if cand(c) & span(c,b,e) add [arg(c,a)] * w_bin(bins(0,1,5,b-e),a);
                                  ^~~~~~~~
model.pml:19:23: error: cannot be written for kerf: variable _3 occurs in no atom, so its type cannot be written
    if span(c,b,e) add [arg(c,'A1')] * w_short(min(e-b,2));
                        ^~~~~~~~~~~
model.pml:22:35: error: cannot be written for kerf: variable _4 occurs in no atom, so its type cannot be written
  factor: for Int c if cand(c) add [arg(c,'A1')] * w_k(7);
                                    ^~~~~~~~~~~
4 errors
--- exit 3

# What is learned could not be written: that is said before it is.
--- run-sh sed '/w_bin/,/;/d; /^factor:$/d' model.pml | head -n 12 > small.pml; cat m.db > t.db; echo 'arg(1, A0)' >> t.db; kerf learn --quiet small.pml t.db -o learned.mln 2>&1 | grep -v '^  '; ls learned.mln 2>&1 | sed 's/.*: //'
--- stdout
small.pml:11:33: error: cannot be written for kerf: variable _1 occurs in no atom, so its type cannot be written
1 error
No such file or directory
--- exit 0

# The places of bins, and what cannot be a weight.
--- file bins.mln
value = {-20, ..., 20}
*V(value)
place = {-3, ..., 3}
In(value, place)
1 V(x) ^ bins(0, 1, 5, x) = p => In(x, p)
-0.5 In(x, p)
--- run-sh printf 'V(-9)\nV(-5)\nV(-1)\nV(0)\nV(1)\nV(2)\nV(5)\nV(6)\n' | kerf map --quiet bins.mln -
--- stdout
In(-1, -1)
In(-5, -2)
In(-9, -3)
In(0, 0)
In(1, 1)
In(2, 2)
In(5, 2)
In(6, 3)
--- file wrong.pml
predicate q: Int;
predicate s: Int x Double;
hidden: q;
weight v: Int -> Double;
factor: for Int x add [q(x)] * v(bins(5, 2, x));
factor: for Int x add [q(x)] * v(bins(x));
factor: for Int x, Int y add [q(x)] * v(y);
factor: for Int x if undefined(q(x)) add [q(x)] * 1;
factor: for Int x if undefined(v(x,x)) add [q(x)] * 1;
factor: for Int x if undefined(v(x+1)) add [q(x)] * 1;
factor: for Int x, Double d if s(x,d) add [q(x)] * d * v(x);
factor: for Int x, Double d if s(x,d) add [q(x)] * (d * 2);
weight u: Int -> Double;
factor: for Int x, Double d if s(x,d) add [q(x)] * u(x) * d;
--- run kerf check --quiet wrong.pml
--- stderr
wrong.pml:5:34: error: bins(...) takes up to 100 numbers that grow, and a term
  factor: for Int x add [q(x)] * v(bins(5, 2, x));
                                   ^~~~~~~~~~~~~
wrong.pml:6:34: error: bins(...) takes up to 100 numbers that grow, and a term
  factor: for Int x add [q(x)] * v(bins(x));
                                   ^~~~~~~
wrong.pml:7:41: error: this variable is in no atom of the factor
  factor: for Int x, Int y add [q(x)] * v(y);
                                          ^
  hint: let an atom of the factor have it
wrong.pml:8:22: error: undefined(...) takes a weight function with its arguments
  factor: for Int x if undefined(q(x)) add [q(x)] * 1;
                       ^~~~~~~~~~~~~~~
  hint: declare it before: weight w: Type -> Double;
wrong.pml:9:32: error: this weight function takes 1 argument, 2 given
  factor: for Int x if undefined(v(x,x)) add [q(x)] * 1;
                                 ^~~~~~
wrong.pml:10:34: error: undefined(...) takes variables and constants
  factor: for Int x if undefined(v(x+1)) add [q(x)] * 1;
                                   ^~~
wrong.pml:11:52: error: a weight that is multiplied by a number of the evidence is not supported
  factor: for Int x, Double d if s(x,d) add [q(x)] * d * v(x);
                                                     ^
  hint: multiply the numbers of the evidence by it, and write * d alone
wrong.pml:12:52: error: a weight that is multiplied by a number of the evidence is not supported
  factor: for Int x, Double d if s(x,d) add [q(x)] * (d * 2);
                                                     ^
  hint: multiply the numbers of the evidence by it, and write * d alone
wrong.pml:14:52: error: a weight that is multiplied by a number of the evidence is not supported
  factor: for Int x, Double d if s(x,d) add [q(x)] * u(x) * d;
                                                     ^
  hint: multiply the numbers of the evidence by it, and write * d alone
9 errors
--- exit 3

# undefined(w(b, a)) holds where w has no row for b, a; columns of the table are in the order of the formula.
# A row with a constant that the world lacks adds none to it, and a row with weight 0 is a row.
--- file pairs.pml
predicate near: Int x Int;
predicate pair: Int x Int x Arg x Arg;
hidden: pair;
weight w_pair: Arg x Arg -> Double;
weight w_undef: Double-;
factor: for Int c, Int d, Arg a, Arg b if near(c,d) & undefined(w_pair(b,a)) add [pair(c,d,a,b)] * w_undef;
factor: for Int c, Int d, Arg a, Arg b if near(c,d) add [pair(c,d,a,b)] * w_pair(b,a);
factor: for Int c, Int d if near(c,d): |Arg a, Arg b: pair(c,d,a,b)| >= 2;
--- file pairs.db
Arg = {A0, A1}
near(1, 2)
--- file pairs.weights
w_undef	-1
w_pair	A0	A1	-2
w_pair	A0	A0	0
w_pair	A9	A1	5
--- run kerf check --quiet --weights=pairs.weights pairs.pml pairs.db
--- stdout
dialect  thebeast
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 3 atoms of evidence

types
  Int  2  from evidence
  Arg  2  from evidence

predicates
  *near(Int, Int)           observed  by the * in declarations  1 true
  pair(Int, Int, Arg, Arg)  hidden    by the * in declarations
  has_w_pair(Arg b, Arg a)  observed  by the weights            2 true

formulas
  w_undef  @<=0 -1        line 6  near(c, d) ^ !has_w_pair(b, a) ^ pair(c, d, a, b)
  w_pair   table, 3 rows  line 7  near(c, d) ^ pair(c, d, +a, +b)
  F3       hard           line 8  near(c, d) => |a,b : pair(c, d, a, b)| >= 2
--- run kerf map --quiet --weights=pairs.weights pairs.pml pairs.db -o best.db
--- run kerf verify --quiet --examples=0 --weights=pairs.weights pairs.pml pairs.db best.db
--- stdout
score            -1
cost             1
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  w_undef      -1          16     1            1     1           0
  w_pair    table          16     2            0     0           0
  F3         hard           4     4            0     0           0
--- run kerf check --quiet pairs.pml pairs.db
--- stdout
dialect  thebeast
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  Int  2  from evidence
  Arg  2  from evidence

predicates
  *near(Int, Int)           observed  by the * in declarations  1 true
  pair(Int, Int, Arg, Arg)  hidden    by the * in declarations
  has_w_pair(Arg b, Arg a)  observed  by the weights

formulas
  w_undef  @<=0 learn  line 6  near(c, d) ^ !has_w_pair(b, a) ^ pair(c, d, a, b)
  w_pair   learn       line 7  near(c, d) ^ pair(c, d, +a, +b)
  F3       hard        line 8  near(c, d) => |a,b : pair(c, d, a, b)| >= 2

decisions
  2 formulas have no weight: to be learned, not for map
--- run kerf convert --quiet --to=tuffy pairs.pml
--- stderr
pairs.pml:6:55: error: cannot be written for Tuffy: undefined(...), which asks for weights, cannot be stated
  ...t c, Int d, Arg a, Arg b if near(c,d) & undefined(w_pair(b,a)) add [pair(c,d,a,b)] * w_undef;
                                             ^~~~~~~~~~~~~~~~~~~~~~
pairs.pml:6:83: error: cannot be written for Tuffy: it uses a predicate that cannot be declared
  ...near(c,d) & undefined(w_pair(b,a)) add [pair(c,d,a,b)] * w_undef;
                                             ^~~~~~~~~~~~~
pairs.pml:7:58: error: cannot be written for Tuffy: it has no weight yet: kerf learn finds one
  factor: for Int c, Int d, Arg a, Arg b if near(c,d) add [pair(c,d,a,b)] * w_pair(b,a);
                                                           ^~~~~~~~~~~~~
pairs.pml:8:40: error: cannot be written for Tuffy: a cardinality other than none, one, at most one and at least one cannot be stated
  factor: for Int c, Int d if near(c,d): |Arg a, Arg b: pair(c,d,a,b)| >= 2;
                                         ^
4 errors
--- exit 3

# A change could bring a constant whose weights were left out.
--- file more.txt
+near(2, 1)
--- run kerf map --quiet --weights=pairs.weights --changes-from=more.txt pairs.pml pairs.db
--- stderr
kerf: a model with undefined(...) does not take changes
Try 'kerf map -h'.
--- exit 2

# A computed number of the evidence is no weight function.
--- file computed.pml
type Arg: A;
predicate at: Int x Double;
predicate q: Int;
hidden: q;
weight v: Double;
factor: for Int x, Double d if at(x, d) add [q(x)] * abs(d) * v;
factor: for Int x, Double d if at(x, d) add [q(x)] * abs * v;
--- run kerf check --quiet computed.pml
--- stderr
computed.pml:6:54: error: a weight that is multiplied by a number of the evidence is not supported
  factor: for Int x, Double d if at(x, d) add [q(x)] * abs(d) * v;
                                                       ^~~
  hint: multiply the numbers of the evidence by it, and write * d alone
computed.pml:7:54: error: this weight function is not declared
  factor: for Int x, Double d if at(x, d) add [q(x)] * abs * v;
                                                       ^~~
  hint: declare it before: weight w: Type -> Double;
2 errors
--- exit 3
