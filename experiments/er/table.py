"""Table 2 of the paper: five ways to solve ten folds, with learned and with published weights."""
import re
import subprocess

import cora
from measure import solve
import measured
from measured import KERF, ROOT, Column, add_deltas, interleave, mean_of, spread, table_lines

MODEL = ROOT / "examples" / "citations" / "citations.mln"

SYSTEMS = {
    "M-100k": ["--ground=full", "--solver=mws", "--flips=100000", "--start=random"],
    "M-100k, local start": ["--ground=full", "--solver=mws", "--flips=100000"],
    "C-M-1k": ["--solver=mws", "--flips=1000", "--max-iterations=30"],
    "C-M-10k": ["--solver=mws", "--flips=10000", "--max-iterations=30"],
    "ILP": ["--ground=full", "--solver=ilp"],
    "C-ILP": ["--solver=ilp"],
}

# Riedel 2008, table 2: soft score, violations, minutes, optimisation calls, F1.
PAPER = {
    "M-100k": ("-4578", "704.5", "2.67", "1", "0.30"),
    "C-M-1k": ("-2446", "796.1", "0.55", "30", "0.69"),
    "C-M-10k": ("-2682", "594.9", "0.96", "30", "0.70"),
    "ILP": ("out of memory", "", "", "", ""),
    "C-ILP": ("0", "0", "1.56", "5.9", "0.72"),
}


# ---- Weights

def without_weights(text):
    """The model with the weights taken off its formulas, and how many there were."""
    return re.subn(r"^-?\d[\d.]* ", "", text, flags=re.M)


def write_training(folder, folds):
    """Evidence and truth of each fold as one world."""
    for i in range(1, folds + 1):
        parts = [(folder / f"{kind}{i:02}.db").read_text() for kind in ("fold", "truth")]
        (folder / f"train{i:02}.db").write_text("".join(parts))


def learn(folder, left_out, folds):
    """Weights by pseudo-likelihood from all folds but one."""
    learned = folder / f"learned{left_out:02}.mln"
    others = [folder / f"train{i:02}.db" for i in range(1, folds + 1) if i != left_out]
    subprocess.run([KERF, "learn", "--quiet", "--method=pll", "--sigma=10", "--threads=1", folder / "model.mln",
                    *others, "-o", learned], check=True)
    return learned


# ---- Runs

def run_fold(folder, fold, model, limit):
    evidence, truth = folder / f"fold{fold:02}.db", folder / f"truth{fold:02}.db"
    runs = {name: solve(folder, options, model, evidence, truth, limit)
            for name, options in SYSTEMS.items()}
    add_deltas(runs.values())
    return runs


def table(corpora, folder, limit):
    """{"citations": [...], "learned": [{system: run} of each fold], "published": the same}"""
    citations = cora.convert(corpora, folder)
    text, weights = without_weights(MODEL.read_text())
    if weights != 46:
        raise ValueError(f"{MODEL.name}: {weights} weights instead of 46")
    (folder / "model.mln").write_text(text)
    write_training(folder, len(citations))
    result = {"citations": citations, "learned": [], "published": []}
    for fold, n in enumerate(citations, 1):
        learned = learn(folder, fold, len(citations))
        for weights, model in ("learned", learned), ("published", MODEL):
            runs = run_fold(folder, fold, model, limit)
            result[weights].append(runs)
            print(f"  fold {fold:2}, {n} citations, {weights:9}  " +
                  "  ".join(f"{name} {run['cpu']:.2f} s {run['status']}" for name, run in runs.items()
                            if "ILP" in name), flush=True)
    return result


# ---- Text

def cells(runs):
    """Means and spreads of one system over folds."""
    def of(key, digits):
        return spread([r.get(key) for r in runs], digits)
    proven = sum(r["status"] == "optimal" for r in runs)
    answers = sum("f1" in r for r in runs)
    return [of("delta", 0), of("violations", 1), of("cpu", 2), of("iterations", 1), of("f1", 3),
            f"{max(r['peak'] for r in runs) / 1e6:.0f}", f"{answers}, {proven}"]


def rows(folds, beside):
    """Lines of a table; `beside`: with the paper's numbers."""
    head = ["Δs_soft", "violations", "CPU s", "iterations", "F1", "peak MB", "answers, proven"]
    theirs = ["paper", "paper", "paper: min", "paper", "paper"] if beside else []
    return table_lines(["system", *interleave(head, theirs)], (
        [system, *interleave(cells([fold[system] for fold in folds]),
                             PAPER.get(system, ("",) * 5) if beside else ())] for system in SYSTEMS))


def unfinished(result):
    """A line for each run of integer programming that was not proven, and each without an answer."""
    for weights in "learned", "published":
        for fold, runs in enumerate(result[weights], 1):
            for system, run in runs.items():
                what = measured.unfinished(system, run, "f1" in run)
                if what:
                    yield f"- {system}, fold {fold}, {weights} weights: {what}"


# ---- Beside the paper

COLUMNS = {"delta": Column("soft score", 0, 0, True), "violations": Column("violations", 1, 1, False),
           "cpu": Column("seconds", 2, 2, False, unit=60), "f1": Column("F1", 4, 3, True)}


def behind(folds):
    """Means that are worse than the paper's numbers."""
    for system, paper in PAPER.items():
        for key, column in COLUMNS.items():
            yield from column.behind(system, mean_of([fold[system] for fold in folds], key), paper)


def compare(folds, system, beside):
    """One system beside another, fold by fold: text."""
    return (column.signs((fold[system].get(key), fold[beside].get(key)) for fold in folds)
            for key, column in COLUMNS.items())


def findings(folds):
    """Whether what the paper found is found here, too."""
    for system in "C-M-1k", "C-M-10k":
        yield (f"- *Cutting planes make MaxWalkSAT faster and better*, says the paper. {system} beside M-100k, "
               f"folds where it is better / as good / worse: {', '.join(compare(folds, system, 'M-100k'))}.")
        limited = sum(fold[system].get("stopped") != "converged" for fold in folds)
        yield f"- {system} was stopped after 30 iterations on {limited} of {len(folds)} folds; in the paper on all."
    for system in "ILP", "C-ILP":
        proven = [fold[system] for fold in folds if fold[system]["status"] == "optimal"]
        if proven:
            yield (f"- {system}: proven optimal on {len(proven)} of {len(folds)} folds, in "
                   f"{max(r['cpu'] for r in proven):.2f} s and {max(r['peak'] for r in proven) / 1e6:.0f} MB at most"
                   f"{'; the paper could not fit it into memory.' if system == 'ILP' else '.'}")


def short(folds, beside):
    """The rows for the beginning of RESULTS.md; `beside`: with the paper's numbers."""
    def mean(system, key, digits):
        value = mean_of([fold[system] for fold in folds], key)
        return "–" if value is None else f"{value:.{digits}f}"
    proven = sum(fold["C-ILP"]["status"] == "optimal" for fold in folds)
    rows = [("Entity resolution, F1 of C-ILP", mean("C-ILP", "f1", 3), PAPER["C-ILP"][4]),
            ("Proven optimal by C-ILP", f"{proven} of {len(folds)} folds", "all"),
            ("CPU seconds of a fold: M-100k / ILP / C-ILP",
             " / ".join(mean(s, "cpu", 2) for s in ("M-100k", "ILP", "C-ILP")), "160 / out of memory / 94")]
    return [f"| {what} | {ours} | {theirs if beside else ''} |" for what, ours, theirs in rows]
