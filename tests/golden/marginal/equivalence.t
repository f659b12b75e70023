# A relation that is transitive and symmetric: of twelve nodes there are 4,213,597 partitions, and two given
# nodes are together in 678,570 of them, which are the partitions of eleven. Evidence on pairs, costs.
--- file m.mln
n = {N1, N2, N3, N4, N5, N6, N7, N8, N9, N10, N11, N12}
Same(n, n)
Same(x, x).
Same(x, y) => Same(y, x).
Same(x, y) ^ Same(y, z) => Same(x, z).
--- run sh -c "kerf marginal --quiet --query=Same m.mln | grep 'N1, N2'; python3 -c 'print(678570/4213597)'"
--- stdout
Same(N1, N2) 0.1610429284
0.1610429284053506
--- file w.mln
n = {N1, N2, N3, N4, N5, N6, N7, N8, N9, N10, N11, N12}
Same(n, n)
Same(x, y) => Same(y, x).
Same(x, y) ^ Same(y, z) => Same(x, z).
-0.4 Same(x, y)
1.5 Same(N1, y)
--- file w.db
Same(N1, N2)
Same(N3, N4)
!Same(N1, N5)
!Same(N3, N6)
--- run kerf marginal --query=Same --expectations --stats=s.json -o out.db w.mln w.db
--- stderr
w.mln: note: read as kerf; nothing in it calls for another dialect
exact: log Z 7.267663382 [7.267663382, 7.267663382], 140 atoms in 1 component, width 10, [[\d+\.\d+]] s
--- run kerf verify --quiet --probabilities=out.db --query=Same w.mln w.db
--- stdout
worlds              1
atoms               140
not in the file     0
by enumeration      0
largest difference  4.93e-11
  Same(N5, N5)  0.5832754697, recomputed 0.5832754697
refused             0
