# --relax: the fewest violated groundings of hard formulas, and of these worlds the best.
--- file m.mln
*Guest(g)
*Friend(g, g)
table = {T1, T2}
Sits(g, table)
seated: Guest(x) => EXIST t Sits(x, t).
cap: |g : Sits(g, t)| <= 2.
1.5 Friend(x, y) => (Sits(x, t) <=> Sits(y, t))
-0.3 Sits(x, T1)
-0.2 Sits(x, T2)
--- file e.db
Guest(G1) Guest(G2) Guest(G3) Guest(G4) Guest(G5)
Friend(G1, G2)
--- run kerf map m.mln e.db
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
kerf: note: 5 groundings of seated and 2 of cap cannot all be true
m.mln:5:9: note: seated says: Guest(G1) => EXIST t Sits(G1, t)
e.db:1:1: note: evidence says that Guest(G1) is true
m.mln:5:9: note: seated says: Guest(G2) => EXIST t Sits(G2, t)
e.db:1:1: note: evidence says that Guest(G2) is true
m.mln:5:9: note: seated says: Guest(G3) => EXIST t Sits(G3, t)
e.db:1:1: note: evidence says that Guest(G3) is true
m.mln:5:9: note: seated says: Guest(G4) => EXIST t Sits(G4, t)
e.db:1:1: note: evidence says that Guest(G4) is true
m.mln:5:9: note: seated says: Guest(G5) => EXIST t Sits(G5, t)
e.db:1:1: note: evidence says that Guest(G5) is true
m.mln:6:6: note: cap says: |g : Sits(g, T2)| <= 2
m.mln:6:6: note: cap says: |g : Sits(g, T1)| <= 2
kerf: note: --relax looks for a world that breaks as few of them as possible
1 error
--- exit 4
--- run kerf map --relax --quiet --stats=s.json --report=page.html m.mln e.db -o a.db
--- stderr
kerf: warning: no world keeps the hard formulas: this one violates as few groundings as possible, 1 of cap
  hint: without --relax the contradiction is explained
--- run-sh grep -o '"status":"relaxed"' s.json; grep -o 'The least violation, with proof' page.html
--- stdout
"status":"relaxed"
The least violation, with proof
--- run-sh kerf verify --quiet --examples=0 m.mln e.db a.db | head -n 3
--- stdout
score            74
cost             1
hard violations  1
--- run-sh kerf map --relax m.mln e.db -o a.db 2>&1 | sed 's/, [0-9.]* s$//'
--- stdout
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: warning: no world keeps the hard formulas: this one violates as few groundings as possible, 1 of cap
  hint: without --relax the contradiction is explained
relaxed: score 74, cost 1, 1 hard violation, 4 iterations
--- exit 0
# Evidence alone breaks one; a certificate there is not.
--- file broken.db
Guest(G1) Guest(G2) Friend(G1, G2)
Sits(G1, T1) Sits(G2, T1) Sits(G3, T1)
!Sits(G1, T2)
--- run-sh kerf map --relax --certificate=c m.mln broken.db -o a.db 2>&1 | sed 's/, [0-9.]* s$//'
--- stdout
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: warning: no world keeps the hard formulas: this one violates as few groundings as possible, 1 of cap
  hint: without --relax the contradiction is explained
kerf: warning: there is no certificate of an answer that violates hard formulas
relaxed: score 26.1, cost 0, 1 hard violation, 1 iteration
--- run-sh kerf verify --quiet --examples=0 m.mln broken.db a.db | head -n 3
--- stdout
score            26.1
cost             0
hard violations  1
--- file limits.db
Guest(G1) Guest(G2) Guest(G4) Guest(G5) Guest(G6) Guest(G7) Friend(G1, G2) Friend(G4, G1)
Sits(G1, T1) Sits(G2, T1) Sits(G3, T1)
!Sits(G1, T2)
--- run kerf map --quiet --relax --max-iterations=1 m.mln limits.db -o a.db
--- stderr
kerf: warning: no world keeps the hard formulas: this one violates 4 of seated, 1 of cap, and others may do better
  hint: without --relax the contradiction is explained
--- exit 0
# Where nothing is violated it is as without.
--- file good.db
Guest(G1) Guest(G2) Friend(G1, G2)
--- run-sh kerf map --relax m.mln good.db -o a.db 2>&1 | sed 's/, [0-9.]* s$//'
--- stdout
m.mln: note: read as kerf; nothing in it calls for another dialect
optimal: score 11.6, cost 0.4, 2 iterations
--- exit 0
# Acyclicity stays.
--- file acyclic.mln
Edge(n, n)
acyclic Edge.
Edge(x, x).
1 Edge(x, y)
--- file acyclic.db
Edge(A, A)
--- run kerf map --quiet --relax -q Edge acyclic.mln acyclic.db
--- stderr
acyclic.mln:2:9: error: evidence alone breaks F1
  acyclic Edge.
          ^~~~
  hint: take one of these atoms out of the evidence, or drop the acyclicity
acyclic.mln:2:9: note: F1 says: not Edge(A, A), a cycle
acyclic.db:1:1: note: evidence says that Edge(A, A) is true
1 error
--- exit 4
--- file several.db
>> one
Guest(G1) Guest(G2)
>> two
Guest(G1) Guest(G2) Guest(G3) Guest(G4) Guest(G5)
>> three
Guest(G1)
--- run-sh kerf map --relax m.mln several.db -o a.db 2>&1 | sed 's/, [0-9.]* s$//'
--- stdout
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: warning: no world keeps the hard formulas: this one violates as few groundings as possible, 1 of cap
  hint: without --relax the contradiction is explained
3 worlds, 2 optimal, 1 relaxed: score 88.4, cost 1.6, 1 hard violation, 8 iterations
--- exit 0
# What is asked for is all that is written; both steps see every atom.
--- file asked.mln
*E(x)
P(x)
Q(x)
E(x) => P(x).
P(x) => Q(x).
E(x) => Q(x).
no: E(x) => !Q(x).
3 P(x)
2 Q(x)
--- file asked.db
E(A) E(B)
--- run-sh kerf map --relax --ask='P(A)' asked.mln asked.db 2>&1 | sed 's/, [0-9.]* s$//'
--- stdout
asked.mln: note: read as kerf; nothing in it calls for another dialect
kerf: warning: no world keeps the hard formulas: this one violates as few groundings as possible, 2 of no
  hint: without --relax the contradiction is explained
P(A)
relaxed: score 10, cost 0, 2 hard violations, 2 iterations
--- run-sh kerf map --relax --ask='Q(x)' --only-asked --report=r.html asked.mln asked.db 2>&1 | sed 's/, [0-9.]* s$//'; grep -c 'P(A)' r.html || true
--- stdout
asked.mln: note: read as kerf; nothing in it calls for another dialect
kerf: warning: no world keeps the hard formulas: this one violates as few groundings as possible, 2 of no
  hint: without --relax the contradiction is explained
Q(A)
Q(B)
relaxed: score 10, cost 0, 2 hard violations, 2 iterations
0
--- exit 0
# Other values of its atoms have no cost to compare with.
--- run kerf map --quiet --relax --changes=changes.txt asked.mln asked.db
--- stderr
kerf: warning: no world keeps the hard formulas: this one violates as few groundings as possible, 2 of no
  hint: without --relax the contradiction is explained
kerf: an answer that violates hard formulas is not explained
Try 'kerf map -h'.
--- exit 2
# A page and statistics count what evidence alone breaks, too.
--- file apart.mln
*Hates(g, g)
Sits(g, table!)
table = {T1, T2}
apart: Hates(x, y) => !(Sits(x, t) ^ Sits(y, t)).
cap: |g : Sits(g, t)| <= 2.
1 Sits(g, T1)
--- file apart.db
Hates(A, B)  Hates(C, D)  Hates(C, E)
Sits(A, T1)  Sits(B, T1)
--- run kerf map --relax --quiet --stats=s.json --report=page.html apart.mln apart.db -o a.db
--- stderr
kerf: warning: no world keeps the hard formulas: this one violates as few groundings as possible, 1 of apart, 1 of cap
  hint: without --relax the contradiction is explained
--- run-sh grep -o '"label":"[^"]*","line":[0-9]*,"weight":[^,]*,"hard":[a-z]*,"groundings":[0-9]*,"unsatisfied":[0-9]*' s.json
--- stdout
"label":"apart","line":4,"weight":null,"hard":true,"groundings":50,"unsatisfied":1
"label":"cap","line":5,"weight":null,"hard":true,"groundings":2,"unsatisfied":1
"label":"F3","line":6,"weight":1,"hard":false,"groundings":5,"unsatisfied":1
"label":"Sits!","line":2,"weight":null,"hard":true,"groundings":5,"unsatisfied":0
--- run-sh grep -o '^<li class="e"><span class="f">[^<]*' page.html
--- stdout
<li class="e"><span class="f">Hates(A, B) =&gt; !(Sits(A, T1) ^ Sits(B, T1))
<li class="e"><span class="f">|g : Sits(g, T1)| &lt;= 2, but it is 4
<li class="e"><span class="f">Sits(C, T1)
