#!/usr/bin/env python3
"""Writes a graphical model as Markov logic: networks.py grid|diagnosis|noisyor|blocks SIZE SEED
[--labels=N] [--edges=X] [--block=NODES,EDGES] [--out=FOLDER]

grid.mln, grid.db: SIZE x SIZE nodes with one of N labels each, three if nothing is said. Every label
of a node has a score, and so has every edge for equal labels; both are normally distributed, so that
edges attract and repel. --edges=X makes those of edges X times as large: then a linear program says
little.

diagnosis.mln, diagnosis.db: SIZE diseases, three times as many findings, each caused by two to five
of the diseases. A disease has a price, and so has every way in which it explains a finding. A
finding that is present wants an explanation; one that is absent speaks against its causes.
(Noisy-or, as in QMR-DT.)

noisyor.mln, noisyor.db: SIZE diseases and as many findings, each the noisy-or of a leak and two to
six diseases, one gate after the other. Priors and chances to miss are probabilities; every finding
is observed. (The most probable explanation of a Bayesian network, as in Promedas.)

blocks.mln, blocks.db: SIZE blocks of 24 nodes with two labels and 60 edges in each, or as --block
says, with scores for equal labels; from each block two edges lead to one before it, so that the
blocks are a tree. Parts that share nothing once few nodes have their label. A single block with many
edges is a dense network.

The same seed gives the same files.
"""
import argparse
import math
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

NOISYOR = """\
*Prior(event, double)
*Gate(event, event, event)
*Miss(event, event, event, double)
*Hit(event, event, event, double)
On(event)
w: Prior(d, w) ^ On(d)
w: Miss(u, d, v, w) ^ !On(u) ^ On(d) ^ !On(v)
w: Hit(u, d, v, w) ^ !On(u) ^ On(d) ^ On(v)
Gate(u, d, v) ^ On(u) => On(v).
Gate(u, d, v) ^ !On(u) ^ !On(d) => !On(v).
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


def log_odds(probability):
    return math.log(probability / (1 - probability))


def noisyor(o, chance):
    size = o.size
    for d in range(size):
        yield f"Prior(D{d}, {log_odds(10 ** chance.uniform(-3.5, -0.7)):.6f})"
    for f in range(size):
        before = f"L{f}"
        yield f"Prior({before}, {log_odds(10 ** chance.uniform(-4, -1.5)):.6f})"
        for k, d in enumerate(chance.sample(range(size), chance.randrange(2, 7))):
            gate, miss = f"{before}, D{d}, F{f}_{k}", chance.uniform(0.05, 0.95)
            yield f"Gate({gate})"
            yield f"Miss({gate}, {math.log(miss):.6f})"
            yield f"Hit({gate}, {math.log(1 - miss):.6f})"
            before = f"F{f}_{k}"
        yield f"On({before})" if chance.random() < 0.6 else f"!On({before})"


def blocks(o, chance):
    """Dense blocks, joined in a tree by two edges each."""
    nodes, edges = o.block
    yield from (f"Field(N{i}, L{a}, {chance.gauss(0, 1):.4f})"
                for i in range(o.size * nodes) for a in range(2))
    for b in range(o.size):
        pairs = [(i, j) for i in range(nodes) for j in range(i)]
        for i, j in chance.sample(pairs, edges):
            yield f"Edge(N{b * nodes + i}, N{b * nodes + j}, {chance.gauss(0, o.edges):.4f})"
        before = chance.randrange(max(0, b - 3), b) if b else 0
        for i in range(2 if b else 0):
            yield (f"Edge(N{b * nodes + i}, N{before * nodes + chance.randrange(nodes)}, "
                   f"{chance.gauss(0, o.edges):.4f})")


def main():
    kinds = {"grid": (GRID, grid), "diagnosis": (DIAGNOSIS, diagnosis),
             "noisyor": (NOISYOR, noisyor), "blocks": (GRID, blocks)}
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=kinds)
    parser.add_argument("size", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--labels", type=int, default=3, metavar="N")
    parser.add_argument("--edges", type=float, default=1, metavar="X")
    parser.add_argument("--block", type=lambda given: tuple(map(int, given.split(","))),
                        default=(24, 60), metavar="NODES,EDGES")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."), metavar="FOLDER")
    o = parser.parse_args()
    model, evidence = kinds[o.kind]
    (o.out / f"{o.kind}.mln").write_text(model)
    lines = evidence(o, random.Random(o.seed))
    (o.out / f"{o.kind}.db").write_text("".join(line + "\n" for line in lines))


if __name__ == "__main__":
    main()
