# Cost goes by the formulas as written: two on the same groundings count each, whatever their signs,
# and whether or not they are folded into weight tables. Labelled formulas are never folded.
--- file folded.mln
cat = {A, B, C, D, E, F, G, H, N}
Cat(thing, cat)
1 Cat(a, A)
1 Cat(a, B)
1 Cat(a, C)
1 Cat(a, D)
-2 Cat(a, E)
1 Cat(a, F)
1 Cat(a, G)
1 Cat(a, H)
-3 Cat(a, N)
0.0625 Cat(a, N)
0.5 Cat(a, N)
-0.25 Cat(a, A)
--- file labelled.mln
cat = {A, B, C, D, E, F, G, H, N}
Cat(thing, cat)
fa: 1 Cat(a, A)
fb: 1 Cat(a, B)
fc: 1 Cat(a, C)
fd: 1 Cat(a, D)
fe: -2 Cat(a, E)
ff: 1 Cat(a, F)
fg: 1 Cat(a, G)
fh: 1 Cat(a, H)
fn: -3 Cat(a, N)
f2: 0.0625 Cat(a, N)
f3: 0.5 Cat(a, N)
f4: -0.25 Cat(a, A)
--- file things.db
?Cat(T1, A)
?Cat(T2, B)
--- run kerf map --quiet -q Cat folded.mln things.db -o folded.out
--- run kerf map --quiet -q Cat labelled.mln things.db -o labelled.out
--- run cmp folded.out labelled.out
--- run kerf verify -q Cat folded.mln things.db folded.out
--- stdout
score            13.5
cost             1.625
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied   cost  violations
  F1        table          18    14            0      0           0
  F10      0.0625           2     0            2  0.125           0
  F11         0.5           2     0            2      1           0
  F12       -0.25           2     2            2    0.5           0

violated groundings
  F10, folded.mln:12
    Cat(T1, N)
    Cat(T2, N)
  F11, folded.mln:13
    Cat(T1, N)
    Cat(T2, N)
  F12, folded.mln:14
    Cat(T1, A)
    Cat(T2, A)
--- stderr
folded.mln: note: read as kerf; nothing in it calls for another dialect
folded.mln:3:3: note: 8 formulas that differ from this one only in constants are read as one with a weight table
  1 Cat(a, A)
    ^~~~~~~~~
--- run kerf verify -q Cat labelled.mln things.db labelled.out
--- stdout
score            13.5
cost             1.625
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied   cost  violations
  fa            1           2     2            0      0           0
  fb            1           2     2            0      0           0
  fc            1           2     2            0      0           0
  fd            1           2     2            0      0           0
  fe           -2           2     0            0      0           0
  ff            1           2     2            0      0           0
  fg            1           2     2            0      0           0
  fh            1           2     2            0      0           0
  fn           -3           2     0            0      0           0
  f2       0.0625           2     0            2  0.125           0
  f3          0.5           2     0            2      1           0
  f4        -0.25           2     2            2    0.5           0

violated groundings
  f2, labelled.mln:12
    Cat(T1, N)
    Cat(T2, N)
  f3, labelled.mln:13
    Cat(T1, N)
    Cat(T2, N)
  f4, labelled.mln:14
    Cat(T1, A)
    Cat(T2, A)
--- stderr
labelled.mln: note: read as kerf; nothing in it calls for another dialect
--- exit 0

# So do those that fold into a formula with +x.
--- file template.mln
cat = {A, B, N}
Cat(thing, cat)
Cat(a, +c)
-3 Cat(a, N)
0.0625 Cat(a, N)
1 Cat(a, A)
--- run kerf map --quiet -q Cat template.mln things.db -o template.out
--- run kerf verify --quiet -q Cat template.mln things.db template.out
--- stdout
score            2
cost             0.125
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied   cost  violations
  F1        table           6     2            0      0           0
  F3       0.0625           2     0            2  0.125           0

violated groundings
  F3, template.mln:5
    Cat(T1, N)
    Cat(T2, N)
--- run-sh kerf map --quiet -q Cat template.mln things.db -o x.out --stats=s.json; python3 -c "import json; s = json.load(open('s.json')); print(s['score'], s['cost']); [print(f['label'], f['line'], f['groundings'], f['unsatisfied']) for f in s['formulas']]"
--- stdout
2 0.125
F1 3 6 0
F3 5 2 2
--- exit 0

# A formula with constants beside one that has it among its groundings; one and its opposite.
--- file mixed.mln
Q(t)
1 Q(A)
-2 Q(x)
4 !Q(A)
0.5 Q(x) v Q(x)
8 Q(x) v !Q(x)
-16 Q(x) v !Q(x)
--- run kerf map --quiet -q Q mixed.mln -o q.out
--- run kerf verify --quiet -q Q mixed.mln q.out
--- stdout
score            -4
cost             1.5
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            1           1     0            1     1           0
  F2           -2           1     0            0     0           0
  F3            4           1     1            0     0           0
  F4          0.5           1     0            1   0.5           0
  F5            8           1     1            0     0           0
  F6          -16           1     1            0     0           0

violated groundings
  F1, mixed.mln:2
    Q(A)
  F4, mixed.mln:5
    Q(A) v Q(A)
--- exit 0

# A table has the groundings of the formulas that were written, not those of every constant.
--- file few.mln
cat = {A, B, C, D, E, F, G, H, I, J, K, L}
Near(cat, cat)
-1 Near(A, B)
1 Near(A, C)
-1 Near(A, D)
1 Near(A, E)
-1 Near(B, F)
1 Near(B, G)
-1 Near(C, H)
1 Near(C, A)
--- run-sh kerf map --quiet -q Near few.mln -o n.out --stats=s.json; python3 -c "import json; s = json.load(open('s.json')); print(s['score'], s['cost']); [print(f['label'], f['line'], f['groundings'], f['unsatisfied']) for f in s['formulas']]"
--- stdout
4 0
F1 3 8 0
--- run kerf verify --quiet -q Near few.mln n.out
--- stdout
score            4
cost             0
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1        table           8     4            0     0           0
