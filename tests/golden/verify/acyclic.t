# Each strongly connected component with a cycle is one violation; a single loop counts.
# A -> B -> C -> A and B -> D -> B are one component; E -> E another; F -> G is none.
--- file m.mln
acyclic Link.
*Node(node)
Link(node, node)
--- file a.db
Link(B, C) Link(C, A) Link(B, D) Link(D, B)
Link(E, E)
Link(F, G)
--- file nodes.db
Node(A) Node(B) Node(C) Node(D) Node(E) Node(F) Node(G)
Link(A, B)
--- run kerf verify --quiet m.mln nodes.db a.db
--- stdout
score            0
cost             0
hard violations  2
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1         hard           1     0            0     0           2

violated groundings
  F1, m.mln:1
    Link(A, B) ^ Link(B, C) ^ Link(C, A)
    Link(E, E)
--- exit 0

# No cycle.
--- file good.db
Link(B, C) Link(A, C) Link(C, D)
--- run kerf verify --quiet --strict m.mln nodes.db good.db
--- stdout
score            0
cost             0
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1         hard           1     1            0     0           0
--- exit 0

# A long cycle is cut short.
--- file long.mln
node = {1, ..., 12}
*Node(node)
Link(node, node)
acyclic Link.
--- file none.db
--- file long.db
Link(1,2) Link(2,3) Link(3,4) Link(4,5) Link(5,6) Link(6,7)
Link(7,8) Link(8,9) Link(9,10) Link(10,11) Link(11,12) Link(12,1)
--- run kerf verify --quiet long.mln none.db long.db
--- stdout
score            0
cost             0
hard violations  1
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1         hard           1     0            0     0           1

violated groundings
  F1, long.mln:4
    Link(1, 2) ^ Link(2, 3) ^ Link(3, 4) ^ Link(4, 5) ^ Link(5, 6) ^ Link(6, 7) ^ Link(7, 8) ^ Link(8, 9) ^ Link(9, 10) ^ Link(10, 11) ^ ... (12 atoms)
