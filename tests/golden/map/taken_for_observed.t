# Evidence of a predicate makes it observed, unless somebody says otherwise. Where a contradiction rests on that, it is said.
--- file m.mln
Friends(person, person)
Smokes(person)
Friends(x, y) => Smokes(x).
--- file m.db
Friends(Anna, Bob)
!Smokes(Bob)
--- run kerf map --quiet m.mln m.db
--- stderr
kerf: warning: assumed from the evidence: hidden none; observed Friends, Smokes
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
m.mln:3:1: error: evidence alone breaks F1
  Friends(x, y) => Smokes(x).
  ^~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: give it a weight, or correct the evidence
m.mln:3:1: note: F1 says: Friends(Anna, Bob) => Smokes(Anna)
m.db:1:1: note: evidence says that Friends(Anna, Bob) is true
kerf: note: Smokes(Anna) is not given, so it is false; its predicate is taken for observed, unless -q names it
1 error, 1 warning
--- exit 4
--- run kerf map --quiet -q Smokes m.mln m.db
--- stdout
Smokes(Anna)
