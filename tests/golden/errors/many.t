# At most twenty errors; reading stops there.
--- run-sh { echo 'P(t)'; for i in $(seq 100); do echo "1 Q$i(x)"; done; } >model.mln; kerf check --quiet model.mln 2>&1 | tail -n 5
--- stdout
model.mln:21:3: error: predicate Q20 is not declared
  1 Q20(x)
    ^~~~~~
  hint: declare it: Q20(type)
20 errors; there may be more
--- run-sh { echo 'P(t)'; for i in $(seq 100); do echo "1 P(x"; done; } >syntax.mln; kerf check --quiet syntax.mln 2>&1 | tail -n 4
--- stdout
syntax.mln:21:4: error: this parenthesis is not closed
  1 P(x
     ^
20 errors; there may be more
--- file m.mln
P(t)
1 P(x)
--- run-sh for i in $(seq 100); do echo "P(A"; done >e.db; kerf check --quiet m.mln e.db 2>&1 | tail -n 5
--- stdout
e.db:20:4: error: the line ends where , or ) is expected
  P(A
     ^
  hint: an atom must be on one line
20 errors; there may be more
--- run-sh for i in $(seq 100); do echo "F	1	2	3"; done >e.w; kerf check --quiet --weights=e.w m.mln 2>&1 | tail -n 3
--- stdout
  F 1 2 3
  ^
20 errors; there may be more
--- run-sh for i in $(seq 100); do echo '"a"b'; done >e.csv; kerf check --quiet --table P=e.csv m.mln 2>&1 | tail -n 4
--- stdout
  "a"b
     ^
  hint: a quote within a quoted cell is doubled: ""
20 errors; there may be more
