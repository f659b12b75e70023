#!/usr/bin/env python3
"""How `kerf map` grows with the size of a bibliography.

Usage: scale.py [CITATIONS ...] [--rounds=N] [--limit=SECONDS]
       default: 50 to 500 in steps of 50, 1000, 2000, 5000, 10000, 20000; one round, 1200 s each

Bibliographies come from experiments/er/generate.py (seed 1), the model is the one beside it. The
growth exponent is the slope of a least-squares line through (log n, log CPU seconds), over all
sizes and over those from 1,000 up: 1 is linear. Runs that are not proven optimal are left out, and
said.
"""
import math
import pathlib
import subprocess
import sys
import tempfile

from runs import KERF, ROOT, best_of

SIZES = [*range(50, 501, 50), 1000, 2000, 5000, 10000, 20000]
FOLDER = ROOT / "experiments" / "er"
COLUMNS = [("citations", 9), ("CPU s", 8), ("status", 10), ("MB", 6), ("atoms", 11),
           ("groundings", 11),
           ("B/grounding", 11), ("largest", 8), ("load", 6), ("separate", 8), ("solve", 7),
           ("F1", 7)]


def row(cells):
    print("  ".join(f"{c:>{w}}" for c, (_, w) in zip(cells, COLUMNS)), flush=True)


def f1(folder, n):
    """Of SameBib, as kerf eval prints it."""
    done = subprocess.run([KERF, "eval", "--quiet", "--symmetric=SameBib", "--query=SameBib",
                           f"--truth={folder / f'truth{n}.db'}", folder / "answer"],
                          stdout=subprocess.PIPE, text=True, check=True)
    lines = [line.split() for line in done.stdout.splitlines()]
    return next(line[3] for line in lines if line and line[0] == "SameBib")


def measure(folder, n, rounds, limit):
    subprocess.run([sys.executable, FOLDER / "generate.py", str(n), folder], check=True)
    run = best_of(rounds, folder, [FOLDER / "model.mln", folder / f"bib{n}.db"], limit)
    s = run.stats
    if not s or not (folder / "answer").exists():
        row([n, f"{run.cpu:.3f}", run.status()])
        return None
    seconds = s["seconds"]
    row([f"{n:,}", f"{run.cpu:.3f}", run.status(), f"{run.peak / 1e6:.0f}", f"{s['atoms']:,}",
         f"{s['groundings']:,}", f"{run.peak / max(1, s['groundings']):.0f}",
         f"{s['largest_component']:,}", f"{seconds['load']:.2f}", f"{seconds['separate']:.2f}",
         f"{seconds['solve']:.2f}", f1(folder, n)])
    for name in f"bib{n}.db", f"truth{n}.db", "answer":
        (folder / name).unlink()
    return run.cpu if s["status"] == "optimal" else None


def slope(points):
    x, y = [math.log(n) for n, _ in points], [math.log(max(cpu, 1e-3)) for _, cpu in points]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    return (sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y))
            / sum((a - mean_x) ** 2 for a in x))


def main():
    sizes, rounds, limit = [], 1, 1200
    for argument in sys.argv[1:]:
        name, _, value = argument.partition("=")
        if name == "--rounds" and value.isdigit():
            rounds = int(value)
        elif name == "--limit" and value.isdigit():
            limit = int(value)
        elif argument.isdigit():
            sizes.append(int(argument))
        else:
            sys.exit(__doc__)
    sizes = sizes or SIZES
    row([name for name, _ in COLUMNS])
    points = []
    with tempfile.TemporaryDirectory(prefix="kerf-bench-") as tmp:
        for n in sizes:
            cpu = measure(pathlib.Path(tmp), n, rounds, limit)
            if cpu is not None:
                points.append((n, cpu))
    print("load, separate, solve: seconds on the wall; largest: atoms of the largest component")
    for least in (0, 1000):
        chosen = [p for p in points if p[0] >= least]
        if len(chosen) > 1:
            print(f"growth exponent, {chosen[0][0]:,} to {chosen[-1][0]:,} citations: "
                  f"{slope(chosen):.2f}")
    if len(points) < len(sizes):
        print(f"{len(sizes) - len(points)} not proven optimal and left out of the fit")


if __name__ == "__main__":
    main()
