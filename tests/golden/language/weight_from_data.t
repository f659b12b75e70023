# w: f, where w is a number variable of f: each grounding has its own weight.
--- file rockit.mln
*link(node, node, float_)
same(node, node)
conf: !link(x, y, conf) v same(x, y)
--- file m.db
link("a", "b", 0.5)
link("b", "c", -1.5e1)
link("c", "c", 2)
--- run kerf check rockit.mln m.db
--- stdout
dialect  rockit
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 3 atoms of evidence

types
  node  3  from evidence

predicates
  *link(node, node, double)  observed  by the * in declarations  3 true
  same(node, node)           hidden    by the * in declarations

formulas
  F1  from data (conf)  line 3  !link(x, y, conf) v same(x, y)
--- stderr
rockit.mln:1:19: note: read as rockit because of `float_`
  *link(node, node, float_)
                    ^~~~~~
  hint: --dialect=NAME overrides this
--- run kerf show --quiet --dialect=rockit rockit.mln m.db
--- stdout
type node
predicate *link(node, node, double)
  observed: by the * in declarations
predicate same(node, node)
  hidden: by the * in declarations
formula
  !link(x, y, conf) v same(x, y)
  weight: the value of conf
  free: x node, y node, conf (a number)
--- file tuffy.mln
*link(node, node, float wgt)
same(node, node)
w: link(x, y, w) => same(x, y)
--- run kerf check --quiet --dialect=tuffy tuffy.mln m.db
--- stdout
dialect  tuffy
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 3 atoms of evidence

types
  node  3  from evidence

predicates
  *link(node, node, double wgt)  observed  by the * in declarations  3 true
  same(node, node)               hidden    by the * in declarations

formulas
  F1  from data (w)  line 3  !link(x, y, w) v same(x, y)
--- file kerf.mln
*link(node, node, double)
same(node, node)
w: link(x, y, w) ^ same(x, z) => same(y, z)
v: link(x, y, v) => same(x, y)
--- run kerf check --quiet --dialect=kerf kerf.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 3 atoms of evidence

types
  node  3  from evidence

predicates
  *link(node, node, double)  observed  by the * in declarations  3 true
  same(node, node)           hidden    by the * in declarations

formulas
  F1  from data (w)    line 3  !link(x, y, w) v !same(x, z) v same(y, z)
  F2  from data (v_2)  line 4  !link(x, y, v_2) v same(x, y)
--- run kerf show --quiet --dialect=kerf kerf.mln m.db
--- stdout
type node
predicate *link(node, node, double)
  observed: by the * in declarations
predicate same(node, node)
  hidden: by the * in declarations
formula
  !link(x, y, w) v !same(x, z) v same(y, z)
  weight: the value of w
  free: x node, y node, w (a number), z node
formula
  !link(x, y, v_2) v same(x, y)
  weight: the value of v_2
  free: x node, y node, v_2 (a number)
--- exit 0

# A weight from data and another one: which one is meant?
--- file two.mln
*link(node, node, double)
same(node, node)
w: 2 link(x, y, w) => same(x, y)
w: link(x, y, w) => same(x, y).
w: link(x, +y, w) => same(x, y)
--- run kerf check --quiet two.mln
--- stderr
two.mln:3:1: error: this formula has a weight from data and another one
  w: 2 link(x, y, w) => same(x, y)
  ^
  hint: remove the weight or the dot
two.mln:4:1: error: this formula has a weight from data and another one
  w: link(x, y, w) => same(x, y).
  ^
  hint: remove the weight or the dot
two.mln:5:4: error: a data-weighted formula has no weights of its own to tell apart
  w: link(x, +y, w) => same(x, y)
     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: remove the + signs
3 errors
--- exit 3

# The number as a constant, and names where a number should stand.
--- file constant.mln
*link(node, node, double)
same(node, node)
1 link(x, y, 0.5) => same(x, y)
2 link(x, y, w) ^ w > 0.5 => same(x, y)
3 link(x, y, w) ^ same(x, w)
4 link(x, y, A)
--- run kerf check --quiet constant.mln
--- stderr
constant.mln:5:27: error: w has type node here but type number at constant.mln:5
  3 link(x, y, w) ^ same(x, w)
                            ^
  hint: use two variables, or give both places the same type
constant.mln:6:14: error: `A` stands where a number should
  4 link(x, y, A)
               ^
2 errors
--- exit 3

# Evidence: the last argument must be a number.
--- file bad.db
link(a, b, c)
link(a, b)
link(a, b, 0.5, 1)
link(a, b, nan)
link(a, b, 1e999)
--- run kerf check --quiet --dialect=kerf kerf.mln bad.db
--- stderr
bad.db:1:12: error: the last argument of link is a number, not c
  link(a, b, c)
             ^
bad.db:2:1: error: link takes 3 arguments, 2 are given
  link(a, b)
  ^~~~
  hint: declared at kerf.mln:1
bad.db:3:1: error: link takes 3 arguments, 4 are given
  link(a, b, 0.5, 1)
  ^~~~
  hint: declared at kerf.mln:1
bad.db:4:12: error: the last argument of link is a number, not nan
  link(a, b, nan)
             ^~~
bad.db:5:12: error: this number is out of range
  link(a, b, 1e999)
             ^~~~~
5 errors
--- exit 3
