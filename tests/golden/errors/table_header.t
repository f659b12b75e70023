# A header in another order is an error; numbers gone wrong are no header
--- file m.mln
*Lives(person, city)
*Age(person, double)
P(person)
1 Lives(x, c) ^ Age(x, w) => P(x)
--- file lives.csv
city,person
Rome,Anna
--- file age.csv
Anna,inf
Bob,30
--- run kerf check --table Lives=lives.csv m.mln
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
lives.csv:1:1: error: the header names the arguments in another order
  city,person
  ^
  hint: name the columns in the predicate's order: --table 'P=FILE(a, b)'
1 error
--- exit 3
--- run kerf check --table Age=age.csv m.mln
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
age.csv:1:6: error: the last argument of Age is a number, not inf
  Anna,inf
       ^~~
  hint: an empty cell leaves its row out
1 error
--- exit 3
