# Facts that come and go: an answer at each blank line and at the end.
--- file m.mln
*Friends(person, person)
Smokes(person)
1.1 Friends(x, y) => (Smokes(x) <=> Smokes(y))
-0.8 Smokes(x)
--- file e.db
Friends(Anna, Bob)
Smokes(Anna)
--- file changes
// Carl is new.
+Friends(Anna, Carl)
+Friends(Bob, Carl) Friends(Carl, Bob)

-Friends(Bob, Carl)
-Friends(Carl, Bob)
-Friends(Nobody, Bob)
+Smokes(Anna) 0.3

+!Smokes(Bob)
+?Smokes(Anna)
+Smokes(Carl) 1
--- run kerf map --changes-from=changes m.mln e.db
--- stdout
>> 1
Smokes(Anna)
Smokes(Bob)
Smokes(Carl)
>> 2
>> 3
Smokes(Carl)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
3 answers, 3 optimal: score 25.4, cost 2.7, 6 iterations, [[\d+\.\d+]] s
--- run kerf map --quiet --changes-from=- m.mln e.db
--- stdin

+Smokes(Bob)
--- stdout
>> 1
Smokes(Anna)
Smokes(Bob)
>> 2
Smokes(Anna)
Smokes(Bob)
--- run-sh kerf map --quiet --changes-from=- --format=json m.mln e.db | cut -c1-31
--- stdin

--- stdout
{"world":"1","status":"optimal"
--- file named.db
>> village
Friends(Anna, Bob)
Smokes(Anna)
--- run kerf map --quiet --changes-from=changes m.mln named.db -o answer.db
--- run-sh grep '>>' answer.db
--- stdout
>> village 1
>> village 2
>> village 3
--- run kerf map --changes-from=changes -o changes m.mln e.db
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: 'changes' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --changes-from=- m.mln e.db
--- stdin
+Friends(Anna, Dora)
+Frends(Anna, Dora)
--- stderr
standard input:2:2: error: predicate Frends is not declared
   Frends(Anna, Dora)
   ^~~~~~~~~~~~~~~~~~
  hint: did you mean Friends?
1 error
--- exit 3
--- run kerf map --quiet --changes-from=- m.mln e.db
--- stdin
+Friends(Anna)
--- stderr
standard input:1:2: error: Friends takes 2 arguments, 1 is given
   Friends(Anna)
   ^~~~~~~~~~~~~
1 error
--- exit 3
--- run kerf map --quiet --changes-from=- m.mln e.db
--- stdin
+Friends(Anna, Bob) 0.5
--- stderr
standard input:1:2: error: Friends is observed, so its evidence cannot be a probability
   Friends(Anna, Bob) 0.5
   ^~~~~~~~~~~~~~~~~~~~~~
  hint: make it hidden with --query or --open, or say true or false
1 error
--- exit 3
--- run kerf map --quiet --changes-from=- m.mln e.db
--- stdin
+?Friends(Anna, Bob)
--- stderr
standard input:1:2: error: Friends is observed, so its evidence cannot be unknown
   ?Friends(Anna, Bob)
   ^~~~~~~~~~~~~~~~~~~
  hint: make it hidden with --query or --open, or say true or false
1 error
--- exit 3
--- run kerf map --quiet --changes-from=- m.mln e.db
--- stdin
-!Smokes(Anna)
--- stderr
standard input:1:2: error: what is taken back is an atom and nothing else
   !Smokes(Anna)
   ^~~~~~~~~~~~~
  hint: -Atom takes back whatever was said of the atom
1 error
--- exit 3
--- run kerf map --quiet --changes-from=- m.mln e.db
--- stdin
+person = {Dora}
--- stderr
standard input:1:2: error: only atoms change: no functions, types or worlds
   person = {Dora}
   ^~~~~~~~~~~~~~~
1 error
--- exit 3
--- run kerf map --quiet --changes-from=- m.mln e.db
--- stdin
  Smokes(Anna)
--- stderr
standard input:1:3: error: a change begins with + or -
    Smokes(Anna)
    ^
  hint: write +Atom or -Atom
1 error
--- exit 3
--- run kerf map --quiet --changes-from=nowhere m.mln e.db
--- stderr
kerf: error: cannot read nowhere: no such file or directory
1 error
--- exit 3
--- run kerf map --quiet --changes-from=- m.mln -
--- stdin
Smokes(Anna)

--- stderr
kerf: standard input can be read only once
Try 'kerf map -h'.
--- exit 2
--- file n.mln
colour = {Red, Blue}
*Hue(colour, double)
Likes(colour)
x: Hue(c, x) ^ Likes(c)
--- run kerf map --quiet --changes-from=- n.mln
--- stdin
+Hue(Red, 1.5)
+Hue(Green, 1)

-Hue(Red, 1.50)
--- stdout
>> 1
Likes(Green)
Likes(Red)
>> 2
Likes(Green)
--- stderr
standard input:2:2: warning: Green is not among the constants listed for type colour and is added to them
   Hue(Green, 1)
   ^~~~~~~~~~~~~
--- run kerf map --quiet --changes-from=- n.mln
--- stdin
+Hue(Red, much)
--- stderr
standard input:1:2: error: the last argument of Hue is a number, not much
   Hue(Red, much)
   ^~~~~~~~~~~~~~
1 error
--- exit 3
--- run kerf map --quiet --changes-from=- n.mln
--- stdin
+Hue(Red, 1e999)
--- stderr
standard input:1:2: error: this number is out of range
   Hue(Red, 1e999)
   ^~~~~~~~~~~~~~~
1 error
--- exit 3
--- run kerf map --quiet --changes-from=- n.mln
--- stdin
+Hue(Red, 1) 0.5
--- stderr
standard input:1:2: error: Hue has a number argument and cannot have a probability, too
   Hue(Red, 1) 0.5
   ^~~~~~~~~~~~~~~
1 error
--- exit 3
--- run kerf map --quiet --strict-types --changes-from=- n.mln
--- stdin
+Hue(Green, 1)

--- stderr
standard input:1:2: error: unknown constant Green in type colour
   Hue(Green, 1)
   ^~~~~~~~~~~~~
1 error
--- exit 3
--- file h.mln
*Friends(person, person)
Smokes(person)
Friends(x, y) ^ Smokes(x) => Smokes(y).
--- run kerf map --quiet --changes-from=- h.mln e.db
--- stdin
+!Smokes(Bob)

-Smokes(Anna)
--- stderr
h.mln:3:1: error: evidence alone breaks F1
  Friends(x, y) ^ Smokes(x) => Smokes(y).
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: give it a weight, or correct the evidence
h.mln:3:1: note: F1 says: Friends(Anna, Bob) ^ Smokes(Anna) => Smokes(Bob)
e.db:1:1: note: evidence says that Friends(Anna, Bob) is true
e.db:2:1: note: evidence says that Smokes(Anna) is true
standard input:1:1: note: evidence says that Smokes(Bob) is false
1 error
--- exit 4
