# Formulas with very many literals and no variables: one grounding each, asked about as a whole.
--- run-sh awk 'BEGIN { print "P(t)"; printf "1 P(C0)"; for (i = 1; i < 20000; i++) printf " ^ P(C%d)", i; print "" }' > and.mln
--- run kerf map -q P and.mln -o and.answer
--- stderr
and.mln: note: read as kerf; nothing in it calls for another dialect
optimal: score 1, cost 0, 1 iteration, [[[\d.]+]] s
--- run kerf verify -q P and.mln and.answer
--- stdout
score            1
cost             0
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            1           1     1            0     0           0
--- stderr
and.mln: note: read as kerf; nothing in it calls for another dialect
--- exit 0

# The other way round, with an atom that wants to be true and one that is.
--- run-sh awk 'BEGIN { print "P(t)"; printf "-2 P(C0)"; for (i = 1; i < 20000; i++) printf " v P(C%d)", i; print ""; print "3 P(C7)" }' > or.mln
--- run kerf map -q P or.mln
--- stdout
P(C7)
--- stderr
or.mln: note: read as kerf; nothing in it calls for another dialect
optimal: score 1, cost 2, 1 iteration, [[[\d.]+]] s
--- file known.db
P(C19999)
--- run kerf map -q P or.mln known.db
--- stdout
P(C19999)
P(C7)
--- stderr
or.mln: note: read as kerf; nothing in it calls for another dialect
optimal: score 1, cost 0, 1 iteration, [[[\d.]+]] s
--- exit 0

# Where evidence makes an observed literal true, no world can do better: that is no cost.
--- run-sh awk 'BEGIN { print "*O(t)\nP(t)"; printf "-2 O(A)"; for (i = 0; i < 100; i++) printf " v P(C%d)", i; print ""; print "1 P(C7)" }' > seen.mln
--- file seen.db
O(A)
--- run kerf map seen.mln seen.db -o seen.answer
--- stderr
seen.mln: note: read as kerf; nothing in it calls for another dialect
optimal: score -1, cost 0, 1 iteration, [[[\d.]+]] s
--- run kerf verify seen.mln seen.db seen.answer
--- stdout
score            -1
cost             0
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1           -2           1     1            0     0           0
  F2            1           1     1            0     0           0
--- stderr
seen.mln: note: read as kerf; nothing in it calls for another dialect
--- file unseen.db
O(B)
--- run kerf map seen.mln unseen.db -o unseen.answer
--- stderr
seen.mln: note: read as kerf; nothing in it calls for another dialect
optimal: score 0, cost 1, 2 iterations, [[[\d.]+]] s
--- run kerf verify seen.mln unseen.db unseen.answer
--- stdout
score            0
cost             1
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1           -2           1     0            0     0           0
  F2            1           1     0            1     1           0

violated groundings
  F2, seen.mln:4
    P(C7)
--- stderr
seen.mln: note: read as kerf; nothing in it calls for another dialect
--- exit 0

# Many parts without variables beside one that has some.
--- run-sh awk 'BEGIN { print "P(t)\nQ(t)"; printf "1 Q(x)"; for (i = 0; i < 300; i++) printf " v P(C%d)", i; print ""; print "-1 Q(x)\n-1 P(x)" }' > parts.mln
--- run kerf map -q P,Q parts.mln
--- stdout
P(C0)
--- stderr
parts.mln: note: read as kerf; nothing in it calls for another dialect
optimal: score 299, cost 1, 1 iteration, [[[\d.]+]] s
--- exit 0

# A proof that uses every literal of a long clause names it once.
--- run-sh awk 'BEGIN { print "t = {1,...,50000}\nP(t)\n-2 EXIST x P(x)\n1 P(x)" }' > some.mln
--- run kerf map -q P some.mln -o some.answer --certificate=some.proof
--- stderr
some.mln: note: read as kerf; nothing in it calls for another dialect
optimal: score 49998, cost 2, 1 iteration, [[[\d.]+]] s
--- run kerf verify -q P some.mln some.answer --bound=some.proof
--- stdout
score            49998
cost             2
hard violations  0
worlds           1
proven bound     2
proven gap       0
optimal: proven in exact arithmetic: no world costs less than the cost less the gap

  formula  weight  groundings   true  unsatisfied  cost  violations
  F1           -2           1      1            1     2           0
  F2            1       50000  50000            0     0           0

violated groundings
  F1, some.mln:3
    EXIST x P(x)
--- stderr
some.mln: note: read as kerf; nothing in it calls for another dialect
--- run-sh grep -c ^clause some.proof
--- stdout
1
