#!/usr/bin/env python3
"""A smallest vertex cover of a random graph, for measurements: all costs are whole numbers, so that a
bound within one of the incumbent is a proof.

Usage: covers.py N SEED DEGREE      writes covers.mln and covers.db to the current folder
"""
import pathlib
import random
import sys

MODEL = """*Edge(node, node)
In(node)
Edge(x, y) => In(x) v In(y).
-1 In(x)
"""


def main():
    n, seed, degree = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    draw = random.Random(seed)
    edges = set()
    while len(edges) < n * degree / 2:
        edges.add(tuple(sorted(draw.sample(range(n), 2))))
    pathlib.Path("covers.mln").write_text(MODEL)
    pathlib.Path("covers.db").write_text("".join(f"Edge(N{a}, N{b})\n" for a, b in sorted(edges)))
    return 0


sys.exit(main())
