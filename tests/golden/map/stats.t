# --stats: one JSON object.
--- file m.mln
*Friends(person, person)
Smokes(person)
influence: 1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)
-0.5 Smokes(x)
!Smokes(Carl).
--- file e.db
Friends(Anna, Bob)
Smokes(Anna)
--- run kerf map --quiet --stats=s.json --threads=1 --seed=5 -q Smokes m.mln e.db
--- stdout
Smokes(Anna)
Smokes(Bob)
--- run-sh cat s.json
--- stdout
[[.*]]
--- file w.db
>> one
Friends(Anna, Bob)
Smokes(Anna)
>> two
Friends(Anna, Bob)
--- run kerf map --quiet --stats=s.json -q Smokes m.mln w.db
--- stdout
>> one
Smokes(Anna)
Smokes(Bob)
>> two
--- run-sh python3 -c "import json; d = json.load(open('s.json')); print(sorted(d)); print([(w['world'], w['score'], w['formulas'][1]['unsatisfied']) for w in d['worlds']], d['score'], d['cost'], d['status'])"
--- stdout
['atoms', 'bound', 'components', 'cost', 'cost_bound', 'gap', 'groundings', 'groundings_with_multiplicity', 'hard_violations', 'iterations', 'largest_component', 'peak_rss_bytes', 'score', 'seconds', 'status', 'stopped', 'tied_components', 'true_atoms', 'trusted', 'unique', 'unique_components', 'worlds']
[('one', 12.5, 1), ('two', 13.5, 0)] 26 0.5 optimal
--- exit 0

# Infeasible: what is known; numbers that are not finite are null.
--- file bad.db
Friends(Anna, Bob)
Smokes(Carl)
--- run kerf map --quiet --stats=s.json -q Smokes m.mln bad.db
--- stderr
m.mln:5:1: error: evidence alone breaks F3
  !Smokes(Carl).
  ^~~~~~~~~~~~~
  hint: give it a weight, or correct the evidence
m.mln:5:1: note: F3 says: !Smokes(Carl)
bad.db:2:1: note: evidence says that Smokes(Carl) is true
1 error
--- exit 4
--- run-sh python3 -c "import json; d = json.load(open('s.json')); print(d['status'], d['score'], d['bound'], d['gap'], d['unique'])"
--- stdout
infeasible None None None None
--- exit 0

# Where the statistics cannot go.
--- run kerf map --quiet --stats=m.mln -q Smokes m.mln e.db
--- stderr
kerf: 'm.mln' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --stats=- -q Smokes m.mln e.db
--- stderr
kerf: standard output (no --output) and --stats cannot go to one file, '-'
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --stats=out --output=out -q Smokes m.mln e.db
--- stderr
kerf: --output and --stats cannot go to one file, 'out'
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --stats=no/where -q Smokes m.mln e.db
--- stdout
Smokes(Anna)
Smokes(Bob)
--- stderr
kerf: error: cannot write no/where: no such file or directory
1 error
--- exit 6
