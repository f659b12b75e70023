# Standard input, gzip, and closed or full streams.
--- file m.mln
Smokes(person)
1 Smokes(x)
--- file e.db
Smokes(Anna)
--- run kerf check --quiet -
--- stdin
Smokes(person)
1 Smoks(x)
--- stderr
standard input:2:3: error: predicate Smoks is not declared
  1 Smoks(x)
    ^~~~~~~~
  hint: did you mean Smokes?
1 error
--- exit 3
--- run kerf check --quiet - e.db
--- stdin
Smokes(person)
Cancer(person)
1 Cancer(x)
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  person  1  from evidence

predicates
  Smokes(person)  observed  has evidence     1 true
  Cancer(person)  hidden    has no evidence

formulas
  F1  1  line 3  Cancer(x)
--- stderr
kerf: warning: assumed from the evidence: hidden Cancer; observed Smokes
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- run kerf check --quiet -q Smokes m.mln -
--- stdin
Smokes(Anna) Smokes(
--- stderr
standard input:1:21: error: the line ends where an argument or ) is expected
  Smokes(Anna) Smokes(
                      ^
  hint: an atom must be on one line
1 error
--- exit 3
--- run kerf check --quiet -q Smokes m.mln - -
--- stdin
Smokes(Anna)
--- stderr
kerf: standard input can be read only once
Try 'kerf check -h'.
--- exit 2
--- run kerf map --quiet --query-file=- m.mln -
--- stdin
Smokes(Anna)
--- stderr
kerf: standard input can be read only once
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --query-file=- m.mln
--- stdin
Smokes(x)
--- stderr
kerf: warning: the world is empty: neither model nor evidence names a constant; evidence follows the model
--- run kerf check --quiet -q Smokes --table Smokes=- m.mln
--- stdin
Anna
Bob
Carl,Dora

--- stderr
standard input:3:1: error: Smokes takes 1 argument, this row has 2 columns
  Carl,Dora
  ^
  hint: choose columns by header or number: --table 'P=FILE(1, 2)'
1 error
--- exit 3
--- file z.mln.gz gz
Smokes(person)
1 Smokes(x)
--- file z.db.gz gz
Smokes(Anna) Smokes(Bob)
--- file z.csv.gz gz
Carl
Dora
--- run kerf check --quiet -q Smokes z.mln.gz z.db.gz --table Smokes=z.csv.gz
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 4 atoms of evidence

types
  person  4  from evidence

predicates
  Smokes(person)  hidden  by --query  4 true

formulas
  F1  1  line 2  Smokes(x)
--- run-sh kerf check --quiet -q Smokes - z.db.gz <z.mln.gz | head -n 5
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
--- exit 0
# The name does not matter, the content does.
--- run-sh cp z.mln.gz plain.mln; kerf check --quiet plain.mln | head -n 1
--- stdout
dialect  kerf

--- run-sh kerf check --quiet m.mln >/dev/full
--- stderr
kerf: error: cannot write standard output: no space left on the device
1 error
--- exit 6
--- run-sh kerf check -h >/dev/full
--- stderr
kerf: error: cannot write standard output
--- exit 6
--- run-sh kerf check --quiet m.mln >&-
--- stderr
kerf: error: cannot write standard output: it is closed
1 error
--- exit 6
--- run-sh kerf check --quiet m.mln 2>&- | head -n 1
--- unless valgrind: it needs a standard error that is open
--- stdout
dialect  kerf
--- run-sh kerf check --quiet missing.mln 2>&-
--- unless valgrind: it needs a standard error that is open
--- exit 3
--- run-sh kerf check --quiet m.mln -o /dev/stdout | head -n 1
--- stdout
dialect  kerf
