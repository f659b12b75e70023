# Certificates that speak of an order of the nodes of what is acyclic: who is before whom. A clause
# over it holds if all that its opposite says leads in a circle; and somebody is the first of any, and
# somebody the last.
--- file m.mln
*Want(node, node)
Edge(node, node)
Other(node, node)
acyclic Edge.
1 Want(x, y) => Edge(x, y)
1 Other(x, y)
--- file m.db
Want(A, B) Want(B, C) Want(C, A)
--- file a.db
Edge(A, B)
Edge(B, C)
--- file good.txt
kerf certificate 1
world
component
atom Edge(A, B)
atom Edge(B, C)
atom Edge(C, A)
order Edge(A, B)
order Edge(B, C)
order Edge(A, C)
clause -1 4
clause -2 5
clause -3 -6
clause -4 -5 6
leaf
row 1 1
row 2 1
row 3 1
row 4 1
end
bound 1
--- run kerf verify --quiet -q Edge m.mln m.db a.db --bound=good.txt --bound-only
--- stdout
proven bound     1
proven in exact arithmetic: no world costs less than the bound
--- exit 0

# A first one and a last one, each a part of the order. Of pairs only the circle counts, whichever of
# them is written down.
--- file ends.txt
kerf certificate 1
world
component
atom Edge(A, B)
atom Edge(B, C)
atom Edge(C, A)
order Edge(B, A)
order Edge(B, C)
order Edge(A, C)
define -4 6
define 4 5
define -6 -5
define 4 -6
define -4 -5
define 6 5
clause 7 8 9
clause 10 11 12
clause -1 -10
clause -2 -9
clause -3 -12
clause -1 -4
leaf
end
--- run kerf verify --quiet -q Edge m.mln m.db a.db --bound=ends.txt --bound-only
--- stdout
proven bound     0
proven in exact arithmetic: no world costs less than the bound
--- exit 0

# No circle: A is before B, B before C, and C is not before A.
--- file bad1.txt
kerf certificate 1
world
component
order Edge(A, B)
order Edge(B, C)
order Edge(A, C)
clause -1 -2 -3
leaf
end
--- run kerf verify --quiet -q Edge m.mln m.db a.db --bound=bad1.txt --bound-only
--- stderr
bad1.txt:7: error: the model has no such constraint in this world
1 error
--- exit 3

# Of three nodes two are not all that could be the first.
--- file bad2.txt
kerf certificate 1
world
component
order Edge(A, B)
order Edge(B, C)
order Edge(A, C)
define 1 3
define -1 2
define -3 -2
clause 4 5
leaf
end
--- run kerf verify --quiet -q Edge m.mln m.db a.db --bound=bad2.txt --bound-only
--- stderr
bad2.txt:10: error: the model has no such constraint in this world
1 error
--- exit 3

# The first by one part, the last by another.
--- file bad3.txt
kerf certificate 1
world
component
order Edge(A, B)
order Edge(B, C)
order Edge(A, C)
define 1 3
define 1 -2
define -3 -2
clause 4 5 6
leaf
end
--- run kerf verify --quiet -q Edge m.mln m.db a.db --bound=bad3.txt --bound-only
--- stderr
bad3.txt:10: error: the model has no such constraint in this world
1 error
--- exit 3

# The same pair twice is not two nodes that A is before.
--- file bad4.txt
kerf certificate 1
world
component
order Edge(A, B)
order Edge(A, B)
order Edge(B, C)
order Edge(A, C)
define 1 2
define -1 3
define -4 -3
clause 5 6 7
leaf
end
--- run kerf verify --quiet -q Edge m.mln m.db a.db --bound=bad4.txt --bound-only
--- stderr
bad4.txt:11: error: the model has no such constraint in this world
1 error
--- exit 3

# An edge that is not there leads nowhere.
--- file bad5.txt
kerf certificate 1
world
component
atom Edge(A, B)
order Edge(A, B)
clause 1 2
leaf
end
--- run kerf verify --quiet -q Edge m.mln m.db a.db --bound=bad5.txt --bound-only
--- stderr
bad5.txt:6: error: the model has no such constraint in this world
1 error
--- exit 3

# Nothing is before itself, and there is no order where cycles are allowed.
--- file bad6.txt
kerf certificate 1
world
component
order Edge(A, A)
leaf
end
--- run kerf verify --quiet -q Edge m.mln m.db a.db --bound=bad6.txt --bound-only
--- stderr
bad6.txt:4: error: there is no such order: Edge(A, A)
1 error
--- exit 3
--- file bad7.txt
kerf certificate 1
world
component
order Other(A, B)
leaf
end
--- run kerf verify --quiet -q Edge m.mln m.db a.db --bound=bad7.txt --bound-only
--- stderr
bad7.txt:4: error: there is no such order: Other(A, B)
1 error
--- exit 3

# Edges to one node do not make it the last: there need not be any.
--- file bad8.txt
kerf certificate 1
world
component
atom Edge(B, A)
atom Edge(C, A)
atom Edge(A, B)
atom Edge(C, B)
atom Edge(A, C)
atom Edge(B, C)
define 1 2
define 3 4
define 5 6
clause 7 8 9
leaf
end
--- run kerf verify --quiet -q Edge m.mln m.db a.db --bound=bad8.txt --bound-only
--- stderr
bad8.txt:13: error: the model has no such constraint in this world
1 error
--- exit 3
