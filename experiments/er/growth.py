"""Figure 2 of the paper: time of CPI-ILP against the number of citation pairs."""
import math
import pathlib
import statistics
import subprocess
import sys

import cora
import generate
import invent
from measure import solve
from measured import ROOT, spread, table_lines
from fit import fitted, slope
from plot import Series, loglog
from scale import SIZES

HERE = pathlib.Path(__file__).resolve().parent
FIVE = 500  # up to here five bibliographies of a size, beyond one
OPTIONS = ["--solver=ilp"]
PUBLISHED = ROOT / "examples" / "citations" / "citations.mln"


def listed(folder, n, seed):
    """A bibliography with scores of the pairs that have something in common, for model.mln."""
    subprocess.run([sys.executable, HERE / "generate.py", str(n), folder, f"--seed={seed}"], check=True)
    return HERE / "model.mln", folder / f"bib{n}.db", folder / f"truth{n}.db"


def all_pairs(folder, n, seed):
    """The same citations with a score for every pair of strings, for the 46 formulas."""
    atoms = folder / "atoms.db"
    with open(atoms, "w", encoding="ascii") as out:
        invent.write_atoms(out, generate.invent_citations(seed, n))
    with open(atoms, encoding="ascii") as lines:
        part = cora.read(lines)
    cora.write(folder / f"bib{n}.db", cora.evidence(part))
    cora.write(folder / f"truth{n}.db", cora.truth(part))
    return PUBLISHED, folder / f"bib{n}.db", folder / f"truth{n}.db"


# name: how to write a bibliography and which model goes with it, largest size
KINDS = {
    "pairs with something in common listed, model.mln": (listed, math.inf),
    "all pairs listed, 46 formulas, published weights": (all_pairs, FIVE),
}


def run_size(folder, make, n, seeds, limit):
    runs = []
    for seed in range(1, seeds + 1):
        model, evidence, truth = make(folder, n, seed)
        runs.append({"citations": n, "seed": seed} | solve(folder, OPTIONS, model, evidence, truth, limit))
        evidence.unlink()
        truth.unlink()
    good = [r for r in runs if r["status"] == "optimal"]
    print(f"  {n:6,} citations  CPU s {spread([r['cpu'] for r in good], 3):>16}  "
          f"{len(good)} of {len(runs)} proven", flush=True)
    return runs


def growth(folder, sizes, seeds, limit):
    """{kind: [run]}"""
    result = {}
    for kind, (make, most) in KINDS.items():
        print(f"  {kind}")
        result[kind] = [run for n in sizes if n <= most
                        for run in run_size(folder, make, n, seeds if n <= FIVE else 1, limit)]
    return result


# ---- Fit, figure, text

def proven(runs):
    return [(r["citations"], r["cpu"]) for r in runs if r["status"] == "optimal"]


def means(runs):
    """[(citations, mean seconds)], one for each size that has several bibliographies."""
    by_size = {}
    for n, cpu in proven(runs):
        if n <= FIVE:
            by_size.setdefault(n, []).append(cpu)
    return [(n, statistics.mean(cpu)) for n, cpu in by_size.items()]


def first_seed(runs):
    return proven([r for r in runs if r["seed"] == 1])


def fits(runs):
    """[(of what, points)] for growth exponents. Large sizes have seed 1 alone, and bibliographies of one size
    differ: means of all seeds and large sizes in one fit would measure that difference, too. Upper parts are there
    since one number for all hides where growth changes."""
    mean, first = means(runs), first_seed(runs)
    found = [("means", mean), ("means", [p for p in mean if p[0] >= 250])]
    if first and first[-1][0] > FIVE:
        found += [("seed 1", first), ("seed 1", [p for p in first if p[0] >= 1000])]
    return [(what, points) for what, points in found if len(points) > 1]


def exponents(runs):
    """Of citations, as text."""
    return [f"{what}, {points[0][0]:,} to {points[-1][0]:,} citations: {slope(points):.2f} of citations, "
            f"{slope(points) / 2:.2f} of pairs" for what, points in fits(runs)]


def figure(result):
    def squared(points):
        return [(n * n, cpu) for n, cpu in points]
    series = []
    for kind, runs in result.items():
        whole = max((points for _, points in fits(runs)), key=lambda points: points[-1][0], default=None)
        fit = fitted(whole) if whole else []
        series.append(Series(kind, squared(proven(runs)), squared(means(runs)), squared(fit)))
    return loglog("er-growth", "Time of CPI-ILP against citation pairs", "pairs of citations (n²)",
                  "CPU seconds; points: runs, line: means, dashed: fit", series)


def size_cells(runs):
    """Of all bibliographies of one size."""
    n, good = runs[0]["citations"], [r for r in runs if r["status"] == "optimal"]
    return [f"{n:,}", f"{n * n:,}", spread([r["cpu"] for r in good], 3), f"{len(good)} of {len(runs)}",
            spread([r["iterations"] for r in good], 1), spread([r["groundings"] for r in good], 0),
            spread([r["f1"] for r in good], 3)]


def rows(result):
    for kind, runs in result.items():
        yield from (f"**{kind[0].upper()}{kind[1:]}**", "")
        yield from table_lines(["citations", "pairs", "CPU s", "proven", "iterations", "groundings", "F1"],
                               map(size_cells, [[r for r in runs if r["citations"] == n] for n in
                                                dict.fromkeys(r["citations"] for r in runs)]))
        yield ""
        yield from (f"- growth exponent, {text}" for text in exponents(runs))
        for r in runs:
            if r["status"] != "optimal":
                yield (f"- not proven, left out of means, fit and figure: {r['citations']:,} citations, seed "
                       f"{r['seed']}: {r['status']}, gap {r.get('gap')}, {r['cpu']:.0f} s")
        yield ""
