# Evidence reads the same whatever the model's dialect.
--- file m.mln
*F(person, person)
*S(person, double)
P(person)
1 !F(x, y) v !P(x) v P(y)
--- file m.db
// in all styles at once
F(Anna, Bob) F("Anna", "two words")
!F(Bob, Anna)
S(Anna, 0.5)
P(anna)
?P(Bob)
0.7 P(Carl)
P(Dora) 0.2
1 P(Emil)
---
F(A, B)
>> named
P(A)
--- run kerf check --quiet --dialect=kerf m.mln m.db
--- stdout
dialect  kerf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   3, with 11 atoms of evidence

types
  person  1 to 7  from evidence

predicates (evidence: the last world's)
  *F(person, person)  observed  by the * in declarations
  *S(person, double)  observed  by the * in declarations
  P(person)           hidden    by the * in declarations  1 true

formulas
  F1  1  line 4  !F(x, y) v !P(x) v P(y)
--- run-sh kerf check --quiet --dialect=kerf m.mln m.db | tail -n +2 >kerf; for d in auto alchemy tuffy rockit lomrf pracmln; do kerf check --quiet --dialect=$d m.mln m.db | tail -n +2 | diff kerf - >differs && echo $d || cat differs; done
--- stdout
auto
1c1
< meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
---
> meaning  a weighted formula counts clause by clause, its weight divided; a hard one must hold
13a14,17
> 
> decisions
>   weights are divided evenly over the clauses of their formula
>   clauses that always hold and leading universal quantifiers are dropped
tuffy
rockit
lomrf
pracmln
