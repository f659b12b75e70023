#!/usr/bin/env python3
"""How fast `kerf map` is: whole processes, from files to an answer.

Usage: map.py [folds] [full] [worlds] [counts] [--rounds=N] [--accept]
       default: all of them, three rounds

    folds    the Cora citations fold by fold, and all as one world, with --solver=auto; costs are
             compared with the optima that other solvers found
    full     cutting planes against full grounding, on the first citations of a fold
    worlds   many tiny worlds, as in semantic role labelling: CPU per world of one long run
    counts   instructions of two runs under callgrind, beside those in counts.json; --accept
             writes them there

The program is $KERF (default: build/kerf), the files come from the program cora_files beside it.
Times are CPU seconds of the process, user and system, the least of the rounds; memory is its peak.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from runs import KERF, ROOT, Run, best_of

HIDDEN = "--query=SameBib,SameAuthor,SameTitle,SameVenue"
OPTIMA = {"fold1": 69705.089, "fold2": 92109.610, "fold3": 111197.004, "fold4": 101687.213,
          "fold5": 83657.082}


def row(*cells):
    widths = [12, 10, 12, 16, 11, 12, 9]
    print("  " + " ".join(f"{c:>{w}}" for c, w in zip(cells, widths)) + "  " + " ".join(cells[7:]))


def describe(name, run, note=""):
    s = run.stats
    if not s:
        row(name, f"{run.cpu:.3f}", run.status(), "", "", "", f"{run.peak / 1e6:.0f}", note)
        return
    row(name, f"{run.cpu:.3f}", run.status(), f"{s['cost']:.3f}", f"{s['iterations']}",
        f"{s['groundings']:,}", f"{run.peak / 1e6:.0f}", note)


def heading(first):
    row(first, "CPU s", "status", "cost", "iterations", "groundings", "peak MB", "")


# ---- Folds

def measure_folds(folder, kind, rounds):
    print(f"{kind} citations, kerf map --solver=auto, the whole process\n")
    heading("evidence")
    wrong = False
    for name in [*OPTIMA, "union"]:
        run = best_of(rounds, folder, [folder / "model.mln", folder / f"{name}.db", HIDDEN])
        note = ""
        if kind == "cora" and name in OPTIMA and run.stats:
            good = abs(run.stats["cost"] - OPTIMA[name]) <= 0.01
            note = "cost as expected" if good else f"EXPECTED {OPTIMA[name]:.3f}"
            wrong |= not good
        describe(name, run, note)
    print()
    return not wrong


# ---- Full grounding

def measure_full(folder, kind, rounds):
    print(f"{kind} citations: cutting planes against full grounding, the whole process\n")
    heading("")
    for n in (25, 50, 100):
        for solver in ("ilp", "mws"):
            cpu = {}
            for ground in ("cuts", "full"):
                run = best_of(rounds, folder,
                              [folder / "model.mln", folder / f"first{n}.db", HIDDEN,
                                               f"--solver={solver}", f"--ground={ground}"])
                cpu[ground] = run.cpu
                ratio = ""
                if ground == "full":
                    ratio = f"{cpu['full'] / max(cpu['cuts'], 1e-4):.1f} x cuts"
                describe(f"{n} {solver} {ground}", run, ratio)
    print()
    return True


# ---- Tiny worlds

CANDIDATES, LABELS, CORE = 10, 5, 3
ROLES = """// Semantic roles: which label has which candidate?
*Score(candidate, label, double)
*Overlap(candidate, candidate)
*Core(label)
Role(candidate, label)
w: Score(c, l, w) => Role(c, l)
!Role(c, l) v !Role(c, m) v l = m.
Overlap(c, d) => !Role(c, l) v !Role(d, m).
Core(l) => !Role(c, l) v !Role(d, l) v c = d.
"""


class Random:
    """splitmix64: the same everywhere."""

    def __init__(self, seed):
        self.state = seed

    def unit(self):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & mask
        return ((z ^ z >> 31) >> 11) * 2.0 ** -53


def write_worlds(path, n, seed):
    """Each candidate has a favourite label; one pair of neighbours in three overlaps."""
    random = Random(seed)
    with open(path, "w") as f:
        for world in range(n):
            f.write(f">> W{world}\n")
            f.writelines(f"Core(L{k})\n" for k in range(CORE))
            for c in range(CANDIDATES):
                favourite = int(random.unit() * LABELS)
                for k in range(LABELS):
                    w = 4 * random.unit() - 3.5 + (2 if k == favourite else 0)
                    f.write(f"Score(C{c},L{k},{w:.4f})\n")
                if c > 0 and random.unit() < 1 / 3:
                    f.write(f"Overlap(C{c - 1},C{c})\n")


def measure_worlds(folder, _, rounds):
    """Timed without --stats, which writes a page for every world."""
    few, many = 200, 2000
    (folder / "roles.mln").write_text(ROLES)
    cpu = {}
    for n in (few, many):
        write_worlds(folder / f"roles{n}.db", n, 1)
        arguments = [folder / "roles.mln", folder / f"roles{n}.db"]
        run = min((Run(folder, arguments, want_stats=False) for _ in range(max(rounds, 1))),
                  key=lambda r: r.cpu)
        cpu[n] = run.cpu
        size = (folder / f"roles{n}.db").stat().st_size
        print(f"  {n} worlds of {CANDIDATES * LABELS} hidden atoms, {size / 1e6:.1f} MB of "
              f"evidence: "
              f"{run.cpu:.3f} s CPU, {run.peak / 1e6:.0f} MB, exit code {run.code}")
        worlds = Run(folder, arguments).stats["worlds"]
        optimal = sum(w["status"] == "optimal" for w in worlds)
        iterations = sum(w["iterations"] for w in worlds) / len(worlds)
        print(f"    {optimal} optimal, {iterations:.2f} iterations a world")
    print(f"  a warm world: {1e6 * (cpu[many] - cpu[few]) / (many - few):.0f} us CPU, evidence "
          f"read "
          "and answer written\n")
    return True


# ---- Instructions

COUNTS = ROOT / "bench" / "counts.json"
ACCEPT = "--accept"


def instructions(folder, arguments):
    """Of the whole process, one thread: the same in every run of one build."""
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder / 'callgrind.out'}", KERF,
         "map", "--quiet", "--threads=1", *arguments, "-o", folder / "answer"],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    return int(re.search(r"Collected : (\d+)", done.stderr)[1])


def count_all(folder, kind):
    write_worlds(folder / "few.db", 20, 1)
    write_worlds(folder / "many.db", 220, 1)
    (folder / "roles.mln").write_text(ROLES)
    few, many = (instructions(folder, [folder / "roles.mln", folder / f"{name}.db"])
                 for name in ("few", "many"))
    fold = instructions(folder, [folder / "model.mln", folder / "fold3.db", HIDDEN])
    return {"process with 20 worlds": few, "a tiny world": (many - few) // 200,
            f"{kind} fold3": fold}


def measure_counts(folder, kind, _):
    print("Instructions under callgrind, one thread\n")
    if not shutil.which("valgrind"):
        print("  skipped: valgrind is not installed\n")
        return True
    kept = json.loads(COUNTS.read_text()) if COUNTS.exists() else {}
    found = count_all(folder, kind)
    for name, n in found.items():
        ratio = "nothing to compare with"
        if name in kept:
            ratio = f"{n / kept[name]:.3f} of {kept[name]:,}"
        print(f"  {name:24} {n:>14,}  {ratio}")
    if ACCEPT in sys.argv:
        COUNTS.write_text(json.dumps({**kept, **found}, indent=2) + "\n")
    print()
    return True


MEASUREMENTS = {"folds": measure_folds, "full": measure_full, "worlds": measure_worlds,
                "counts": measure_counts}


def main():
    names, rounds = [], 3
    for argument in sys.argv[1:]:
        if argument.startswith("--rounds="):
            rounds = int(argument.partition("=")[2])
        elif argument in MEASUREMENTS:
            names.append(argument)
        elif argument != ACCEPT:
            sys.exit(__doc__)
    good = True
    with tempfile.TemporaryDirectory(prefix="kerf-bench-") as tmp:
        folder = pathlib.Path(tmp)
        kind = subprocess.run([KERF.parent / "bench" / "cora_files", folder], check=True,
                              stdout=subprocess.PIPE, text=True).stdout.strip()
        for name in names or MEASUREMENTS:
            good &= MEASUREMENTS[name](folder, kind, rounds)
    if not good:
        sys.exit("map.py: a cost is not as expected")


if __name__ == "__main__":
    main()
