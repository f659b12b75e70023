# Queries as SQL: constants are numbers, numbers are parameters, the rest is tested row by row.
--- skip-if no-sqlite
--- file m.mln
time = {1, 2, 3}
*Friends(person, person)
*Age(person, double)
*At(person, time)
Smokes(person)
Near(person, time)
1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)
0.5 Age(x,a) ^ a > 17.5 => Smokes(x)
-0.7 Friends(x,y) ^ x != y ^ Smokes(y) ^ !Smokes(x)
0.2 At(x,t) ^ Near(x,t) => Near(x,t+1)
1 Smokes(x) => EXIST t Near(x,t)
|y : Near(y,t)| <= 1.
--- file e.db
Friends(Anna, Bob)
Friends("O'Hara; DROP TABLE x", Bob)
Age(Anna, 17.5)
At(Bob, 2)
--- run kerf show --quiet --stage=sql m.mln e.db
--- stdout
F1  !Friends(x, y) v !Smokes(x) v Smokes(y)
  where it is false
    SELECT r0.a0, r1.a1, 1
    FROM w3_Smokes AS r0 CROSS JOIN p0_Friends AS r1
    WHERE r1.a0 = r0.a0 AND NOT EXISTS (SELECT 1 FROM w3_Smokes AS r2 WHERE r2.a0 = r1.a1)
    gives 0
  when Smokes(x) becomes true
    SELECT r0.a0, r1.a1, 1
    FROM s1 AS r0 CROSS JOIN p0_Friends AS r1
    WHERE r1.a0 = r0.a0 AND NOT EXISTS (SELECT 1 FROM w3_Smokes AS r2 WHERE r2.a0 = r1.a1)
  when Smokes(y) becomes false
    SELECT r1.a0, r0.a0, 1
    FROM s1 AS r0 CROSS JOIN w3_Smokes AS r1
    WHERE EXISTS (SELECT 1 FROM p0_Friends AS r2 WHERE r2.a0 = r1.a0 AND r2.a1 = r0.a0)

F2  !Age(x, a) v a <= 17.5 v Smokes(x)
  atoms that it gives a cost
    SELECT r0.a0, COUNT(*)
    FROM p1_Age AS r0
    WHERE EXISTS (SELECT 1 FROM p1_Age AS r1 WHERE r1.a0 = r0.a0 AND r1.n = r0.n) AND r0.n > ?1
    GROUP BY r0.a0
    with parameter 1: 17.5
    gives 0

F3  Friends(x, y) ^ x != y ^ Smokes(y) ^ !Smokes(x)
  where it is true
    SELECT r1.a0, r0.a0, 1
    FROM w3_Smokes AS r0 CROSS JOIN p0_Friends AS r1
    WHERE r1.a1 = r0.a0 AND r1.a0 <> r0.a0 AND NOT EXISTS (SELECT 1 FROM w3_Smokes AS r2 WHERE r2.a0 = r1.a0)
    gives 0
  when Smokes(y) becomes true
    SELECT r1.a0, r0.a0, 1
    FROM s1 AS r0 CROSS JOIN p0_Friends AS r1
    WHERE r1.a1 = r0.a0 AND r1.a0 <> r0.a0 AND NOT EXISTS (SELECT 1 FROM w3_Smokes AS r2 WHERE r2.a0 = r1.a0)
  when Smokes(x) becomes false
    SELECT r0.a0, r1.a0, 1
    FROM s1 AS r0 CROSS JOIN w3_Smokes AS r1
    WHERE EXISTS (SELECT 1 FROM p0_Friends AS r2 WHERE r2.a0 = r0.a0 AND r2.a1 = r1.a0) AND r0.a0 <> r1.a0

F4  !At(x, t) v !Near(x, t) v Near(x, t + 1)
  where it is false
    SELECT r0.a0, r0.a1, r1.id, 1
    FROM w4_Near AS r0 CROSS JOIN d1_time AS r1
    WHERE EXISTS (SELECT 1 FROM p2_At AS r2 WHERE r2.a0 = r0.a0 AND r2.a1 = r0.a1) AND NOT EXISTS (SELECT 1 FROM w4_Near AS r3 WHERE r3.a0 = r0.a0 AND r3.a1 = r1.id)
    then, row by row: t + 1
    gives 0
  when Near(x, t) becomes true
    SELECT r0.a0, r0.a1, r1.id, 1
    FROM s2 AS r0 CROSS JOIN d1_time AS r1
    WHERE EXISTS (SELECT 1 FROM p2_At AS r2 WHERE r2.a0 = r0.a0 AND r2.a1 = r0.a1) AND NOT EXISTS (SELECT 1 FROM w4_Near AS r3 WHERE r3.a0 = r0.a0 AND r3.a1 = r1.id)
    then, row by row: t + 1
  when Near(x, (t + 1)) becomes false
    SELECT r0.a0, r1.a1, r0.a1, 1
    FROM s2 AS r0 CROSS JOIN w4_Near AS r1
    WHERE r1.a0 = r0.a0 AND EXISTS (SELECT 1 FROM p2_At AS r2 WHERE r2.a0 = r0.a0 AND r2.a1 = r1.a1)
    then, row by row: t + 1

F5  !Smokes(x) v EXIST t Near(x, t)
  where it is false
    SELECT r0.a0, 1
    FROM w3_Smokes AS r0
    then, row by row: !(EXIST t Near(x, t))
    gives 0
  when Smokes(x) becomes true
    SELECT r0.a0, 1
    FROM s1 AS r0
    then, row by row: !(EXIST t Near(x, t))
  when Near(x, _) becomes true or false
    SELECT r0.a0, COUNT(*)
    FROM s2 AS r0
    WHERE EXISTS (SELECT 1 FROM w3_Smokes AS r1 WHERE r1.a0 = r0.a0)
    GROUP BY r0.a0
    then, row by row: !(EXIST t Near(x, t))

F6  |y : Near(y, t)| <= 1
  what is counted
    SELECT r0.a1, r0.c
    FROM (SELECT a1, COUNT(*) AS c FROM w4_Near GROUP BY a1) AS r0
    WHERE r0.c > 1
    gives 0
--- run kerf map --quiet --store=sqlite:s m.mln e.db
