# A model of clauses survives conversion to each dialect: written, read there, the same model, but for
# labels and what --query or stars say.
--- file again.sh
for d in alchemy tuffy rockit; do
    kerf show --quiet --dialect=kerf $1 >1
    kerf convert --quiet --to=$d $1 >2.mln || { echo "$d: no"; continue; }
    kerf show --quiet --dialect=$d 2.mln | diff 1 - >differs && echo "$1, $d: the same" || { echo "$1, $d:"; cat differs; }
    [ $d = alchemy ] || { kerf show --quiet 2.mln | diff 1 - >differs && echo "$1, $d, auto: the same" || { echo "$1, $d, auto:"; cat differs; }; }
done
--- file clauses.mln
*F(person, person)
*Old(person)
P(person)
Q(person)
1.5 F(x, y) ^ P(x) => P(y)
-0.001 P(x)
P(Anna) => Q("two words").
!Old(x) v !P(x) v Q(x).
2 Q(x) v P(x)
--- run sh again.sh clauses.mln
--- stdout
clauses.mln, alchemy:
3,6c3,4
< predicate *F(person, person)
<   observed: by the * in declarations
< predicate *Old(person)
<   observed: by the * in declarations
---
> predicate F(person, person)
> predicate Old(person)
8d5
<   hidden: by the * in declarations
10d6
<   hidden: by the * in declarations
clauses.mln, tuffy: the same
clauses.mln, tuffy, auto: the same
clauses.mln, rockit: the same
clauses.mln, rockit, auto: the same
--- file numbers.mln
*S(person, double)
*F(person, person)
P(person)
w: S(x, w) => P(x)
2 P(Anna) v P(x)
3 F(x, Bob) ^ P(x) => P("Bob")
--- run sh again.sh numbers.mln
--- stdout
alchemy: no
numbers.mln, tuffy: the same
numbers.mln, tuffy, auto: the same
numbers.mln, rockit: the same
numbers.mln, rockit, auto: the same
--- stderr
numbers.mln:1:2: error: cannot be written for Alchemy: there are no numbers as arguments
  *S(person, double)
   ^
numbers.mln:4:4: error: cannot be written for Alchemy: it uses a predicate that cannot be declared
  w: S(x, w) => P(x)
     ^~~~~~~~~~~~~~~
2 errors
--- file exist.mln
*F(person, person)
P(person)
EXIST y P(y).
1 P(x)
--- run sh again.sh exist.mln
--- stdout
exist.mln, alchemy:
2,3c2
< predicate *F(person, person)
<   observed: by the * in declarations
---
> predicate F(person, person)
5d3
<   hidden: by the * in declarations
exist.mln, tuffy: the same
exist.mln, tuffy, auto: the same
exist.mln, rockit:
6,7c6,7
< formula
<   EXIST y P(y)
---
> cardinality
>   |y : P(y)| >= 1
exist.mln, rockit, auto:
6,7c6,7
< formula
<   EXIST y P(y)
---
> cardinality
>   |y : P(y)| >= 1
--- file compare.mln
*F(person, person)
P(person)
1 F(x, y) ^ x != y ^ P(x) => P(y)
2 F(x, y) ^ P(x) ^ P(y) => x = y
3 F(x, y) ^ x < y => P(x)
--- run sh again.sh compare.mln
--- stdout
compare.mln, alchemy:
2,3c2
< predicate *F(person, person)
<   observed: by the * in declarations
---
> predicate F(person, person)
5d3
<   hidden: by the * in declarations
compare.mln, tuffy:
7c7
<   !F(x, y) v x = y v !P(x) v P(y)
---
>   !F(x, y) v !P(x) v x = y v P(y)
11c11
<   !F(x, y) v !P(x) v !P(y) v x = y
---
>   !F(x, y) v !P(x) v x = y v !P(y)
compare.mln, tuffy, auto:
7c7
<   !F(x, y) v x = y v !P(x) v P(y)
---
>   !F(x, y) v !P(x) v x = y v P(y)
11c11
<   !F(x, y) v !P(x) v !P(y) v x = y
---
>   !F(x, y) v !P(x) v x = y v !P(y)
rockit: no
--- stderr
compare.mln:3:3: error: cannot be written for RockIt: there are no comparisons
  1 F(x, y) ^ x != y ^ P(x) => P(y)
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
compare.mln:4:3: error: cannot be written for RockIt: there are no comparisons
  2 F(x, y) ^ P(x) ^ P(y) => x = y
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
compare.mln:5:3: error: cannot be written for RockIt: there are no comparisons
  3 F(x, y) ^ x < y => P(x)
    ^~~~~~~~~~~~~~~~~~~~~~~
3 errors
