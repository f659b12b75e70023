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
