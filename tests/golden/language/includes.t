# #include "file" and <file>, relative to the including file; cycles are an error.
--- file m.mln
#include "types.mln"
#include <sub/preds.mln>
1 Smokes(x) => Cancer(x)
--- file types.mln
person = {Anna, Bob}
--- file sub/preds.mln
#include "more.mln"
Smokes(person)
--- file sub/more.mln
Cancer(person)
2 Cancer(x)
--- run kerf show --quiet m.mln
--- stdout
type person
  listed (2) Anna, Bob
predicate Cancer(person)
predicate Smokes(person)
formula
  Cancer(x)
  weight: 2
  free: x person
formula
  !Smokes(x) v Cancer(x)
  weight: 1
  free: x person
--- run kerf check --quiet m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  person  2  listed

predicates
  Cancer(person)  not settled yet
  Smokes(person)  not settled yet

formulas
  F1  2  sub/more.mln:2  Cancer(x)
  F2  1  m.mln:3         !Smokes(x) v Cancer(x)
--- exit 0

# In a sub-folder and from another folder.
--- run kerf check --quiet sub/preds.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  person  0  from evidence

predicates
  Cancer(person)  not settled yet
  Smokes(person)  not settled yet

formulas
  F1  2  sub/more.mln:2  Cancer(x)
--- run-sh cd sub && kerf check --quiet ../m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  person  2  listed

predicates
  Cancer(person)  not settled yet
  Smokes(person)  not settled yet

formulas
  F1  2  ../sub/more.mln:2  Cancer(x)
  F2  1  ../m.mln:3         !Smokes(x) v Cancer(x)
--- exit 0

# Errors point into the included file.
--- file bad.mln
#include "wrong.mln"
P(t)
1 P(x) ^
--- file wrong.mln
Q(t)
1 R(x)
2 Q(x) Q(y)
--- run kerf check --quiet bad.mln
--- stderr
wrong.mln:3:8: error: expected an operator or the end of the line, found `Q`
  2 Q(x) Q(y)
         ^
  hint: join formulas by ^ v => <=>, or give each a line of its own
bad.mln:3:9: error: the text ends where a formula should stand
  1 P(x) ^
          ^
2 errors
--- exit 3

# Cycles, directly and through others.
--- file self.mln
#include "self.mln"
P(t)
--- run kerf check --quiet self.mln
--- stderr
self.mln:1:10: error: self.mln includes itself
  #include "self.mln"
           ^~~~~~~~~~
  hint: remove one of the includes
1 error
--- exit 3
--- file a.mln
#include "b.mln"
P(t)
--- file b.mln
#include "./a.mln"
--- run kerf check --quiet a.mln
--- stderr
b.mln:1:10: error: ./a.mln includes itself
  #include "./a.mln"
           ^~~~~~~~~
  hint: remove one of the includes
1 error
--- exit 3

# The same file twice is read once.
--- file d.mln
#include "types.mln"
#include "types.mln"
P(person)
--- run kerf check --quiet d.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  person  2  listed

predicates
  P(person)  not settled yet
--- stderr
d.mln:2:10: warning: types.mln was already read; it is skipped here
  #include "types.mln"
           ^~~~~~~~~~~
--- exit 0

# What is missing.
--- file e.mln
#include "gone.mln"
#include gone.mln
#include
#define X
#include "types.mln" P(x)
--- run kerf check --quiet e.mln
--- stderr
e.mln:1:10: error: cannot read gone.mln: no such file or directory
  #include "gone.mln"
           ^~~~~~~~~~
e.mln:2:2: error: the file's name is missing
  #include gone.mln
   ^~~~~~~
  hint: write #include "file.mln"
e.mln:3:2: error: the file's name is missing
  #include
   ^~~~~~~
  hint: write #include "file.mln"
e.mln:4:2: error: unknown directive `#define`
  #define X
   ^~~~~~
  hint: comments begin with //; known are #include "file" and pracmln's #unique{+a, +b}, #fixweight, #fuzzy, #group
e.mln:5:22: error: expected the end of the line, found `P`
  #include "types.mln" P(x)
                       ^
5 errors
--- exit 3

# From standard input, includes are looked up in the current folder.
--- run kerf check --quiet -
--- stdin
#include "types.mln"
P(person)
1 P(x)
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  person  2  listed

predicates
  P(person)  not settled yet

formulas
  F1  1  standard input:3  P(x)
