# Certificates that are none. Nothing in them is believed, so most of what could be wrong is that they
# cannot be read; what can be read and names things of the model proves what it proves.
--- file m.mln
*Friends(person, person)
Smokes(person)
1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)
2 Smokes(Anna)
1 !Smokes(Carl)
!Smokes(Dan).
|x : Smokes(x)| <= 2.
--- file e.db
Friends(Anna, Bob)
Friends(Bob, Carl)
Smokes(Eve)
--- file a.db
Smokes(Anna)
Smokes(Bob)
