# Ten queens on a board, of which no two attack each other: 724 ways. No order of elimination has less than 10^10
# entries. Nearly all of them are forbidden, so a search with a cache of components is short.
--- file m.mln
*Attacks(row, column, row, column)
Queen(row, column!)
Attacks(r, c, s, d) => !Queen(r, c) v !Queen(s, d).
--- run-sh python3 -c "n = 10; [print(f'Attacks(R{r}, C{c}, R{s}, C{d})') for r in range(n) for s in range(r) for c in range(n) for d in range(n) if c == d or abs(c - d) == r - s]" > m.db
--- run kerf marginal --stats=s.json -o out.tsv --format=tsv m.mln m.db
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
exact: log Z 6.584791392 [6.584791392, 6.584791392], 100 atoms in 1 component, [[\d+\.\d+]] s
--- run python3 -c "import json, math; s = json.load(open('s.json')); print(round(math.exp(s['log_z']), 6), s['status'], s['component_list'][0]['method'])"
--- stdout
724.0 exact exact
--- run-sh grep -c exact out.tsv; awk '{s += $4} END {print s}' out.tsv; grep 'R0.C0.' out.tsv | cut -f4 | cut -c1-12; python3 -c 'print(64/724)' | cut -c1-12
--- stdout
100
10
0.0883977900
0.0883977900
