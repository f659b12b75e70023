#!/usr/bin/env python3
"""Writes a network of tables: tables.py spins|noisyor SIZE SEED [--out=FOLDER]

KIND.mln and KIND.db hold it as Markov logic, KIND.uai in the format of the UAI competitions, which
toulbar2 reads. Scores are natural logarithms of the tables' values. What has the value 0 is a hard
formula.

spins: SIZE x SIZE nodes with two values. Nodes have scores up to 1 and edges up to 3 either way,
evenly distributed: a spin glass.

noisyor: SIZE diseases, rare, twice as many findings. A finding is a noisy-or of up to twelve
diseases, written as a chain: a gate adds one cause to what the causes before it did. Every finding
is known, and about a third is there; which is what makes the diseases depend on each other.

The same seed gives the same files.
"""
import argparse
import itertools
import math
import pathlib
import random


class Network:
    """Variables with two values, and tables over them."""

    def __init__(self):
        self.n, self.tables = 0, []

    def variable(self):
        self.n += 1
        return self.n - 1

    def table(self, scope, value):
        """value(v1, ..., vn), the last variable of the scope changing fastest."""
        values = [value(*at) for at in itertools.product((0, 1), repeat=len(scope))]
        self.tables.append((tuple(scope), values))

    def uai(self):
        yield "MARKOV"
        yield str(self.n)
        yield " ".join("2" for _ in range(self.n))
        yield str(len(self.tables))
        for scope, _ in self.tables:
            yield " ".join(map(str, (len(scope), *scope)))
        for _, values in self.tables:
            yield f"{len(values)}\n{' '.join(f'{v:.12g}' for v in values)}"

    def arities(self):
        return sorted({len(scope) for scope, _ in self.tables})

    def model(self):
        yield "V(node)"
        for k in self.arities():
            names = "abcdefgh"[:k]
            nodes = ", ".join(["node"] * k)
            for at in itertools.product((0, 1), repeat=k):
                which = f"{k}_" + "".join(map(str, at))
                world = " ^ ".join(("" if b else "!") + f"V({x})" for x, b in zip(names, at))
                yield f"*Score{which}({nodes}, double)"
                yield f"*Never{which}({nodes})"
                yield f"w: Score{which}({', '.join(names)}, w) ^ {world}"
                yield f"Never{which}({', '.join(names)}) => !({world})."

    def evidence(self):
        sums, never = {}, set()
        for scope, values in self.tables:
            for at, value in zip(itertools.product((0, 1), repeat=len(scope)), values):
                if value == 0:
                    never.add((scope, at))
                elif value != 1:
                    sums[scope, at] = sums.get((scope, at), 0) + math.log(value)
        for kind, entries in ("Never", sorted(never)), ("Score", sorted(sums)):
            for scope, at in entries:
                which = f"{len(scope)}_" + "".join(map(str, at))
                nodes = ", ".join(f"N{x}" for x in scope)
                more = f", {sums[scope, at]:.12g}" if kind == "Score" else ""
                yield f"{kind}{which}({nodes}{more})"


def spins(size, chance):
    net = Network()
    at = [[net.variable() for _ in range(size)] for _ in range(size)]
    for x, y in itertools.product(range(size), repeat=2):
        field = chance.uniform(-1, 1)
        net.table([at[x][y]], lambda v, w=field: math.exp(w if v else -w))
        for to in ((x + 1, y), (x, y + 1)):
            if max(to) < size:
                pair = chance.uniform(-3, 3)
                net.table([at[x][y], at[to[0]][to[1]]],
                          lambda a, b, w=pair: math.exp(w if a == b else -w))
    return net


def add_finding(net, causes, strengths, leak, there):
    """A chain: `done` is what the causes so far did; the last is known."""
    done = net.variable()
    net.table([done], lambda v: leak if v else 1 - leak)
    for cause, strength in zip(causes, strengths):
        after = net.variable()
        # It is there if it was before, or if this cause is there and does its work.
        net.table([done, cause, after], lambda was, ill, now, s=strength:
                  (1 if was else s if ill else 0) if now else (0 if was else 1 - s if ill else 1))
        done = after
    net.table([done], lambda v: 1 if v == there else 0)


def noisyor(size, chance):
    net = Network()
    diseases = [net.variable() for _ in range(size)]
    for d in diseases:
        prior = math.exp(chance.uniform(math.log(0.002), math.log(0.05)))
        net.table([d], lambda v, p=prior: p if v else 1 - p)
    ill = set(chance.sample(diseases, max(1, size // 12)))
    for _ in range(2 * size):
        causes = chance.sample(diseases, chance.randrange(2, 13))
        strengths = [chance.uniform(0.1, 0.95) for _ in causes]
        there = any(d in ill and chance.random() < s for d, s in zip(causes, strengths))
        add_finding(net, causes, strengths, 0.01, 1 if there or chance.random() < 0.1 else 0)
    return net


def write(kind, size, seed, out):
    net = {"spins": spins, "noisyor": noisyor}[kind](size, random.Random(seed))
    for ending, lines in ("mln", net.model()), ("db", net.evidence()), ("uai", net.uai()):
        (out / f"{kind}.{ending}").write_text("".join(line + "\n" for line in lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=["spins", "noisyor"])
    parser.add_argument("size", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."), metavar="FOLDER")
    o = parser.parse_args()
    write(o.kind, o.size, o.seed, o.out)


if __name__ == "__main__":
    main()
