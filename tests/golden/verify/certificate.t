# A certificate: map proves its bound, verify checks the proof in exact arithmetic.
--- file m.mln
*Friends(person, person)
Smokes(person)
Cancer(person)
1.5 Smokes(x) => Cancer(x)
1.1 Friends(x,y) ^ Smokes(x) => Smokes(y)
2 Smokes(Anna)
1.4 Cancer(x)
2.2 !Cancer(x)
|x : Cancer(x)| <= 1.
--- file e.db
Friends(Anna, Bob)
Friends(Bob, Carl)
--- run kerf map --quiet m.mln e.db -o a.db --certificate=c.txt
--- run head -n 3 c.txt
--- stdout
kerf certificate 1
world
component
--- run kerf verify --quiet m.mln e.db a.db --bound=c.txt
--- stdout
score            21.1
cost             6.1
hard violations  0
worlds           1
proven bound     6.1
proven gap       0
optimal: proven in exact arithmetic: no world costs less than the cost less the gap

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1          1.5           3     3            0     0           0
  F2          1.1           9     8            1   1.1           0
  F3            2           1     1            0     0           0
  F4          1.4           3     1            2   2.8           0
  F5          2.2           3     2            1   2.2           0
  F6         hard           1     1            0     0           0

violated groundings
  F2, m.mln:5
    Friends(Anna, Bob) ^ Smokes(Anna) => Smokes(Bob)
  F4, m.mln:7
    Cancer(Bob)
    Cancer(Carl)
  F5, m.mln:8
    !Cancer(Anna)
--- run kerf verify --quiet --format=json m.mln e.db a.db --bound c.txt
--- stdout
{"score":21.1,"cost":6.1,"hard_violations":0,"worlds":1,"contradictions":0,"proven_bound":6.1,"proven_gap":0,"proven_optimal":true,"formulas":[{"label":"F1","line":4,"weight":1.5,"hard":false,"groundings":3,"true":3,"unsatisfied":0,"cost":0,"violations":0},{"label":"F2","line":5,"weight":1.1,"hard":false,"groundings":9,"true":8,"unsatisfied":1,"cost":1.1,"violations":0},{"label":"F3","line":6,"weight":2,"hard":false,"groundings":1,"true":1,"unsatisfied":0,"cost":0,"violations":0},{"label":"F4","line":7,"weight":1.4,"hard":false,"groundings":3,"true":1,"unsatisfied":2,"cost":2.8,"violations":0},{"label":"F5","line":8,"weight":2.2,"hard":false,"groundings":3,"true":2,"unsatisfied":1,"cost":2.2,"violations":0},{"label":"F6","line":9,"weight":null,"hard":true,"groundings":1,"true":1,"unsatisfied":0,"cost":0,"violations":0}]}
--- run kerf verify --quiet m.mln e.db a.db --bound=c.txt --bound-only
--- stdout
proven bound     6.1
proven in exact arithmetic: no world costs less than the bound
--- run kerf verify --quiet --format=json m.mln e.db a.db --bound=c.txt --bound-only
--- stdout
{"score":null,"cost":null,"hard_violations":0,"worlds":1,"contradictions":0,"proven_bound":6.1,"proven_gap":null,"proven_optimal":false,"formulas":[]}
--- exit 0

# An answer that costs more: the bound still holds, but is not reached.
--- file worse.db
Cancer(Anna)
--- run kerf verify --quiet --examples=0 m.mln e.db worse.db --bound=c.txt
--- stdout
score            20.2
cost             7
hard violations  0
worlds           1
proven bound     6.1
proven gap       0.8999999999999999
proven in exact arithmetic: no world costs less than the bound

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1          1.5           3     3            0     0           0
  F2          1.1           9     9            0     0           0
  F3            2           1     0            1     2           0
  F4          1.4           3     1            2   2.8           0
  F5          2.2           3     2            1   2.2           0
  F6         hard           1     1            0     0           0
--- exit 0

# Two worlds, two proofs; a certificate of one is not enough, nor one of two for one.
--- file two.db
>> one
Friends(Anna, Bob)
>> two
Friends(Bob, Anna)
--- run kerf map --quiet m.mln two.db -o two_a.db --certificate=two.txt
--- run kerf verify --quiet --examples=0 m.mln two.db two_a.db --bound=two.txt
--- stdout
score            24.9
cost             8.3
hard violations  0
worlds           2
proven bound     8.299999999999999
proven gap       0
optimal: proven in exact arithmetic: no world costs less than the cost less the gap

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1          1.5           4     4            0     0           0
  F2          1.1           8     7            1   1.1           0
  F3            2           2     2            0     0           0
  F4          1.4           4     2            2   2.8           0
  F5          2.2           4     2            2   4.4           0
  F6         hard           2     2            0     0           0
--- run kerf verify --quiet m.mln two.db two_a.db --bound=c.txt
--- stderr
c.txt:7: error: this world has no atom Smokes(Carl)
1 error
--- exit 3
--- run kerf verify --quiet m.mln e.db a.db --bound=two.txt
--- stderr
two.txt:11: error: the model has no such constraint in this world
1 error
--- exit 3
--- file short.txt
kerf certificate 1
world
--- run kerf verify --quiet m.mln two.db two_a.db --bound=short.txt
--- stderr
short.txt:3: error: the certificate has fewer worlds than the evidence
1 error
--- exit 3
--- file long.txt
kerf certificate 1
world
world
--- run kerf verify --quiet m.mln e.db a.db --bound=long.txt
--- stderr
long.txt:3: error: the certificate has more worlds than the evidence
1 error
--- exit 3

# A formula that is neither a clause nor a count is said with atoms that the certificate defines.
--- file other.mln
*Person(person)
P(person)
Q(person)
R(person)
1 Person(x) => (P(x) ^ Q(x) ^ !R(x)) v (R(x) ^ !P(x) ^ !Q(x))
3 Person(x) => !P(x)
3 Person(x) => !R(x)
--- file other.db
Person(A)
--- run kerf map --quiet other.mln other.db -o other_a.db --certificate=other.txt
--- run cat other.txt
--- stdout
kerf certificate 1
world
component
atom P(A)
atom R(A)
atom Q(A)
define 1 -2 3
define -1 2 -3
clause 4 5
clause 1 -4
clause 2 -5
leaf
row 1 1
row 2 1
row 3 1
end
bound 0.999999999
--- run kerf verify --quiet --examples=0 other.mln other.db other_a.db --bound=other.txt
--- stdout
score            6
cost             1
hard violations  0
worlds           1
proven bound     1
proven gap       0
optimal: proven in exact arithmetic: no world costs less than the cost less the gap

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            1           1     0            1     1           0
  F2            3           1     1            0     0           0
  F3            3           1     1            0     0           0
--- exit 0

# Parts of a quantified equivalence: what evidence and opposites leave of it are two clauses.
--- file exist.mln
t = {A, B}
H(t)
(EXIST q H(q)) <=> !H(B).
1 H(B)
--- run kerf map --quiet -q H exist.mln -o exist_a.db --certificate=exist.txt
--- run kerf verify --quiet --examples=0 -q H exist.mln exist_a.db --bound=exist.txt
--- stdout
score            0
cost             1
hard violations  0
worlds           1
proven bound     1
proven gap       0
optimal: proven in exact arithmetic: no world costs less than the cost less the gap

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1         hard           1     1            0     0           0
  F2            1           1     0            1     1           0
--- exit 0

# The same part in several formulas is defined once. Counts pay when they hold.
--- file nested.mln
a = {N0, N1, N2}
Same(a, a)
Hid(a)
-1 |y : Same(x, y)| <= 2
-2 Same(x, y) => (Hid(x) <=> Hid(y))
!Same(x, x).
1 !Hid(x) v !Hid(y) v x = y
Hid(x).
--- run kerf map --quiet -q Same,Hid nested.mln -o nested_a.db --certificate=nested.txt
--- run grep -c define nested.txt
--- stdout
6
--- run kerf verify --quiet --examples=0 -q Same,Hid nested.mln nested_a.db --bound=nested.txt
--- stdout
score            -18
cost             21
hard violations  0
worlds           1
proven bound     21
proven gap       0
optimal: proven in exact arithmetic: no world costs less than the cost less the gap

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1           -1           3     3            3     3           0
  F2           -2           9     9            6    12           0
  F3         hard           3     3            0     0           0
  F4            1           9     3            6     6           0
  F5         hard           3     3            0     0           0
--- exit 0

# Counted tuples with several hidden atoms each.
--- file pairs.mln
a = {N0, N1, N2}
P(a)
Q(a)
2 |x, y : P(x) ^ Q(y)| = 2
-1 |x : P(x) ^ !Q(x)| = 1
1 P(x)
--- run kerf map --quiet -q P,Q pairs.mln -o pairs_a.db --certificate=pairs.txt
--- run kerf verify --quiet --examples=0 -q P,Q pairs.mln pairs_a.db --bound=pairs.txt
--- stdout
score            4
cost             1
hard violations  0
worlds           1
proven bound     1
proven gap       0
optimal: proven in exact arithmetic: no world costs less than the cost less the gap

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            2           1     1            0     0           0
  F2           -1           1     0            0     0           0
  F3            1           3     2            1     1           0
--- exit 0

# A sum of twos is never 3: nobody pays for that, and a certificate that says so is refused.
--- file sums.mln
t = {A, B}
u = {U, V}
*O(t, u)
P(t)
2 |x, y : O(x, y) ^ P(x)| = 3
1 P(B)
--- file sums.db
O(A, U)
O(A, V)
O(B, U)
O(B, V)
--- file best.db
P(B)
--- file sums.txt
kerf certificate 1
world
component
atom P(A)
atom P(B)
count 3 3 2 1 2 2
branch 1
branch 2
leaf
row 1.5 2
leaf
row 1.5 2
branch 2
leaf
row 1.5 2
leaf
row 1.5 2
end
--- run kerf verify --quiet sums.mln sums.db best.db --bound=sums.txt
--- stderr
sums.txt:6: error: the model has no such constraint in this world
1 error
--- exit 3

# Costs that go by steps: what is proven is rounded up to one.
--- file steps.mln
t = {A, B, C}
P(t)
1.5 P(x) v P(y)
1 !P(x)
--- file steps.txt
kerf certificate 1
world
component
atom P(A)
atom P(B)
atom P(C)
clause 1 2
clause 1 3
clause 2 3
leaf
row 1 0.3
row 2 0.3
row 3 0.3
end
--- file steps_a.db
P(A)
P(B)
P(C)
--- run kerf verify --quiet --examples=0 -q P steps.mln steps_a.db --bound=steps.txt
--- stdout
score            13.5
cost             3
hard violations  0
worlds           1
proven bound     2.5
proven gap       0.5
proven in exact arithmetic: no world costs less than the bound

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1          1.5           9     9            0     0           0
  F2            1           3     0            3     3           0
--- exit 0

# The best cut of a complete graph: a whole proof would be much longer than the problem.
--- file cut.mln
n = {1, ..., 11}
P(n)
1.1 x < y => P(x) v P(y)
1.2 x < y => !P(x) v !P(y)
--- run kerf map --quiet -q P cut.mln -o cut_a.db --certificate=cut.txt --no-eliminate
--- stderr
kerf: warning: the certificate proves less than was found: that no world costs less than [[[\d.]+]]
  hint: it was cut short: all of it would take more time, or more lines than the size of the problem allows
--- run awk 'END { print NR < 4000 }' cut.txt
--- stdout
1
--- run kerf verify --quiet -q P cut.mln cut_a.db --bound=cut.txt --bound-only
--- stdout
proven bound     [[[\d.]+]]
proven in exact arithmetic: no world costs less than the bound
--- exit 0

# By elimination it is as long as the problem, and proves all.
--- run kerf map --quiet -q P cut.mln -o cut_a.db --certificate=cut.txt
--- run grep -c eliminate cut.txt
--- stdout
11
--- run kerf verify --quiet -q P --examples=0 cut.mln cut_a.db --bound=cut.txt
--- stdout
score            249.8
cost             28.5
hard violations  0
worlds           1
proven bound     28.499999999999375
proven gap       6.261657858885883e-13
optimal: proven in exact arithmetic: no world costs less than the cost less the gap

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1          1.1         121   106           15  16.5           0
  F2          1.2         121   111           10    12           0
--- exit 0

# Where it cannot be written, or read.
--- run kerf map --quiet m.mln e.db -o m.mln --certificate=x.txt
--- stderr
kerf: 'm.mln' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet m.mln e.db -o x.db --certificate=x.db
--- stderr
kerf: --output and --certificate cannot go to one file, 'x.db'
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet m.mln e.db -o x.db --certificate=y.db --stats=y.db
--- stderr
kerf: --certificate and --stats cannot go to one file, 'y.db'
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet m.mln e.db -o x.db --certificate=e.db
--- stderr
kerf: 'e.db' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet m.mln e.db -o x.db --certificate=no/such/place
--- stderr
kerf: error: cannot write no/such/place: no such file or directory
1 error
--- exit 6
--- run kerf verify --quiet m.mln e.db a.db --bound-only
--- stderr
kerf: --bound-only needs --bound and a certificate
Try 'kerf verify -h'.
--- exit 2
--- run kerf verify --quiet m.mln e.db a.db --bound=none.txt
--- stderr
kerf: error: cannot read none.txt: no such file or directory
1 error
--- exit 3
