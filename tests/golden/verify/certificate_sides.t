# An atom that a branch decides and no block eliminates: both sides of the branch are looked at, also
# where nothing that the block eliminates differs between them.
--- file m.mln
A
B
-3.25 A v B
--- file a.db
A
--- file c.txt
kerf certificate 1
world
component
atom A
atom B
clause 1 2
block 1
eliminate 2
branch 1
leaf
leaf
end
--- run kerf verify --quiet --query=A,B m.mln a.db --bound=c.txt
--- stdout
score            -3.25
cost             3.25
hard violations  0
worlds           1
proven bound     0
proven gap       3.25
proven in exact arithmetic: no world costs less than the bound

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1        -3.25           1     1            1  3.25           0

violated groundings
  F1, m.mln:3
    A v B
