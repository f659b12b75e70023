#!/usr/bin/env python3
"""Puts the studies' parts together.

Usage: results.py FOLDER FILE       FOLDER/er.md, FOLDER/srl.md: those that are there, in this order

FILE begins with when, where and with what it was measured; figures (FOLDER/*.svg) go beside it, into
figures/.
"""
import datetime
import os
import pathlib
import platform
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PARTS = ["er.md", "srl.md"]


def git(*arguments):
    done = subprocess.run(["git", "-C", ROOT, *arguments], stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.DEVNULL, check=False)
    return done.stdout.strip()


def commit():
    name = git("rev-parse", "--short=10", "HEAD") or "not known"
    # What was measured is the program: a change elsewhere is none of it.
    changed = git("status", "--porcelain", "--", "src", "cli", "include", "experiments/**.py",
                  "experiments/**.mln")
    return name + (" with changes that are not committed" if changed else "")


def machine():
    model = platform.machine()
    try:
        for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2 ** 30
    return f"{model}, {os.cpu_count()} cores, {memory:.0f} GB, {platform.system()}"


def load():
    """What else the machine does, by the load average of the last quarter of an hour."""
    average, cores = os.getloadavg()[2], os.cpu_count()
    text = f"{average:.1f} on {cores} cores"
    return text + (": busy with other work" if average > cores else "")


def head():
    today = datetime.datetime.now(datetime.timezone.utc).date()
    return ["# The studies of the paper", "",
            "S. Riedel, *Improving the accuracy and efficiency of MAP inference for Markov logic*, UAI 2008.",
            "Its numbers stand beside kerf's. Every number of kerf's comes from a run of",
            "[`make experiments`](er/README.md), none from hand.", "",
            "| | |", "|---|---|", f"| date | {today} |", f"| machine | {machine()} |",
            f"| load average | {load()} |", f"| commit | {commit()} |", "",
            "Times are CPU seconds of whole processes, one thread; on a busy machine they are "
            "somewhat longer than on an idle one.", ""]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    folder, target = map(pathlib.Path, sys.argv[1:])
    parts = [folder / p for p in PARTS if (folder / p).exists()]
    if not parts:
        sys.exit(f"results.py: no parts in {folder}")
    figures = target.parent / "figures"
    figures.mkdir(exist_ok=True)
    for svg in folder.glob("*.svg"):
        shutil.copy(svg, figures)
    target.write_text("\n".join(head()) + "\n" + "\n".join(p.read_text() for p in parts))
    print(f"{target} written")


if __name__ == "__main__":
    main()
