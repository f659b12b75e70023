# MaxWalkSAT proves nothing: where it breaks hard formulas, that is said even to those who want quiet.
--- file m.mln
P(thing)
P(A).
!P(A).
--- run kerf map --quiet --query=P --solver=mws --flips=100 m.mln
--- stderr
kerf: warning: the answer violates hard formulas, 1 of their groundings
  hint: more --flips, or another --solver
