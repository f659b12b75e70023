# Includes: missing, a directory, cycles, said twice, garbled.
--- file m.mln
#include "missing.mln"
#include <sub/>
#include "sub/a.mln"
#include "m.mln"
#include
#include "
#include <x
#include ""
#include "sub/a.mln" P(x)
#define X
# include "sub/c.mln"
#include "sub/c.mln"
--- file sub/a.mln
#include "b.mln"
A(thing)
--- file sub/b.mln
#include "../sub/a.mln"
--- file sub/c.mln
C(thing)
--- run kerf check --quiet m.mln
--- stderr
m.mln:1:10: error: cannot read missing.mln: no such file or directory
  #include "missing.mln"
           ^~~~~~~~~~~~~
m.mln:2:10: error: cannot read sub/: is a directory
  #include <sub/>
           ^~~~~~
sub/b.mln:1:10: error: sub/../sub/a.mln includes itself
  #include "../sub/a.mln"
           ^~~~~~~~~~~~~~
  hint: remove one of the includes
m.mln:4:10: error: m.mln includes itself
  #include "m.mln"
           ^~~~~~~
  hint: remove one of the includes
m.mln:5:2: error: the file's name is missing
  #include
   ^~~~~~~
  hint: write #include "file.mln"
m.mln:6:2: error: the file's name is missing
  #include "
   ^~~~~~~
  hint: write #include "file.mln"
m.mln:7:2: error: the file's name is missing
  #include <x
   ^~~~~~~
  hint: write #include "file.mln"
m.mln:8:2: error: the file's name is missing
  #include ""
   ^~~~~~~
  hint: write #include "file.mln"
m.mln:9:22: error: expected the end of the line, found `P`
  #include "sub/a.mln" P(x)
                       ^
m.mln:10:2: error: unknown directive `#define`
  #define X
   ^~~~~~
  hint: comments begin with //; known are #include "file" and pracmln's #unique{+a, +b}, #fixweight, #fuzzy, #group
m.mln:12:10: warning: sub/c.mln was already read; it is skipped here
  #include "sub/c.mln"
           ^~~~~~~~~~~
10 errors, 1 warning
--- exit 3

# A warning only: the file was read already.
--- file twice.mln
#include "sub/c.mln"
#include "sub/../sub/c.mln"
1 C(x)
--- run kerf check --quiet twice.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  thing  0  from evidence

predicates
  C(thing)  not settled yet

formulas
  F1  1  twice.mln:3  C(x)
--- stderr
twice.mln:2:10: warning: sub/../sub/c.mln was already read; it is skipped here
  #include "sub/../sub/c.mln"
           ^~~~~~~~~~~~~~~~~~
--- exit 0

# An error inside an included file is shown there.
--- file outer.mln
#include "sub/wrong.mln"
--- file sub/wrong.mln
C(thing)
1 C(
--- run kerf check --quiet outer.mln
--- stderr
sub/wrong.mln:2:5: error: the text ends where a term should stand
  1 C(
      ^
1 error
--- exit 3

# A chain that is too long.
--- run-sh for i in $(seq 70); do echo "#include \"d$((i + 1)).mln\"" >d$i.mln; done
--- run kerf check --quiet d1.mln
--- stderr
d65.mln:1:10: error: files include each other more than 64 deep
  #include "d66.mln"
           ^~~~~~~~~
1 error
--- exit 3
