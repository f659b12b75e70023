#!/usr/bin/env python3
"""Instructions without each mechanism of the solvers: writes ABLATION.md and ablation.json.

Usage: ablation.py [PROBLEM...] [--switch=NAME]... [--native] [--resume] [--update]

Problems are generated here, with fixed seeds. Each is solved once as it is and once without each
mechanism, by $KERF_ABLATION (default: build/bench/ablation, which `make ablation` builds) with one
thread. A run is made twice: natively, with statistics; then under cachegrind, which counts
instructions. A run that takes more than LIMIT times the CPU time of the problem as it is is ended
and not counted. Where two runs are proven optimal their costs and bounds must be equal, else the
script fails.

Naming problems or switches only prints; --native does not count instructions either. With --update
what is named is measured and takes its place among what ablation.json has. --resume goes on after
the problems that it has.
"""
import argparse
import json
import math
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from map import ROLES, write_worlds
from runs import used

ROOT = pathlib.Path(__file__).resolve().parent.parent
BENCH, ER = ROOT / "bench", ROOT / "experiments" / "er"
PROGRAM = pathlib.Path(os.environ.get("KERF_ABLATION",
                                      ROOT / "build" / "bench" / "ablation")).resolve()
KEPT = BENCH / "ablation.json"
LIMIT, LEAST = 5, 0.05  # times the CPU time as it is, and seconds on top, for a run
STALLS = 30000  # units of work of a linear program, instead of 40 million
PIVOTS = 10000  # of branch and cut before the MIP solver is asked, instead of a million
UNSTEADY = {"seconds", "peak_rss_bytes", "grounding"}
PAYS = 1.03  # a ratio above counts as a gain
NEAR = 1e-6  # costs that differ by less, relative to the cost, are the same

# ---- Problems

PROBLEMS = {}


def problem(name, what, lp_work=None, pivots=None):
    """Registers a function that writes files to a folder and returns the arguments of `kerf
    map`."""
    def register(function):
        PROBLEMS[name] = (what, {"KERF_LP_WORK": str(lp_work or 0), "KERF_PIVOTS": str(pivots or 0)},
                          function)
        return function
    return register


def script(path, folder, *arguments):
    subprocess.run([sys.executable, path, *map(str, arguments)], check=True, cwd=folder,
                   stdout=subprocess.DEVNULL)


def generated(name, what, path, stem, *arguments, lp_work=None, pivots=None, options=()):
    @problem(name, what, lp_work, pivots)
    def write(folder):
        script(BENCH / path, folder, *arguments)
        return [*options, folder / f"{stem}.mln", folder / f"{stem}.db"]


def citations(name, what, n, noise=None, lp_work=None, seed=1):
    @problem(name, what, lp_work)
    def write(folder):
        script(ER / "generate.py", folder, n, folder)
        if noise is None:
            return [ER / "model.mln", folder / f"bib{n}.db"]
        shutil.copy(ER / "model.mln", folder / "model.mln")
        shutil.copy(folder / f"bib{n}.db", folder / f"fold{n}.db")
        script(BENCH / "noise.py", folder, folder, n, noise, seed)
        return [folder / "noise.mln", folder / f"noise{n}_{noise:g}.db"]


def clusters(name, what, n, seed, noise, *options, lp_work=None):
    @problem(name, what, lp_work)
    def write(folder):
        script(BENCH / "clusters.py", folder, n, seed, noise)
        return [*options, folder / "clusters.mln", folder / f"clusters{n}_{seed}_{noise:g}.db"]


@problem("roles", "20 worlds of semantic roles")
def write_roles(folder):
    (folder / "roles.mln").write_text(ROLES)
    write_worlds(folder / "roles.db", 20, 1)
    return [folder / "roles.mln", folder / "roles.db"]


COUPLED = """\
*Sim(rec, rec, float)
*Old(rec, float)
*Near(rec, rec)
Same(rec, rec)
Good(rec)
w: Sim(a, b, w) ^ Same(a, b)
Same(a, b) ^ Same(b, c) => Same(a, c).
Same(a, b) => Same(b, a).
-0.5 Same(a, b)
w: Old(a, w) ^ Good(a)
0.4 Near(a, b) ^ Same(a, b) ^ Good(a) => Good(b)
"""


@problem("coupled", "60 records, scores of some pairs, a hidden mark that spreads within clusters")
def write_coupled(folder):
    some = random.Random(1)
    lines = [f"Old(R{i}, {some.gauss(0, 1):.2f})" for i in range(60)]
    for i in range(60):
        for j in some.sample(range(60), 3):
            if i != j:
                score = some.gauss(3 if i // 5 == j // 5 else -1, 1)
                lines.append(f"Sim(R{i}, R{j}, {score:.2f})\nNear(R{i}, R{j})")
        if i % 5:
            lines.append(f"Sim(R{i - 1}, R{i}, {some.gauss(3, 1):.2f})\nNear(R{i - 1}, R{i})")
    (folder / "coupled.mln").write_text(COUPLED)
    (folder / "coupled.db").write_text("\n".join(dict.fromkeys(lines)) + "\n")
    return [folder / "coupled.mln", folder / "coupled.db"]


generated("papers", "250 papers, ten soft categories", "papers.py", "papers", 250, 1)
generated("papers, hard", "250 papers, one category", "papers.py", "papers", 250, 1, "--hard")
generated("linkage", "300 records, scores of some pairs", "records.py", "linkage", "linkage", 300,
          1)
generated("editing", "cluster editing, 28 nodes", "records.py", "editing", "editing", 28, 3)
generated("editing, random", "cluster editing, 30 nodes, every second pair an edge", "records.py",
          "random", "random", 30, 1)
# As a ground problem: as a clustering none of what is measured here is called.
clusters("clusters", "25 things, scores of all pairs, `Same` symmetric and transitive", 25, 1, 1.5,
         "--no-clustering")
clusters("clusters, stalled", "the same, the linear program stalls early", 25, 1, 1.5,
         "--no-clustering", lp_work=STALLS)
generated("links", "50 x 50 links, soft pairs", "links.py", "links", 50, 1)
generated("grid", "16 x 16 nodes, three labels", "networks.py", "grid", "grid", 16, 1)
generated("grid, two labels", "16 x 16 nodes, two labels, edges that weigh more", "networks.py", "grid",
          "grid", 16, 1, "--labels=2", "--edges=3")
generated("diagnosis", "120 diseases, 360 findings", "networks.py", "diagnosis", "diagnosis", 120,
          1)
generated("noisy-or", "150 diseases, 150 findings, gates in chains", "networks.py", "noisyor",
          "noisyor", 150, 1)
generated("blocks", "6 blocks of 24 nodes in a tree, two edges between them", "networks.py", "blocks",
          "blocks", 6, 1, "--edges=2")
generated("shifts", "5 nurses, counts with two sides", "shifts.py", "shifts", 5, 1)
citations("citations", "250 generated citations", 250)
citations("noise", "80 citations with noise of deviation 8 on their pairs", 80, 8)
citations("noise, stalled", "the same, the linear program stalls early", 80, 8, lp_work=STALLS)
generated("links, varied", "20 x 20 links, soft pairs of varied weight", "links.py", "links", 20, 1,
          "--vary=10")
generated("seating", "22 guests, tables with hard capacities", "seating.py", "seating", 22, 1)
generated("cover", "a vertex cover of 160 nodes, costs that are whole numbers", "covers.py", "covers",
          160, 2, 6)
citations("citations, branching", "150 generated citations, of which a component is branched on",
          150)


@problem("copies", "100 generated citations, three records each that evidence does not tell apart")
def write_copies(folder):
    script(ER / "generate.py", folder, 100, folder)
    lines = (folder / "bib100.db").read_text().splitlines()
    copies = [re.sub(r"\bB(\d+)\b", rf"B\1{c}", line) for line in lines for c in "abc"]
    (folder / "copies.db").write_text("\n".join(dict.fromkeys(copies)) + "\n")
    return [ER / "model.mln", folder / "copies.db"]


clusters("clusters, noisy", "50 things, more noise, solved as a clustering", 50, 4, 2)
citations("noise, fixed", "as 19 with another seed: reduced costs fix most atoms", 80, 8,
          lp_work=STALLS, seed=2)


@problem("grid, walk", "16 x 16 nodes, three labels, by local search alone")
def write_grid_walk(folder):
    script(BENCH / "networks.py", folder, "grid", 16, 1)
    return ["--solver=walk", "--flips=10000", folder / "grid.mln", folder / "grid.db"]


DENSE = """\
*Like(rec, rec)
*Unlike(rec, rec)
*Old(rec)
Same(rec, rec)
Good(rec)
1 Like(a, b) => Same(a, b)
1 Unlike(a, b) => !Same(a, b)
Same(a, b) ^ Same(b, c) => Same(a, c).
Same(a, b) => Same(b, a).
Same(a, a).
0.3 Same(a, b) ^ Good(a) => Good(b)
0.2 Old(a) => Good(a)
-0.1 Good(a)
"""


def dense(name, what, n):
    @problem(name, what)
    def write(folder):
        some = random.Random(5)
        cluster = [some.randrange(12) for _ in range(n)]
        lines = [f"Old(R{i})" for i in range(n) if some.random() < 0.5]
        for i in range(n):
            for j in range(i):
                like = (cluster[i] == cluster[j]) != (some.random() < 0.33)
                lines.append(f"{'Like' if like else 'Unlike'}(R{i}, R{j})")
        (folder / "dense.mln").write_text(DENSE)
        (folder / "dense.db").write_text("\n".join(lines) + "\n")
        return ["--max-iterations=2", folder / "dense.mln", folder / "dense.db"]


dense("dense", "100 records, all pairs with a third of noise, a mark that spreads; two iterations", 100)
dense("dense, larger", "the same with 180 records", 180)


SIGNS = ["In(x) v In(y) v In(z)", "!In(x) v In(y) v In(z)", "!In(x) v !In(y) v In(z)",
         "!In(x) v !In(y) v !In(z)"]


@problem("clauses", "350 hard clauses over 90 atoms with costs, by linear programs")
def write_clauses(folder):
    draw = random.Random(2)
    kept = [draw.random() < 0.5 for _ in range(90)]
    lines = [f"Cost(X{i}, {draw.choice((-1, 1)) * draw.uniform(0.5, 1.5):.2f})" for i in range(90)]
    while len(lines) < 90 + 350:
        atoms, negated = draw.sample(range(90), 3), draw.choice((0, 1, 1, 1, 2, 2, 2, 3))
        if any(kept[a] != (i < negated) for i, a in enumerate(atoms)):  # so that one assignment keeps all
            lines.append(f"C{negated}({', '.join(f'X{a}' for a in atoms)})")
    (folder / "clauses.mln").write_text(
        "*Cost(v, float)\nIn(v)\n" + "".join(f"*C{i}(v, v, v)\n" for i in range(4))
        + "w: Cost(x, w) ^ In(x)\n"
        + "".join(f"C{i}(x, y, z) => {clause}.\n" for i, clause in enumerate(SIGNS)))
    (folder / "clauses.db").write_text("\n".join(lines) + "\n")
    return ["--solver=ilp", folder / "clauses.mln", folder / "clauses.db"]


generated("facilities", "70 customers, 20 facilities with 5 places, by linear programs; the MIP solver early",
          "facilities.py", "facilities", 70, 20, 5, 1, options=["--solver=ilp"], pivots=PIVOTS)


# Where elimination does not fit, as in larger ones. Here it does, and takes next to nothing.
generated("blocks, tables", "15 without elimination", "networks.py", "blocks", "blocks", 6, 1, "--edges=2",
          options=["--no-eliminate"])
generated("dense network", "45 nodes with two labels, 360 edges", "networks.py", "blocks", "blocks", 1, 1,
          "--block=45,360")
citations("noise, stalled, more", "as 19 with noise of deviation 12", 80, 12, lp_work=STALLS)
citations("noise, stalled, most", "as 19 with noise of deviation 15", 80, 15, lp_work=STALLS, seed=3)
citations("noise, stalled, other", "as 35 with another seed", 80, 15, lp_work=STALLS, seed=2)
generated("facilities, roomy", "60 customers, 20 facilities with 9 places", "facilities.py", "facilities", 60,
          20, 9, 1)
# Elimination does not fit.
generated("blocks, dense", "2 blocks of 38 nodes, 300 edges in each, two edges between them", "networks.py",
          "blocks", "blocks", 2, 1, "--edges=2", "--block=38,300")
generated("colours", "35 nodes with three colours, which nothing tells apart",
          "tables.py", "colours", "colours", 35, 1)


@problem("order", "seven tasks, each before one other at most: two cost more than they gain; no cycles")
def write_order(folder):
    (folder / "order.mln").write_text(
        "*Task(task)\nBefore(task, task)\nacyclic Before.\n"
        "2.4 !Before(x, y) v !Before(x, z) v y = z\n0.5 Before(x, y)\n")
    (folder / "order.db").write_text(" ".join(f"Task(T{i})" for i in range(7)) + "\n")
    return [folder / "order.mln", folder / "order.db"]


# ---- Switches

OPTIONS = {
    "ascent": "--no-ascent", "branch": "--no-branch", "cliques": "--no-cliques",
    "clustering": "--no-clustering", "eliminate": "--no-eliminate",
    "fixing": "--no-fixing",
    "fractional": "--no-fractional", "lift": "--no-lift", "simplify": "--no-simplify",
    "parts": "--no-parts", "tables": "--no-tables",
    "transitive": "--no-transitive", "twins": "--no-twins", "warm": "--no-warm", "cuts": "--ground=cuts",
    "full": "--ground=full",
}


def hidden_switches():
    """Mechanisms without an option: the names in ablation.c, in its order."""
    text = (BENCH / "ablation.c").read_text()
    return list(dict.fromkeys(re.findall(r'(?:OFF(?:_VOID)?|is_off)\("([a-z-]+)"', text)))


# ---- Runs

def environment(off, reached, early):
    extra = {"KERF_OFF": off or "", **early}
    if reached:
        extra["KERF_REACHED"] = str(reached)
    return {**os.environ, **extra}


class Solved:
    """One native run: CPU time, statistics (None: it was ended), the mechanisms that were
    called."""

    def __init__(self, folder, arguments, off, early, limit=None):
        stats, called = folder / "stats.json", folder / "called"
        stats.unlink(missing_ok=True)
        process = subprocess.Popen(
            [PROGRAM, "map", "--quiet", "--threads=1", *arguments, f"--stats={stats}", "-o",
             folder / "answer"],
            env=environment(off, called, early), stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True)
        done, most = 0, limit or math.inf
        while done == 0:
            done, status, usage = os.wait4(process.pid, os.WNOHANG)
            if done == 0 and used(process.pid) > most:
                os.killpg(process.pid, signal.SIGKILL)  # with the MIP solver, a process of its own
                most = math.inf
            if done == 0:
                time.sleep(0.005)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.cpu = usage.ru_utime + usage.ru_stime
        ended = process.returncode >= 0 and stats.exists()
        self.stats = json.loads(stats.read_text()) if ended else None
        self.called = called.read_text().split() if called.exists() else []

    def outcome(self):
        if not self.stats:
            return None
        s = self.stats
        return {"status": s["status"], "cost": s["cost"], "bound": s["cost_bound"]}


    def steps(self):
        """What the statistics say but for time and memory."""
        def strip(value):
            if isinstance(value, list):
                return [strip(v) for v in value]
            if isinstance(value, dict):
                return {k: strip(v) for k, v in value.items() if k not in UNSTEADY}
            return value
        return strip(self.stats)

    def methods(self):
        worlds = self.stats.get("worlds", [self.stats])
        return list(dict.fromkeys(m["method"] for w in worlds for m in w["methods"]))


def count(folder, arguments, off, early):
    """Instructions of the whole process; a MIP solver has one of its own, which ends before and is
    left out."""
    done = subprocess.run(
        ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
         PROGRAM,
         "map", "--quiet", "--threads=1", *arguments, "-o", folder / "answer"],
        check=False, env=environment(off, None, early), stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True)
    counts = [int(n.replace(",", "")) for n in re.findall(r"I +refs: +([\d,]+)", done.stderr)]
    return counts[-1] if counts else None


def disagrees(one, other):
    """Two proofs of different optima."""
    if not one or not other or {one["status"], other["status"]} != {"optimal"}:
        return False
    near = NEAR * max(1, abs(one["cost"]))
    return abs(one["cost"] - other["cost"]) > near or abs(one["bound"] - other["bound"]) > near


def measure(name, switches, native, known=False):
    """What a problem takes as it is, and by switch. known: the former is counted only where a
    switch changes something."""
    what, early, write = PROBLEMS[name]
    with tempfile.TemporaryDirectory(prefix="kerf-ablation-") as tmp:
        folder = pathlib.Path(tmp)
        arguments = write(folder)
        base = Solved(folder, arguments, None, early)
        instructions = None if native or known else count(folder, arguments, None, early)
        result = {"what": what, "cpu": round(base.cpu, 3), **base.outcome(),
                  "instructions": instructions,
                  "methods": base.methods(), "called": base.called, "without": {}}
        for switch in switches:
            option = OPTIONS.get(switch)
            if not option and switch not in base.called:
                continue
            given = [*arguments, option] if option else arguments
            off = None if option else switch
            run = Solved(folder, given, off, early, LEAST + LIMIT * base.cpu)
            cell = {"cpu": round(run.cpu, 3), "outcome": run.outcome()}
            if run.stats and run.steps() == base.steps():
                cell["same"] = True
            elif run.stats:
                if known and not native and not instructions:
                    instructions = count(folder, arguments, None, early)
                cell["ratio"] = round(run.cpu / base.cpu if native
                                      else count(folder, given, off, early) / instructions, 4)
            cell["wrong"] = disagrees(base.outcome(), cell["outcome"])
            result["without"][switch] = cell
            print(f"  {name}: {switch}: {show(result, switch)}", flush=True)
    return result


# ---- The table

def show(result, switch):
    cell = result["without"].get(switch)
    if cell is None:
        return ""
    if cell["outcome"] is None:
        return f"> {LIMIT}"
    if cell.get("same"):
        return "="
    mark = "" if cell["outcome"]["status"] == result["status"] else f" {cell['outcome']['status']}"
    dearer = excess(result, cell)
    if dearer > NEAR:
        mark += f" +{dearer:.2%}"
    return f"{cell['ratio']:.2f}{mark}{' WRONG' if cell['wrong'] else ''}"


def excess(result, cell):
    """By how much the incumbent is worse, relative to its cost."""
    return (cell["outcome"]["cost"] - result["cost"]) / max(1, abs(result["cost"]))


def pays(result, switch):
    """Does the problem take more without the mechanism, stay open, or have a worse incumbent?"""
    cell = result["without"].get(switch)
    if cell is None or cell.get("same"):
        return False
    if cell["outcome"] is None or cell["outcome"]["status"] != result["status"]:
        return True
    return cell["ratio"] > PAYS or excess(result, cell) > NEAR


def gains(results, switch):
    return [name for name, r in results.items() if pays(r, switch)]


HEAD = """\
# What each mechanism buys

`make ablation` writes this page and `ablation.json`. A cell is the number of instructions with the option, or without
the mechanism, divided by the number of kerf as it is: one thread, the whole process of `kerf map`, but not that of a
MIP solver. Above 1 the mechanism pays. `> {limit}`: the run was ended after {limit} times the CPU time. A word after the number is the status
where that is not the same; `+x%`: the incumbent costs so much more. `=`: the statistics are the same but for times, so that nothing was counted. An empty
cell: the mechanism is not called, or was not measured. Where both runs prove an optimum, costs and bounds are equal; the script fails if
not. [doc/solvers.md](../doc/solvers.md) says what the mechanisms do.

## Problems

All are generated with fixed seeds by the scripts of this folder and by [experiments/er](../experiments/er/README.md).
"stalls early": the linear program counts as stalled after {work:,} units of work instead of 40 million, so that a
small problem shows what a large one does; likewise in "facilities" the MIP solver is asked after {pivots:,} pivots instead
of a million.

| | problem | million instructions | cost | solved by |
|---|---|---|---|---|
"""


def table(results, switches):
    lines = [HEAD.format(limit=LIMIT, work=STALLS, pivots=PIVOTS).rstrip("\n")]
    results = {name: results[name] for name in PROBLEMS if name in results}
    for i, (name, r) in enumerate(results.items(), 1):
        lines.append(f"| {i} | {name}: {r['what']} | {r['instructions'] / 1e6:,.0f} | "
                     f"{r['cost']:.6g} | "
                     f"{', '.join(r['methods'])} |")
    for title, first, names in (
            ("Options", "with", [s for s in switches if s in OPTIONS]),
            ("Mechanisms without an option", "without", [s for s in switches if s not in OPTIONS])):
        lines += ["", f"## {title}", "",
                  f"| {first} | " + " | ".join(str(i + 1) for i in range(len(results)))
                  + " | pays on |", "|---" * (len(results) + 2) + "|"]
        for s in names:
            lines.append(f"| `{OPTIONS.get(s, s)}` | "
                         + " | ".join(show(r, s) for r in results.values())
                         + f" | {len(gains(results, s))} |")
    nowhere = [f"`{OPTIONS.get(s, s)}`" for s in switches if not gains(results, s)]
    lines += ["",
              f"*pays on*: problems that take {PAYS - 1:.0%} more instructions, have a worse incumbent, "
              f"are not proven, or are ended.",
              "On none: " + (", ".join(nowhere) or "no mechanism") + "."]
    missing = [f"{name} ({what})" for name, (what, _, _) in PROBLEMS.items() if name not in results]
    if missing:
        lines.append("Not measured yet (`ablation.py --resume`): " + "; ".join(missing) + ".")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("problems", nargs="*", metavar="PROBLEM")
    parser.add_argument("--switch", action="append", metavar="NAME")
    parser.add_argument("--native", action="store_true")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--update", action="store_true")
    o = parser.parse_args()
    every = [*OPTIONS, *hidden_switches()]
    unknown = [n for n in o.problems if n not in PROBLEMS]
    unknown += [s for s in o.switch or [] if s not in every]
    if unknown:
        sys.exit(f"ablation.py: unknown: {', '.join(unknown)}")
    if not o.native and not shutil.which("valgrind"):
        sys.exit("ablation.py: valgrind is not installed")
    results, whole = {}, not (o.problems or o.switch or o.native)
    kept = whole or (o.update and not o.native)
    if kept and (o.resume or o.update):
        results = json.loads(KEPT.read_text())
    for name in [n for n in o.problems or PROBLEMS if o.update or n not in results]:
        known = bool(o.update and o.switch and name in results)
        new = measure(name, o.switch or every, o.native, known)
        if known:
            results[name]["without"].update(new["without"])
        else:
            results[name] = new
        if kept:
            KEPT.write_text(json.dumps(results, indent=1) + "\n")
    if kept:
        (BENCH / "ABLATION.md").write_text(table(results, every))
    if any(c["wrong"] for r in results.values() for c in r["without"].values()):
        sys.exit("ablation.py: a switch changes the optimum")


if __name__ == "__main__":
    main()
