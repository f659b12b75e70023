# Cardinalities and acyclicity: syntax.
--- file m.mln
Teaches(person, course)
|y : Teaches(x,y)| != 2.
|y : Teaches(x,y)| <= -1.
|y : Teaches(x,y)| <= 1.5.
|y : Teaches(x,y)| <= 5000000000.
|y : Teaches(x,y)| < 0.
|y : Teaches(x,y)|.
|y : Teaches(x,y) <= 2.
|y Teaches(x,y)| <= 2.
|3 : Teaches(x,y)| <= 2.
1 acyclic Teaches
count(Teaches(x,y) | 3) = 1
count(Teaches(x,y) | x = 1
--- run kerf check --quiet m.mln
--- stderr
m.mln:2:20: error: a count cannot be compared by !=
  |y : Teaches(x,y)| != 2.
                     ^~
m.mln:3:24: error: a count is compared with an integer from 0 to 4294967295
  |y : Teaches(x,y)| <= -1.
                         ^
m.mln:4:23: error: a count is compared with an integer from 0 to 4294967295
  |y : Teaches(x,y)| <= 1.5.
                        ^~~
m.mln:5:23: error: a count is compared with an integer from 0 to 4294967295
  |y : Teaches(x,y)| <= 5000000000.
                        ^~~~~~~~~~
m.mln:6:20: error: no count is smaller than 0
  |y : Teaches(x,y)| < 0.
                     ^
m.mln:7:19: error: expected <=, >= or = and a number, found `.`
  |y : Teaches(x,y)|.
                    ^
m.mln:8:23: error: expected an operator or `|`, found `.`
  |y : Teaches(x,y) <= 2.
                        ^
m.mln:9:4: error: expected `,`, `:` or `|`, found `Teaches`
  |y Teaches(x,y)| <= 2.
     ^~~~~~~
m.mln:10:2: error: expected a variable, found `3`
  |3 : Teaches(x,y)| <= 2.
   ^
m.mln:11:11: error: acyclicity is always hard
  1 acyclic Teaches
            ^~~~~~~
  hint: remove the weight
m.mln:12:22: error: expected a variable, found `3`
  count(Teaches(x,y) | 3) = 1
                       ^
m.mln:13:24: error: expected `,` or `)`, found `=`
  count(Teaches(x,y) | x = 1
                         ^
12 errors
--- exit 3

# ... and meaning.
--- file n.mln
Teaches(person, course)
Open(course)
Prefers(course, course, float_)
|z : Teaches(x,y)| <= 2.
|y : Teaches(x,y) v Open(y)| <= 2.
|y| Open(y) ^ Teaches(x,y) <= 2
1 |y : Teaches(x,+y)| <= 2
count(Teaches(x,y) | x, y) = 1
acyclic Teaches.
acyclic Prefers.
acyclic Unknown.
--- run kerf check --quiet --dialect=kerf n.mln
--- stderr
n.mln:4:2: error: variable z does not occur in what is counted
  |z : Teaches(x,y)| <= 2.
   ^
n.mln:5:6: error: what is counted must be a conjunction of literals
  |y : Teaches(x,y) v Open(y)| <= 2.
       ^~~~~~~~~~~~~~~~~~~~~~
n.mln:6:5: error: what is counted must be a clause of literals
  |y| Open(y) ^ Teaches(x,y) <= 2
      ^~~~~~~~~~~~~~~~~~~~~~
n.mln:7:3: error: a counted variable cannot be a parameter
  1 |y : Teaches(x,+y)| <= 2
    ^~~~~~~~~~~~~~~~~~~~~~~~
n.mln:8:1: error: no variable is left to be counted
  count(Teaches(x,y) | x, y) = 1
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
n.mln:9:9: error: acyclic needs a predicate with two arguments of one type
  acyclic Teaches.
          ^~~~~~~
n.mln:10:9: error: acyclic needs a predicate with two arguments of one type
  acyclic Prefers.
          ^~~~~~~
n.mln:11:9: error: predicate Unknown is not declared
  acyclic Unknown.
          ^~~~~~~
  hint: declare it first
8 errors
--- exit 3

# What is counted, or kept acyclic, must be hidden.
--- file o.mln
*Open(course)
*Before(course, course)
Teaches(person, course)
|y : Open(y)| <= 2.
acyclic Before.
--- file o.db
Open(C1)
--- run kerf check --quiet o.mln o.db
--- stderr
o.mln:4:1: warning: nothing hidden is counted here; the evidence alone decides it
  |y : Open(y)| <= 2.
  ^~~~~~~~~~~~~~~~~~
o.mln:5:9: error: Before is observed; only a hidden predicate can be kept acyclic
  acyclic Before.
          ^~~~~~
  hint: -q NAMES says which predicates are hidden
1 error, 1 warning
--- exit 3
