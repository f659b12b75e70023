# The classes of an equivalence as a table.
--- file m.mln
*Alike(doc, doc)
Same(doc, doc)
2 Alike(x, y) => Same(x, y)
-0.5 Same(x, y)
Same(x, y) => Same(y, x).
Same(x, y) ^ Same(y, z) => Same(x, z).
--- file e.db
Alike(D2, D1)
Alike("b, c", D9)
Alike(D1, D2)
Alike(D9, "b, c")
doc = {Lone}
--- run kerf map --quiet --clusters=Same m.mln e.db
--- stdout
id,cluster
D1,D1
D2,D1
D9,D9
Lone,Lone
"b, c",D9
--- run kerf map --clusters=Same -o clusters.csv m.mln e.db
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
optimal: score 46, cost 4, 2 iterations, [[[0-9.]+]] s
--- run cat clusters.csv
--- stdout
id,cluster
D1,D1
D2,D1
D9,D9
Lone,Lone
"b, c",D9
--- file worlds.db
>> monday
Alike(D1, D2)  Alike(D2, D1)
>> tuesday
Alike(D3, D3)
--- run kerf map --quiet --clusters=Same m.mln worlds.db
--- stdout
world,id,cluster
monday,D1,D1
monday,D2,D1
tuesday,D3,D3
--- run-sh printf 'Alike(D1, D2) Alike(D2, D1)\n---\nAlike(D3, D3)\n' | kerf map --quiet --clusters=Same m.mln -
--- stdout
id,cluster
D1,D1
D2,D1

id,cluster
D3,D3
--- exit 0
# What is no equivalence is refused.
--- file open.mln
*Alike(doc, doc)
*Group(doc, kind)
Same(doc, doc)
Kind(doc, kind)
One(doc)
2 Alike(x, y) => Same(x, y)
-0.5 Same(x, y)
0 Kind(x, k) ^ Group(x, k) ^ One(x)
--- file chain.db
Alike(A, B) Alike(B, A) Alike(B, C) Alike(C, B)
--- file arrow.db
Alike(A, B)
--- run kerf map --quiet --clusters=Same open.mln chain.db
--- stderr
kerf: error: Same is no equivalence: Same(A, B) and Same(B, C) are true and Same(A, C) is not
  hint: make it transitive: Same(x, y) ^ Same(y, z) => Same(x, z).
1 error
--- exit 3
--- run kerf map --quiet --clusters=Same open.mln arrow.db
--- stderr
kerf: error: Same is no equivalence: Same(A, B) is true and Same(B, A) is not
  hint: make it symmetric: Same(x, y) => Same(y, x).
1 error
--- exit 3
--- run kerf map --quiet --clusters=Alike open.mln arrow.db
--- stderr
kerf: error: Alike has no clusters: it is observed
1 error
--- exit 3
--- run kerf map --quiet --clusters=Kind open.mln arrow.db
--- stderr
kerf: error: Kind has no clusters: its arguments are not of one type
1 error
--- exit 3
--- run kerf map --quiet --clusters=One open.mln arrow.db
--- stderr
kerf: error: One has no clusters: it has not two arguments
1 error
--- exit 3
--- run kerf map --quiet --clusters=same open.mln arrow.db
--- stderr
kerf: error: same has no clusters: there is no such predicate
  hint: did you mean Same?
1 error
--- exit 3
--- run kerf map --quiet --clusters=Nobody open.mln arrow.db
--- stderr
kerf: error: Nobody has no clusters: there is no such predicate
1 error
--- exit 3
--- run kerf map --quiet --clusters=Same --format=tsv open.mln arrow.db
--- stderr
kerf: --clusters writes a table of its own, without --format
Try 'kerf map -h'.
--- exit 2
# Neither is a table of some of the pairs.
--- run kerf map --quiet --clusters=Same --ask='Same(D1, x)' m.mln e.db
--- stderr
kerf: error: Same has no clusters: --ask or --query leaves out some of its atoms
1 error
--- exit 3
