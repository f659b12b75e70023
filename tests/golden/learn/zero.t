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
--- exit 0

# And weights that stay 0: nothing had to move, or nothing tells worlds apart.
--- file right.mln
*Word(w)
Tag(w)
@5 Tag(x)
w: Word(x) ^ Tag(x)
--- file right.db
Word(A) Tag(A)
--- run kerf learn --quiet --epochs=3 right.mln right.db -o out.mln
--- stderr
kerf: warning: every weight that was learned is 0
  hint: all answers are right without them: fixed and hard formulas decide
--- file half.mln
*Word(w)
Tag(w)
w: Word(x) ^ Tag(x)
--- file half.db
Word(A) Tag(A) Word(B)
--- skip-if no-lbfgs
--- run kerf learn --quiet --method=pll half.mln half.db -o out.mln
--- stderr
kerf: warning: every weight that was learned is 0
  hint: these formulas hold as often in the worlds as by chance: join hidden atoms to what is observed
