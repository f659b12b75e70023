#!/usr/bin/env python3
"""Random programs of hundreds of ground atoms along several routes, in as many processes as there
are cores: runs shards of `build/routes`, adds up what they counted and prints it as a table. Shards
are small: a failure is printed when its shard ends, and so is how far the run is.

Usage: run.py PROGRAM [N]     N programs: 2,000, or 20,000 with KERF_LONG=1

A run ends after MOST_FAILURES. A way of solving that none of the programs took is a failure, too:
then it was not tested.
"""
import collections
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lib"))
import kerftest  # noqa: E402

# As doc/solvers.md lists them; "highs" takes the place of "cbc" where it is built in.
METHODS = ["exact", "walk", "mws", "brute", "lp", "lifted", "rounded", "reduced", "ascent", "branch",
           "cbc", "tables", "eliminate", "clustering", "none"]
ENOUGH = 1000  # programs, from which on all of them must have come up
PROGRAMS, LONG = 2000, 20000
SHARD = 50     # programs of a shard
SAID = 30      # seconds between two lines about how far it is
MOST_FAILURES = 5


def shard(program, number, shards, n):
    process = subprocess.run([program, str(number), str(shards), str(n)], stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return process.returncode, process.stdout.decode("utf-8", "backslashreplace")


def add_up(text, counts):
    """Adds to the counts by kind and name; returns the rest of the text, a list of lines."""
    rest = []
    for line in text.splitlines():
        words = line.split()
        if len(words) == 4 and words[0] == "#" and words[3].isdigit():
            counts[words[1]][words[2]] += int(words[3])
        elif not line.startswith("ok "):
            rest.append(line)
    return rest


class Progress:
    """How many programs are behind us: for tests/check.py, and a line every now and then."""

    def __init__(self, total):
        self.total, self.begun, self.said = total, time.monotonic(), time.monotonic()

    def tell(self, done):
        now = time.monotonic()
        kerftest.progress(done, self.total)
        if now - self.said >= SAID:
            self.said = now
            print(f"{done:,} of {self.total:,} programs, {now - self.begun:.0f} s", flush=True)


def run_shards(program, n, counts):
    """Returns how many failures there were."""
    shards, failed, done = (n + SHARD - 1) // SHARD, 0, 0
    progress = Progress(n)
    with concurrent.futures.ThreadPoolExecutor(kerftest.default_jobs()) as pool:
        running = [pool.submit(shard, program, i, shards, n) for i in range(shards)]
        for future in concurrent.futures.as_completed(running):
            if future.cancelled():
                continue
            code, text = future.result()
            rest = add_up(text, counts)
            print("\n".join(rest), end="\n" if rest else "", flush=True)
            said = sum(line.startswith("not ok") for line in rest)
            if code and not said:
                print(f"a shard ended with exit {kerftest.exit_name(code)}")
            failed += said or bool(code)
            done += 1
            progress.tell(done * n // shards)
            if failed >= MOST_FAILURES:
                for later in running:
                    later.cancel()
    return failed


def table(kind, counts):
    print(f"{kind}: " + ", ".join(f"{name} {n:,}" for name, n in counts.items()))


def not_taken(methods):
    library = "highs" if methods["highs"] else "cbc"
    return [m for m in METHODS if not methods[library if m == "cbc" else m]]


def main():
    program, long = sys.argv[1], os.environ.get("KERF_LONG")
    n = int(sys.argv[2]) if len(sys.argv) > 2 else LONG if long else PROGRAMS
    counts = collections.defaultdict(collections.Counter)
    failed = run_shards(program, n, counts)
    for kind in ("all", "family", "method", "tool"):
        table(kind, counts[kind])
    if counts["missing"]:
        print("not tried, for they are not installed: " + ", ".join(counts["missing"]))
    missing = not_taken(counts["method"]) if n >= ENOUGH and not failed else []
    if missing:
        print("no program was solved by: " + ", ".join(missing))
    return kerftest.record("routes", counts["all"]["held"], failed + len(missing))


sys.exit(main())
