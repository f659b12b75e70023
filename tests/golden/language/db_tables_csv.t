# --table Pred=file.csv, .tsv, .gz: one row a true atom, the header is optional.
--- file m.mln
Friends(person, person)
*Score(person, double)
P(person)
1 Friends(x, y) ^ Score(x, s) => P(x)
--- file f.csv
Anna,Bob
Bob,"Carl the ""Great"""
"Smith, John",Anna
--- run kerf check --quiet --open=P,Friends --table=Friends=f.csv m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 3 atoms of evidence

types
  person  4  from evidence

predicates
  Friends(person, person)  hidden    named by --open           3 true
  *Score(person, double)   observed  by the * in declarations
  P(person)                hidden    named by --open

formulas
  F1  1  line 4  !Friends(x, y) v !Score(x, s) v P(x)
--- file head.csv
person,person
Anna,Bob
--- run kerf check --open=P --table Friends=head.csv m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  person  2  from evidence

predicates
  Friends(person, person)  hidden    by the * in declarations  1 true
  *Score(person, double)   observed  by the * in declarations
  P(person)                hidden    named by --open

formulas
  F1  1  line 4  !Friends(x, y) v !Score(x, s) v P(x)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
head.csv:1:1: note: the first row is read as a header
  person,person
  ^
--- file s.tsv
Anna	0.5
two words	-1e2
--- run kerf check --quiet --table Score=s.tsv m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  person  2  from evidence

predicates
  Friends(person, person)  hidden    by the * in declarations
  *Score(person, double)   observed  by the * in declarations  2 true
  P(person)                hidden    by the * in declarations

formulas
  F1  1  line 4  !Friends(x, y) v !Score(x, s) v P(x)
--- file z.csv.gz gz
Anna,Bob
Bob,Anna
Anna,Bob
--- run kerf check --quiet --table Friends=z.csv.gz --table Score=s.tsv m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 4 atoms of evidence

types
  person  3  from evidence

predicates
  Friends(person, person)  hidden    by the * in declarations  2 true
  *Score(person, double)   observed  by the * in declarations  2 true
  P(person)                hidden    by the * in declarations

formulas
  F1  1  line 4  !Friends(x, y) v !Score(x, s) v P(x)
--- exit 0

# Together with a .db.
--- file m.db
P(Anna)
Friends(Zoe, Anna)
--- run kerf check --quiet --table Friends=f.csv m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 5 atoms of evidence

types
  person  5  from evidence

predicates
  Friends(person, person)  hidden    by the * in declarations  4 true
  *Score(person, double)   observed  by the * in declarations
  P(person)                hidden    by the * in declarations  1 true

formulas
  F1  1  line 4  !Friends(x, y) v !Score(x, s) v P(x)
--- exit 0

# Errors.
--- file bad.csv
Anna,Bob
Anna
Anna,Bob,Carl
"Anna,Bob
--- run kerf check --quiet --table Friends=bad.csv m.mln
--- stderr
bad.csv:4:1: error: this quote is not closed
  "Anna,Bob
  ^
  hint: a quote within a quoted cell is doubled: ""
bad.csv:2:1: error: Friends takes 2 arguments, this row has 1 column; 1 more row does not fit
  Anna
  ^
  hint: commas, semicolons or tabs separate columns
2 errors
--- exit 3
--- file bads.csv
Anna,1
Bob,many
--- run kerf check --quiet --table Score=bads.csv m.mln
--- stderr
bads.csv:2:5: error: the last argument of Score is a number, not many
  Bob,many
      ^~~~
  hint: an empty cell leaves its row out
1 error
--- exit 3
--- run kerf check --quiet --table Nobody=f.csv m.mln
--- stderr
f.csv: error: predicate Nobody is not declared
  hint: declare it in the model; --skip-unknown passes over what the model does not have
1 error
--- exit 3
--- run kerf check --quiet --table Friends=gone.csv m.mln
--- stderr
kerf: error: cannot read gone.csv: no such file or directory
1 error
--- exit 3
--- run kerf check --quiet --table Friends m.mln
--- stderr
kerf: bad value 'Friends' for option --table: expected PREDICATE=FILE
Try 'kerf check -h'.
--- exit 2
