# Several worlds: if one fails the run ends with its exit code. Those before stay on standard output, a file of -o does
# not appear, and those after it are not tried: the same as with kerf map.
--- file m.mln
t = {X, Y}
A(t)
*B(t)
1 A(x)
B(x) => A(x).
B(x) ^ B(y) ^ x != y => !A(x).
--- file m.db
>> first
B(X)
>> second
B(X)
B(Y)
>> third
B(Y)
--- run kerf marginal --quiet --query=A m.mln m.db
--- stdout
>> first
A(X) 1
A(Y) 0.7310585786
--- stderr
kerf: error: the hard formulas contradict each other with the evidence of >> second: there is no world to be probable
  hint: kerf map names the groundings and the evidence
1 error
--- exit 4
--- run kerf map --quiet --query=A m.mln m.db
--- stdout
>> first
A(X)
A(Y)
--- stderr
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
m.mln:6:1: note: F3 says: B(X) ^ B(Y) ^ X != Y => !A(X)
m.db:4:1: note: evidence says that B(X) is true
m.db:5:1: note: evidence says that B(Y) is true
m.mln:5:1: note: F2 says: B(X) => A(X)
1 error
--- exit 4
--- run kerf marginal --quiet --query=A --stats=s.json -o out.db m.mln m.db
--- stderr
kerf: error: the hard formulas contradict each other with the evidence of >> second: there is no world to be probable
  hint: kerf map names the groundings and the evidence
1 error
--- exit 4
--- run python3 -c "import json, os; print([(w['world'], w['status']) for w in json.load(open('s.json'))['worlds']], os.path.exists('out.db'))"
--- stdout
[('first', 'exact'), ('second', 'infeasible')] False
--- exit 0
# One that only reaches a limit has probabilities, and the next one is tried.
--- file c.mln
t = {1, ..., 9}
*S(t)
A(t, t)
1.5 S(x) ^ S(y) ^ S(z) ^ A(x, y) ^ A(y, z) => A(x, z)
--- file c.db
>> first
S(1)
S(2)
S(3)
S(4)
S(5)
S(6)
S(7)
S(8)
S(9)
>> second
S(1)
--- run-sh kerf marginal --method=exact --query=A c.mln c.db | grep -v '^A(.*, .*) 0.5$'
--- stdout
>> first
>> second
// A(_, _) 0.5: 81 atoms that no formula names
--- stderr
c.mln: note: read as kerf; nothing in it calls for another dialect
kerf: error: a component of 81 atoms is too wide to be exact: the tables of the best order of elimination that was found have more than 2^31 entries
  hint: --method=auto samples it; evidence on some of its atoms, or more --memory-limit, may make it narrow enough
2 worlds; the last: exact: log Z 1149.644922 [1149.644922, 1149.644922], 81 atoms in 0 components, [[\d+\.\d+]] s
1 error
