# What people bring along from elsewhere: dots behind facts, a certificate for an answer.
--- file m.mln
*Friends(person, person)
Smokes(person)
1 Friends(x, y) => Smokes(x)
--- file dots.db
Friends(Anna, Bob).
--- run kerf map --quiet m.mln dots.db
--- stderr
dots.db:1:19: error: an atom is expected, not "."
  Friends(Anna, Bob).
                    ^
  hint: evidence has no dots behind its atoms
1 error
--- exit 3
--- file m.db
Friends(Anna, Bob)
--- run kerf map --quiet --certificate=c.cert -o answer.db m.mln m.db
--- run kerf verify --quiet m.mln m.db c.cert
--- stderr
c.cert:1:1: error: predicate kerf is not declared
  kerf certificate 1
  ^~~~
  hint: a certificate is for --bound=FILE
c.cert:1:6: error: predicate certificate is not declared
  kerf certificate 1
       ^~~~~~~~~~~
c.cert:2:1: error: predicate world is not declared
  world
  ^~~~~
3 errors
--- exit 3
