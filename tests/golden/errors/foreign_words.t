# Words, weights and comments as others write them: the message says what to write here.
--- file m.mln
P(t)
Q(t)
R(t, t)
1 forall x, P(x)
1 exists x, y R(x, y)
1 all x P(x)
1 every x P(x)
1 some x P(x)
1 if P(x) then Q(x)
1 P(x) then Q(x)
1 P(x) if Q(x)
1 P(x) => Q(x) :: 0.4
1: P(x)
P(x) : 1
P(x) => Q(x) 1.5
weight 1 P(x)
# a comment
% a comment
-- a comment
--- run kerf check --quiet m.mln
--- stderr
m.mln:4:13: error: a predicate stands where a variable should
  1 forall x, P(x)
              ^
  hint: write FORALL x (P(x)): parentheses, and no comma before them
m.mln:6:7: error: expected an operator or the end of the line, found `x`
  1 all x P(x)
        ^
  hint: write FORALL x (P(x))
m.mln:7:9: error: expected an operator or the end of the line, found `x`
  1 every x P(x)
          ^
  hint: write FORALL x (P(x))
m.mln:8:8: error: expected an operator or the end of the line, found `x`
  1 some x P(x)
         ^
  hint: write EXIST x (P(x))
m.mln:9:6: error: expected an operator or the end of the line, found `P`
  1 if P(x) then Q(x)
       ^
  hint: write => for implies
m.mln:10:8: error: expected an operator or the end of the line, found `then`
  1 P(x) then Q(x)
         ^~~~
  hint: write => for implies
m.mln:11:8: error: expected an operator or the end of the line, found `if`
  1 P(x) if Q(x)
         ^~
  hint: write the condition first: Q(x) => P(x)
m.mln:12:16: error: expected an operator or the end of the line, found `:`
  1 P(x) => Q(x) :: 0.4
                 ^
  hint: a weight is a number before its formula: 1.5 P(x)
m.mln:13:2: error: expected a formula, found `:`
  1: P(x)
   ^
  hint: a weight is a number before its formula: 1.5 P(x)
m.mln:14:6: error: expected an operator or the end of the line, found `:`
  P(x) : 1
       ^
  hint: a weight is a number before its formula: 1.5 P(x)
m.mln:15:14: error: expected an operator or the end of the line, found `1.5`
  P(x) => Q(x) 1.5
               ^~~
  hint: a weight is a number before its formula: 1.5 P(x)
m.mln:16:8: error: expected an operator or the end of the line, found `1`
  weight 1 P(x)
         ^
  hint: a weight is a number before its formula: 1.5 P(x)
m.mln:17:3: error: unknown directive `#a`
  # a comment
    ^
  hint: comments begin with //
m.mln:18:1: error: expected a formula, found `%`
  % a comment
  ^
  hint: comments begin with //
m.mln:19:1: error: expected a formula, found `--`
  -- a comment
  ^~
  hint: comments begin with //
15 errors
--- exit 3
--- file words.mln
P(t)
Q(t)
1 not(P(x))
1 and(P(x), Q(x))
1 OR(P(x), Q(x))
--- run kerf check --quiet words.mln
--- stderr
words.mln:3:3: error: predicate not is not declared
  1 not(P(x))
    ^~~~~~~~~
  hint: write ! for not
words.mln:4:3: error: predicate and is not declared
  1 and(P(x), Q(x))
    ^~~~~~~~~~~~~~~
  hint: write ^ for and
words.mln:5:3: error: predicate OR is not declared
  1 OR(P(x), Q(x))
    ^~~~~~~~~~~~~~
  hint: write v for OR
3 errors
--- exit 3
# Atoms as arguments, of forks of Alchemy.
--- file second.mln
person = {Alice, Bob}
Thinks(person, $)
Smokes(person)
Smokes(a) => Thinks(a, $Smokes(a)).
--- run kerf check --quiet second.mln
--- stderr
second.mln:2:16: error: this character has no meaning here
  Thinks(person, $)
                 ^
  hint: a weight has a name ($w = 1.5); atoms as arguments are not supported
second.mln:4:24: error: expected a term, found `$Smokes`
  Smokes(a) => Thinks(a, $Smokes(a)).
                         ^~~~~~~
  hint: atoms as arguments ($P(x)) are not supported: give them a predicate of their own
2 errors
--- exit 3
