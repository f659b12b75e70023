# What convert writes for kerf, Alchemy and LoMRF has => and <=> where the author wrote them, and reads back as the
# same model.
--- file m.mln
Friends(person, person)
Smokes(person)
Cancer(person)
*Age(person, age)
1.5 Smokes(x) => Cancer(x)
1.1 Friends(x, y) => (Smokes(x) <=> Smokes(y))
0.5 Smokes(x) v Cancer(x) => Friends(x, y) ^ x != y
Smokes(x) ^ (EXIST y Friends(x, y)) => (EXIST z Friends(z, x)) v Cancer(x).
2 Smokes(x) => (Cancer(x) => Friends(x, x))
Smokes(x) <=> Cancer(x).
0.2 (Smokes(x) <=> Cancer(x)) => Friends(x, y)
Age(x, +a) => Smokes(x)
Age(x, a) ^ a > 7 => !(Smokes(x) ^ Cancer(x)).
FORALL y (Friends(x, y) => Smokes(y)) => Smokes(x).
(FORALL y (Friends(x, y) => Smokes(y))) => Smokes(x).
!(Smokes(x) => Cancer(x)) v Friends(x, x).
--- run kerf convert --quiet --to=kerf m.mln -o kerf.mln
--- run cat kerf.mln
--- stdout
// written by kerf for kerf
Friends(person, person)
Smokes(person)
Cancer(person)
*Age(person, age)

1.5 Smokes(x) => Cancer(x)
1.1 Friends(x, y) => (Smokes(x) <=> Smokes(y))
0.5 Smokes(x) v Cancer(x) => Friends(x, y) ^ x != y
Smokes(x) ^ (EXIST y Friends(x, y)) => (EXIST z Friends(z, x)) v Cancer(x).
2 Smokes(x) ^ Cancer(x) => Friends(x, x)
Smokes(x) <=> Cancer(x).
0.2 (!Smokes(x) v Cancer(x)) ^ (Smokes(x) v !Cancer(x)) => Friends(x, y)
Age(x, +a) => Smokes(x)
Age(x, a) ^ a > 7 => !Smokes(x) v !Cancer(x).
FORALL y (!Friends(x, y) v Smokes(y) => Smokes(x)).
(FORALL y (!Friends(x, y) v Smokes(y))) => Smokes(x).
(Smokes(x) ^ !Cancer(x)) v Friends(x, x).
--- run-sh kerf convert --quiet --to=kerf kerf.mln | diff kerf.mln - && echo the same
--- stdout
the same
--- run-sh for f in m kerf; do kerf check --quiet $f.mln | grep -o ' line .*' | cut -d ' ' -f 3- | sed 's/^[0-9]* *//' > $f.txt; done; wc -l < m.txt; diff m.txt kerf.txt && echo the same
--- stdout
12
the same
--- run-sh kerf convert --quiet --partial --to=alchemy m.mln 2> /dev/null | tail -n 12
--- stdout
1.5 Smokes(x) => Cancer(x)
// not expressible in Alchemy (its weight would be divided over several clauses): 1.1 Friends(x, y) => (Smokes(x) <=> Smokes(y))
// not expressible in Alchemy (its weight would be divided over several clauses): 0.5 Smokes(x) v Cancer(x) => Friends(x, y) ^ x != y
Smokes(x) ^ (EXIST y Friends(x, y)) => (EXIST z Friends(z, x)) v Cancer(x).
2 Smokes(x) ^ Cancer(x) => Friends(x, x)
Smokes(x) <=> Cancer(x).
// not expressible in Alchemy (its weight would be divided over several clauses): 0.2 (!Smokes(x) v Cancer(x)) ^ (Smokes(x) v !Cancer(x)) => Friends(x, y)
(Age(x, +a) => Smokes(x))
Age(x, a) ^ a > 7 => !Smokes(x) v !Cancer(x).
FORALL y (!Friends(x, y) v Smokes(y) => Smokes(x)).
(FORALL y (!Friends(x, y) v Smokes(y))) => Smokes(x).
(Smokes(x) ^ !Cancer(x)) v Friends(x, x).
--- run-sh kerf convert --quiet --partial --to=lomrf m.mln 2> /dev/null | grep '^[0-9] '
--- stdout
2 Smokes(x) ^ Cancer(x) => Friends(x, x)
