#!/usr/bin/env python3
"""Runs the unit tests of the experiments, experiments/*/test_*.py, each file by itself.

Usage: run.py
"""
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lib"))
import kerftest  # noqa: E402


def run(test):
    """(passed, failed)"""
    done = subprocess.run([sys.executable, test], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=10 * kerftest.TIMEOUT,
                          check=False)
    ran = re.search(r"^Ran (\d+) test", done.stdout, re.M)
    failed = sum(map(int, re.findall(r"(?:failures|errors)=(\d+)", done.stdout)))
    if done.returncode != 0 or not ran or ran[1] == "0":
        failed = max(1, failed)
    if failed:
        print(f"{done.stdout}FAIL {test.relative_to(kerftest.ROOT)}")
    return max(0, (int(ran[1]) if ran else 0) - failed), failed


def main():
    tests = sorted(kerftest.ROOT.glob("experiments/*/test_*.py"))
    counts = [run(test) for test in tests] or [(0, 1)]
    return kerftest.record("experiments", sum(c[0] for c in counts), sum(c[1] for c in counts))


sys.exit(main())
