#!/usr/bin/env python3
"""How fast `kerf map` is: whole processes, from files to an answer.

Usage: map.py [folds] [full] [worlds] [--rounds=N]      default: all of them, three rounds

    folds    the Cora citations fold by fold, and all as one world, with --solver=auto; costs are
             compared with the optima that other solvers found
    full     cutting planes against full grounding, on the first citations of a fold
    worlds   many tiny worlds, as in semantic role labelling: CPU per world of one long run

The program is $KERF (default: build/kerf), the files come from the program cora_files beside it.
Times are CPU seconds of the process, user and system, the least of the rounds; memory is its peak.
"""
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
KERF = pathlib.Path(os.environ.get("KERF", ROOT / "build" / "kerf")).resolve()
HIDDEN = "--query=SameBib,SameAuthor,SameTitle,SameVenue"
OPTIMA = {"fold1": 69705.089, "fold2": 92109.610, "fold3": 111197.004, "fold4": 101687.213,
          "fold5": 83657.082}
LIMIT = 300  # seconds on the wall for one run


class Run:
    """One run of kerf map."""

    def __init__(self, folder, arguments, limit=LIMIT):
        stats = folder / "stats.json"
        stats.unlink(missing_ok=True)
        with open(folder / "stderr", "wb") as err:
            process = subprocess.Popen(
                [KERF, "map", "--quiet", *arguments, f"--stats={stats}", "-o", folder / "answer"],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=err)
            end, done = time.monotonic() + limit, 0
            while done == 0:
                done, status, usage = os.wait4(process.pid, os.WNOHANG)
                if done == 0 and time.monotonic() > end:
                    process.kill()
                    end = math.inf
                if done == 0:
                    time.sleep(0.001)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.code, self.late = process.returncode, end == math.inf
        self.cpu = usage.ru_utime + usage.ru_stime
        self.peak = usage.ru_maxrss * 1024
        self.stats = json.loads(stats.read_text()) if stats.exists() else None
        self.error = (folder / "stderr").read_text(errors="replace").strip()

    def status(self):
        if self.late:
            return f"over {LIMIT} s"
        return self.stats["status"] if self.stats else f"exit {self.code}"


def best_of(rounds, folder, arguments):
    """The least CPU time; one round only where a run takes long."""
    runs = [Run(folder, arguments)]
    while len(runs) < rounds and runs[0].cpu < 10 and not runs[0].late and runs[0].stats:
        runs.append(Run(folder, arguments))
    if runs[0].error and not runs[0].late:
        print(f"    {runs[0].error.splitlines()[0]}")
    return min(runs, key=lambda r: r.cpu)


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
                run = best_of(rounds, folder, [folder / "model.mln", folder / f"first{n}.db", HIDDEN,
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
    few, many = 200, 2000
    (folder / "roles.mln").write_text(ROLES)
    cpu = {}
    for n in (few, many):
        write_worlds(folder / f"roles{n}.db", n, 1)
        run = best_of(rounds, folder, [folder / "roles.mln", folder / f"roles{n}.db"])
        cpu[n] = run.cpu
        size = (folder / f"roles{n}.db").stat().st_size
        print(f"  {n} worlds of {CANDIDATES * LABELS} hidden atoms, {size / 1e6:.1f} MB of evidence: "
              f"{run.cpu:.3f} s CPU, {run.peak / 1e6:.0f} MB, exit code {run.code}")
        worlds = (run.stats or {}).get("worlds") or []
        if worlds:
            optimal = sum(w["status"] == "optimal" for w in worlds)
            iterations = sum(w["iterations"] for w in worlds) / len(worlds)
            print(f"    {optimal} optimal, {iterations:.2f} iterations a world")
    print(f"  a warm world: {1e6 * (cpu[many] - cpu[few]) / (many - few):.0f} us CPU, evidence read "
          "and answer written\n")
    return True


MEASUREMENTS = {"folds": measure_folds, "full": measure_full, "worlds": measure_worlds}


def main():
    names, rounds = [], 3
    for argument in sys.argv[1:]:
        if argument.startswith("--rounds="):
            rounds = int(argument.partition("=")[2])
        elif argument in MEASUREMENTS:
            names.append(argument)
        else:
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


main()
