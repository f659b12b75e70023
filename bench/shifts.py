#!/usr/bin/env python3
"""Writes shifts.mln and shifts.db: shifts.py NURSES SEED [--out=FOLDER]

Who works when? Each nurse works at most one shift a day and at most four days of five, and has
wishes. Each shift wants two, neither more nor fewer, one of them experienced: soft counts with two
sides. The same seed gives the same files.
"""
import argparse
import pathlib
import random

MODEL = """\
day = {Mo, Tu, We, Th, Fr}
shift = {Early, Late}
*Wish(nurse, day, shift, double)
*Experienced(nurse)
*Next(day, day)
Works(nurse, day, shift)
w: Wish(n, d, s, w) ^ Works(n, d, s)
|s : Works(n, d, s)| <= 1.
|d, s : Works(n, d, s)| <= 4.
2 |n : Works(n, d, s)| = 2
1.5 |n : Works(n, d, s) ^ Experienced(n)| >= 1
-0.3 |s : Works(n, d, s)| = 1
Next(d, e) ^ Works(n, d, Late) => !Works(n, e, Early).
"""
DAYS, SHIFTS = "Mo Tu We Th Fr".split(), "Early Late".split()


def evidence(nurses, chance):
    for n in range(nurses):
        if chance.random() < 0.3:
            yield f"Experienced(N{n})"
        for d in DAYS:
            for s in SHIFTS:
                yield f"Wish(N{n}, {d}, {s}, {chance.gauss(-0.5, 1):.2f})"
    for d, e in zip(DAYS, DAYS[1:]):
        yield f"Next({d}, {e})"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("nurses", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."), metavar="FOLDER")
    o = parser.parse_args()
    (o.out / "shifts.mln").write_text(MODEL)
    lines = evidence(o.nurses, random.Random(o.seed))
    (o.out / "shifts.db").write_text("".join(line + "\n" for line in lines))


if __name__ == "__main__":
    main()
