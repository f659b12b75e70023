# Little or nothing to do.
--- file empty.mln
--- run kerf map empty.mln
--- stderr
[[...]]
optimal: score 0, cost 0, 1 iteration, [[[\d.]+]] s
--- file empty.db
--- file m.mln
*Friends(person, person)
Smokes(person)
2 Smokes(x)
--- run kerf map --quiet m.mln empty.db
--- stderr
kerf: warning: the world is empty: neither model nor evidence names a constant; evidence follows the model
--- run kerf map --quiet m.mln
--- stderr
kerf: warning: the world is empty: neither model nor evidence names a constant; evidence follows the model
--- exit 0

# Ties: some answer, whose score is the best.
--- file tie.mln
Heads
Tails
1 Heads v Tails
-1 Heads ^ Tails
--- run-sh kerf map --quiet --format=json -q Heads,Tails tie.mln | cut -d, -f 1-5
--- stdout
{"world":"","status":"optimal","score":1,"cost":0,"bound":1
--- exit 0

# Weights that are no weights.
--- file learn.mln
Smokes(person)
Smokes(Anna)
--- run kerf map --quiet learn.mln
--- stderr
kerf: warning: assumed from the evidence: hidden Smokes; observed none
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
learn.mln:2:1: error: F1 has no weight
  Smokes(Anna)
  ^~~~~~~~~~~~
  hint: give it a weight or a dot, learn it (kerf learn), or read it with --weights
1 error, 1 warning
--- exit 3
--- file huge.mln
Smokes(person)
1e308 Smokes(Anna)
1e308 Smokes(Bob)
--- run kerf map --quiet -q Smokes huge.mln
--- stderr
huge.mln:2:7: error: the weights add up to more than 1e304 over all groundings, with those of this formula
  1e308 Smokes(Anna)
        ^~~~~~~~~~~~
  hint: divide all weights by the same number: that changes no answer
1 error
--- exit 3
--- file inf.mln
Smokes(person)
inf Smokes(Anna)
--- run kerf map --quiet -q Smokes inf.mln
--- stderr
inf.mln:2:1: error: a weight must be a finite number
  inf Smokes(Anna)
  ^~~
  hint: end a hard formula with a dot instead
1 error
--- exit 3
--- file nan.mln
Smokes(person)
nan Smokes(Anna)
--- run kerf map --quiet -q Smokes nan.mln
--- stderr
nan.mln:2:1: error: a weight must be a finite number
  nan Smokes(Anna)
  ^~~
  hint: end a hard formula with a dot instead
1 error
--- exit 3
--- file zero.mln
Smokes(person)
0 Smokes(Anna)
--- run kerf map --quiet -q Smokes zero.mln
--- exit 0

# Probabilities in the evidence are formulas of their own.
--- file soft.db
Friends(Anna, Bob)
0.9 Smokes(Anna)
0.1 Smokes(Bob)
--- run-sh kerf map --quiet --format=json m.mln soft.db | sed 's|\[\[|[ [|'
--- stdout
{"world":"","status":"optimal","score":4.19722457733622,"cost":2,"bound":4.19722457733622,"atoms":[ ["Smokes","Anna"]]}
--- exit 0

# The output cannot be written.
--- run kerf map --quiet -o /dev/full m.mln soft.db
--- stderr
kerf: error: cannot write /dev/full: no space left on the device
1 error
--- exit 6
--- run-sh kerf map --quiet m.mln soft.db >/dev/full
--- stderr
kerf: error: cannot write standard output: no space left on the device
1 error
--- exit 6
--- run kerf map --quiet -o no/where m.mln soft.db
--- stderr
kerf: error: cannot write no/where: no such file or directory
1 error
--- exit 6
--- run kerf map --quiet --stats=/dev/full -o answer.db m.mln soft.db
--- stderr
kerf: error: cannot write /dev/full: no space left on the device
1 error
--- exit 6
