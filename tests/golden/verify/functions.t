# With mappings: a function without a value for its arguments makes the grounding go away.
# id = {A, B}; meet(A,B) = M, meet(B,A) = N. Holds: M.
# F1: 2 groundings, M true. F2 is a comparison: 2 groundings exist ((A,B), (B,A)), Holds(M) true for
# (A,B) only. F3, inside EXIST: y = A and y = B, instances without value left out: (A): Holds(M) true;
# (B): Holds(N) false, cost 3.
--- file m.mln
fluent meet(id, id)
*Id(id)
Holds(fluent)
1 Holds(meet(x,y))
2 Holds(M) ^ meet(x,y) = M
3 EXIST y Holds(meet(x,y))
--- file e.db
Id(A) Id(B)
M = meet(A,B)
N = meet(B,A)
--- file a.db
Holds(M)
--- run kerf verify --quiet m.mln e.db a.db
--- stdout
score            6
cost             4
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            1           2     1            1     1           0
  F2            2           2     1            0     0           0
  F3            3           2     1            1     3           0

violated groundings
  F1, m.mln:4
    Holds(meet(B, A))
  F3, m.mln:6
    EXIST y Holds(meet(B, y))
--- exit 0

# Without any mapping every application is a constant of its own.
# F1: 4 groundings, one true: cost 3. F2: meet(x,y) = M never: decided, no cost. F3: A true, B not: cost 3.
--- file ids.db
Id(A) Id(B)
--- file own.db
Holds("meet(A,B)")
--- run kerf verify --quiet m.mln ids.db own.db
--- stdout
score            4
cost             6
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            1           4     1            3     3           0
  F2            2           4     0            0     0           0
  F3            3           2     1            1     3           0

violated groundings
  F1, m.mln:4
    Holds(meet(A, A))
    Holds(meet(B, A))
    Holds(meet(B, B))
  F3, m.mln:6
    EXIST y Holds(meet(B, y))
--- exit 0

# Applications belong to the type, one level deep: A, B, f(A), f(B).
# F1: 4 groundings, 2 true. F2: x = A and x = B only. F3: f(f(x)) is no constant: no groundings.
--- file self.mln
thing f(thing)
*T(thing)
P(thing)
1 P(x)
1 P(f(x))
1 P(f(f(x)))
--- file self.db
T(A) T(B)
--- file selfa.db
P(A) P("f(B)")
--- run kerf verify --quiet self.mln self.db selfa.db
--- stdout
score            3
cost             3
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            1           4     2            2     2           0
  F2            1           2     1            1     1           0
  F3            1           0     0            0     0           0

violated groundings
  F1, self.mln:4
    P(B)
    P("f(A)")
  F2, self.mln:5
    P(f(A))
--- file nested.db
P("f(f(A))")
--- run kerf verify --quiet self.mln self.db nested.db
--- stderr
nested.db:1:4: error: unknown constant f(f(A)) in type thing
  P("f(f(A))")
     ^~~~~~~
  hint: evidence that names it stands before the answer, which is the last file
1 error
--- exit 3

# Too many applications to be told apart.
--- file huge.mln
n = {1, ..., 2000}
r f(n, n, n)
*E(n)
P(r)
1 P(f(x,y,z))
--- file none.db
--- run kerf verify --quiet huge.mln none.db
--- stderr
huge.mln:2:3: error: f has no mappings, and its 2000 x 2000 x 2000 applications are too many constants
  r f(n, n, n)
    ^
  hint: give its mappings: A = f(B)
1 error
--- exit 5
