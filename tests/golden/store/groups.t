# Things of which none are counted, before others of which as many are: the count is one for all, and an
# outer join must not lose it on the way (SQLite 3.40 does, where it may).
--- skip-if no-sqlite
--- file m.mln
slot = {S1, S2, S3}
*Open(thing)
*Thing(thing)
T(slot)
-2 T(s)
3 |s : !T(s) ^ Open(x)| >= 2
--- file e.db
Thing(A)
Thing(B)
Open(A)
Thing(C)
Open(C)
Open(D)
--- run kerf show --quiet --stage=sql m.mln e.db
--- stdout
F1  T(s)
  every atom of T has the same cost: nothing is asked

F2  |s : !T(s) ^ Open(x)| >= 2
  what is counted
    SELECT g0.id, COALESCE(c.n, 0)
    FROM d2_thing AS g0 LEFT JOIN (SELECT r0.a0 AS v0, SUM((SELECT COUNT(*) FROM d1_slot AS r1 WHERE NOT EXISTS (SELECT 1 FROM w2_T AS r2 WHERE r2.a0 = r1.id))) AS n
    FROM p0_Open AS r0
    GROUP BY r0.a0) AS c ON c.v0 = g0.id
    WHERE COALESCE(c.n, 0) < 2
    gives 1
