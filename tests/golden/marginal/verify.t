# Probabilities computed anew: world by world where few atoms are open, by another order of elimination else.
--- file m.mln
t = {X, Y}
A(t)
B(t)
1 A(x) => B(x)
0.5 A(X) <=> A(Y)
--- run kerf marginal --quiet --query=A,B -o p.db m.mln
--- run kerf verify --probabilities=p.db --quiet --strict --query=A,B m.mln
--- stdout
worlds              1
atoms               4
not in the file     0
by enumeration      1
largest difference  2.6e-11
  A(X)  0.3841693875, recomputed 0.3841693875
refused             0
--- file wrong.db
A(X) 0.9
B(X) 0.5
--- run kerf verify --probabilities=wrong.db --quiet --strict --query=A,B m.mln
--- stdout
worlds              1
atoms               2
not in the file     2
by enumeration      1
largest difference  0.516
  A(X)  0.9, recomputed 0.3841693875
refused             0
--- stderr
wrong.db: warning: open atoms that are not in the file: 2
--- exit 4
--- file bad.db
A(X)
--- run kerf verify --probabilities=bad.db --quiet --query=A,B m.mln
--- stderr
bad.db:1: error: there is no probability at the end of this line
  hint: a line is an atom and its probability
1 error
--- exit 3
--- file unknown.db
C(X) 0.3
--- run kerf verify --probabilities=unknown.db --quiet --query=A,B m.mln
--- stderr
unknown.db:1: error: C(X) is no open atom, as kerf writes it
  hint: a line is an atom and its probability
1 error
--- exit 3
--- file more.db
A(X) 0.9
>> another
A(X) 0.9
--- run kerf verify --probabilities=more.db --quiet --query=A,B m.mln
--- stderr
more.db:2: error: there are more worlds here than in the evidence
  hint: a line is an atom and its probability
1 error
--- exit 3
--- run kerf verify --probabilities=missing.db --quiet --query=A,B m.mln
--- stderr
kerf: error: cannot read missing.db: no such file or directory
1 error
--- exit 3
--- file long.mln
*Next(n, n)
A(n)
0.9 Next(x, y) => (A(x) <=> A(y))
0.3 A(x)
--- run sh -c "for i in $(seq 40); do echo \"Next(N$i, N$((i + 1)))\"; done > long.db"
--- run kerf marginal --quiet -o long.out long.mln long.db
--- run sh -c "kerf verify --probabilities=long.out --quiet long.mln long.db | head -n 4"
--- stdout
worlds              1
atoms               41
not in the file     0
by enumeration      0
--- file wide.mln
n = {N1, N2, N3, N4, N5, N6, N7, N8, N9}
A(n, n)
1.5 A(x, y) ^ A(y, z) => A(x, z)
--- file none.db
A(N1, N2) 0.6
--- run kerf verify --probabilities=none.db --quiet --query=A wide.mln
--- stdout
worlds              1
atoms               1
not in the file     80
not compared        1
by enumeration      0
largest difference  0
refused             0
--- stderr
none.db: warning: atoms that are not compared: 1; a component is too wide to be computed anew exactly
none.db: warning: open atoms that are not in the file: 80
--- exit 5
# Files as tsv and json, too: constants with spaces, tabs and quotes, several worlds.
--- file odd.mln
A(t, t)
B
0.7 A(x, y) => A(y, x)
0.4 A(x, x) v B
--- run-sh printf '>> one\nA("a b", "c\\td")\n>> two\nA("\\"q\\"", X)\n!A(X, X)\n' > odd.db
--- run kerf marginal --quiet --query=A,B --format=tsv -o odd.tsv odd.mln odd.db
--- run kerf marginal --quiet --query=A,B --format=json -o odd.json odd.mln odd.db
--- run sh -c "kerf verify --probabilities=odd.tsv --quiet --strict --query=A,B odd.mln odd.db | head -n 4"
--- stdout
worlds              2
atoms               7
not in the file     0
by enumeration      2
--- run sh -c "kerf verify --probabilities=odd.json --quiet --strict --query=A,B odd.mln odd.db | head -n 4"
--- stdout
worlds              2
atoms               7
not in the file     0
by enumeration      2
--- file bad.tsv
A	X	0.5
--- run kerf verify --probabilities=bad.tsv --quiet --query=A,B m.mln
--- stderr
bad.tsv:1: error: this is no line as kerf marginal --format=tsv writes it
  hint: a line is an atom and its probability
1 error
--- exit 3
--- file bad.json
{"world":"","atoms":[{"predicate":"A","arguments":["X"]}]}
--- run kerf verify --probabilities=bad.json --quiet --query=A,B m.mln
--- stderr
bad.json:1: error: this is no object as kerf marginal --format=json writes it
  hint: a line is an atom and its probability
1 error
--- exit 3
# Names that a model would take for variables or words are constants in a file of atoms.
--- file names.mln
t = {"v", "V", "anna"}
A(t, t!)
1 A("v", "anna")
0.5 A(x, y) ^ A(z, y)
--- run-sh for f in db tsv json; do kerf marginal --quiet --query=A --format=$f -o names.$f names.mln; kerf verify --quiet --strict --probabilities=names.$f --query=A names.mln | sed -n '2,4p'; done
--- stdout
atoms               9
not in the file     0
by enumeration      1
atoms               9
not in the file     0
by enumeration      1
atoms               9
not in the file     0
by enumeration      1
--- exit 0
# Functions with values are enumerated, too; without values both sides make constants of their own, and another order is taken.
--- file f.mln
p = {A, B, C}
p mother(p)
S(p)
0.9 S(x) => S(mother(x))
--- file f.db
B = mother(A)
C = mother(B)
B = mother(C)
--- run kerf marginal --quiet --query=S -r f.out f.mln f.db
--- run-sh kerf verify --quiet --probabilities=f.out --query=S f.mln f.db | grep enumeration
--- stdout
by enumeration      1
--- run kerf marginal --quiet --query=S -r g.out f.mln
--- run-sh kerf verify --quiet --probabilities=g.out --query=S f.mln | grep enumeration
--- stdout
by enumeration      0
