# A header is recognised by the declaration; what looks like one is pointed out; an option decides.
--- file m.mln
*Sim(field, level, cust, cust)
*Near(place from, place)
*Born(person, year)
Same(cust, cust)
1 Sim(f, l, a, b) ^ Same(a, b)
1 Near(a, b) ^ Born(p, y) => Same(c, c)
--- file partly.csv
field,level,id1,id2
name,mid,c0000,c0661
address,low,c0000,c0661
--- file ids.csv
id1,id2
Rome,Paris
--- file tail.csv
From_ID,place2
Rome,Paris
--- file numbers.csv
who,born
Anna,1999
Bob,2001
--- file digits.csv
left,right
p1,p2
p3,p4
--- file alike.csv
place1,place2
place3,place1
--- file mixed.csv
Root,1
1,2
2,3
--- file words.csv
Rome,Paris
Oslo,Bern
Lima,Quito
--- file one.csv
from,to
--- run kerf check --table=Sim=partly.csv m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  field   2  from evidence
  level   2  from evidence
  cust    2  from evidence
  place   0  from evidence
  person  0  from evidence
  year    0  from evidence

predicates
  *Sim(field, level, cust, cust)  observed  by the * in declarations  2 true
  *Near(place from, place)        observed  by the * in declarations
  *Born(person, year)             observed  by the * in declarations
  Same(cust, cust)                hidden    by the * in declarations

formulas
  F1  1  line 5  Sim(f, l, a, b) ^ Same(a, b)
  F2  1  line 6  !Near(a, b) v !Born(p, y) v Same(c, c)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
partly.csv:1:1: note: the first row is read as a header
  field,level,id1,id2
  ^
--- run kerf check --quiet --header=yes --table=Sim=partly.csv m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  field   2  from evidence
  level   2  from evidence
  cust    2  from evidence
  place   0  from evidence
  person  0  from evidence
  year    0  from evidence

predicates
  *Sim(field, level, cust, cust)  observed  by the * in declarations  2 true
  *Near(place from, place)        observed  by the * in declarations
  *Born(person, year)             observed  by the * in declarations
  Same(cust, cust)                hidden    by the * in declarations

formulas
  F1  1  line 5  Sim(f, l, a, b) ^ Same(a, b)
  F2  1  line 6  !Near(a, b) v !Born(p, y) v Same(c, c)
--- run kerf check --quiet --header=no --table=Sim=partly.csv m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 3 atoms of evidence

types
  field   3  from evidence
  level   3  from evidence
  cust    4  from evidence
  place   0  from evidence
  person  0  from evidence
  year    0  from evidence

predicates
  *Sim(field, level, cust, cust)  observed  by the * in declarations  3 true
  *Near(place from, place)        observed  by the * in declarations
  *Born(person, year)             observed  by the * in declarations
  Same(cust, cust)                hidden    by the * in declarations

formulas
  F1  1  line 5  Sim(f, l, a, b) ^ Same(a, b)
  F2  1  line 6  !Near(a, b) v !Born(p, y) v Same(c, c)
--- run kerf check --quiet --table=Near=ids.csv m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  field   0  from evidence
  level   0  from evidence
  cust    0  from evidence
  place   4  from evidence
  person  0  from evidence
  year    0  from evidence

predicates
  *Sim(field, level, cust, cust)  observed  by the * in declarations
  *Near(place from, place)        observed  by the * in declarations  2 true
  *Born(person, year)             observed  by the * in declarations
  Same(cust, cust)                hidden    by the * in declarations

formulas
  F1  1  line 5  Sim(f, l, a, b) ^ Same(a, b)
  F2  1  line 6  !Near(a, b) v !Born(p, y) v Same(c, c)
--- stderr
ids.csv:1:1: warning: the first row looks like a header, and is read as data
  hint: --header=yes if it is one, --header=no if it is not
--- run kerf check --quiet --header=yes --table=Near=ids.csv m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 1 atom of evidence

types
  field   0  from evidence
  level   0  from evidence
  cust    0  from evidence
  place   2  from evidence
  person  0  from evidence
  year    0  from evidence

predicates
  *Sim(field, level, cust, cust)  observed  by the * in declarations
  *Near(place from, place)        observed  by the * in declarations  1 true
  *Born(person, year)             observed  by the * in declarations
  Same(cust, cust)                hidden    by the * in declarations

formulas
  F1  1  line 5  Sim(f, l, a, b) ^ Same(a, b)
  F2  1  line 6  !Near(a, b) v !Born(p, y) v Same(c, c)
--- run kerf check --quiet --header=no --table=Near=ids.csv m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 2 atoms of evidence

types
  field   0  from evidence
  level   0  from evidence
  cust    0  from evidence
  place   4  from evidence
  person  0  from evidence
  year    0  from evidence

predicates
  *Sim(field, level, cust, cust)  observed  by the * in declarations
  *Near(place from, place)        observed  by the * in declarations  2 true
  *Born(person, year)             observed  by the * in declarations
  Same(cust, cust)                hidden    by the * in declarations

formulas
  F1  1  line 5  Sim(f, l, a, b) ^ Same(a, b)
  F2  1  line 6  !Near(a, b) v !Born(p, y) v Same(c, c)
--- run kerf check --quiet --table=Near=tail.csv -o out m.mln
--- stderr
tail.csv:1:1: warning: the first row looks like a header, and is read as data
  hint: --header=yes if it is one, --header=no if it is not
--- run kerf check --quiet --table=Born=numbers.csv -o out m.mln
--- run kerf check --quiet --table=Near=digits.csv -o out m.mln
--- stderr
digits.csv:1:1: warning: the first row looks like a header, and is read as data
  hint: --header=yes if it is one, --header=no if it is not
--- exit 0

# These are data.
--- run kerf check --quiet --table=Near=alike.csv -o out m.mln
--- run kerf check --quiet --table=Near=mixed.csv -o out m.mln
--- run kerf check --quiet --table=Near=words.csv -o out m.mln
--- run kerf check --quiet --table=Near=one.csv -o out m.mln
