# Pairs that exclude each other are cliques to the linear program. Where that says little, search has its turn again all
# the same: of a relation without cycles over few constants the MIP solver proves the same, four times as slowly.
--- skip-if no-clp
--- file m.mln
a = {A1, A2, A3, A4, A5, A6}
H2(a, a)
acyclic H2.
0.4 !H2(x, y) v !H2(x, z) v y = z
1 EXIST y H2(x, y)
--- file e.db
--- run-sh kerf map --quiet --query=H2 --stats=s.json m.mln e.db | grep -c . ; grep -o '"method":"cbc"\|"method":"highs"\|"status":"[a-z]*"\|"cost":[0-9]*,' s.json | sort -u
--- stdout
5
"cost":1,
"status":"optimal"
