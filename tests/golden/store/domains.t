# Constants that evidence lists are kept by a store, too.
--- skip-if no-sqlite
--- file d.mln
Smokes(person)
At(person, time)
1 Smokes(x)
-2 At(x, t)
--- file d.db
person = {P1, P2}
time = {1, ..., 4}
At(P5, 9)
--- run kerf map --quiet -q Smokes,At --store=sqlite:s.sqlite d.mln d.db
--- stdout
At(P5, 9)
Smokes(P1)
Smokes(P2)
Smokes(P5)
--- run kerf map --quiet -q Smokes,At --store=sqlite:s.sqlite d.mln d.db
--- stdout
At(P5, 9)
Smokes(P1)
Smokes(P2)
Smokes(P5)
