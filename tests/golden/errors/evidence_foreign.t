# What newcomers write in evidence, each with what to write here.
--- file m.mln
*Friends(person, person)
Smokes(person)
1.1 Friends(x, y) ^ Smokes(x) => Smokes(y)

--- file e.db
Smokes(Anna).
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:13: error: an atom is expected, not "."
  Smokes(Anna).
              ^
  hint: evidence has no dots behind its atoms
1 error
--- exit 3

--- file e.db
Smokes(Anna);
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:13: error: an atom is expected, not ";"
  Smokes(Anna);
              ^
  hint: separate atoms by blanks
1 error
--- exit 3

--- file e.db
Smokes(Anna) = true
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:1: error: function Smokes is not declared
  Smokes(Anna) = true
  ^~~~~~
  hint: it is a predicate: write P(A) where it is true, !P(A) where it is false, 0.7 P(A)
1 error
--- exit 3

--- file e.db
Smokes(Anna) : 0.7
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:14: error: an atom is expected, not ":"
  Smokes(Anna) : 0.7
               ^
  hint: write 0.7 P(A) or P(A) 0.7
1 error
--- exit 3

--- file e.db
Smokes(Anna), Smokes(Bob)
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:13: error: an atom is expected, not ","
  Smokes(Anna), Smokes(Bob)
              ^
  hint: separate atoms by blanks
1 error
--- exit 3

--- file e.db
Smokes(Anna) ^ Smokes(Bob)
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:14: error: an atom is expected, not "^"
  Smokes(Anna) ^ Smokes(Bob)
               ^
  hint: formulas belong to the model; evidence lists atoms
1 error
--- exit 3

--- file e.db
Smokes(Anna) :- Friends(Anna, Bob).
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:14: error: an atom is expected, not ":"
  Smokes(Anna) :- Friends(Anna, Bob).
               ^
  hint: formulas belong to the model; evidence lists atoms
1 error
--- exit 3

--- file e.db
Smokes(x) => Smokes(y)
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:11: error: an atom is expected, not "="
  Smokes(x) => Smokes(y)
            ^
  hint: formulas belong to the model; evidence lists atoms
1 error
--- exit 3

--- file e.db
not Smokes(Anna)
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:1: error: predicate not is not declared
  not Smokes(Anna)
  ^~~
  hint: write !P(A) for an atom that is false
1 error
--- exit 3

--- file e.db
~Smokes(Anna)
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:1: error: an atom is expected, not "~"
  ~Smokes(Anna)
  ^
  hint: write !P(A) for an atom that is false
1 error
--- exit 3

--- file e.db
-Smokes(Anna)
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:1: error: an atom is expected, not "-Smokes"
  -Smokes(Anna)
  ^~~~~~~
  hint: write !P(A) for an atom that is false
1 error
--- exit 3

--- file e.db
Smokes(Anna) 70%
70% Smokes(Bob)
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:14: error: an atom is expected, not "70%"
  Smokes(Anna) 70%
               ^~~
  hint: write 0.7 P(A) or P(A) 0.7
e.db:2:1: error: an atom is expected, not "70%"
  70% Smokes(Bob)
  ^~~
  hint: write 0.7 P(A) or P(A) 0.7
2 errors
--- exit 3

--- file e.db
0,7 Smokes(Anna)
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:2: error: an atom is expected, not ","
  0,7 Smokes(Anna)
   ^
  hint: decimals have a point: 0.7 P(A)
1 error
--- exit 3

--- file e.db
# one
% two
-- three
; four
Smokes(Anna) # five
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:1: error: an atom is expected, not "#"
  # one
  ^
  hint: comments begin with //
e.db:2:1: error: an atom is expected, not "%"
  % two
  ^
  hint: comments begin with //
e.db:3:1: error: an atom is expected, not "--"
  -- three
  ^~
  hint: comments begin with //
e.db:4:1: error: an atom is expected, not ";"
  ; four
  ^
  hint: comments begin with //
e.db:5:14: error: an atom is expected, not "#"
  Smokes(Anna) # five
               ^
  hint: comments begin with //
5 errors
--- exit 3

--- file e.db
{"Smokes": ["Anna"]}
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:1: error: an atom is expected, not "{"
  {"Smokes": ["Anna"]}
  ^
  hint: evidence lists atoms such as P(A, B); --table PREDICATE=FILE reads a table
1 error
--- exit 3

--- file e.db
[{"person": "Anna"}]
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:1: error: an atom is expected, not "["
  [{"person": "Anna"}]
  ^
  hint: evidence lists atoms such as P(A, B); --table PREDICATE=FILE reads a table
1 error
--- exit 3

--- file e.db
<?xml version="1.0"?>
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:1: error: an atom is expected, not "<"
  <?xml version="1.0"?>
  ^
  hint: XML and RDF are not read: evidence lists atoms such as P(A, B)
1 error
--- exit 3

--- file e.db
person,friend
Anna,Bob
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:7: error: an atom is expected, not ","
  person,friend
        ^
  hint: evidence lists atoms such as P(A, B); --table PREDICATE=FILE reads a table
e.db:2:5: error: an atom is expected, not ","
  Anna,Bob
      ^
  hint: evidence lists atoms such as P(A, B); --table PREDICATE=FILE reads a table
2 errors
--- exit 3

--- file e.db
=== world 1 ===
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:1: error: an atom is expected, not "="
  === world 1 ===
  ^
  hint: a line that begins with >> begins a world
1 error
--- exit 3

--- file e.db
*Smokes(Anna)
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:1: error: an atom is expected, not "*"
  *Smokes(Anna)
  ^
  hint: the * of an observed predicate stands in the model
1 error
--- exit 3

--- file e.db
Smokes(Anna)?
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:14: error: the line ends where an atom is expected
  Smokes(Anna)?
               ^
  hint: ?P(A) is an atom that is not known
1 error
--- exit 3

--- file e.db
(Smokes Anna)
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:1: error: an atom is expected, not "("
  (Smokes Anna)
  ^
  hint: the predicate stands before its arguments: P(A, B)
1 error
--- exit 3

--- file e.db
Smokes(Anna) true
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:14: error: predicate true is not declared
  Smokes(Anna) true
               ^~~~
  hint: an atom alone is true
1 error
--- exit 3

--- file e.db
nan Smokes(Anna)
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:1: error: predicate nan is not declared
  nan Smokes(Anna)
  ^~~
  hint: a probability is a number from 0 to 1
1 error
--- exit 3

--- file e.db
Enemies(Anna, Bob)
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:1: error: predicate Enemies is not declared
  Enemies(Anna, Bob)
  ^~~~~~~
  hint: declare it in the model; --skip-unknown passes over what the model does not have
1 error
--- exit 3

--- file e.db hex
50 4b 03 04 14 0a
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:1: error: predicate PK is not declared
  PK???
  ^~
  hint: declare it in the model; --skip-unknown passes over what the model does not have
e.db:1:3: error: an atom is expected, not control character 0x03
  PK???
    ^
  hint: evidence is text: is this another file?
2 errors
--- exit 3

--- file e.db
1;2;0.5
Anna;Bob
1,2
--- run kerf check --quiet m.mln e.db
--- stderr
e.db:1:1: error: an atom is expected, not "1;2;0.5"
  1;2;0.5
  ^~~~~~~
  hint: evidence lists atoms such as P(A, B); --table PREDICATE=FILE reads a table
e.db:2:1: error: an atom is expected, not "Anna;Bob"
  Anna;Bob
  ^~~~~~~~
  hint: evidence lists atoms such as P(A, B); --table PREDICATE=FILE reads a table
e.db:3:2: error: an atom is expected, not ","
  1,2
   ^
  hint: evidence lists atoms such as P(A, B); --table PREDICATE=FILE reads a table
3 errors
--- exit 3
