# Definite clauses head :- body with predicate completion, as LoMRF has them: functions, constants and
# several definitions of a head, bodies with variables of their own, weights.
--- file act.mln
time = {0, ..., 5}
HoldsAt(fluent, time)
InitiatedAt(fluent, time)
TerminatedAt(fluent, time)
Happens(event, time)
Close(id, id, dist, time)
StartTime(time)
event walking(id)
event running(id)
event exit(id)
fluent move(id, id)
fluent meet(id, id)
InitiatedAt(f, t) => HoldsAt(f, t++).
TerminatedAt(f, t) => !HoldsAt(f, t++).
HoldsAt(f, t) ^ !TerminatedAt(f, t) => HoldsAt(f, t++).
!HoldsAt(f, t) ^ !InitiatedAt(f, t) => !HoldsAt(f, t++).
StartTime(t) => !HoldsAt(f, t).
1.5 InitiatedAt(move(p1, p2), t) :- Happens(walking(p1), t) ^ Happens(walking(p2), t) ^ Close(p1, p2, 34, t)
2 TerminatedAt(move(a, b), t) :- Happens(walking(a), t) ^ !Close(a, b, 34, t)
2 TerminatedAt(move(p1, p2), t) :-
    Happens(running(p2), t)
TerminatedAt(move(p1, p2), t) :- Happens(exit(p1), t).
-1 InitiatedAt(meet(p1, p2), t) :- Happens(running(p1), t) ^ Close(p1, p2, d, t)
!HoldsAt(move(p, p), t).
--- file act.db
StartTime(0)
Mv = move(A, B)
Mt = meet(A, B)
Other = move(B, A)
Wa = walking(A)
Wb = walking(B)
Ra = running(A)
Rb = running(B)
Ea = exit(A)
Eb = exit(B)
Happens(Wa, 1) Happens(Wb, 1) Close(A, B, 34, 1)
Happens(Wa, 2) Happens(Wb, 2) Close(A, B, 34, 2)
Happens(Rb, 3)
Happens(Ra, 4) Close(A, B, 25, 4)
--- run kerf check --quiet -q HoldsAt act.mln act.db
--- stdout
dialect  lomrf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 10 atoms of evidence

types
  time    6  listed
  fluent  3  from evidence
  event   6  from evidence
  id      2  from evidence
  dist    2  from formulas and evidence

predicates
  HoldsAt(fluent, time)       hidden    by --query
  InitiatedAt(fluent, time)   hidden    defined by :-
  TerminatedAt(fluent, time)  hidden    defined by :-
  Happens(event, time)        observed  by --query     6 true
  Close(id, id, dist, time)   observed  by --query     3 true
  StartTime(time)             observed  by --query     1 true

functions
  event walking(id)    2 mappings
  event running(id)    2 mappings
  event exit(id)       2 mappings
  fluent move(id, id)  2 mappings
  fluent meet(id, id)  1 mapping

formulas
  F1   hard  line 13  !InitiatedAt(f, t) v HoldsAt(f, t + 1)
  F2   hard  line 14  !TerminatedAt(f, t) v !HoldsAt(f, t + 1)
  F3   hard  line 15  !HoldsAt(f, t) v TerminatedAt(f, t) v HoldsAt(f, t + 1)
  F4   hard  line 16  HoldsAt(f, t) v InitiatedAt(f, t) v !HoldsAt(f, t + 1)
  F5   hard  line 17  !StartTime(t) v !HoldsAt(f, t)
  F6   1.5   line 18  !Happens(walking(p1), t) v !Happens(walking(p2), t) v !Close(p1, p2, 34, t) v InitiatedAt(move(p1, p2), t)
  F7   2     line 19  !Happens(walking(a), t) v Close(a, b, 34, t) v TerminatedAt(move(a, b), t)
  F8   2     line 20  !Happens(running(p2), t) v TerminatedAt(move(p1, p2), t)
  F9   hard  line 22  !Happens(exit(p1), t) v TerminatedAt(move(p1, p2), t)
  F10  -1    line 23  !Happens(running(p1), t) v !Close(p1, p2, d, t) v InitiatedAt(meet(p1, p2), t)
  F11  hard  line 24  !HoldsAt(move(p, p), t)
  F12  hard  line 18  !InitiatedAt(move(p1, p2), t) v EXIST x1 (x1 = p1 ^ Happens(walking(p1), t) ^ Happens(walking(p2), t) ^ Close(p1, p2, 34, t))
  F13  hard  line 23  !InitiatedAt(meet(p1, p2), t) v EXIST d (Happens(running(p1), t) ^ Close(p1, p2, d, t))
  F14  hard  line 18  !InitiatedAt(x1, x2) v (EXIST p1,p2 (x1 = move(p1, p2))) v EXIST p1,p2 (x1 = meet(p1, p2))
  F15  hard  line 19  !TerminatedAt(move(a, b), t) v (EXIST x1 (x1 = a ^ Happens(walking(a), t) ^ !Close(a, b, 34, t))) v (EXIST x2 (x2 = a ^ Happens(running(b), t))) v EXIST x3 (x3 = a ^ Happens(exit(a), t))
  F16  hard  line 19  !TerminatedAt(x1, x2) v EXIST a,b (x1 = move(a, b))

decisions
  InitiatedAt is completed: it holds only where its 2 definite clauses (:-) say so
  TerminatedAt is completed: it holds only where its 3 definite clauses (:-) say so
--- run kerf map --quiet -q HoldsAt act.mln act.db
--- stdout
HoldsAt(Mv, 2)
HoldsAt(Mv, 3)
InitiatedAt(Mv, 1)
InitiatedAt(Mv, 2)
TerminatedAt(Mv, 3)
TerminatedAt(Other, 1)
TerminatedAt(Other, 2)
TerminatedAt(Other, 4)
--- run kerf convert --quiet --to=lomrf act.mln
--- stdout
// written by kerf for LoMRF
time = {0, ..., 5}
HoldsAt(fluent, time)
InitiatedAt(fluent, time)
TerminatedAt(fluent, time)
Happens(event, time)
Close(id, id, dist, time)
StartTime(time)
event walking(id)
event running(id)
event exit(id)
fluent move(id, id)
fluent meet(id, id)

InitiatedAt(f, t) => HoldsAt(f, t++).
TerminatedAt(f, t) => !HoldsAt(f, t++).
HoldsAt(f, t) ^ !TerminatedAt(f, t) => HoldsAt(f, t++).
!HoldsAt(f, t) ^ !InitiatedAt(f, t) => !HoldsAt(f, t++).
StartTime(t) => !HoldsAt(f, t).
1.5 Happens(walking(p1), t) ^ Happens(walking(p2), t) ^ Close(p1, p2, 34, t) => InitiatedAt(move(p1, p2), t)
2 Happens(walking(a), t) ^ !Close(a, b, 34, t) => TerminatedAt(move(a, b), t)
2 Happens(running(p2), t) => TerminatedAt(move(p1, p2), t)
Happens(exit(p1), t) => TerminatedAt(move(p1, p2), t).
-1 Happens(running(p1), t) ^ Close(p1, p2, d, t) => InitiatedAt(meet(p1, p2), t)
!HoldsAt(move(p, p), t).
InitiatedAt(move(p1, p2), t) => EXIST x1 (x1 = p1 ^ Happens(walking(p1), t) ^ Happens(walking(p2), t) ^ Close(p1, p2, 34, t)).
InitiatedAt(meet(p1, p2), t) => EXIST d (Happens(running(p1), t) ^ Close(p1, p2, d, t)).
!InitiatedAt(x1, x2) v (EXIST p1,p2 (x1 = move(p1, p2))) v EXIST p1_2,p2_2 (x1 = meet(p1_2, p2_2)).
TerminatedAt(move(a, b), t) => (EXIST x1 (x1 = a ^ Happens(walking(a), t) ^ !Close(a, b, 34, t))) v (EXIST x2 (x2 = a ^ Happens(running(b), t))) v EXIST x3 (x3 = a ^ Happens(exit(a), t)).
!TerminatedAt(x1, x2) v EXIST a,b (x1 = move(a, b)).
--- run kerf check --quiet -q HoldsAt --completion=standard act.mln act.db
--- stdout
dialect  lomrf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 10 atoms of evidence

types
  time    6  listed
  fluent  3  from evidence
  event   6  from evidence
  id      2  from evidence
  dist    2  from formulas and evidence

predicates
  HoldsAt(fluent, time)       hidden    by --query
  InitiatedAt(fluent, time)   hidden    defined by :-
  TerminatedAt(fluent, time)  hidden    defined by :-
  Happens(event, time)        observed  by --query     6 true
  Close(id, id, dist, time)   observed  by --query     3 true
  StartTime(time)             observed  by --query     1 true

functions
  event walking(id)    2 mappings
  event running(id)    2 mappings
  event exit(id)       2 mappings
  fluent move(id, id)  2 mappings
  fluent meet(id, id)  1 mapping

formulas
  F1   hard  line 13  !InitiatedAt(f, t) v HoldsAt(f, t + 1)
  F2   hard  line 14  !TerminatedAt(f, t) v !HoldsAt(f, t + 1)
  F3   hard  line 15  !HoldsAt(f, t) v TerminatedAt(f, t) v HoldsAt(f, t + 1)
  F4   hard  line 16  HoldsAt(f, t) v InitiatedAt(f, t) v !HoldsAt(f, t + 1)
  F5   hard  line 17  !StartTime(t) v !HoldsAt(f, t)
  F6   hard  line 18  !Happens(walking(p1), t) v !Happens(walking(p2), t) v !Close(p1, p2, 34, t) v InitiatedAt(move(p1, p2), t)
  F7   hard  line 19  !Happens(walking(a), t) v Close(a, b, 34, t) v TerminatedAt(move(a, b), t)
  F8   hard  line 20  !Happens(running(p2), t) v TerminatedAt(move(p1, p2), t)
  F9   hard  line 22  !Happens(exit(p1), t) v TerminatedAt(move(p1, p2), t)
  F10  hard  line 23  !Happens(running(p1), t) v !Close(p1, p2, d, t) v InitiatedAt(meet(p1, p2), t)
  F11  hard  line 24  !HoldsAt(move(p, p), t)
  F12  hard  line 18  !InitiatedAt(move(p1, p2), t) v EXIST x1 (x1 = p1 ^ Happens(walking(p1), t) ^ Happens(walking(p2), t) ^ Close(p1, p2, 34, t))
  F13  hard  line 23  !InitiatedAt(meet(p1, p2), t) v EXIST d (Happens(running(p1), t) ^ Close(p1, p2, d, t))
  F14  hard  line 18  !InitiatedAt(x1, x2) v (EXIST p1,p2 (x1 = move(p1, p2))) v EXIST p1,p2 (x1 = meet(p1, p2))
  F15  hard  line 19  !TerminatedAt(move(a, b), t) v (EXIST x1 (x1 = a ^ Happens(walking(a), t) ^ !Close(a, b, 34, t))) v (EXIST x2 (x2 = a ^ Happens(running(b), t))) v EXIST x3 (x3 = a ^ Happens(exit(a), t))
  F16  hard  line 19  !TerminatedAt(x1, x2) v EXIST a,b (x1 = move(a, b))

decisions
  InitiatedAt is completed: it holds only where its 2 definite clauses (:-) say so
  TerminatedAt is completed: it holds only where its 3 definite clauses (:-) say so
--- file meet.mln
P(t, t)
*Q(t, t, t)
*R(t)
P(x, y) :- Q(x, y, z).
P(A, z) :- Q(z, x, y) ^ R(x).
P(u, u) :- R(u).
P(b, a) :- EXIST x (Q(a, x, b)).
--- file meet.db
Q(B, C, A)
Q(C, A, B)
R(A) R(C)
--- run kerf check --quiet meet.mln meet.db
--- stdout
dialect  lomrf
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 4 atoms of evidence

types
  t  3  from formulas and evidence

predicates
  P(t, t)      hidden    defined by :-
  *Q(t, t, t)  observed  by the * in declarations  2 true
  *R(t)        observed  by the * in declarations  2 true

formulas
  F1  hard  line 4  !Q(x, y, z) v P(x, y)
  F2  hard  line 5  !Q(z, x, y) v !R(x) v P(A, z)
  F3  hard  line 6  !R(u) v P(u, u)
  F4  hard  line 7  (FORALL x !Q(a, x, b)) v P(b, a)
  F5  hard  line 4  !P(x, y) v (EXIST z Q(x, y, z)) v (EXIST x1,x2 (x = A ^ Q(y, x1, x2) ^ R(x1))) v (y = x ^ R(x)) v EXIST x3 Q(y, x3, x)

decisions
  P is completed: it holds only where its 4 definite clauses (:-) say so
--- run kerf map --quiet meet.mln meet.db
--- stdout
P(A, A)
P(A, B)
P(A, C)
P(B, C)
P(C, A)
P(C, C)
--- file rules.mln
*Wrote(author, paper)
*Coauthor(author, author)
Same(author, author)
Coauthor(a, b) :- Wrote(a, p), Wrote(b, p), [a != b].
Same(a, b) := Coauthor(a, c), Coauthor(b, c).
1 Coauthor(a, b) => !Same(a, b)
2 Same(a, b)
--- file rules.db
Wrote(Ann, P1) Wrote(Bob, P1) Wrote(Bob, P2) Wrote(Cy, P2) Wrote(Dee, P3)
--- run kerf check --quiet rules.mln rules.db
--- stdout
dialect  tuffy
meaning  a weighted formula counts once per grounding, as a whole; a hard one must hold
worlds   1, with 5 atoms of evidence

types
  author  4  from evidence
  paper   3  from evidence

predicates
  *Wrote(author, paper)      observed  by the * in declarations  5 true
  *Coauthor(author, author)  hidden    defined by :-
  Same(author, author)       hidden    by the * in declarations

formulas
  F1  hard  line 4  !Wrote(a, p) v !Wrote(b, p) v a = b v Coauthor(a, b)
  F2  1     line 6  !Coauthor(a, b) v !Same(a, b)
  F3  2     line 7  Same(a, b)
  F4  hard  line 4  !Coauthor(a, b) v EXIST p (Wrote(a, p) ^ Wrote(b, p) ^ a != b)
  F5  hard  line 5  !Same(a, b) v EXIST c (Coauthor(a, c) ^ Coauthor(b, c))

decisions
  Coauthor is completed: it holds only where its 1 definite clause (:-) says so
  Same is false outside of its scope (:=)
--- run kerf map --quiet rules.mln rules.db
--- stdout
Coauthor(Ann, Bob)
Coauthor(Bob, Ann)
Coauthor(Bob, Cy)
Coauthor(Cy, Bob)
Same(Ann, Ann)
Same(Ann, Cy)
Same(Bob, Bob)
Same(Cy, Ann)
Same(Cy, Cy)
--- run kerf show --quiet --stage=tree rules.mln
--- stdout
dialect tuffy
line 1: predicate *Wrote
  argument author
  argument paper
line 2: predicate *Coauthor
  argument author
  argument author
line 3: predicate Same
  argument author
  argument author
line 4: formula, hard
  implies
    and
      atom Wrote
        name a
        name p
      atom Wrote
        name b
        name p
      compare !=
        name a
        name b
    atom Coauthor
      name a
      name b
line 5: scope of Same
  and
    atom Coauthor
      name a
      name c
    atom Coauthor
      name b
      name c
line 6: formula, weight 1
  implies
    atom Coauthor
      name a
      name b
    not
      atom Same
        name a
        name b
line 7: formula, weight 2
  atom Same
    name a
    name b
line 4: formula, hard
  implies
    atom Coauthor
      name a
      name b
    exist ?p
      and
        atom Wrote
          name a
          name p
        atom Wrote
          name b
          name p
        compare !=
          name a
          name b
line 5: formula, hard
  implies
    atom Same
      name a
      name b
    exist ?c
      and
        atom Coauthor
          name a
          name c
        atom Coauthor
          name b
          name c
--- file wrong.mln
P(t)
Q(t)
!P(x) :- Q(x).
P(x) :- *Q(x)
1 P(x) := Q(x)
P(x) :-
--- run kerf check --quiet wrong.mln
--- stderr
wrong.mln:3:7: error: a single atom must stand before this
  !P(x) :- Q(x).
        ^~
  hint: write Head(x) :- Body(x, y)
wrong.mln:4:6: error: a definite clause cannot hold atoms with both signs
  P(x) :- *Q(x)
       ^~
wrong.mln:5:8: error: a scope (:=) has no weight
  1 P(x) := Q(x)
         ^~
  hint: remove the weight
wrong.mln:6:8: error: the text ends where a formula should stand
  P(x) :-
         ^
4 errors
--- exit 3
--- file small.mln
color = {red, blue}
likes(person, color)
Two(person)
exactly(person, thing!)
1 likes(x, red) => Two(x)
exactly(x, Hat) => Two(x).
1 Two("New York")
--- run kerf convert --quiet --to=lomrf --partial small.mln
--- stdout
// written by kerf for LoMRF
// not expressible in LoMRF (a constant there is a word with a capital letter or a digit first): the list of a type
// not expressible in LoMRF (a predicate there begins with a capital letter): likes(person, color)
Two(person)
// not expressible in LoMRF (a predicate there begins with a capital letter): exactly(person, thing!)

// not expressible in LoMRF (it uses a predicate that cannot be declared): 1 likes(x, "red") => Two(x)
// not expressible in LoMRF (it uses a predicate that cannot be declared): exactly(x, Hat) => Two(x).
// not expressible in LoMRF (a constant there is a word with a capital letter or a digit first): 1 Two("New York")
// not expressible in LoMRF (it uses a predicate that cannot be declared): |x2 : exactly(x1, x2)| = 1.
--- stderr
small.mln:1:1: warning: cannot be written for LoMRF: a constant there is a word with a capital letter or a digit first
  color = {red, blue}
  ^~~~~
small.mln:2:1: warning: cannot be written for LoMRF: a predicate there begins with a capital letter
  likes(person, color)
  ^~~~~
small.mln:4:1: warning: cannot be written for LoMRF: a predicate there begins with a capital letter
  exactly(person, thing!)
  ^~~~~~~
small.mln:5:3: warning: cannot be written for LoMRF: it uses a predicate that cannot be declared
  1 likes(x, red) => Two(x)
    ^~~~~~~~~~~~~~~~~~~~~~~
small.mln:6:1: warning: cannot be written for LoMRF: it uses a predicate that cannot be declared
  exactly(x, Hat) => Two(x).
  ^~~~~~~~~~~~~~~~~~~~~~~~~
small.mln:7:3: warning: cannot be written for LoMRF: a constant there is a word with a capital letter or a digit first
  1 Two("New York")
    ^~~~~~~~~~~~~~~
small.mln:4:1: warning: cannot be written for LoMRF: it uses a predicate that cannot be declared
  exactly(person, thing!)
  ^~~~~~~
--- file corner.mln
t = {A, B, C}
P(t, t)
*Q(t, t)
*R(t)
P(B, y) :- Q(C, u).
P(x, A) :- !R(B).
P(x, x) :- Q(B, y) ^ !R(y) ^ x = y.
--- file corner.db
Q(A, B) Q(A, C) Q(B, B) Q(C, B)
R(B) R(C)
--- run kerf map --quiet corner.mln corner.db
--- stdout
P(B, A)
P(B, B)
P(B, C)
