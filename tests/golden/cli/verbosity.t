# --quiet: no notes. -v: also what is done and what it takes.
--- file m.mln
Smokes(person)
Cancer(person)
1 Smokes(x) => Cancer(x)
--- file e.db
>> one
Smokes(Anna)
>> two
Smokes(Bob)
--- run-sh kerf check m.mln e.db 2>&1 >/dev/null
--- stdout
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: warning: assumed from the evidence: hidden Cancer; observed Smokes
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- run-sh kerf check --quiet m.mln e.db 2>&1 >/dev/null
--- stdout
kerf: warning: assumed from the evidence: hidden Cancer; observed Smokes
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- run-sh kerf check -v -q Cancer --dialect=kerf m.mln e.db 2>&1 >/dev/null
--- stdout
kerf: world 1 'one': [[\d+\.\d]] MB of memory
kerf: world 2 'two': [[\d+\.\d]] MB of memory
kerf: read in [[\d+\.\d\d]] s, at most [[\d+\.\d]] MB of memory
