#!/usr/bin/env python3
"""Writes a clustering problem as Markov logic: records.py linkage|editing|random|teams N SEED [--out=FOLDER]

linkage.mln, linkage.db: N records of things that have three records on average, with the scores
that a record linkage tool gives to a few pairs of each. Some scores of different things are
positive, so that positive pairs connect most records. `Same` is an equivalence.

editing.mln, editing.db: a graph of N nodes: classes of about six, of whose pairs a third is
missing, and some edges between them. Edges are added and removed, at a price of 1, until every
component is a clique. (Cluster editing.)

random.mln, random.db: the same for a graph of which every second pair, at random, is an edge.

teams.mln, teams.db: the same for a graph of overlapping teams: one for every three nodes, of six on
average, whose members all know each other but for every fifth pair.

The same seed gives the same files.
"""
import argparse
import pathlib
import random

LINKAGE = """\
*Score(record, record, double)
Same(record, record)
w: Score(x, y, w) ^ Same(x, y)
-0.4 Same(x, y)
Same(x, y) => Same(y, x).
Same(x, y) ^ Same(y, z) => Same(x, z).
"""

EDITING = """\
*Edge(node, node)
Same(node, node)
1 Edge(x, y) => Same(x, y)
1 x != y ^ !Edge(x, y) => !Same(x, y)
Same(x, x).
Same(x, y) => Same(y, x).
Same(x, y) ^ Same(y, z) => Same(x, z).
"""


def linkage(n, chance):
    things = sorted(chance.randrange(max(1, n // 3)) for _ in range(n))
    for x in range(n):
        for y in range(x):
            if things[x] == things[y]:
                yield f"Score(R{x}, R{y}, {chance.gauss(3.5, 2.5):.3f})"
            elif x - y < 60 and chance.random() < 0.06:
                yield f"Score(R{x}, R{y}, {chance.gauss(-2.5, 2.2):.3f})"


def editing(n, chance):
    classes = [chance.randrange(max(1, n // 6)) for _ in range(n)]
    for x in range(n):
        for y in range(x):
            if chance.random() < (0.65 if classes[x] == classes[y] else 3 / n):
                yield f"Edge(N{x}, N{y})"
                yield f"Edge(N{y}, N{x})"


def random_graph(n, chance):
    for x in range(n):
        for y in range(x):
            if chance.random() < 0.5:
                yield f"Edge(N{x}, N{y})"
                yield f"Edge(N{y}, N{x})"


def teams(n, chance):
    known = set()
    for _ in range(n // 3):
        team = sorted(chance.sample(range(n), min(n, max(2, int(chance.expovariate(1 / 6))))))
        known |= {(x, y) for x in team for y in team if y < x and chance.random() > 0.2}
    for x, y in sorted(known):
        yield f"Edge(N{x}, N{y})"
        yield f"Edge(N{y}, N{x})"


def main():
    kinds = {"linkage": (LINKAGE, linkage), "editing": (EDITING, editing),
             "random": (EDITING, random_graph), "teams": (EDITING, teams)}
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=kinds)
    parser.add_argument("n", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."), metavar="FOLDER")
    o = parser.parse_args()
    model, evidence = kinds[o.kind]
    if model is EDITING:
        model = f"node = {{{', '.join(f'N{i}' for i in range(o.n))}}}\n" + model
    (o.out / f"{o.kind}.mln").write_text(model)
    lines = evidence(o.n, random.Random(o.seed))
    (o.out / f"{o.kind}.db").write_text("".join(line + "\n" for line in lines))


if __name__ == "__main__":
    main()
