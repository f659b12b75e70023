# --skip-unknown counts what it skips.
--- file m.mln
Smokes(person)
person father(person)
1 Smokes(x)
--- file e.db
Smoks(Anna) Smoks(Bob)
Anna = fahter(Bob)
Unheard(Of)
Smokes(Anna)
Smoks(Carl)
--- run-sh kerf check --quiet -q Smokes --skip-unknown m.mln e.db 2>&1 >/dev/null
--- stdout
e.db:1:1: warning: predicate Smoks is not declared: 3 items skipped
  Smoks(Anna) Smoks(Bob)
  ^
  hint: did you mean Smokes?
e.db:2:8: warning: function fahter is not declared: 1 item skipped
  Anna = fahter(Bob)
         ^
  hint: did you mean father?
e.db:3:1: warning: predicate Unheard is not declared: 1 item skipped
  Unheard(Of)
  ^
--- file t.csv
Anna
--- run-sh kerf check --quiet -q Smokes --skip-unknown --table Smoks=t.csv m.mln 2>&1 >/dev/null
--- stdout
t.csv: warning: predicate Smoks is not declared: the table is skipped
--- run kerf check --quiet -q Smokes --table Smoks=t.csv m.mln
--- stderr
t.csv: error: predicate Smoks is not declared
  hint: did you mean Smokes?
1 error
--- exit 3
