#!/usr/bin/env python3
"""Things to be put into classes, by noisy scores of their pairs (correlation clustering).

Usage: clusters.py N SEED NOISE [FOLDER]

Writes FOLDER/clusters.mln and FOLDER/clustersN_SEED_NOISE.db (FOLDER: the current one). N things
are in classes of about five. A pair has the score 1 if both are in one class and -1 if not, and on
top of it noise from a normal distribution with the standard deviation NOISE; it is gained by
`Same`, a hidden predicate that is symmetric and transitive. The sequence depends on SEED only.

    kerf map clusters.mln clusters30_1_2.db
"""
import pathlib
import random
import sys

MODEL = """*Score(thing, thing, double)
Same(thing, thing)
w: Score(x,y,w) ^ Same(x,y)
Same(x,y) => Same(y,x).
Same(x,y) ^ Same(y,z) => Same(x,z).
"""


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    n, seed, noise = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    folder = pathlib.Path(sys.argv[4] if len(sys.argv) == 5 else ".")
    random.seed(seed)
    classes = [random.randrange(max(1, n // 5)) for _ in range(n)]
    with open(folder / f"clusters{n}_{seed}_{noise:g}.db", "w", encoding="utf-8") as out:
        for i in range(n):
            for j in range(i):
                score = (1 if classes[i] == classes[j] else -1) + random.gauss(0, noise)
                out.write(f"Score(T{i}, T{j}, {score:.6f})\n")
    (folder / "clusters.mln").write_text(MODEL)


if __name__ == "__main__":
    main()
