# A contradiction of many groundings: how many of which formula, an example of each, then the others,
# those of formulas with few groundings first.
--- file seats.mln
table = {Round, Long}
*Guest(guest)
Sits(guest, table)
seated: Guest(g) => EXIST t Sits(g, t).
room: |g : Sits(g, t)| <= 8.
--- run-sh for i in $(seq 1 17); do echo "Guest(G$i)"; done > seats.db
--- run kerf map --quiet seats.mln seats.db
--- stderr
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
kerf: note: 17 groundings of seated and 2 of room cannot all be true
seats.mln:4:9: note: seated says: Guest(G1) => EXIST t Sits(G1, t)
seats.db:1:1: note: evidence says that Guest(G1) is true
seats.mln:5:7: note: room says: |g : Sits(g, Round)| <= 8
seats.mln:5:7: note: room says: |g : Sits(g, Long)| <= 8
seats.mln:4:9: note: seated says: Guest(G2) => EXIST t Sits(G2, t)
seats.db:2:1: note: evidence says that Guest(G2) is true
seats.mln:4:9: note: seated says: Guest(G3) => EXIST t Sits(G3, t)
seats.db:3:1: note: evidence says that Guest(G3) is true
seats.mln:4:9: note: seated says: Guest(G4) => EXIST t Sits(G4, t)
seats.db:4:1: note: evidence says that Guest(G4) is true
seats.mln:4:9: note: seated says: Guest(G5) => EXIST t Sits(G5, t)
seats.db:5:1: note: evidence says that Guest(G5) is true
seats.mln:4:9: note: seated says: Guest(G6) => EXIST t Sits(G6, t)
seats.db:6:1: note: evidence says that Guest(G6) is true
seats.mln:4:9: note: seated says: Guest(G7) => EXIST t Sits(G7, t)
seats.db:7:1: note: evidence says that Guest(G7) is true
seats.mln:4:9: note: seated says: Guest(G8) => EXIST t Sits(G8, t)
seats.db:8:1: note: evidence says that Guest(G8) is true
seats.mln:4:9: note: seated says: Guest(G9) => EXIST t Sits(G9, t)
kerf: note: and 17 more
1 error
--- exit 4

# What fits stays in the order of the problem.
--- file chain.mln
P(t)
*Next(t, t)
step: P(x) ^ Next(x, y) => P(y).
P(A).
!P(D).
--- file chain.db
Next(A, B)
Next(B, C)
Next(C, D)
--- run kerf map --quiet chain.mln chain.db
--- stderr
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
kerf: note: 1 grounding of F2, 3 of step and 1 of F3 cannot all be true
chain.mln:4:1: note: F2 says: P(A)
chain.mln:3:7: note: step says: P(A) ^ Next(A, B) => P(B)
chain.db:1:1: note: evidence says that Next(A, B) is true
chain.mln:3:7: note: step says: P(B) ^ Next(B, C) => P(C)
chain.db:2:1: note: evidence says that Next(B, C) is true
chain.mln:3:7: note: step says: P(C) ^ Next(C, D) => P(D)
chain.db:3:1: note: evidence says that Next(C, D) is true
chain.mln:5:1: note: F3 says: !P(D)
1 error
--- exit 4

# No formula takes part more than twice, but there is much evidence behind each: every formula still finds room.
--- file much.mln
t = {A, B}
P(t)
Q(t)
R(t)
a: |x : P(x)| >= 2.
b: |x : Q(x)| >= 1.
d: |x : R(x)| >= 2.
c: P(A) ^ R(x) => !Q(x).
--- run-sh for i in $(seq 0 9); do echo "!P(F$i) !Q(F$i) !R(F$i)" | tr ' ' '\n'; done > much.db
--- run kerf map --quiet -q P,Q,R much.mln much.db
--- stderr
much.db:1:4: warning: F0 is not among the constants listed for type t and is added to them
  !P(F0)
     ^~
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
kerf: note: 2 groundings of c, 1 of a, 1 of b and 1 of d cannot all be true
much.mln:8:4: note: c says: P(A) ^ R(A) => !Q(A)
much.mln:5:4: note: a says: |x : P(x)| >= 2, and by the evidence it is at most 2
much.db:1:1: note: evidence says that P(F0) is false
much.db:4:1: note: evidence says that P(F1) is false
kerf: note: and 8 more lines of evidence
much.mln:6:4: note: b says: |x : Q(x)| >= 1, and by the evidence it is at most 2
much.db:2:1: note: evidence says that Q(F0) is false
much.db:5:1: note: evidence says that Q(F1) is false
kerf: note: and 8 more lines of evidence
much.mln:7:4: note: d says: |x : R(x)| >= 2, and by the evidence it is at most 2
much.db:3:1: note: evidence says that R(F0) is false
much.db:6:1: note: evidence says that R(F1) is false
kerf: note: and 8 more lines of evidence
much.mln:8:4: note: c says: P(A) ^ R(B) => !Q(B)
1 error, 1 warning
--- exit 4

# More formulas than are counted in one line.
--- run-sh (printf '%s\n' 'P(t, t)' 'P(A0, B).'; for i in $(seq 0 21); do echo "P(A$i, x) => P(A$((i + 1)), x)."; done; echo '!P(A22, B).') > long.mln
--- run kerf map --quiet -q P long.mln
--- stderr
kerf: error: the hard formulas contradict each other
  hint: correct one of these formulas, or give it a weight
kerf: note: 1 grounding of F1, 1 of F2, 1 of F3, 1 of F4, 1 of F5, 1 of F6, 1 of F7, 1 of F8 and some of 16 more formulas cannot all be true
long.mln:2:1: note: F1 says: P(A0, B)
long.mln:3:1: note: F2 says: P(A0, B) => P(A1, B)
long.mln:4:1: note: F3 says: P(A1, B) => P(A2, B)
long.mln:5:1: note: F4 says: P(A2, B) => P(A3, B)
long.mln:6:1: note: F5 says: P(A3, B) => P(A4, B)
long.mln:7:1: note: F6 says: P(A4, B) => P(A5, B)
long.mln:8:1: note: F7 says: P(A5, B) => P(A6, B)
long.mln:9:1: note: F8 says: P(A6, B) => P(A7, B)
long.mln:10:1: note: F9 says: P(A7, B) => P(A8, B)
long.mln:11:1: note: F10 says: P(A8, B) => P(A9, B)
long.mln:12:1: note: F11 says: P(A9, B) => P(A10, B)
long.mln:13:1: note: F12 says: P(A10, B) => P(A11, B)
long.mln:14:1: note: F13 says: P(A11, B) => P(A12, B)
long.mln:15:1: note: F14 says: P(A12, B) => P(A13, B)
long.mln:16:1: note: F15 says: P(A13, B) => P(A14, B)
long.mln:17:1: note: F16 says: P(A14, B) => P(A15, B)
long.mln:18:1: note: F17 says: P(A15, B) => P(A16, B)
long.mln:19:1: note: F18 says: P(A16, B) => P(A17, B)
long.mln:20:1: note: F19 says: P(A17, B) => P(A18, B)
kerf: note: and 5 more
1 error
--- exit 4
