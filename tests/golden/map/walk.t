# Local search: what it returns breaks nothing hard, is the same in every run, and is not called optimal.
--- file m.mln
*Next(cell, cell)
*Wants(cell, float)
Up(cell)
w: Wants(x, w) ^ Up(x)
-1.5 Next(x, y) ^ Up(x) ^ Up(y)
Next(x, y) => Up(x) v Up(y).
--- file e.db
Next(A, B)
Next(B, C)
Next(C, D)
Next(D, A)
Wants(A, 1)
Wants(B, 0.5)
Wants(C, 2)
Wants(D, -0.25)
--- run kerf map --quiet --solver=walk m.mln e.db
--- stdout
Up(A)
Up(C)
--- run kerf map --solver=walk --ground=full --flips=1000 --seed=7 --stats=s.json m.mln e.db
--- stdout
Up(A)
Up(C)
--- stderr
m.mln: note: read as kerf; nothing in it calls for another dialect
bounded: score 3, at most 3.5 (gap 0.5), cost 0.5, 1 iteration, [[[\d.]+]] s
--- run python3 -c "import json; print([m['method'] for m in json.load(open('s.json'))['methods']])"
--- stdout
['walk']
--- run kerf map --quiet --solver=walk --time-limit=0.3 m.mln e.db
--- stdout
Up(A)
Up(C)
