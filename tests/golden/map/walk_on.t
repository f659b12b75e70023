# With cutting planes MaxWalkSAT goes on from where it converged, as long as a round makes the answer
# better: this one converges at 378 after 5 iterations, and finds 390, the best there is, two later.
--- file m.mln
*Alike(t, t)
*Unlike(t, t)
Same(t, t)
3 Alike(x, y) => Same(x, y)
2 Unlike(x, y) => !Same(x, y)
Same(x, y) => Same(y, x).
Same(x, y) ^ Same(y, z) => Same(x, z).
--- file e.db
Unlike(C0, C1)
Unlike(C0, C2)
Alike(C0, C3)
Unlike(C0, C4)
Unlike(C0, C5)
Alike(C0, C6)
Unlike(C0, C7)
Alike(C0, C8)
Alike(C1, C2)
Unlike(C1, C3)
Alike(C1, C4)
Unlike(C1, C5)
Unlike(C1, C6)
Alike(C1, C7)
Unlike(C1, C8)
Unlike(C2, C3)
Unlike(C2, C4)
Alike(C2, C5)
Alike(C2, C6)
Unlike(C2, C7)
Alike(C2, C8)
Alike(C3, C4)
Unlike(C3, C5)
Alike(C3, C6)
Unlike(C3, C7)
Unlike(C3, C8)
Unlike(C4, C5)
Unlike(C4, C6)
Alike(C4, C7)
Unlike(C4, C8)
Alike(C5, C6)
Unlike(C5, C7)
Alike(C5, C8)
Unlike(C6, C7)
Alike(C6, C8)
Unlike(C7, C8)
--- run-sh kerf map --solver=mws --ground=cuts --flips=200 m.mln e.db -o mws.db 2>&1 | grep -o '^bounded: score [0-9]*\|[0-9]* iterations'
--- stdout
bounded: score 390
7 iterations
--- run-sh kerf map m.mln e.db -o best.db 2>&1 | grep -o '^optimal: score [0-9]*'
--- stdout
optimal: score 390
--- run-sh kerf map --solver=mws --ground=cuts --flips=200 --max-iterations=5 m.mln e.db -o few.db 2>&1 | grep -o '^bounded: score [0-9]*\|[0-9]* iterations'
--- stdout
bounded: score 378
5 iterations
