# Mappings A = f(B), beside atoms.
--- file m.mln
city capital(country)
Big(city)
1 Big(capital(c))
--- file m.db
Paris = capital(France)
Rome=capital(Italy)
"La Paz" = capital("Bolivia") Big(Paris)
capital(Spain) = Madrid
Rome = capital(Italy)
--- run kerf check --quiet -q Big m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  city     4  from evidence
  country  4  from evidence

predicates
  Big(city)  hidden  by --query  1 true

functions
  city capital(country)  4 mappings

formulas
  F1  1  line 3  Big(capital(c))
--- exit 0

# A function that is mapped for some arguments is not defined for the others.
--- file some.db
Paris = capital(France)
Big(Rome)
--- run kerf check --quiet -q Big m.mln some.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  city     2  from evidence
  country  1  from evidence

predicates
  Big(city)  hidden  by --query  1 true

functions
  city capital(country)  1 mapping

formulas
  F1  1  line 3  Big(capital(c))
--- exit 0

# Each world has its own mappings.
--- file worlds.db
>> one
Paris = capital(France)
>> two
Lyon = capital(France)
--- run kerf check --quiet -q Big m.mln worlds.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   2, with 0 atoms of evidence

types
  city     1  from evidence
  country  1  from evidence

predicates (evidence: the last world's)
  Big(city)  hidden  by --query

functions
  city capital(country)  1 mapping

formulas
  F1  1  line 3  Big(capital(c))
--- exit 0

# A predicate on the right, a function as an atom.
--- file bad.db
A = Big(B)
capital(France)
Big(France) = Paris
A = capital(B, C)
--- run kerf check --quiet -q Big m.mln bad.db
--- stderr
bad.db:1:5: error: function Big is not declared
  A = Big(B)
      ^~~
  hint: it is a predicate: write P(A) where it is true, !P(A) where it is false, 0.7 P(A)
bad.db:2:1: error: predicate capital is not declared
  capital(France)
  ^~~~~~~
  hint: it is a function: write A = f(B)
bad.db:4:5: error: capital takes 1 argument, 2 are given
  A = capital(B, C)
      ^~~~~~~
  hint: declared at m.mln:1
3 errors
--- exit 3
