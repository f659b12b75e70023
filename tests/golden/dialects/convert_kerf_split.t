# A clause that Alchemy's reading cuts off may lack the atom that gives its variable a type, or leave
# no formula that names a constant. Then there is no text that reads back as the same model.
--- file m.mln
Heads(t)
Near(t, t)
8 Heads(x) ^ x != A
2 Near(x, y) ^ x = y ^ Heads(y)
--- run kerf convert --dialect=alchemy --to=kerf m.mln
--- stderr
m.mln:3:3: error: cannot be written for kerf: variable x occurs in no atom, so its type cannot be written
  8 Heads(x) ^ x != A
    ^~~~~~~~~~~~~~~~~
m.mln:4:3: error: cannot be written for kerf: variable x occurs in no atom, so its type cannot be written
  2 Near(x, y) ^ x = y ^ Heads(y)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
2 errors
--- exit 3
--- run kerf convert --dialect=alchemy --to=kerf --partial m.mln
--- stdout
// written by kerf for kerf
Heads(t)
Near(t, t)

4 Heads(x)
// not expressible in kerf (variable x occurs in no atom, so its type cannot be written): 4 x != A
0.6666666666666666 Near(x, y)
// not expressible in kerf (variable x occurs in no atom, so its type cannot be written): 0.6666666666666666 x = y
0.6666666666666666 Heads(y)
--- stderr
m.mln:3:3: warning: cannot be written for kerf: variable x occurs in no atom, so its type cannot be written
  8 Heads(x) ^ x != A
    ^~~~~~~~~~~~~~~~~
m.mln:4:3: warning: cannot be written for kerf: variable x occurs in no atom, so its type cannot be written
  2 Near(x, y) ^ x = y ^ Heads(y)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
--- run kerf convert --to=kerf m.mln
--- stdout
// written by kerf for kerf
Heads(t)
Near(t, t)

8 Heads(x) ^ x != A
2 Near(x, y) ^ x = y ^ Heads(y)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect

--- file always.mln
Heads(t)
1 Heads(A) v !Heads(A)
--- run kerf convert --dialect=alchemy --to=kerf always.mln
--- stderr
always.mln:1:7: error: cannot be written for kerf: a constant is named only by a clause that always holds
  Heads(t)
        ^
1 error
--- exit 3
--- run kerf convert --dialect=alchemy --to=kerf --partial always.mln
--- stdout
// written by kerf for kerf
Heads(t)
// not expressible in kerf (a constant is named only by a clause that always holds): A of type t
--- stderr
always.mln:1:7: warning: cannot be written for kerf: a constant is named only by a clause that always holds
  Heads(t)
        ^
--- run kerf convert --dialect=alchemy --to=alchemy m.mln
--- stderr
m.mln:3:3: error: cannot be written for Alchemy: variable x occurs in no atom, so its type cannot be written
  8 Heads(x) ^ x != A
    ^~~~~~~~~~~~~~~~~
m.mln:4:3: error: cannot be written for Alchemy: variable x occurs in no atom, so its type cannot be written
  2 Near(x, y) ^ x = y ^ Heads(y)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
2 errors
--- exit 3
