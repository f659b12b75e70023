# Tables on a server as evidence: what is said before any server is asked (tests/stores has the rest).
--- file m.mln
*Friends(person, person)
Smokes(person)
1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)
--- file e.db
Smokes(Anna)
--- file map.txt
# Who knows whom.
Friends = SELECT a, b FROM friend
--- run kerf map --quiet --mapping=map.txt m.mln e.db
--- stderr
map.txt:2: error: tables can be used in place on a PostgreSQL server only
  hint: name the server: --store=postgres://USER@HOST/DATABASE
1 error
--- exit 3
--- run kerf map --quiet --table=Friends=postgres:friend(a,b) m.mln e.db
--- stderr
postgres:friend(a,b): error: tables can be used in place on a PostgreSQL server only
  hint: name the server: --store=postgres://USER@HOST/DATABASE
1 error
--- exit 3
--- run kerf map --quiet --table=Friends=postgres:friend m.mln e.db
--- stderr
kerf: 'postgres:friend' is no table: postgres:TABLE(COLUMN, ...)
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --table=Friend=postgres:friend(a,b) m.mln e.db
--- stderr
postgres:friend(a,b): error: there is no predicate or function Friend
  hint: declare it in the model, or check its spelling
1 error
--- exit 3
--- run kerf map --quiet --mapping=none.txt m.mln e.db
--- stderr
kerf: error: cannot read none.txt: no such file or directory
1 error
--- exit 3
--- file wrong.txt
Friends SELECT a, b FROM friend
Friends =
= SELECT a, b FROM friend
Fiends = SELECT a, b FROM friend
--- run kerf map --quiet --mapping=wrong.txt m.mln e.db
--- stderr
wrong.txt:1:1: error: a line of a mapping is a predicate, = and a query
  Friends SELECT a, b FROM friend
  ^
  hint: Predicate = SELECT column, ... FROM table
wrong.txt:2:1: error: a line of a mapping is a predicate, = and a query
  Friends =
  ^
  hint: Predicate = SELECT column, ... FROM table
wrong.txt:3:1: error: a line of a mapping is a predicate, = and a query
  = SELECT a, b FROM friend
  ^
  hint: Predicate = SELECT column, ... FROM table
wrong.txt:4:1: error: there is no predicate or function Fiends
  Fiends = SELECT a, b FROM friend
  ^
  hint: declare it in the model, or check its spelling
4 errors
--- exit 3

# How tables would be spread over a cluster is shown anywhere.
--- file all.db
Friends(Anna, Bob)
--- run kerf show --quiet --stage=sql --distribute m.mln all.db
--- stdout
SELECT create_reference_table('d1_person');
SELECT create_reference_table('p0_Friends');
SELECT create_reference_table('w1_Smokes');

F1  !Friends(x, y) v !Smokes(x) v Smokes(y)
  where it is false
    SELECT r0.a0, r1.a1, 1
    FROM w1_Smokes AS r0 CROSS JOIN p0_Friends AS r1
    WHERE r1.a0 = r0.a0 AND NOT EXISTS (SELECT 1 FROM w1_Smokes AS r2 WHERE r2.a0 = r1.a1)
    gives 0
  when Smokes(x) becomes true
    SELECT r0.a0, r1.a1, 1
    FROM s1 AS r0 CROSS JOIN p0_Friends AS r1
    WHERE r1.a0 = r0.a0 AND NOT EXISTS (SELECT 1 FROM w1_Smokes AS r2 WHERE r2.a0 = r1.a1)
  when Smokes(y) becomes false
    SELECT r1.a0, r0.a0, 1
    FROM s1 AS r0 CROSS JOIN w1_Smokes AS r1
    WHERE EXISTS (SELECT 1 FROM p0_Friends AS r2 WHERE r2.a0 = r1.a0 AND r2.a1 = r0.a0)
--- run kerf map --quiet --schema=kept --store=sqlite:x.store m.mln all.db
--- stderr
kerf: only a PostgreSQL server has schemas
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --distribute m.mln all.db
--- stderr
kerf: only tables on a PostgreSQL server can be distributed
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --distribute --store=sqlite:x.store m.mln all.db
--- stderr
kerf: only tables on a PostgreSQL server can be distributed
Try 'kerf map -h'.
--- exit 2
