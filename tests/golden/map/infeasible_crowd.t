# More guests than seats: that is all the contradiction needs, and the other formulas are left out of it, although search
# alone would not find out that they can be.
--- skip-if quick-asan no-clp
--- file crowd.mln
table = {T1, T2, T3, T4}
*Guest(guest)
*Enemies(guest, guest)
Sits(guest, table)
seated: Guest(g) => EXIST t Sits(g, t).
once: |t : Sits(g, t)| <= 1.
room: |g : Sits(g, t)| <= 8.
quorum: |g : Sits(g, t)| >= 4.
enemies: Enemies(a, b) ^ Sits(a, t) => !Sits(b, t).
--- run-sh for i in $(seq 34); do echo "Guest(G$i)"; done > crowd.db; for i in $(seq 1 2 33); do echo "Enemies(G$i, G$((i * 7 % 34 + 1)))"; done >> crowd.db
--- run-sh kerf map --quiet crowd.mln crowd.db 2>&1 | sed -n 3p
--- stdout
kerf: note: 33 groundings of seated and 4 of room cannot all be true
