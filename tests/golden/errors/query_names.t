# Odd lists of predicates: another separator, a file, one that holds numbers.
--- file m.mln
*Sim(rec, rec, double)
Same(rec, rec)
Big(rec)
s: Sim(a, b, s) => Same(a, b)
0.1 Big(a)
--- file e.db
Sim(A, B, 3)
--- run kerf map --quiet m.mln e.db -q "Same;Big"
--- stderr
kerf: error: --query names Same;Big, which is not a predicate of the model
  hint: commas stand between names
1 error
--- exit 3
--- run kerf map --quiet m.mln e.db -q "Same|Big"
--- stderr
kerf: error: --query names Same|Big, which is not a predicate of the model
  hint: commas stand between names
1 error
--- exit 3
--- run kerf map --quiet m.mln --query e.db
--- stderr
kerf: error: --query names e.db, which is not a predicate of the model
  hint: names of predicates are expected here, not a file
1 error
--- exit 3
--- run kerf map --quiet m.mln e.db -q Same,Sim
--- stderr
m.mln:1:2: error: Sim is hidden, but only observed predicates can hold numbers
  *Sim(rec, rec, double)
   ^~~
  hint: leave it out of --query and --open; --ask chooses what is written
1 error
--- exit 3
--- run kerf map --quiet m.mln e.db -q "Same, Big"
--- stdout
Big(A)
Big(B)
Same(A, B)
