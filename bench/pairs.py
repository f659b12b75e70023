#!/usr/bin/env python3
"""Writes pairs.mln and pairs.db: pairs.py RECORDS SEED [--marks] [--out=FOLDER]

Records of things, and the scores that a record linkage tool gives to about five pairs of each: most
pairs of one thing, and a few of records that stand near each other in the file, of which about one
in eight is positive. So positive pairs connect nearly all records. `Same` is an equivalence, and
every pair that is joined pays a little. With --marks records also have a hidden mark, which records
that are joined would rather share if their pair has a score: so pairs are coupled. The same seed
gives the same files.
"""
import argparse
import pathlib
import random

MODEL = """\
*Score(record, record, double)
Same(record, record)
w: Score(x, y, w) ^ Same(x, y)
-0.4 Same(x, y)
Same(x, y) => Same(y, x).
Same(x, y) ^ Same(y, z) => Same(x, z).
"""
MARKS = """\
*Hint(record, double)
*Scored(record, record)
Marked(record)
w: Hint(x, w) ^ Marked(x)
0.7 Scored(x, y) ^ Same(x, y) ^ Marked(x) => Marked(y)
"""
NEAR, OTHERS = 150, 3


def pairs(n, chance):
    first = 0
    while first < n:
        end = min(n, first + 1 + int(chance.expovariate(0.4)))
        for x in range(first, end):
            for y in range(first, x):
                if chance.random() < 0.9:
                    yield x, y, chance.gauss(4, 2.8)
            others = {chance.randrange(max(0, first - NEAR), first) for _ in range(OTHERS) if first}
            for y in sorted(others):
                yield x, y, chance.gauss(-2.8, 2.4)
        first = end


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("records", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--marks", action="store_true")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."), metavar="FOLDER")
    o = parser.parse_args()
    (o.out / "pairs.mln").write_text(MODEL + MARKS * o.marks)
    hints = random.Random(o.seed + 1)
    with open(o.out / "pairs.db", "w", encoding="utf-8") as out:
        for x, y, score in pairs(o.records, random.Random(o.seed)):
            out.write(f"Score(R{x}, R{y}, {score:.3f})\n")
            if o.marks:
                out.write(f"Scored(R{x}, R{y})\n")
        for x in range(o.records * o.marks):
            out.write(f"Hint(R{x}, {hints.gauss(0, 1):.3f})\n")


if __name__ == "__main__":
    main()
