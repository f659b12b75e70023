#!/usr/bin/env python3
"""What a store costs: the same runs of `kerf map` in memory, in a file of SQLite, on PostgreSQL.

Usage: stores.py [--iterations=N] [CITATIONS | MODEL EVIDENCE]...
       default: fold 1 of Cora, all citations as one world, then 5000 and 20000 invented citations
       (experiments/er); N: as many as it takes

Seconds on the wall and, behind them, the ratio to the store in memory:
    load    evidence read; of a store, `kerf load`, after which the files are not looked at again
    first   the first separation, over all of it
    next    each separation after that, over what flipped: the mean of those up to iteration N; with
            N = 1 there is none. How many there were is in front of the stores' names
    total   the run of N iterations, without loading and without statistics
and the most memory that the process had, as the system sees it. Answers must be the same bytes.
$KERF_STORE_POSTGRES names a server (postgres://...), where a schema kerf_bench stays behind;
without it, that row is left out. The program is $KERF (default: build/kerf); files come from the
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
STUDY = ROOT / "experiments" / "er"
LIMIT = 5  # exit code: there were too few iterations


def kerf(*arguments, good=(0,)):
    begin = time.monotonic()
    done = subprocess.run([KERF, *arguments], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True)
    if done.returncode not in good:
        raise SystemExit(f"{arguments}: exit {done.returncode}: {done.stderr}")
    return time.monotonic() - begin


def run(folder, store, files, iterations):
    """Statistics and answer; then seconds on the wall of a run without statistics."""
    answer, stats = folder / "answer", folder / "stats.json"
    options = ["map", "--quiet", *store, "-o", answer, *files]
    if iterations:
        options.append(f"--max-iterations={iterations}")
    good = (0, LIMIT) if iterations else (0,)
    answer.write_bytes(b"")
    kerf(*options, f"--stats={stats}", good=good)
    return json.loads(stats.read_text()), answer.read_bytes(), kerf(*options, good=good)


def measure(folder, store, files, iterations):
    """{column: seconds}, iterations, bytes of memory, the answer."""
    loaded = kerf("load", "--quiet", *store, *files) if store else None
    again = [f for f in files if f != files[-1]] if store else files
    stats, answer, wall = run(folder, store, again, 1)
    first = stats["seconds"]
    columns = {"load": loaded or first["load"], "first": first["separate"]}
    if iterations != 1:
        stats, answer, wall = run(folder, store, again, iterations)
        more = len(stats["trace"]) - 1
        columns["next"] = (stats["seconds"]["separate"] - first["separate"]) / max(more, 1)
    columns["total"] = wall - stats["seconds"]["load"]
    return columns, len(stats["trace"]), stats["peak_rss_bytes"], answer


def compare(folder, name, files, iterations):
    stores = {"memory": [], "sqlite": [f"--store=sqlite:{folder}/store"]}
    if os.environ.get("KERF_STORE_POSTGRES"):
        stores["postgres"] = [f"--store={os.environ['KERF_STORE_POSTGRES']}", "--schema=kerf_bench"]
    base = None
    for store, options in stores.items():
        columns, rounds, memory, answer = measure(folder, options, files, iterations)
        if not base:
            print(f"{name}, {rounds} iterations", flush=True)
        base = base or (columns, answer)
        ratios = {c: f"x {t / base[0][c]:<6.1f}" if base[0][c] > 1e-3 else " " * 8
                  for c, t in columns.items()}
        print(f"  {store:10}" + "".join(f"  {c} {t:9.3f} {ratios[c]}" for c, t in columns.items())
              + f"  {memory / 2**20:7.0f} MB", flush=True)
        if answer != base[1]:
            raise SystemExit(f"{name}: {store} gives another answer")
    for old in folder.glob("store*"):
        old.unlink()


def invent(folder, citations):
    """Options and files of that many citations."""
    subprocess.run([sys.executable, STUDY / "generate.py", citations, folder], check=True)
    return [STUDY / "model.mln", folder / f"bib{citations}.db"]


def main():
    words, iterations = sys.argv[1:], None
    if words and words[0].startswith("--iterations="):
        iterations = int(words.pop(0).partition("=")[2])
    with tempfile.TemporaryDirectory(prefix="kerf-bench-") as tmp:
        folder = pathlib.Path(tmp)
        if not words:
            subprocess.run([KERF.parent / "bench" / "cora_files", folder], check=True,
                           stdout=subprocess.DEVNULL)
            for evidence in "fold1", "union":
                compare(folder, evidence, [HIDDEN, folder / "model.mln", folder / f"{evidence}.db"],
                        iterations)
            words = ["5000", "20000"]
        while words:
            word = words.pop(0)
            files = invent(folder, word) if word.isdigit() else [HIDDEN, word, words.pop(0)]
            compare(folder, pathlib.Path(files[-1]).stem, files, iterations)


if __name__ == "__main__":
    main()
