# Eight counts of the same atoms: their sums go along on one axis, which has a state for each number of atoms and
# not one for each combination of eight numbers.
--- file m.mln
thing = {T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18, T19, T20, T21, T22, T23}
Many(thing)
1 |x : Many(x)| = 5
1 |x : Many(x)| = 6
1 |x : Many(x)| = 7
1 |x : Many(x)| = 8
1 |x : Many(x)| = 9
1 |x : Many(x)| = 10
1 |x : Many(x)| = 11
1 |x : Many(x)| = 12
-0.125 Many(x)
--- file none.db
--- file a.db
Many(T0)
Many(T1)
Many(T2)
Many(T3)
Many(T4)
--- file sums.txt
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
count 5 5 1 1 1 2 1 3 1 4 1 5 1 6 1 7 1 8 1 9 1 10 1 11 1 12 1 13 1 14 1 15 1 16 1 17 1 18 1 19 1 20 1 21 1 22 1 23 1 24
count 6 6 1 1 1 2 1 3 1 4 1 5 1 6 1 7 1 8 1 9 1 10 1 11 1 12 1 13 1 14 1 15 1 16 1 17 1 18 1 19 1 20 1 21 1 22 1 23 1 24
count 7 7 1 1 1 2 1 3 1 4 1 5 1 6 1 7 1 8 1 9 1 10 1 11 1 12 1 13 1 14 1 15 1 16 1 17 1 18 1 19 1 20 1 21 1 22 1 23 1 24
count 8 8 1 1 1 2 1 3 1 4 1 5 1 6 1 7 1 8 1 9 1 10 1 11 1 12 1 13 1 14 1 15 1 16 1 17 1 18 1 19 1 20 1 21 1 22 1 23 1 24
count 9 9 1 1 1 2 1 3 1 4 1 5 1 6 1 7 1 8 1 9 1 10 1 11 1 12 1 13 1 14 1 15 1 16 1 17 1 18 1 19 1 20 1 21 1 22 1 23 1 24
count 10 10 1 1 1 2 1 3 1 4 1 5 1 6 1 7 1 8 1 9 1 10 1 11 1 12 1 13 1 14 1 15 1 16 1 17 1 18 1 19 1 20 1 21 1 22 1 23 1 24
count 11 11 1 1 1 2 1 3 1 4 1 5 1 6 1 7 1 8 1 9 1 10 1 11 1 12 1 13 1 14 1 15 1 16 1 17 1 18 1 19 1 20 1 21 1 22 1 23 1 24
count 12 12 1 1 1 2 1 3 1 4 1 5 1 6 1 7 1 8 1 9 1 10 1 11 1 12 1 13 1 14 1 15 1 16 1 17 1 18 1 19 1 20 1 21 1 22 1 23 1 24
block +1 +2 +3 +4 +5 +6 +7 +8
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
leaf
end
--- run kerf verify --quiet -q Many m.mln none.db a.db --bound=sums.txt --bound-only
--- stdout
proven bound     7.625
proven in exact arithmetic: no world costs less than the bound
--- exit 0

# Counts that have some atoms in common: joined where they meet.
--- file some.mln
thing = {T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18, T19, T20, T21, T22, T23}
*Left(thing)
*Right(thing)
Many(thing)
2 |x : Left(x) ^ Many(x)| >= 3
2 |x : Left(x) ^ Many(x)| <= 4
1 |x : Right(x) ^ Many(x)| = 3
1 |x : Right(x) ^ Many(x)| >= 5
-0.125 Many(x)
--- file some.db
Left(T0)
Left(T1)
Left(T2)
Left(T3)
Left(T4)
Left(T5)
Left(T6)
Left(T7)
Left(T8)
Left(T9)
Left(T10)
Left(T11)
Left(T12)
Left(T13)
Left(T14)
Left(T15)
Right(T8)
Right(T9)
Right(T10)
Right(T11)
Right(T12)
Right(T13)
Right(T14)
Right(T15)
Right(T16)
Right(T17)
Right(T18)
Right(T19)
Right(T20)
Right(T21)
Right(T22)
Right(T23)
--- file some_answer.db
Many(T8)
Many(T9)
Many(T10)
--- file some.txt
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
count 3 - 1 1 1 2 1 3 1 4 1 5 1 6 1 7 1 8 1 9 1 10 1 11 1 12 1 13 1 14 1 15 1 16
count 0 4 1 1 1 2 1 3 1 4 1 5 1 6 1 7 1 8 1 9 1 10 1 11 1 12 1 13 1 14 1 15 1 16
count 3 3 1 9 1 10 1 11 1 12 1 13 1 14 1 15 1 16 1 17 1 18 1 19 1 20 1 21 1 22 1 23 1 24
count 5 - 1 9 1 10 1 11 1 12 1 13 1 14 1 15 1 16 1 17 1 18 1 19 1 20 1 21 1 22 1 23 1 24
block +1 +2 +3 +4
eliminate 1
eliminate 24
eliminate 2
eliminate 23
eliminate 3
eliminate 22
eliminate 9
eliminate 4
eliminate 10
eliminate 21
eliminate 11
eliminate 5
eliminate 12
eliminate 20
eliminate 13
eliminate 6
eliminate 14
eliminate 19
eliminate 15
eliminate 7
eliminate 16
eliminate 18
eliminate 8
eliminate 17
leaf
end
--- run kerf verify --quiet -q Many some.mln some.db some_answer.db --bound=some.txt --bound-only
--- stdout
proven bound     1.375
proven in exact arithmetic: no world costs less than the bound
