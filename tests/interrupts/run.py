#!/usr/bin/env python3
"""Interrupts `kerf map` at random moments.

Usage: run.py [-v]

One signal: the run ends soon, with 130 (0 if it was done, 143 for SIGTERM before the search), and
its output is whole or not there: readable as an answer that `kerf verify` accepts. Two signals: it
ends at once. Nothing else stays behind in the directory after one signal.
"""
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lib"))
import kerftest  # noqa: E402

TRIALS = 100 if os.environ.get("KERF_LONG") else 16
MODEL = """*Friends(person, person)
*Hint(person, float)
Smokes(person)
Cancer(person)
w: Hint(x, w) ^ Smokes(x)
1.1 Friends(x,y) => (Smokes(x) <=> Smokes(y))
0.7 Friends(x,y) ^ Friends(y,z) => (!Smokes(x) v !Smokes(z) v Cancer(y))
-0.4 Cancer(x)
"""


def evidence(people, rng):
    """A world that takes long to solve."""
    lines = []
    for i in range(people):
        lines += [f"Friends(P{i}, P{j})" for j in rng.sample(range(people), 4)]
        lines.append(f"Hint(P{i}, {rng.uniform(-2, 2):.3f})")
    return "\n".join(lines) + "\n"


def is_whole(text, files, env, work):
    """An answer, every line of it."""
    if text and not text.endswith(b"\n"):
        return "the last line is cut off"
    (work / "check.db").write_bytes(text)
    done = kerftest.run(["kerf", "verify", "--quiet", "--examples=0", *files, "check.db"], work, env)
    (work / "check.db").unlink()
    if done.code != 0:
        return f"not an answer: exit {done.code}: {done.err.decode(errors='replace')}"
    return None


def trial(number, rng, work, env):
    """What went wrong, or None."""
    small = number % 4 == 3
    data = "small.db" if small else "large.db"
    to_file, sig = rng.random() < 0.6, rng.choice([signal.SIGINT, signal.SIGINT, signal.SIGTERM])
    twice = number % 5 == 4
    argv = ["kerf", "map", "--quiet", "m.mln", data] + (["-o", "answer.db"] if to_file else [])
    out = open(work / "stdout", "wb")
    process = subprocess.Popen(argv, cwd=work, env=env, stdin=subprocess.DEVNULL, stdout=out,
                               stderr=subprocess.PIPE, start_new_session=True)
    time.sleep(rng.uniform(0, 0.05 if small else 1))
    process.send_signal(sig)
    if twice:
        time.sleep(rng.uniform(0, 0.1))
        process.send_signal(sig)
    try:
        err = process.communicate(timeout=kerftest.TIMEOUT)[1]
    except subprocess.TimeoutExpired:
        kerftest.kill(process)
        process.communicate()
        return "it goes on"
    out.close()
    codes = {0, 130, -sig, 128 + sig}  # -sig: it came before there was a handler
    text = (work / "stdout").read_bytes()
    (work / "stdout").unlink()
    files, what = set(os.listdir(work)) - {"m.mln", "small.db", "large.db"}, None
    if process.returncode not in codes:
        what = f"exit {process.returncode}: {err.decode(errors='replace')}"
    elif not twice and files - {"answer.db"}:
        what = f"left behind: {files}"
    elif process.returncode == 0 and to_file and "answer.db" not in files:
        what = "no answer"
    elif "answer.db" in files:
        what = is_whole((work / "answer.db").read_bytes(), ["m.mln", "small.db"], env, work) \
            if small else None if (work / "answer.db").read_bytes().endswith(b")\n") else "cut off"
    elif small and not to_file and not twice and text:
        what = is_whole(text, ["m.mln", "small.db"], env, work)
    for name in files:
        (work / name).unlink(missing_ok=True)
    return what and f"{' '.join(argv)}, {sig.name}{' twice' if twice else ''}: {what}"


def main():
    rng = random.Random(5)
    passed = failed = 0
    with kerftest.sandbox() as (work, env):
        (work / "m.mln").write_text(MODEL)
        (work / "small.db").write_text(evidence(12, rng))
        (work / "large.db").write_text(evidence(1500, rng))
        for number in range(TRIALS):
            what = trial(number, rng, work, env)
            passed, failed = passed + (what is None), failed + (what is not None)
            if what:
                print(f"FAIL {what}")
            elif "-v" in sys.argv[1:]:
                print(f"ok {number}")
    return kerftest.record("interrupts", passed, failed)


if __name__ == "__main__":
    sys.exit(main())
