# Each world has its turn in the store; load takes one of them.
--- skip-if no-sqlite
--- file m.mln
*Friends(person, person)
Smokes(person)
1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)
--- file two.db
>> first
Friends(Anna, Bob)
Smokes(Anna)
>> second
Friends(Carl, Dora)
Smokes(Dora)
--- run kerf map --quiet --store=sqlite:s m.mln two.db
--- stdout
>> first
Smokes(Anna)
Smokes(Bob)
>> second
Smokes(Dora)
--- run kerf load --quiet --store=sqlite:s m.mln two.db
--- stderr
kerf: the evidence has several worlds: choose one with --world
Try 'kerf load -h'.
--- exit 2
--- run kerf load --quiet --world=second --store=sqlite:s m.mln two.db
