# Two properties that friendship spreads, and a count of those who have one: everybody is counted by state.
--- file m.mln
*Known(person)
F(person, person)
S(person)
D(person)
0.3 F(x, y) ^ S(x) => S(y)
0.4 F(x, y) ^ D(x) => D(y)
0.7 S(x) => D(x)
-1 F(x, y)
|x : S(x)| <= 12.
0.5 |x : D(x)| >= 20
--- run-sh for i in $(seq 30); do echo "Known(P$i)"; done > m.db; echo '!S(P1)' >> m.db; echo 'F(P2, P3)' >> m.db
--- run-sh kerf marginal --quiet --stats=s.json -o p.db m.mln m.db; grep -E '^(D|S)\(P(1|2|3|4|5)\)' p.db; grep -o '"route":"[a-z]*"' s.json
--- stdout
D(P1) 0.8167736949
D(P2) 0.8256845151
D(P3) 0.8559105463
D(P4) 0.8335925592
D(P5) 0.8335925592
S(P2) 0.1886236717
S(P3) 0.2267669746
S(P4) 0.2157209906
S(P5) 0.2157209906
"route":"counting"
--- exit 0
# The same where a property is one of two values: an atom of each value, of which one is what the other is not.
--- file values.mln
person = {1, ..., 20}
answer = {Yes, No}
F(person, person)
Smokes(person, answer!)
Drinks(person, answer!)
0.1 F(x, y) ^ Smokes(x, a) => Smokes(y, a)
0.3 F(x, y) ^ Drinks(x, a) => Drinks(y, a)
0.7 Smokes(x, Yes) => Drinks(x, Yes)
-1 F(x, y)
--- file values.db
Smokes(1, Yes)
--- run-sh kerf marginal --quiet --query=F,Smokes,Drinks --stats=s.json -o p.db values.mln values.db; grep -E '(Drinks|Smokes)\((1|2),' p.db; grep -o '"route":"[a-z]*"' s.json
--- stdout
Drinks(1, No) 0.06599824755
Drinks(1, Yes) 0.9340017524
Drinks(2, No) 0.09169568508
Drinks(2, Yes) 0.9083043149
Smokes(1, No) 0
Smokes(2, No) 0.5029935513
Smokes(2, Yes) 0.4970064487
"route":"counting"
