#!/usr/bin/env python3
"""Writes a network of tables: tables.py KIND SIZE SEED [--out=FOLDER]

KIND.mln and KIND.db hold it as Markov logic, KIND.uai in the format of the UAI competitions, which
toulbar2 reads. Scores are natural logarithms of the tables' values. What has the value 0 is a hard
formula.

spins: SIZE x SIZE nodes with two values. Nodes have scores up to 1 and edges up to 3 either way,
evenly distributed: a spin glass.

noisyor: SIZE diseases, rare, twice as many findings. A finding is a noisy-or of up to twelve
diseases, written as a chain: a gate adds one cause to what the causes before it did. Every finding
is known, and about a third is there; which is what makes the diseases depend on each other.

labels: SIZE x SIZE regions with one of 21 labels each. A region has scores for its labels, of which
one is the likely one, and neighbours would rather have the same.

rotamers: SIZE residues at random in a cube, with 2 to 60 positions each. Two that are near each
other have a score for every two positions; some of these clash.

places: an object of ten parts with SIZE places each. A place has a score, and every two places of
every two parts have one, as where parts of a shape are looked for in a picture.

colours: SIZE nodes with one of three colours each, seven edges a node at random, each with a score
up to 2 against the same colour at both ends. Nothing tells the colours apart.

clauses: SIZE variables with two values, five times as many clauses of three, weights 1 to 3.

The same seed gives the same files.
"""
import argparse
import itertools
import math
import pathlib
import random


class Network:
    """Variables with values, and tables over them."""

    def __init__(self):
        self.sizes, self.tables = [], []

    def variable(self, size=2):
        self.sizes.append(size)
        return len(self.sizes) - 1

    def entries(self, scope):
        """Choices of values, the last variable of the scope changing fastest."""
        return itertools.product(*(range(self.sizes[v]) for v in scope))

    def table(self, scope, value):
        """value(v1, ..., vn)"""
        self.tables.append((tuple(scope), [value(*at) for at in self.entries(scope)]))

    def scores(self, scope, score):
        """score(v1, ..., vn), less the greatest: so that the best of a table costs nothing."""
        found = [score(*at) for at in self.entries(scope)]
        self.tables.append((tuple(scope), [math.exp(x - max(found)) for x in found]))

    def uai(self):
        yield "MARKOV"
        yield str(len(self.sizes))
        yield " ".join(map(str, self.sizes))
        yield str(len(self.tables))
        for scope, _ in self.tables:
            yield " ".join(map(str, (len(scope), *scope)))
        for _, values in self.tables:
            yield f"{len(values)}\n{' '.join(f'{v:.12g}' for v in values)}"

    def arities(self):
        return sorted({len(scope) for scope, _ in self.tables})

    def model(self):
        return self.model_of_atoms() if max(self.sizes) == 2 else self.model_of_values()

    def evidence(self):
        return self.evidence_of_atoms() if max(self.sizes) == 2 else self.evidence_of_values()

    def model_of_values(self):
        yield f"value = {{0, ..., {max(self.sizes) - 1}}}"
        yield "Has(node, value!)"
        for k in self.arities():
            names = [("n" + str(i), "v" + str(i)) for i in range(k)]
            arguments = ", ".join(f"{x}, {a}" for x, a in names)
            yield f"*Score{k}({', '.join(['node, value'] * k)}, double)"
            world = " ^ ".join(f"Has({x}, {a})" for x, a in names)
            yield f"w: Score{k}({arguments}, w) ^ {world}"

    def evidence_of_values(self):
        for v, size in enumerate(self.sizes):
            yield from (f"!Has(N{v}, {a})" for a in range(size, max(self.sizes)))
        for scope, values in self.tables:
            for at, value in zip(self.entries(scope), values):
                arguments = ", ".join(f"N{x}, {a}" for x, a in zip(scope, at))
                if value != 1:
                    yield f"Score{len(scope)}({arguments}, {math.log(value):.12g})"

    def model_of_atoms(self):
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

    def evidence_of_atoms(self):
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


def labels(size, chance):
    net, n = Network(), 21
    at = [[net.variable(n) for _ in range(size)] for _ in range(size)]
    seeds = [(chance.random() * size, chance.random() * size, k % n) for k in range(2 * n)]
    for x, y in itertools.product(range(size), repeat=2):
        likely = min(seeds, key=lambda s: (s[0] - x) ** 2 + (s[1] - y) ** 2)[2]
        net.scores([at[x][y]], lambda v, k=likely: (2 if v == k else 0) + chance.gauss(0, 1))
        for to in ((x + 1, y), (x, y + 1), (x + 1, y + 1)):
            if max(to) < size:
                net.table([at[x][y], at[to[0]][to[1]]],
                          lambda a, b, w=chance.uniform(0, 1.2): 1 if a == b else math.exp(-w))
    return net


def rotamers(size, chance):
    net, reach = Network(), 0.5
    spots = [[chance.random() for _ in range(3)] for _ in range(size)]
    for _ in spots:
        net.variable(int(math.exp(chance.uniform(math.log(2), math.log(60)))))
    for i, spot in enumerate(spots):
        net.scores([i], lambda v: -chance.expovariate(0.4))
        for k in range(i):
            near = 1 - math.dist(spot, spots[k]) / reach
            if near > 0:
                net.scores([k, i], lambda a, b, s=near: chance.gauss(0, s)
                           - (chance.expovariate(0.12) if chance.random() < 0.15 * s else 0))
    return net


def places(size, chance):
    net = Network()
    for part in range(10):
        net.variable(size)
        net.scores([part], lambda v: chance.gauss(0, 1))
        for other in range(part):
            net.table([other, part], lambda a, b: math.exp(-abs(chance.gauss(0, 1))))
    return net


def colours(size, chance):
    net, seen = Network(), set()
    for _ in range(size):
        net.variable(3)
    while len(seen) < 7 * size // 2:
        seen.add(tuple(sorted(chance.sample(range(size), 2))))
    for edge in sorted(seen):
        net.table(edge, lambda a, b, w=chance.uniform(0.2, 2): math.exp(-w) if a == b else 1)
    return net


def clauses(size, chance):
    net, seen = Network(), set()
    for _ in range(size):
        net.variable()
    while len(seen) < 5 * size:
        scope = tuple(sorted(chance.sample(range(size), 3)))
        if scope not in seen:
            seen.add(scope)
            bad, weight = tuple(chance.randrange(2) for _ in scope), chance.randrange(1, 4)
            net.table(scope, lambda *at, b=bad, w=weight: math.exp(-w) if at == b else 1)
    return net


KINDS = {"spins": spins, "noisyor": noisyor, "labels": labels, "rotamers": rotamers,
         "places": places, "colours": colours, "clauses": clauses}


def write(kind, size, seed, out):
    net = KINDS[kind](size, random.Random(seed))
    for ending, lines in ("mln", net.model()), ("db", net.evidence()), ("uai", net.uai()):
        (out / f"{kind}.{ending}").write_text("".join(line + "\n" for line in lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("size", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."), metavar="FOLDER")
    o = parser.parse_args()
    write(o.kind, o.size, o.seed, o.out)


if __name__ == "__main__":
    main()
