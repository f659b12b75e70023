#!/usr/bin/env python3
"""Writes a graphical model as Markov logic: networks.py grid|diagnosis SIZE SEED [--labels=N]
[--edges=X] [--out=FOLDER]

grid.mln, grid.db: SIZE x SIZE nodes with one of N labels each, three if nothing is said. Every label
of a node has a score, and so has every edge for equal labels; both are normally distributed, so that
edges attract and repel. --edges=X makes those of edges X times as large: then a linear program says
little.

diagnosis.mln, diagnosis.db: SIZE diseases, three times as many findings, each caused by two to five
of the diseases. A disease has a price, and so has every way in which it explains a finding. A
finding that is present wants an explanation; one that is absent speaks against its causes.
(Noisy-or, as in QMR-DT.)

The same seed gives the same files.
"""
import argparse
import pathlib
import random

GRID = """\
*Field(node, label, double)
*Edge(node, node, double)
Value(node, label!)
w: Field(x, a, w) ^ Value(x, a)
w: Edge(x, y, w) ^ Value(x, a) ^ Value(y, a)
"""

DIAGNOSIS = """\
*Price(disease, double)
*Cause(disease, finding, double)
*Present(finding)
*Absent(finding)
Has(disease)
Explains(disease, finding)
w: Price(d, w) ^ Has(d)
w: Cause(d, f, w) ^ Explains(d, f)
Explains(d, f) => Has(d).
5 Present(f) => EXIST d Explains(d, f)
0.4 Absent(f) ^ Cause(d, f, w) => !Has(d)
-9 Explains(d, f)
"""


def grid(o, chance):
    size = o.size
    for x in range(size):
        for y in range(size):
            for label in range(o.labels):
                yield f"Field(N{x}_{y}, L{label}, {chance.gauss(0, 1):.4f})"
            for to in ((x + 1, y), (x, y + 1)):
                if max(to) < size:
                    yield f"Edge(N{x}_{y}, N{to[0]}_{to[1]}, {chance.gauss(0, o.edges):.4f})"


def diagnosis(o, chance):
    size = o.size
    ill = {d for d in range(size) if chance.random() < 0.15}
    for d in range(size):
        yield f"Price(D{d}, {-chance.uniform(1, 4):.4f})"
    for f in range(3 * size):
        causes = chance.sample(range(size), chance.randrange(2, 6))
        for d in causes:
            yield f"Cause(D{d}, F{f}, {9 - chance.expovariate(1):.4f})"
        likely = any(d in ill and chance.random() < 0.8 for d in causes) or chance.random() < 0.05
        yield f"Present(F{f})" if likely else f"Absent(F{f})"


def main():
    kinds = {"grid": (GRID, grid), "diagnosis": (DIAGNOSIS, diagnosis)}
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=kinds)
    parser.add_argument("size", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--labels", type=int, default=3, metavar="N")
    parser.add_argument("--edges", type=float, default=1, metavar="X")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."), metavar="FOLDER")
    o = parser.parse_args()
    model, evidence = kinds[o.kind]
    (o.out / f"{o.kind}.mln").write_text(model)
    lines = evidence(o, random.Random(o.seed))
    (o.out / f"{o.kind}.db").write_text("".join(line + "\n" for line in lines))


if __name__ == "__main__":
    main()
