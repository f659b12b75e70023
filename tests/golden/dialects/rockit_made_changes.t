# Where facts change, constants that formulas make come and go with them.
--- file m.mln
*val(n)
sum(n)
test(n)

!val(x) v sum([x + 1]).
!sum(x) v test(x).
--- file m.db
val(1)
val(2)
--- file changes.txt
+val(7)

-val(2)

+val(20)
+val(3)

+test(3)
-val(20)
-val(3)
+val(2)
-val(7)
--- run kerf map --quiet --changes-from=changes.txt m.mln m.db
--- stdout
>> 1
sum(2)
sum(3)
sum(8)
test(2)
test(3)
test(8)
>> 2
sum(2)
sum(8)
test(2)
test(8)
>> 3
sum(2)
sum(21)
sum(4)
sum(8)
test(2)
test(21)
test(4)
test(8)
>> 4
sum(2)
sum(3)
test(2)
test(3)
--- exit 0

# The last answer is that of evidence which says so from the beginning, types included.
--- file all.db
val(1)
val(2)
test(3)
--- run-sh kerf map --quiet --changes-from=changes.txt m.mln m.db | sed '1,/>> 4/d' >last.txt; kerf map --quiet m.mln all.db | diff - last.txt && echo same
--- stdout
same
