# Limits: nesting, operations, variables, signs, clauses, and how large a formula may become.
--- run-sh printf 'P(t)\n1 %s P(x)\n' "$(printf '!%.0s' $(seq 600))" >not.mln; kerf check --quiet not.mln
--- stderr
not.mln:2:502: error: nested more than 500 levels deep
  ...!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!...
                                             ^
  hint: split the formula
1 error
--- exit 3
--- run-sh printf 'P(t)\n1 %sP(x)\n' "$(printf '(%.0s' $(seq 600))" >paren.mln; kerf check --quiet paren.mln
--- stderr
paren.mln:2:253: error: nested more than 500 levels deep
  ...((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((...
                                             ^
  hint: split the formula
1 error
--- exit 3
--- run-sh printf 'P(t)\n1 P(x%s)\n' "$(printf ' + 1%.0s' $(seq 600))" >sum.mln; kerf check --quiet sum.mln
--- stderr
sum.mln:2:2011: error: more than 500 operations on terms in one statement
  ...+ 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 ...
                                             ^
  hint: split the formula
1 error
--- exit 3
--- run-sh printf 'P(t)\n1 P(x)%s\n' "$(printf ' <=> P(x)%.0s' $(seq 600))" >iff.mln; kerf check --quiet iff.mln
--- stderr
iff.mln:2:4499: error: a chain of more than 500 <=>
  ...(x) <=> P(x) <=> P(x) <=> P(x) <=> P(x) <=> P(x) <=> P(x) <=> P(x) <=> P(x) <=> P(x) <=> P(x) <=> P(...
                                             ^~~
  hint: split the formula
1 error
--- exit 3
--- run-sh printf 'P(t)\n1 P(x)%s\n' "$(printf ' <=> P(x)%.0s' $(seq 20))" >double.mln; kerf check --quiet double.mln
--- stderr
double.mln:2:3: error: this formula is too large once written out (more than 100000 parts)
  1 P(x) <=> P(x) <=> P(x) <=> P(x) <=> P(x) <=> P(x) <=> P(x) <=> P(x) <=> P(x) <=> P(x) <=> P(x) <=>...
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: split the formula
1 error
--- exit 3
--- run-sh printf 'P(t)\n1 P(x)%s\n' "$(printf ' v P(y%d)' $(seq 1100))" >vars.mln; kerf check --quiet vars.mln
--- stderr
vars.mln:2:9894: error: more than 1000 variables in a formula
  ...y996) v P(y997) v P(y998) v P(y999) v P(y1000) v P(y1001) v P(y1002) v P(y1003) v P(y1004) v P(y1005...
                                             ^~~~~
  hint: split the formula
1 error
--- exit 3
--- run-sh printf 'P(t)\n1 P(x)%s\n' "$(printf ' v *P(y%d)' $(seq 11))" >signs.mln; kerf check --quiet signs.mln
--- stderr
signs.mln:2:3: error: more than 10 atoms with both signs
  1 P(x) v *P(y1) v *P(y2) v *P(y3) v *P(y4) v *P(y5) v *P(y6) v *P(y7) v *P(y8) v *P(y9) v *P(y10) v ...
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
1 error
--- exit 3
--- run-sh printf 'P(t)\n1 (P(x)^P(y))%s\n' "$(printf ' v (P(x%d) ^ P(y))' $(seq 11))" >cnf.mln; kerf check --quiet --dialect=alchemy cnf.mln
--- stderr
cnf.mln:2:3: error: this formula has more than 1000 clauses
  1 (P(x)^P(y)) v (P(x1) ^ P(y)) v (P(x2) ^ P(y)) v (P(x3) ^ P(y)) v (P(x4) ^ P(y)) v (P(x5) ^ P(y)) v...
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: split the formula yourself, or read it as kerf does
1 error
--- exit 3
--- run-sh { echo 'P(t)'; printf '1 P(x)'; yes ' v P(x)' | head -n 600000 | tr -d '\n'; echo; } >parts.mln; kerf check --quiet parts.mln
--- stderr
parts.mln:2:3499998: error: this formula has more than 1000000 parts
  ... v P(x) v P(x) v P(x) v P(x) v P(x) v P(x) v P(x) v P(x) v P(x) v P(x) v P(x) v P(x) v P(x) v P(x) v...
                                             ^
  hint: split the formula
1 error
--- exit 3
