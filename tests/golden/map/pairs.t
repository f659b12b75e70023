# Rows of a table whose constants evidence does not name go with every pair that it names; no weight is
# positive, so only pairs of true atoms pay. Formulas that ask the same of evidence share its answers, also
# where evidence fixes some atoms.
--- file pairs.mln
role = {A, B, C}
*Word(node, word)
*Before(node, node)
Role(node, role?)
word: Word(n, +w) ^ Role(n, +r)
any: Word(n, +w) ^ Role(n, r)
pair: @<=0 Before(n, m) ^ Role(n, +r) ^ Role(m, +s)
--- file pairs.weights
word	x	A	2
word	x	B	1.5
word	y	A	1
word	y	C	-1
any	x	0.5
any	y	-0.25
pair	A	A	-2
pair	B	A	-0.125
pair	A	C	0
--- file two.db
>> open
Word(1, x) Word(2, x) Word(3, y) Before(1, 2) Before(1, 3) Before(2, 3)
>> fixed
Word(1, x) Word(2, x) Word(3, y) Before(1, 2) Before(1, 3) Before(2, 3)
Role(2, C) !Role(3, A)
--- run kerf map --quiet --stats=stats.json -o answer.db pairs.mln two.db
--- run cat answer.db
--- stdout
>> open
Role(1, A)
Role(2, B)
>> fixed
Role(1, A)
Role(2, C)
--- run python3 -c "import json; print(*(str(round(w.get('score'), 6)) + ' ' + w['status'] for w in json.load(open('stats.json'))['worlds']), sep='; ')"
--- stdout
4.5 optimal; 3 optimal
--- run kerf verify --quiet pairs.mln two.db answer.db
--- stdout
score            7.5
cost             13.5
hard violations  0
worlds           2

  formula  weight  groundings  true  unsatisfied  cost  violations
  word      table          36     4            6   9.5           0
  any       table          36     4            8     4           0
  pair      table         162     2            0     0           0
  Role?      hard           6     6            0     0           0

violated groundings
  word, pairs.mln:5
    in world open: Word(1, x) ^ Role(1, B)
    in world open: Word(2, x) ^ Role(2, A)
    in world open: Word(3, y) ^ Role(3, A)
    in world fixed: Word(1, x) ^ Role(1, B)
    in world fixed: Word(2, x) ^ Role(2, A)
    and 1 more
  any, pairs.mln:6
    in world open: Word(1, x) ^ Role(1, B)
    in world open: Word(1, x) ^ Role(1, C)
    in world open: Word(2, x) ^ Role(2, A)
    in world open: Word(2, x) ^ Role(2, C)
    in world fixed: Word(1, x) ^ Role(1, B)
    and 3 more
