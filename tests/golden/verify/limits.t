# More groundings than can be walked: refused, with the numbers.
--- file m.mln
n = {1, ..., 10000}
*E(n)
P(n)
long: 1 P(a) ^ P(b) ^ P(c) ^ P(d) ^ P(e)
--- file none.db
--- run kerf verify --quiet m.mln none.db
--- stderr
m.mln:4:9: error: long has 10000 x 10000 x 10000 x 10000 x 10000 groundings, more than can be walked
  long: 1 P(a) ^ P(b) ^ P(c) ^ P(d) ^ P(e)
          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
1 error
--- exit 5
--- file count.mln
n = {1, ..., 10000}
*E(n)
P(n)
|a,b,c : P(a) ^ P(b) ^ P(c) ^ P(d) ^ P(e)| <= 5.
--- run kerf verify --quiet count.mln none.db
--- stderr
count.mln:4:1: error: F1 has 10000 x 10000 x 10000 x 10000 x 10000 groundings, more than can be walked
  |a,b,c : P(a) ^ P(b) ^ P(c) ^ P(d) ^ P(e)| <= 5.
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
1 error
--- exit 5

# Memory is a limit, too.
--- run kerf verify --quiet --memory-limit=100K m.mln none.db
--- stderr
kerf: error: out of memory: the limit is 100K
--- exit 6
