#!/usr/bin/env python3
"""Interrupts `kerf map`, and `kerf marginal`, at random moments.

Usage: run.py [-v]

SIGHUP and the like end it at once. One signal: the run ends soon, with 130 (0 if it was done, 143
for SIGTERM before the search), and its output is whole or not there: readable as an answer that
`kerf verify` accepts. Two signals: it ends at once. Nothing else stays behind in the directory.
Grounding that takes long is interrupted, too, and keeps to a time limit. While a world is read,
answers to those before stay, and the last line tells of them, whatever the number of threads. An
interrupt that comes only when the answer is there takes nothing of it away. Whether a limit or a
signal ends the search, the world that is written has the score that is said.
"""
import itertools
import os
import pathlib
import random
import re
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


# Each takes long somewhere else, before there is any world: counting, local scores, separation, a
# quantified part.
JOIN = "R(x,y) ^ R(y,z) ^ R(z,x)"
JOINS = {"count.mln": f"-1 {JOIN} => Q(x) v Q(y)\n1 Q(x)\n",
         "local.mln": f"1 {JOIN} => S(x,y,z)\n",
         "separate.mln": f"1 {JOIN} => Q(x) v Q(y) v Q(z)\n-1 Q(x)\n",
         "hard.mln": f"{JOIN} => Q(x) v Q(y) v Q(z).\n-1 Q(x)\n",
         "tree.mln": "1 Q(x) v EXIST y,z,u (R(x,y) ^ R(y,z) ^ R(z,u) ^ !R(u,x) ^ u = x)\n-1 Q(x)\n"}
FILES = {"m.mln", "small.db", "large.db", "dense.db", "worlds.db", "pairs.mln", "free.mln",
         "clusters.mln", "clusters.db", *JOINS}
PAIRS = """*Friends(person, person)
Smokes(person)
1 Smokes(x)
1 Friends(x,y) ^ Smokes(x) => Smokes(y)
"""
CLUSTERS = """*E(n, n)
S(n, n)
1 E(x,y) => S(x,y)
0.9 !E(x,y) => !S(x,y)
S(x,x).
S(x,y) => S(y,x).
S(x,y) ^ S(y,z) => S(x,z).
"""  # random pairs: many seconds until there is a proof
FREE = "t = {1, ..., 600}\nA(t, t)\n1 A(x, y)\n"  # is written for longer than it is solved
LATE = 3  # seconds until it ends, at most: the machine may be busy


def dense(constants, rng):
    """Half of all pairs."""
    return "".join(f"R(C{i}, C{j})\n" for i in range(constants)
                   for j in rng.sample(range(constants), constants // 2))


def outputs(process):
    """What it has printed and its messages, once it has ended; nothing if it goes on."""
    try:
        return process.communicate(timeout=kerftest.TIMEOUT)
    except subprocess.TimeoutExpired:
        kerftest.kill(process)
        process.communicate()
        return None, None


def interrupted(argv, sig, after, work, env):
    """Starts a run, and sends it a signal, if any, after so many seconds; then as outputs(), and how
    it has ended."""
    process = subprocess.Popen(argv, cwd=work, env=env, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if sig:
        time.sleep(after)
        process.send_signal(sig)
    return *outputs(process), process.returncode


def join_trial(argv, sig, after, work, env):
    """A run that would go on for long: ended by a signal, or by its own limit."""
    argv = ["kerf", *argv, "--quiet", "-o", "answer.db"]
    begin = time.monotonic()
    _, err, code = interrupted(argv, sig, after, work, env)
    if err is None:
        return f"{' '.join(argv)}: it goes on"
    late, what = time.monotonic() - begin - after, None
    codes = {130, -sig, 128 + sig} if sig else {5}
    files = set(os.listdir(work)) - FILES
    if code not in codes:
        what = f"exit {code}: {err.decode(errors='replace')}"
    elif files:
        what = f"left behind: {files}"
    elif late > LATE:
        what = f"{late:.1f} s later"
    for name in files:
        (work / name).unlink(missing_ok=True)
    return what and f"{' '.join(argv)}, {sig.name if sig else 'limit'} after {after:.2f} s: {what}"


def join_trials(rng, work, env):
    for name in JOINS:
        yield join_trial(["map", "--time-limit=0.5", name, "dense.db"], None, 0.5, work, env)
        for _ in range(3 if os.environ.get("KERF_LONG") else 1):
            yield join_trial(["map", name, "dense.db"], signal.SIGINT, rng.uniform(0.1, 1.5), work,
                             env)
    yield join_trial(["ground", "--to=lp", "separate.mln", "dense.db"], signal.SIGTERM, 1, work,
                     env)
    for sig in (signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE):
        yield join_trial(["map", "hard.mln", "dense.db"], sig, 1, work, env)


def worlds(rows):
    """A small world, one that takes a while to read, and one that nobody gets to."""
    pairs = "".join(f"Friends(P{i % 1500}, P{i // 1500})\n" for i in range(rows))
    return f">> first\nFriends(A, B)\n>> second\n{pairs}>> third\nFriends(C, D)\n"


def reading_trial(options, work, env):
    """A signal as soon as there is one answer, while the second world is read."""
    argv = ["kerf", "map", *options, "pairs.mln", "worlds.db"]
    process = subprocess.Popen(argv, cwd=work, env=env, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
    out = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    rest, err = outputs(process)
    if err is None:
        return f"{' '.join(argv)}: it goes on"
    out, last, what = (out + rest).decode(), err.decode().rstrip("\n").split("\n")[-1], None
    if process.returncode != 130:
        what = f"exit {process.returncode}"
    elif not out.startswith(">> first\nSmokes(A)\nSmokes(B)\n") or ">> third" in out:
        what = f"answers {out[:100]!r}"
    elif not re.fullmatch(r"(optimal|2 worlds, .*): score .* s(, interrupted)?", last):
        what = f"the last line is {last!r}"
    elif "--stats=stats.json" in options and not (work / "stats.json").exists():
        what = "there are no statistics"
    (work / "stats.json").unlink(missing_ok=True)
    return what and f"{' '.join(argv)}, interrupted while it reads: {what}"


def reading_trials(work, env):
    for threads in ("--threads=1", "--threads=2"):
        for more in ([], ["--stats=stats.json"]):
            yield reading_trial([threads, *more], work, env)


def chains_trial(after, work, env):
    """Chains that are interrupted: what they have said is written, and all of it."""
    argv = ["kerf", "marginal", "--method=gibbs", "--precision=1e-6", "--samples=1000000000",
            "m.mln", "large.db"]
    out, err, code = interrupted(argv, signal.SIGINT, after, work, env)
    if err is None:
        return f"{' '.join(argv)}: it goes on"
    lines, last = out.decode().splitlines(), err.decode().rstrip("\n").split("\n")[-1]
    told = re.fullmatch(r"unconverged: (\d+) atoms in .* samples of .*, interrupted", last)
    what = None
    if code not in (130, -signal.SIGINT):
        what = f"exit {code}"
    elif told and len(lines) != int(told.group(1)):
        what = f"{len(lines)} lines of {told.group(1)} atoms"
    elif not all(re.fullmatch(r"\w+\(P\d+\) [01](\.\d+)?", line) for line in lines):
        what = "not an atom and its probability"
    return what and f"{' '.join(argv)}, interrupted after {after:.2f} s: {what}"


def score_trials(work, env):
    """Ended by a limit or by a signal: the world that is written has the score that is said."""
    for sig, after in ((None, 0.5), (None, 2), (signal.SIGINT, 0.5), (signal.SIGTERM, 2)):
        yield score_trial(sig, after, work, env)


def score_trial(sig, after, work, env):
    files = ["clusters.mln", "clusters.db"]
    argv = ["kerf", "map", "-o", "answer.db", *files]
    limited = argv if sig else [*argv, f"--time-limit={after}"]
    _, err, _ = interrupted(limited, sig, after, work, env)
    if err is None:
        return f"{' '.join(argv)}: it goes on"
    said = re.search(rb"^(?:bounded|optimal): score ([^,]+)", err, re.M)
    answer, what = work / "answer.db", None
    if said and answer.exists():
        seen = subprocess.run(["kerf", "verify", *files, "answer.db"], cwd=work, env=env,
                              stdout=subprocess.PIPE, check=False).stdout
        has = re.search(rb"^score +(.*)$", seen, re.M)
        if not has or abs(float(has.group(1)) - float(said.group(1))) > 1e-6:
            what = f"it said {said.group(0)!r}, and wrote {seen[:100]!r}"
    elif said or answer.exists():
        what = f"{err!r}, answer: {answer.exists()}"
    answer.unlink(missing_ok=True)
    return what and f"{' '.join(argv)}, {sig and sig.name or 'limit'} after {after} s: {what}"


def late_trials(work, env):
    """Signals from the beginning of a run to its end: what the last line tells of is written."""
    for command in ("map", "marginal"):
        argv = ["kerf", command, "--query=A", "--threads=1", "free.mln"]
        begin = time.monotonic()
        whole = subprocess.run(argv, cwd=work, env=env, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        seconds = time.monotonic() - begin
        for part in range(1, 9):
            yield late_trial(argv, seconds * part / 9, whole, work, env)


def late_trial(argv, after, whole, work, env):
    out, err, _ = interrupted(argv, signal.SIGINT, after, work, env)
    if err is None:
        return f"{' '.join(argv)}: it goes on"
    told = re.search(rb"^(optimal|exact): ", err, re.M)
    if told and (out != whole or b"error: " in err):
        return f"{' '.join(argv)}, interrupted after {after:.2f} s: {len(out)} bytes, {err!r}"
    return None


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
    done = kerftest.run(["kerf", "verify", "--quiet", "--examples=0", *files, "check.db"], work,
                        env)
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
    _, err = outputs(process)
    if err is None:
        return "it goes on"
    out.close()
    codes = {0, 130, -sig, 128 + sig}  # -sig: it came before there was a handler
    text = (work / "stdout").read_bytes()
    (work / "stdout").unlink()
    files, what = set(os.listdir(work)) - FILES, None
    if process.returncode not in codes:
        what = f"exit {process.returncode}: {err.decode(errors='replace')}"
    elif files - {"answer.db"}:
        what = f"left behind: {files}"
    elif process.returncode == 0 and to_file and "answer.db" not in files:
        what = "no answer"
    elif "answer.db" in files:
        what = is_whole((work / "answer.db").read_bytes(), ["m.mln", "small.db"], env, work) \
            if small else None if (work / "answer.db").read_bytes()[-2:] in (b"",
                                                                             b")\n") else "cut off"
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
        for name, text in JOINS.items():
            (work / name).write_text("*R(t, t)\nQ(t)\nS(t, t, t)\n" + text)
        (work / "dense.db").write_text(dense(1200, rng))
        (work / "pairs.mln").write_text(PAIRS)
        (work / "free.mln").write_text(FREE)
        (work / "clusters.mln").write_text(CLUSTERS)
        (work / "clusters.db").write_text("".join(
            f"E({a}, {b})\n" for a in range(60) for b in range(60) if rng.random() < 0.5))
        (work / "worlds.db").write_text(worlds(2000000))
        trials = itertools.chain((trial(number, rng, work, env) for number in range(TRIALS)),
                                 join_trials(rng, work, env), reading_trials(work, env),
                                 late_trials(work, env), score_trials(work, env),
                                 (chains_trial(after, work, env) for after in (1, 3, 6)))
        for number, what in enumerate(trials):
            passed, failed = passed + (what is None), failed + (what is not None)
            if what:
                print(f"FAIL {what}")
            elif "-v" in sys.argv[1:]:
                print(f"ok {number}")
    return kerftest.record("interrupts", passed, failed)


if __name__ == "__main__":
    sys.exit(main())
