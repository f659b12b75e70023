# Weights that come to a linear program later may be far greater than those that it was scaled for.
--- file later.mln
n = {C0, C1, C2}
P(n)
Q(n)
R(n, n)
F(n, n!)
*O(n)
-4e100 |x : !Q(x)| = 4
-6e100 !P(x) v R(x, x) v !P(x)
!P(x).
1e100 !O(x) v Q(x) v P(x)
--- file some.db
O(C0)
O(C1)
O(C2)
R(C0, C2)
0.9 P(C0)
!R(C1, C1)
0.5 P(C1)
--- run kerf map --quiet --solver=ilp --no-simplify --ground=full --stats=stats.json -o answer.db later.mln some.db
--- run python3 -c "import json; r = json.load(open('stats.json')); print(r['status'], r['cost'])"
--- stdout
optimal 1.7999999999999998e+101
--- exit 0

# So in a certificate.
--- file proof.mln
n = {C0, C1}
l = {L1, L2}
P(n)
Q(n)
R(n, n)
A
F(n, l?)
*O(n)
-7e100 Q(x) v !F(x, L1) v Q(y)
5e200 F(x, L2) v P(y)
-9e300 (!Q(x) <=> P(x))
--- file one.db
O(C0)
--- run kerf map --quiet --certificate=proof.cert -o answer.db proof.mln one.db
--- run kerf verify --quiet --bound=proof.cert --format=json -o checked.json proof.mln one.db answer.db
--- run python3 -c "import json; print(json.load(open('checked.json'))['proven_optimal'])"
--- stdout
True
--- exit 0

# Beside 1e15 the other weights are nothing to the linear program: they are looked at once more.
--- file beside.mln
a = {A0, A1, A2}
X(a, a)
T
*D(a, double)
-2 T v FORALL x X(x, x)
-0.1 T v X(y, y)
w: D(x, w) ^ X(x, x)
X(x, y) ^ X(y, z) => X(x, z).
X(x, x) => T.
--- file beside.db
D(A2, 1e15)
D(A0, 1)
D(A1, 0.1)
--- run kerf map --quiet --solver=ilp --stats=stats.json -o answer.db beside.mln beside.db
--- run python3 -c "import json; r = json.load(open('stats.json')); print(r['status'], round(r['cost'], 9))"
--- stdout
optimal 2.3
--- exit 0
