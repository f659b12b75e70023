# Weights that can give no true atom are pointed out.
--- file m.mln
*Word(w)
*Off(w)
Tag(w)
@-5 Tag(x)
w: @>=0 Word(x) ^ Off(x) ^ Tag(x)
--- file a.db
Word(A) Tag(A) Off(B)
--- run kerf learn --quiet --method=perceptron --epochs=3 m.mln a.db -o out.mln
--- stderr
kerf: warning: no answer of the last epoch has a true atom right: F1 is 0
  hint: try --method=mira, more --epochs, or a formula for each hidden predicate
--- run kerf learn --quiet --epochs=3 m.mln a.db -o out.mln
--- stderr
kerf: warning: no answer of the last epoch has a true atom right: F1 is 0
  hint: try --loss-augmented, more --epochs, or a formula for each hidden predicate
