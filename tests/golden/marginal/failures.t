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
kerf: bad value 'text' for option --format: expected one of db|tsv|json
Try 'kerf marginal -h'.
--- exit 2
