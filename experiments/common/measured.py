"""Runs of kerf and what is read off them: what both studies share."""
import pathlib
import re
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT / "bench"))
from runs import KERF, Run  # noqa: E402

COMMON = ["--threads=1", "--seed=1"]
GRACE, KILL = 3, 60  # a process is killed after so many times the limit and so many seconds more
SAME = 1e-7          # relative difference up to which two proven costs are the same


def run_map(folder, options, model, evidence, limit, want_stats=True):
    """The answer is in FOLDER/answer, unless there is none."""
    (folder / "answer").unlink(missing_ok=True)
    return Run(folder, [*COMMON, f"--time-limit={limit}", *options, model, evidence],
               GRACE * limit + KILL, want_stats)


def of_world(s):
    """What the studies keep of the statistics of one world."""
    soft = [f["cost"] for f in s["formulas"] if not f["hard"]]
    known = {} if None in soft else {"soft_cost": sum(soft)}  # of a run that was stopped early, it is not known
    return known | {"status": s["status"], "violations": s["hard_violations"], "gap": s["gap"], "cost": s["cost"],
                    "iterations": s["iterations"], "stopped": s["stopped"], "atoms": s["atoms"],
                    "groundings": s["groundings"]}


def optimum(runs):
    """The cost that some run has proven to be the least; all that have must agree."""
    proven = [r["cost"] for r in runs if r["status"] == "optimal"]
    if proven and max(proven) - min(proven) > SAME * max(1, max(proven)):
        raise ValueError(f"costs proven to be the least differ: {sorted(proven)}")
    return min(proven, default=None)


def add_deltas(runs):
    """Of several runs on one world: how much soft score each lacks."""
    least = optimum(runs)
    for run in runs:
        known = least is not None and "soft_cost" in run
        run["delta"] = least - run["soft_cost"] if known else None


# ---- Beside the paper

class Column:
    """Of a table: `at`, its place among the paper's numbers; `unit`, what one of these is of ours."""

    def __init__(self, name, at, digits, more, unit=1):
        self.name, self.at, self.digits, self.more, self.unit = name, at, digits, more, unit

    def better(self, a, b):
        """1: a is better than b, 0: as good, -1: worse; to the digits that the table shows."""
        a, b = round(a, self.digits), round(b, self.digits)
        return (a > b) - (a < b) if self.more else (b > a) - (b < a)

    def signs(self, pairs):
        """better / as good / worse, as text."""
        found = [self.better(a, b) for a, b in pairs if a is not None and b is not None]
        return f"{self.name} {found.count(1)} / {found.count(0)} / {found.count(-1)}"

    def behind(self, system, ours, paper):
        """What to say if our number is worse than the paper's; nothing if it is not."""
        if ours is None or not re.fullmatch(r"-?[\d.]+", paper[self.at]):
            return
        theirs = self.unit * float(paper[self.at])
        if self.better(ours, theirs) < 0:
            yield f"{self.name} of {system} ({ours:,.{self.digits}f} against {theirs:,.{self.digits}f})"


def worse_line(worse):
    """A line of text about what is behind the paper: said also where nothing is."""
    return [f"- Worse than the paper's number: {'; '.join(worse)}." if worse
            else "- No number is worse than the paper's."]


# ---- Text

def unfinished(system, run, answered):
    """What to say of a run without an answer, or of integer programming without a proof; else nothing."""
    if answered and ("ILP" not in system or run["status"] == "optimal"):
        return None
    known = [f"{key} {run[key]:.6g}" for key in ("gap", "violations") if run.get(key) is not None]
    return f"{', '.join([run['status'], *known])}{'' if answered else ', no answer'}"


def mean_of(runs, key):
    values = [r[key] for r in runs if r.get(key) is not None]
    return statistics.mean(values) if values else None


def spread(values, digits):
    """mean ± standard deviation, as text."""
    values = [v for v in values if v is not None]
    if not values:
        return "–"
    text = f"{statistics.mean(values):,.{digits}f}"
    # Not "-0".
    text = text if float(text.replace(",", "")) != 0 else text.lstrip("-")
    return text + (f" ± {statistics.stdev(values):,.{digits}f}" if len(values) > 1 else "")


def interleave(ours, theirs):
    """Each of theirs behind the one of ours that it belongs to; what they have none for, at the end."""
    pairs = [cell for pair in zip(ours, theirs) for cell in pair]
    return pairs + ours[len(theirs):]


def table_lines(head, rows):
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for cells in rows:
        yield "| " + " | ".join(cells) + " |"
