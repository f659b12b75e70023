# A component of a transitive relation that is not small goes to the linear program after a brief
# search; of formulas against most pairs, only pairs that others name become atoms.
--- skip-if no-clp
--- file model.mln
*Score(node, node, double)
Below(node, node)
Below(x, y) ^ Below(y, z) => Below(x, z).
w: Score(x, y, w) ^ Below(x, y)
-0.25 Below(x, y)
--- run-sh awk 'BEGIN { for (a = 0; a < 40; a++) for (b = a - 3; b < a + 4; b++) if (b >= 0 && b < 40 && a != b) { k = (a * 31 + b * b * 17 + a * b) % 5; print "Score(N" a ", N" b ", " (k > 1 ? k - 1 : 3 * k - 4) ")" } }' > e.db
--- run-sh kerf map --quiet --stats=s.json model.mln e.db -o one.db; grep -o '"status":"[a-z]*"' s.json; grep -o '"method":"[a-z]*"' s.json | sort -u
--- stdout
"status":"optimal"
"method":"branch"
"method":"lp"
"method":"rounded"
--- run-sh kerf verify --quiet --examples=0 model.mln e.db one.db | head -n 3
--- stdout
score            114.25
cost             141.75
hard violations  0
--- file rivals.mln
*In(node, group)
*Rival(group, group)
*Hint(node, node)
Below(node, node)
2 Hint(x, y) => Below(x, y)
1.5 In(x, g) ^ In(y, h) ^ Rival(g, h) => !Below(x, y)
0.75 In(x, g) ^ In(y, g) => !Below(x, y)
--- run-sh awk 'BEGIN { for (i = 0; i < 200; i++) print "In(N" i ", G" i % 4 ")\nHint(N" i ", N" i * 7 % 200 ")"; for (g = 0; g < 4; g++) print "Rival(G" g ", G" (g + 1) % 4 ")" }' > r.db
--- run-sh kerf map --quiet --stats=s.json rivals.mln r.db -o two.db; grep -o '"status":"[a-z]*"' s.json; grep -o '"atoms":[0-9]*' s.json | head -n 1
--- stdout
"status":"optimal"
"atoms":200
--- run-sh kerf verify --quiet --examples=0 rivals.mln r.db two.db | head -n 3
--- stdout
score            1159925
cost             75
hard violations  0
