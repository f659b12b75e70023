#!/usr/bin/env python3
"""Random programs of hundreds of ground atoms along several routes, in as many processes as there are
cores: runs the shards of `build/routes`, adds up what they counted and prints it as a table.

Usage: run.py PROGRAM [N]     N programs: 2,000, or 100,000 with KERF_LONG=1

A way of solving that none of the programs took is a failure, too: then it was not tested.
"""
import collections
import concurrent.futures
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lib"))
import kerftest  # noqa: E402

# As doc/solvers.md lists them; "highs" takes the place of "cbc" where it is built in.
METHODS = ["exact", "mws", "brute", "lp", "lifted", "rounded", "reduced", "ascent", "branch", "cbc", "none"]
ENOUGH = 1000  # programs, from which on all of them must have come up
PROGRAMS, LONG = 2000, 100000


def shard(program, number, shards, n):
    process = subprocess.run([program, str(number), str(shards), str(n)], stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return process.returncode, process.stdout.decode("utf-8", "backslashreplace")


def add_up(texts):
    """Counts by kind and name, and the rest of the text."""
    counts, rest = collections.defaultdict(collections.Counter), []
    for text in texts:
        for line in text.splitlines():
            words = line.split()
            if len(words) == 4 and words[0] == "#" and words[3].isdigit():
                counts[words[1]][words[2]] += int(words[3])
            elif not line.startswith("ok "):
                rest.append(line)
    return counts, rest


def table(kind, counts):
    print(f"{kind}: " + ", ".join(f"{name} {n:,}" for name, n in counts.items()))


def not_taken(methods):
    library = "highs" if methods["highs"] else "cbc"
    return [m for m in METHODS if not methods[library if m == "cbc" else m]]


def main():
    program, long = sys.argv[1], os.environ.get("KERF_LONG") == "1"
    n = int(sys.argv[2]) if len(sys.argv) > 2 else LONG if long else PROGRAMS
    shards = kerftest.default_jobs()
    with concurrent.futures.ThreadPoolExecutor(shards) as pool:
        results = list(pool.map(lambda i: shard(program, i, shards, n), range(shards)))
    counts, rest = add_up(text for _, text in results)
    print("\n".join(rest), end="\n" if rest else "")
    for kind in ("all", "family", "method", "tool"):
        table(kind, counts[kind])
    if counts["missing"]:
        print("not tried, for they are not installed: " + ", ".join(counts["missing"]))
    failed = sum(line.startswith("not ok") for line in rest)
    if not failed and any(code for code, _ in results):
        print("a shard ended badly")
        failed = 1
    missing = not_taken(counts["method"]) if n >= ENOUGH and not failed else []
    if missing:
        print("no program was solved by: " + ", ".join(missing))
    return kerftest.record("routes", counts["all"]["held"], failed + len(missing))


sys.exit(main())
