# Nothing is hidden, the world is empty, or the query file says nothing: a word about it.
--- file m.mln
P(t)
Q(t)
1 P(x) => Q(x)
--- file e.db
P(A)
Q(A)
--- run kerf map m.mln e.db
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: warning: assumed from the evidence: hidden none; observed P, Q
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
kerf: warning: no predicate is hidden, so there is nothing to find out: name what is wanted with -q
optimal: score 1, cost 0, 1 iteration, [[[0-9.]+]] s
--- run kerf map --quiet -q Q m.mln
--- stderr
kerf: warning: the world is empty: neither model nor evidence names a constant; evidence follows the model
--- file star.mln
*P(t)
Q(t)
1 P(x) => Q(x)
--- file q.txt
Q(x)
--- run kerf map --query-file=q.txt star.mln e.db
--- stdout
Q(A)
--- stderr
star.mln: note: read as kerf; nothing in it calls for another dialect
q.txt: note: this query file changes nothing
  hint: a * in the declarations says what is hidden, and comes first
optimal: score 1, cost 0, 1 iteration, [[[0-9.]+]] s
--- run kerf map --query-file=q.txt -q Q m.mln e.db
--- stdout
Q(A)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
q.txt: note: this query file changes nothing
  hint: --query says what is hidden, and comes first
optimal: score 1, cost 0, 1 iteration, [[[0-9.]+]] s
--- run kerf map --quiet --query-file=q.txt m.mln e.db
--- stdout
Q(A)
--- file adults.mln
*Adult(person)
May(person)
May(x) => Adult(x).
--- file adults.db
May(Ann) 0.9
--- run kerf map adults.mln adults.db
--- stderr
adults.mln: note: read as kerf; nothing in it calls for another dialect
kerf: note: nothing is true in the answer, and the evidence has no facts of what is observed: Adult
optimal: score 0, cost 2.197224577, [[.*]]
--- run kerf map --quiet adults.mln adults.db
