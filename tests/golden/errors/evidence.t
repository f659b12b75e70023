# Evidence that does not read.
--- file m.mln
Smokes(person)
Friends(person, person)
Age(person, float_)
person father(person)
1 Smokes(x)
--- file e.db
Smokes(Anna
Smokes(Anna,
Smokes()
Smokes(Anna Bob)
Smokes(father(Anna))
Smokes((Anna))
Smokes(,)
Smokes("Anna)
Smokes("a\qb")
Smokes("\u12")
Smokes("\u0000")
Smokes("\ud800 x")
Smokes("\udc00")
!3
? 
= Anna
"Anna"
--- run kerf check --quiet --dialect=kerf m.mln e.db
--- stderr
e.db:1:12: error: the line ends where , or ) is expected
  Smokes(Anna
             ^
  hint: an atom must be on one line
e.db:2:13: error: the line ends where an argument or ) is expected
  Smokes(Anna,
              ^
  hint: an atom must be on one line
e.db:3:1: error: Smokes takes 1 argument, 0 are given
  Smokes()
  ^~~~~~
  hint: declared at m.mln:1
e.db:4:13: error: , or ) is expected, not "B"
  Smokes(Anna Bob)
              ^
  hint: quote a constant that is not one word: "New York"
e.db:5:14: error: a function cannot stand in an argument
  Smokes(father(Anna))
               ^
  hint: give its value: A = f(B)
e.db:6:8: error: a function cannot stand in an argument
  Smokes((Anna))
         ^
  hint: give its value: A = f(B)
e.db:7:8: error: an argument is expected, not ","
  Smokes(,)
         ^
e.db:8:8: error: this string has no end
  Smokes("Anna)
         ^~~~~~
  hint: close it with " on the same line
e.db:9:10: error: there is no such escape; known are \n \t \r \" \\ \uXXXX
  Smokes("a\qb")
           ^~
  hint: write \\ for a backslash
e.db:10:9: error: \u takes four hexadecimal digits
  Smokes("\u12")
          ^~
e.db:11:9: error: a constant cannot hold \u0000
  Smokes("\u0000")
          ^~~~~~
e.db:12:9: error: \ud800 is half of a pair and the other half is missing
  Smokes("\ud800 x")
          ^~~~~~
e.db:13:9: error: \udc00 is half of a pair and the other half is missing
  Smokes("\udc00")
          ^~~~~~
e.db:14:2: error: an atom is expected, not "3"
  !3
   ^
e.db:15:3: error: the line ends where an atom is expected
  ? 
    ^
e.db:16:1: error: an atom is expected, not "="
  = Anna
  ^
  hint: formulas belong to the model; evidence lists atoms
e.db:17:1: error: an atom is expected, not a string
  "Anna"
  ^~~~~~
17 errors
--- exit 3

--- file f.db
Smokes(Anna), Smokes(Bob)
Smokes(Anna); Smokes(Bob)
1.5 Smokes(Anna)
Smokes(Anna) -0.1
Smokes(Anna) nan
0.5 0.7 Smokes(Anna)
Smokes(Anna) 0.5 0.7
?Smokes(Anna) 0.5
0.5 ?Smokes(Anna)
0.5 Anna = father(Bob)
!Anna = father(Bob)
father(Anna) = father(Bob)
Anna = 
Smokes(Anna) >> world
a-b/c
#comment
)
--- run kerf check --quiet --dialect=kerf m.mln f.db
--- stderr
f.db:1:13: error: an atom is expected, not ","
  Smokes(Anna), Smokes(Bob)
              ^
  hint: separate atoms by blanks
f.db:2:13: error: an atom is expected, not ";"
  Smokes(Anna); Smokes(Bob)
              ^
  hint: separate atoms by blanks
f.db:3:1: error: 1.5 is not between 0 and 1
  1.5 Smokes(Anna)
  ^~~
  hint: a number before or after an atom is its probability
f.db:4:14: error: -0.1 is not between 0 and 1
  Smokes(Anna) -0.1
               ^~~~
  hint: a number before or after an atom is its probability
f.db:5:14: error: predicate nan is not declared
  Smokes(Anna) nan
               ^~~
  hint: a probability is a number from 0 to 1
f.db:6:5: error: an atom is expected, not "0"
  0.5 0.7 Smokes(Anna)
      ^
f.db:7:18: error: this number belongs to no atom
  Smokes(Anna) 0.5 0.7
                   ^~~
  hint: write 0.7 P(A) or P(A) 0.7
f.db:8:15: error: an unknown atom cannot have a probability
  ?Smokes(Anna) 0.5
                ^~~
f.db:9:5: error: an unknown atom cannot have a probability
  0.5 ?Smokes(Anna)
      ^
f.db:10:10: error: a mapping cannot have a probability
  0.5 Anna = father(Bob)
           ^
f.db:11:7: error: a mapping cannot be negated or unknown
  !Anna = father(Bob)
        ^
f.db:12:22: error: there is a function on both sides
  father(Anna) = father(Bob)
                       ^
  hint: give its value: A = f(B)
f.db:13:8: error: the line ends where a function is expected
  Anna = 
         ^
f.db:14:14: error: a new world must start on a line of its own
  Smokes(Anna) >> world
               ^~
f.db:15:1: error: an atom is expected, not "a-b/c"
  a-b/c
  ^~~~~
f.db:16:1: error: an atom is expected, not "#"
  #comment
  ^
  hint: comments begin with //
f.db:17:1: error: an atom is expected, not ")"
  )
  ^
f.db:7:1: error: Smokes(Anna) has probability 0.5 here but is true at f.db:1
  Smokes(Anna) 0.5 0.7
  ^
18 errors
--- exit 3

--- file g.db
Smoks(Anna)
Smoks(Bob)
father(Anna)
Anna = fathre(Bob)
Anna = Smokes(Bob)
Unheard(Of)
Smokes(Anna, Bob)
Friends(Anna)
Anna = father(Bob, Carl)
Age(Anna, old)
Age(Anna, 1e999)
0.5 Age(Anna, 3)
/* never closed
--- run kerf check --quiet --dialect=kerf m.mln g.db
--- stderr
g.db:1:1: error: predicate Smoks is not declared
  Smoks(Anna)
  ^~~~~
  hint: did you mean Smokes?
g.db:3:1: error: predicate father is not declared
  father(Anna)
  ^~~~~~
  hint: it is a function: write A = f(B)
g.db:4:8: error: function fathre is not declared
  Anna = fathre(Bob)
         ^~~~~~
  hint: did you mean father?
g.db:5:8: error: function Smokes is not declared
  Anna = Smokes(Bob)
         ^~~~~~
  hint: it is a predicate: write P(A) where it is true, !P(A) where it is false, 0.7 P(A)
g.db:6:1: error: predicate Unheard is not declared
  Unheard(Of)
  ^~~~~~~
  hint: declare it in the model; --skip-unknown passes over what the model does not have
g.db:7:1: error: Smokes takes 1 argument, 2 are given
  Smokes(Anna, Bob)
  ^~~~~~
  hint: declared at m.mln:1
g.db:8:1: error: Friends takes 2 arguments, 1 is given
  Friends(Anna)
  ^~~~~~~
  hint: declared at m.mln:2
g.db:9:8: error: father takes 1 argument, 2 are given
  Anna = father(Bob, Carl)
         ^~~~~~
  hint: declared at m.mln:4
g.db:10:11: error: the last argument of Age is a number, not old
  Age(Anna, old)
            ^~~
g.db:11:11: error: this number is out of range
  Age(Anna, 1e999)
            ^~~~~
g.db:12:5: error: Age has a number argument and cannot have a probability, too
  0.5 Age(Anna, 3)
      ^~~
g.db:13:1: error: this comment has no end
  /* never closed
  ^~
  hint: close it with */
12 errors
--- exit 3

# The file ends in the middle.
--- file cut1.db
Smokes(Anna
\ no newline at end
--- run kerf check --quiet --dialect=kerf m.mln cut1.db
--- stderr
cut1.db:1:12: error: the file ends where , or ) is expected
  Smokes(Anna
             ^
  hint: an atom must be on one line
1 error
--- exit 3
--- file cut2.db
Smokes("Anna
\ no newline at end
--- run kerf check --quiet --dialect=kerf m.mln cut2.db
--- stderr
cut2.db:1:8: error: this string has no end
  Smokes("Anna
         ^~~~~
  hint: close it with " on the same line
1 error
--- exit 3
--- file cut3.db
!
\ no newline at end
--- run kerf check --quiet --dialect=kerf m.mln cut3.db
--- stderr
cut3.db:1:2: error: the file ends where an atom is expected
  !
   ^
1 error
--- exit 3
--- file cut4.db
Smokes(A,
\ no newline at end
--- run kerf check --quiet --dialect=kerf m.mln cut4.db
--- stderr
cut4.db:1:10: error: the file ends where an argument is expected
  Smokes(A,
           ^
1 error
--- exit 3

# A control character; and an item that is too long.
--- file control.db hex
53 6d 6f 6b 65 73 28 01 29 0a 01 0a
--- run kerf check --quiet --dialect=kerf m.mln control.db
--- stderr
control.db:1:8: error: an argument is expected, not control character 0x01
  Smokes(?)
         ^
control.db:2:1: error: an atom is expected, not control character 0x01
  ?
  ^
  hint: evidence is text: is this another file?
2 errors
--- exit 3
--- run-sh { printf 'Smokes('; head -c 1100000 /dev/zero | tr '\0' A; printf ')\nSmoks(A)\n'; } >long.db; kerf check --quiet --dialect=kerf m.mln long.db
--- stderr
long.db:1:1: error: this item is longer than 1 MiB
  Smokes(AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA...
  ^
long.db:2:1: error: predicate Smoks is not declared
  Smoks(A)
  ^~~~~
  hint: did you mean Smokes?
2 errors
--- exit 3
--- run-sh { printf 'Smokes(A'; printf ',%d' $(seq 300); printf ')\n'; } >wide.db; kerf check --quiet --dialect=kerf m.mln wide.db
--- stderr
wide.db:1:917: error: there are more than 255 arguments
  ...,245,246,247,248,249,250,251,252,253,254,255,256,257,258,259,260,261,262,263,264,265,266,267,268,269...
                                             ^
1 error
--- exit 3
