# How many groundings of each formula are true on average: local formulas, clauses, a count, a hard one.
--- file m.mln
*Friends(person, person)
Smokes(person)
alone: -0.8 Smokes(x)
friends: 1.1 Friends(x, y) => (Smokes(x) <=> Smokes(y))
few: 0.7 |x : Smokes(x)| <= 1
not_all: !Smokes(Anna) v !Smokes(Bob).
--- file m.db
Friends(Anna, Bob)
Friends(Bob, Carl)
--- run kerf marginal --expectations --quiet --stats=s.json -o out.db m.mln m.db
--- run python3 -c "import json; [print(f['label'], f['groundings'], round(f['expected_satisfied'], 9), round(f['expected_score'], 9)) for f in json.load(open('s.json'))['formulas']]"
--- stdout
alone 3 0.314257768 -0.251406214
friends 9 8.673962613 9.541358874
few 1 0.968076606 0.677653624
not_all 1 1 0
--- run kerf verify --probabilities=out.db --quiet m.mln m.db
--- stdout
worlds              1
atoms               3
not in the file     0
by enumeration      1
largest difference  2.17e-11
  Smokes(Carl)  0.1392636503, recomputed 0.1392636503
