# Always an answer: a dense graph whose relation is transitive. The first world breaks more than a hundred thousand
# groundings; classes of nodes are found before these are.
--- file m.mln
node = {1, ..., 110}
*E(node, node)
Same(node, node)
Same(x, y) ^ Same(y, z) => Same(x, z).
Same(x, y) => Same(y, x).
1 E(x, y) => Same(x, y)
1 x != y ^ !E(x, y) => !Same(x, y)
Same(x, x).
--- run-sh awk 'BEGIN { for (i = 1; i <= 110; i++) for (j = 1; j <= 110; j++) if (i != j && (i*i + j*j + i*j) % 7 < 3) print "E(" i ", " j ")" }' > e.db
--- run-sh kerf map m.mln e.db --no-clustering --max-iterations=1 -o answer.db 2>&1 | grep -c '^bounded: score 20388'
--- stdout
1
--- run-sh awk '{ gsub(/[^0-9 ]/, ""); same[$1, $2] = 1; n[$1] = n[$1] " " $2 } END { for (p in same) { split(p, k, SUBSEP); m = split(n[k[2]], z, " "); for (i = 1; i <= m; i++) if (!((k[1], z[i]) in same)) bad++ } print bad + 0, length(n) }' answer.db
--- stdout
0 110
