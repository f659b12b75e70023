# Atoms that no ground formula is about are counted, whatever the order of constants: evidence makes the formula true,
# and an atom that is looked at before that is known is as free as the others.
--- file one.mln
thing = {A, B, C}
*Seen(thing)
Known(thing)
1.5 EXIST x (Known(x) v Seen(x))
--- file other.mln
thing = {C, B, A}
*Seen(thing)
Known(thing)
1.5 EXIST x (Known(x) v Seen(x))
--- file one.db
Seen(B)
--- run kerf marginal --quiet one.mln one.db
--- stdout
// Known(_) 0.5: 3 atoms that no formula names
--- run kerf marginal --quiet other.mln one.db
--- stdout
// Known(_) 0.5: 3 atoms that no formula names
--- run kerf marginal --quiet --ask=Known(C) one.mln one.db
--- stdout
Known(C) 0.5
--- run kerf marginal --quiet --all -o all.db other.mln one.db
--- run kerf verify --quiet --strict --probabilities=all.db other.mln one.db
--- stdout
worlds              1
atoms               3
not in the file     0
by enumeration      1
largest difference  0
  Known(A)  0.5, recomputed 0.5
refused             0
