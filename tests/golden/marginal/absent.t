# What evidence decides in a formula that is no clause is counted, not enumerated, by either sign of its weight: nearly
# all pairs of 20,000 cells are not next to each other. Small ones are as enumeration has them.
--- file m.mln
*Next(cell, cell)
*Seen(cell)
On(cell)
-0.5 Next(x, y) => (On(x) <=> On(y))
-0.7 Next(x, y) ^ Seen(x) => (On(x) <=> On(y))
0.3 Next(x, y) <=> (On(x) ^ On(y))
--- file m.db
Next(A, B)
Next(B, C)
Next(C, D)
Seen(B)
--- run sh -c "kerf marginal --quiet --format=json -o out.json m.mln m.db; kerf verify --quiet --strict --probabilities=out.json m.mln m.db | tail -n 1"
--- stdout
refused             0
--- file long.mln
*Next(cell, cell)
On(cell)
0.5 Next(x, y) => (On(x) <=> On(y))
-0.25 Next(x, y) => (On(x) <=> On(y))
--- run sh -c "seq 20000 | awk '{ print \"Next(C\" $1 \", C\" $1 + 1 \")\" }' > long.db; (ulimit -t 12; kerf marginal --quiet long.mln long.db > out.db); wc -l < out.db; sort -u -k 2 out.db | wc -l"
--- unless valgrind: the limit of processor time is for a program at full speed
--- stdout
20001
1
