# Upper-case or digit start, or quoted: constant. Lower-case: variable, unless listed for its type.
--- file m.mln
colour = {red, green}
shape = {round, square}
Is(thing, colour, shape)
1 Is(x, red, s)
2 Is(x, red, red)
3 Is(Ball, "red", "my shape")
4 Is(3D, green, round)
5 Is(42, Red, s) ^ Is("42", c, s)
6 Is(x, y, Round) ^ y = green
7 Is(x, y, z) ^ y != red ^ z = square
8 EXIST red Is(x, red, s)
9 Is(x, +hue, s)
10 Is(x', _y, s_1)
11 Is(Ä, ä, s)
--- run kerf show --quiet m.mln
--- stdout
type colour
  listed (2) "red", "green"
  named by formulas (1) Red
type shape
  listed (2) "round", "square"
  named by formulas (2) Round, "my shape"
type thing
  named by formulas (4) "3D", 42, Ball, "Ä"
predicate Is(thing, colour, shape)
formula
  Is(x, "red", s)
  weight: 1
  free: x thing, s shape
formula
  Is(x, "red", red_1)
  weight: 2
  free: x thing, red_1 shape
formula
  Is(Ball, "red", "my shape")
  weight: 3
formula
  Is("3D", "green", "round")
  weight: 4
formula
  Is(42, Red, s) ^ Is(42, c, s)
  weight: 5
  free: s shape, c colour
formula
  Is(x, y, Round) ^ y = "green"
  weight: 6
  free: x thing, y colour
formula
  Is(x, y, z) ^ y != "red" ^ z = "square"
  weight: 7
  free: x thing, y colour, z shape
formula
  EXIST red_2 Is(x, red_2, s)
  weight: 8
  free: x thing, s shape
  bound: red_2 colour
formula
  Is(x, +hue, s)
  weight: 9
  free: x thing, hue colour, s shape
formula
  Is(x', _y, s_1)
  weight: 10
  free: x' thing, _y colour, s_1 shape
formula
  Is("Ä", ä, s)
  weight: 11
  free: ä colour, s shape
--- stderr
m.mln:6:19: warning: my shape is not among the constants listed for type shape and is added to them
  3 Is(Ball, "red", "my shape")
                    ^~~~~~~~~~
m.mln:8:10: warning: Red is not among the constants listed for type colour and is added to them
  5 Is(42, Red, s) ^ Is("42", c, s)
           ^~~
  hint: did you mean red?
--- exit 0

# RockIt: every bare identifier is a variable.
--- file rockit.mln
*link(Node, Node, float_)
same(Node, Node)
c: !link(X, Y, c) v same(X, Y)
1.0 same(X, "A") v same("A", x)
--- run kerf show --quiet rockit.mln
--- stdout
type Node
  named by formulas (1) A
predicate *link(Node, Node, double)
  observed: by the * in declarations
predicate same(Node, Node)
  hidden: by the * in declarations
formula
  !link(x, y, c) v same(x, y)
  weight: the value of c
  free: x Node, y Node, c (a number)
formula
  same(x_0, A) v same(A, x)
  weight: 1
  free: x_0 Node, x Node
--- run kerf show --quiet --dialect=kerf rockit.mln
--- stdout
type Node
  named by formulas (3) A, X, Y
predicate *link(Node, Node, double)
  observed: by the * in declarations
predicate same(Node, Node)
  hidden: by the * in declarations
formula
  !link(X, Y, c) v same(X, Y)
  weight: the value of c
  free: c (a number)
formula
  same(X, A) v same(A, x)
  weight: 1
  free: x Node
--- stderr
rockit.mln:3:10: warning: X is a constant here, used like a variable: nothing else has it
  c: !link(X, Y, c) v same(X, Y)
           ^
  hint: a variable begins with a small letter; in quotes it is a constant for sure
rockit.mln:3:13: warning: Y is a constant here, used like a variable: nothing else has it
  c: !link(X, Y, c) v same(X, Y)
              ^
  hint: a variable begins with a small letter; in quotes it is a constant for sure
--- exit 0

# pracmln's ?x: once it occurs, bare names are constants.
--- file prac.mln
is(thing, kind)
1 is(?x, cup) => is(?x, thing)
EXIST ?y (is(?y, cup)).
2 is(?x, +?k)
--- run kerf check prac.mln
--- stdout
dialect  pracmln
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  thing  0  from evidence
  kind   2  from formulas and evidence

predicates
  is(thing, kind)  not settled yet

formulas
  F1  1     line 2  !is(x, "cup") v is(x, "thing")
  F2  hard  line 3  EXIST y is(y, "cup")
  F3  2     line 4  is(x, +k)

decisions
  ?x marks variables, so bare names are constants
--- stderr
prac.mln:2:6: note: read as pracmln because of `?x`
  1 is(?x, cup) => is(?x, thing)
       ^~
  hint: --dialect=NAME overrides this
--- run kerf show --quiet --dialect=pracmln prac.mln
--- stdout
type kind
  named by formulas (2) "cup", "thing"
type thing
predicate is(thing, kind)
formula
  !is(x, "cup") v is(x, "thing")
  weight: 1
  free: x thing
formula
  EXIST y is(y, "cup")
  hard
  bound: y thing
formula
  is(x, +k)
  weight: 2
  free: x thing, k kind
--- run kerf show --quiet --dialect=kerf prac.mln
--- stdout
type kind
  named by formulas (2) "cup", "thing"
type thing
predicate is(thing, kind)
formula
  !is(x, "cup") v is(x, "thing")
  weight: 1
  free: x thing
formula
  EXIST y is(y, "cup")
  hard
  bound: y thing
formula
  is(x, +k)
  weight: 2
  free: x thing, k kind
