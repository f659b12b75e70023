# One world of several, by number or name.
--- file m.mln
*F(p)
S(p)
1 F(x) => S(x)
--- file e.db
>> first
F(A)
>> second
F(B)
F(C)
--- run kerf ground --to=wcnf --quiet m.mln e.db
--- stderr
kerf: the evidence has several worlds: choose one with --world
Try 'kerf ground -h'.
--- exit 2
--- run kerf ground --to=wcnf --quiet m.mln e.db --world=2
--- stdout
c a ground Markov logic network, written by kerf; minimise the objective
c score = 2 - objective
c variables that are not named here are auxiliary
c x1 = S(B)
c x2 = S(C)
p wcnf 2 2 3
1 1 0
1 2 0
--- run kerf ground --to=wcnf --quiet m.mln e.db --world first
--- stdout
c a ground Markov logic network, written by kerf; minimise the objective
c score = 1 - objective
c variables that are not named here are auxiliary
c x1 = S(A)
p wcnf 1 1 2
1 1 0
--- run kerf ground --to=wcnf --quiet m.mln e.db --world=third
--- stderr
kerf: there is no world 'third': the evidence has 2
Try 'kerf ground -h'.
--- exit 2
--- run kerf ground --to=wcnf --quiet m.mln e.db --world=3
--- stderr
kerf: there is no world '3': the evidence has 2
Try 'kerf ground -h'.
--- exit 2
--- run kerf ground --to=wcnf --quiet m.mln e.db --world=
--- stderr
kerf: option --world needs a name
Try 'kerf ground -h'.
--- exit 2
--- run kerf ground --to=wcnf --quiet m.mln e.db --world=1 --world=2
--- stderr
kerf: option --world is given twice
Try 'kerf ground -h'.
--- exit 2
--- file one.db
F(A)
--- run kerf ground --to=wcnf --quiet m.mln one.db
--- stdout
c a ground Markov logic network, written by kerf; minimise the objective
c score = 1 - objective
c variables that are not named here are auxiliary
c x1 = S(A)
p wcnf 1 1 2
1 1 0
