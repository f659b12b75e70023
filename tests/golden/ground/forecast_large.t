# A thousand people who may all be friends are a million groundings; kerf marginal counts them, and so it is told.
--- skip-if asan valgrind: a million groundings take minutes there
--- file friends.mln
person = {1, ..., 1000}
Friends(person, person)
Smokes(person)
0.002 Friends(x, y) ^ Smokes(x) => Smokes(y)
-0.5 Smokes(x)
--- file friends.db
Smokes(1)
--- run-sh kerf check --forecast --quiet --query=Friends,Smokes friends.mln friends.db | sed -n '/^probabilities/,$p'
--- stdout
probabilities
  kerf marginal  components    atoms  width  entries  memory
  counting                1  999,000      1    1,000  471 MB

  width, entries of all tables and memory: of the component with the most
