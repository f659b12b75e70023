# A small name in pracmln's count(...) is a variable, also where ?x marks those of formulas; one that
# its type lists is a constant.
--- file m.mln
kind = {Beginner, Advanced}
tool = {spoon, fork}
course(course, kind!)
used(course, tool)
0.5 course(?c, Advanced)
-0.25 used(?c, spoon)
count(course(c, Beginner)) = 2.
count(used(?c, spoon)) <= 1.
--- file m.db
course = {A, B, C}
--- run-sh kerf check --quiet m.mln | grep -A 9 ^formulas
--- stdout
formulas
  F1  0.5    line 5  course(c, Advanced)
  F2  -0.25  line 6  used(c, "spoon")
  F3  hard   line 7  |c : course(c, Beginner)| = 2
  F4  hard   line 8  |c : used(c, "spoon")| <= 1

decisions
  in course exactly one kind per course (hard, from the mark in its declaration)
  ?x marks variables, so bare names are constants
--- stderr
m.mln:7:14: warning: c is a variable here, as in pracmln's counts
  count(course(c, Beginner)) = 2.
               ^
  hint: write ?x for a variable; list a constant in its type
--- run kerf map --quiet --query=course,used m.mln m.db
--- stdout
course(A, Beginner)
course(B, Beginner)
course(C, Advanced)
--- stderr
m.mln:7:14: warning: c is a variable here, as in pracmln's counts
  count(course(c, Beginner)) = 2.
               ^
  hint: write ?x for a variable; list a constant in its type
