# People read rounded sums, programs all digits; 0.1 + 0.2 - 0.3 is 0. A tiny weight is not 0.
--- file m.mln
P(n)
n = {A}
0.1 P(x)
0.2 P(x)
-0.3 P(x)
--- file e.db
--- run kerf map -q P m.mln e.db
--- stdout
P(A)
--- stderr
[[...]]
optimal: score 0, cost 0.3, 1 iteration, [[.*]]
--- file a.db
P(A)
--- run kerf verify --quiet --examples=0 -q P m.mln e.db a.db
--- stdout
score            0
cost             0.3
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1          0.1           1     1            0     0           0
  F2          0.2           1     1            0     0           0
  F3         -0.3           1     1            1   0.3           0
--- run kerf verify --quiet --examples=0 --format=json -q P m.mln e.db a.db
--- stdout
{"score":2.7755575615628914e-17,"cost":0.3,"hard_violations":0,"worlds":1,"contradictions":0,"formulas":[{"label":"F1","line":3,"weight":0.1,"hard":false,"groundings":1,"true":1,"unsatisfied":0,"cost":0,"violations":0},{"label":"F2","line":4,"weight":0.2,"hard":false,"groundings":1,"true":1,"unsatisfied":0,"cost":0,"violations":0},{"label":"F3","line":5,"weight":-0.3,"hard":false,"groundings":1,"true":1,"unsatisfied":1,"cost":0.3,"violations":0}]}
--- file tiny.mln
P(n)
n = {A}
1e-20 P(x)
1234567890.126 P(x)
--- run kerf verify --quiet --examples=0 -q P tiny.mln e.db a.db
--- stdout
score            1234567890.13
cost             0
hard violations  0
worlds           1

  formula         weight  groundings  true  unsatisfied  cost  violations
  F1               1e-20           1     1            0     0           0
  F2       1234567890.13           1     1            0     0           0
--- exit 0

# Sums of many: what is left of 5000 times 0.1 + 0.2 - 0.3 is less than a trillionth of the cost.
--- run-sh echo 'n = {1, ..., 5000}' > many.db
--- run kerf map -q P -o many.out --report=many.html m.mln many.db
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
optimal: score 0, cost 1500.3, 1 iteration, [[.*]]
--- run-sh grep -o 'The answer scores <strong>[^<]*' many.html
--- stdout
The answer scores <strong>0
