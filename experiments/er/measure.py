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
GRACE, KILL = 3, 60  # a process is killed after so many times the limit and so many seconds more


def f1(truth, answer):
    """Of SameBib: unordered pairs, none of a citation with itself."""
    done = subprocess.run([KERF, "eval", "--quiet", "--format=json", "--symmetric=SameBib",
                           "--query=SameBib", f"--truth={truth}", answer],
                          stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)["f1"]


def solve(folder, options, model, evidence, truth, limit):
    """One run as a dictionary. Without statistics there is only cpu, peak and status; without an answer,
    which kerf does not write where a limit left violations only, no f1."""
    answer = folder / "answer"
    answer.unlink(missing_ok=True)
    run = Run(folder, [*COMMON, f"--time-limit={limit}", *options, model, evidence],
              GRACE * limit + KILL)
    result = {"cpu": run.cpu, "peak": run.peak, "status": run.status(), "error": run.error}
    if run.late or not run.stats:
        return result
    s = run.stats
    soft = [f["cost"] for f in s["formulas"] if not f["hard"]]
    result |= {"soft_cost": sum(soft), "violations": s["hard_violations"], "gap": s["gap"], "cost": s["cost"],
               "iterations": s["iterations"], "stopped": s["stopped"], "atoms": s["atoms"],
               "groundings": s["groundings"]}
    return result | ({"f1": f1(truth, answer)} if run.code == 0 and answer.exists() else {})


def spread(values, digits):
    """mean ± standard deviation, as text."""
    values = [v for v in values if v is not None]
    if not values:
        return "–"
    text = f"{statistics.mean(values):,.{digits}f}"
    # Not "-0".
    text = text if float(text.replace(",", "")) != 0 else text.lstrip("-")
    return text + (f" ± {statistics.stdev(values):,.{digits}f}" if len(values) > 1 else "")
