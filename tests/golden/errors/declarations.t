# Declarations that do not read.
--- file m.mln
P(person) person
Q(person,
R(person!, )
S(person x y)
***T(person)
f = {A, (B)}
g = {A, -B}
h = {1, 3, ..., 10}
i = {..., 10}
j = {10, ..., 1}
k = {1, ..., A}
l = {1, ..., 3, 4}
m = {1, ..., 
person f(person x
n = {A} B
--- run kerf check --quiet m.mln
--- stderr
m.mln:1:11: error: expected an operator or the end of the line, found `person`
  P(person) person
            ^~~~~~
m.mln:3:9: error: expected `,` or `)`, found `!`
  R(person!, )
          ^
m.mln:4:10: error: expected `,` or `)`, found `x`
  S(person x y)
           ^
  hint: commas stand between arguments; quote a constant of several words
m.mln:5:1: error: more than two stars before a predicate
  ***T(person)
  ^
m.mln:6:9: error: expected a constant or }, found `(`
  f = {A, (B)}
          ^
m.mln:7:10: error: expected a number behind the minus, found `B`
  g = {A, -B}
           ^
m.mln:8:12: error: a range counts up by one from an integer
  h = {1, 3, ..., 10}
             ^~~
  hint: write {1, ..., 10}
m.mln:9:6: error: a range goes from an integer to one that is not smaller
  i = {..., 10}
       ^~~
  hint: write {1, ..., 10}
m.mln:10:10: error: a range goes from an integer to one that is not smaller
  j = {10, ..., 1}
           ^~~
  hint: write {1, ..., 10}
m.mln:11:9: error: a range goes from an integer to one that is not smaller
  k = {1, ..., A}
          ^~~
  hint: write {1, ..., 10}
m.mln:12:15: error: expected } behind the range, found `,`
  l = {1, ..., 3, 4}
                ^
m.mln:13:9: error: a range goes from an integer to one that is not smaller
  m = {1, ..., 
          ^~~
  hint: write {1, ..., 10}
m.mln:15:9: error: expected the end of the declaration, found `B`
  n = {A} B
          ^
13 errors
--- exit 3

# Declarations that contradict each other, or ask for what there is not.
--- file n.mln
person = {Anna}
P(person)
P(person, person)
*P(person)
person f(person)
person f(person, person)
person P(thing)
Q(float_, person)
R(person, double!)
person g(person!)
person h(float)
W(a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a)
a w(a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a)
time = {1, ..., 5000000000}
--- run kerf check --quiet n.mln
--- stderr
n.mln:14:1: error: a range of more than 10000000 constants
  time = {1, ..., 5000000000}
  ^~~~
  hint: list the constants that occur, or let evidence name them
n.mln:4:2: error: P was declared differently at n.mln:2
  *P(person)
   ^
  hint: remove one of the two declarations
n.mln:8:3: error: a number can only be the last argument of a predicate
  Q(float_, person)
    ^~~~~~
  hint: put the number at the end of a predicate
n.mln:9:11: error: a number can only be the last argument of a predicate
  R(person, double!)
            ^~~~~~
  hint: put the number at the end of a predicate
n.mln:12:1: error: more than 32 arguments
  W(a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,...
  ^
n.mln:6:8: error: function f was declared differently at n.mln:5
  person f(person, person)
         ^
  hint: remove one of the two declarations
n.mln:7:8: error: P is already a predicate, declared at n.mln:2
  person P(thing)
         ^
  hint: rename one of them; a word before P(x) declares a function, and a hard formula ends with a dot
n.mln:10:10: error: a function's argument takes no mark
  person g(person!)
           ^~~~~~
n.mln:11:10: error: a number can only be the last argument of a predicate
  person h(float)
           ^~~~~
  hint: put the number at the end of a predicate
n.mln:13:3: error: more than 31 arguments
  a w(a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a)
    ^
n.mln:3:1: error: P takes 1 argument, 2 given
  P(person, person)
  ^~~~~~~~~~~~~~~~~
  hint: declared at n.mln:2
11 errors
--- exit 3

# Saying the same twice is fine; listing a type twice is worth a warning.
--- file twice.mln
person = {Anna}
person = {Bob, Anna}
P(person)
P(person)
1 P(x)
--- run kerf check --quiet twice.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  person  2  listed

predicates
  P(person)  not settled yet

formulas
  F1  1  line 5  P(x)
--- stderr
twice.mln:2:1: warning: type person was already listed at twice.mln:1; both lists are used
  person = {Bob, Anna}
  ^~~~~~
