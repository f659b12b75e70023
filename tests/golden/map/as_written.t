# A contradiction is told in the words of the model: variables have their constants, blanks are even, comments are left out.
--- file m.mln
*Venue(paper, venue)
*Cites(paper, paper)
Good(paper)
Same(venue, venue)
Venue(a,v)   ^ Venue( b , u ) ^ Cites(a,b)   // which is cited
   => Same(v, u) v Good(b).
!Same(v, u).
!Good(x) v EXIST v Same(v, v).
Good(P1).
--- file m.db
Venue(P1, "the ICML")
Venue(P2, KR)
Cites(P1, P2)
!Good(P2)
--- run kerf map --quiet m.mln m.db
--- stderr
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
m.mln:5:1: note: F1 says: Venue(P1, "the ICML") ^ Venue(P2, KR) ^ Cites(P1, P2) => Same("the ICML", KR) v Good(P2)
m.db:1:1: note: evidence says that Venue(P1, "the ICML") is true
m.db:2:1: note: evidence says that Venue(P2, KR) is true
m.db:3:1: note: evidence says that Cites(P1, P2) is true
m.db:4:1: note: evidence says that Good(P2) is false
m.mln:7:1: note: F2 says: !Same("the ICML", KR)
1 error
--- exit 4
# A variable that is free and quantified needs a scope: normal form.
--- file scope.mln
*Q(t)
P(t)
Q(x) ^ (EXIST x P(x)) => P(x).
!P(B).
P(C).
--- run-sh printf 'Q(B)\n' | kerf map --quiet scope.mln -
--- stderr
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
scope.mln:5:1: note: F3 says: P(C)
scope.mln:3:1: note: F1 says: !Q(B) v (FORALL x !P(x)) v P(B)
standard input:1:1: note: evidence says that Q(B) is true
scope.mln:4:1: note: F2 says: !P(B)
1 error
--- exit 4

# pracmln's ?x; on a page, a parameter +x and weights that are split over clauses.
--- file prac.mln
color = {red, blue}
P(thing, color)
Q(thing)
P(?x, ?c) => Q(?x).
P(?x, red) v Q(?x).
!Q(?x).
--- run-sh printf 'thing = {A}\n' | kerf map --quiet prac.mln -
--- stderr
kerf: warning: assumed from the evidence: hidden P, Q; observed none
  hint: say it with -q NAMES, or with a * before each observed predicate's declaration
kerf: error: the hard formulas contradict each other
  hint: correct one of these formulas, or give it a weight
prac.mln:5:1: note: F2 says: P(A, red) v Q(A)
prac.mln:4:1: note: F1 says: P(A, red) => Q(A)
prac.mln:6:1: note: F3 says: !Q(A)
1 error, 1 warning
--- exit 4
--- file split.mln
*Q(t)
P(t)
R(t)
2 Q(x) => P(x) ^ R(x)
-1 *P(x)
2 Q(+x) => P(x)
!P(A).
--- run-sh printf 'Q(A)\n' | kerf map --quiet --dialect=alchemy --report=r.html -o answer.db split.mln -
--- run-sh sed -n '/class="examples"/,/^<.details>/p' r.html | grep 'class="e"'
--- stdout
<li class="e"><span class="f">Q(A) =&gt; P(A)</span>
<li class="e"><span class="f">!Q(A) v P(A)</span>
<li class="e"><span class="f">!P(A)</span>
--- run-sh printf 'Q(A)\n' | kerf map --quiet --report=r.html -o answer.db split.mln -
--- run-sh sed -n '/class="examples"/,/^<.details>/p' r.html | grep 'class="e"'
--- stdout
<li class="e"><span class="f">Q(A) =&gt; P(A) ^ R(A)</span>
<li class="e"><span class="f">Q(A) =&gt; P(A)</span>
<li class="e"><span class="f">!P(A)</span>
--- exit 0

# Definite clauses are told as they are; what completion adds, in normal form.
--- file yale.mln
*Shoot(time)
Dead(time)
Dead(t) :- Shoot(t).
Dead(2).
--- run-sh printf 'Shoot(1)\ntime = {2}\n' | kerf map --quiet yale.mln -
--- stderr
kerf: error: the hard formulas contradict each other
  hint: give one of these formulas a weight, or correct the evidence
yale.mln:4:1: note: F2 says: Dead(2)
yale.mln:3:1: note: F3 says: !Dead(2) v Shoot(2)
kerf: note: Shoot(2) is not given, so it is false
1 error
--- exit 4
