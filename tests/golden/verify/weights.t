# Weights from data: one grounding for each row of the atom that names the number.
# F1: (A,0.5) Q(A) true: 0.5; (A,2) true: 2; (B,-1) false: negative and false is best.
# (C,3) Q(C) false: cost 3. Score: true groundings are A, A: 2.5. 4 groundings.
# F2: w > 1 picks (A,2) and (C,3) only as conditions; all 4 rows are groundings:
# (A,.5) and (B,-1) true by !(w > 1), (A,2) true, (C,3) false: violated.
--- file m.mln
*P(thing, double)
Q(thing)
w: P(x,w) ^ Q(x)
P(x,w) ^ w > 1 => Q(x).
--- file e.db
P(A, 0.5) P(A, 2) P(B, -1) P(C, 3)
--- file a.db
Q(A)
--- run kerf verify --quiet m.mln e.db a.db
--- stdout
score            2.5
cost             3
hard violations  1
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1         data           4     2            1     3           0
  F2         hard           4     3            0     0           1

violated groundings
  F1, m.mln:3
    P(C, 3) ^ Q(C)
  F2, m.mln:4
    P(C, 3) ^ 3 > 1 => Q(C)
--- exit 0

# An implication over the same rows: true for A twice, false for B (its weight is negative) and C.
--- file i.mln
*P(thing, double)
Q(thing)
w: P(x,w) => Q(x)
--- run kerf verify --quiet i.mln e.db a.db
--- stdout
score            2.5
cost             3
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1         data           4     2            1     3           0

violated groundings
  F1, i.mln:3
    P(C, 3) => Q(C)
--- exit 0

# Numbers inside quantifiers and counts take the values of matching rows.
# F1: A true, B false for good, C could be: cost 1. F2: A has two rows; B and C have one: never two.
--- file q.mln
*P(thing, double)
Q(thing)
1 EXIST w (P(x,w) ^ w > 1 ^ Q(x))
1 |w : P(x,w) ^ Q(x)| >= 2
--- run kerf verify --quiet q.mln e.db a.db
--- stdout
score            2
cost             1
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            1           3     1            1     1           0
  F2            1           3     1            0     0           0

violated groundings
  F1, q.mln:3
    EXIST w (P(C, w) ^ w > 1 ^ Q(C))
--- exit 0

# A number in two places: the first names its rows, the second is looked up.
# Rows of P: (A,0.5) (A,2) (B,-1) (C,3); R has (A,2): one is true, and evidence decides the others.
--- file two.mln
*P(thing, double)
*R(thing, double)
Q(thing)
1 P(x,w) ^ R(x,w) ^ Q(x)
--- file two.db
P(A, 0.5) P(A, 2) P(B, -1) P(C, 3)
R(A, 2) R(B, 2)
--- run kerf verify --quiet two.mln two.db a.db
--- stdout
score            1
cost             0
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  F1            1           4     1            0     0           0
--- exit 0

# Weight tables: by the constants of the parameters. Home 0.25, Bar -1, other places nothing.
# Only (Bob,Bar) is true: score -1, cost 1. (Anna,Home) is false and could be true: cost 0.25.
--- file t.mln
*Near(person, place)
Smokes(person)
habit: Near(x,+p) ^ Smokes(x)
--- file t.weights
habit	Bar	-1
habit	Home	0.25
--- file t.db
Near(Anna, Home) Near(Bob, Bar) Near(Carl, Zoo)
--- file ta.db
Smokes(Bob)
--- run kerf verify --quiet t.mln t.db ta.db
--- stdout
score            -1
cost             1.25
hard violations  0
worlds           1

  formula  weight  groundings  true  unsatisfied  cost  violations
  habit     table           9     1            2  1.25           0

violated groundings
  habit, t.mln:3
    Near(Anna, Home) ^ Smokes(Anna)
    Near(Bob, Bar) ^ Smokes(Bob)
--- exit 0

# No weight: an error, as where an answer is searched for.
--- run kerf verify --quiet --weights=- t.mln t.db ta.db
--- stderr
t.mln:3:8: error: habit has no weight
  habit: Near(x,+p) ^ Smokes(x)
         ^~~~~~~~~~~~~~~~~~~~~~
  hint: give it a weight or a dot, learn it (kerf learn), or read it with --weights
1 error
--- exit 3

# A number that no atom gives a value.
--- file unbound.mln
*P(thing, double)
Q(thing)
1 P(x, w + 1) => Q(x)
--- file unbound.db
P(A, 1)
--- run kerf verify --quiet unbound.mln unbound.db a.db
--- stderr
unbound.mln:3:3: error: no atom gives the number w a value
  1 P(x, w + 1) => Q(x)
    ^~~~~~~~~~~~~~~~~~~
  hint: put it at the end of an atom outside every quantifier
1 error
--- exit 3
