# Nearly contradictory: every pair of edges from one node costs more than an edge gains, and some node
# has no room for one. Cycles come one after the other, until the nodes are ordered.
--- file m.mln
*Task(task)
Before(task, task)
acyclic Before.
2.4 !Before(x, y) v !Before(x, z) v y = z
0.5 Before(x, y)
--- file m.db
Task(A) Task(B) Task(C) Task(D) Task(E) Task(F) Task(G) Task(H) Task(I) Task(J)
--- run-sh kerf map --quiet --format=json m.mln m.db | python3 -c "import json, sys; r = json.load(sys.stdin); print(r['status'], r['score'])"
--- stdout
optimal 2404.5
--- exit 0

# The same with a certificate, which speaks of the order.
--- file few.db
Task(A) Task(B) Task(C) Task(D) Task(E) Task(F)
--- run kerf map --quiet m.mln few.db -o a.db --certificate=c.txt
--- run grep -c "^order Before" c.txt
--- stdout
15
--- run-sh kerf verify --quiet --format=json m.mln few.db a.db --bound=c.txt | python3 -c "import json, sys; print(json.load(sys.stdin)['proven_optimal'])"
--- stdout
True
--- exit 0

# Contradictory: everyone has an edge.
--- file each.mln
*Task(task)
Before(task, task)
acyclic Before.
Task(x) => EXIST y Before(x, y).
--- file seven.db
Task(A) Task(B) Task(C) Task(D) Task(E) Task(F) Task(G)
--- run kerf map --quiet each.mln seven.db
--- stderr
kerf: error: the hard formulas contradict each other
  hint: give one of the other formulas a weight, drop the acyclicity, or correct the evidence
kerf: note: 7 groundings of F2 and 14 of F1 cannot all be true
each.mln:4:1: note: F2 says: Task(A) => EXIST y Before(A, y)
seven.db:1:1: note: evidence says that Task(A) is true
each.mln:3:9: note: F1 says: not Before(A, A), a cycle
each.mln:4:1: note: F2 says: Task(B) => EXIST y Before(B, y)
seven.db:1:1: note: evidence says that Task(B) is true
each.mln:4:1: note: F2 says: Task(C) => EXIST y Before(C, y)
seven.db:1:1: note: evidence says that Task(C) is true
each.mln:4:1: note: F2 says: Task(D) => EXIST y Before(D, y)
seven.db:1:1: note: evidence says that Task(D) is true
each.mln:4:1: note: F2 says: Task(E) => EXIST y Before(E, y)
seven.db:1:1: note: evidence says that Task(E) is true
each.mln:4:1: note: F2 says: Task(F) => EXIST y Before(F, y)
seven.db:1:1: note: evidence says that Task(F) is true
each.mln:4:1: note: F2 says: Task(G) => EXIST y Before(G, y)
seven.db:1:1: note: evidence says that Task(G) is true
each.mln:3:9: note: F1 says: not all of Before(A, B), Before(B, A), a cycle
each.mln:3:9: note: F1 says: not all of Before(A, C), Before(C, A), a cycle
each.mln:3:9: note: F1 says: not Before(B, B), a cycle
each.mln:3:9: note: F1 says: Before has no cycle among A, B, C, D, E, F, G
kerf: note: and 9 more
1 error
--- exit 4

# Evidence has edges, too: it is told where the order needs it.
--- file some.db
Task(A) Task(B) Task(C) Task(D) Task(E) Task(F) Task(G)
Before(A, B) Before(C, B)
!Before(B, G)
--- run kerf map --quiet each.mln some.db
--- stderr
kerf: error: the hard formulas contradict each other
  hint: give one of the other formulas a weight, drop the acyclicity, or correct the evidence
kerf: note: 5 groundings of F2 and 8 of F1 cannot all be true
each.mln:4:1: note: F2 says: Task(B) => EXIST y Before(B, y)
some.db:1:1: note: evidence says that Task(B) is true
some.db:3:1: note: evidence says that Before(B, G) is false
each.mln:3:9: note: F1 says: not all of Before(B, A), Before(A, B), a cycle in which evidence leaves open Before(B, A)
some.db:2:1: note: evidence says that Before(A, B) is true
each.mln:4:1: note: F2 says: Task(D) => EXIST y Before(D, y)
some.db:1:1: note: evidence says that Task(D) is true
each.mln:4:1: note: F2 says: Task(E) => EXIST y Before(E, y)
some.db:1:1: note: evidence says that Task(E) is true
each.mln:4:1: note: F2 says: Task(F) => EXIST y Before(F, y)
some.db:1:1: note: evidence says that Task(F) is true
each.mln:4:1: note: F2 says: Task(G) => EXIST y Before(G, y)
some.db:1:1: note: evidence says that Task(G) is true
each.mln:3:9: note: F1 says: not Before(B, B), a cycle
each.mln:3:9: note: F1 says: not all of Before(B, C), Before(C, B), a cycle in which evidence leaves open Before(B, C)
some.db:2:1: note: evidence says that Before(C, B) is true
each.mln:3:9: note: F1 says: Before has no cycle among A, B, C, D, E, F, G
each.mln:3:9: note: F1 says: not Before(D, D), a cycle
each.mln:3:9: note: F1 says: not Before(E, E), a cycle
kerf: note: and 2 more
1 error
--- exit 4

# Loops of the nodes that are ordered are forbidden together: one after the other they would take an iteration each.
--- file loops.mln
*Task(task)
Before(task!, task)
acyclic Before.
2.5 Before(x, y) v Before(x, z) v y = z
--- file six.db
Task(A) Task(B) Task(C) Task(D) Task(E) Task(F)
--- run-sh kerf map --quiet --max-iterations=6 loops.mln six.db 2>&1 | head -1
--- stdout
kerf: error: the hard formulas contradict each other
--- exit 0
