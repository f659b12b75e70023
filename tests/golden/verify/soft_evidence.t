# A probability is a formula of its own on its atom: ln(p / (1 - p)), here ln 4 and -ln 4.
# Anna 0.8 false: cost ln 4. Bob 0.2 false: good. Carl 0.2 true: score -ln 4, cost ln 4.
# Dan 0.8 true: score ln 4. Eve 0.5: weighs nothing. 0 and 1 are certain: Fay is true by evidence.
--- file m.mln
Smokes(person)
1 Smokes(x)
--- file e.db
0.8 Smokes(Anna)
0.2 Smokes(Bob)
0.2 Smokes(Carl)
0.8 Smokes(Dan)
0.5 Smokes(Eve)
1 Smokes(Fay)
?Smokes(Gil)
--- file a.db
Smokes(Carl)
Smokes(Dan)
--- run kerf verify --quiet -q Smokes m.mln e.db a.db
--- stdout
score            3
cost             6.772588722
hard violations  0
worlds           1

  formula   weight  groundings  true  unsatisfied         cost  violations
  F1             1           7     3            4            4           0
  evidence    data           5     2            2  2.772588722           0

violated groundings
  F1, m.mln:2
    Smokes(Anna)
    Smokes(Bob)
    Smokes(Eve)
    Smokes(Gil)
  evidence
    0.8 Smokes(Anna)
    0.2 Smokes(Carl)
--- run kerf verify --quiet -q Smokes --format=json m.mln e.db a.db
--- stdout
{"score":3,"cost":6.772588722239782,"hard_violations":0,"worlds":1,"contradictions":0,"formulas":[{"label":"F1","line":2,"weight":1,"hard":false,"groundings":7,"true":3,"unsatisfied":4,"cost":4,"violations":0},{"label":"evidence","line":0,"weight":null,"hard":false,"groundings":5,"true":2,"unsatisfied":2,"cost":2.7725887222397816,"violations":0}]}
