# `unique` in the statistics: is another world as good? And of how many components it is known.
--- file m.mln
*Friends(person, person)
Smokes(person)
1 Friends(x, y) => Smokes(x) v Smokes(y)
-0.25 Smokes(x)
--- file say.sh
kerf map --quiet --threads=1 --stats=s.json "$@" | sort
python3 -c "import json; d = json.load(open('s.json')); print([d[k] for k in ('status', 'cost', 'unique', 'components', 'unique_components', 'tied_components')])"
--- file star.db
Friends(Anna, Bob)
Friends(Anna, Carl)
--- run-sh sh say.sh --no-simplify m.mln star.db
--- stdout
Smokes(Anna)
['optimal', 0.25, True, 1, 1, 0]
--- exit 0

# One of two smokes, whichever: worlds that differ in two atoms are not compared.
--- file two.db
Friends(Anna, Bob)
--- run-sh sh say.sh m.mln two.db
--- stdout
Smokes(Anna)
['optimal', 0.25, None, 1, 0, 0]
--- exit 0

# With nothing against smoking, the other one may smoke as well.
--- file even.mln
*Friends(person, person)
Smokes(person)
1 Friends(x, y) => Smokes(x) v Smokes(y)
--- run-sh sh say.sh even.mln two.db
--- stdout
Smokes(Anna)
['optimal', 0, False, 0, 0, 0]
--- run-sh sh say.sh --no-simplify even.mln two.db
--- stdout
Smokes(Anna)
['optimal', 0, False, 1, 0, 1]
--- run-sh sh say.sh --ground=full even.mln two.db
--- stdout
Smokes(Anna)
['optimal', 0, False, 0, 0, 0]
--- exit 0

# Nothing is said of atoms that are not ground. Where one is true, a formula may have something against it:
# Carl could smoke, the others not.
--- file chain.mln
*Friends(person, person)
Smokes(person)
1 Friends(x, y) ^ Smokes(x) => Smokes(y)
--- file chain.db
Friends(Anna, Bob)
Friends(Bob, Carl)
--- run-sh sh say.sh chain.mln chain.db
--- stdout
['optimal', 0, False, 0, 0, 0]
--- file none.mln
*Friends(person, person)
Smokes(person)
Friends(x, y) => !Smokes(x) ^ !Smokes(y).
--- run-sh sh say.sh none.mln chain.db
--- stdout
['optimal', 0, None, 0, 0, 0]
--- exit 0

# An atom that closes a cycle with evidence is no tie, with everything else ground either.
--- file order.mln
Before(event, event)
acyclic Before.
--- file order.db
Before(A, B)
!Before(A, A)
!Before(B, B)
--- run-sh sh say.sh --query=Before order.mln order.db
--- stdout
Before(A, B)
['optimal', 0, None, 0, 0, 0]
--- run-sh sh say.sh --ground=full --query=Before order.mln order.db
--- stdout
Before(A, B)
['optimal', 0, None, 0, 0, 0]
--- run-sh echo 'Before(B, C)' | cat - order.db | sh say.sh --ground=full --query=Before order.mln -
--- stdout
Before(A, B)
Before(B, C)
['optimal', 0, False, 0, 0, 0]
