#!/usr/bin/env python3
"""kerf beside what a user might pick instead, on generated problems: one row a problem.

Usage: frontier.py [ROW...] [--limit=SECONDS] [--seeds=N] [--large] [--list]

Every problem is solved as a whole process from its files, one thread, with a limit of SECONDS (20)
of CPU each, by kerf and, where they are installed and can read it, by toulbar2 and clasp, one after
the other: compare the times of one row, not rows of two runs. A row of several seeds (3) shows the
median and the slowest. `--large` has the million records, too. ROW is a name that `--list` shows.

toulbar2 gets networks of tables in their own format and everything else, as clasp does, as weighted
clauses (`kerf ground --to=wcnf`, whose time does not count). Where kerf and another prove an
optimum they must agree, else the script fails.
"""
import argparse
import math
import pathlib
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import tables
from runs import KERF, ROOT, Run, used

BENCH = ROOT / "bench"
SLACK = 1e-3  # toulbar2 prints three digits


class Answer:
    """What a solver says of one problem. A cost that is not in kerf's unit is 0: there is one."""

    def __init__(self, cpu, proven, cost=None, gap=None):
        self.cpu, self.proven, self.cost, self.gap = cpu, proven, cost, gap

    def word(self):
        if self.proven:
            return "proven"
        if self.gap is not None:
            return f"gap {100 * self.gap:.2g} %"
        return "no answer" if self.cost is None else "open"


def ask_kerf(problem, folder, limit):
    run = Run(folder, [*problem.files, *problem.options, "--threads=1"], math.inf, most=limit)
    s = run.stats
    if not s or s["cost"] is None:
        return Answer(run.cpu, False)
    gap = None if s["gap"] is None else s["gap"] / max(1, s["cost"])
    return Answer(run.cpu, s["status"] == "optimal", s["cost"], gap)


def timed(command, folder, limit):
    """Output and CPU time of a program that is interrupted after so many CPU seconds."""
    def restrict():
        resource.setrlimit(resource.RLIMIT_CPU, (limit + 1, limit + 5))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(folder / "output", "w+b") as out:
        process = subprocess.Popen(command, cwd=folder, preexec_fn=restrict, stdout=out,
                                   stderr=subprocess.DEVNULL)
        told = False
        while process.poll() is None:
            if not told and used(process.pid) > limit:
                process.send_signal(signal.SIGINT)
                told = True
            time.sleep(0.005)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    text = (folder / "output").read_text(errors="replace")
    return text, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def clauses(problem, folder):
    """The problem as weighted clauses."""
    path = folder / "problem.wcnf"
    subprocess.run([KERF, "ground", "--quiet", "--to=wcnf", *problem.files, "-o", path],
                   check=True, stdout=subprocess.DEVNULL)
    return path


def ask_toulbar2(problem, folder, limit):
    if problem.uai:
        out, cpu = timed(["toulbar2", problem.uai], folder, limit)
        found = re.search(r"^Optimum: \S+ energy: (\S+)", out, re.M)
        some = 0 if "New solution" in out else None
        return Answer(cpu, bool(found), float(found.group(1)) if found else some)
    if not problem.ground:
        return None
    path = clauses(problem, folder)
    out, cpu = timed(["toulbar2", path], folder, limit)
    return Answer(cpu, "Optimum: " in out, 0 if "New solution" in out else None)


def ask_clasp(problem, folder, limit):
    if not problem.ground:
        return None
    path = clauses(problem, folder)
    out, cpu = timed(["clasp", path, "--quiet=1"], folder, limit)
    return Answer(cpu, "OPTIMUM FOUND" in out, 0 if re.search(r"^o ", out, re.M) else None)


SOLVERS = {"kerf": ask_kerf, "toulbar2": ask_toulbar2, "clasp": ask_clasp}


# ---- Problems

class Problem:
    def __init__(self, *files, options=(), uai=None, ground=False):
        self.files, self.options, self.uai, self.ground = files, options, uai, ground


ROWS = {}


def row(name, what, large=False, limit=None):
    """Registers a function that writes a problem of a seed into a folder."""
    def register(function):
        ROWS[name] = (what, function, large, limit)
        return function
    return register


def network(kind, size):
    def write(folder, seed):
        tables.write(kind, size, seed, folder)
        return Problem(folder / f"{kind}.mln", folder / f"{kind}.db", uai=folder / f"{kind}.uai")
    return write


def script(name, stem, *arguments, ground=False):
    def write(folder, seed):
        words = [str(seed if a is SEED else a) for a in arguments]
        subprocess.run([sys.executable, BENCH / name, *words], check=True, cwd=folder,
                       stdout=subprocess.DEVNULL)
        return Problem(folder / f"{stem}.mln", folder / f"{stem}.db", ground=ground)
    return write


SEED = object()
for size in 20, 40, 60, 90:
    row(f"noisyor{size}", f"noisy-or, {size} diseases, {2 * size} findings")(network("noisyor", size))
for size in 15, 20, 25:
    row(f"spins{size}", f"spin glass, {size} x {size}")(network("spins", size))
for size in 10, 15:
    row(f"labels{size}", f"21 labels, {size} x {size} regions")(network("labels", size))
for size in 20, 30:
    row(f"rotamers{size}", f"rotamers, {size} residues")(network("rotamers", size))
for size in 60, 90:
    row(f"places{size}", f"ten parts with {size} places each")(network("places", size))
for size in 40, 60:
    row(f"colours{size}", f"colouring, {size} nodes, three colours")(network("colours", size))
for size in 40, 50:
    row(f"clauses{size}", f"clauses of three, {size} variables")(network("clauses", size))
for size in 40, 80, 160:
    row(f"editing{size}", f"cluster editing, {size} nodes")(
        script("records.py", "editing", "editing", size, SEED, ground=size <= 40))
for size in 40, 50:
    row(f"random{size}", f"cluster editing, a random graph of {size} nodes")(
        script("records.py", "random", "random", size, SEED))
for size in 60, 80:
    row(f"teams{size}", f"cluster editing, overlapping teams of {size} nodes")(
        script("records.py", "teams", "teams", size, SEED))
for size in 2000, 20000, 1000000:
    row(f"pairs{size}", f"scored pairs, {size:,} records", large=size > 20000,
        limit=240 if size > 20000 else None)(script("pairs.py", "pairs", size, SEED))
for size in 500, 2000:
    row(f"marks{size}", f"scored pairs coupled by marks, {size:,} records")(
        script("pairs.py", "pairs", size, SEED, "--marks"))
for size in 40, 80:
    row(f"seating{size}", f"seating, {size} guests")(script("seating.py", "seating", size, SEED))


# ---- The table

def cell(answers):
    """Median and slowest time, and how many are proven; "-" where a solver was not asked."""
    answers = [a for a in answers if a]
    if not answers:
        return "-"
    times = sorted(a.cpu for a in answers)
    proven = sum(a.proven for a in answers)
    text = f"{statistics.median(times):.2f}"
    if len(times) > 1:
        text += f" / {times[-1]:.2f}"
    if proven < len(answers):
        worst = next(a for a in reversed(answers) if not a.proven)
        text += f" ({proven} of {len(answers)} proven; {worst.word()})"
    return text


def disagreements(name, seed, answers):
    """Proven optima of one problem that differ. Only costs in the same unit can be compared."""
    costs = [a.cost for a in answers if a and a.proven and a.cost]
    for cost in costs[1:]:
        if abs(cost - costs[0]) > SLACK:
            print(f"{name}, seed {seed}: proven optima {costs[0]!r} and {cost!r}")
            return 1
    return 0


def measure(name, solvers, o):
    what, write, _, limit = ROWS[name]
    answers, wrong = {solver: [] for solver in solvers}, 0
    for seed in range(1, o.seeds + 1):
        with tempfile.TemporaryDirectory() as tmp:
            folder = pathlib.Path(tmp)
            problem = write(folder, seed)
            for solver in solvers:
                answers[solver].append(SOLVERS[solver](problem, folder, limit or o.limit))
        wrong += disagreements(name, seed, [answers[s][-1] for s in solvers])
    print(f"| {what} | " + " | ".join(cell(answers[s]) for s in solvers) + " |", flush=True)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", nargs="*", metavar="ROW")
    parser.add_argument("--limit", type=int, default=20, metavar="SECONDS")
    parser.add_argument("--seeds", type=int, default=3, metavar="N")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--list", action="store_true")
    o = parser.parse_args()
    unknown = [name for name in o.rows if name not in ROWS]
    if unknown:
        sys.exit(f"frontier.py: no row {unknown[0]}; --list shows them")
    if o.list:
        print("\n".join(f"{name:16} {what}" for name, (what, *_) in ROWS.items()))
        return 0
    solvers = [s for s in SOLVERS if s == "kerf" or shutil.which(s)]
    names = o.rows or [n for n, (_, _, large, _) in ROWS.items() if o.large or not large]
    print(f"CPU s, median / slowest of {o.seeds}, one thread, at most {o.limit} each\n")
    print("| problem | " + " | ".join(solvers) + " |")
    print("|---" * (1 + len(solvers)) + "|")
    return 1 if sum(measure(name, solvers, o) for name in names) else 0


if __name__ == "__main__":
    sys.exit(main())
