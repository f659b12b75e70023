# A formula whose variables have nothing to do with each other is counted, not ground. No atom gains
# from it alone, but worlds that satisfy it are looked for.
--- file alone.mln
*D(a)
*E(b)
P(a)
Q(b)
1.0 P(x) ^ Q(y)
--- file dear.mln
*D(a)
*E(b)
P(a)
Q(b)
1.0 P(x) ^ Q(y)
-0.5 P(x)
-3 Q(y)
--- file either.mln
*D(a)
*E(b)
P(a)
Q(b)
either: 1.0 P(x) v Q(y)
-2000 P(x)
-1 Q(y)
--- file some.mln
*D(a)
*E(b)
P(a)
Q(b)
both: 1.0 P(x) ^ Q(y)
-0.5 P(x)
-5000 Q(B1)
--- run-sh (seq -f 'D(A%g)' 1 1500; seq -f 'E(B%g)' 1 1400) > m.db
--- run-sh kerf map --quiet -o all.db alone.mln m.db; grep -c P all.db; grep -c Q all.db
--- stdout
1500
1400
--- run kerf map -o all.db alone.mln m.db
--- stderr
alone.mln: note: read as kerf; nothing in it calls for another dialect
optimal: score 2100000, cost 0, 1 iteration, [[[\d.]+]] s
--- run kerf verify --quiet alone.mln m.db all.db
--- stdout
score            2100000
cost             0
hard violations  0
worlds           1

  formula  weight  groundings     true  unsatisfied  cost  violations
  F1            1     2100000  2100000            0     0           0
--- run kerf map -o all.db dear.mln m.db
--- stderr
dear.mln: note: read as kerf; nothing in it calls for another dialect
dear.mln:5:5: warning: F1 is counted, not ground: the bound takes all of it for satisfied
  1.0 P(x) ^ Q(y)
      ^~~~~~~~~~~
  hint: a condition that relates its variables makes it one that is ground
bounded: score 2095050, at most 2100000 (gap 4950), cost 4950, 1 iteration, [[[\d.]+]] s
--- run kerf verify --quiet dear.mln m.db all.db
--- stdout
score            2095050
cost             4950
hard violations  0
worlds           1

  formula  weight  groundings     true  unsatisfied  cost  violations
  F1            1     2100000  2100000            0     0           0
  F2         -0.5        1500     1500         1500   750           0
  F3           -3        1400     1400         1400  4200           0

violated groundings
  F2, dear.mln:6
    P(A1)
    P(A2)
    P(A3)
    P(A4)
    P(A5)
    and 1495 more
  F3, dear.mln:7
    Q(B1)
    Q(B2)
    Q(B3)
    Q(B4)
    Q(B5)
    and 1395 more
--- run-sh kerf map either.mln m.db | cut -c1-2 | uniq -c
--- stdout
   1400 Q(
--- stderr
either.mln: note: read as kerf; nothing in it calls for another dialect
either.mln:5:13: warning: either is counted, not ground: the bound takes all of it for satisfied
  either: 1.0 P(x) v Q(y)
              ^~~~~~~~~~~
  hint: a condition that relates its variables makes it one that is ground
bounded: score 2098600, at most 2100000 (gap 1400), cost 1400, 1 iteration, [[[\d.]+]] s
--- exit 0

# Only what costs less than it brings: Q(B1) is too dear.
--- run kerf map -o some.db some.mln m.db
--- stderr
some.mln: note: read as kerf; nothing in it calls for another dialect
some.mln:5:11: warning: both is counted, not ground: the bound takes all of it for satisfied
  both: 1.0 P(x) ^ Q(y)
            ^~~~~~~~~~~
  hint: a condition that relates its variables makes it one that is ground
bounded: score 2097750, at most 2100000 (gap 2250), cost 2250, 1 iteration, [[[\d.]+]] s
--- run-sh grep -c P some.db; grep -c Q some.db
--- stdout
1500
1399
--- run kerf verify --quiet some.mln m.db some.db
--- stdout
score            2097750
cost             2250
hard violations  0
worlds           1

  formula  weight  groundings     true  unsatisfied  cost  violations
  both          1     2100000  2098500         1500  1500           0
  F2         -0.5        1500     1500         1500   750           0
  F3        -5000           1        0            0     0           0

violated groundings
  both, some.mln:5
    P(A1) ^ Q(B1)
    P(A2) ^ Q(B1)
    P(A3) ^ Q(B1)
    P(A4) ^ Q(B1)
    P(A5) ^ Q(B1)
    and 1495 more
  F2, some.mln:6
    P(A1)
    P(A2)
    P(A3)
    P(A4)
    P(A5)
    and 1495 more
