# Of two best worlds the answer was the one that was met first, with fewer atoms; the next answer goes on from it.
--- file m.mln
*F(t, t)
H(t)
G(t)
-1 F(x, y) ^ H(x) => H(y)
-0.5 G(x)
-1 G(x) <=> H(x)
-1 H(x) v G(x)
--- file m.db
!F(A1, A2)
--- file changes.txt

+F(A1, A2)
--- run kerf map --quiet --threads=1 --changes-from=changes.txt m.mln m.db
--- stdout
>> 1
>> 2
H(A1)
