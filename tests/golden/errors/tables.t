# CSV and TSV.
--- file m.mln
Friends(person, person)
Age(person, float_)
1 Friends(x, y)
--- file f.csv
person,person
Anna,Bob
Anna
Anna,Bob,Carl
Anna,
"Anna"x,Bob
"An""na",Bob
,Bob
"",Bob
"Anna,Bob
Carl,Dora
--- run kerf check --quiet -q Friends --dialect=kerf --table Friends=f.csv m.mln
--- stderr
f.csv:6:7: error: the cell goes on after its closing quote
  "Anna"x,Bob
        ^
  hint: a quote within a quoted cell is doubled: ""
f.csv:10:1: error: this quote is not closed
  "Anna,Bob
  ^
  hint: a quote within a quoted cell is doubled: ""
f.csv:3:1: error: Friends takes 2 arguments, this row has 1 column; 1 more row does not fit
  Anna
  ^
  hint: commas, semicolons or tabs separate columns
f.csv:5:1: warning: 2 rows are skipped: a cell is empty
  hint: --blank=keep takes an empty cell for the constant "", --blank=error refuses it
3 errors, 1 warning
--- exit 3
--- file a.tsv
person	age
Anna	30
Bob	old
Carl	1e999
--- run kerf check --quiet -q Friends --dialect=kerf --table Age=a.tsv m.mln
--- stderr
a.tsv:3:5: error: the last argument of Age is a number, not old
  Bob old
      ^~~
  hint: an empty cell leaves its row out
a.tsv:4:6: error: this number is out of range
  Carl 1e999
       ^~~~~
2 errors
--- exit 3
--- run kerf check --quiet -q Friends --dialect=kerf --table Age=missing.tsv m.mln
--- stderr
kerf: error: cannot read missing.tsv: no such file or directory
1 error
--- exit 3
--- run-sh { echo 'Anna,Bob'; printf 'A'; printf ',%d' $(seq 5000); echo; } >wider.csv; kerf check --quiet -q Friends --dialect=kerf --table Friends=wider.csv m.mln
--- stderr
wider.csv:2:1: error: this row has more than 4096 columns
  A,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36...
  ^
1 error
--- exit 3
--- run-sh : >empty.csv; kerf check --quiet -q Friends --dialect=kerf --table 'Friends=empty.csv(a, b)' m.mln | head -n 1
--- stdout
dialect  kerf
--- stderr
empty.csv: warning: this table is empty
--- run-sh { echo 'Anna,Bob'; printf 'A'; printf ',%d' $(seq 300); echo; } >wide.csv; kerf check --quiet -q Friends --dialect=kerf --table Friends=wide.csv m.mln
--- stderr
wide.csv:2:1: error: Friends takes 2 arguments, this row has 301 columns
  A,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36...
  ^
  hint: choose columns by header or number: --table 'P=FILE(1, 2)'
1 error
--- exit 3
--- run-sh { echo '"'; head -c 3000000 /dev/zero | tr '\0' A; echo; echo Anna; } >long.csv; kerf check --quiet -q Friends --dialect=kerf --table Friends=long.csv m.mln
--- stderr
long.csv:1:1: error: this row is longer than 1 MiB
  "
  ^
  hint: is a quote not closed?
long.csv:2:1: error: this row is longer than 1 MiB
  AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA...
  ^
  hint: is a quote not closed?
long.csv:3:1: error: Friends takes 2 arguments, this row has 1 column
  Anna
  ^
  hint: commas, semicolons or tabs separate columns
3 errors
--- exit 3
