# Something else stands where a part of a statement should.
--- file m.mln
P(person)
Q(person, person)
1 P(x
1 P(x) v
1 (P(x) ^ P(y)
1 (P(x) P(y))
1 [P(x) ^ P(y)
1 [P(x) P(y)]
1 P(x,)
1 P(x y)
1 P(x) P(y)
1 P(-a)
1 P(+3)
1 P(?)
1 P(!x)
1 *3
1 !*P = 3
1 !*3
1 P(+f(x))
1 Q(x, (y z))
@ P(x)
--- run kerf check --quiet m.mln
--- stderr
m.mln:3:4: error: this parenthesis is not closed
  1 P(x
     ^
m.mln:5:1: error: a term stands where a formula should
  1 (P(x) ^ P(y)
  ^
  hint: is the line before complete? It ends where a formula must follow
m.mln:6:9: error: expected an operator or `)`, found `P`
  1 (P(x) P(y))
          ^
  hint: join formulas by ^ v => <=>, or give each a line of its own
m.mln:7:3: error: this parenthesis is not closed
  1 [P(x) ^ P(y)
    ^
m.mln:8:9: error: expected an operator or `]`, found `P`
  1 [P(x) P(y)]
          ^
  hint: join formulas by ^ v => <=>, or give each a line of its own
m.mln:9:7: error: expected a term, found `)`
  1 P(x,)
        ^
m.mln:10:7: error: expected `,` or `)`, found `y`
  1 P(x y)
        ^
  hint: commas stand between arguments; quote a constant of several words
m.mln:11:8: error: expected an operator or the end of the line, found `P`
  1 P(x) P(y)
         ^
  hint: join formulas by ^ v => <=>, or give each a line of its own
m.mln:12:6: error: expected a number behind the minus, found `a`
  1 P(-a)
       ^
m.mln:13:6: error: expected a variable, found `3`
  1 P(+3)
       ^
m.mln:14:6: error: expected a variable, found `)`
  1 P(?)
       ^
m.mln:15:5: error: `!` cannot stand before a term
  1 P(!x)
      ^
  hint: negate the atom: !P(x); or mark a type in a declaration: P(t!)
m.mln:16:1: error: a term stands where a formula should
  1 *3
  ^~~~
  hint: compare it with another term, or make it an atom
m.mln:17:4: error: a star stands before an atom only
  1 !*P = 3
     ^
m.mln:18:5: error: expected an atom behind the star, found `3`
  1 !*3
      ^
m.mln:19:5: error: `+` stands before a variable only
  1 P(+f(x))
      ^
m.mln:20:11: error: expected `)`, found `z`
  1 Q(x, (y z))
            ^
m.mln:21:3: error: expected a weight, found `P`
  @ P(x)
    ^
18 errors
--- exit 3

--- file n.mln
P(person)
1 EXIST 3 P(x)
1 EXIST x, P(x)
1 FORALL x
1 P(x) => 
1 3
1 x + 1
1 (3) ^ P(x)
1 x < y < z
1 + P(x)
1 
=> P(x)
)
1 P(x) )
--- run kerf check --quiet n.mln
--- stderr
n.mln:2:9: error: expected an operator or the end of the line, found `3`
  1 EXIST 3 P(x)
          ^
n.mln:3:12: error: a predicate stands where a variable should
  1 EXIST x, P(x)
             ^
  hint: write EXIST x (P(x)): parentheses, and no comma before them
n.mln:5:1: error: a term stands where a formula should
  1 P(x) => 
  ^
  hint: is the line before complete? It ends where a formula must follow
n.mln:6:3: error: this formula has two weights
  1 3
    ^
  hint: remove one of them
n.mln:7:3: error: a term stands where a formula should
  1 x + 1
    ^~~~~
  hint: compare it with another term, or make it an atom
n.mln:8:3: error: a term stands where a formula should
  1 (3) ^ P(x)
    ^~~
  hint: compare it with another term, or make it an atom
n.mln:9:9: error: comparisons cannot be chained
  1 x < y < z
          ^
  hint: write x < y ^ y < z
n.mln:10:1: error: a term stands where a formula should
  1 + P(x)
  ^~~~~~~~
  hint: compare it with another term, or make it an atom
n.mln:12:1: error: expected a formula, found `=>`
  => P(x)
  ^~
n.mln:13:1: error: expected a formula, found `)`
  )
  ^
  hint: no parenthesis is open here
n.mln:14:8: error: expected an operator or the end of the line, found `)`
  1 P(x) )
         ^
  hint: no parenthesis is open here
11 errors
--- exit 3

--- file end.mln
P(person)
1 P(x) ^
--- run kerf check --quiet end.mln
--- stderr
end.mln:2:9: error: the text ends where a formula should stand
  1 P(x) ^
          ^
1 error
--- exit 3

--- file end2.mln
P(person)
1 Q(x, 
--- run kerf check --quiet end2.mln
--- stderr
end2.mln:2:7: error: the text ends where a term should stand
  1 Q(x, 
        ^
1 error
--- exit 3
