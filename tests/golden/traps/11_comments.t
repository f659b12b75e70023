# Trap 11: a comment may hold dots, quotes or a slash.
--- file m.mln
// 1, ..., 10 and "quotes, don't end / here; person = {A, ..., B}
/* "not closed ... ' / // */
P(t) // "
1 P(x) // .
2 P(x) /* . */
3 P("//") ^ P("/*") // */
// |x| ?x float_ := , none of these make it another dialect: P(x), Q(x)
/* P(x), Q(?x) */
4 P(x) /* a slash / */ v P(/* "here" */ A)
--- run kerf check m.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  3  from formulas and evidence

predicates
  P(t)  not settled yet

formulas
  F1  1  line 4  P(x)
  F2  2  line 5  P(x)
  F3  3  line 6  P("//") ^ P("/*")
  F4  4  line 9  P(x) v P(A)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
--- file n.mln
P(t)
1 P(x) // ... "
2 P(x) /* / */
3 P("// no comment") ^ P("/* nor this */")
--- run kerf check n.mln
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   none read

types
  t  2  from formulas and evidence

predicates
  P(t)  not settled yet

formulas
  F1  1  line 2  P(x)
  F2  2  line 3  P(x)
  F3  3  line 4  P("// no comment") ^ P("/* nor this */")
--- stderr
n.mln: note: read as kerf; nothing in it calls for another dialect
--- file m.db
// P(A) "
P(A) // ... '
/* P(B) " / */ P(C)
P("//") P("/* */")
--- run kerf check --quiet -q P n.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 4 atoms of evidence

types
  t  6  from formulas and evidence

predicates
  P(t)  hidden  by --query  4 true

formulas
  F1  1  line 2  P(x)
  F2  2  line 3  P(x)
  F3  3  line 4  P("// no comment") ^ P("/* nor this */")
--- exit 0

# A comment without end.
--- file open.mln
P(t)
1 P(x) /* never closed
2 P(x)
--- run kerf check --quiet open.mln
--- stderr
open.mln:2:8: error: this comment has no end
  1 P(x) /* never closed
         ^~
  hint: close it with */
1 error
--- exit 3
--- file open.db
P(A) /* never closed
P(B)
--- run kerf check --quiet -q P n.mln open.db
--- stderr
open.db:1:6: error: this comment has no end
  P(A) /* never closed
       ^~
  hint: close it with */
1 error
--- exit 3
