# What cannot be told, and why.
--- file none.mln
t = {X}
A(t)
A(x).
!A(x).
--- run kerf marginal --query=A none.mln
--- stderr
none.mln: note: read as kerf; nothing in it calls for another dialect
kerf: error: the hard formulas contradict each other: there is no world to be probable
  hint: kerf map names the groundings and the evidence
1 error
--- exit 4
--- file wide.mln
*Size(n)
A(n, n)
1.5 A(x, y) ^ A(y, z) => A(x, z)
--- file wide.db
Size(N1)
Size(N2)
Size(N3)
Size(N4)
Size(N5)
Size(N6)
Size(N7)
Size(N8)
Size(N9)
--- run kerf marginal --method=exact --quiet wide.mln wide.db
--- stderr
kerf: error: a component of 81 atoms is too wide to be exact: the tables of the best order of elimination that was found have more than 2^31 entries
  hint: --method=auto samples it; evidence on some of its atoms, or more --memory-limit, may make it narrow enough
1 error
--- exit 5
--- file cycle.mln
E(t, t)
acyclic E.
--- file cycle.db
E(A, B)
E(B, A)
--- run kerf marginal --quiet --query=E cycle.mln cycle.db
--- stderr
cycle.mln:2:9: error: this acyclicity cannot be kept: the evidence alone has a cycle
  acyclic E.
          ^
  hint: correct the evidence
1 error
--- exit 4
--- run kerf marginal --method=guess cycle.mln
--- stderr
kerf: bad value 'guess' for option --method: expected one of auto|exact|mcsat|gibbs
Try 'kerf marginal -h'.
--- exit 2
--- run kerf marginal --format=text cycle.mln
--- stderr
kerf: bad value 'text' for option --format: expected one of db|csv|tsv|json
Try 'kerf marginal -h'.
--- exit 2
--- file large.mln
n = {N1, N2, N3, N4, N5, N6, N7, N8, N9, N10, N11, N12, N13, N14, N15, N16, N17, N18, N19, N20, N21, N22, N23, N24, N25, N26, N27, N28, N29, N30, N31, N32, N33, N34, N35, N36, N37, N38, N39, N40, N41, N42, N43, N44, N45, N46, N47, N48, N49, N50, N51, N52, N53, N54, N55, N56, N57, N58, N59, N60, N61, N62, N63, N64, N65, N66}
E(n, n)
acyclic E.
--- run kerf marginal --quiet --query=E large.mln
--- stderr
large.mln:3:9: error: cycles of this predicate go through 66 nodes; probabilities take 64 at most
  acyclic E.
          ^
  hint: evidence that some of its atoms are false leaves fewer cycles
1 error
--- exit 5
# Weights of which doubles cannot tell apart what they differ by: nothing is claimed.
--- file huge.mln
t = {X, Y, Z}
A(t)
1e300 A(Y) ^ A(Z)
-1e300 A(Z) v A(X)
--- run kerf marginal --quiet --query=A --format=tsv huge.mln
--- unless valgrind: it computes long double with the precision of double
--- stdout
A	X	0.5	0	1	exact		
A	Y	0.75	0	1	exact		
A	Z	0.6666666666666666	0	1	exact		
--- stderr
kerf: warning: weights are so large that doubles cannot tell worlds apart: intervals say what is known
  hint: make such formulas hard, or divide all weights
--- exit 5
--- run sh -c "kerf marginal --quiet --query=A --format=tsv --method=mcsat huge.mln | cut -f 4-6"
--- stdout
0	1	mcsat
0	1	mcsat
0	1	mcsat
--- stderr
kerf: warning: weights are so large that doubles cannot tell worlds apart: intervals say what is known
  hint: make such formulas hard, or divide all weights
--- exit 0
# Large, but not so large: 1 is said of what is certain alone.
--- file large_weights.mln
t = {X, Y}
A(t)
900 A(X) v A(Y)
900 A(X) ^ A(Y)
--- run kerf marginal --quiet --query=A large_weights.mln
--- stdout
A(X) 0.9999999999
A(Y) 0.9999999999
--- exit 0
# Time that ends while formulas are ground: nothing is known.
--- file much.mln
n = {1, ..., 400}
A(n, n)
0.5 A(x, y) ^ A(y, z) => A(x, z)
A(x, y) v A(y, x).
--- run kerf marginal --quiet --ground=full --time-limit=0.05 --query=A much.mln
--- stderr
kerf: error: time was up before all formulas were ground: nothing is known yet
  hint: more time; kerf check --forecast tells how many groundings formulas have
1 error
--- exit 5
# Memory that is too little for the chains of one component: the other is exact all the same.
--- file memory.mln
t = {1, ..., 12}
u = {X}
A(t, t)
B(u)
C(u)
B(x) v C(x).
0.2 A(x, y) ^ A(y, z) => A(x, z)
--- run kerf marginal --quiet --memory-limit=1M --query=A,B,C --ask=B,C memory.mln
--- stdout
B(X) 0.6666666667
C(X) 0.6666666667
--- stderr
kerf: error: memory was too little for a component of 144 atoms; what is known is written
  hint: a larger --memory-limit, or fewer --chains
1 error
--- exit 5
# Options of other commands are refused.
--- run kerf marginal --twins cycle.mln
--- stderr
kerf: 'kerf marginal' has no option --twins
Try 'kerf marginal -h'.
--- exit 2
