# A count of each person's friends: exact, also where of some people more is known.
--- file m.mln
*Known(person)
F(person, person)
S(person)
C(person)
0.3 F(x, y) ^ S(x) => S(y)
1.2 S(x) => C(x)
-0.4 S(x)
-1 F(x, y)
|y : F(x, y)| >= 2.
-0.8 |y : F(x, y)| >= 5
--- run-sh for i in $(seq 30); do echo "Known(P$i)"; done > m.db; cp m.db all.db; printf '%s\n' 'S(P1)' '!S(P2)' 'F(P3, P4)' '!F(P5, P6)' 'S(P7) 0.7' >> m.db
--- run-sh kerf marginal --quiet --expectations --stats=s.json -o p.db m.mln m.db; grep -E '^(C|S)\(P[1-8]\)|^F\((P1, P9|P9, P1|P9, P9|P8, P9|P3, P5|P4, P3)\)' p.db; grep -o '"route":"[a-z]*"' s.json | sort | uniq -c | sed 's/^ *//'
--- stdout
C(P1) 0.7685247835
C(P3) 0.5196947201
C(P4) 0.5249591177
C(P5) 0.5261099003
C(P6) 0.5243294949
C(P7) 0.5501033382
C(P8) 0.5244880764
F(P1, P9) 0.2018502445
F(P3, P5) 0.2590940679
F(P4, P3) 0.2532402654
F(P8, P9) 0.2533505637
F(P9, P1) 0.257542753
F(P9, P9) 0.257542753
S(P3) 0.07334414286
S(P4) 0.09294902817
S(P5) 0.09723460154
S(P6) 0.09060428099
S(P7) 0.1865873888
S(P8) 0.09119484635
2 "route":"counting"
--- run-sh kerf verify --quiet --strict --probabilities=p.db m.mln m.db | grep -E 'atoms|file|refused'
--- stdout
atoms               955
not in the file     0
refused             0
--- run-sh kerf check --quiet --forecast m.mln all.db | grep counting
--- stdout
  counting                1    960      1       31  483 KB
--- exit 0
# That somebody has a friend at all is a long clause.
--- file some.mln
*Known(person)
F(person, person)
S(person)
0.3 F(x, y) ^ S(x) => S(y)
-0.4 S(x)
-2 F(x, y)
EXIST y F(x, y).
--- run-sh kerf marginal --quiet --stats=s.json -o p.db some.mln all.db; grep -E '^S\(P1\)|^F\(P1, P[12]\)' p.db; grep -o '"route":"[a-z]*"' s.json
--- stdout
F(P1, P1) 0.1226753047
F(P1, P2) 0.1163577645
S(P1) 0.3297648467
"route":"counting"
--- exit 0
# Few people, and elimination in another order.
--- run-sh for i in $(seq 7); do echo "Known(P$i)"; done > few.db; echo 'S(P1)' >> few.db; echo 'F(P2, P3)' >> few.db
--- run kerf marginal --quiet --expectations --stats=s.json -o p.json --format=json m.mln few.db
--- run-sh grep -o '"route":"[a-z]*"' s.json; kerf verify --quiet --strict --probabilities=p.json m.mln few.db | grep -E 'atoms|file|refused'
--- stdout
"route":"counting"
atoms               61
not in the file     0
refused             0
