# Tuffy's query files.
--- file m.mln
Smokes(person)
Cancer(person)
1 Smokes(x) => Cancer(x)
--- file e.db
Smokes(Anna)
--- file unclosed.q
// who?
Cancer(x
--- run kerf check --quiet --query-file=unclosed.q m.mln e.db
--- stderr
unclosed.q:2:7: error: this parenthesis is not closed
  Cancer(x
        ^
1 error
--- exit 3
--- file noname.q
Cancer(x) !
--- run kerf check --quiet --query-file=noname.q m.mln e.db
--- stderr
noname.q:1:11: error: expected the name of a predicate
  Cancer(x) !
            ^
1 error
--- exit 3
--- file empty.q
// nothing
--- run kerf check --quiet --query-file=empty.q m.mln e.db
--- stderr
empty.q: error: the query file names no predicate
  hint: write the hidden predicates, one a line
1 error
--- exit 3
--- file wrong.q
Cancr(x), Smokes
--- run kerf check --quiet --query-file=wrong.q m.mln e.db
--- stderr
kerf: error: the query file names Cancr, which is not a predicate of the model
  hint: did you mean Cancer?
1 error
--- exit 3
--- run kerf check --quiet --query-file=missing.q m.mln e.db
--- stderr
kerf: error: cannot read missing.q: no such file or directory
1 error
--- exit 3
--- run kerf check --quiet --query-file=. m.mln e.db
--- stderr
kerf: error: cannot read .: is a directory
1 error
--- exit 3
