#!/usr/bin/env python3
"""What a store costs: the same run of `kerf map` in memory, in a file of SQLite, on PostgreSQL.

Usage: stores.py [MODEL EVIDENCE]...      default: fold 1 of Cora, and all citations as one world

Answers must be the same bytes. Seconds on the wall, the least of three rounds, and the ratio to the
store in memory: filling the store (`kerf load`), counting groundings before the first solve
(`compile`), all separations, the whole run. $KERF_STORE_POSTGRES names a server (postgres://...), where
a schema kerf_bench stays behind; without it, that row is left out. The program is $KERF (default: build/kerf); files come from the
program cora_files beside it.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
KERF = pathlib.Path(os.environ.get("KERF", ROOT / "build" / "kerf")).resolve()
HIDDEN = "--query=SameBib,SameAuthor,SameTitle,SameVenue"
ROUNDS = 3


def timed(*arguments):
    begin = time.monotonic()
    subprocess.run([KERF, *arguments], check=True, stdin=subprocess.DEVNULL)
    return time.monotonic() - begin


def one_round(folder, store, files):
    """Seconds of filling, compiling, separating, all; and the answer."""
    answer, stats = folder / "answer", folder / "stats.json"
    filled = timed("load", "--quiet", HIDDEN, *store, *files) if store else 0
    timed("map", "--quiet", HIDDEN, *store, f"--stats={stats}", "-o", answer, *files)
    seconds = json.loads(stats.read_text())["seconds"]
    return [filled, seconds["compile"], seconds["separate"], seconds["total"]], answer.read_bytes()


def measure(folder, store, files):
    rounds = []
    for _ in range(ROUNDS):
        for old in folder.glob("store*"):
            old.unlink()
        rounds.append(one_round(folder, store, files))
        if rounds[-1][0][-1] > 10:
            break
    least = [min(times) for times in zip(*(r[0] for r in rounds))]
    least[0] = rounds[0][0][0]  # a schema stays filled
    return least, rounds[0][1]


def compare(folder, name, files):
    stores = {"memory": [], "sqlite": [f"--store=sqlite:{folder}/store"]}
    if os.environ.get("KERF_STORE_POSTGRES"):
        stores["postgres"] = [f"--store={os.environ['KERF_STORE_POSTGRES']}", "--schema=kerf_bench"]
    first = None
    print(f"{name}\n  {'store':10}{'fill':>10}{'compile':>10}{'separate':>10}{'total':>10}")
    for store, options in stores.items():
        times, answer = measure(folder, options, files)
        first = first or (times, answer)
        ratio = times[2] / max(first[0][2], 1e-9)
        print(f"  {store:10}" + "".join(f"{t:10.3f}" for t in times)
              + f"   separation x {ratio:.1f}", flush=True)
        if answer != first[1]:
            raise SystemExit(f"{name}: {store} gives another answer")


def main():
    with tempfile.TemporaryDirectory(prefix="kerf-bench-") as tmp:
        folder = pathlib.Path(tmp)
        words = sys.argv[1:]
        if not words:
            subprocess.run([KERF.parent / "bench" / "cora_files", folder], check=True,
                           stdout=subprocess.DEVNULL)
            model = folder / "model.mln"
            words = [model, folder / "fold1.db", model, folder / "union.db"]
        for model, evidence in zip(words[::2], words[1::2]):
            compare(folder, pathlib.Path(evidence).stem, [model, evidence])


if __name__ == "__main__":
    main()
