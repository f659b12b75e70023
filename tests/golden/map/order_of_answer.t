# Answers are in the order in which people sort: 2 before 10, in atoms, clusters and probabilities.
--- file m.mln
*On(step)
Done(step)
Same(rec, rec)
2 On(t) => Done(t)
Same(x, x).
Same(x, y) => Same(y, x).
Same(x, y) ^ Same(y, z) => Same(x, z).
--- file e.db
On(1) On(2) On(10) On(9) On(100)
0.9 Same(R8, R10)
0.9 Same(R2, R11)
0.1 Same(R8, R11)
--- run kerf map --quiet -q Done,Same m.mln e.db
--- stdout
Done(1)
Done(2)
Done(9)
Done(10)
Done(100)
Same(R2, R2)
Same(R2, R11)
Same(R8, R8)
Same(R8, R10)
Same(R10, R8)
Same(R10, R10)
Same(R11, R2)
Same(R11, R11)
--- run kerf map --quiet --clusters=Same m.mln e.db
--- stdout
id,cluster
R2,R2
R8,R8
R10,R8
R11,R2
--- run-sh kerf marginal --quiet -q Done,Same m.mln e.db | grep Done
--- stdout
Done(1) 0.880797078
Done(2) 0.880797078
Done(9) 0.880797078
Done(10) 0.880797078
Done(100) 0.880797078
