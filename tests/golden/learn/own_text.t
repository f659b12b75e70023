# Comments, names and formulas of the model stay as they are; weights are replaced in their places.
--- file m.mln
// who smokes, and why
*Friends(person, person)   // observed
Smokes(person)
/* a prior */
-0.5 Smokes(x)
peer: Friends(x, y) ^ Smokes(x) => Smokes(y) // to be learned
@2 Smokes(x) v !Smokes(x)
signed: @>=0 (Smokes(x) ^ Friends(x, y))
!Friends(x, x).
--- file a.db
Friends(Anna, Bob) Friends(Bob, Carl) Smokes(Anna) Smokes(Bob)
--- run kerf learn --quiet m.mln a.db -o out.mln
--- run cat out.mln
--- stdout
// who smokes, and why
*Friends(person, person)   // observed
Smokes(person)
/* a prior */
0.16666666666666663 Smokes(x)
peer: -0.3333333333333333 Friends(x, y) ^ Smokes(x) => Smokes(y) // to be learned
@2 Smokes(x) v !Smokes(x)
signed: @>=0 0.6666666666666666 (Smokes(x) ^ Friends(x, y))
!Friends(x, x).
--- exit 0
# A weight that is an expression is replaced as a whole.
--- file expression.mln
*Friends(person, person)
Smokes(person) // stays
log(0.2/0.8) Smokes(x)
Friends(x, y) => (Smokes(x) <=> Smokes(y))
--- run kerf learn --quiet expression.mln a.db -o out.mln
--- run cat out.mln
--- stdout
*Friends(person, person)
Smokes(person) // stays
0.29545177444479576 Smokes(x)
-0.28180709777918267 Friends(x, y) => (Smokes(x) <=> Smokes(y))
--- exit 0
# What is included takes the place of the line that includes it; other dialects stay what they are.
--- file inc.mln
// rules of friendship
#include "decl.mln"
0.5 Friends(x, y) ^ Smokes(x) => Smokes(y)  // contagious
#include "more.mln"
Smokes(x)
--- file decl.mln
/* declarations */
*Friends(p, p)
Smokes(p)
1 Friends(x, x) => Smokes(x) // own
--- file more.mln
// more
!Friends(x, x).
--- run kerf learn --quiet inc.mln a.db -o out.mln
--- run cat out.mln
--- stdout
// rules of friendship
/* declarations */
*Friends(p, p)
Smokes(p)
1 Friends(x, x) => Smokes(x) // own
-1.25 Friends(x, y) ^ Smokes(x) => Smokes(y)  // contagious
// more
!Friends(x, x).
0.55 Smokes(x)
--- file tuffy.mln
// Tuffy
*Friends(p, p)
Smokes(p)
0.5 Friends(x, y), Smokes(x) => Smokes(y)
--- run kerf learn --quiet tuffy.mln a.db -o out.mln
--- run cat out.mln
--- stdout
// Tuffy
*Friends(p, p)
Smokes(p)
-0.5 Friends(x, y), Smokes(x) => Smokes(y)
--- file prac.mln
// pracmln
*Friends(p, p)
Smokes(p)
logx(0.6) Friends(?x, ?y) ^ Smokes(?x) => Smokes(?y)
--- run kerf learn --quiet prac.mln a.db -o out.mln
--- run cat out.mln
--- stdout
// pracmln
*Friends(p, p)
Smokes(p)
-0.5108256237659907 Friends(?x, ?y) ^ Smokes(?x) => Smokes(?y)
--- file odd.mln
*Friends(p, p)
Smokes(p)
/* prior */ 0.5 Smokes(x)
--- run kerf learn --quiet odd.mln a.db -o out.mln
--- stderr
kerf: warning: no answer of the last epoch has a true atom right: F1 is 0
  hint: try --loss-augmented, more --epochs, or a formula for each hidden predicate
--- run cat out.mln
--- stdout
// written by kerf for kerf
*Friends(p, p)
Smokes(p)

0.44999999999999996 Smokes(x)
--- file plus.mln
// topics of pages
topic = {Sport, Science}
HasWord(page, word)   // given
Link(page, page)
Topic(page, topic)

HasWord(p, +w) => Topic(p, +t)  // a weight per word and topic
  Topic(p, t) ^ Link(p, q) => Topic(q, t)
!Topic(p, Sport) v !Topic(p, Science).
// the end
--- file plus.db
Topic(P1, Sport) Topic(P2, Science) Topic(P3, Sport)
HasWord(P1, ball) HasWord(P2, atom) HasWord(P3, ball) Link(P1, P3)
--- run kerf learn --quiet -q Topic plus.mln plus.db -o plus-out.mln
--- run cat plus-out.mln
--- stdout
// topics of pages
topic = {Sport, Science}
*HasWord(page, word)   // given
*Link(page, page)
Topic(page, topic)

F1: HasWord(p, +w) => Topic(p, +t)  // a weight per word and topic
  0 Topic(p, t) ^ Link(p, q) => Topic(q, t)
!Topic(p, Sport) v !Topic(p, Science).
// the end
--- run cat plus-out.weights
--- stdout
F1	atom	Science	0.6
F1	ball	Sport	1.2
--- run-sh printf 'HasWord(X, ball)\n' | kerf map --quiet plus-out.mln -
--- stdout
Topic(X, Sport)
--- exit 0
# Where the text cannot stay, the comments do.
--- file split.mln
// clauses apart
P(t)
Q(t)
P(x) ^ Q(x) // both
--- run-sh printf 'P(A) Q(A)\n' | kerf learn --quiet --dialect=alchemy -q P,Q split.mln - -o split-out.mln
--- stderr
split.mln:2:3: warning: constants of type t are named by the truth alone in 1 training world, and are not there without it
  P(t)
    ^
  hint: list them in the model: t = {A, B, ...}
--- run cat split-out.mln
--- stdout
// written by kerf for kerf
// clauses apart
P(t)
Q(t)

// both
1 P(x)
1 Q(x)
