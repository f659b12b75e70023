# A quantified part of what is counted: evidence says of each tuple whether it holds. A tuple counts once, however often.
--- file m.mln
*Tag(item, tag)
*Near(box, box)
In(item, box)
1 In(i, b)
tagged: |i : (EXIST t Tag(i, t)) ^ In(i, b)| <= 1.
--- file m.db
Tag(A, Red)
Tag(A, Blue)
Tag(B, Red)
item = {C, D}
box = {X}
Near(X, X)
--- run kerf map --quiet m.mln m.db
--- stdout
In(A, X)
In(C, X)
In(D, X)
--- run kerf check --quiet m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 4 atoms of evidence

types
  item  4  from evidence
  tag   2  from evidence
  box   1  from evidence

predicates
  *Tag(item, tag)  observed  by the * in declarations  3 true
  *Near(box, box)  observed  by the * in declarations  1 true
  In(item, box)    hidden    by the * in declarations

formulas
  F1      1     line 4  In(i, b)
  tagged  hard  line 5  |i : (EXIST t Tag(i, t)) ^ In(i, b)| <= 1
--- exit 0

# In a condition, too, and negated; a soft one.
--- file soft.mln
*Tag(item, tag)
*Near(box, box)
In(item, box)
-1 In(i, b)
2.5 (EXIST c Near(b, c)) => |i : !(EXIST t Tag(i, t)) ^ In(i, b)| >= 2
--- run kerf map --quiet soft.mln m.db
--- stdout
In(C, X)
In(D, X)
--- run kerf marginal --quiet soft.mln m.db
--- stdout
In(A, X) 0.2689414214
In(B, X) 0.2689414214
In(C, X) 0.5958376533
In(D, X) 0.5958376533
--- exit 0

# What is quantified must be observed.
--- run kerf map --quiet -q In,Tag m.mln m.db
--- stderr
m.mln:5:9: error: Tag is hidden and quantified in a count; only what is observed can be
  tagged: |i : (EXIST t Tag(i, t)) ^ In(i, b)| <= 1.
          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: make it observed (-q says what is hidden), or let a predicate stand for it: Q(x) <=> EXIST y P(x, y).
1 error
--- exit 3

# Which variable is counted: the one that no quantifier binds.
--- file inner.mln
*Tag(item, tag)
In(item, box)
|i : (EXIST i Tag(i, t)) ^ In(j, b)| <= 1.
--- run kerf check --quiet inner.mln
--- stderr
inner.mln:3:2: error: variable i does not occur in what is counted
  |i : (EXIST i Tag(i, t)) ^ In(j, b)| <= 1.
   ^
1 error
--- exit 3
