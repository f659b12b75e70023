# How many groundings of each formula are true on average: local formulas, clauses, a count, a hard one.
--- file m.mln
*Friends(person, person)
Smokes(person)
alone: -0.8 Smokes(x)
friends: 1.1 Friends(x, y) => (Smokes(x) <=> Smokes(y))
few: 0.7 |x : Smokes(x)| <= 1
not_all: !Smokes(Anna) v !Smokes(Bob).
--- file m.db
Friends(Anna, Bob)
Friends(Bob, Carl)
--- run kerf marginal --expectations --quiet --stats=s.json -o out.db m.mln m.db
--- run python3 -c "import json; [print(f['label'], f['groundings'], round(f['expected_satisfied'], 9), round(f['expected_score'], 9)) for f in json.load(open('s.json'))['formulas']]"
--- stdout
alone 3 0.314257768 -0.251406214
friends 9 8.673962613 9.541358874
few 1 0.968076606 0.677653624
not_all 1 1 0
--- run kerf verify --probabilities=out.db --quiet m.mln m.db
--- stdout
worlds              1
atoms               3
not in the file     0
by enumeration      1
largest difference  2.17e-11
  Smokes(Carl)  0.1392636503, recomputed 0.1392636503
refused             0
--- file zero.mln
t = {X, Y, Z}
*O(t)
A(t)
B(t)
a: 1.3 A(x) => B(x)
b: 0.4 A(x) ^ A(y)
zero: 0 A(x) ^ B(y)
zero1: 0 A(x)
zero2: 0 O(x) => A(x)
zero3: 0 |x : A(x)| <= 1
zero4: 0 A(x) <=> B(x)
zero5: 0 (O(x) ^ A(x)) v (B(x) ^ A(y))
c: -0.7 B(x)
--- file zero.db
O(X)
O(Y)
--- run kerf marginal --expectations --quiet --query=A,B --stats=s.json -o out.db zero.mln zero.db
--- run python3 -c "import json; [print(f['label'], f['groundings'], round(f['expected_satisfied'], 9), round(f['expected_score'], 9)) for f in json.load(open('s.json'))['formulas']]"
--- stdout
a 3 2.271914358 2.953488666
b 9 5.143154832 2.057261933
zero 9 3.659516418 0
zero1 3 2.054744177 0
zero2 3 2.369829452 0
zero3 1 0.270673193 0
zero4 3 1.958266918 0
zero5 9 5.555197872 0
c 3 1.640305976 -1.148214183
--- file one.mln
person = {A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T}
Friends(person, person)
Smokes(person)
0.1 Friends(x, y) => (Smokes(x) <=> Smokes(y))
-0.5 Smokes(x)
--- file two.mln
person = {A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T}
Friends(person, person)
Smokes(person)
0.1 Friends(x, y) ^ Smokes(x) => Smokes(y)
0.1 Friends(x, y) ^ Smokes(y) => Smokes(x)
-0.5 Smokes(x)
--- run kerf marginal --quiet --query=Friends,Smokes --expectations --stats=one.json -o one.db one.mln
--- run kerf marginal --quiet --query=Friends,Smokes --expectations --stats=two.json -o two.db two.mln
--- run cmp one.db two.db
--- file same.py
import json
one, two = (json.load(open(n)) for n in ("one.json", "two.json"))
print(one["status"], two["status"], [c["route"] for c in one["component_list"]])
false = [sum(f["groundings"] - f["expected_satisfied"] for f in s["formulas"][:-1]) for s in (one, two)]
print(abs(false[0] - false[1]) < 1e-9, abs(one["log_z"] - two["log_z"] + .1 * 400) < 1e-9)
--- run python3 same.py
--- stdout
exact exact ['counting']
True True
