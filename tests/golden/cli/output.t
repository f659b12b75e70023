# -o: a file that appears whole or not at all, and never over an input.
--- file m.mln
#include "sub/decl.mln"
1 Smokes(x)
--- file sub/decl.mln
Smokes(person)
--- file e.db
Smokes(Anna)
--- file t.csv
Bob
--- file m.weights
// nothing
--- file q.txt
Smokes
--- run kerf convert --quiet --to=kerf -q Smokes -o m.mln m.mln e.db
--- stderr
kerf: 'm.mln' is an input: it will not be overwritten
Try 'kerf convert -h'.
--- exit 2
--- run kerf convert --quiet --to=kerf -q Smokes -o sub/../m.mln m.mln e.db
--- stderr
kerf: 'sub/../m.mln' is an input: it will not be overwritten
Try 'kerf convert -h'.
--- exit 2
--- run kerf convert --quiet --to=kerf -q Smokes -o sub/decl.mln m.mln e.db
--- stderr
kerf: 'sub/decl.mln' is an input: it will not be overwritten
Try 'kerf convert -h'.
--- exit 2
--- run kerf convert --quiet --to=kerf -q Smokes -o e.db m.mln e.db
--- stderr
kerf: 'e.db' is an input: it will not be overwritten
Try 'kerf convert -h'.
--- exit 2
--- run kerf check --quiet -q Smokes -o t.csv --table Smokes=t.csv m.mln
--- stderr
kerf: 't.csv' is an input: it will not be overwritten
Try 'kerf check -h'.
--- exit 2
--- run kerf check --quiet -o m.weights m.mln
--- stderr
kerf: 'm.weights' is an input: it will not be overwritten
Try 'kerf check -h'.
--- exit 2
--- run kerf check --quiet --query-file=q.txt -o q.txt m.mln
--- stderr
kerf: 'q.txt' is an input: it will not be overwritten
Try 'kerf check -h'.
--- exit 2
--- run-sh ln m.mln hard.mln; ln -s m.mln soft.mln; kerf check --quiet -o hard.mln m.mln
--- stderr
kerf: 'hard.mln' is an input: it will not be overwritten
Try 'kerf check -h'.
--- exit 2
--- run kerf check --quiet -o soft.mln m.mln
--- stderr
kerf: 'soft.mln' is an input: it will not be overwritten
Try 'kerf check -h'.
--- exit 2
--- run-sh kerf check --quiet -o m.mln - <m.mln
--- stderr
kerf: 'm.mln' is an input: it will not be overwritten
Try 'kerf check -h'.
--- exit 2
--- run-sh cat m.mln sub/decl.mln e.db t.csv m.weights q.txt
--- stdout
#include "sub/decl.mln"
1 Smokes(x)
Smokes(person)
Smokes(Anna)
Bob
// nothing
Smokes
--- exit 0

# Where nothing can be written.
--- run kerf check --quiet -o missing/out m.mln
--- stderr
kerf: error: cannot write missing/out: no such file or directory
1 error
--- exit 6
--- run kerf check --quiet -o . m.mln
--- stderr
kerf: error: cannot write .: is a directory
1 error
--- exit 6
--- run kerf check --quiet -o sub/ m.mln
--- stderr
kerf: error: cannot write sub/: is a directory
1 error
--- exit 6
--- run kerf check --quiet -o m.mln/out m.mln
--- stderr
kerf: error: cannot write m.mln/out: a part of the path is not a directory
1 error
--- exit 6
--- run kerf check --quiet -o /dev/full m.mln
--- stderr
kerf: error: cannot write /dev/full: no space left on the device
1 error
--- exit 6

# After an error the old file is still there, and nothing else.
--- file old.txt
keep me
--- file wrong.mln
1 Smokes(x)
--- run-sh kerf check --quiet -o old.txt wrong.mln; echo $?; cat old.txt
--- stdout
3
keep me
--- stderr
wrong.mln:1:3: error: predicate Smokes is not declared
  1 Smokes(x)
    ^~~~~~~~~
  hint: declare it: Smokes(type)
1 error
--- run-sh kerf convert --quiet --to=tuffy -o old.txt - ; echo $?; cat old.txt
--- stdin
P(t)
1 P(x) <=> P(y)
--- stdout
3
keep me
--- stderr
standard input:2:3: error: cannot be written for Tuffy: neither it nor its negation is a clause
  1 P(x) <=> P(y)
    ^~~~~~~~~~~~~
1 error
--- run-sh kerf check --quiet -o new.txt wrong.mln; ls -A
--- stdout
e.db
hard.mln
m.mln
m.weights
old.txt
q.txt
soft.mln
sub
t.csv
wrong.mln
--- stderr
wrong.mln:1:3: error: predicate Smokes is not declared
  1 Smokes(x)
    ^~~~~~~~~
  hint: declare it: Smokes(type)
1 error
--- exit 0

# A file is replaced, with its permissions; a link stays a link.
--- run-sh echo old >out; chmod 640 out; ln -s out link; kerf check --quiet -o link m.mln; stat -c %a out; test -L link && head -n 1 out
--- stdout
640
dialect  kerf
