# Acyclicity with everything else ground at once: the loop goes on for cycles only, whatever solves it.
--- file m.mln
*Said(event, event, double)
Before(event, event)
w: Said(x, y, w) => Before(x, y)
1 Before(x, y) ^ Before(y, z) => Before(x, z)
-0.5 Before(x, y)
acyclic Before.
--- file m.db
Said(A, B, 3)
Said(B, C, 2)
Said(C, A, 1.5)
Said(C, D, 4)
Said(D, B, 2.5)
Said(D, D, 7)
--- run kerf map --ground=full -v m.mln m.db
--- stdout
Before(A, B)
Before(C, A)
Before(C, B)
Before(C, D)
Before(D, B)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
[[...]]
iteration 1: 16 atoms, 65 groundings, score none, bound 79, gap none, [[\d+\.\d+]] s
iteration 2: 16 atoms, 65 groundings, score 72.5, bound 72.5, gap 0, [[\d+\.\d+]] s
optimal: score 72.5, cost 11.5, 2 iterations, [[\d+\.\d+]] s
--- run kerf map --quiet m.mln m.db
--- stdout
Before(A, B)
Before(C, A)
Before(C, B)
Before(C, D)
Before(D, B)
--- run kerf map --quiet --ground=full --solver=exact m.mln m.db
--- stdout
Before(A, B)
Before(C, A)
Before(C, B)
Before(C, D)
Before(D, B)
--- run kerf map --quiet --ground=full --solver=mws m.mln m.db
--- stdout
Before(A, B)
Before(C, A)
Before(C, B)
Before(C, D)
Before(D, B)
--- exit 0

# A cycle of evidence alone.
--- file bad.db
Before(A, B)
Before(B, A)
--- run kerf map --ground=full --quiet m.mln bad.db
--- stderr
m.mln:6:9: error: evidence alone breaks F4
  acyclic Before.
          ^~~~~~
  hint: take one of these atoms out of the evidence, or drop the acyclicity
m.mln:6:9: note: F4 says: not all of Before(B, A), Before(A, B), a cycle
bad.db:2:1: note: evidence says that Before(B, A) is true
bad.db:1:1: note: evidence says that Before(A, B) is true
1 error
--- exit 4

# Stopped before the cycles are cut, it looks for a world that has none.
--- run kerf map --ground=full --quiet --max-iterations=1 m.mln m.db
--- stdout
Before(A, B)
Before(C, A)
Before(C, B)
Before(C, D)
Before(D, B)
