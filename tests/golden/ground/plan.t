# Every query of every formula: the steps, what they are expected to give, what they give.
--- file m.mln
*Friends(person, person)
*Score(person, person, double)
*Lives(person, place)
Smokes(person)
Knows(person, person)
person best(person)
1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)
-1 Smokes(x)
0.5 Friends(x,x) => Smokes(x)
w: Score(x,y,w) ^ w > 0.5 ^ Smokes(x) ^ Smokes(y)
2 Lives(x,p) ^ Lives(y,p) => Knows(x,y)
-0.3 Lives(x,Home) ^ Knows(x,y) ^ x != y
1 Knows(x,y) => (Smokes(x) ^ Smokes(y))
0.2 Smokes(x) => Smokes(best(x))
1 EXIST y (Friends(x,y) ^ Knows(x,y)) v Smokes(x)
|y : Knows(x,y)| <= 3.
acyclic Knows.
!Friends(x,x) v Smokes(x).
Friends(x,y) => Friends(y,x).
0.1 Lives(x,p) ^ Smokes(y)
--- file e.db
Friends(Anna, Bob)
Friends(Bob, Anna)
Friends(Bob, Carl)
Score(Anna, Bob, 0.75)
Score(Bob, Carl, 0.25)
Lives(Anna, Home)
Lives(Bob, Home)
Smokes(Anna)
best(Anna) = Bob
best(Bob) = Anna
best(Carl) = Bob
--- run kerf show --quiet --stage=plan --query=Smokes,Knows m.mln e.db
--- stdout
F1  !Friends(x, y) v !Smokes(x) v Smokes(y)
  where it is false
    1. scan Smokes: binds x             est 1       actual 1
    2. probe Friends by (x): binds y    est 1       actual 1
    3. test !Smokes(y)                  est 0.9     actual 1
    gives 1
  when Smokes(x) becomes true
    1. flips of Smokes(x): binds x      est 1
    2. probe Friends by (x): binds y    est 1
    3. test !Smokes(y)                  est 0.9
  when Smokes(y) becomes false
    1. flips of Smokes(y): binds y      est 1
    2. probe Friends by (y): binds x    est 1
    3. test Smokes(x)                   est 0.5

F2  Smokes(x)
  every atom of Smokes has the same cost: nothing is asked

F3  !Friends(x, x) v Smokes(x)
  atoms that it gives a cost
    1. scan Friends: binds x, again x    est 3       actual 0
    gives 0

F4  Score(x, y, w) ^ w > 0.5 ^ Smokes(x) ^ Smokes(y)
  where it is true
    1. scan Smokes: binds x              est 1       actual 1
    2. probe Score by (x): binds y, w    est 0.5     actual 1
    3. test Score(x, y, w)               est 0.25    actual 1
    4. test w > 0.5                      est 0.22    actual 1
    5. test Smokes(y)                    est 0.11    actual 0
    gives 0
  when Smokes(x) becomes true
    1. flips of Smokes(x): binds x       est 1
    2. probe Score by (x): binds y, w    est 0.5
    3. test Score(x, y, w)               est 0.25
    4. test w > 0.5                      est 0.22
    5. test Smokes(y)                    est 0.11
  when Smokes(y) becomes true
    1. flips of Smokes(y): binds y       est 1
    2. probe Score by (y): binds x, w    est 0.5
    3. test Score(x, y, w)               est 0.25
    4. test w > 0.5                      est 0.22
    5. test Smokes(x)                    est 0.11
  where it is false, first by Smokes(x)
    1. scan Score: binds x, y, w    est 2       actual 2
    2. test Score(x, y, w)          est 1       actual 2
    3. test w > 0.5                 est 0.9     actual 1
    4. test !Smokes(x)              est 0.81    actual 0
    gives 0
  when Smokes(x) becomes false
    1. flips of Smokes(x): binds x       est 1
    2. probe Score by (x): binds y, w    est 0.5
    3. test Score(x, y, w)               est 0.25
    4. test w > 0.5                      est 0.22
  where it is false, first by Smokes(y)
    1. scan Smokes: binds x              est 1       actual 1
    2. probe Score by (x): binds y, w    est 0.5     actual 1
    3. test Score(x, y, w)               est 0.25    actual 1
    4. test w > 0.5                      est 0.22    actual 1
    5. test !Smokes(y)                   est 0.2     actual 1
    gives 1
  when Smokes(x) becomes true
    1. flips of Smokes(x): binds x       est 1
    2. probe Score by (x): binds y, w    est 0.5
    3. test Score(x, y, w)               est 0.25
    4. test w > 0.5                      est 0.22
    5. test !Smokes(y)                   est 0.2
  when Smokes(y) becomes false
    1. flips of Smokes(y): binds y       est 1
    2. probe Score by (y): binds x, w    est 0.5
    3. test Score(x, y, w)               est 0.25
    4. test w > 0.5                      est 0.22
    5. test Smokes(x)                    est 0.11

F5  !Lives(x, p) v !Lives(y, p) v Knows(x, y)
  atoms that it gives a cost
    1. scan Lives: binds x, p         est 2       actual 2
    2. probe Lives by (p): binds y    est 4       actual 4
    gives 4

F6  Lives(x, Home) ^ Knows(x, y) ^ x != y
  atoms that it gives a cost
    1. probe Lives by (Home): binds x    est 2       actual 2
    2. each person: binds y              est 6       actual 6
    3. test x != y                       est 5.4     actual 4
    gives 4

F7  !Knows(x, y) v (Smokes(x) ^ Smokes(y))
  where it is false, case 1 of 2
    1. scan Knows: binds x, y    est 0       actual 0
    2. test !Smokes(x)           est 0       actual 0
    gives 0
  when Knows(x, y) becomes true
    1. flips of Knows(x, y): binds x, y    est 1
    2. test !Smokes(x)                     est 0.9
  when Smokes(x) becomes false
    1. flips of Smokes(x): binds x    est 1
    2. probe Knows by (x): binds y    est 0
  where it is false, case 2 of 2
    1. scan Knows: binds x, y    est 0       actual 0
    2. test Smokes(x)            est 0       actual 0
    3. test !Smokes(y)           est 0       actual 0
    gives 0
  when Knows(x, y) becomes true
    1. flips of Knows(x, y): binds x, y    est 1
    2. test Smokes(x)                      est 0.5
    3. test !Smokes(y)                     est 0.45
  when Smokes(x) becomes true
    1. flips of Smokes(x): binds x    est 1
    2. probe Knows by (x): binds y    est 0
    3. test !Smokes(y)                est 0
  when Smokes(y) becomes false
    1. flips of Smokes(y): binds y    est 1
    2. probe Knows by (y): binds x    est 0
    3. test Smokes(x)                 est 0

F8  !Smokes(x) v Smokes(best(x))
  where it is false
    1. scan Smokes: binds x                est 1       actual 1
    2. probe best by (x): binds best(x)    est 1       actual 1
    3. test !Smokes(best(x))               est 0.9     actual 1
    gives 1
  when Smokes(x) becomes true
    1. flips of Smokes(x): binds x         est 1
    2. probe best by (x): binds best(x)    est 1
    3. test !Smokes(best(x))               est 0.9
  when Smokes(best(x)) becomes false
    1. flips of Smokes(best(x)): binds best(x)    est 1
    2. probe best by (best(x)): binds x           est 1
    3. test Smokes(x)                             est 0.5

F9  EXIST y ((Friends(x, y) ^ Knows(x, y)) v Smokes(x))
  where it is false
    1. each person: binds x                                           est 3       actual 3
    2. test !(EXIST y ((Friends(x, y) ^ Knows(x, y)) v Smokes(x)))    est 2.7     actual 2
    gives 2
  when Knows(x, y) becomes true or false
    1. flips of Knows(x, y): binds x, y                               est 1
    2. test Friends(x, y)                                             est 0.5
    3. test !(EXIST y ((Friends(x, y) ^ Knows(x, y)) v Smokes(x)))    est 0.45
  when Smokes(x) becomes true or false
    1. flips of Smokes(x): binds x                                    est 1
    2. test !(EXIST y ((Friends(x, y) ^ Knows(x, y)) v Smokes(x)))    est 0.9

F10  |y : Knows(x, y)| <= 3
  what is counted
    1. keys of Knows with counts: binds x    est 0       actual 0
    gives 0

F11  acyclic Knows
  a search for cycles among the true atoms

F12  !Friends(x, x) v Smokes(x)
  where it is false
    1. scan Friends: binds x, again x    est 3       actual 0
    2. test !Smokes(x)                   est 2.7     actual 0
    gives 0
  when Smokes(x) becomes false
    1. flips of Smokes(x): binds x    est 1
    2. test Friends(x, x)             est 0.5

F13  !Friends(x, y) v Friends(y, x)
  evidence decides it: nothing is asked

F14  Lives(x, p) ^ Smokes(y)
  atoms that it gives a cost
    1. each person: binds y           est 3       actual 3
    2. times what is counted here:    est 3       actual 3
       1. scan Lives: binds x, p      est 2       actual 6
    gives 3, with multiplicity 6
