# Constants that formulas make, with evidence in a store: as in memory, filled now or before.
--- skip-if no-sqlite
--- file m.mln
*val(n)
*last(n)
sum(n)
at(n)
0.5 !val(x) v !val(y) v x >= y v sum([x + y])
!val(x) v at(x).
!at(x) v last(x) v at([x * 3]).
-0.1 sum(x)
--- file m.db
val(1)
val(2)
val(5)
last(15)
last(27)
last(18)
--- run-sh kerf map --quiet m.mln m.db | tee memory.txt
--- stdout
at(1)
at(15)
at(18)
at(2)
at(27)
at(3)
at(5)
at(6)
at(9)
sum(3)
sum(6)
sum(7)
--- run-sh kerf map --quiet --store=sqlite:kept m.mln m.db | diff - memory.txt && kerf map --quiet --store=sqlite:kept m.mln m.db | diff - memory.txt && kerf map --quiet --store=sqlite::memory: m.mln m.db | diff - memory.txt && echo same
--- stdout
same
--- run-sh kerf load --quiet --store=sqlite:loaded m.mln m.db && kerf map --quiet --store=sqlite:loaded m.mln | diff - memory.txt && echo same
--- stdout
same
--- exit 0

# Other formulas make others: it is another store.
--- run-sh sed 's/x \* 3/x * 4/' m.mln >other.mln; kerf map --quiet --store=sqlite:loaded other.mln
--- stderr
kerf: error: the store was filled for another model: predicates, types or constants differ
  hint: name the evidence, too: it is then stored anew
1 error
--- exit 3

# What is asked for may be named, as long as what the store keeps stays observed.
--- run-sh kerf map --quiet --query=sum,at m.mln m.db >asked.txt; kerf map --quiet --store=sqlite:loaded --query=sum,at m.mln | diff - asked.txt && kerf map --quiet --store=sqlite:kept --query=at,sum m.mln | diff - asked.txt && echo same
--- stdout
same
--- run kerf map --quiet --store=sqlite:loaded --query=sum,at,val m.mln
--- stderr
kerf: in a store, where formulas make constants, a predicate with a * stays observed: val
Try 'kerf map -h'.
--- exit 2
