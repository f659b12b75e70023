# Too much of it is a status that names the formula.
--- file atoms.mln
n = {1, ..., 70000}
R(n, n)
0.5 R(x, y)
--- run kerf ground --to=wcnf --quiet --query=R atoms.mln
--- stderr
atoms.mln:2:1: error: every atom of R has a cost, and there are 4900000000 of them (70000 x 70000); 2^31 is the most
  R(n, n)
  ^
  hint: leave out its formula without conditions
1 error
--- exit 5
--- file wide.mln
n = {1, ..., 70000}
S(n, n, n, n, n)
R(n, n)
1 S(a,b,c,d,e) => R(a,b)
--- run kerf ground --to=wcnf --quiet --query=R,S wide.mln
--- stderr
wide.mln:4:3: error: this formula has more than 2^64 groundings (70000 x 70000 x 70000 x 70000 x 70000)
  1 S(a,b,c,d,e) => R(a,b)
    ^~~~~~~~~~~~~~~~~~~~~~
  hint: give it fewer variables, or smaller types
1 error
--- exit 5
--- file deep.mln
n = {1, ..., 1000}
R(n, n)
1 R(x, y) ^ R(y, z) => R(x, z)
--- run kerf ground --to=wcnf --quiet --query=R --memory-limit=20M deep.mln
--- stderr
deep.mln:3:3: error: there is no memory for all groundings of this formula
  1 R(x, y) ^ R(y, z) => R(x, z)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: kerf check --forecast tells how much it takes
kerf: error: out of memory: the limit is 20M
1 error
--- exit 6
--- file count.mln
n = {1, ..., 3000}
S(n)
|x : S(x)| = 1500.
--- run kerf ground --to=wcnf --quiet --query=S count.mln
--- stderr
kerf: error: a cardinality is too large for clauses; LP and MPS take it as it is
--- exit 3
--- run-sh kerf ground --to=lp --quiet --query=S count.mln | grep -c '^ x'
--- stdout
3000
--- file groups.mln
n = {1, ..., 70000}
T(n, n, n)
|z : T(x,y,z)| >= 1.
--- run kerf ground --to=wcnf --quiet --query=T groups.mln
--- stderr
groups.mln:3:1: error: this cardinality has more than 2^32 groups
  |z : T(x,y,z)| >= 1.
  ^~~~~~~~~~~~~~~~~~~
  hint: give it fewer variables, or smaller types
1 error
--- exit 5
# Equivalences double the cases with every step.
--- run-sh { printf 'P(t)\n1 P(A)'; for i in 1 2 3 4 5 6 7 8 9 10; do printf ' <=> P(x%d)' $i; done; echo; } >m.mln; kerf show --quiet --stage=plan --query=P m.mln
--- stderr
m.mln:2:3: error: this formula is too large: at most 512 cases, 1200 variables, or 64 counted literals
  1 P(A) <=> P(x1) <=> P(x2) <=> P(x3) <=> P(x4) <=> P(x5) <=> P(x6) <=> P(x7) <=> P(x8) <=> P(x9) <=>...
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: split the formula
1 error
--- exit 3
--- file often.mln
n = {1, ..., 70000}
m = {A}
*O(n)
H(m)
few: |z, x, y : H(z) ^ !O(x) ^ !O(y)| <= 3.
--- run kerf ground --to=lp --quiet often.mln
--- stderr
often.mln:5:6: error: few counts one hidden atom 4900000000 times; 2^32 is the most
  few: |z, x, y : H(z) ^ !O(x) ^ !O(y)| <= 3.
       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: count only variables of hidden atoms
1 error
--- exit 5
--- file more.mln
n = {1, ..., 70000}
m = {A}
*O(n)
H(m)
few: |z, x, y, u, v : H(z) ^ !O(x) ^ !O(y) ^ !O(u) ^ !O(v)| <= 3.
--- run kerf ground --to=lp --quiet more.mln
--- stderr
more.mln:5:6: error: few counts up to more than 2^64
  few: |z, x, y, u, v : H(z) ^ !O(x) ^ !O(y) ^ !O(u) ^ !O(v)| <= 3.
       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: count only variables of hidden atoms
1 error
--- exit 5

# A hard formula may have any number of groundings: 2^64 - 1 stands for as many or more.
--- file many.mln
n = {1, ..., 1000}
*Z(n, n, n, n, n, n, n)
*S(n)
R(n)
0.5 !S(x) v R(x)
0.2 !R(x)
!Z(a,b,c,d,e,f,g) v !R(a) v !R(b) v !R(g).
a != b ^ b != c => !Z(a,b,c,d,e,f,g) v !R(a) v !R(c).
--- file many.db
S(1)
S(2)
S(3)
Z(1,2,3,4,5,6,2)
--- run kerf map --quiet -o many.answer --stats=many.json --certificate=many.cert many.mln many.db
--- run-sh grep -o '"groundings":[0-9]*,"unsatisfied":[0-9]*' many.json
--- stdout
"groundings":1000,"unsatisfied":1
"groundings":1000,"unsatisfied":2
"groundings":18446744073709551615,"unsatisfied":0
"groundings":18446744073709551615,"unsatisfied":0
--- run-sh kerf verify --quiet --bound=many.cert many.mln many.db many.answer | grep -E '^(cost|hard|  F[34] )|optimal'
--- stdout
cost             0.9
hard violations  0
optimal: proven in exact arithmetic: no world costs less than the cost less the gap
  F3         hard  18446744073709551615  18446744073709551615            0     0           0
  F4         hard  18446744073709551615  18446744073709551615            0     0           0
--- run-sh (echo '-Z(1,2,3,4,5,6,2)'; echo; echo '+Z(1,2,3,4,5,6,2)'; echo) > changes; kerf map -o changed --changes-from=changes many.mln many.db 2>&1 | tail -1 | sed 's/, [0-9.]* s//'
--- stdout
2 answers, 2 optimal: score 1398.5, cost 1.5, 2 iterations
--- run kerf map --quiet --store=sqlite:many.sqlite many.mln many.db
--- unless no-sqlite: the store is SQLite
--- stdout
R(2)
R(3)
