# Where evidence lists what choices cost together, all of it is ground at once: reading it took as
# long. Ten choices among 22 values, each two neighbours with a cost for any two values.
--- file m.mln
value = {0, ..., 21}
*Pair(choice, value, choice, value, double)
Chosen(choice, value!)
w: Pair(x, a, y, b, w) ^ Chosen(x, a) ^ Chosen(y, b)
--- run-sh python3 -c "[print(f'Pair(C{i}, {a}, C{i + 1}, {b}, {(7 * a + 5 * b + 3 * i) % 11 - 9})') for i in range(9) for a in range(22) for b in range(22)]" > m.db
--- run kerf map --quiet --stats=stats.json m.mln m.db -o answer.db
--- run-sh python3 -c "import json; s = json.load(open('stats.json')); print(s['status'], s['score'], s['grounding']['did'], s['grounding']['why'])"
--- stdout
optimal 9 full evidence lists them
--- exit 0

# Not where evidence lists nothing: the loop begins, and finds that it creeps.
--- file other.mln
value = {0, ..., 21}
*Next(choice, choice)
Chosen(choice, value!)
-1 Next(x, y) ^ Chosen(x, a) ^ Chosen(y, b)
--- run-sh python3 -c "[print(f'Next(C{i}, C{i + 1})') for i in range(9)]" > other.db
--- run kerf map --quiet --stats=stats.json other.mln other.db -o answer.db
--- run-sh python3 -c "import json; s = json.load(open('stats.json')); print(s['status'], s['score'], s['grounding']['did'], s['grounding']['why'])"
--- stdout
optimal -9 full iterations that add little
--- exit 0

# Where the loop is at rest without a proof, the few formulas that no answer violated come in: symmetry, which no answer
# breaks here, ties two atoms to one, and the proof takes milliseconds instead of seconds.
--- file same.mln
item = {A, B, C, D, E, F, G}
*Other(item, item)
Same(item, item)
-2 Same(x, y) ^ Same(y, z) => Same(x, z)
Same(x, y) => Same(y, x).
Same(x, x).
-1.8 Other(x, y) => Same(x, y)
0.4 Same(x, y)
1.7 Same(A, D)
1.3 Same(E, F)
1.6 Same(G, C)
--- file same.db
Other(A, B)
Other(C, D)
--- run kerf map --quiet --stats=stats.json same.mln same.db -o answer.db
--- run-sh python3 -c "import json; s = json.load(open('stats.json')); print(s['status'], s['grounding']['did'], s['grounding']['why'])"
--- stdout
optimal full few groundings, and no proof yet
