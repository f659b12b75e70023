"""Table 1 of the paper: five ways to solve the first 100 verbs of the test set."""
import score
from measure import cpu_per_world, solve
import measured
from measured import Column, add_deltas, interleave, mean_of, spread, table_lines

FRAMES, SAMPLES = 100, 2000

SYSTEMS = {
    "M-100k": ["--ground=full", "--solver=mws", "--flips=100000", "--start=random"],
    "M-100k, local start": ["--ground=full", "--solver=mws", "--flips=100000"],
    "C-M-10k": ["--solver=mws", "--flips=10000"],
    "C-M-100k": ["--solver=mws", "--flips=100000"],
    "ILP": ["--ground=full", "--solver=ilp"],
    "C-ILP": ["--solver=ilp"],
}

# Riedel 2008, table 1: soft score, violations, seconds, optimisation calls, F1; means of 100 verbs.
PAPER = {
    "M-100k": ("-0.098", "0.05", "70", "1", "0.61"),
    "C-M-10k": ("-0.26", "0.01", "0.18", "3.7", "0.65"),
    "C-M-100k": ("-0.074", "0", "1.2", "3.5", "0.69"),
    "ILP": ("0", "0", "4.6", "1", "0.79"),
    "C-ILP": ("0", "0", "0.065", "3.2", "0.79"),
}
PAPER_ALL = 77.1  # F1 on the whole WSJ test set

COLUMNS = {"delta": Column("soft score", 0, 3, True), "violations": Column("violations", 1, 2, False),
           "cpu": Column("seconds", 2, 4, False), "f1": Column("F1", 4, 2, True)}


def measure(folder, corpora, name, model, worlds, limit, rounds):
    """{system: {"runs": one per world, "cpu", "peak", "score"}}"""
    result = {}
    for system, options in SYSTEMS.items():
        runs, text = solve(folder, options, model, worlds, limit)
        answered = [w for w, run in zip(worlds, runs) if "answer" in run]  # the others would end the run
        cpu, peak = cpu_per_world(folder, options, model, answered, limit, rounds)
        (folder / "said").write_text(text)
        found = score.score(corpora, name, score.read_answer(folder / "said"), len(worlds), SAMPLES)
        del found["labels"]
        result[system] = {"runs": runs, "cpu": cpu, "peak": peak, "score": found}
        print(f"  {system:20} {cpu * 1000:9.2f} ms a verb, F1 {found['f1']:.3f}", flush=True)
    for runs in zip(*(s["runs"] for s in result.values())):
        add_deltas(runs)
    return result


# ---- Text

def cells(found):
    runs, s = found["runs"], found["score"]
    proven, answers = (sum(map(f, runs)) for f in (lambda r: r["status"] == "optimal", lambda r: "answer" in r))
    return [spread([r.get("delta") for r in runs], 3), spread([r.get("violations") for r in runs], 2),
            f"{found['cpu']:.4f}", spread([r.get("iterations") for r in runs], 1), f"{s['f1']:.2f}",
            f"{s['f1_from']:.2f} to {s['f1_to']:.2f}", f"{found['peak'] / 1e6:.0f}", f"{answers}, {proven}"]


def rows(result, beside):
    head = ["Δs_soft", "violations", "CPU s", "iterations", "F1", "F1, 95 %", "peak MB", "answers, proven"]
    theirs = ["paper", "paper", "paper: s", "paper", "paper"] if beside else []
    return table_lines(["system", *interleave(head, theirs)], (
        [system, *interleave(cells(found), PAPER.get(system, ("",) * 5) if beside else ())]
        for system, found in result.items()))


def behind(result):
    """Means that are worse than the paper's numbers."""
    for system, paper in PAPER.items():
        found = result[system]
        ours = {"cpu": found["cpu"], "f1": found["score"]["f1"]}
        for key, column in COLUMNS.items():
            yield from column.behind(system, ours.get(key, mean_of(found["runs"], key)), paper)


def findings(result):
    """Whether what the paper found is found here, too."""
    plain = result["M-100k"]
    for system in "C-M-10k", "C-M-100k":
        found = result[system]
        signs = [COLUMNS[key].signs((a.get(key), b.get(key)) for a, b in zip(found["runs"], plain["runs"]))
                 for key in ("delta", "violations")]
        yield (f"- *Cutting planes make MaxWalkSAT faster and better*, says the paper. {system} beside M-100k: verbs "
               f"where it is better / as good / worse: {', '.join(signs)}; F1 {found['score']['f1']:.2f} and "
               f"{plain['score']['f1']:.2f}; {ratio(plain['cpu'], found['cpu'])}.")
    yield ("- *Cutting planes make integer programming faster*: C-ILP beside ILP is "
           f"{ratio(result['ILP']['cpu'], result['C-ILP']['cpu'])}; in the paper 71 times as fast. Both "
           "give a best answer; where several are, not always the same one.")
    runs = [r for r in result["C-ILP"]["runs"] if "seconds" in r]
    share = sum(r["prepare"] for r in runs) / sum(r["seconds"] for r in runs)
    yield (f"- Of the time of C-ILP, {100 * share:.0f} % is loading the verb and weighing its candidates by the local formulas, "
           "which every system does; the paper does not say whether its times have that in them.")
    if all(r.get("delta") is not None and r["delta"] > -0.0005 for s in result.values() for r in s["runs"]):
        yield "- Every system finds a best answer of every verb: these problems are easy for all of them."


def ratio(slow, fast):
    """Text; the times of small runs are close to what can be measured."""
    if min(slow, fast) < 1e-5:
        return "too fast to compare"
    if 0.9 < slow / fast < 1.1:
        return "about as fast"
    return f"{slow / fast:.1f} times as fast" if slow >= fast else f"{fast / slow:.1f} times as slow"


def unfinished(result):
    """A line for each run without an answer, and each of integer programming that was not proven."""
    for system, found in result.items():
        for run in found["runs"]:
            what = measured.unfinished(system, run, "answer" in run)
            if what:
                yield f"- {system}, {run['world']}: {what}"
