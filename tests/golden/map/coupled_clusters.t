# Pairs of a transitive and symmetric predicate that other formulas touch: nodes that are surely together are merged first.
--- file m.mln
rec = {1, ..., 40}
*Sim(rec, rec, double)
*Old(rec, double)
*Like(rec, rec, rec, rec)
Same(rec, rec)
Good(rec)
w: Sim(a, b, w) ^ Same(a, b)
Same(a, b) ^ Same(b, c) => Same(a, c).
Same(a, b) => Same(b, a).
-0.5 Same(a, b)
w: Old(a, w) ^ Good(a)
*Near(rec, rec)
0.4 Near(a, b) ^ Same(a, b) ^ Good(a) => Good(b)
0.7 Like(a, b, c, d) ^ Same(a, b) => Same(c, d)
--- file like.db
Like(1, 2, 7, 8)
Like(3, 5, 20, 22)
Sim(2, 1, 40)
--- run-sh awk 'BEGIN { for (i = 1; i <= 40; i++) { print "Old(" i ", " (i * 7) % 5 - 2.1 ")"; for (k = 1; k <= 2; k += 1 + i % 2) if (i + k <= 40) print "Near(" i ", " i + k ")\nSim(" i ", " i + k ", " (i * i * 3 + k * 5 + i) % 11 - 4 ")" } }' > e.db; cat like.db >> e.db
--- run-sh kerf map --quiet --stats=one.json m.mln e.db -o one.db; kerf map --quiet --stats=two.json --no-clustering m.mln e.db -o two.db; for f in one two; do grep -o '"status":"[a-z]*"\|"cost":[0-9]*[.][0-9]' $f.json | head -2; done
--- stdout
"status":"optimal"
"cost":85.8
"status":"optimal"
"cost":85.8
--- run-sh kerf map --threads=2 --quiet m.mln e.db | cmp - one.db && kerf verify m.mln e.db one.db 2>&1 | grep '^score\|^cost\|^hard'
--- stdout
score            1792741.6
cost             85.8
hard violations  0
--- exit 0
# An explanation goes on without what was merged: the first two records.
--- run-sh kerf explain --quiet m.mln e.db 'Same(1, 2)' 2>&1 | head -3
--- stdout
Same(1, 2) is true
  Same(1, 2) being false would cost 42.3 more
  flips along:
--- file hard.mln
*Must(rec, rec, rec, rec)
Must(a, b, c, d) ^ Same(a, b) => Same(c, d).
--- file count.mln
|b: Same(a, b)| <= 3.
--- file must.db
Must(1, 2, 7, 9)
Must(10, 11, 30, 31)
--- run-sh for x in hard count; do cat m.mln $x.mln > $x-all.mln; for o in --quiet --no-clustering; do kerf map --quiet $o --stats=s.json $x-all.mln e.db $([ $x = hard ] && echo must.db) -o $x.out; grep -o '"status":"[a-z]*"\|"cost":[0-9]*[.][0-9]\|"hard_violations":[0-9]*' s.json | head -3 | tr '\n' ' '; done; echo; done
--- stdout
"status":"optimal" "cost":89.5 "hard_violations":0 "status":"optimal" "cost":89.5 "hard_violations":0 
"status":"optimal" "cost":85.9 "hard_violations":0 "status":"optimal" "cost":85.9 "hard_violations":0 
