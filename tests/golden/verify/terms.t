# Arithmetic in arguments must give a constant of the type; in comparisons any value will do.
# time = {1, 2, 3, 4}, At: 2, 4.
# F1 At(t + 1): t = 1, 2, 3 -> 2, 3, 4: true, false, true. F2 At(t - 1): t = 2, 3, 4 -> 1, 2, 3: 1 true.
# F3 At(t * 2): 1, 2 -> 2, 4: both true. F4 At(t / 2): 2, 4 -> 1, 2 (and 0.5, 1.5 are no times): 1 true.
# F5 At(t % 3): 1, 2, 4 -> 1, 2, 1 (3 gives 0): 1 true. F6 At(succ(t)) as F1.
# F7 At(t) ^ t + 10 > 12: all 4 groundings; t = 4 is true; t = 3 could be: cost 1.
# F8 At(t) ^ t / 0 = 1: no value, no groundings.
--- file m.mln
time = {1, 2, 3, 4}
*E(time)
At(time)
1 At(t + 1)
1 At(t - 1)
1 At(t * 2)
1 At(t / 2)
1 At(t % 3)
1 At(succ(t))
1 At(t) ^ t + 10 > 12
1 At(t) ^ t / 0 = 1
--- file none.db
--- file a.db
At(2) At(4)
--- run kerf verify --quiet m.mln none.db a.db
--- stdout
score            10
cost             8
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            1           3     2            1     1           0
  F2            1           3     1            2     2           0
  F3            1           2     2            0     0           0
  F4            1           2     1            1     1           0
  F5            1           3     1            2     2           0
  F6            1           3     2            1     1           0
  F7            1           4     1            1     1           0
  F8            1           0     0            0     0           0

violated groundings
  F1, m.mln:4
    At(2 + 1)
  F2, m.mln:5
    At(2 - 1)
    At(4 - 1)
  F4, m.mln:7
    At(2 / 2)
  F5, m.mln:8
    At(1 % 3)
    At(4 % 3)
  F6, m.mln:9
    At(succ(2))
  F7, m.mln:10
    At(3) ^ 3 + 10 > 12
--- exit 0

# Comparisons are total: numbers by value before texts by bytes; = between constants is identity.
# x < y: 2 = 2.0 < 10 < B < a: 2 and 2.0 have 3 each, 10 has 2, B has 1: 9 of 25. x = y: 5 of 25.
# x + 0 = y: B and a have no sum, so 15 groundings; 2 and 2.0 with both, 10 with itself: 5 true.
--- file c.mln
thing = {2, 10, "2.0", B, a}
*E(thing)
P(thing)
P(x) v P(y) v x < y.
P(x) v P(y) v x = y.
P(x) v P(y) v x + 0 = y.
--- run kerf verify --quiet --format=json c.mln none.db
--- stdout
{"score":0,"cost":0,"hard_violations":46,"worlds":1,"contradictions":0,"formulas":[{"label":"F1","line":4,"weight":null,"hard":true,"groundings":25,"true":9,"unsatisfied":0,"cost":0,"violations":16},{"label":"F2","line":5,"weight":null,"hard":true,"groundings":25,"true":5,"unsatisfied":0,"cost":0,"violations":20},{"label":"F3","line":6,"weight":null,"hard":true,"groundings":15,"true":5,"unsatisfied":0,"cost":0,"violations":10}]}
--- exit 0

# Texts: concat, substr (from 0, cut at the end), and containment. P is true of ab.
# F1: a+b = ab, ab+ab = abab: 2 groundings, 1 true. F2: a, a, b, a: none true, cost 4.
# F3: ab gives b; bab and the empty text are no constants: 1 grounding, false.
# F4: ab and abab contain ab; 1 true, cost 1. F5: a and b do not: cost 2. F6: as F4.
--- file s.mln
text = {ab, a, b, abab}
*E(text)
P(text)
1 P(concat(x,y))
1 P(substr(x,0,1))
1 P(substr(x,1,9))
1 P(x) ^ substr("ab", x)
1 P(x) ^ !substr("ab", x)
1 P(x) ^ substr(x,0,2) = "ab"
--- file sa.db
P(ab)
--- run kerf verify --quiet --examples=0 s.mln none.db sa.db
--- stdout
score            3
cost             10
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            1           2     1            1     1           0
  F2            1           4     0            4     4           0
  F3            1           1     0            1     1           0
  F4            1           4     1            1     1           0
  F5            1           4     0            2     2           0
  F6            1           4     1            1     1           0
