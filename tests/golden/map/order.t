# Formulas of --order wait until all others are satisfied: while they do, no score is known. The
# answer is the same.
--- file m.mln
*Near(place, place)
Same(place, place)

near: 2 Near(x,y) => Same(x,y)
sym: Same(x,y) => Same(y,x).
trans: Same(x,y) ^ Same(y,z) => Same(x,z).
far: -0.5 Same(x,y)
--- file m.db
Near(A,B)
Near(B,C)
--- run kerf map -v --order=trans m.mln m.db
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: read in [[[\d.]+]] s, at most [[[\d.]+]] MB of memory
kerf: world 1: [[[\d.]+]] MB of memory
iteration 1: 2 atoms, 2 groundings, score none, bound 17, gap none, [[[\d.]+]] s
iteration 2: 4 atoms, 8 groundings, score none, bound 16, gap none, [[[\d.]+]] s
iteration 3: 9 atoms, 8 groundings, score 14, bound 14, gap 0, [[[\d.]+]] s
optimal: score 14, cost 4, 3 iterations, [[[\d.]+]] s
--- run kerf map -v --order=sym,trans m.mln m.db
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: read in [[[\d.]+]] s, at most [[[\d.]+]] MB of memory
kerf: world 1: [[[\d.]+]] MB of memory
iteration 1: 2 atoms, 2 groundings, score none, bound 17, gap none, [[[\d.]+]] s
iteration 2: 4 atoms, 8 groundings, score none, bound 16, gap none, [[[\d.]+]] s
iteration 3: 9 atoms, 8 groundings, score 14, bound 14, gap 0, [[[\d.]+]] s
optimal: score 14, cost 4, 3 iterations, [[[\d.]+]] s
--- run kerf map -q Same --quiet --order=trans,sym,trans m.mln m.db
--- exit 0
# One iteration is not enough for all formulas: the world that it ends with is looked at in full.
--- run kerf map --order=near --max-iterations=1 m.mln m.db
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
bounded: score 14, at most 17 (gap 3), cost 4, 1 iteration, [[[\d.]+]] s, stopped by --max-iterations
--- run kerf map --order=sym --ground=full --quiet m.mln m.db
