# What newcomers write in models, each with what to write here.
--- file x.mln
Friends(person, person)
Smokes(person)
Smokes(x) => Smokes(y), 1.5
--- run kerf check --quiet x.mln
--- stderr
x.mln:3:25: error: a term stands where a formula should
  Smokes(x) => Smokes(y), 1.5
                          ^~~
  hint: a weight is a number before its formula: 1.5 P(x)
1 error
--- exit 3
--- file x.mln
Friends(person, person)
Smokes(person)
1.5, Smokes(x)
--- run kerf check --quiet x.mln
--- stderr
x.mln:3:4: error: expected a formula, found `,`
  1.5, Smokes(x)
     ^
  hint: a weight is a number before its formula: 1.5 P(x)
1 error
--- exit 3
--- file x.mln
Friends(person, person)
Smokes(person)
1.5 | Smokes(x)
--- run kerf check --quiet x.mln
--- stderr
x.mln:3:13: error: expected `,`, `:` or `|`, found `(`
  1.5 | Smokes(x)
              ^
  hint: |x : P(x)| >= 3 is a count
1 error
--- exit 3
--- file x.mln
Friends(person, person)
Smokes(person)
w=1.5 Smokes(x)
--- run kerf check --quiet x.mln
--- stderr
x.mln:3:7: error: expected an operator or the end of the line, found `Smokes`
  w=1.5 Smokes(x)
        ^~~~~~
  hint: a weight is a number before its formula: 1.5 P(x)
1 error
--- exit 3
--- file x.mln
Friends(person, person)
Smokes(person)
<1.5> Smokes(x)
--- run kerf check --quiet x.mln
--- stderr
x.mln:3:5: error: comparisons cannot be chained
  <1.5> Smokes(x)
      ^
  hint: write x < y ^ y < z
1 error
--- exit 3
--- file x.mln
Friends(person, person)
Smokes(person)
[1.5] Smokes(x)
--- run kerf check --quiet x.mln
--- stderr
x.mln:3:1: error: a term stands where a formula should
  [1.5] Smokes(x)
  ^~~~~
  hint: a weight is a number before its formula: 1.5 P(x)
1 error
--- exit 3
--- file x.mln
Friends(person, person)
Smokes(person)
1.5 Smokes(x)) ^ Smokes(y)
--- run kerf check --quiet x.mln
--- stderr
x.mln:3:14: error: expected an operator or the end of the line, found `)`
  1.5 Smokes(x)) ^ Smokes(y)
               ^
  hint: no parenthesis is open here
1 error
--- exit 3
--- file x.mln
Friends(person, person)
Smokes(person)
1.5 Smokes x
--- run kerf check --quiet x.mln
--- stderr
x.mln:3:12: error: expected an operator or the end of the line, found `x`
  1.5 Smokes x
             ^
  hint: arguments stand in parentheses: P(x)
1 error
--- exit 3
--- file x.mln
Friends(person, person)
Smokes(person)
1.5 Smokes[x]
--- run kerf check --quiet x.mln
--- stderr
x.mln:3:11: error: expected an operator or the end of the line, found `[`
  1.5 Smokes[x]
            ^
  hint: arguments stand in parentheses: P(x)
1 error
--- exit 3
--- file x.mln
Friends(person, person)
Smokes(person)
; a comment
1 Smokes(x)
--- run kerf check --quiet x.mln
--- stderr
x.mln:3:1: error: this character has no meaning here
  ; a comment
  ^
  hint: comments begin with //
1 error
--- exit 3
--- file x.mln
Friends(person, person)
Smokes(person)
1 Smokes(x) % comment
--- run kerf check --quiet x.mln
--- stderr
x.mln:3:3: error: a term stands where a formula should
  1 Smokes(x) % comment
    ^~~~~~~~~~~~~~~~~~~
  hint: comments begin with //
1 error
--- exit 3
--- file x.mln
predicate Smokes(person)
1 Smokes(x)
--- run kerf check --quiet x.mln
--- stderr
x.mln:2:3: error: predicate Smokes is not declared
  1 Smokes(x)
    ^~~~~~~~~
  hint: x.mln:1 declares a function; for a predicate, leave out the word before its name
1 error
--- exit 3
--- file x.mln
Friends(person, person)
Smokes(person)
hard Smokes(x)
--- run kerf check --quiet x.mln
--- stderr
x.mln:3:6: error: Smokes is already a predicate, declared at x.mln:2
  hard Smokes(x)
       ^~~~~~
  hint: rename one of them; a word before P(x) declares a function, and a hard formula ends with a dot
1 error
--- exit 3
--- file x.mln
type person
Friends(person, person)
Smokes(person)
--- run kerf check --quiet x.mln
--- stderr
x.mln:1:6: error: expected an operator or the end of the line, found `person`
  type person
       ^~~~~~
  hint: types need no declaration; person = {Anna, Bob} lists constants
1 error
--- exit 3
--- file x.mln
person: {Anna, Bob}
Friends(person, person)
Smokes(person)
--- run kerf check --quiet x.mln
--- stderr
x.mln:1:9: error: expected a formula, found `{`
  person: {Anna, Bob}
          ^
  hint: person = {Anna, Bob} lists the constants of a type
1 error
--- exit 3
--- file x.mln
person = [Anna, Bob]
Friends(person, person)
Smokes(person)
--- run kerf check --quiet x.mln
--- stderr
x.mln:1:10: error: brackets stand around whole arguments and formulas only
  person = [Anna, Bob]
           ^
  hint: person = {Anna, Bob} lists the constants of a type
1 error
--- exit 3
--- file x.mln
person = (Anna, Bob)
Friends(person, person)
Smokes(person)
--- run kerf check --quiet x.mln
--- stderr
x.mln:1:15: error: expected `)`, found `,`
  person = (Anna, Bob)
                ^
  hint: person = {Anna, Bob} lists the constants of a type
1 error
--- exit 3
--- file x.mln
person = {Anna; Bob}
Friends(person, person)
Smokes(person)
--- run kerf check --quiet x.mln
--- stderr
x.mln:1:15: error: this character has no meaning here
  person = {Anna; Bob}
                ^
  hint: a statement ends with its line; commas are between constants
1 error
--- exit 3
--- file x.mln
time = {1..10}
--- run kerf check --quiet x.mln
--- stderr
x.mln:1:10: error: expected a constant or }, found `.`
  time = {1..10}
           ^
  hint: write {1, ..., 10} for a range
1 error
--- exit 3
--- file x.mln
time = {1-10}
--- run kerf check --quiet x.mln
--- stderr
x.mln:1:10: error: a minus stands behind a constant
  time = {1-10}
           ^
  hint: write {1, ..., 10} for a range; a constant with a hyphen is quoted
1 error
--- exit 3
--- file x.mln
time = 1..10
--- run kerf check --quiet x.mln
--- stderr
x.mln:1:10: error: expected a formula, found `.`
  time = 1..10
           ^
  hint: write {1, ..., 10} for a range
1 error
--- exit 3
--- file x.mln
time = {2001-05}
--- run kerf check --quiet x.mln
--- stderr
x.mln:1:13: error: a minus stands behind a constant
  time = {2001-05}
              ^
  hint: write {1, ..., 10} for a range; a constant with a hyphen is quoted
1 error
--- exit 3
--- file x.mln
time = {1, -1}
t2 = {1 -1}
--- run kerf check --quiet x.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  time  2  listed
  t2    2  listed
--- file x.mln
Smokes(x: person)
--- run kerf check --quiet x.mln
--- stderr
x.mln:1:9: error: expected `,` or `)`, found `:`
  Smokes(x: person)
          ^
  hint: a declaration is a name with types: P(person, person)
1 error
--- exit 3
--- file x.mln
Friends(person, person)
Smokes(person)
1 Smokes(http://a)
--- run kerf check --quiet x.mln
--- stderr
x.mln:3:14: error: expected `,` or `)`, found `:`
  1 Smokes(http://a)
               ^
  hint: put a constant with other signs into quotes: "http://a.org"
1 error
--- exit 3
--- file x.mln
{"predicates": []}
--- run kerf check --quiet x.mln
--- stderr
x.mln:1:1: error: expected a formula, found `{`
  {"predicates": []}
  ^
  hint: a model has lines such as 1.5 P(x) => Q(x)
1 error
--- exit 3
--- file x.mln
import pracmln
--- run kerf check --quiet x.mln
--- stderr
x.mln:1:8: error: expected an operator or the end of the line, found `pracmln`
  import pracmln
         ^~~~~~~
  hint: write #include "file.mln"
1 error
--- exit 3
--- file x.mln
Friends(person, person)
Smokes(person)
include "nope.mln"
--- run kerf check --quiet x.mln
--- stderr
x.mln:3:9: error: expected an operator or the end of the line, found `"nope.mln"`
  include "nope.mln"
          ^~~~~~~~~~
  hint: write #include "file.mln"
1 error
--- exit 3
--- file x.mln
Friends(person, person)
Smokes(person)
import nope.mln
--- run kerf check --quiet x.mln
--- stderr
x.mln:3:8: error: expected an operator or the end of the line, found `nope`
  import nope.mln
         ^~~~
  hint: write #include "file.mln"
1 error
--- exit 3
--- file x.mln
<html>
--- run kerf check --quiet x.mln
--- stderr
x.mln:1:1: error: expected a formula, found `<`
  <html>
  ^
  hint: a model has lines such as 1.5 P(x) => Q(x)
1 error
--- exit 3
--- file x.mln
Friends(person, person)
Smokes(person)
1e999 Smokes(x)
--- run kerf check --quiet x.mln
--- stderr
x.mln:3:1: error: this number is out of range
  1e999 Smokes(x)
  ^~~~~
  hint: a hard formula ends with a dot
1 error
--- exit 3
--- file x.mln
Friends(person, person)
Smokes(person)
?Smokes(x)
--- run kerf check --quiet x.mln
--- stderr
x.mln:3:1: error: `?` stands before a variable only
  ?Smokes(x)
  ^
  hint: ?P(A), an atom that is not known, is evidence
1 error
--- exit 3
--- file x.mln
Friends(person, person)
Smokes(person)
1 Friends(x,y) ^ x \= y
--- run kerf check --quiet x.mln
--- stderr
x.mln:3:20: error: this character has no meaning here
  1 Friends(x,y) ^ x \= y
                     ^
  hint: write !=
1 error
--- exit 3
--- file x.mln
Friends(person, person)
Smokes(person)
1 Friends(x,y) ^ x is not y
--- run kerf check --quiet x.mln
--- stderr
x.mln:3:20: error: expected an operator or the end of the line, found `is`
  1 Friends(x,y) ^ x is not y
                     ^~
  hint: write = or !=
1 error
--- exit 3
--- file x.mln
Friends(person, person)
Smokes(person)
1 Friends(x,y) ^ not(x = y)
--- run kerf check --quiet x.mln
--- stderr
x.mln:3:24: error: expected `,` or `)`, found `=`
  1 Friends(x,y) ^ not(x = y)
                         ^
  hint: write ! for not
1 error
--- exit 3
--- file x.mln
Friends(person, person)
Smokes(person)
1 count(y : Friends(x,y)) > 3
--- run kerf check --quiet x.mln
--- stderr
x.mln:3:11: error: expected `,` or `)`, found `:`
  1 count(y : Friends(x,y)) > 3
            ^
  hint: |x : P(x)| >= 3 is a count
1 error
--- exit 3
--- file x.mln
Friends(person, person)
Smokes(person)
1 |Smokes(x)| > 3
--- run kerf check --quiet x.mln
--- stderr
x.mln:3:10: error: expected `,`, `:` or `|`, found `(`
  1 |Smokes(x)| > 3
           ^
  hint: |x : P(x)| >= 3 is a count
1 error
--- exit 3
--- file x.mln
#domains
d={0,1}
(Smokes(x)) ::0.5
--- run kerf check --quiet x.mln
--- stderr
x.mln:1:2: error: unknown directive `#domains`
  #domains
   ^~~~~~~
  hint: comments begin with //; known are #include "file" and pracmln's #unique{+a, +b}, #fixweight, #fuzzy, #group
x.mln:3:13: error: expected an operator or the end of the line, found `:`
  (Smokes(x)) ::0.5
              ^
  hint: a weight is a number before its formula: 1.5 P(x)
2 errors
--- exit 3
--- file x.mln
person = Anna, Bob
Friends(person, person)
Smokes(person)
--- run kerf check --quiet x.mln
--- stderr
x.mln:1:16: error: predicate Bob is not declared
  person = Anna, Bob
                 ^~~
  hint: declare it: Bob()
1 error
--- exit 3
--- file x.mln
Friends(person, person)
Smokes(person)
1 Smokes(Anna) ^ Friends(Anna Bob)
--- run kerf check --quiet x.mln
--- stderr
x.mln:3:31: error: expected `,` or `)`, found `Bob`
  1 Smokes(Anna) ^ Friends(Anna Bob)
                                ^~~
  hint: commas stand between arguments; quote a constant of several words
1 error
--- exit 3
--- file x.mln
Friends(person, person)
Smokes(person)
0.7 Smokes(x) => 
 Smokes(y
--- run kerf check --quiet x.mln
--- stderr
x.mln:4:8: error: this parenthesis is not closed
   Smokes(y
         ^
1 error
--- exit 3

# Words before declarations.
--- file words.mln
predicate Smokes/1
declare Smokes(person)
query Smokes
Friends(person, person)
--- run kerf check --quiet words.mln
--- stderr
words.mln:1:11: error: expected an operator or the end of the line, found `Smokes`
  predicate Smokes/1
            ^~~~~~
  hint: a declaration is a name with types: Friends(person, person)
words.mln:3:7: error: expected an operator or the end of the line, found `Smokes`
  query Smokes
        ^~~~~~
  hint: -q NAMES says what is hidden, and * before a declaration what is not
2 errors
--- exit 3
