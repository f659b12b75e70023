# Weights that are tiny in sum: a gap is measured by what they are, and not by 1.
--- file tiny.mln
n = {1, ..., 3}
P(n)
Q(n)
1e-12 P(x) v Q(y)
-3e-12 P(x)
-1e-12 Q(x)
2e-12 |x : P(x)| = 2
--- file none.db
--- run kerf map --quiet -q P,Q --ground=cuts --max-iterations=1 --stats=stats.json tiny.mln none.db
--- run python3 -c "import json; r = json.load(open('stats.json')); print(r['status'], '%.3g' % r['cost'], r['cost_bound'])"
--- stdout
bounded 1.1e-11 0
--- run kerf map --quiet -q P,Q --ground=cuts --gap=0.3 tiny.mln none.db
--- stdout
Q(1)
Q(2)
Q(3)
--- exit 0

# A certificate that proves nothing is no proof of an answer that costs little.
--- file empty.cert
kerf certificate 1
world
--- run kerf verify --quiet -q P,Q --bound=empty.cert --format=json -o checked.json tiny.mln none.db none.db
--- run python3 -c "import json; r = json.load(open('checked.json')); print('%.3g' % r['proven_gap'], r['proven_optimal'])"
--- stdout
1.1e-11 False
--- exit 0

# Beside greater weights that cost nothing, too.
--- file beside.mln
n = {1, ..., 3}
P(n)
Q(n)
R(n)
1e-12 P(x) v Q(y)
-3e-12 P(x)
-1e-12 Q(x)
5 R(x)
--- run kerf map --quiet -q P,Q,R --ground=cuts --max-iterations=1 --stats=stats.json -o answer.db beside.mln none.db
--- run python3 -c "import json; print(json.load(open('stats.json'))['status'])"
--- stdout
bounded
--- exit 0
