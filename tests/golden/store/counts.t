# What a count asks of names no SQL says, so its groups are counted here, and the sums must follow every
# flip, also those that lead away from the bound: first one more slot is taken, then all are given up.
--- skip-if no-sqlite
--- file m.mln
*Init(thing, slot)
*Pull(thing, slot)
P(thing, slot)
A(thing)
F(thing)
H(thing)
1 Init(x,y) => P(x,y)
-0.1 P(x,y)
5 A(x)
-100 H(x)
1.5 A(x) ^ Pull(x,y) => P(x,y)
20 A(x) => F(x)
-0.01 F(x)
5 P(x,y) ^ F(x) => H(x)
|y : P(x,y) ^ y < "Z"| >= 1.
--- file e.db
Init(X, Y0)
Pull(X, Y1)
--- run kerf map --quiet --store=memory m.mln e.db
--- stdout
P(X, Y0)
--- run kerf map --quiet --store=sqlite:e.store m.mln e.db
--- stdout
P(X, Y0)
