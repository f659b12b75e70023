#!/usr/bin/env python3
"""A generated model that puts papers into categories, with its evidence: papers.mln and papers.db.

Usage: papers.py N SEED [--hard] [--out=FOLDER]

Hidden are ten atoms Category(p, c) for each of N papers. Each has a score from data: the true
category's is higher, but noisy. Papers that cite each other and those of one author tend to the
same category. Two categories of one paper are unwelcome, or, with --hard, forbidden. The same seed
gives the same files.
"""
import argparse
import pathlib
import random

MODEL = """\
// Categories of papers: scores, citations, authors, at most one category.
Score(paper, category, float)
Cites(paper, paper)
Author(person, paper)
Category(paper, category)

s: Score(p, c, s) => Category(p, c)
0.9 Cites(p, q) ^ Category(p, c) => Category(q, c)
0.5 Cites(p, q) ^ Category(q, c) => Category(p, c)
0.4 Author(a, p) ^ Author(a, q) ^ p != q ^ Category(p, c) => Category(q, c)
{one}
"""
SOFT = "0.75 !Category(p, c) v !Category(p, d) v c = d"
HARD = "!Category(p, c) v !Category(p, d) v c = d."
CATEGORIES = 10


def evidence(n, chance):
    truth = [chance.randrange(CATEGORIES) for _ in range(n)]
    alike = [[p for p in range(n) if truth[p] == c] for c in range(CATEGORIES)]
    for p in range(n):
        for c in range(CATEGORIES):
            s = chance.gauss(0.6 if truth[p] == c else -1.2, 1.2)
            yield f"Score(P{p}, C{c}, {s:.6f})"
    for p in range(n):
        for _ in range(chance.randrange(4)):
            q = chance.choice(alike[truth[p]]) if chance.random() < 0.8 else chance.randrange(n)
            if p != q:
                yield f"Cites(P{p}, P{q})"
    for a in range(n // 2):
        home = alike[chance.randrange(CATEGORIES)]
        for _ in range(1 + chance.randrange(4)):
            p = chance.choice(home) if chance.random() < 0.85 else chance.randrange(n)
            yield f"Author(A{a}, P{p})"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("n", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--hard", action="store_true")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."), metavar="FOLDER")
    o = parser.parse_args()
    (o.out / "papers.mln").write_text(MODEL.format(one=HARD if o.hard else SOFT))
    lines = evidence(o.n, random.Random(o.seed))
    (o.out / "papers.db").write_text("".join(line + "\n" for line in lines))


if __name__ == "__main__":
    main()
