# Constants beyond a listed type: a warning, or with --strict-types an error.
--- file m.mln
person = {Anna, Bob}
Smokes(person)
1 Smokes(x)
--- file e.db
Smokes(Anna)
Smokes(Bbo)
Smokes(Xaver) Smokes("New York")
Smokes(Bbo)
--- run-sh kerf check --quiet -q Smokes m.mln e.db 2>&1 >/dev/null
--- stdout
e.db:2:8: warning: Bbo is not among the constants listed for type person and is added to them
  Smokes(Bbo)
         ^~~
  hint: did you mean Bob?
--- run kerf check --quiet -q Smokes --strict-types m.mln e.db
--- stderr
e.db:2:8: error: unknown constant Bbo in type person
  Smokes(Bbo)
         ^~~
  hint: did you mean Bob?
e.db:3:8: error: unknown constant Xaver in type person
  Smokes(Xaver) Smokes("New York")
         ^~~~~
e.db:3:23: error: unknown constant New York in type person
  Smokes(Xaver) Smokes("New York")
                        ^~~~~~~~
3 errors
--- exit 3
# A number is no misspelling of another.
--- file n.mln
time = {1, ..., 13}
On(time)
1 On(t) => On(t + 1)
--- run-sh printf 'On(14)\n' | kerf check --quiet -q On n.mln - 2>&1 >/dev/null
--- stdout
standard input:1:4: warning: 14 is not among the constants listed for type time and is added to them
  On(14)
     ^~
