#!/usr/bin/env python3
"""A generated model of links between people, with its evidence: links.mln and links.db.

Usage: links.py N SEED [--vary=PERCENT] [--out=FOLDER]

Hidden are N x N atoms R(a, b), each with a score of its own from data; about ten of a row are above
0. It is unwelcome that a person has two links, as every pair of them costs, or is linked to twice;
that somebody has a link at all costs once. 300 random links support another each, half of them one
that has no score for it.

--vary: costs of pairs are not all the same but vary by so much (the deviation of a normal variable
whose exponential they are multiplied by). The same seed gives the same files.
"""
import argparse
import math
import pathlib
import random

MODEL = """\
// Links between people: scores, at most one link each rather, support.
Score(person, person, float)
Support(person, person, person, person)
{declaration}R(person, person)

s: Score(a, b, s) => R(a, b)
{pairs}
-1.3 EXIST b R(a, b)
0.6 Support(a, b, c, d) ^ R(a, b) => R(c, d)
"""
EQUAL = """\
0.385 !R(a, b) v !R(a, c) v b = c
0.2 !R(a, c) v !R(b, c) v a = b"""
VARIED = """\
w: Rivals(b, c, w) => !R(a, b) v !R(a, c)
w: Peers(a, b, w) => !R(a, c) v !R(b, c)"""
CANDIDATES, SUPPORTS = 10, 300


def score(chance, n):
    if chance.random() * n < CANDIDATES:
        return 0.5 + abs(chance.gauss(0, 1.5))
    return -0.1 - abs(chance.gauss(0, 1))


def evidence(n, chance, vary):
    people = [f"P{i}" for i in range(n)]
    likely, possible = [], []
    for a in people:
        for b in people:
            s = round(score(chance, n), 6)
            yield f"Score({a}, {b}, {s})"
            if s > 0:
                likely.append((a, b))
            elif s > -0.5:
                possible.append((a, b))
    for _ in range(SUPPORTS):
        (a, b), (c, d) = chance.choice(likely), chance.choice(chance.choice([likely, possible]))
        yield f"Support({a}, {b}, {c}, {d})"
    if vary == 0:
        return
    for name, weight in ("Rivals", 0.77), ("Peers", 0.4):
        for i, a in enumerate(people):
            for b in people[i + 1:]:
                yield f"{name}({a}, {b}, {weight * math.exp(chance.gauss(0, vary / 100)):.6f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("n", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--vary", type=float, default=0, metavar="PERCENT")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."), metavar="FOLDER")
    o = parser.parse_args()
    declaration = "Rivals(person, person, float)\nPeers(person, person, float)\n"
    (o.out / "links.mln").write_text(MODEL.format(declaration=declaration if o.vary else "",
                                                  pairs=VARIED if o.vary else EQUAL))
    lines = evidence(o.n, random.Random(o.seed), o.vary)
    (o.out / "links.db").write_text("".join(line + "\n" for line in lines))


if __name__ == "__main__":
    main()
