# Signs are kept: a weight that would like to be negative stays at 0.
--- file n.mln
*Bad(thing)
Good(thing)
kept: @>=0 Bad(x) ^ Good(x)
other: @<=0 -0.2 Good(x)
all: Good(x)
--- file t.db
Bad(A) Bad(B) Bad(C)
Good(D) Good(E) Good(A)
--- run kerf learn --quiet n.mln t.db --no-average
--- stdout
*Bad(thing)
Good(thing)
kept: @>=0 0 Bad(x) ^ Good(x)
other: @<=0 -0.7131211712173227 Good(x)
all: 0.18317924047317113 Good(x)
--- stderr
n.mln:1:6: warning: constants of type thing are named by the truth alone in 1 training world, and are not there without it
  *Bad(thing)
       ^~~~~
  hint: list them in the model: thing = {A, B, ...}
