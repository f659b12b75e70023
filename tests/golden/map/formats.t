# Answers as evidence, as a table and as JSON; constants that need quotes.
--- file m.mln
*Knows(person, person)
Smokes(person)
Rain
1 Smokes(x)
1 Knows(x, y) => Smokes(y)
1 Rain
--- file e.db
Knows(Anna, "van der Berg")
Knows(Anna, "tab	and \"quote\" \\")
Knows(7, lower)
--- run kerf map --quiet m.mln e.db
--- stdout
Rain
Smokes("tab\tand \"quote\" \\")
Smokes("van der Berg")
Smokes(7)
Smokes(Anna)
Smokes(lower)
--- run kerf map --quiet --format=tsv m.mln e.db
--- stdout
Rain
Smokes	tab\tand "quote" \\
Smokes	van der Berg
Smokes	7
Smokes	Anna
Smokes	lower
--- run kerf map --quiet --format=csv m.mln e.db
--- stdout
Rain
Smokes,"tab	and ""quote"" \"
Smokes,van der Berg
Smokes,7
Smokes,Anna
Smokes,lower
--- run-sh kerf map --quiet -o a.csv m.mln e.db && kerf map --quiet -o a.tsv m.mln e.db && head -n 3 a.csv a.tsv
--- stdout
==> a.csv <==
Rain
Smokes,"tab	and ""quote"" \"
Smokes,van der Berg

==> a.tsv <==
Rain
Smokes	tab\tand "quote" \\
Smokes	van der Berg
--- run-sh kerf map --quiet -o a.json m.mln e.db && cut -c 1-30 a.json
--- stdout
{"world":"","status":"optimal"
--- run-sh kerf map --quiet -o a.csv --format=db m.mln e.db && head -n 1 a.csv
--- stdout
Rain
--- run-sh kerf map --quiet --format=json m.mln e.db | sed 's|\[\[|[ [|'
--- stdout
{"world":"","status":"optimal","score":31,"cost":0,"bound":31,"atoms":[ ["Rain"],["Smokes","tab\tand \"quote\" \\"],["Smokes","van der Berg"],["Smokes","7"],["Smokes","Anna"],["Smokes","lower"]]}
--- exit 0

# What was written is read back as the same.
--- run-sh kerf map --quiet m.mln e.db | tee answer.db | kerf verify --quiet --examples=0 m.mln e.db -
--- stdout
score            31
cost             0
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            1           5     5            0     0           0
  F2            1          25    25            0     0           0
  F3            1           1     1            0     0           0
--- exit 0

# Nothing is true: no lines, and an empty list.
--- file none.mln
*Knows(person, person)
Smokes(person)
-1 Smokes(x)
--- run kerf map --quiet none.mln e.db
--- run-sh kerf map --quiet --format=json none.mln e.db | sed 's|\[\[|[ [|'
--- stdout
{"world":"","status":"optimal","score":0,"cost":0,"bound":0,"atoms":[]}
