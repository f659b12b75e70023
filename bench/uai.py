#!/usr/bin/env python3
"""Probabilities of networks in the format of the UAI competitions, beside known ones: one row a file.

Usage: uai.py FILE.uai... [--time-limit=S] [--within=S]

FILE.uai.evid is its evidence, FILE.uai.MAR known marginals and FILE.uai.PR the known log10 Z, each where
it is there. A network becomes Markov logic: a predicate with one value for each variable, a formula
with weights from data for the tables of each size, a hard one for their zeros. A row has the largest
difference from the known marginals and from log10 Z, CPU seconds, memory, and how it was done. One
that is exact and differs from the known marginals by more than a millionth fails the script; so does, with
`--within`, one that is not exact in so many CPU seconds and 4 GB.
"""
import argparse
import itertools
import json
import math
import pathlib
import sys
import tempfile

from marginal import run

NEAR = 1e-6  # known marginals have six digits
MOST_BYTES = 4 << 30


class Network:
    def __init__(self, path):
        words = path.read_text().split()
        at = itertools.count(1)
        take = lambda: words[next(at)]
        n = int(take())
        self.sizes = [int(take()) for _ in range(n)]
        scopes = []
        for _ in range(int(take())):
            scopes.append([int(take()) for _ in range(int(take()))])
        self.tables = []
        for scope in scopes:
            self.tables.append((scope, [float(take()) for _ in range(int(take()))]))
        self.evidence = {}
        evid = pathlib.Path(f"{path}.evid")
        if evid.exists():
            numbers = [int(w) for w in evid.read_text().split()]
            numbers = numbers[1:] if len(numbers) % 2 == 0 and numbers[0] == 1 else numbers
            self.evidence = dict(zip(numbers[1::2], numbers[2::2]))

    def model(self):
        lines = ["Is(variable, value!)"]
        for n in sorted({len(scope) for scope, _ in self.tables}):
            slots = ", ".join(["variable, value"] * n)
            names = [f"v{i}, x{i}" for i in range(n)]
            atoms = [f"Is(v{i}, x{i})" for i in range(n)]
            lines += [f"*W{n}({slots}, double)", f"*Z{n}({slots})",
                      f"w: W{n}({', '.join(names)}, w) ^ {' ^ '.join(atoms)}",
                      f"Z{n}({', '.join(names)}) => {' v '.join('!' + a for a in atoms)}."]
        return "\n".join(lines) + "\n"

    def database(self):
        for v, size in enumerate(self.sizes):
            for x in range(max(self.sizes)):
                if v in self.evidence and x == self.evidence[v]:
                    yield f"Is(V{v}, X{x})"
                elif x >= size or v in self.evidence:
                    yield f"!Is(V{v}, X{x})"
        for scope, values in self.tables:
            for at, value in zip(itertools.product(*(range(self.sizes[v]) for v in scope)), values):
                names = ", ".join(f"V{v}, X{x}" for v, x in zip(scope, at))
                if value == 0:
                    yield f"Z{len(scope)}({names})"
                elif value != 1:
                    yield f"W{len(scope)}({names}, {math.log(value)!r})"


def known_marginals(path):
    """By variable; the file has a word, then a number of variables, then of each its number of values and these."""
    file = pathlib.Path(f"{path}.MAR")
    if not file.exists():
        return None
    words = file.read_text().split()
    words = words[1:] if words[0] == "MAR" else words
    at = iter(words)
    n = int(next(at))
    return [[float(next(at)) for _ in range(int(next(at)))] for _ in range(n)]


def known_log10(path):
    file = pathlib.Path(f"{path}.PR")
    return float(file.read_text().split()[-1]) if file.exists() else None


def told(world, net):
    """By variable and value."""
    p = [[0.0] * size for size in net.sizes]
    for v, x in net.evidence.items():
        p[v][x] = 1.0
    for atom in world["atoms"]:
        v, x = (int(a[1:]) for a in atom["arguments"])
        if x < net.sizes[v]:
            p[v][x] = atom["p"]
    return p


def measure(path, options, within, folder):
    net = Network(path)
    files = [folder / "m.mln", folder / "m.db"]
    files[0].write_text(net.model())
    files[1].write_text("\n".join(net.database()) + "\n")
    out = folder / "out.json"
    cpu, s = run("marginal", files, ["--format=json", "-o", str(out), *options], folder)
    p, known, z = told(json.loads(out.read_text()), net), known_marginals(path), known_log10(path)
    off = max(abs(a - b) for x, y in zip(p, known) for a, b in zip(x, y)) if known else None
    off_z = abs(s["log_z"] / math.log(10) - z) if z is not None and s["log_z"] is not None else None
    routes = ", ".join(sorted({c["route"] for c in s["component_list"]}))
    show = lambda x: "-" if x is None else f"{x:.1e}"
    print(f"| {path.stem} | {len(net.sizes)} | {s['status']} | {routes} | {s['width']} | {show(off)} | {show(off_z)} | {cpu:.1f} | "
          f"{s['peak_rss_bytes'] / 2**20:.0f} |", flush=True)
    right = s["status"] != "exact" or off is None or off <= NEAR
    return right and (within is None or s["status"] == "exact" and cpu <= within and s["peak_rss_bytes"] <= MOST_BYTES)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=pathlib.Path, metavar="FILE.uai")
    parser.add_argument("--time-limit", type=float, metavar="S")
    parser.add_argument("--within", type=float, metavar="S")
    args = parser.parse_args()
    options = [f"--time-limit={args.time_limit:g}"] if args.time_limit else []
    print("| network | variables | status | by | width | marginals off by | log10 Z off by | CPU s | MB |\n|---|---|---|---|---|---|---|---|---|")
    good = True
    for path in args.files:
        with tempfile.TemporaryDirectory() as folder:
            good &= measure(path, options, args.within, pathlib.Path(folder))
    if not good:
        sys.exit("a network is exact and differs from what is known, or is not done within that")


if __name__ == "__main__":
    main()
