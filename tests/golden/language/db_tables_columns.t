# Columns by header or number, other separators, empty cells, probabilities.
--- file m.mln
*Phone(person, phone)
*Age(person, double)
*Lives(person, city)
Same(person, person)
Knows(person, person)
1 Phone(x, p) ^ Phone(y, p) => Same(x, y)
1 Age(x, w) ^ Lives(x, c) ^ Knows(x, y) => Same(x, x)
--- file people.csv
id;Name;phone;city;age
1;Anna;555;"Rome; old town";31
2;Bob;556;Bern;29
3;Carl;;Bern;40
4;Dora;556;;41
--- run kerf check --quiet --table 'Phone=people.csv(Name, phone)' --table 'Lives=people.csv(2, 4)' --table 'Age=people.csv("Name", AGE)' m.mln -o out
--- stderr
people.csv:4:1: warning: 1 row is skipped: a cell is empty
  hint: --blank=keep takes an empty cell for the constant "", --blank=error refuses it
people.csv:5:1: warning: 1 row is skipped: a cell is empty
  hint: --blank=keep takes an empty cell for the constant "", --blank=error refuses it
--- run kerf map --quiet --table 'Phone=people.csv(Name, phone)' m.mln --format=tsv
--- stdout
Same	Anna	Anna
Same	Bob	Bob
Same	Bob	Dora
Same	Dora	Bob
Same	Dora	Dora
--- stderr
people.csv:4:1: warning: 1 row is skipped: a cell is empty
  hint: --blank=keep takes an empty cell for the constant "", --blank=error refuses it
--- run kerf check --table 'Lives=people.csv(2, 4)' --blank=keep m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 4 atoms of evidence

types
  person  4  from evidence
  phone   0  from evidence
  city    3  from evidence

predicates
  *Phone(person, phone)  observed  by the * in declarations
  *Age(person, double)   observed  by the * in declarations
  *Lives(person, city)   observed  by the * in declarations  4 true
  Same(person, person)   hidden    by the * in declarations
  Knows(person, person)  hidden    by the * in declarations

formulas
  F1  1  line 6  !Phone(x, p) v !Phone(y, p) v Same(x, y)
  F2  1  line 7  !Age(x, w) v !Lives(x, c) v !Knows(x, y) v Same(x, x)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
people.csv:1:1: note: the first row is read as a header
  id;Name;phone;city;age
  ^
--- run kerf check --quiet --table 'Phone=people.csv(Name, phone)' --blank=error m.mln
--- stderr
people.csv:4:8: error: column 3 is empty
  3;Carl;;Bern;40
         ^
  hint: write "" for the constant that is empty
1 error
--- exit 3
--- run-sh gzip -c people.csv > people.csv.gz; kerf check --quiet --table 'Phone=-(Name, phone)' m.mln < people.csv.gz | grep 'Phone('
--- stdout
  *Phone(person, phone)  observed  by the * in declarations  3 true
  F1  1  line 6  !Phone(x, p) v !Phone(y, p) v Same(x, y)
--- stderr
standard input:4:1: warning: 1 row is skipped: a cell is empty
  hint: --blank=keep takes an empty cell for the constant "", --blank=error refuses it
--- exit 0
# Not there, there twice, too many of them, without a header.
--- run kerf check --quiet --table 'Phone=people.csv(Name, fone)' m.mln
--- stderr
people.csv:1:1: error: no column is called fone
  id;Name;phone;city;age
  ^
  hint: columns are called as the first row says
1 error
--- exit 3
--- run kerf check --quiet --table 'Phone=people.csv(Name, phone, id)' m.mln
--- stderr
people.csv: error: Phone takes 2 arguments, 3 columns are chosen
  hint: a probability stands behind a semicolon: (a, b; p)
1 error
--- exit 3
--- run kerf check --quiet --table 'Phone=people.csv(Name, phone)' --header=no m.mln
--- stderr
people.csv: error: a table without a header has no names of columns
  hint: choose columns by number
1 error
--- exit 3
--- run kerf check --quiet --table 'Phone=people.csv(0, 1)' m.mln
--- stderr
people.csv: error: there is no such column
  hint: the first column is 1
1 error
--- exit 3
--- run kerf check --quiet --table 'Phone=people.csv(2, 9)' m.mln
--- stderr
people.csv:1:1: error: column 9 is chosen, this row has 5; 4 more rows do not fit
  id;Name;phone;city;age
  ^
  hint: columns are counted from 1; their names in the header do, too
1 error
--- exit 3
--- file twice.csv
a,a,b
Anna,1,2
--- run kerf check --quiet --table 'Phone=twice.csv(a, b)' m.mln
--- stderr
twice.csv:1:1: error: two columns are called a
  a,a,b
  ^
  hint: choose by number, the first column is 1
1 error
--- exit 3
# A file of that very name is a file.
--- run-sh echo Anna,555 > 'odd(1, 2)'; kerf check --quiet --table 'Phone=odd(1, 2)' m.mln | grep 'Phone('
--- stdout
  *Phone(person, phone)  observed  by the * in declarations  1 true
  F1  1  line 6  !Phone(x, p) v !Phone(y, p) v Same(x, y)
--- exit 0
# A probability.
--- file pairs.csv
a,b,p
Anna,Bob,0.9
Bob,Carl,1
Carl,Anna,0
--- run kerf map --quiet --table 'Same=pairs.csv(a, b; p)' m.mln
--- stdout
Same(Anna, Bob)
Same(Bob, Carl)
--- run kerf map --table 'Same=pairs.csv(1, 2; 3)' m.mln -o out
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
pairs.csv:1:1: note: the first row is read as a header
  a,b,p
  ^
optimal: score 2.197224577, cost 0, 1 iteration, [[[0-9.]+]] s
--- file wrong.csv
Anna,Bob,1.5
Anna,Carl,high
Bob,Carl,
--- run kerf check --quiet --table 'Same=wrong.csv(1, 2; 3)' --header=no m.mln
--- stderr
wrong.csv:1:10: error: a probability is a number from 0 to 1, not 1.5
  Anna,Bob,1.5
           ^~~
  hint: a score that is no probability is an argument: *Score(a, b, float_)
wrong.csv:2:11: error: a probability is a number from 0 to 1, not high
  Anna,Carl,high
            ^~~~
wrong.csv:3:1: warning: 1 row is skipped: a cell is empty
  hint: --blank=keep takes an empty cell for the constant "", --blank=error refuses it
2 errors, 1 warning
--- exit 3
# Another number of columns is told once.
--- run kerf check --quiet --table Phone=people.csv m.mln
--- stderr
people.csv:1:1: error: Phone takes 2 arguments, this row has 5 columns; 4 more rows do not fit
  id;Name;phone;city;age
  ^
  hint: choose columns by header or number: --table 'P=FILE(1, 2)'
1 error
--- exit 3
--- file names.csv
Anna,555
Bob
Carl
--- run kerf check --quiet --table Phone=names.csv m.mln
--- stderr
names.csv:2:1: error: Phone takes 2 arguments, this row has 1 column; 1 more row does not fit
  Bob
  ^
  hint: commas, semicolons or tabs separate columns
1 error
--- exit 3
# A table is not evidence as it is.
--- run kerf map --quiet m.mln people.csv
--- stderr
people.csv: error: this is a table, and no predicate is named
  hint: --table PREDICATE=FILE reads it, such as --table 'Phone=people.csv(1, 2)' by its columns
1 error
--- exit 3
# Tabs, semicolons and commas in one line: what fits.
--- file mixed.csv
Anna;Rome, Italy, Europe
Bob;Bern, Switzerland, Europe
--- run-sh kerf check --quiet --table Lives=mixed.csv m.mln -o out; kerf map --quiet --table 'Knows=mixed.csv' m.mln
--- stdout
Knows(Anna, "Rome, Italy, Europe")
Knows(Bob, "Bern, Switzerland, Europe")
--- file single.mln
P(text)
-1 P(x)
--- file single.csv
a; b
--- run kerf map --quiet -q P --table P=single.csv single.mln
--- stdout
P("a; b")
--- file tabs.csv
Anna	Smith, John	x
Bob	Carl	y
--- run kerf map --quiet --table 'Knows=tabs.csv(1, 2)' --closed=Phone,Age,Lives m.mln
--- stdout
Knows(Anna, "Smith, John")
Knows(Bob, Carl)
