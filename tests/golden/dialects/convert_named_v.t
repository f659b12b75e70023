# A v that begins a line goes on with the line before. A formula is put in parentheses; a declaration
# is refused, and for Alchemy the type gets another name.
--- file p.mln
*v(t)
*P(t)
P(x). v(x) ^ P(x).
(v(x) v P(x))
1 v(x)
--- run kerf convert --to=kerf p.mln
--- stdout
// written by kerf for kerf
*v(t)
*P(t)

P(x).
(v(x) ^ P(x)).
(v(x) v P(x))
1 (v(x))
--- stderr
p.mln: note: read as kerf; nothing in it calls for another dialect
--- file d.mln
P(t)
P(x). v(t,t)
P(x). v f(t)
Q(v)
1 v(x,x)
2 Q(f(x))
3 Q(x)
--- run kerf convert --to=kerf d.mln
--- stderr
d.mln: note: read as kerf; nothing in it calls for another dialect
d.mln:2:7: error: cannot be written for kerf: a declaration cannot begin with v, which is read as `or`
  P(x). v(t,t)
        ^
d.mln:3:9: error: cannot be written for kerf: a declaration cannot begin with v, which is read as `or`
  P(x). v f(t)
          ^
d.mln:5:3: error: cannot be written for kerf: it uses a predicate that cannot be declared
  1 v(x,x)
    ^~~~~~
d.mln:6:3: error: cannot be written for kerf: it uses a function
  2 Q(f(x))
    ^~~~~~~
4 errors
--- exit 3
--- run kerf convert --to=kerf --partial d.mln
--- stdout
// written by kerf for kerf
P(t)
// not expressible in kerf (a declaration cannot begin with v, which is read as `or`): v
Q(v)
// not expressible in kerf (a declaration cannot begin with v, which is read as `or`): f

P(x).
P(x).
// not expressible in kerf (it uses a predicate that cannot be declared): 1 (v(x, x))
// not expressible in kerf (it uses a function): 2 Q(f(x))
3 Q(x)
--- stderr
d.mln: note: read as kerf; nothing in it calls for another dialect
d.mln:2:7: warning: cannot be written for kerf: a declaration cannot begin with v, which is read as `or`
  P(x). v(t,t)
        ^
d.mln:3:9: warning: cannot be written for kerf: a declaration cannot begin with v, which is read as `or`
  P(x). v f(t)
          ^
d.mln:5:3: warning: cannot be written for kerf: it uses a predicate that cannot be declared
  1 v(x,x)
    ^~~~~~
d.mln:6:3: warning: cannot be written for kerf: it uses a function
  2 Q(f(x))
    ^~~~~~~
--- file f.mln
P(t)
P(x). v f(t)
--- run kerf convert --to=alchemy f.mln
--- stdout
// written by kerf for Alchemy
P(t)
v_ f(t)

P(x).
--- stderr
f.mln: note: read as kerf; nothing in it calls for another dialect
