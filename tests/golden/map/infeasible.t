# Hard formulas that contradict each other are named, with the evidence behind them.
--- file m.mln
*Friends(person, person)
Smokes(person)
1 Smokes(x)
influence: Friends(x,y) ^ Smokes(x) => Smokes(y).
Friends(x,y) ^ Friends(y,z) => Smokes(x).
!Smokes(Carl).
--- file e.db
Friends(Dora, Edward)
Friends(Anna, Bob)
Friends(Bob, Carl)
--- run kerf map m.mln e.db
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
m.mln:6:1: note: F4 says: !Smokes(Carl)
m.mln:4:12: note: influence says: Friends(Bob, Carl) ^ Smokes(Bob) => Smokes(Carl)
e.db:3:1: note: evidence says that Friends(Bob, Carl) is true
m.mln:4:12: note: influence says: Friends(Anna, Bob) ^ Smokes(Anna) => Smokes(Bob)
e.db:2:1: note: evidence says that Friends(Anna, Bob) is true
m.mln:5:1: note: F3 says: Friends(Anna, Bob) ^ Friends(Bob, Carl) => Smokes(Anna)
kerf: note: --relax looks for a world that breaks as few of them as possible
1 error
--- exit 4
--- run kerf map --quiet -o answer.db m.mln e.db
--- stderr
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
m.mln:6:1: note: F4 says: !Smokes(Carl)
m.mln:4:12: note: influence says: Friends(Bob, Carl) ^ Smokes(Bob) => Smokes(Carl)
e.db:3:1: note: evidence says that Friends(Bob, Carl) is true
m.mln:4:12: note: influence says: Friends(Anna, Bob) ^ Smokes(Anna) => Smokes(Bob)
e.db:2:1: note: evidence says that Friends(Anna, Bob) is true
m.mln:5:1: note: F3 says: Friends(Anna, Bob) ^ Friends(Bob, Carl) => Smokes(Anna)
1 error
--- exit 4
--- run-sh ls answer.db 2>/dev/null
--- exit 2

# Evidence alone breaks a formula, found by cuts or in full.
--- file bad.db
Friends(Anna, Bob)
Smokes(Anna)
!Smokes(Bob)
--- run kerf map -q Smokes m.mln bad.db
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
m.mln:4:12: error: evidence alone breaks influence
  influence: Friends(x,y) ^ Smokes(x) => Smokes(y).
             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: give it a weight, or correct the evidence
m.mln:4:12: note: influence says: Friends(Anna, Bob) ^ Smokes(Anna) => Smokes(Bob)
bad.db:1:1: note: evidence says that Friends(Anna, Bob) is true
bad.db:2:1: note: evidence says that Smokes(Anna) is true
bad.db:3:1: note: evidence says that Smokes(Bob) is false
kerf: note: --relax looks for a world that breaks as few of them as possible
1 error
--- exit 4
--- run kerf map -q Smokes --ground=full m.mln bad.db
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
m.mln:4:12: error: this hard formula cannot be kept: 1 of its groundings is false in every world
  influence: Friends(x,y) ^ Smokes(x) => Smokes(y).
             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: give it a weight, or correct the evidence
m.mln:4:12: note: influence says: Friends(Anna, Bob) ^ Smokes(Anna) => Smokes(Bob)
bad.db:1:1: note: evidence says that Friends(Anna, Bob) is true
bad.db:2:1: note: evidence says that Smokes(Anna) is true
bad.db:3:1: note: evidence says that Smokes(Bob) is false
kerf: note: --relax looks for a world that breaks as few of them as possible
1 error
--- exit 4

# Cardinality and acyclicity.
--- file count.mln
*Friends(person, person)
Likes(person, person)
|y: Likes(x,y)| <= 1.
Friends(x,y) => Likes(x,y).
--- file count.db
Friends(Anna, Bob)
Friends(Anna, Carl)
--- run kerf map count.mln count.db
--- stderr
count.mln: note: read as kerf; nothing in it calls for another dialect
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
count.mln:4:1: note: F2 says: Friends(Anna, Bob) => Likes(Anna, Bob)
count.db:1:1: note: evidence says that Friends(Anna, Bob) is true
count.mln:4:1: note: F2 says: Friends(Anna, Carl) => Likes(Anna, Carl)
count.db:2:1: note: evidence says that Friends(Anna, Carl) is true
count.mln:3:1: note: F1 says: |y: Likes(Anna, y)| <= 1
kerf: note: --relax looks for a world that breaks as few of them as possible
1 error
--- exit 4

--- file order.mln
*Before(event, event)
Follows(event, event)
acyclic Follows.
Before(x,y) => Follows(y,x).
--- file order.db
Before(A, B)
Before(B, A)
--- run kerf map order.mln order.db
--- stderr
order.mln: note: read as kerf; nothing in it calls for another dialect
kerf: error: the hard formulas contradict each other
  hint: give one of the other formulas a weight, drop the acyclicity, or correct the evidence
order.mln:4:1: note: F2 says: Before(B, A) => Follows(A, B)
order.db:2:1: note: evidence says that Before(B, A) is true
order.mln:4:1: note: F2 says: Before(A, B) => Follows(B, A)
order.db:1:1: note: evidence says that Before(A, B) is true
order.mln:3:9: note: F1 says: not all of Follows(A, B), Follows(B, A), a cycle
kerf: note: --relax looks for a world that breaks as few of them as possible
1 error
--- exit 4

# A cycle of which evidence has a part.
--- file ring.mln
E(node, node)
acyclic E.
E(A, B).
--- file ring.db
E(B, C)
E(C, A)
--- run kerf map --query=E ring.mln ring.db
--- stderr
ring.mln: note: read as kerf; nothing in it calls for another dialect
kerf: error: the hard formulas contradict each other
  hint: give one of the other formulas a weight, drop the acyclicity, or correct the evidence
ring.mln:3:1: note: F2 says: E(A, B)
ring.mln:2:9: note: F1 says: not all of E(A, B), E(B, C), E(C, A), a cycle in which evidence leaves open E(A, B)
ring.db:1:1: note: evidence says that E(B, C) is true
ring.db:2:1: note: evidence says that E(C, A) is true
kerf: note: --relax looks for a world that breaks as few of them as possible
1 error
--- exit 4

# A number in the evidence, a quantifier, a formula that is no clause.
--- file other.mln
*Age(person, float)
Adult(person)
Child(person)
Age(x, a) ^ a > 17 => (Adult(x) ^ !Child(x)).
exists x Child(x).
--- file other.db
Age(Anna, 30)
--- run kerf map other.mln other.db
--- stderr
other.mln: note: read as kerf; nothing in it calls for another dialect
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
other.mln:4:1: note: F1 says: Age(Anna, 30) ^ 30 > 17 => (Adult(Anna) ^ !Child(Anna))
other.db:1:1: note: evidence says that Age(Anna, 30) is true
other.mln:5:1: note: F2 says: exists x Child(x)
kerf: note: --relax looks for a world that breaks as few of them as possible
1 error
--- exit 4

# More than fits on one screen is cut off.
--- file many.mln
Chain(node)
*Next(node, node)
Chain(x) ^ Next(x,y) => Chain(y).
Chain(N00).
!Chain(N15).
--- run-sh for i in $(seq 0 14); do printf 'Next(N%02d, N%02d)\n' $i $((i + 1)); done > many.db
--- run kerf map many.mln many.db
--- stderr
many.mln: note: read as kerf; nothing in it calls for another dialect
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
kerf: note: 1 grounding of F2, 15 of F1 and 1 of F3 cannot all be true
many.mln:4:1: note: F2 says: Chain(N00)
many.mln:3:1: note: F1 says: Chain(N00) ^ Next(N00, N01) => Chain(N01)
many.db:1:1: note: evidence says that Next(N00, N01) is true
many.mln:5:1: note: F3 says: !Chain(N15)
many.mln:3:1: note: F1 says: Chain(N01) ^ Next(N01, N02) => Chain(N02)
many.db:2:1: note: evidence says that Next(N01, N02) is true
many.mln:3:1: note: F1 says: Chain(N02) ^ Next(N02, N03) => Chain(N03)
many.db:3:1: note: evidence says that Next(N02, N03) is true
many.mln:3:1: note: F1 says: Chain(N03) ^ Next(N03, N04) => Chain(N04)
many.db:4:1: note: evidence says that Next(N03, N04) is true
many.mln:3:1: note: F1 says: Chain(N04) ^ Next(N04, N05) => Chain(N05)
many.db:5:1: note: evidence says that Next(N04, N05) is true
many.mln:3:1: note: F1 says: Chain(N05) ^ Next(N05, N06) => Chain(N06)
many.db:6:1: note: evidence says that Next(N05, N06) is true
many.mln:3:1: note: F1 says: Chain(N06) ^ Next(N06, N07) => Chain(N07)
many.db:7:1: note: evidence says that Next(N06, N07) is true
many.mln:3:1: note: F1 says: Chain(N07) ^ Next(N07, N08) => Chain(N08)
many.db:8:1: note: evidence says that Next(N07, N08) is true
many.mln:3:1: note: F1 says: Chain(N08) ^ Next(N08, N09) => Chain(N09)
kerf: note: and 13 more
kerf: note: --relax looks for a world that breaks as few of them as possible
1 error
--- exit 4

# Parts of formulas that look alike: the one that contradicts is shown, and once.
--- file parts.mln
t = {K}
A(t)
B(t)
C(t)
D(t)
E(t)
first: D(x) v (B(x) ^ E(x)) v (E(x) ^ C(x)).
second: A(x) v (B(x) ^ C(x)) v (D(x) ^ B(x)).
!A(x).
!B(x).
--- run kerf map -q A,B,C,D,E parts.mln
--- stderr
parts.mln: note: read as kerf; nothing in it calls for another dialect
kerf: error: the hard formulas contradict each other
  hint: correct one of these formulas, or give it a weight
parts.mln:8:9: note: second says: A(K) v (B(K) ^ C(K)) v (D(K) ^ B(K))
parts.mln:9:1: note: F3 says: !A(K)
parts.mln:10:1: note: F4 says: !B(K)
kerf: note: --relax looks for a world that breaks as few of them as possible
1 error
--- exit 4
