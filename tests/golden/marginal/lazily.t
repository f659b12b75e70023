# --ground=cuts: formulas are not written out, and chains are tested against what their changes violate. The
# probabilities are those of all groundings, and the bytes the same for any number of threads.
--- skip-if quick-asan
--- file m.mln
n = {N1, N2, N3, N4, N5, N6}
A(n, n)
1.5 A(x, y) ^ A(y, z) => A(x, z)
A(x, y) => !A(y, x).
-2 A(x, y)
3 A(N1, N2) v A(N2, N3)
0.5 A(N3, N4)
--- run sh -c "kerf marginal --quiet --query=A --ground=cuts --format=tsv --threads=1 --precision=0.02 --seed=2 --stats=s.json m.mln > one.tsv; echo $?"
--- stdout
0
--- run sh -c "kerf marginal --quiet --query=A --ground=cuts --format=tsv --threads=2 --precision=0.02 --seed=2 m.mln > two.tsv; echo $?"
--- stdout
0
--- run cmp one.tsv two.tsv
--- run python3 -c "import json; s = json.load(open('s.json')); print(s['status'], s['formulas_not_ground'], s['log_z'])"
--- stdout
sampled 2 None
--- run sh -c "kerf marginal --quiet --query=A --ground=full --method=exact --format=tsv m.mln > full.tsv; echo $?"
--- stdout
0
--- file compare.py
def read(name):
    rows = [line.rstrip("\n").split("\t") for line in open(name)]
    return {tuple(r[:3]): [float(x) if x else None for x in (r[3], r[4], r[5], r[7])] for r in rows}
truth, told = read("full.tsv"), read("one.tsv")
sampled = {k: v for k, v in told.items() if v[3]}
print(len(truth), len(told), "atoms,", len(sampled), "sampled")
print(max(abs(v[0] - truth[k][0]) for k, v in told.items()) < 0.03)
print(sum(v[1] <= truth[k][0] <= v[2] for k, v in told.items()) >= 0.9 * len(told))
--- run python3 compare.py
--- stdout
36 36 atoms, 30 sampled
True
True
--- exit 0
# What formulas that wait break among themselves: proven by propagation, or not.
--- file no.mln
n = {N1, N2, N3}
A(n)
B(n)
A(x) v A(y) v B(x).
!A(x).
!B(x).
--- run kerf marginal --quiet --query=A,B --ground=cuts no.mln
--- stderr
kerf: error: the hard formulas contradict each other: there is no world to be probable
  hint: kerf map names the groundings and the evidence
1 error
--- exit 4
--- file holes.mln
pigeon = {P1, P2, P3, P4, P5, P6, P7, P8, P9, P10}
hole = {H1, H2, H3, H4, H5, H6, H7, H8, H9}
In(pigeon, hole!)
In(p, h) ^ In(q, h) => p = q.
--- run kerf marginal --quiet --query=In --ground=cuts holes.mln
--- stderr
kerf: error: no world was found that keeps the hard formulas about 90 atoms: chains have nowhere to begin
  hint: kerf map looks for one longer, or proves that there is none
1 error
--- exit 5
# One component has no world, another one is too wide to be exact: there is no world.
--- file half.mln
n = {N1, N2, N3, N4, N5, N6, N7, N8, N9}
A(n, n)
B(n)
0.5 A(x, y) ^ A(y, z) => A(x, z)
B(x) v B(y).
!B(x) v !B(y).
--- run kerf marginal --quiet --query=A,B --samples=400 half.mln
--- stderr
kerf: error: the hard formulas contradict each other: there is no world to be probable
  hint: kerf map names the groundings and the evidence
1 error
--- exit 4
# What chains ran into is ground, and nothing else: of what is open a small part.
--- file few.mln
n = {N1, N2, N3, N4, N5, N6, N7, N8, N9, N10, N11, N12, N13, N14, N15, N16}
A(n, n)
1.5 A(x, y) ^ A(y, z) => A(x, z)
-6 A(x, y)
--- run sh -c "for g in full cuts; do kerf marginal --quiet --query=A --ground=$g --method=mcsat --samples=200 --burn-in=10 --stats=$g.json -o f.db few.mln; done"
--- stderr
kerf: warning: the chains do not agree (R-hat inf, above 1.01): the truth may lie outside of intervals
  hint: --samples=N draws more; --report=FILE shows how the chains went
kerf: warning: the chains do not agree (R-hat 1.022, above 1.01): the truth may lie outside of intervals
  hint: --samples=N draws more; --report=FILE shows how the chains went
--- exit 5
--- run python3 -c "import json; c, f = (json.load(open(n))['component_list'][0]['constraints'] for n in ('cuts.json', 'full.json')); print(f, 0 < c < f / 3)"
--- stdout
3600 True
