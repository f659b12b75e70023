# thebeast's undefined(w(a)) has the rows of w for its facts. What is written for kerf lacks them, and a warning says so.
--- file m.pml
predicate near: Int x Arg;
predicate arg: Int x Arg;
hidden: arg;
observed: near;
weight w: Arg -> Double;
factor: for Int c, Arg a if near(c, a) add [arg(c, a)] * w(a);
weight w_undef: Double-;
factor: for Int c, Arg a if near(c, a) & undefined(w(a)) add [arg(c, a)] * w_undef;
--- file m.weights
w	A0	1.5
w_undef	-2
--- run kerf convert --quiet --to=kerf --weights=m.weights m.pml
--- stdout
// written by kerf for kerf
*near(Int, Arg)
arg(Int, Arg)
*has_w(Arg a)

w: near(c, +a) ^ arg(c, +a)
// these name constants that were only in a weight table: here they are in every world
1.5 near(c, A0) ^ arg(c, A0)
w_undef: @<=0 -2 near(c, a) ^ !has_w(a) ^ arg(c, a)
--- stderr
m.pml:8:42: warning: the facts of has_w are not written
  factor: for Int c, Arg a if near(c, a) & undefined(w(a)) add [arg(c, a)] * w_undef;
                                           ^~~~~~~~~~~~~~~
  hint: list them as evidence: one for each row of the weights that were read
