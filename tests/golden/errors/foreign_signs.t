# Signs and words of other languages for the connectives: the message says what to write here.
--- file m.mln
P(t)
Q(t)
1 P(x) && Q(x)
1 P(x) || Q(x)
1 P(x) -> Q(x)
1 P(x) <-> Q(x)
1 P(x) ^ x == A
1 ~P(x)
1 P(x) and Q(x)
1 P(x) or Q(x)
1 not P(x)
1 P(x) implies Q(x)
1 P(x) iff Q(x)
1 forall x. P(x)
1 exists x: P(x)
1 P(x) → Q(x)
1 P(x) ⇔ Q(x)
1 ∀x P(x)
1 P(x) xor Q(x)
1 P('Anna')
--- run kerf check --quiet m.mln
--- stderr
m.mln:3:9: error: expected a formula, found `&`
  1 P(x) && Q(x)
          ^
  hint: write ^ for and
m.mln:4:8: error: expected an operator or the end of the line, found `|`
  1 P(x) || Q(x)
         ^
  hint: write v for or
m.mln:5:9: error: expected a term, found `>`
  1 P(x) -> Q(x)
          ^
  hint: write => for implies
m.mln:6:10: error: expected a number behind the minus, found `>`
  1 P(x) <-> Q(x)
           ^
  hint: write <=> for if and only if
m.mln:7:13: error: expected a term, found `=`
  1 P(x) ^ x == A
              ^
  hint: write = between terms, <=> between formulas
m.mln:8:3: error: this character has no meaning here
  1 ~P(x)
    ^
  hint: write ! for not
m.mln:9:8: error: expected an operator or the end of the line, found `and`
  1 P(x) and Q(x)
         ^~~
  hint: write ^ for and
m.mln:10:8: error: expected an operator or the end of the line, found `or`
  1 P(x) or Q(x)
         ^~
  hint: write v for or
m.mln:11:7: error: expected an operator or the end of the line, found `P`
  1 not P(x)
        ^
  hint: write ! for not
m.mln:12:8: error: expected an operator or the end of the line, found `implies`
  1 P(x) implies Q(x)
         ^~~~~~~
  hint: write => for implies
m.mln:13:8: error: expected an operator or the end of the line, found `iff`
  1 P(x) iff Q(x)
         ^~~
  hint: write <=> for if and only if
m.mln:14:11: error: a formula must follow the variables
  1 forall x. P(x)
            ^
  hint: write FORALL x (P(x)): parentheses, and no sign behind the variables
m.mln:15:11: error: a formula must follow the variables
  1 exists x: P(x)
            ^
  hint: write EXIST x (P(x)): parentheses, and no sign behind the variables
m.mln:16:8: error: expected an operator or the end of the line, found `→`
  1 P(x) → Q(x)
         ^
  hint: write => for implies
m.mln:17:8: error: expected an operator or the end of the line, found `⇔`
  1 P(x) ⇔ Q(x)
         ^
  hint: write <=> for if and only if
m.mln:18:8: error: expected an operator or the end of the line, found `P`
  1 ∀x P(x)
       ^
  hint: write FORALL x (P(x))
m.mln:19:8: error: expected an operator or the end of the line, found `xor`
  1 P(x) xor Q(x)
         ^~~
  hint: write !(a <=> b) for either ... or
m.mln:20:5: error: this character has no meaning here
  1 P('Anna')
      ^
  hint: write double quotes around a constant
18 errors
--- exit 3

# These are understood.
--- file good.mln
P(t)
Q(t)
1 P(x) & Q(x)
1 P(x) | Q(x) | !P(y)
1 forall x P(x)
1 Exists x (P(x) ^ (Q(x) | P(x)))
2 |x : P(x) ^ Q(x)| <= 2
--- run kerf check --quiet good.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  P(t)  not settled yet
  Q(t)  not settled yet

formulas
  F1  1  line 3  P(x) ^ Q(x)
  F2  1  line 4  P(x) v Q(x) v !P(y)
  F3  1  line 5  FORALL x P(x)
  F4  1  line 6  EXIST x (P(x) ^ (Q(x) v P(x)))
  F5  2  line 7  |x : P(x) ^ Q(x)| <= 2
--- exit 0

# Prolog's signs.
--- file prolog.mln
P(t)
Q(t)
1 P(x) <- Q(x)
1 \+ P(x) v Q(x)
1 -P(x) v Q(x)
--- run kerf check --quiet prolog.mln
--- stderr
prolog.mln:3:11: error: expected a number behind the minus, found `Q`
  1 P(x) <- Q(x)
            ^
  hint: write the condition first: Q(x) => P(x)
prolog.mln:4:3: error: this character has no meaning here
  1 \+ P(x) v Q(x)
    ^
  hint: write ! for not
prolog.mln:5:4: error: expected a weight, found `P`
  1 -P(x) v Q(x)
     ^
  hint: write ! for not; a weight is a number
3 errors
--- exit 3

# Numbers and comments as others write them.
--- file numbers.mln
P(t)
Q(t)
1,5 P(x)
1 P(x) v Q(x) # as in Python
0.5 P(x) // as here
--- run kerf check --quiet numbers.mln
--- stderr
numbers.mln:3:2: error: expected a formula, found `,`
  1,5 P(x)
   ^
  hint: decimals have a point: 1.5 P(x)
numbers.mln:4:15: error: expected an operator or the end of the line, found `#`
  1 P(x) v Q(x) # as in Python
                ^
  hint: comments begin with //
2 errors
--- exit 3

# The signs of proof assistants.
--- file proof.mln
P(t)
Q(t)
1 P(x) /\ Q(x)
1 P(x) \/ Q(x)
--- run kerf check --quiet proof.mln
--- stderr
proof.mln:3:9: error: this character has no meaning here
  1 P(x) /\ Q(x)
          ^
  hint: write ^ for and
proof.mln:4:8: error: this character has no meaning here
  1 P(x) \/ Q(x)
         ^
  hint: write v for or
2 errors
--- exit 3

# Goals of Prolog: what must not hold, what is asked, and the other "or".
--- file goals.mln
P(t)
Q(t)
Q(A).
:- P(x).
?- Q(x).
Q(x) :- P(x); P(A).
--- run kerf check --quiet goals.mln
--- stderr
goals.mln:4:1: error: expected a formula, found `:-`
  :- P(x).
  ^~
  hint: for what must not hold, write !P(x).
goals.mln:5:2: error: expected a variable, found `-`
  ?- Q(x).
   ^
  hint: what is asked for stands in no model: kerf map -q P
goals.mln:6:13: error: this character has no meaning here
  Q(x) :- P(x); P(A).
              ^
  hint: write v for or
3 errors
--- exit 3

# Capital letters are constants, also where the model has nothing else.
--- file clauses.mln
Parent(person, person)
Ancestor(person, person)
Ancestor(X, Y) :- Parent(X, Y).
--- run kerf check --quiet -q Parent clauses.mln -
--- stdout
dialect  lomrf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 0 atoms of evidence

types
  person  2  from formulas and evidence

predicates
  Parent(person, person)    hidden  by --query
  Ancestor(person, person)  hidden  defined by :-

formulas
  F1  hard  line 3  !Parent(X, Y) v Ancestor(X, Y)
  F2  hard  line 3  !Ancestor(X, Y) v Parent(X, Y)
  F3  hard  line 3  !Ancestor(x1, x2) v (x1 = X ^ x2 = Y)

decisions
  Ancestor is completed: it holds only where its 1 definite clause (:-) says so
--- stderr
clauses.mln:3:10: warning: X is a constant here, used like a variable: nothing else has it
  Ancestor(X, Y) :- Parent(X, Y).
           ^
  hint: a variable begins with a small letter; in quotes it is a constant for sure
clauses.mln:3:13: warning: Y is a constant here, used like a variable: nothing else has it
  Ancestor(X, Y) :- Parent(X, Y).
              ^
  hint: a variable begins with a small letter; in quotes it is a constant for sure
--- file product.mln
P(t)
Q(t)
1.5 * P(x)
2 *Q(x)
--- run kerf check --quiet product.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  0  from evidence

predicates
  P(t)  not settled yet
  Q(t)  not settled yet

formulas
  F1.1  1.5  line 3  P(x)
  F1.2  1.5  line 3  !P(x)
  F2.1  2    line 4  Q(x)
  F2.2  2    line 4  !Q(x)
--- stderr
product.mln:3:5: warning: a star before an atom stands for both signs: P(x), and !P(x)
  1.5 * P(x)
      ^
  hint: leave it out if a product is meant: 1.5 P(x); write *P(x) if both are
