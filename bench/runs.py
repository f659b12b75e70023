"""Runs of `kerf map` as whole processes, for the scripts of this folder.

The program is $KERF (default: build/kerf). Times are CPU seconds of the process, user and system;
memory is its peak (from about 15 MB up: below that it is Python's own).
"""
import json
import math
import os
import pathlib
import signal
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
KERF = pathlib.Path(os.environ.get("KERF", ROOT / "build" / "kerf")).resolve()
LIMIT = 300  # seconds on the wall for one run
TICK = os.sysconf("SC_CLK_TCK")


def used(pid):
    """CPU seconds so far of a process and of its children, such as that of a MIP solver."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return 0
    return sum(map(int, fields[11:15])) / TICK + sum(map(used, children))


class Run:
    """One run of kerf map. It is interrupted after `most` CPU seconds, and answers as far as it is."""

    def __init__(self, folder, arguments, limit=LIMIT, want_stats=True, most=math.inf):
        stats = folder / "stats.json"
        stats.unlink(missing_ok=True)
        told = [f"--stats={stats}"] if want_stats else []
        with open(folder / "stderr", "wb") as err:
            process = subprocess.Popen(
                [KERF, "map", "--quiet", *arguments, *told, "-o", folder / "answer"],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=err)
            end, done = time.monotonic() + limit, 0
            while done == 0:
                done, status, usage = os.wait4(process.pid, os.WNOHANG)
                if done == 0 and time.monotonic() > end:
                    process.kill()
                    end = math.inf
                if done == 0 and used(process.pid) > most:
                    process.send_signal(signal.SIGINT)  # once: another one ends it on the spot
                    most = math.inf
                if done == 0:
                    time.sleep(0.001 if most == math.inf else 0.05)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.code, self.late, self.limit = process.returncode, end == math.inf, limit
        self.cpu = usage.ru_utime + usage.ru_stime
        self.peak = usage.ru_maxrss * 1024
        self.stats = json.loads(stats.read_text()) if stats.exists() else None
        self.error = (folder / "stderr").read_text(errors="replace").strip()

    def status(self):
        if self.late:
            return f"over {self.limit} s"
        return self.stats["status"] if self.stats else f"exit {self.code}"


def best_of(rounds, folder, arguments, limit=LIMIT):
    """The least CPU time; one round only where a run takes long."""
    runs = [Run(folder, arguments, limit)]
    while len(runs) < rounds and runs[0].cpu < 10 and not runs[0].late and runs[0].stats:
        runs.append(Run(folder, arguments, limit))
    if runs[0].error and not runs[0].late:
        print(f"    {runs[0].error.splitlines()[0]}")
    return min(runs, key=lambda r: r.cpu)
