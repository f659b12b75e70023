# Scored pairs of a transitive and symmetric predicate: solved as a clustering, apart from the ground problem.
--- file m.mln
rec = {1, ..., 40}
*Sim(rec, rec, double)
*Never(rec, rec)
*Surely(rec, rec)
Same(rec, rec)
w: Sim(a, b, w) ^ Same(a, b)
Same(a, b) ^ Same(b, c) => Same(a, c).
Same(a, b) => Same(b, a).
-0.5 Same(a, b)
Never(a, b) => !Same(a, b).
Surely(a, b) => Same(a, b).
--- run-sh awk 'BEGIN { for (i = 1; i <= 40; i++) for (k = 1; k <= 3; k++) if (i + k <= 40) print "Sim(" i ", " i + k ", " (i * i * 3 + k * 5 + i) % 11 - 4 ")" }' > e.db
--- run-sh kerf map m.mln e.db -o one.db 2>&1 | sed 's/, [0-9.]* s$//'
--- stdout
m.mln: note: read as kerf; nothing in it calls for another dialect
optimal: score 73.5, cost 158.5, 1 iteration
--- run-sh kerf map --no-clustering m.mln e.db -o two.db 2>&1 | sed 's/, [0-9]* iterations.*//'
--- stdout
m.mln: note: read as kerf; nothing in it calls for another dialect
optimal: score 73.5, cost 158.5
--- run-sh kerf map --threads=2 --quiet m.mln e.db | cmp - one.db && kerf verify m.mln e.db one.db 2>&1 | grep '^score'; wc -l < one.db
--- stdout
score            73.5
131
--- run-sh kerf map --quiet --stats=s.json m.mln e.db > answer.db; grep -o '"methods":\[[^]]*\]' s.json; grep -o '"unique":[a-z]*' s.json
--- stdout
"methods":[{"method":"clustering","components":1,"largest":820,"work":1}]
"unique":null
--- exit 0
# Pairs that must be together, or never: hard formulas and evidence.
--- run-sh (cat e.db; printf 'Never(1, 2)\nSurely(3, 30)\n!Same(30, 5)\nSame(7, 20)\n') > forced.db; kerf map m.mln forced.db -o one.db 2>&1 | sed 's/, [0-9.]* s$//'; kerf map --no-clustering m.mln forced.db -o two.db 2>&1 | sed 's/, [0-9]* iterations.*//'; grep 'Same(3, 30)\|Same(20, 7)\|Same(1, 2)\|Same(5, 30)' one.db
--- stdout
m.mln: note: read as kerf; nothing in it calls for another dialect
optimal: score 59.5, cost 172, 1 iteration
m.mln: note: read as kerf; nothing in it calls for another dialect
optimal: score 59.5, cost 172
Same(20, 7)
Same(3, 30)
--- exit 0
# They contradict each other: explained as ever.
--- run-sh (cat e.db; printf 'Surely(1, 2)\nSurely(2, 3)\nNever(1, 3)\n') > none.db; kerf map --quiet m.mln none.db 2>&1 | head -3
--- stdout
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
m.mln:7:1: note: F2 says: Same(1, 2) ^ Same(2, 3) => Same(1, 3)
--- exit 0
# A certificate speaks of ground formulas: with one, the ground problem is solved, from the clustering on.
--- run-sh head -40 e.db > few.db; kerf map --certificate=c.txt m.mln few.db -o answer.db 2>&1 | sed 's/, [0-9]* iterations.*//'; kerf verify --bound=c.txt m.mln few.db answer.db 2>&1 | grep '^optimal\|^score\|^bound'
--- stdout
m.mln: note: read as kerf; nothing in it calls for another dialect
optimal: score 27, cost 56
score            27
optimal: proven in exact arithmetic: no world costs less than the cost less the gap
--- exit 0
# A penalty for every two different records is one score of all pairs, also beside pairs that are known.
--- file apart.mln
rec = {1, ..., 80}
*Sim(rec, rec, double)
Same(rec, rec)
w: Sim(a, b, w) ^ Same(a, b)
Same(a, b) ^ Same(b, c) => Same(a, c).
Same(a, b) => Same(b, a).
-0.5 a != b ^ Same(a, b)
0.25 a != b => !Same(b, a)
Same(a, a).
--- run-sh (cat e.db; printf '!Same(30, 5)\nSame(7, 20)\n') > known.db; for how in --clustering --no-clustering; do kerf map $how --stats=s.json apart.mln known.db -o one.db 2>&1 | sed -n 's/^\(optimal.*cost [0-9.]*\).*/\1/p'; kerf verify apart.mln known.db one.db 2>&1 | grep '^score'; grep -o '"method":"clustering"' s.json; done; true
--- stdout
optimal: score 1663, cost 168.25
score            1663
"method":"clustering"
optimal: score 1663, cost 168.25
score            1663
--- file sizes.mln
rec = {1, ..., 40}
*Sim(rec, rec, double)
Same(rec, rec)
w: Sim(a, b, w) ^ Same(a, b)
Same(a, b) ^ Same(b, c) => Same(a, c).
Same(a, b) => Same(b, a).
--- run-sh awk 'BEGIN { split("-1000.5 0.0003 2 -0.1 0.0003", w); s = 5; for (i = 1; i <= 40; i++) for (k = 1; k <= 4; k++) { s = (s * 421 + 1663) % 7875; if (i + k <= 40) print "Sim(" i ", " i + k ", " w[1 + int(s / 16) % 5] ")" } }' > sizes.db
--- run-sh for how in --clustering --no-clustering; do kerf map $how --stats=s.json sizes.mln sizes.db -o one.db 2>&1 | sed -n 's/^\(optimal.*cost [0-9.]*\).*/\1/p'; grep -o '"method":"clustering".*"work":[0-9]*' s.json; done; true
--- stdout
optimal: score 59.6066, cost 14.4114
"method":"clustering","components":1,"largest":666,"work":1
optimal: score 59.6066, cost 14.4114
