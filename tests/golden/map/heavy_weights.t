# Sums of weights beyond all numbers are an error about weights. An infinite sum would be taken for hard.
--- file atom.mln
P(t)
1e303 P(A)
9e303 P(A)
1.2e308 !P(A)
1.3e308 !P(A)
--- run kerf map --quiet -q P atom.mln
--- stderr
atom.mln:4:9: error: the weights add up to more than 1e304 over all groundings, with those of this formula
  1.2e308 !P(A)
          ^~~~~
  hint: divide all weights by the same number: that changes no answer
1 error
--- exit 3
--- run kerf map --quiet --ground=full --solver=mws -q P atom.mln
--- stderr
atom.mln:4:9: error: the weights add up to more than 1e304 over all groundings, with those of this formula
  1.2e308 !P(A)
          ^~~~~
  hint: divide all weights by the same number: that changes no answer
1 error
--- exit 3
--- run kerf ground --quiet --to=wcnf -q P atom.mln
--- stderr
atom.mln:4:9: error: the weights add up to more than 1e304 over all groundings, with those of this formula
  1.2e308 !P(A)
          ^~~~~
  hint: divide all weights by the same number: that changes no answer
1 error
--- exit 3
--- file none.db
--- run kerf verify --quiet -q P atom.mln none.db
--- stderr
atom.mln:4:9: error: the weights add up to more than 1e304 over all groundings, with those of this formula
  1.2e308 !P(A)
          ^~~~~
  hint: divide all weights by the same number: that changes no answer
1 error
--- exit 3

# So is a weight times its groundings, and one that comes from the data or from a table.
--- file many.mln
P(t)
1e303 P(x) v P(y) v P(z)
-1 P(x)
--- file three.db
?P(A)
?P(B)
?P(C)
--- run kerf map --quiet -q P many.mln three.db
--- stderr
many.mln:2:7: error: the weights add up to more than 1e304 over all groundings, with those of this formula
  1e303 P(x) v P(y) v P(z)
        ^~~~~~~~~~~~~~~~~~
  hint: divide all weights by the same number: that changes no answer
1 error
--- exit 3
--- file data.mln
*W(t, double)
P(t)
w: W(x, w) ^ P(x)
--- file data.db
W(A, 1e308)
W(A, 1.5e308)
W(B, -1.6e308)
--- run kerf map --quiet -q P data.mln data.db
--- stderr
data.mln:3:4: error: the weights add up to more than 1e304 over all groundings, with those of this formula
  w: W(x, w) ^ P(x)
     ^~~~~~~~~~~~~~
  hint: divide all weights by the same number: that changes no answer
1 error
--- exit 3
--- run kerf verify --quiet -q P data.mln data.db none.db
--- stderr
data.mln:3:4: error: the weights add up to more than 1e304 over all groundings, with those of this formula
  w: W(x, w) ^ P(x)
     ^~~~~~~~~~~~~~
  hint: divide all weights by the same number: that changes no answer
1 error
--- exit 3
--- file table.mln
P(t)
f: P(+x)
--- file table.weights
f	A	9e303
f	B	-9e303
--- file two.db
?P(A)
?P(B)
--- run kerf map --quiet -q P --weights=table.weights table.mln two.db
--- stderr
table.mln:2:4: error: the weights add up to more than 1e304 over all groundings, with those of this formula
  f: P(+x)
     ^~~~~
  hint: divide all weights by the same number: that changes no answer
1 error
--- exit 3

# Below that the answer is right, however far apart weights are.
--- file apart.mln
P(t)
Q(t)
1e300 P(A) v Q(A)
-1e300 P(A) ^ Q(A)
1e-300 P(A)
-1e-300 Q(A)
5e-324 P(B)
--- run kerf map --quiet -q P,Q apart.mln
--- stdout
P(A)
P(B)
--- run kerf map --quiet --solver=ilp -q P,Q apart.mln
--- stdout
P(A)
P(B)
--- exit 0

# Linear programs see weights near 1, whatever they are. What is nothing beside the greatest weight is looked at
# once more, with weights cut down to little more than the incumbent costs.
--- file huge.mln
t = {A, B, C}
P(t)
R(t, t)
3e300 P(x) v P(y) v x = y
-2e300 P(x) ^ R(x, y)
5e300 R(x, y) v !P(y)
--- run-sh kerf map --quiet --stats=s.json --solver=ilp -q P,R huge.mln -o huge.out; python3 -c "import json; s = json.load(open('s.json')); print(s['status'], s['cost'])"
--- stdout
optimal 8e+300
--- run-sh sed s/e300/e-300/ huge.mln > tiny.mln; kerf map --quiet --stats=s.json --solver=ilp -q P,R tiny.mln -o tiny.out; python3 -c "import json; s = json.load(open('s.json')); print(s['status'], s['cost'])"
--- stdout
optimal 8e-300
--- file both.mln
t = {A, B, C}
P(t)
Q(t)
R(t, t)
9e300 |x: P(x)| <= 1
-8e300 !R(x, y) v Q(y)
5e300 R(x, y) ^ R(y, z)
-9e300 Q(C) v P(A)
7e300 R(x, y)
-9 P(x) <=> Q(x)
R(x, y) => R(y, x).
--- run-sh kerf map --quiet --stats=s.json --solver=ilp -q P,Q,R both.mln -o both.out; python3 -c "import json; s = json.load(open('s.json')); print(s['status'], s['cost'])"
--- stdout
optimal 18
--- run-sh kerf map --quiet --stats=s.json -q P,Q,R both.mln -o both.out; python3 -c "import json; s = json.load(open('s.json')); print(s['status'], s['cost'])"
--- stdout
optimal 18
--- exit 0

# Costs that learning is given are weights, too.
--- file learn.mln
P(t)
1 P(A)
--- file learn.db
P(B)
?P(C)
--- run kerf learn --quiet -q P learn.mln learn.db --cost=P=1e308 --C=1e308 --loss-augmented
--- stderr
learn.mln:1:3: warning: constants of type t are named by the truth alone in 1 training world, and are not there without it
  P(t)
    ^
  hint: list them in the model: t = {A, B, ...}
kerf: error: the weights add up to more than 1e304 over all groundings
  hint: divide all weights, and costs that learning is given, by the same number
1 error, 1 warning
--- exit 3
