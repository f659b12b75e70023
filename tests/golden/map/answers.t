# Always an answer: a seating plan whose first worlds break capacities, couples and enemies; the same
# bytes for any number of threads. With a guest too many there is none, and the message says what was tried.
--- file seats.mln
*Guest(guest)
*Couple(guest, guest)
*Enemies(guest, guest)
*Likes(guest, guest)
*Child(guest)
table = {T0, T1, T2, T3, T4, T5, T6}
Sits(guest, table)
one:    Guest(g) => EXIST t Sits(g, t).
one2:   |t : Sits(g, t)| <= 1.
cap:    |g : Sits(g, t)| <= 4.
fill:   |g : Sits(g, t)| >= 2.
couple: Couple(a, b) ^ Sits(a, t) => Sits(b, t).
enemy:  Enemies(a, b) ^ Sits(a, t) => !Sits(b, t).
likes:  1 Likes(a, b) ^ Sits(a, t) ^ Sits(b, t)
kids:   0.5 |g : Sits(g, t) ^ Child(g)| <= 2
--- file seats.db
Guest(G0)
Guest(G1)
Guest(G2)
Guest(G3)
Guest(G4)
Guest(G5)
Guest(G6)
Guest(G7)
Guest(G8)
Guest(G9)
Guest(G10)
Guest(G11)
Guest(G12)
Guest(G13)
Guest(G14)
Guest(G15)
Guest(G16)
Guest(G17)
Guest(G18)
Guest(G19)
Couple(G3, G13)
Couple(G1, G13)
Couple(G4, G17)
Couple(G14, G5)
Enemies(G12, G6)
Enemies(G13, G0)
Enemies(G14, G15)
Enemies(G17, G7)
Enemies(G11, G7)
Enemies(G7, G14)
Enemies(G9, G0)
Enemies(G13, G17)
Enemies(G3, G5)
Enemies(G9, G3)
Enemies(G10, G16)
Enemies(G13, G16)
Enemies(G6, G9)
Enemies(G9, G18)
Enemies(G15, G16)
Enemies(G12, G18)
Enemies(G1, G15)
Enemies(G7, G12)
Enemies(G13, G5)
Enemies(G11, G17)
Child(G7)
Child(G14)
Child(G16)
Child(G17)
Likes(G11, G2)
Likes(G14, G16)
Likes(G3, G5)
Likes(G16, G12)
Likes(G11, G15)
Likes(G0, G15)
Likes(G1, G9)
Likes(G19, G18)
Likes(G18, G12)
Likes(G5, G19)
Likes(G16, G7)
Likes(G0, G6)
Likes(G17, G19)
Likes(G7, G12)
Likes(G16, G11)
Likes(G18, G11)
--- run kerf map --quiet -q Sits --max-iterations=1 --ground=cuts seats.mln seats.db -o first.db
--- run-sh kerf verify --quiet -q Sits seats.mln seats.db first.db | grep '^hard'
--- stdout
hard violations  0
--- run-sh wc -l < first.db | tr -d ' '
--- stdout
20
--- run kerf map --quiet -q Sits --time-limit=1e-9 seats.mln seats.db -o soon.db
--- run-sh kerf verify --quiet -q Sits seats.mln seats.db soon.db | grep '^hard'
--- stdout
hard violations  0
--- run kerf map --quiet -q Sits --time-limit=1e-9 --ground=full seats.mln seats.db -o full.db
--- run-sh kerf verify --quiet -q Sits seats.mln seats.db full.db | grep '^hard'
--- stdout
hard violations  0
--- run kerf map --quiet -q Sits --max-iterations=3 --threads=1 seats.mln seats.db -o one.db
--- run kerf map --quiet -q Sits --max-iterations=3 --threads=4 seats.mln seats.db -o four.db
--- run cmp one.db four.db
--- run-sh { cat seats.db; printf 'Guest(X%d)\n' 1 2 3 4 5 6 7 8 9; } > over.db
--- run kerf map --quiet -q Sits --max-iterations=1 --ground=cuts seats.mln over.db
--- stderr
kerf: error: no world that keeps the hard formulas was found in so few iterations: of [[\d+]] worlds that were mended, the best breaks [[\d+]] of their groundings
  hint: more iterations; if there is none, --solver=auto proves it in the end
1 error
--- exit 5
