# What cannot be written, and why.
--- file m.mln
S(p)
1 S(x)
S(A)
--- run kerf ground m.mln
--- stderr
kerf: ground for which format? --to=wcnf, lp or mps
Try 'kerf ground -h'.
--- exit 2
--- run kerf ground --to=wcnf --quiet --query=S m.mln
--- stderr
m.mln:3:1: error: F2 has no weight
  S(A)
  ^~~~
  hint: give it a weight or a dot, learn it (kerf learn), or read it with --weights
1 error
--- exit 3
--- run kerf ground --to=cnf m.mln
--- stderr
kerf: bad value 'cnf' for option --to: did you mean 'wcnf'?
Try 'kerf ground -h'.
--- exit 2
--- run kerf convert --to=wcnf m.mln
--- stderr
kerf: bad value 'wcnf' for option --to: expected one of alchemy|tuffy|rockit|lomrf|kerf
Try 'kerf convert -h'.
--- exit 2
--- run kerf show --to=wcnf m.mln
--- stderr
kerf: 'kerf show' has no option --to
Try 'kerf show -h'.
--- exit 2
--- run kerf check --world=1 m.mln
--- stderr
kerf: 'kerf check' has no option --world
Try 'kerf check -h'.
--- exit 2
--- file acyclic.mln
Before(event, event)
1 Before(x, y)
acyclic Before.
--- run kerf ground --to=lp --quiet --query=Before acyclic.mln
--- stderr
acyclic.mln:3:9: error: acyclicity is found cycle by cycle; it cannot be written out
  acyclic Before.
          ^~~~~~
  hint: leave it out, or let kerf find the best world: kerf map --ground=full
1 error
--- exit 3
--- file broken.mln
*F(p, p)
S(p)
1 S(x)
!F(x,x).
--- file broken.db
F(A, A)
F(B, B)
--- run kerf ground --to=wcnf --quiet broken.mln broken.db
--- stderr
broken.mln:4:1: error: this hard formula cannot be kept: 2 of its groundings are false in every world
  !F(x,x).
  ^~~~~~~
  hint: give it a weight, or correct the evidence
1 error
--- exit 4
# Fixed atoms of a hidden predicate break it just as well.
--- file fixed.mln
*F(p, p)
S(p)
F(x,y) ^ S(x) => S(y).
|x : S(x)| <= 1.
--- file fixed.db
F(A, B)
S(A)
!S(B)
--- run kerf ground --to=wcnf --quiet fixed.mln fixed.db
--- stderr
fixed.mln:3:1: error: this hard formula cannot be kept: 1 of its groundings is false in every world
  F(x,y) ^ S(x) => S(y).
  ^~~~~~~~~~~~~~~~~~~~~
  hint: give it a weight, or correct the evidence
1 error
--- exit 4
--- file many.db
S(A)
S(B)
--- run kerf ground --to=wcnf --quiet --query=S fixed.mln many.db
--- stderr
fixed.mln:4:1: error: this hard formula cannot be kept: 1 of its groundings is false in every world
  |x : S(x)| <= 1.
  ^~~~~~~~~~~~~~~
  hint: give it a weight, or correct the evidence
1 error
--- exit 4
# A number that only a quantified part names has no value.
--- file number.mln
*Sc(n, double)
S(n)
1 S(x) => EXIST y (Sc(y, w) ^ w > 3)
--- file number.db
Sc(A, 1)
--- run kerf ground --to=wcnf --quiet number.mln number.db
--- stderr
number.mln:3:3: error: no atom gives the number w a value
  1 S(x) => EXIST y (Sc(y, w) ^ w > 3)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: put it at the end of an atom outside every quantifier
1 error
--- exit 3
--- run kerf show --stage=plan --quiet number.mln number.db
--- stderr
number.mln:3:3: error: no atom gives the number w a value
  1 S(x) => EXIST y (Sc(y, w) ^ w > 3)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: put it at the end of an atom outside every quantifier
1 error
--- exit 3
--- run-sh kerf check --forecast --quiet number.mln number.db >/dev/null
--- stderr
number.mln:3:3: error: no atom gives the number w a value
  1 S(x) => EXIST y (Sc(y, w) ^ w > 3)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: put it at the end of an atom outside every quantifier
1 error
--- exit 3
# Inputs are safe.
--- run kerf ground --to=wcnf --quiet broken.mln broken.db -o broken.db
--- stderr
kerf: 'broken.db' is an input: it will not be overwritten
Try 'kerf ground -h'.
--- exit 2
