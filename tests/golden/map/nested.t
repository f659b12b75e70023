# Equivalences within equivalences: cases that contradict themselves are none.
--- file m.mln
thing = {A, B}
P(thing)
Q(thing)
R(thing)
S(thing)
T(thing)
1.5 (P(x) <=> Q(x)) <=> ((R(x) <=> S(x)) <=> T(x))
-0.3 P(x)
0.2 T(x)
0.4 !R(x)
0.6 Q(A)
--- run-sh for solver in exact auto; do kerf map --quiet --solver=$solver --query=P,Q,R,S,T m.mln -o answer.db; kerf verify --quiet --query=P,Q,R,S,T m.mln answer.db | head -n 3; done
--- stdout
score            4.8
cost             0
hard violations  0
score            4.8
cost             0
hard violations  0
