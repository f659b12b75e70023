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
