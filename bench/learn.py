#!/usr/bin/env python3
"""`kerf learn` on large worlds: whole processes, learned on four folds of citations, tried on the fifth.

Usage: learn.py [CITATIONS] [--fold=N] [--effort=HOW,...]     120 citations a fold, fold 5, effort rising

All weights begin at 0, so that early answers are hard to find and of no use to anybody. Each row is a method:
CPU seconds of learning, how many answers of the last epoch are proven, CPU seconds of `kerf map` with these
weights on the fold that was left out, its status, and the F1 of SameBib there. The last row has the weights that
the example brings along. Citations are Cora's five folds of 260 if $KERF_CORPORA has them, else invented ones
(experiments/er). The program is $KERF (default: build/kerf), one thread.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from runs import KERF, ROOT, Run

sys.path[:0] = [str(ROOT / "experiments" / "er"), str(ROOT / "experiments" / "common")]
import cora  # noqa: E402
import invent  # noqa: E402
import table  # noqa: E402
from measure import f1  # noqa: E402

FOLDS = range(1, 6)


def write_folds(folder, citations):
    """foldN.db, truthN.db and trainN.db; what they are made of."""
    corpora = pathlib.Path(os.environ.get("KERF_CORPORA", ROOT.parent / "shared" / "corpora"))
    real = (corpora / "cora" / "fold1.db").exists() and not citations
    if not real:
        corpora = folder
        invent.corpora(folder, citations or 120)
    for i in FOLDS:
        with open(corpora / "cora" / f"fold{i}.db", encoding="ascii") as lines:
            part = cora.read(lines)
        cora.write(folder / f"fold{i}.db", cora.evidence(part))
        cora.write(folder / f"truth{i}.db", cora.truth(part))
        parts = [(folder / f"{kind}{i}.db").read_text() for kind in ("fold", "truth")]
        (folder / f"train{i}.db").write_text("".join(parts))
    (folder / "model.mln").write_text(table.without_weights(table.MODEL.read_text())[0])
    return "Cora" if real else f"invented, {citations or 120} citations a fold"


def learn(folder, left_out, options):
    """CPU seconds, and the last line of the log."""
    others = [folder / f"train{i}.db" for i in FOLDS if i != left_out]
    before = os.times()
    subprocess.run([KERF, "learn", "--quiet", "--threads=1", f"--log={folder / 'log'}", *options, folder / "model.mln",
                    *others, "-o", folder / "learned.mln"], check=True, stderr=subprocess.DEVNULL)
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return cpu, json.loads((folder / "log").read_text().splitlines()[-1])


def row(*cells):
    print("  " + " ".join(f"{c:>{w}}" for c, w in zip(cells, [24, 12, 10, 10, 10, 8])), flush=True)


def try_out(folder, left_out, model):
    run = Run(folder, ["--threads=1", model, folder / f"fold{left_out}.db"])
    answered = run.code == 0 and (folder / "answer").exists()
    score = f"{f1(folder / f'truth{left_out}.db', folder / 'answer'):.4f}" if answered else ""
    return [f"{run.cpu:.2f}", run.status(), score]


def measure(folder, kind, left_out, efforts):
    print(f"{kind}; learned from the others, tried on fold {left_out}; {time.strftime('%Y-%m-%d')}\n")
    row("", "learning s", "proven", "map s", "status", "F1")
    methods = [(f"{method}, {effort}", [f"--method={method}", f"--effort={effort}"])
               for method in ("mira", "perceptron") for effort in efforts]
    for name, options in [*methods, ("pll", ["--method=pll"])]:
        cpu, last = learn(folder, left_out, options)
        proven = f"{last['proven']} of {last['worlds']}" if "proven" in last else ""
        row(name, f"{cpu:.1f}", proven, *try_out(folder, left_out, folder / "learned.mln"))
    row("published weights", "", "", *try_out(folder, left_out, table.MODEL))


def main():
    citations, left_out, efforts = 0, 5, ["rising"]
    for argument in sys.argv[1:]:
        if argument.isdigit():
            citations = int(argument)
        elif argument.startswith("--fold=") and argument[7:] in map(str, FOLDS):
            left_out = int(argument[7:])
        elif argument.startswith("--effort="):
            efforts = argument[9:].split(",")
        else:
            sys.exit(__doc__)
    with tempfile.TemporaryDirectory(prefix="kerf-bench-") as tmp:
        folder = pathlib.Path(tmp)
        measure(folder, write_folds(folder, citations), left_out, efforts)


if __name__ == "__main__":
    main()
