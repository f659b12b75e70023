#!/usr/bin/env python3
"""Memory that runs out: kerf within every limit, of the system and of its own.

Usage: run.py [-j N] [-k PATTERN] [-v] [--dense]

Each case is a command with all its ways of using memory: base solvers, Clp, CBC, stores, gzip,
learning, reports, certificates, threads. It runs under address spaces (ulimit -v) from the least in
which kerf starts at all up to what the command needs, and with --memory-limit from next to nothing
on. What must hold, whatever the limit:
  kerf ends by itself, with the exit code of the run without limit, or 5, or 6, and a message;
  its output is whole and accepted by kerf verify, or not there; nothing else stays behind;
  a store that was being filled is whole for SQLite, and the next run works with it.
--dense takes many more limits.
Without a limit, the heap keeps the addresses for which large pages are asked, though blocks at its
end are freed.
"""
import argparse
import concurrent.futures
import contextlib
import gzip
import os
import pathlib
import platform
import random
import re
import resource
import sqlite3
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lib"))
import kerftest  # noqa: E402

KB, MB = 1 << 10, 1 << 20
SMOKERS = """*Friends(person, person)
Smokes(person)
Cancer(person)
0.5 Smokes(x) => Cancer(x)
1.1 Friends(x, y) => (Smokes(x) <=> Smokes(y))
-0.4 Cancer(x)
0.3 Smokes(x)
"""
COLOURS = """*Edge(node, node)
colour = {Red, Green, Blue}
Has(node, colour)
|c : Has(n, c)| = 1.
1.3 Edge(a, b) ^ Has(a, c) => !Has(b, c)
"""
# A Steiner-like problem of triples: its relaxation is fractional, so that there is a tree, and CBC.
TRIPLES = """*Triple(set, item, item, item)
In(item)
-1 In(x)
Triple(s, x, y, z) => In(x) v In(y) v In(z).
"""
SAME = """*Near(item, item, float)
Same(item, item)
w: Near(x, y, w) ^ Same(x, y)
Same(x, y) => Same(y, x).
Same(x, y) ^ Same(y, z) => Same(x, z).
"""


def make_files(work):
    rng = random.Random(7)

    def write(name, text):
        (work / name).write_text(text)

    write("smokers.mln", SMOKERS)
    people = [f"P{i}" for i in range(60)]
    friends = "".join(f"Friends({x}, {y})\n" for x in people for y in rng.sample(people, 3))
    write("smokers.db",
          friends + "".join(f"{rng.choice(['', '!'])}Smokes({x})\n" for x in people[:20]))
    write("friends.db", friends)
    write("small.db", "".join(f"Friends(A{i}, A{i % 7})\nSmokes(A{i % 3})\nCancer(A{i % 4})\n"
                              for i in range(12)))
    write("truth.db",
          friends + "".join(f"Smokes({x})\nCancer({x})\n" for x in people if rng.random() < .4))
    (work / "smokers.db.gz").write_bytes(gzip.compress((work / "smokers.db").read_bytes()))
    write("friends.csv", "".join(f"{x},{y}\n" for x in people for y in rng.sample(people, 3)))
    write("colours.mln", COLOURS)
    write("colours.db", "".join(f"Edge(N{a}, N{b})\n" for a in range(20)
                                for b in rng.sample(range(a + 1, 25), 4)))
    write("triples.mln", TRIPLES)
    write("triples.db", "".join("Triple(S%d, I%d, I%d, I%d)\n" % (s, *rng.sample(range(30), 3))
                                for s in range(78)))
    write("same.mln", SAME)
    write("same.db", "".join(f"Near(A{i}, A{j}, {rng.uniform(-1, 1):.2f})\n" for i in range(14)
                             for j in range(i)))


# name: the command; OUT stands for the output file. Where it is an answer, what kerf verify needs
# to judge it.
CASES = {
    "auto": ("map -q Smokes,Cancer smokers.mln smokers.db -o OUT", "smokers.mln smokers.db"),
    "threads": ("map --threads=4 -q Smokes,Cancer smokers.mln smokers.db -o OUT",
                "smokers.mln smokers.db"),
    "gzip": ("map -q Smokes,Cancer smokers.mln smokers.db.gz -o OUT", "smokers.mln smokers.db"),
    "table": ("map -q Smokes,Cancer smokers.mln --table Friends=friends.csv -o OUT", None),
    "full": ("map --ground=full --solver=mws -q Smokes,Cancer smokers.mln smokers.db -o OUT",
             "smokers.mln smokers.db"),
    "mws": ("map --solver=mws colours.mln colours.db -o OUT", "colours.mln colours.db"),
    "ilp": ("map --solver=ilp --threads=1 colours.mln colours.db -o OUT", "colours.mln colours.db"),
    "ilp-full": ("map --solver=ilp --ground=full colours.mln colours.db -o OUT",
                 "colours.mln colours.db"),
    "triples": ("map --solver=ilp --no-lift --threads=1 triples.mln triples.db -o OUT",
                "triples.mln triples.db"),
    "cbc": ("map --solver=ilp --no-branch --no-lift --threads=1 triples.mln triples.db -o OUT",
            "triples.mln triples.db"),
    "same": ("map --threads=1 same.mln same.db -o OUT", "same.mln same.db"),
    "certificate": ("map --solver=ilp same.mln same.db --certificate=OUT", None),
    "report": ("map -q Smokes,Cancer smokers.mln smokers.db --report=OUT", None),
    "stats": ("map --quiet -q Smokes,Cancer smokers.mln smokers.db --stats=OUT", None),
    "ground": ("ground --to=lp colours.mln colours.db -o OUT", None),
    "mira": ("learn --epochs=2 -q Smokes,Cancer smokers.mln small.db -o OUT.mln", None),
    "pll": ("learn --method=pll -q Smokes,Cancer smokers.mln truth.db -o OUT.mln", None),
    "sqlite": ("map --store=sqlite:OUT -q Smokes,Cancer smokers.mln smokers.db", None),
    "verify": ("verify -q Smokes,Cancer smokers.mln friends.db truth.db", None),
    "check": ("check --forecast -q Smokes,Cancer smokers.mln smokers.db", None),
}


class Trial:
    def __init__(self, case, space=None, limit=None):
        self.case, self.space, self.limit = case, space, limit
        how = f"ulimit -v {space // KB}" if space else f"--memory-limit={limit}"
        self.name = f"{case}, {how}"


def run(args, work, env, space=None):
    """Exit code (None: no end) and messages."""
    def restrict():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if space:
            resource.setrlimit(resource.RLIMIT_AS, (space, space))
    process = subprocess.Popen(["kerf", *args], cwd=work, env=env, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               preexec_fn=restrict)
    try:
        _, err = process.communicate(timeout=kerftest.TIMEOUT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return None, ""
    return process.returncode, err.decode(errors="replace")


def least(fits, low, high, precision):
    """The least value that fits, for what fits from some value on."""
    while high - low > precision:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(middle) else (middle, high)
    return high


def trials_of(name, start, work, env, dense):
    """Limits from where it cannot work to where it can, closer together near the lower end."""
    args = CASES[name][0].replace("OUT", "out").split()
    with kerftest.sandbox() as (own, _):
        make_files(own)
        if "was built without" in run(args, own, env)[1]:
            return
        space = least(lambda n: run(args, own, env, n)[0] == 0, start, start + 128 * MB, 512 * KB)
        limit = least(lambda n: run([*args, f"--memory-limit={n}"], own, env)[0] == 0, 0, 8 * MB,
                      64 * KB)
    many = 200 if dense else 10
    for i in range(many):
        yield Trial(name, space=start + (space - start) * i // (many - 2))
    for i in range(many // 2):
        yield Trial(name, limit=max(1, limit * i // (many // 2 - 1)))


def judge(t, work, env, code, err, before):
    if code is None:
        return "it goes on"
    if code not in (0, 5, 6):
        return f"exit {code}: {err[-300:]}"
    if code and not re.search(r"^kerf: |error: ", err, re.MULTILINE):
        return f"exit {code} without a message"
    made = {p.name for p in work.iterdir()} - before
    if t.case == "sqlite":
        return judge_store(work, env, made)
    wanted = {n for n in ("out", "out.mln", "out.weights") if n in made}
    if made != wanted or (code and made):
        return f"exit {code}, and there is {sorted(made)}"
    model = CASES[t.case][1]
    if code == 0 and model:
        code, err = run(["verify", *model.split(), "out"], work, env)
        return f"verify: exit {code}: {err[-300:]}" if code else None
    return None


def judge_store(work, env, made):
    """It may stay half filled, with the log of SQLite beside it, but not damaged: the next run
    works with it."""
    if not made <= {"out", "out-wal", "out-shm"}:
        return f"left behind: {sorted(made)}"
    if made:
        with contextlib.closing(sqlite3.connect(work / "out")) as db:
            said = db.execute("PRAGMA integrity_check").fetchone()[0]
        if said != "ok":
            return f"the store: {said}"
    code, err = run(CASES["sqlite"][0].replace("OUT", "out").split(), work, env)
    return f"the next run: exit {code}: {err[-300:]}" if code else None


def run_trial(t):
    with kerftest.sandbox() as (work, env):
        make_files(work)
        before = {p.name for p in work.iterdir()}
        args = CASES[t.case][0].replace("OUT", "out").split()
        if t.limit is not None:
            args.append(f"--memory-limit={t.limit}")
        code, err = run(args, work, env, t.space)
        return t, code, judge(t, work, env, code, err, before)


def heap_of(pid):
    """Bytes of addresses."""
    found = re.findall(r"^(\w+)-(\w+) .*\[heap\]$", pathlib.Path(f"/proc/{pid}/maps").read_text(),
                       re.MULTILINE)
    return sum(int(end, 16) - int(begin, 16) for begin, end in found)


def keeps_heap():
    """What is wrong, or None. kerf is looked at while it waits for evidence from a pipe."""
    overcommit = pathlib.Path("/proc/sys/vm/overcommit_memory")
    if platform.libc_ver()[0] != "glibc" or sys.maxsize < 2**32 or not overcommit.exists() \
            or overcommit.read_text().strip() == "2":
        return None
    with kerftest.sandbox() as (work, env):
        (work / "heap.mln").write_text("*Word(word)\nGood(word)\n1 Word(w) => Good(w)\n")
        os.mkfifo(work / "h.db")
        process = subprocess.Popen(["kerf", "map", "--quiet", "heap.mln", "h.db"], cwd=work,
                                   env=env, stdout=subprocess.DEVNULL)
        pipe = None
        while pipe is None and process.poll() is None:
            with contextlib.suppress(OSError):  # nobody reads it yet
                pipe = os.open(work / "h.db", os.O_WRONLY | os.O_NONBLOCK)
        heap = heap_of(process.pid) if process.poll() is None else 0
        if pipe is not None:
            os.write(pipe, b"Word(A)\n")
            os.close(pipe)
        code = process.wait()
    if code:
        return f"exit {code}"
    return None if heap >= 1 << 30 else f"{heap} bytes are left of a heap that began with 2^30"


def main():
    ap = argparse.ArgumentParser(description="Runs kerf where memory ends.")
    ap.add_argument("-j", type=int, default=kerftest.default_jobs(), metavar="N", help="at a time")
    ap.add_argument("-k", metavar="PATTERN", help="only cases whose name matches this regex")
    ap.add_argument("-v", action="store_true", help="print every run")
    ap.add_argument("--dense", action="store_true", help="many more limits")
    args = ap.parse_args()
    names = [n for n in CASES if args.k is None or re.search(args.k, n)]
    failed = passed = 0
    with kerftest.sandbox() as (work, env), concurrent.futures.ThreadPoolExecutor(args.j) as pool:
        start = least(lambda n: run(["--version"], work, env, n)[0] == 0, MB, 1024 * MB, 64 * KB)
        trials = [t for some in pool.map(lambda n: list(trials_of(n, start, work, env, args.dense)),
                                         names)
                  for t in some]
        for t, code, what in pool.map(run_trial, trials):
            if args.v:
                print(f"{t.name}: exit {code}", flush=True)
            if what:
                print(kerftest.printable(f"FAIL {t.name}: {what}"), flush=True)
            failed += bool(what)
            passed += not what
            kerftest.progress(passed + failed, len(trials))
    if args.k is None or re.search(args.k, "heap"):
        what = keeps_heap()
        if what:
            print(kerftest.printable(f"FAIL heap: {what}"), flush=True)
        failed += bool(what)
        passed += not what
    return kerftest.record("memory", passed, failed)


if __name__ == "__main__":
    sys.exit(main())
