# Soft formulas: score counts what is true, cost what could be better.
# F1 has 9 groundings; only (Bob, Carl) is false: score 8 * 1.5, cost 1.5.
# F2 has 3, two true: score -1, cost 1. F3 weighs nothing and costs nothing.
# F4: false for Bob only: score 4, cost 2. In all 12 - 1 + 0 + 4 = 15, 1.5 + 1 + 2 = 4.5.
--- file m.mln
*Friends(person, person)
Smokes(person)
Cancer(person)
1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)
-0.5 Smokes(x)
0 Cancer(x)
2 Smokes(x) => Cancer(x)
--- file e.db
Friends(Anna, Bob)
Friends(Bob, Carl)
--- file a.db
Smokes(Anna)
Smokes(Bob)
Cancer(Anna)
--- run kerf verify --quiet m.mln e.db a.db
--- stdout
score            15
cost             4.5
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1          1.5           9     8            1   1.5           0
  F2         -0.5           3     2            2     1           0
  F3            0           3     1            0     0           0
  F4            2           3     2            1     2           0

violated groundings
  F1, m.mln:4
    Friends(Bob, Carl) ^ Smokes(Bob) => Smokes(Carl)
  F2, m.mln:5
    Smokes(Anna)
    Smokes(Bob)
  F4, m.mln:7
    Smokes(Bob) => Cancer(Bob)
--- exit 0

# Evidence decides: what nothing could improve costs nothing, but it scores.
# F1: (Bob, Carl) is false, and fixed to be so: score 12, cost 0. F2: -0.5 for Anna and for Bob, but only
# Anna's could be better: cost 0.5. F4: Anna and Carl true, Bob's could be: score 4, cost 2.
# In all 12 - 1 + 4 = 15 and 2.5.
--- file fixed.db
Friends(Anna, Bob)
Friends(Bob, Carl)
Smokes(Bob)
!Smokes(Carl)
--- run kerf verify --quiet --format=json m.mln fixed.db a.db
--- stdout
{"score":15,"cost":2.5,"hard_violations":0,"worlds":1,"contradictions":0,"formulas":[{"label":"F1","line":4,"weight":1.5,"hard":false,"groundings":9,"true":8,"unsatisfied":0,"cost":0,"violations":0},{"label":"F2","line":5,"weight":-0.5,"hard":false,"groundings":3,"true":2,"unsatisfied":1,"cost":0.5,"violations":0},{"label":"F3","line":6,"weight":0,"hard":false,"groundings":3,"true":1,"unsatisfied":0,"cost":0,"violations":0},{"label":"F4","line":7,"weight":2,"hard":false,"groundings":3,"true":2,"unsatisfied":1,"cost":2,"violations":0}]}
--- exit 0

# A grounding that no value changes.
# F1: with x = y it is always true; P is true of A only, so it is false for (A,B) and (A,C): cost 2.
# F2, weight -1, is a tautology: score -3, cost 0. F3 is a contradiction: cost 0.
--- file t.mln
*T(thing)
P(thing)
1 P(x) => P(y)
-1 P(x) v !P(x)
1 P(x) ^ !P(x)
--- file t.db
T(A) T(B) T(C)
--- file ta.db
P(A)
--- run kerf verify --quiet t.mln t.db ta.db
--- stdout
score            4
cost             2
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            1           9     7            2     2           0
  F2           -1           3     3            0     0           0
  F3            1           3     0            0     0           0

violated groundings
  F1, t.mln:3
    P(A) => P(B)
    P(A) => P(C)
--- exit 0

# Hard formulas count what is false, even if evidence alone decides it. --strict says so by its code.
--- file h.mln
*E(thing)
P(thing)
E(x) => P(x).
!E(A).
--- file h.db
E(A) E(B) E(C)
--- file ha.db
P(B)
--- run kerf verify --quiet h.mln h.db ha.db
--- stdout
score            0
cost             0
hard violations  3
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1         hard           3     1            0     0           2
  F2         hard           1     0            0     0           1

violated groundings
  F1, h.mln:3
    E(A) => P(A)
    E(C) => P(C)
  F2, h.mln:4
    !E(A)
--- run kerf verify --quiet --strict --examples=1 h.mln h.db ha.db
--- stdout
score            0
cost             0
hard violations  3
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1         hard           3     1            0     0           2
  F2         hard           1     0            0     0           1

violated groundings
  F1, h.mln:3
    E(A) => P(A)
    and 1 more
  F2, h.mln:4
    !E(A)
--- exit 4
--- run kerf verify --quiet --strict --examples=0 --format=json h.mln h.db --answer=ha.db
--- stdout
{"score":0,"cost":0,"hard_violations":3,"worlds":1,"contradictions":0,"formulas":[{"label":"F1","line":3,"weight":null,"hard":true,"groundings":3,"true":1,"unsatisfied":0,"cost":0,"violations":2},{"label":"F2","line":4,"weight":null,"hard":true,"groundings":1,"true":0,"unsatisfied":0,"cost":0,"violations":1}]}
--- exit 4

# More than twelve open atoms: what is not decided counts as open. EXIST y P(y) v !P(x) is a
# tautology, which twelve atoms tell and thirteen do not.
--- file twelve.mln
thing = {1, ..., 12}
*E(thing)
P(thing)
-1 E(x) v (EXIST y P(y)) v FORALL y !P(y)
--- file thirteen.mln
thing = {1, ..., 13}
*E(thing)
P(thing)
-1 E(x) v (EXIST y P(y)) v FORALL y !P(y)
--- file none.db
--- run kerf verify --quiet --examples=1 twelve.mln none.db
--- stdout
score            -12
cost             0
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1           -1          12    12            0     0           0
--- run kerf verify --quiet --examples=1 thirteen.mln none.db
--- stdout
score            -13
cost             13
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1           -1          13    13           13    13           0

violated groundings
  F1, thirteen.mln:4
    E(1) v (EXIST y P(y)) v FORALL y !P(y)
    and 12 more
--- exit 0

# Without any formula there is nothing to count.
--- file empty.mln
P(thing)
--- run kerf verify --quiet -q P empty.mln none.db
--- stdout
score            0
cost             0
hard violations  0
worlds           1
