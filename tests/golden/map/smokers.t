# The bundled example: every true atom of the hidden predicates, sorted, evidence included.
--- copy examples/smokers/smokers.mln
--- copy examples/smokers/smokers.db
--- run kerf map smokers.mln smokers.db
--- stdout
Smokes(Anna)
--- stderr
smokers.mln: note: read as kerf; nothing in it calls for another dialect
optimal: score 43, cost 4.8, 3 iterations, [[[\d.]+]] s
--- run kerf map --quiet -o answer.db smokers.mln smokers.db
--- run kerf verify --quiet --examples=0 smokers.mln smokers.db answer.db
--- stdout
score            43
cost             4.8
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1          1.5           6     5            1   1.5           0
  F2          1.1          36    33            3   3.3           0
  F3         -0.8           6     1            0     0           0
  F4           -2           6     0            0     0           0
  F5         hard           6     6            0     0           0
--- exit 0

# Every way to solve it gives the same.
--- run kerf map --quiet --solver=exact smokers.mln smokers.db
--- stdout
Smokes(Anna)
--- run kerf map --quiet --solver=brute smokers.mln smokers.db
--- stdout
Smokes(Anna)
--- run kerf map --quiet --solver=mws --flips=1000 --tries=3 --noise=0.2 --tabu=2 --seed=7 --start=random smokers.mln smokers.db
--- stdout
Smokes(Anna)
--- run kerf map --quiet --ground=full smokers.mln smokers.db
--- stdout
Smokes(Anna)
--- run kerf map --quiet --no-simplify --threads=1 smokers.mln smokers.db
--- stdout
Smokes(Anna)
--- exit 0

# Alchemy's way of naming files.
--- run kerf map --quiet -i smokers.mln -e smokers.db -q Smokes,Cancer -r result.db
--- run-sh cat result.db
--- stdout
Smokes(Anna)
--- exit 0

# With -v every iteration is a line that stays.
--- run kerf map -v smokers.mln smokers.db
--- stdout
Smokes(Anna)
--- stderr
smokers.mln: note: read as kerf; nothing in it calls for another dialect
kerf: read in [[[\d.]+]] s, at most [[[\d.]+]] MB of memory
kerf: world 1: [[[\d.]+]] MB of memory
iteration 1: 0 atoms, 4 groundings, score 43, bound 47.8, gap 4.8, [[[\d.]+]] s
iteration 2: 3 atoms, 7 groundings, score 40.6, bound 44.7, gap 1.7, [[[\d.]+]] s
iteration 3: [[\d+]] atoms, [[\d+]] groundings, score 43, bound 43, gap 0, [[[\d.]+]] s
optimal: score 43, cost 4.8, 3 iterations, [[[\d.]+]] s
--- run-sh kerf map smokers.mln smokers.db >/dev/null
--- tty
--- stderr
␛[1msmokers.mln: ␛[1;36mnote: ␛[0m␛[1mread as kerf; nothing in it calls for another dialect␛[0m
␍␛[Kiteration 1: 0 atoms, 4 groundings, [[.*]]␍␛[Kiteration 3: [[.*]]␍␛[Koptimal: score 43, cost 4.8, 3 iterations, [[[\d.]+]] s
