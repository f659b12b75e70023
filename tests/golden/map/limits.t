# Limits: an answer all the same, if there is one that keeps the hard formulas.
--- file m.mln
*Friends(person, person)
Smokes(person)
1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)
-0.5 Smokes(x)
0.7 Friends(x,y) => !Smokes(x) v !Smokes(y)
--- file e.db
Friends(Anna, Bob)
Friends(Bob, Carl)
Friends(Carl, Dora)
Smokes(Anna)
--- run kerf map -q Smokes --max-iterations=1 m.mln e.db
--- stdout
Smokes(Anna)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
bounded: score [[[\d.]+]], at most [[[\d.]+]] (gap [[[\d.]+]]), cost [[[\d.]+]], 1 iteration, [[[\d.]+]] s, stopped by --max-iterations

--- run kerf map -q Smokes --gap=10 m.mln e.db
--- stdout
Smokes(Anna)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
bounded: score [[[\d.]+]], at most [[[\d.]+]] (gap [[[\d.]+]]), cost [[[\d.]+]], 1 iteration, [[[\d.]+]] s, stopped at the gap

--- run kerf map -q Smokes --time-limit=0.000000001 m.mln e.db
--- stdout
Smokes(Anna)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
bounded: score [[[\d.]+]], at most [[[\d.]+]] (gap [[[\d.]+]]), cost [[[\d.]+]], 1 iteration, [[[\d.]+]] s, stopped by --time-limit
--- file hard.mln
*Friends(person, person)
Smokes(person)
Friends(x,y) ^ Smokes(x) => Smokes(y).
-0.5 Smokes(x)
--- run kerf map --quiet -q Smokes --max-iterations=1 hard.mln e.db
--- stdout
Smokes(Anna)
Smokes(Bob)
Smokes(Carl)
Smokes(Dora)
--- file birds.mln
// Three birds, two holes: there is nothing to find, but so soon that is not known.
bird = {A, B, C}
hole = {One, Two}
In(bird, hole)
EXIST h In(b, h).
b != c => !In(b, h) v !In(c, h).
-1 In(b, h)
--- run kerf map --quiet -q In --max-iterations=1 birds.mln
--- stderr
kerf: error: no world that keeps the hard formulas was found in so few iterations: of 6 worlds that were mended, the best breaks 1 of their groundings
  hint: more iterations; if there is none, --solver=auto proves it in the end
1 error
--- exit 5
--- run kerf map --quiet -q In --time-limit=0.000000001 -o answer.db birds.mln
--- stderr
kerf: error: no world that keeps the hard formulas was found in so short a time: of 6 worlds that were mended, the best breaks 1 of their groundings
  hint: more time; if there is none, --solver=auto proves it in the end
1 error
--- exit 5
--- run-sh ls answer.db 2>/dev/null
--- exit 2

# A solver that walks cannot prove a contradiction: it gives the least bad answer, and says so.
--- file never.mln
Smokes(person)
2 Smokes(Bob)
Smokes(Anna).
!Smokes(Anna) v Smokes(Carl).
!Smokes(Carl).
--- run kerf map -q Smokes --solver=mws --flips=1000 never.mln
--- stdout
Smokes(Bob)
--- stderr
never.mln: note: read as kerf; nothing in it calls for another dialect
kerf: warning: the answer violates hard formulas, 1 of their groundings
  hint: more --flips, or another --solver
unproved: score 2, cost 0, 1 hard violation, 4 iterations, [[[\d.]+]] s
--- run kerf map -q Smokes --solver=mws --flips=1 --max-iterations=2 hard.mln e.db
--- stderr
hard.mln: note: read as kerf; nothing in it calls for another dialect
kerf: error: no world that keeps the hard formulas was found in so few iterations
  hint: more iterations; if there is none, --solver=auto proves it in the end
1 error
--- exit 5
--- run kerf map --quiet --memory-limit=10K -q Smokes m.mln e.db
--- stderr
kerf: error: out of memory: the limit is 10K
--- exit 6

# All worlds, one after the other: only for few atoms.
--- file many.db
Friends(A01, A02)
Friends(A02, A03)
Friends(A03, A04)
Friends(A04, A05)
Friends(A05, A06)
Friends(A06, A07)
Friends(A07, A08)
Friends(A08, A09)
Friends(A09, A10)
Friends(A10, A11)
Friends(A11, A12)
Friends(A12, A13)
Friends(A13, A14)
Friends(A14, A15)
Friends(A15, A16)
Friends(A16, A17)
Friends(A17, A18)
Friends(A18, A19)
Friends(A19, A20)
Friends(A20, A21)
Friends(A21, A22)
Friends(A22, A23)
Friends(A23, A24)
Friends(A24, A25)
--- run kerf map --quiet --solver=brute --ground=full --simplify=no -q Smokes m.mln many.db
--- stderr
kerf: error: solver brute tries 24 atoms that depend on each other at most: here are more
--- exit 5

# Too much: the formula is named, and how far it came.
--- file pairs.mln
c = {1, ..., 100000}
R(c, c)
R(x, y) v R(y, x).
--- run kerf map --quiet --query=R --memory-limit=30M pairs.mln
--- stderr
pairs.mln:3:1: error: memory ended with the violated groundings of F1; it has 10000000000 in all
  R(x, y) v R(y, x).
  ^~~~~~~~~~~~~~~~~
  hint: kerf check --forecast tells how many are violated
kerf: error: out of memory: the limit is 30M
1 error
--- exit 6

# Without hard formulas every world would do, but none is evaluated in time: which formula takes long?
--- run-sh awk 'BEGIN { print "*R(t, t)\nQ(t)\nround: 1 R(x, y) ^ R(y, z) ^ R(z, u) ^ R(u, v) ^ R(v, x) => Q(x)\n-1 Q(x)" }' > round.mln
--- run-sh awk 'BEGIN { for (i = 0; i < 200; i++) for (k = 0; k < 200; k++) printf "R(A%d, A%d)\n", i, k }' > round.db
--- run kerf map --quiet --time-limit=0.01 round.mln round.db
--- stderr
round.mln:3:10: error: the time ended before any world was evaluated: the groundings of round take long to find
  round: 1 R(x, y) ^ R(y, z) ^ R(z, u) ^ R(u, v) ^ R(v, x) => Q(x)
           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: more time; kerf check --forecast tells how many groundings formulas have
1 error
--- exit 5
