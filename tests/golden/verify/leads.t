# Formulas whose variables come from the rows of an observed atom: 3,400 million groundings are counted, not walked.
# Two rows may have the same constants and other numbers, a variable may stand in a row twice, and a constant in the formula.
--- file m.mln
node = {1, ..., 1500}
*Score(node, node, double)
*Never(node, node, node)
On(node)
w: Score(x, y, w) ^ On(x) ^ On(y)
w: Score(x, x, w) ^ On(x)
w: Score(7, y, w) => !On(y)
!Never(x, y, z) v !On(x) v !On(y) v !On(z).
!Never(x, x, z) v !On(x) v !On(z).
--- file e.db
Score(1, 2, 1.5) Score(1, 2, 2.5) Score(2, 3, -4) Score(5, 5, 1) Score(5, 5, -3) Score(7, 1, .5) Score(7, 2, .25)
Never(1, 2, 3) Never(4, 4, 1)
--- file a.db
On(1) On(2) On(3) On(4) On(5)
--- run kerf verify --quiet m.mln e.db a.db
--- stdout
score            -4
cost             11.5
hard violations  3
worlds           1

  formula  weight  groundings        true  unsatisfied  cost  violations
  F1         data           7           5            4  7.75           0
  F2         data           2           2            1     3           0
  F3         data           2           0            2  0.75           0
  F4         hard  3375000000  3374999998            0     0           2
  F5         hard     2250000     2249999            0     0           1

violated groundings
  F1, m.mln:5
    Score(2, 3, -4) ^ On(2) ^ On(3)
    Score(5, 5, -3) ^ On(5) ^ On(5)
    Score(7, 1, 0.5) ^ On(7) ^ On(1)
    Score(7, 2, 0.25) ^ On(7) ^ On(2)
  F2, m.mln:6
    Score(5, 5, -3) ^ On(5)
  F3, m.mln:7
    Score(7, 1, 0.5) => !On(1)
    Score(7, 2, 0.25) => !On(2)
  F4, m.mln:8
    !Never(1, 2, 3) v !On(1) v !On(2) v !On(3)
    !Never(4, 4, 1) v !On(4) v !On(4) v !On(1)
  F5, m.mln:9
    !Never(4, 4, 1) v !On(4) v !On(1)
--- run kerf map --quiet m.mln e.db -o best.db --certificate=proof.txt
--- run kerf verify --quiet m.mln e.db best.db --bound=proof.txt
--- stdout
score            4.75
cost             2.75
hard violations  0
worlds           1
proven bound     2.75
proven gap       0
optimal: proven in exact arithmetic: no world costs less than the cost less the gap

  formula  weight  groundings        true  unsatisfied  cost  violations
  F1         data           7           4            1     1           0
  F2         data           2           0            1     1           0
  F3         data           2           0            2  0.75           0
  F4         hard  3375000000  3375000000            0     0           0
  F5         hard     2250000     2250000            0     0           0

violated groundings
  F1, m.mln:5
    Score(5, 5, 1) ^ On(5) ^ On(5)
  F2, m.mln:6
    Score(5, 5, 1) ^ On(5)
  F3, m.mln:7
    Score(7, 1, 0.5) => !On(1)
    Score(7, 2, 0.25) => !On(2)
--- file number.mln
*N(t, double)
*E(t, t)
P(t)
!N(A, n) v !E(x, y) v n > 3 v P(y).
1 !N(A, n) v !E(x, y) v n > 3 v P(y)
--- file number.db
N(A, 1) N(B, 2) N(C, 5) N(A, 7)
E(A, B) E(B, C)
--- file some.db
P(B)
--- run kerf verify --quiet number.mln number.db some.db
--- stdout
score            17
cost             1
hard violations  1
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1         hard          18    17            0     0           1
  F2            1          18    17            1     1           0

violated groundings
  F1, number.mln:4
    !N(A, 1) v !E(B, C) v 1 > 3 v P(C)
  F2, number.mln:5
    !N(A, 1) v !E(B, C) v 1 > 3 v P(C)
