# An optimum that rests on the word of a library is called so; kerf's own is not.
--- skip-if no-clp
--- file odd.mln
node = {A, B, C, D, E}
*Edge(node, node)
In(node)
1.00173 In(A)
1.01391 In(B)
0.98127 In(C)
1.02357 In(D)
0.99731 In(E)
Edge(x, y) => !In(x) v !In(y).
--- file odd.db
Edge(A, B)
Edge(B, C)
Edge(C, D)
Edge(D, E)
Edge(E, A)
--- run-sh kerf map --quiet --solver=ilp --no-eliminate --no-simplify --no-lift --no-cliques --stats=s.json odd.mln odd.db | wc -l; grep -o '"trusted":[a-z"]*' s.json
--- stdout
2
"trusted":null
--- run-sh kerf map --solver=ilp --no-branch --no-eliminate --no-simplify --no-lift --no-cliques --no-fixing --stats=s.json odd.mln odd.db 2>&1 >answer.db | sed 's/[0-9.]* s$/TIME/'; grep -o '"trusted":[a-z"]*' s.json; wc -l <answer.db
--- stdout
odd.mln: note: read as kerf; nothing in it calls for another dialect
optimal (by CBC): score 2.03748, cost 2.98031, 3 iterations, TIME
"trusted":"cbc"
2
--- run-sh kerf map --quiet --solver=ilp --no-branch --no-eliminate --no-simplify --no-lift --no-cliques --no-fixing --report=r.html odd.mln odd.db >answer.db; grep -o 'Optimal, by the word of a library' r.html; grep -o 'shown by cbc' r.html
--- stdout
Optimal, by the word of a library
shown by cbc
