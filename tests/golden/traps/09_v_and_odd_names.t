# Trap 9: v inside an argument list is a variable, between formulas it is "or"; predicates may be
# called function, complex, type.
--- file m.mln
Venue(bib, venue)
function(t)
complex(t, t)
type(t)
v2(t)
count(t)
1 Venue(b, v) ^ Venue(c, v)
2 Venue(b, v) v Venue(c, v) v b = c
3 function(x) v complex(x, v) v type(v)
4 function(v) v v2(v)
5 type(x) => complex(x, function1)
6 EXIST v type(v) v function(v)
7 count(x) ^ type(x)
8 Venue(b,v) v Venue(b,w) v v = w
v != w => Venue(b,v) v Venue(b,w)
v: 9 type(v)
(type(v)) v(type(w))
--- run kerf check --quiet m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  bib    0  from evidence
  venue  0  from evidence
  t      0  from evidence

predicates
  Venue(bib, venue)  not settled yet
  function(t)        not settled yet
  complex(t, t)      not settled yet
  type(t)            not settled yet
  v2(t)              not settled yet
  count(t)           not settled yet

formulas
  F1   1      line 7   Venue(b, v) ^ Venue(c, v)
  F2   2      line 8   Venue(b, v) v Venue(c, v) v b = c
  F3   3      line 9   function(x) v complex(x, v) v type(v)
  F4   4      line 10  function(v) v v2(v)
  F5   5      line 11  !type(x) v complex(x, function1)
  F6   6      line 12  EXIST v_0 (type(v_0) v function(v_0))
  F7   7      line 13  count(x) ^ type(x)
  F8   8      line 14  Venue(b, v_1) v Venue(b, w) v v_1 = w
  F9   learn  line 15  v_1 = w v Venue(b, v_1) v Venue(b, w)
  v    9      line 16  type(v)
  F11  learn  line 17  type(v) v type(w)

decisions
  2 formulas have no weight: to be learned, not for map
--- run kerf show --quiet --dialect=kerf m.mln
--- stdout
type bib
type t
type venue
predicate Venue(bib, venue)
predicate function(t)
predicate complex(t, t)
predicate type(t)
predicate v2(t)
predicate count(t)
formula
  Venue(b, v) ^ Venue(c, v)
  weight: 1
  free: b bib, v venue, c bib
formula
  Venue(b, v) v Venue(c, v) v b = c
  weight: 2
  free: b bib, v venue, c bib
formula
  function(x) v complex(x, v) v type(v)
  weight: 3
  free: x t, v t
formula
  function(v) v v2(v)
  weight: 4
  free: v t
formula
  !type(x) v complex(x, function1)
  weight: 5
  free: x t, function1 t
formula
  EXIST v_0 (type(v_0) v function(v_0))
  weight: 6
  bound: v_0 t
formula
  count(x) ^ type(x)
  weight: 7
  free: x t
formula
  Venue(b, v_1) v Venue(b, w) v v_1 = w
  weight: 8
  free: b bib, v_1 venue, w venue
formula
  v_1 = w v Venue(b, v_1) v Venue(b, w)
  weight: to be learned
  free: v_1 venue, w venue, b bib
formula v
  type(v)
  weight: 9
  free: v t
formula
  type(v) v type(w)
  weight: to be learned
  free: v t, w t
--- run-sh kerf show --quiet m.mln >kerf; for d in tuffy lomrf rockit; do kerf show --quiet --dialect=$d m.mln | diff -q kerf - || echo $d; done
--- stdout
Files kerf and - differ
rockit
--- exit 0

# Types and constants with such names.
--- file n.mln
v = {exist, forall}
type = {type, v}
P(v, type)
1 P(exist, v) v P(forall, type)
2 EXIST x P(x, v)
--- run kerf show --quiet n.mln
--- stdout
type type
  listed (2) "type", "v"
type v
  listed (2) "exist", "forall"
predicate P(v, type)
formula
  P("exist", "v") v P("forall", "type")
  weight: 1
formula
  EXIST x P(x, "v")
  weight: 2
  bound: x v
