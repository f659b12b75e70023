# Values that do not fit, options of other commands, labels that are not there.
--- file m.mln
Smokes(person)
likes: 1 Smokes(Anna)
--- run kerf map --solver=exat m.mln
--- stderr
kerf: bad value 'exat' for option --solver: did you mean 'exact'?
Try 'kerf map -h'.
--- exit 2
--- run kerf map --gap=-1 m.mln
--- stderr
kerf: bad value '-1' for option --gap: it must be at least 0
Try 'kerf map -h'.
--- exit 2
--- run kerf map --gap=much m.mln
--- stderr
kerf: bad value 'much' for option --gap: expected a number
Try 'kerf map -h'.
--- exit 2
--- run kerf map --max-iterations=0 m.mln
--- stderr
kerf: bad value '0' for option --max-iterations: it must be at least 1
Try 'kerf map -h'.
--- exit 2
--- run kerf map --max-iterations=1.5 m.mln
--- stderr
kerf: bad value '1.5' for option --max-iterations: expected a whole number
Try 'kerf map -h'.
--- exit 2
--- run kerf map --threads=65 m.mln
--- stderr
kerf: bad value '65' for option --threads: it must be from 0 to 64
Try 'kerf map -h'.
--- exit 2
--- run kerf map --ground=all m.mln
--- stderr
kerf: bad value 'all' for option --ground: expected one of auto|cuts|full
Try 'kerf map -h'.
--- exit 2
--- run kerf check --solver=mws m.mln
--- stderr
kerf: 'kerf check' has no option --solver
Try 'kerf check -h'.
--- exit 2
--- run kerf map --order=like m.mln
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: warning: assumed from the evidence: hidden Smokes; observed none
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
kerf: option --order: no formula has the label like; did you mean likes?
Try 'kerf map -h'.
--- exit 2
--- run kerf map --order=nothing-like-it m.mln
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: warning: assumed from the evidence: hidden Smokes; observed none
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
kerf: option --order: no formula has the label nothing-like-it
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --order=likes -q Smokes m.mln
--- stdout
Smokes(Anna)
--- run kerf map
--- stderr
kerf: which model? The first word after 'map' is its file
Try 'kerf map -h'.
--- exit 2
--- run kerf map -o m.mln m.mln
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: 'm.mln' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet nowhere.mln
--- stderr
kerf: error: cannot read nowhere.mln: no such file or directory
1 error
--- exit 3
