#!/usr/bin/env python3
"""The gate: kerf with a part that lies (lies.c) gives no answer, says why, and exits with 7.

Every lie is tried on every route to an answer. Without a lie the same program answers as ever. What evidence decides
the gate takes as grounding has it: that lie the program with assertions finds."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "lib"))
import kerftest  # noqa: E402

LYING = pathlib.Path(os.environ["LYING"]).resolve()
CHECKED = pathlib.Path(os.environ["CHECKED"]).resolve()
SOLVER = ("internal check failed: a solver's answer is not what it says it is; no answer is given. "
          "This is a fault of kerf: please report it")
COLLECT = "internal check failed: the answer is not the world that was found; none is given"
GATE = r"internal check failed: {} is \S+, and \S+ was about to be said; no answer is given"
# By lie, what is said of it, any of several.
LIES = {
    "world": [SOLVER],
    "empty": [SOLVER],
    "bound": [SOLVER],
    "cost": [GATE.format("the cost of the answer")],
    "violations": [GATE.format("the number of violated hard groundings")],
    "proof": [GATE.format("the cost of the answer, which the bound must not exceed,")],
    "stale": [GATE.format("the cost of the answer"),
              GATE.format("the number of violated hard groundings")],
    "collect": [COLLECT],
}

# Of a model that is a clustering.
CLUSTER_LIES = {
    **{lie: [SOLVER] for lie in ("together", "alone", "tangled", "beyond")},
    **{lie: LIES[lie] for lie in ("cost", "violations", "proof", "collect")},
}
# Of one whose local formulas have weight tables.
TABLE_LIES = {
    **LIES,
    **{lie: [GATE.format("the cost of the answer")] for lie in ("label", "weights")},
}
TABLES = """\
label = {L1, L2, L3, L4}
*Path(node, path)
*Verb(verb)
In(node, label!)
path: Path(n, +p) ^ In(n, +l)
both: Path(n, +p) ^ Verb(+v) ^ In(n, +l)
any: Path(n, +p) ^ In(n, l)
once: !In(n, L1) v !In(m, L1) v n = m.
"""
WEIGHTS = "".join(f"path\tP{p}\tL{l}\t{(p * 5 + l * 7) % 11 - 4}.5\n"
                  for p in range(3) for l in range(1, 5)) + \
    "".join(f"both\tP{p}\tV{v}\tL{l}\t{(p * 3 + v * 5 + l * 8) % 7 - 3}.25\n"
            for p in range(3) for v in range(2) for l in range(1, 5)) + \
    "".join(f"any\tP{p}\t{p - 1}\n" for p in range(3))
VERB = "".join(f"Path(N{i}, P{i * i % 3})\nPath(N{i}, P{i % 3})\n" for i in range(6)) + "Verb(V1)\n"

CLUSTERS = """\
rec = {1, ..., 30}
*Sim(rec, rec, double)
In(rec, rec)
w: Sim(x, y, w) ^ In(x, y)
In(x, y) ^ In(y, z) => In(x, z).
In(x, y) => In(y, x).
-0.5 In(x, y)
"""
SCORES = "".join(f"Sim({i}, {i + 1}, {(i * 7) % 5 - 1})\nSim({i}, {i + 2}, {i % 3})\n"
                 for i in range(1, 29))

MODEL = """\
node = {A, B, C, D, E, F, G}
*Edge(node, node)
In(node)
1 In(x)
0.5 In(A)
Edge(x, y) => !In(x) v !In(y).
|x : In(x)| >= 1.
"""
EDGES = "".join(f"Edge({a}, {b})\n" for a, b in
                ["AB", "BC", "CD", "DE", "EA", "EF", "FG", "GA", "BD"])
ROUTES = {
    "converged": [],
    "all ground": ["--ground=full"],
    "cuts": ["--ground=cuts"],
    "not simplified": ["--no-simplify"],
    "eliminated": ["--solver=eliminate"],
    "stopped by iterations": ["--max-iterations=2"],
    "stopped at a gap": ["--gap=0.9"],
    "threads": ["--threads=2"],
    "with statistics": ["--stats=stats.json"],
    "in SQLite": ["--store=sqlite:store.sqlite"],
}


def run(folder, lie, options, evidence, program=LYING):
    environment = {**os.environ, "KERF_LIE": lie}
    for name in "answer.db", "store.sqlite":
        (folder / name).unlink(missing_ok=True)
    return subprocess.run([program, "map", "--quiet", "--query=In", *options, "-o", "answer.db",
                           "m.mln", evidence], cwd=folder, env=environment, capture_output=True,
                          text=True, timeout=float(os.environ.get("KERF_TIMEOUT", 300)))


def problem_with(done, lie, answer):
    """What is wrong with this run, or None."""
    if lie == "none":
        return None if done.returncode == 0 and answer.exists() else "no answer without a lie"
    if done.returncode != 7:
        return f"exit code {done.returncode}, not 7"
    if answer.exists():
        return "an answer was written"
    if not any(re.search(text, done.stderr) for text in {**TABLE_LIES, **CLUSTER_LIES}[lie]):
        return f"not what is to be said: {done.stderr.strip()!r}"
    if lie in ("cost", "proof") and \
            "this is a fault of kerf: please report it with the model and the options" not in done.stderr:
        return "no hint"
    return None


def problem_with_decided(folder, lie, options):
    """With assertions: what evidence is said to decide is counted again."""
    done = run(folder, lie, options, "e.db", CHECKED)
    if lie == "none":
        return None if done.returncode == 0 else f"exit code {done.returncode} without a lie"
    return None if "kf_answer_check: Assertion" in done.stderr else "nothing was asserted"


def main():
    passed = failed = 0
    has_sqlite = "sqlite" in subprocess.run([LYING, "version"], capture_output=True,
                                            text=True).stdout.lower()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "m.mln").write_text(MODEL)
        (folder / "e.db").write_text(EDGES)
        (folder / "worlds.db").write_text(f">> one\n{EDGES}>> two\n{EDGES}")
        routes = [(route, options, "e.db") for route, options in ROUTES.items()]
        routes.append(("several worlds", [], "worlds.db"))
        (folder / "clusters").mkdir()
        (folder / "clusters/m.mln").write_text(CLUSTERS)
        (folder / "clusters/e.db").write_text(SCORES)
        tried = [(*route, folder, LIES) for route in routes]
        tried.append(("clusters", [], "e.db", folder / "clusters", CLUSTER_LIES))
        (folder / "tables").mkdir()
        (folder / "tables/m.mln").write_text(TABLES)
        (folder / "tables/m.weights").write_text(WEIGHTS)
        (folder / "tables/e.db").write_text(VERB)
        (folder / "tables/worlds.db").write_text(f">> one\n{VERB}>> two\n{VERB}")
        tried += [(f"tables, {route}", options, evidence, folder / "tables", TABLE_LIES)
                  for route, options, evidence in [
                      ("converged", [], "e.db"), ("all ground", ["--ground=full"], "e.db"),
                      ("several worlds", [], "worlds.db"),
                      ("in SQLite", ["--store=sqlite:store.sqlite"], "e.db")]]
        for route, options, evidence, place, known in tried:
            if route.endswith("in SQLite") and not has_sqlite:
                continue
            for lie in ["none", *known]:
                wrong = problem_with(run(place, lie, options, evidence), lie, place / "answer.db")
                passed, failed = passed + (not wrong), failed + bool(wrong)
                if wrong:
                    print(f"FAIL {route}, lie {lie}: {wrong}")
        for lie in ["none", "decided"]:
            for options in [], ["--ground=full"], ["--ground=cuts"]:
                wrong = problem_with_decided(folder, lie, options)
                passed, failed = passed + (not wrong), failed + bool(wrong)
                if wrong:
                    print(f"FAIL with assertions, {options}, lie {lie}: {wrong}")
    return kerftest.record("gate", passed, failed)


sys.exit(main())
