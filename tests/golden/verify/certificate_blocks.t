# Blocks of a certificate: constraints that are taken together, by eliminating their variables. The
# first proves all there is.
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
--- file c0.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
atom Smokes(Carl)
clause -1 2
clause -2 3
block 1 2
eliminate 1
eliminate 2
eliminate 3
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c0.txt
--- stdout
score            39
cost             1.5
hard violations  0
worlds           1
proven bound     1
proven gap       0.5
proven in exact arithmetic: no world costs less than the bound

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1          1.5          25    24            1   1.5           0
  F2            2           1     1            0     0           0
  F3            1           1     1            0     0           0
  F4         hard           1     1            0     0           0
  F5         hard           1     1            0     0           0

violated groundings
  F1, m.mln:3
    Friends(Anna, Bob) ^ Smokes(Anna) => Smokes(Bob)
--- exit 0

# Atoms that go at once.
--- file c1.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
atom Smokes(Carl)
clause -1 2
clause -2 3
block 1 +2
eliminate 3 1
eliminate 2
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c1.txt --bound-only
--- stdout
proven bound     1
proven in exact arithmetic: no world costs less than the bound
--- exit 0

# Two blocks, with a price for what both have.
--- file c2.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
atom Smokes(Carl)
clause -1 2
clause -2 3
block 1
eliminate 1 2
block 2
eliminate 2 3
leaf
price 2 2 -1
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c2.txt --bound-only
--- stdout
proven bound     1
proven in exact arithmetic: no world costs less than the bound
--- exit 0

# A price from a branch on.
--- file c3.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
atom Smokes(Carl)
clause -1 2
clause -2 3
block 1
eliminate 1 2
block 2
eliminate 2 3
branch 1
price 2 2 -1
leaf
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c3.txt --bound-only
--- stdout
proven bound     1
proven in exact arithmetic: no world costs less than the bound
--- exit 0

# It proves less than it says.
--- file c4.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
atom Smokes(Carl)
clause -1 2
clause -2 3
block 1 2
eliminate 1
eliminate 2
eliminate 3
leaf
end
bound 1.75
--- run kerf verify --quiet m.mln e.db a.db --bound=c4.txt --bound-only
--- stderr
c4.txt:15: error: the certificate proves less than it says: 1
1 error
--- exit 3

# No constraints.
--- file c5.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
atom Smokes(Carl)
clause -1 2
clause -2 3
block
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c5.txt --bound-only
--- stderr
c5.txt:9: error: a block without constraints
1 error
--- exit 3

# A constraint that is not there.
--- file c6.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
atom Smokes(Carl)
clause -1 2
clause -2 3
block 1 3
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c6.txt --bound-only
--- stderr
c6.txt:9: error: the component has no constraint 3
1 error
--- exit 3

# A constraint behind a block.
--- file c7.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
atom Smokes(Carl)
clause -1 2
clause -2 3
block 1 2
eliminate 1
eliminate 2
eliminate 3
clause 1 2
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c7.txt --bound-only
--- stderr
c7.txt:13: error: clause has no place here
1 error
--- exit 3

# An elimination of no block.
--- file c8.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
atom Smokes(Carl)
clause -1 2
clause -2 3
eliminate 1
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c8.txt --bound-only
--- stderr
c8.txt:9: error: an elimination that belongs to no block
1 error
--- exit 3

# Of nothing.
--- file c9.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
atom Smokes(Carl)
clause -1 2
clause -2 3
block 1
eliminate
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c9.txt --bound-only
--- stderr
c9.txt:10: error: an elimination without atoms
1 error
--- exit 3

# An atom twice.
--- file c10.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
atom Smokes(Carl)
clause -1 2
clause -2 3
block 1
eliminate 1
eliminate 2 1
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c10.txt --bound-only
--- stderr
c10.txt:11: error: an atom is there twice
1 error
--- exit 3

# An atom that is not there.
--- file c11.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
atom Smokes(Carl)
clause -1 2
clause -2 3
block 1
eliminate 4
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c11.txt --bound-only
--- stderr
c11.txt:10: error: the component has no atom 4
1 error
--- exit 3

# An atom of a constraint that does not go.
--- file c12.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
atom Smokes(Carl)
clause -1 2
clause -2 3
block 1 2
eliminate 1
eliminate 2
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c12.txt --bound-only
--- stderr
c12.txt:9: error: this block does not eliminate all atoms of the constraint on line 8
1 error
--- exit 3

# A price of nothing.
--- file c13.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
atom Smokes(Carl)
clause -1 2
clause -2 3
block 1 2
eliminate 1
eliminate 2
eliminate 3
price 1 1 0.5
leaf
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c13.txt --bound-only
--- stderr
c13.txt:13: error: a price that belongs to no leaf and no branch
1 error
--- exit 3

# A price in a block that is not there.
--- file c14.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
atom Smokes(Carl)
clause -1 2
clause -2 3
block 1 2
eliminate 1
eliminate 2
eliminate 3
leaf
price 2 1 0.5
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c14.txt --bound-only
--- stderr
c14.txt:14: error: the component has no block 2
1 error
--- exit 3

# A price of an atom that the block does not have.
--- file c15.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
atom Smokes(Carl)
clause -1 2
clause -2 3
block 1
eliminate 1
eliminate 2
leaf
price 1 3 0.5
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c15.txt --bound-only
--- stderr
c15.txt:13: error: the block does not eliminate atom 3
1 error
--- exit 3

# A price that is no number.
--- file c16.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
atom Smokes(Carl)
clause -1 2
clause -2 3
block 1 2
eliminate 1
eliminate 2
eliminate 3
leaf
price 1 1 much
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c16.txt --bound-only
--- stderr
c16.txt:14: error: a price is a number, not much
1 error
--- exit 3

# Prices so large that they cannot be taken off.
--- file c17.txt
kerf certificate 1
world
component
atom Smokes(Anna)
atom Smokes(Bob)
atom Smokes(Carl)
clause -1 2
clause -2 3
block 1
eliminate 1 2
block 2
eliminate 2 3
block 1
eliminate 1 2
leaf
price 2 2 1.7e308
price 3 2 1.7e308
end
--- run kerf verify --quiet m.mln e.db a.db --bound=c17.txt --bound-only
--- stderr
c17.txt:15: error: prices are too large here
1 error
--- exit 3

# A constraint of forty atoms: as a table it takes too much, as a sum it does not.
--- file big.mln
thing = {T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18, T19, T20, T21, T22, T23, T24, T25, T26, T27, T28, T29, T30, T31, T32, T33, T34, T35, T36, T37, T38, T39}
Many(thing)
-1 Many(x)
30 EXIST x Many(x)
--- file none.db
--- file big.db
Many(T3)
--- file b0.txt
kerf certificate 1
world
component
atom Many(T0)
atom Many(T1)
atom Many(T2)
atom Many(T3)
atom Many(T4)
atom Many(T5)
atom Many(T6)
atom Many(T7)
atom Many(T8)
atom Many(T9)
atom Many(T10)
atom Many(T11)
atom Many(T12)
atom Many(T13)
atom Many(T14)
atom Many(T15)
atom Many(T16)
atom Many(T17)
atom Many(T18)
atom Many(T19)
atom Many(T20)
atom Many(T21)
atom Many(T22)
atom Many(T23)
atom Many(T24)
atom Many(T25)
atom Many(T26)
atom Many(T27)
atom Many(T28)
atom Many(T29)
atom Many(T30)
atom Many(T31)
atom Many(T32)
atom Many(T33)
atom Many(T34)
atom Many(T35)
atom Many(T36)
atom Many(T37)
atom Many(T38)
atom Many(T39)
clause 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40
block 1
eliminate 1
eliminate 2
eliminate 3
eliminate 4
eliminate 5
eliminate 6
eliminate 7
eliminate 8
eliminate 9
eliminate 10
eliminate 11
eliminate 12
eliminate 13
eliminate 14
eliminate 15
eliminate 16
eliminate 17
eliminate 18
eliminate 19
eliminate 20
eliminate 21
eliminate 22
eliminate 23
eliminate 24
eliminate 25
eliminate 26
eliminate 27
eliminate 28
eliminate 29
eliminate 30
eliminate 31
eliminate 32
eliminate 33
eliminate 34
eliminate 35
eliminate 36
eliminate 37
eliminate 38
eliminate 39
eliminate 40
leaf
end
--- run kerf verify --quiet big.mln none.db big.db --bound=b0.txt --bound-only
--- stderr
kerf: warning: assumed from the evidence: hidden Many; observed none
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
b0.txt:45: error: this block takes more than the checker allows
1 error, 1 warning
--- exit 3
--- file b1.txt
kerf certificate 1
world
component
atom Many(T0)
atom Many(T1)
atom Many(T2)
atom Many(T3)
atom Many(T4)
atom Many(T5)
atom Many(T6)
atom Many(T7)
atom Many(T8)
atom Many(T9)
atom Many(T10)
atom Many(T11)
atom Many(T12)
atom Many(T13)
atom Many(T14)
atom Many(T15)
atom Many(T16)
atom Many(T17)
atom Many(T18)
atom Many(T19)
atom Many(T20)
atom Many(T21)
atom Many(T22)
atom Many(T23)
atom Many(T24)
atom Many(T25)
atom Many(T26)
atom Many(T27)
atom Many(T28)
atom Many(T29)
atom Many(T30)
atom Many(T31)
atom Many(T32)
atom Many(T33)
atom Many(T34)
atom Many(T35)
atom Many(T36)
atom Many(T37)
atom Many(T38)
atom Many(T39)
clause 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40
block +1
eliminate 1
eliminate 2
eliminate 3
eliminate 4
eliminate 5
eliminate 6
eliminate 7
eliminate 8
eliminate 9
eliminate 10
eliminate 11
eliminate 12
eliminate 13
eliminate 14
eliminate 15
eliminate 16
eliminate 17
eliminate 18
eliminate 19
eliminate 20
eliminate 21
eliminate 22
eliminate 23
eliminate 24
eliminate 25
eliminate 26
eliminate 27
eliminate 28
eliminate 29
eliminate 30
eliminate 31
eliminate 32
eliminate 33
eliminate 34
eliminate 35
eliminate 36
eliminate 37
eliminate 38
eliminate 39
eliminate 40
leaf
end
--- run kerf verify --quiet big.mln none.db big.db --bound=b1.txt
--- stdout
score            29
cost             1
hard violations  0
worlds           1
proven bound     1
proven gap       0
optimal: proven in exact arithmetic: no world costs less than the cost less the gap

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1           -1          40     1            1     1           0
  F2           30           1     1            0     0           0

violated groundings
  F1, big.mln:3
    Many(T3)
--- stderr
kerf: warning: assumed from the evidence: hidden Many; observed none
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
--- file b2.txt
kerf certificate 1
world
component
atom Many(T0)
atom Many(T1)
atom Many(T2)
atom Many(T3)
atom Many(T4)
atom Many(T5)
atom Many(T6)
atom Many(T7)
atom Many(T8)
atom Many(T9)
atom Many(T10)
atom Many(T11)
atom Many(T12)
atom Many(T13)
atom Many(T14)
atom Many(T15)
atom Many(T16)
atom Many(T17)
atom Many(T18)
atom Many(T19)
atom Many(T20)
atom Many(T21)
atom Many(T22)
atom Many(T23)
atom Many(T24)
atom Many(T25)
atom Many(T26)
atom Many(T27)
atom Many(T28)
atom Many(T29)
atom Many(T30)
atom Many(T31)
atom Many(T32)
atom Many(T33)
atom Many(T34)
atom Many(T35)
atom Many(T36)
atom Many(T37)
atom Many(T38)
atom Many(T39)
clause 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40
block +1
eliminate 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40
leaf
end
--- run kerf verify --quiet big.mln none.db big.db --bound=b2.txt --bound-only
--- stderr
kerf: warning: assumed from the evidence: hidden Many; observed none
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
b2.txt:45: error: a variable of this block has too many values
1 error, 1 warning
--- exit 3

# Two groups count the same conjunctions: an atom that stands for the same as another has no name, and no block takes it.
--- file parts.mln
*O1(a)
*O2(a, b)
*N(t, t)
H1(a)
R
G(a?, t)
a g(b)
-2.5 |q1 : !G(q1, 2.0) ^ N(2, s - 1) ^ O1(y) ^ R| <= 3
-2.25 *H1(y) v *G(x, s)
--- file parts.db
O1(A2)
O2(A5, B2)
O2(A6, B2)
N(2, 1)
--- run kerf map --quiet --dialect=kerf --solver=ilp --ground=full --certificate=parts.txt -o parts_answer.db parts.mln parts.db
--- run kerf verify --quiet --dialect=kerf parts.mln parts.db parts_answer.db --bound=parts.txt --bound-only
--- stdout
proven bound     324
proven in exact arithmetic: no world costs less than the bound
