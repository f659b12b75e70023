"""Runs of kerf on citations."""
import json
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "common"))
from measured import KERF, of_world, run_map  # noqa: E402


def f1(truth, answer):
    """Of SameBib: unordered pairs, none of a citation with itself."""
    done = subprocess.run([KERF, "eval", "--quiet", "--format=json", "--symmetric=SameBib",
                           "--query=SameBib", f"--truth={truth}", answer],
                          stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)["f1"]


def solve(folder, options, model, evidence, truth, limit):
    """One run as a dictionary. Without statistics there is only cpu, peak and status; without an answer,
    which kerf does not write where a limit left violations only, no f1."""
    run = run_map(folder, options, model, evidence, limit)
    result = {"cpu": run.cpu, "peak": run.peak, "status": run.status(), "error": run.error}
    if run.late or not run.stats:
        return result
    result |= of_world(run.stats)
    answer = folder / "answer"
    return result | ({"f1": f1(truth, answer)} if run.code == 0 and answer.exists() else {})
