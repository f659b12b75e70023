"""Runs of kerf and what is read off them, for both halves of the study."""
import json
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path += [str(ROOT / "bench"), str(ROOT / "experiments" / "common")]
from runs import KERF, Run  # noqa: E402

COMMON = ["--threads=1", "--seed=1"]
GRACE = 3  # the process may take so many times the limit before it is killed, and so much more
KILL = 60  # seconds


def f1(truth, answer):
    """Of SameBib: unordered pairs, none of a citation with itself."""
    done = subprocess.run([KERF, "eval", "--quiet", "--format=json", "--symmetric=SameBib",
                           "--query=SameBib", f"--truth={truth}", answer],
                          stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)["f1"]


def solve(folder, options, model, evidence, truth, limit):
    """One run as a dictionary; of one without an answer only cpu, peak and status."""
    answer = folder / "answer"
    answer.unlink(missing_ok=True)
    run = Run(folder, [*COMMON, f"--time-limit={limit}", *options, model, evidence],
              GRACE * limit + KILL)
    result = {"cpu": run.cpu, "peak": run.peak, "status": run.status()}
    if run.late or run.code != 0 or not run.stats or not answer.exists():
        return result | {"error": run.error}
    s = run.stats
    soft = [f["cost"] for f in s["formulas"] if not f["hard"]]
    return result | {"soft_cost": sum(soft), "violations": s["hard_violations"], "gap": s["gap"],
                     "cost": s["cost"], "iterations": s["iterations"], "stopped": s["stopped"],
                     "atoms": s["atoms"], "groundings": s["groundings"], "f1": f1(truth, answer)}


def spread(values, digits):
    """mean ± standard deviation, as text."""
    values = [v for v in values if v is not None]
    if not values:
        return "–"
    text = f"{statistics.mean(values):,.{digits}f}"
    # Not "-0".
    text = text if float(text.replace(",", "")) != 0 else text.lstrip("-")
    return text + (f" ± {statistics.stdev(values):,.{digits}f}" if len(values) > 1 else "")
