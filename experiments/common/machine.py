"""When, where and with what something was measured."""
import datetime
import os
import pathlib
import platform
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# What is measured, and what measures: changes elsewhere do not count.
MEASURED = ["src", "cli", "include", "bench/*.py", "experiments/*.py", "experiments/*.mln", "examples/*.mln"]


def git(*arguments):
    done = subprocess.run(["git", "-C", ROOT, *arguments], stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.DEVNULL, check=False)
    return done.stdout.strip()


def commit():
    name = git("rev-parse", "--short=10", "HEAD") or "not known"
    return name + (" with changes that are not committed" if git("status", "--porcelain", "--", *MEASURED)
                   else "")


def hardware():
    model = platform.machine()
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
        model = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2 ** 30
    return f"{model}, {os.cpu_count()} cores, {memory:.0f} GB, {platform.system()}"


def here():
    """One line of text. The load is the mean of the last quarter of an hour."""
    today = datetime.datetime.now(datetime.timezone.utc).date()
    load, cores = os.getloadavg()[2], os.cpu_count()
    busy = f"; busy with other work, {load:.0f} processes ready to run on {cores} cores" if load > cores else ""
    return f"{today}, commit {commit()}, {hardware()}{busy}"
