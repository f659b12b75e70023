# Comments, names and formulas of the model stay as they are; weights are replaced in their places.
--- file m.mln
// who smokes, and why
*Friends(person, person)   // observed
Smokes(person)
/* a prior */
-0.5 Smokes(x)
peer: Friends(x, y) ^ Smokes(x) => Smokes(y) // to be learned
@2 Smokes(x) v !Smokes(x)
signed: @>=0 (Smokes(x) ^ Friends(x, y))
!Friends(x, x).
--- file a.db
Friends(Anna, Bob) Friends(Bob, Carl) Smokes(Anna) Smokes(Bob)
--- run kerf learn --quiet m.mln a.db -o out.mln
--- run cat out.mln
--- stdout
// who smokes, and why
*Friends(person, person)   // observed
Smokes(person)
/* a prior */
0.16666666666666663 Smokes(x)
peer: -0.3333333333333333 Friends(x, y) ^ Smokes(x) => Smokes(y) // to be learned
@2 Smokes(x) v !Smokes(x)
signed: @>=0 0.6666666666666666 (Smokes(x) ^ Friends(x, y))
!Friends(x, x).
--- exit 0
# Where weights are not plain numbers, the model is written anew.
--- file expression.mln
*Friends(person, person)
Smokes(person) // lost
log(0.2/0.8) Smokes(x)
Friends(x, y) => (Smokes(x) <=> Smokes(y))
--- run kerf learn --quiet expression.mln a.db -o out.mln
--- run cat out.mln
--- stdout
// written by kerf for kerf
*Friends(person, person)
Smokes(person)

0.29545177444479576 Smokes(x)
-0.28180709777918267 !Friends(x, y) v (Smokes(x) ^ Smokes(y)) v (!Smokes(x) ^ !Smokes(y))
