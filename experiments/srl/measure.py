"""Runs of kerf on the verbs of a set: conversion, training, answers. What takes long is kept in a folder.

A file there is named by a digest of all that it depends on, but not of kerf itself: remove the folder to
train anew with another kerf. Beside a learned model there is a .json that says when and with what it
was learned, and a checkpoint while it is not done.
"""
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "common"))
import settings  # noqa: E402
from machine import here  # noqa: E402
from measured import KERF, of_world, run_map  # noqa: E402

ROLES = HERE / "roles.mln"
READERS = ["convert.py", "candidates.py", "corpus.py"]
CONVERT = ["--wide"] if settings.CANDIDATES == "wide" else []


def digest(*parts):
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:12]


class Set:
    """A set of the corpus as worlds of kerf; of the test sets, roles are in a file of their own."""

    def __init__(self, work, corpora, name, frames):
        readers = [(HERE / reader).read_text() for reader in READERS]
        self.name, self.frames = name, frames
        self.key = digest(name, frames, CONVERT, pathlib.Path(corpora).resolve(), *readers)
        self.path = work / f"{name}-{self.key}.db"
        if self.path.exists():
            return
        unfinished = self.path.with_suffix(".part.db")
        options = [*CONVERT, *([f"--frames={frames}"] if frames else [])]
        truth = [] if name == "train" else [f"--truth={work / (self.path.stem + '-truth.db')}"]
        subprocess.run([sys.executable, HERE / "convert.py", corpora, name, unfinished, *options, *truth],
                       check=True)
        unfinished.rename(self.path)

    def worlds(self):
        """[(name, text)]"""
        texts = self.path.read_text(encoding="utf-8").split(">> ")[1:]
        return [(text.partition("\n")[0].strip(), ">> " + text) for text in texts]


# ---- Training

def options_with(seed):
    """Those of settings.py, with another seed."""
    return [*(o for o in settings.LEARN_OPTIONS if not o.startswith("--seed=")), f"--seed={seed}"]


def cpu_of(command):
    """CPU seconds of a process that must succeed."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)
    return usage.ru_utime + usage.ru_stime


def learn(work, train, text, seed):
    """The learned model and what is known of its training; from before, if it is there."""
    options = options_with(seed)
    stem = work / f"learned-{digest(train.key, text, options)}"
    learned, about = stem.with_suffix(".mln"), stem.with_suffix(".json")
    if about.exists():
        return learned, json.loads(about.read_text())
    model, checkpoint = stem.with_name(stem.name + "-model.mln"), stem.with_suffix(".checkpoint")
    model.write_text(text)
    goes_on = checkpoint.exists()
    log = stem.with_suffix(".log")
    cpu = cpu_of([KERF, "learn", "--quiet", "--threads=1", *options, f"--checkpoint={checkpoint}",
                  f"--log={log}", model, train.path, "-o", learned])
    last = json.loads(log.read_text().splitlines()[-1])
    known = {"trained": here(), "cpu": None if goes_on else cpu, "weights": last["parameters"],
             "epochs": last["epoch"], "worlds": last["worlds"], "options": options}
    about.write_text(json.dumps(known, indent=1) + "\n")
    checkpoint.unlink(missing_ok=True)
    return learned, known


def beside(model, name, text):
    """A model of another text with the weights of this one."""
    other = model.with_name(f"{model.stem}-{name}.mln")
    weights = other.with_suffix(".weights")
    other.write_text(text)
    weights.unlink(missing_ok=True)
    weights.symlink_to(model.with_suffix(".weights").resolve())
    return other


# ---- Answers

def write_worlds(folder, worlds):
    path = folder / "worlds.db"
    path.write_text("".join(text for _, text in worlds), encoding="utf-8")
    return path


def seconds_of(s):
    """On the wall, without what statistics take; and of these, what local formulas took and all that is counted
    before the search."""
    parts = s["seconds"]
    return {"seconds": sum(parts[part] for part in ("load", "compile", "separate", "solve")),
            "prepare": parts["load"] + parts["compile"]}


def solve(folder, options, model, worlds, limit):
    """([run of each world], text of the answers). kerf stops at a world without an answer, and writes none then:
    those before are solved again without it, those behind it for the first time."""
    if not worlds:
        return [], ""
    run = run_map(folder, options, model, write_worlds(folder, worlds), limit)
    if run.late or not run.stats:
        return [{"world": name, "status": run.status()} for name, _ in worlds], ""
    done = run.stats.get("worlds", [run.stats])
    runs = [of_world(s) | {"world": s["world"]} | seconds_of(s) for s in done]
    answer = folder / "answer"
    if run.code == 0 and answer.exists():
        for r in runs:
            r["answer"] = True
        return runs, answer.read_text(encoding="utf-8")
    at = len(runs) - 1
    before = solve(folder, options, model, worlds[:at], limit)
    behind = solve(folder, options, model, worlds[at + 1:], limit)
    return before[0] + runs[at:] + behind[0], before[1] + behind[1]


COPIES = 5  # of each world: a world takes a thousandth of what reading the model does


def cpu_per_world(folder, options, model, worlds, limit, rounds):
    """(CPU seconds, peak bytes), without reading the model: less those of a world with nothing in it. Of several rounds
    the shortest."""
    copies = [(name, text.replace("\n", f"#{i}\n", 1)) for i in range(COPIES) for name, text in worlds]

    def shortest(some):
        runs = [run_map(folder, options, model, write_worlds(folder, some), limit, want_stats=False)
                for _ in range(rounds)]
        return min(runs, key=lambda run: run.cpu)
    whole, empty = shortest(copies), shortest([("none", ">> none\n")])
    return max(0.0, whole.cpu - empty.cpu) / max(1, len(copies)), whole.peak


def candidates(worlds):
    """{world: how many candidates}"""
    return {name: len(re.findall(r"^Candidate\(", text, re.M)) for name, text in worlds}
