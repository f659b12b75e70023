# Certificates that are none. Nothing in them is believed, so most of what could be wrong is that they
# cannot be read; what can be read and names things of the model proves what it proves.
--- file m.mln
*Friends(person, person)
Smokes(person)
1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)
2 Smokes(Anna)
1 !Smokes(Carl)
!Smokes(Dan).
|x : Smokes(x)| <= 2.
--- file e.db
Friends(Anna, Bob)
Friends(Bob, Carl)
Smokes(Eve)
--- file a.db
Smokes(Anna)
Smokes(Bob)
--- file c0.txt
hello
--- run kerf verify --quiet m.mln e.db a.db --bound=c0.txt --bound-only
--- stderr
c0.txt:1: error: this is not a certificate of kerf
1 error
--- exit 3

# Another version.
--- file c1.txt
kerf certificate 2
world
--- run kerf verify --quiet m.mln e.db a.db --bound=c1.txt --bound-only
--- stderr
c1.txt:1: error: certificates of version 2 are not known
1 error
--- exit 3

# No world.
--- file c2.txt
kerf certificate 1
--- run kerf verify --quiet m.mln e.db a.db --bound=c2.txt --bound-only
--- stderr
c2.txt:2: error: the certificate has fewer worlds than the evidence
1 error
--- exit 3

# Something else in its place.
--- file c3.txt
kerf certificate 1
world
leaf
--- run kerf verify --quiet m.mln e.db a.db --bound=c3.txt --bound-only
--- stderr
c3.txt:3: error: a component was expected
1 error
--- exit 3

# Cut off.
--- file c4.txt
kerf certificate 1
world
component
atom Smokes(Anna)
--- run kerf verify --quiet m.mln e.db a.db --bound=c4.txt --bound-only
--- stderr
c4.txt:5: error: the certificate ends within a component
1 error
--- exit 3

# An unknown statement.
--- file c5.txt
kerf certificate 1
world
component
proof
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c5.txt --bound-only
--- stderr
c5.txt:4: error: proof has no place here
1 error
--- exit 3

# An atom after a constraint.
--- file c6.txt
kerf certificate 1
world
component
atom Smokes(Anna)
clause 1
atom Smokes(Bob)
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c6.txt --bound-only
--- stderr
c6.txt:6: error: atom has no place here
1 error
--- exit 3

# An atom of no predicate.
--- file c7.txt
kerf certificate 1
world
component
atom Smoke(Anna)
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c7.txt --bound-only
--- stderr
c7.txt:4: error: this world has no atom Smoke(Anna)
1 error
--- exit 3

# An atom of no constant.
--- file c8.txt
kerf certificate 1
world
component
atom Smokes(Zoe)
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c8.txt --bound-only
--- stderr
c8.txt:4: error: this world has no atom Smokes(Zoe)
1 error
--- exit 3

# An atom that is known.
--- file c9.txt
kerf certificate 1
world
component
atom Smokes(Eve)
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c9.txt --bound-only
--- stderr
c9.txt:4: error: evidence decides Smokes(Eve)
1 error
--- exit 3

# An atom that is observed.
--- file c10.txt
kerf certificate 1
world
component
atom Friends(Anna, Bob)
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c10.txt --bound-only
--- stderr
c10.txt:4: error: evidence decides Friends(Anna, Bob)
1 error
--- exit 3

# An atom twice: its cost would count twice.
--- file c11.txt
kerf certificate 1
world
component
atom Smokes(Anna)
leaf
end
component
atom Smokes(Anna)
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c11.txt --bound-only
--- stderr
c11.txt:8: error: Smokes(Anna) is named twice
1 error
--- exit 3

# More on a line.
--- file c12.txt
kerf certificate 1
world
component
atom Smokes(Anna) 7
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c12.txt --bound-only
--- stderr
c12.txt:4: error: there is more on this line than belongs there: 7
1 error
--- exit 3

# An atom that is not there.
--- file c13.txt
kerf certificate 1
world
component
atom Smokes(Anna)
clause 1 2
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c13.txt --bound-only
--- stderr
c13.txt:5: error: the component has no atom 2
1 error
--- exit 3

# A clause without atoms.
--- file c14.txt
kerf certificate 1
world
component
atom Smokes(Anna)
clause
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c14.txt --bound-only
--- stderr
c14.txt:5: error: a constraint without atoms
1 error
--- exit 3

# An atom twice in a clause.
--- file c15.txt
kerf certificate 1
world
component
atom Smokes(Anna)
clause 1 -1
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c15.txt --bound-only
--- stderr
c15.txt:5: error: an atom is there twice
1 error
--- exit 3

# A clause twice: its weight would count twice.
--- file c16.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
clause -1 2
clause 2 -1
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c16.txt --bound-only
--- stderr
c16.txt:7: error: this constraint is named twice
1 error
--- exit 3

# A clause that the model has not.
--- file c17.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
clause 1 -2
leaf
row 1 5
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c17.txt --bound-only
--- stderr
c17.txt:6: error: the model has no such constraint in this world
1 error
--- exit 3

# A count that the model has not.
--- file c18.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
count 1 - 1 1 1 2
leaf
row 1.1 5
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c18.txt --bound-only
--- stderr
c18.txt:6: error: the model has no such constraint in this world
1 error
--- exit 3

# A count without limits.
--- file c19.txt
kerf certificate 1
world
component
atom Smokes(Anna)
count x 1 1 1
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c19.txt --bound-only
--- stderr
c19.txt:5: error: a count begins with the least and the most, or -
1 error
--- exit 3

# A coefficient that is none.
--- file c20.txt
kerf certificate 1
world
component
atom Smokes(Anna)
count 0 1 0 1
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c20.txt --bound-only
--- stderr
c20.txt:5: error: not a coefficient: 0
1 error
--- exit 3

# A branch on nothing.
--- file c21.txt
kerf certificate 1
world
component
atom Smokes(Anna)
branch 2
leaf
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c21.txt --bound-only
--- stderr
c21.txt:5: error: the component has no atom 2
1 error
--- exit 3

# One side of a branch only.
--- file c22.txt
kerf certificate 1
world
component
atom Smokes(Anna)
branch 1
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c22.txt --bound-only
--- stderr
c22.txt:7: error: the tree of this component is not complete
1 error
--- exit 3

# More than a tree.
--- file c23.txt
kerf certificate 1
world
component
atom Smokes(Anna)
leaf
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c23.txt --bound-only
--- stderr
c23.txt:6: error: the tree of this component is complete already
1 error
--- exit 3

# Twice on one atom.
--- file c24.txt
kerf certificate 1
world
component
atom Smokes(Anna)
branch 1
branch 1
leaf
leaf
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c24.txt --bound-only
--- stderr
c24.txt:6: error: the tree branches twice on one atom
1 error
--- exit 3

# A row outside.
--- file c25.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
clause -1 2
row 1 1
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c25.txt --bound-only
--- stderr
c25.txt:7: error: a row that belongs to no leaf
1 error
--- exit 3

# A row of nothing.
--- file c26.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
clause -1 2
leaf
row 2 1
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c26.txt --bound-only
--- stderr
c26.txt:8: error: the component has no row 2
1 error
--- exit 3

# A part that is not there.
--- file c27.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
clause -1 2
leaf
row 1.3 1
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c27.txt --bound-only
--- stderr
c27.txt:7: error: a row of this leaf does not hold of the constraint on line 6
1 error
--- exit 3

# A negative multiplier.
--- file c28.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
clause -1 2
leaf
row 1 -1
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c28.txt --bound-only
--- stderr
c28.txt:8: error: a multiplier is a number that is not negative, not -1
1 error
--- exit 3

# Not a number.
--- file c29.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
clause -1 2
leaf
row 1 nan
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c29.txt --bound-only
--- stderr
c29.txt:8: error: a multiplier is a number that is not negative, not nan
1 error
--- exit 3

# Too large a number.
--- file c30.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
clause -1 2
leaf
row 1 1e999
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c30.txt --bound-only
--- stderr
c30.txt:8: error: a multiplier is a number that is not negative, not 1e999
1 error
--- exit 3

# A refutation that is none.
--- file c31.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
clause -1 2
refute
row 1 9
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c31.txt --bound-only
--- stderr
c31.txt:7: error: this leaf is said to hold no world, but its rows do not show it
1 error
--- exit 3

# A large multiplier is no lie, only a bad proof: what a row costs counts against it.
--- file large.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
clause -1 2
leaf
row 1 1e300
end
--- run kerf verify --quiet m.mln e.db a.db --bound=large.txt --bound-only
--- stdout
proven bound     0
proven in exact arithmetic: no world costs less than the bound
--- exit 0

# Hard formulas that are refuted everywhere.
--- file no.mln
P(thing)
!P(A).
1 P(A)
!P(B).
P(B).
--- file no.txt
kerf certificate 1
world
component
atom P(A)
clause -1
branch 1
refute
row 1 1
leaf
end
--- file all.txt
kerf certificate 1
world
component
atom P(A)
atom P(B)
clause -2
clause 2
branch 1
refute
row 1 1
row 2 1
refute
row 1 1
row 2 1
end
--- file nothing.db
--- run kerf verify --quiet -q P no.mln nothing.db nothing.db --bound=no.txt
--- stdout
score            0
cost             1
hard violations  1
worlds           1
proven bound     1
proven gap       0
proven in exact arithmetic: no world costs less than the bound

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1         hard           1     1            0     0           0
  F2            1           1     0            1     1           0
  F3         hard           1     1            0     0           0
  F4         hard           1     0            0     0           1

violated groundings
  F2, no.mln:3
    P(A)
  F4, no.mln:5
    P(B)
--- run kerf verify --quiet -q P no.mln nothing.db nothing.db --bound=all.txt
--- stderr
all.txt:8: error: this tree says that no world keeps the hard formulas
1 error
--- exit 3

# A certificate may say what it proves. Less than that is an error, more is not.
--- file claims_less.txt
kerf certificate 1
world
component
atom P(A)
clause -1
branch 1
refute
row 1 1
leaf
end
bound 0.75
--- file claims_more.txt
kerf certificate 1
world
component
atom P(A)
clause -1
branch 1
refute
row 1 1
leaf
end
bound 1.0000000000000002
--- file claims_nothing.txt
kerf certificate 1
world
bound much
--- file claims_twice.txt
kerf certificate 1
world
bound 0
bound 0
--- run kerf verify --quiet -q P no.mln nothing.db nothing.db --bound-only --bound=claims_less.txt
--- stdout
proven bound     1
proven in exact arithmetic: no world costs less than the bound
--- run kerf verify --quiet -q P no.mln nothing.db nothing.db --bound-only --bound=claims_more.txt
--- stderr
claims_more.txt:11: error: the certificate proves less than it says: 1
1 error
--- exit 3
--- run kerf verify --quiet -q P no.mln nothing.db nothing.db --bound-only --bound=claims_nothing.txt
--- stderr
claims_nothing.txt:3: error: a bound is a number that is not negative, not much
1 error
--- exit 3
--- run kerf verify --quiet -q P no.mln nothing.db nothing.db --bound-only --bound=claims_twice.txt
--- stderr
claims_twice.txt:4: error: a world was expected
1 error
--- exit 3

# Definitions: of two literals or more, each atom once, each conjunction once, before constraints.
--- file d1.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
define 1
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=d1.txt --bound-only
--- stderr
d1.txt:6: error: a definition has two literals or more
1 error
--- exit 3

--- file d2.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
define 1 -1
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=d2.txt --bound-only
--- stderr
d2.txt:6: error: an atom is there twice
1 error
--- exit 3

--- file d3.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
define 1 3
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=d3.txt --bound-only
--- stderr
d3.txt:6: error: the component has no atom 3
1 error
--- exit 3

--- file d4.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
define 1 -2
define -2 1
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=d4.txt --bound-only
--- stderr
d4.txt:7: error: this is defined twice
1 error
--- exit 3

--- file d5.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
clause 1 2
define 1 2
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=d5.txt --bound-only
--- stderr
d5.txt:7: error: define has no place here
1 error
--- exit 3

--- file d6.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
define 1 2
clause -3 -1
leaf
row 1 1
end
--- run kerf verify --quiet m.mln e.db a.db --bound=d6.txt --bound-only
--- stderr
d6.txt:7: error: the model has no such constraint in this world
1 error
--- exit 3
