# The same atom said twice: fine if it is the same, an error with both places if not.
--- file m.mln
Smokes(person)
Age(person, float_)
person father(person)
1 Smokes(x)
--- file a.db
Smokes(Anna) Smokes(Anna)
Smokes(Bob)
0.7 Smokes(Carl)
Age(Anna, 30)
Anna = father(Bob)
0.2 Smokes(Dora)
--- file b.db
!Smokes(Bob)
?Smokes(Anna)
0.8 Smokes(Carl)
Smokes(Carl)
Age(Anna, 31)
Carl = father(Bob)
0.2 Smokes(Dora)
--- run kerf check --quiet --dialect=kerf m.mln a.db b.db
--- stderr
b.db:3:1: error: Smokes(Carl) has probability 0.8 here but has probability 0.7 at a.db:3
  0.8 Smokes(Carl)
  ^
  hint: --merge=last, noisy-or or mean makes one probability of them
b.db:1:1: error: Smokes(Bob) is false here but true at a.db:2
  !Smokes(Bob)
  ^
b.db:2:1: error: Smokes(Anna) is unknown here but true at a.db:1
  ?Smokes(Anna)
  ^
b.db:4:1: error: Smokes(Carl) is true here but has probability 0.7 at a.db:3
  Smokes(Carl)
  ^
b.db:6:1: error: father(Bob) is Carl here but Anna at a.db:5
  Carl = father(Bob)
  ^
5 errors
--- exit 3
