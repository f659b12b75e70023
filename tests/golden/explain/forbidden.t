# Hard formulas forbid the other value, with the reason; a clustering, which is solved apart from the problem; soft evidence.
--- file strict.mln
*Friends(person, person)
Smokes(person)
Friends(x, y) ^ Smokes(x) => Smokes(y).
Friends(x, y) ^ Friends(y, z) => Smokes(x).
--- file strict.db
Friends(Anna, Bob)
Friends(Bob, Carl)
--- run kerf explain --quiet strict.mln strict.db 'Smokes(Carl)'
--- stdout
Smokes(Carl) is true
  no world that keeps the hard formulas has it false
    F2 says: Friends(Anna, Bob) ^ Friends(Bob, Carl) => Smokes(Anna)  (strict.mln:4)
    evidence says that Friends(Anna, Bob) is true  (strict.db:1)
    evidence says that Friends(Bob, Carl) is true  (strict.db:2)
    F1 says: Friends(Anna, Bob) ^ Smokes(Anna) => Smokes(Bob)  (strict.mln:3)
    F1 says: Friends(Bob, Carl) ^ Smokes(Bob) => Smokes(Carl)  (strict.mln:3)
--- file same.mln
*Score(id, id, double)
Same(id, id)
s: Score(x, y, s) => Same(x, y)
-0.5 Same(x, y)
Same(x, y) => Same(y, x).
Same(x, y) ^ Same(y, z) => Same(x, z).
--- file gen.py
with open("same.db", "w") as f:
    for i in range(26):
        for j in range(i):
            f.write(f"Score(A{i}, A{j}, {3 if i % 6 == j % 6 else -3})\n")
--- run python3 gen.py
--- run sh -c "kerf explain --quiet same.mln same.db 'Same(A7, A1)' 'Same(A1, A2)' | grep cost"
--- stdout
  Same(A7, A1) being false would cost 7.5 more
  Same(A1, A2) being true would cost 18 more
--- run sh -c "kerf explain --quiet --clustering=no same.mln same.db 'Same(A7, A1)' 'Same(A1, A2)' | grep cost"
--- stdout
  Same(A7, A1) being false would cost 7.5 more
  Same(A1, A2) being true would cost 18 more
--- run sh -c "kerf explain --quiet --query='Same(A1, y)' same.mln same.db 'Same(A7, A1)' 'Same(A1, A2)' | grep cost"
--- stdout
  Same(A7, A1) being false would cost 7.5 more
  Same(A1, A2) being true would cost 18 more
--- file soft.db
Friends(Anna, Bob)
Smokes(Bob) 0.4
--- file soft.mln
*Friends(person, person)
Smokes(person)
2 Friends(x, y) => Smokes(y)
--- run kerf map --quiet --changes=c.txt soft.mln soft.db
--- stdout
Smokes(Bob)
--- run cat c.txt
--- stdout
Smokes(Bob) is true
  Smokes(Bob) being false would cost 1.594534892 more
  only with Smokes(Bob) being false, this is paid for:
    2  Friends(Anna, Bob) => Smokes(Bob)  (F1, soft.mln:3)
      Friends(Anna, Bob) is true, by evidence, soft.db:1
      Smokes(Bob) is true, else false
  only with Smokes(Bob) being true, this is paid for:
    -0.4054651081  Smokes(Bob)  (evidence, soft.db:2)
      evidence finds it true with probability 0.4
--- run kerf map --quiet --report=r.html --explain='Smokes(Bob)' soft.mln soft.db
--- stdout
Smokes(Bob)
--- run grep -c "would cost" r.html
--- stdout
1
