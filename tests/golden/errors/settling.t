# Observed and hidden: what is named but does not exist, what contradicts, what is assumed.
--- file m.mln
Smokes(person)
Cancer(person)
1 Smokes(x) => Cancer(x)
--- file e.db
Smokes(Anna)
--- run kerf check --quiet -q Cancr m.mln e.db
--- stderr
kerf: error: --query names Cancr, which is not a predicate of the model
  hint: did you mean Cancer?
1 error
--- exit 3
--- run kerf check --quiet -q Zebra --open Smoke --closed Nothing m.mln e.db
--- stderr
kerf: error: --query names Zebra, which is not a predicate of the model
kerf: error: --open names Smoke, which is not a predicate of the model
  hint: did you mean Smokes?
kerf: error: --closed names Nothing, which is not a predicate of the model
3 errors
--- exit 3
--- run kerf check --quiet -q Cancer --closed Cancer m.mln e.db
--- stderr
kerf: error: --closed names Cancer, which --query or --open hides
  hint: name it in one of them only
1 error
--- exit 3
--- run-sh kerf check --quiet m.mln e.db 2>&1 >/dev/null
--- stdout
kerf: warning: assumed from the evidence: hidden Cancer; observed Smokes
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- run-sh kerf check --quiet m.mln 2>&1 >/dev/null
--- exit 0

# Soft and unknown evidence needs something hidden.
--- file soft.db
0.7 Smokes(Anna)
--- file unknown.db
Cancer(Bob)
?Smokes(Anna)
--- run kerf check --quiet -q Cancer m.mln soft.db
--- stderr
soft.db:1:1: error: Smokes is observed, so its evidence cannot be a probability
  0.7 Smokes(Anna)
  ^
  hint: make it hidden with --query or --open, or say true or false
1 error
--- exit 3
--- run kerf check --quiet -q Cancer m.mln unknown.db
--- stderr
unknown.db:2:1: error: Smokes is observed, so its evidence cannot be unknown
  ?Smokes(Anna)
  ^
  hint: make it hidden with --query or --open, or say true or false
1 error
--- exit 3

# What the first world settles holds for the others.
--- file worlds.db
>> one
Smokes(Anna)
>> two
Cancer(Anna)
>> three
Cancer(Bob)
--- run-sh kerf check --quiet m.mln worlds.db 2>&1 >/dev/null
--- stdout
kerf: warning: assumed from the evidence: hidden Cancer; observed Smokes
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
worlds.db:4:1: warning: Cancer has evidence here but had none in the first world, so it was taken as hidden
  Cancer(Anna)
  ^
  hint: name what is hidden with --query
--- exit 0

# Numbers are for observed predicates.
--- file n.mln
Age(person, float_)
Old(person)
1 Age(x, a) => Old(x)
--- run kerf check --quiet -q Age --dialect=kerf n.mln
--- stderr
n.mln:1:1: error: Age is hidden, but only observed predicates can hold numbers
  Age(person, float_)
  ^~~
  hint: leave it out of --query and --open; --ask chooses what is written
1 error
--- exit 3
