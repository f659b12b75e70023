# Evidence is in the store alone: it is found there again, and what is wrong with it is said as in memory.
--- skip-if no-sqlite
--- copy examples/smokers/smokers.mln
--- copy examples/smokers/smokers.db
--- run kerf load --quiet --store=sqlite:kept smokers.mln smokers.db
--- run kerf map --quiet --store=sqlite:kept smokers.mln
--- stdout
Smokes(Anna)
--- exit 0

# Neither the store nor a mapping is written over by what comes of it.
--- file tables.map
Friends = SELECT a, b FROM friend
--- run kerf map --quiet --store=sqlite:kept -o kept smokers.mln smokers.db
--- stderr
kerf: 'kept' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --store=sqlite:kept -o ./kept smokers.mln smokers.db
--- stderr
kerf: './kept' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --store=sqlite:fresh --report=fresh smokers.mln smokers.db
--- stderr
kerf: 'fresh' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2
--- run kerf map --quiet --store=sqlite:kept --mapping=tables.map -o tables.map smokers.mln
--- stderr
kerf: 'tables.map' is an input: it will not be overwritten
Try 'kerf map -h'.
--- exit 2

# What formulas say may change, what they are about may not.
--- file heavier.mln
*Friends(person, person)
Smokes(person)
Cancer(person)
Rich(person)
--- run kerf map --quiet --store=sqlite:kept heavier.mln
--- stderr
kerf: error: the store was filled for another model: predicates, types or constants differ
  hint: name the evidence, too: it is then stored anew
1 error
--- exit 3
--- run kerf map --quiet --store=sqlite:new smokers.mln
--- stderr
kerf: error: there is no evidence in the store, nor was any given
  hint: name the evidence; kerf load keeps it for later runs
1 error
--- exit 3
--- run kerf load --store=sqlite:new smokers.mln
--- stderr
kerf: which evidence? It is read from files, and kept in the store
Try 'kerf load -h'.
--- exit 2
--- run-sh echo 'Smokes(Zoe)' | kerf map --quiet --query=Smokes --store=sqlite:kept smokers.mln smokers.db - && kerf map --quiet --query=Smokes --store=sqlite:kept smokers.mln
--- stdout
Smokes(Anna)
Smokes(Zoe)
Smokes(Anna)
Smokes(Zoe)
--- exit 0

# Whoever changes what is stored.
--- run-sh kerf load --quiet --store=sqlite:kept smokers.mln smokers.db && python3 -c 'import sqlite3; c = sqlite3.connect("kept"); c.execute("UPDATE d1_person SET name = name || name WHERE id = 1"); c.execute("UPDATE d1_person SET id = id + 100 WHERE id = 2"); c.commit()'; kerf map --quiet --store=sqlite:kept smokers.mln
--- stderr
kerf: error: constants in the store are not those that were stored
  hint: remove it, and load the evidence again
1 error
--- exit 6

--- run-sh rm kept*; kerf load --quiet --store=sqlite:kept smokers.mln smokers.db && python3 -c 'import sqlite3; c = sqlite3.connect("kept"); c.execute("UPDATE p1_Smokes SET a0 = 99999999"); c.commit()'; kerf map --quiet --store=sqlite:kept smokers.mln
--- stderr
kerf: error: rows in the store are not those that were stored
  hint: remove it, and load the evidence again
1 error
--- exit 6
--- run-sh rm kept*; kerf load --quiet --store=sqlite:kept smokers.mln smokers.db && python3 -c 'import sqlite3; c = sqlite3.connect("kept"); c.execute("UPDATE p0_Friends SET a1 = 77 WHERE a0 = 0 AND a1 = 1"); c.commit()'; kerf map --quiet --store=sqlite:kept smokers.mln
--- stderr
kerf: error: rows in the store are not those that were stored
  hint: remove it, and load the evidence again
1 error
--- exit 6
--- run-sh rm kept*; kerf load --quiet --store=sqlite:kept smokers.mln smokers.db && python3 -c 'import sqlite3; c = sqlite3.connect("kept"); c.execute("INSERT INTO p1_Smokes SELECT a0, 1, 1 FROM n1_Smokes"); c.commit()'; kerf map --quiet --store=sqlite:kept smokers.mln
--- stderr
kerf: error: rows in the store are not those that were stored
  hint: remove it, and load the evidence again
1 error
--- exit 6
--- run-sh rm kept*; kerf load --quiet --store=sqlite:kept smokers.mln smokers.db && python3 -c 'import sqlite3; c = sqlite3.connect("kept"); c.execute("UPDATE p0_Friends SET a1 = CAST(a1 AS TEXT) || CHAR(120) WHERE a0 = 0 AND a1 = 1"); c.commit()'; kerf map --quiet --store=sqlite:kept smokers.mln
--- stderr
kerf: error: rows in the store are not those that were stored
  hint: remove it, and load the evidence again
1 error
--- exit 6
--- run-sh rm kept*; kerf load --quiet --store=sqlite:kept smokers.mln smokers.db && python3 -c 'import sqlite3; c = sqlite3.connect("kept"); c.execute("UPDATE p0_Friends SET l = CHAR(120)"); c.commit()'; kerf map --quiet --store=sqlite:kept smokers.mln
--- stderr
kerf: error: rows in the store are not those that were stored
  hint: remove it, and load the evidence again
1 error
--- exit 6
--- run-sh rm kept*; kerf load --quiet --store=sqlite:kept smokers.mln smokers.db && python3 -c 'import sqlite3; c = sqlite3.connect("kept"); c.execute("UPDATE p0_Friends SET a1 = a1 + 4294967296 WHERE a0 = 0 AND a1 = 1"); c.commit()'; kerf map --quiet --store=sqlite:kept smokers.mln
--- stderr
kerf: error: rows in the store are not those that were stored
  hint: remove it, and load the evidence again
1 error
--- exit 6
--- run-sh rm kept*; kerf load --quiet --store=sqlite:kept smokers.mln smokers.db && python3 -c 'import sqlite3; c = sqlite3.connect("kept"); c.execute("DELETE FROM p0_Friends WHERE a0 = 0"); c.commit()'; kerf map --quiet --store=sqlite:kept smokers.mln
--- stderr
kerf: error: rows in the store are not those that were stored
  hint: remove it, and load the evidence again
1 error
--- exit 6
--- run-sh rm kept*; kerf load --quiet --store=sqlite:kept smokers.mln smokers.db && python3 -c 'import sqlite3; c = sqlite3.connect("kept"); c.execute("INSERT INTO p0_Friends VALUES (3, 3, 100, 1)"); c.commit()'; kerf map --quiet --store=sqlite:kept smokers.mln
--- stderr
kerf: error: rows in the store are not those that were stored
  hint: remove it, and load the evidence again
1 error
--- exit 6
--- run-sh rm kept*; kerf load --quiet --store=sqlite:kept smokers.mln smokers.db && python3 -c 'import sqlite3; c = sqlite3.connect("kept"); c.execute("UPDATE kerf_notes SET c = c - 2 WHERE k = 2"); c.commit()'; kerf map --quiet --store=sqlite:kept smokers.mln
--- stderr
kerf: error: notes in the store are not those that were stored
  hint: remove it, and load the evidence again
1 error
--- exit 6
--- run-sh rm kept*; kerf load --quiet --store=sqlite:kept smokers.mln smokers.db && python3 -c 'import sqlite3; c = sqlite3.connect("kept"); c.execute("DELETE FROM kerf_notes WHERE k = 2"); c.commit()'; kerf map --quiet --store=sqlite:kept smokers.mln
--- stderr
kerf: error: notes in the store are not those that were stored
  hint: remove it, and load the evidence again
1 error
--- exit 6
--- run-sh rm kept*; kerf load --quiet --store=sqlite:kept smokers.mln smokers.db && python3 -c 'import sqlite3; c = sqlite3.connect("kept"); c.execute("DELETE FROM kerf_notes WHERE k = 5"); c.commit()'; kerf map --quiet --store=sqlite:kept smokers.mln
--- stderr
kerf: error: notes in the store are not those that were stored
  hint: remove it, and load the evidence again
1 error
--- exit 6
--- run-sh rm kept*; kerf load --quiet --store=sqlite:kept smokers.mln smokers.db && python3 -c 'import sqlite3; c = sqlite3.connect("kept"); c.execute("UPDATE kerf_notes SET c = CHAR(120) WHERE k = 2"); c.commit()'; kerf map --quiet --store=sqlite:kept smokers.mln
--- stderr
kerf: error: rows in the store are not those that were stored
  hint: remove it, and load the evidence again
1 error
--- exit 6
--- run-sh rm kept*; kerf load --quiet --store=sqlite:kept smokers.mln smokers.db && python3 -c 'import sqlite3; c = sqlite3.connect("kept"); c.execute("UPDATE d1_person SET name = name || name WHERE id = 1"); c.commit()'; kerf map --quiet --store=sqlite:kept smokers.mln
--- stderr
kerf: error: constants in the store are not those that were stored
  hint: remove it, and load the evidence again
1 error
--- exit 6
--- run-sh rm kept*; kerf load --quiet --store=sqlite:kept smokers.mln smokers.db && python3 -c 'import sqlite3; c = sqlite3.connect("kept"); c.execute("DELETE FROM d1_person WHERE id = (SELECT MAX(id) FROM d1_person)"); c.commit()'; kerf map --quiet --store=sqlite:kept smokers.mln
--- stderr
kerf: error: constants in the store are not those that were stored
  hint: remove it, and load the evidence again
1 error
--- exit 6

# Contradictions, duplicates, values of functions, probabilities.
--- file f.mln
*R(t, t)
*N(t, float)
Q(t)
t next(t)
1 R(x, y) ^ Q(x) => Q(y)
1 Q(x) => Q(next(x))
0.5 N(x, v) ^ v > 2 => Q(x)
--- file good.db
R(A, B)
R(B, C)
R(A, B)
!R(C, C)
N(A, 2.5)
N(A, 2.5)
B = next(A)
C = next(B)
B = next(A)
0.7 Q(C)
!Q(A)
--- file bad.db
R(C, C)
!R(A, B)
C = next(A)
0.2 Q(C)
Q(A)
--- run-sh for store in memory sqlite:x; do kerf map --store=$store f.mln good.db bad.db; echo $?; done
--- stdout
3
3
--- stderr
f.mln: note: read as kerf; nothing in it calls for another dialect
bad.db:1:1: error: R(C,C) is true here but false at good.db:4
  R(C, C)
  ^
bad.db:2:1: error: R(A,B) is false here but true at good.db:1
  !R(A, B)
  ^
bad.db:4:1: error: Q(C) has probability 0.2 here but has probability 0.7 at good.db:10
  0.2 Q(C)
  ^
  hint: --merge=last, noisy-or or mean makes one probability of them
bad.db:5:1: error: Q(A) is true here but false at good.db:11
  Q(A)
  ^
bad.db:3:1: error: next(A) is C here but B at good.db:7
  C = next(A)
  ^
5 errors
f.mln: note: read as kerf; nothing in it calls for another dialect
bad.db:1:1: error: R(C,C) is true here but false at good.db:4
  R(C, C)
  ^
bad.db:2:1: error: R(A,B) is false here but true at good.db:1
  !R(A, B)
  ^
bad.db:4:1: error: Q(C) has probability 0.2 here but has probability 0.7 at good.db:10
  0.2 Q(C)
  ^
  hint: --merge=last, noisy-or or mean makes one probability of them
bad.db:5:1: error: Q(A) is true here but false at good.db:11
  Q(A)
  ^
bad.db:3:1: error: next(A) is C here but B at good.db:7
  C = next(A)
  ^
5 errors
--- run-sh kerf map --quiet f.mln good.db >a; kerf map --quiet --store=sqlite:x f.mln good.db >b; kerf map --quiet --store=sqlite:x f.mln >c; cmp a b && cmp b c && cat a
--- stdout
Q(C)
--- run-sh kerf check f.mln good.db >a 2>&1; kerf show --stage=plan --store=sqlite:x f.mln good.db | head -n 4
--- stdout
F1  !R(x, y) v !Q(x) v Q(y)
  where it is false
    SELECT r0.a0, r1.a1, 1
    FROM w2_Q AS r0 CROSS JOIN p0_R AS r1
--- stderr
f.mln: note: read as kerf; nothing in it calls for another dialect
--- exit 0

# Nothing is left of what could not be read to its end.
--- run-sh kerf load --quiet --store=sqlite:part f.mln bad.db good.db 2>/dev/null; echo $?; kerf map --quiet --store=sqlite:part f.mln
--- stdout
3
--- stderr
kerf: error: there is no evidence in the store, nor was any given
  hint: name the evidence; kerf load keeps it for later runs
1 error
--- exit 3

# Why there is no answer, with the places where evidence says so.
--- file hard.mln
*R(t, t)
Q(t)
R(x, y) ^ Q(x) => Q(y).
Q(A).
--- file hard.db
R(A, B)
R(B, C)
!Q(C)
--- run-sh kerf map hard.mln hard.db 2>a; kerf map --store=sqlite:y hard.mln hard.db 2>b; kerf map --store=sqlite:y hard.mln 2>c; cmp a b && cmp b c && cat c
--- stdout
hard.mln: note: read as kerf; nothing in it calls for another dialect
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
hard.mln:4:1: note: F2 says: Q(A)
hard.mln:3:1: note: F1 says: R(A, B) ^ Q(A) => Q(B)
hard.db:1:1: note: evidence says that R(A, B) is true
hard.mln:3:1: note: F1 says: R(B, C) ^ Q(B) => Q(C)
hard.db:2:1: note: evidence says that R(B, C) is true
hard.db:3:1: note: evidence says that Q(C) is false
kerf: note: --relax looks for a world that breaks as few of them as possible
1 error
