# Tables as spreadsheets and other programs write them.
--- file m.mln
*Lives(person, city)
*Score(person, double)
Happy(person)
1 Lives(p, c) => Happy(p)

--- file titles.csv
name,town
Anna,Rome
Bob,Oslo
--- run kerf check --quiet m.mln --table Lives=titles.csv
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 3 atoms of evidence

types
  person  3  from evidence
  city    3  from evidence

predicates
  *Lives(person, city)    observed  by the * in declarations  3 true
  *Score(person, double)  observed  by the * in declarations
  Happy(person)           hidden    by the * in declarations

formulas
  F1  1  line 4  !Lives(p, c) v Happy(p)
--- stderr
titles.csv:1:1: warning: the first row looks like a header, and is read as data
  hint: --header=yes if it is one, --header=no if it is not
--- file small.csv
anna,rome
bob,oslo
--- run kerf check --quiet m.mln --table Lives=small.csv
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  person  2  from evidence
  city    2  from evidence

predicates
  *Lives(person, city)    observed  by the * in declarations  2 true
  *Score(person, double)  observed  by the * in declarations
  Happy(person)           hidden    by the * in declarations

formulas
  F1  1  line 4  !Lives(p, c) v Happy(p)
--- file sep.csv
sep=;
person;city
Anna;Rome, the old
--- run kerf check m.mln --table Lives=sep.csv
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  person  1  from evidence
  city    1  from evidence

predicates
  *Lives(person, city)    observed  by the * in declarations  1 true
  *Score(person, double)  observed  by the * in declarations
  Happy(person)           hidden    by the * in declarations

formulas
  F1  1  line 4  !Lives(p, c) v Happy(p)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
sep.csv:2:1: note: the first row is read as a header
  person;city
  ^
--- file bar.csv
sep=|
Anna|Rome
--- run kerf check --quiet m.mln --table " Lives = bar.csv"
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  person  1  from evidence
  city    1  from evidence

predicates
  *Lives(person, city)    observed  by the * in declarations  1 true
  *Score(person, double)  observed  by the * in declarations
  Happy(person)           hidden    by the * in declarations

formulas
  F1  1  line 4  !Lives(p, c) v Happy(p)
--- file sep_is_data.csv
sep=a
x,y
--- run kerf check --quiet m.mln --table Lives=sep_is_data.csv
--- stderr
sep_is_data.csv:1:1: error: Lives takes 2 arguments, this row has 1 column
  sep=a
  ^
  hint: commas, semicolons or tabs separate columns
1 error
--- exit 3
--- file comma.csv
person;score
Anna;1,5
Bob;NA
--- run kerf check --quiet m.mln --table Score=comma.csv
--- stderr
comma.csv:2:6: error: the last argument of Score is a number, not 1,5
  Anna;1,5
       ^~~
  hint: decimals have a point: 1.5
comma.csv:3:5: error: the last argument of Score is a number, not NA
  Bob;NA
      ^~
  hint: an empty cell leaves its row out
2 errors
--- exit 3
--- file percent.csv
person;p
Anna;70%
Bob;0,7
Carl;
--- run kerf check --quiet m.mln --table "Happy=percent.csv(person;p)"
--- stderr
percent.csv:2:6: error: a probability is a number from 0 to 1, not 70%
  Anna;70%
       ^~~
  hint: write 0.7 for 70%
percent.csv:3:5: error: a probability is a number from 0 to 1, not 0,7
  Bob;0,7
      ^~~
  hint: decimals have a point: 0.7
percent.csv:4:1: warning: 1 row is skipped: a cell is empty
  hint: --blank=keep takes an empty cell for the constant "", --blank=error refuses it
2 errors, 1 warning
--- exit 3
--- file quote.csv
person,city
"Anna "A",Rome
--- run kerf check --quiet m.mln --table Lives=quote.csv
--- stderr
quote.csv:2:8: error: the cell goes on after its closing quote
  "Anna "A",Rome
         ^
  hint: a quote within a quoted cell is doubled: ""
1 error
--- exit 3
--- file open.csv
person,city
"Anna,Rome
--- run kerf check --quiet m.mln --table Lives=open.csv
--- stderr
open.csv:2:1: error: this quote is not closed
  "Anna,Rome
  ^
  hint: a quote within a quoted cell is doubled: ""
1 error
--- exit 3
--- run kerf check --quiet m.mln --table "Lives=titles.csv(1, 3)"
--- stderr
titles.csv:1:1: error: column 3 is chosen, this row has 2; 2 more rows do not fit
  name,town
  ^
  hint: columns are counted from 1; their names in the header do, too
1 error
--- exit 3
