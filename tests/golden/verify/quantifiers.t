# Quantifiers expand over the constants of the type.
# F1: EXIST y for each x: Anna has Bob, who smokes: true. Bob has Carl, who does not: false, could be
# better: cost 2. Carl has no friend: false, decided by evidence: no cost. Score 2.
# F2: FORALL y (Friends(x,y) => Smokes(y)), weight -1: true for Anna (Bob smokes; cost 1), for
# Carl (no friend: decided); false for Bob. Score -2.
# F3: hard, EXIST x FORALL y Friends(x,y) v x = y: false, one violation.
--- file m.mln
*Friends(person, person)
Smokes(person)
2 EXIST y Friends(x,y) ^ Smokes(y)
-1 FORALL y (Friends(x,y) => Smokes(y))
EXIST x FORALL y (Friends(x,y) v x = y).
--- file e.db
Friends(Anna, Bob)
Friends(Bob, Carl)
--- file a.db
Smokes(Bob)
--- run kerf verify --quiet m.mln e.db a.db
--- stdout
score            0
cost             3
hard violations  1
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            2           3     1            1     2           0
  F2           -1           3     2            1     1           0
  F3         hard           1     0            0     0           1

violated groundings
  F1, m.mln:3
    EXIST y Friends(Bob, y) ^ Smokes(y)
  F2, m.mln:4
    FORALL y (Friends(Anna, y) => Smokes(y))
  F3, m.mln:5
    EXIST x FORALL y (Friends(x, y) v x = y)
--- exit 0

# A type without constants: EXIST is false and FORALL true, both decided; free variables give no
# groundings at all.
--- file none.mln
*E(thing)
P(thing)
1 EXIST x P(x)
-1 FORALL x P(x)
1 P(x)
--- file none.db
--- run kerf verify --quiet none.mln none.db
--- stdout
score            -1
cost             0
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            1           1     0            0     0           0
  F2           -1           1     1            0     0           0
  F3            1           0     0            0     0           0
--- exit 0

# An undefined term removes the instance: At(t + 1) does not exist for the last time, 3.
# F1: t = 3 would hold by t > 2, but is left out; At(2) and At(3) are false: cost 1.
# F2: 3 is left out, At(2) and At(3) are false: cost 1.
# F3: outside quantifiers the grounding does not exist: two groundings, both true by t < 3.
--- file u.mln
time = {1, 2, 3}
*E(time)
At(time)
1 EXIST t (At(t + 1) v t > 2)
1 FORALL t At(t + 1)
1 At(t + 1) v t < 3
--- run kerf verify --quiet u.mln none.db
--- stdout
score            2
cost             2
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            1           1     0            1     1           0
  F2            1           1     0            1     1           0
  F3            1           2     2            0     0           0

violated groundings
  F1, u.mln:4
    EXIST t (At(t + 1) v t > 2)
  F2, u.mln:5
    FORALL t At(t + 1)
--- file ua.db
At(2)
At(3)
--- run kerf verify --quiet --format=json u.mln none.db ua.db
--- stdout
{"score":4,"cost":0,"hard_violations":0,"worlds":1,"contradictions":0,"formulas":[{"label":"F1","line":4,"weight":1,"hard":false,"groundings":1,"true":1,"unsatisfied":0,"cost":0,"violations":0},{"label":"F2","line":5,"weight":1,"hard":false,"groundings":1,"true":1,"unsatisfied":0,"cost":0,"violations":0},{"label":"F3","line":6,"weight":1,"hard":false,"groundings":2,"true":2,"unsatisfied":0,"cost":0,"violations":0}]}
