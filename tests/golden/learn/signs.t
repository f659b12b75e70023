# Signs are kept: a weight that would like to be negative stays at 0.
--- file m.mln
*Bad(thing)
Good(thing)
free: Bad(x) ^ Good(x)
kept: @>=0 Bad(x) ^ Good(x)
other: @<=0 2e-1 v Good(x)
--- run kerf learn m.mln
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
m.mln:5:20: error: expected an operator or the end of the line, found `Good`
  other: @<=0 2e-1 v Good(x)
                     ^~~~
1 error
--- exit 3
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
// written by kerf for kerf
*Bad(thing)
Good(thing)

kept: @>=0 0 Bad(x) ^ Good(x)
other: @<=0 -0.7131211712173227 Good(x)
all: 0.18317924047317113 Good(x)
