#!/usr/bin/env python3
"""Runs `make check-LAYER` for each layer, shows how far it is, and adds up the counts.

Usage: check.py GROUP...      a GROUP is one layer, or several joined by +: "unit", "docs+stores"
       check.py --self-test

A layer by itself uses every core. Of a group, two layers at a time run beside each other with half
of the cores each: one goes on while the other waits for its last test. Groups run in the order
given. A layer that fails never stops the others.

A runner with counts of its own appends the line "NAME PASSED FAILED" to $KERF_RESULTS. A layer that
records nothing counts as one test, and one that ends badly without recording a failure counts as
one failure. A runner that knows how far it is writes "DONE TOTAL" to $KERF_PROGRESS. What a layer
prints goes to build/check/LAYER.log, and to the screen if it fails. At the end all layers are listed,
that with the most CPU time first. The last line is "N passed, N failed", which is also in
build/check/summary. The exit code is 1 if anything failed.
"""
import collections
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

MAKE = os.environ.get("MAKE", "make")
CORES = int(os.environ.get("KERF_JOBS") or os.cpu_count() or 2)
HEARTBEAT = 30  # seconds between lines about the layers that run, away from a terminal
BLINK = 0.5     # the same on a terminal
SHOWN = 200     # lines of a failed layer
STEP = re.compile(r"^  [A-Z]+ +\S", re.M)  # what make prints of each file it makes
DRY_STEP = re.compile(r"^@?printf '  %-5s", re.M)


def inherited_flags():
    """What the caller told make, without its job slots: each layer gets slots of its own."""
    flags, dashes, variables = os.environ.get("MAKEFLAGS", "").partition(" -- ")
    flags = re.sub(r"(^| )(-j\d*|--jobserver-\w+=\S+)(?= |$)", r"\1", flags)
    return flags.strip(" ") + dashes + variables


def seconds_text(seconds):
    return f"{seconds:.0f} s"


class Layer:
    """One layer: its process while it runs, its counts afterwards."""

    def __init__(self, name, folder):
        self.name, self.folder = name, folder
        self.process = self.code = None
        self.begun = self.seconds = self.cpu = 0.0
        self.total = self.passed = self.failed = 0

    def path(self, ending):
        return self.folder / f"{self.name}.{ending}"

    def command(self, *more):
        return [MAKE, "--no-print-directory", "-k", "WERROR=1", f"check-{self.name}", *more]

    def start(self, jobs):
        self.begun = time.monotonic()
        self.path("counts").touch()
        env = os.environ | {"KERF_RESULTS": str(self.path("counts")),
                            "KERF_PROGRESS": str(self.path("progress")),
                            "KERF_JOBS": str(jobs), "MAKEFLAGS": inherited_flags(), "LC_ALL": "C"}
        # How many files a layer will compile, for those that do little else.
        if jobs > 1:
            dry = subprocess.run(self.command("-n"), env=env, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL, text=True, errors="replace")
            self.total = len(DRY_STEP.findall(dry.stdout))
        with open(self.path("log"), "wb") as log:
            self.process = subprocess.Popen(self.command(f"-j{jobs}"), env=env,
                                            stdin=subprocess.DEVNULL,
                                            stdout=log, stderr=subprocess.STDOUT,
                                            start_new_session=True)

    def has_ended(self):
        pid, status, usage = os.wait4(self.process.pid, os.WNOHANG)
        if pid == 0:
            return False
        self.code = self.process.returncode = os.waitstatus_to_exitcode(status)
        self.seconds = time.monotonic() - self.begun
        self.cpu = usage.ru_utime + usage.ru_stime
        return True

    def count(self):
        lines = [line.split() for line in self.path("counts").read_text().splitlines()]
        self.passed = sum(int(words[1]) for words in lines)
        self.failed = sum(int(words[2]) for words in lines)
        if self.code != 0 and not self.failed:
            self.failed = 1
        if self.code == 0 and not lines:
            self.passed = 1

    def how_far(self):
        """"310 of 580", or "" where nobody knows."""
        try:
            done, total = map(int, self.path("progress").read_text().split())
        except (OSError, ValueError):
            done, total = len(STEP.findall(self.log())), self.total
        return f"{min(done, total):,} of {total:,}" if total else ""

    def log(self):
        return self.path("log").read_text(encoding="utf-8", errors="backslashreplace")

    def end(self):
        """Ends whatever of it still runs; an interrupt first, so that servers of tests are
        stopped."""
        for sig, patience in ((signal.SIGINT, 10), (signal.SIGKILL, 5)):
            try:
                os.killpg(self.process.pid, sig)
            except ProcessLookupError:
                return
            begun = time.monotonic()
            while time.monotonic() - begun < patience:
                if self.code is not None or self.has_ended():
                    return
                time.sleep(0.1)


class Screen:
    """Lines about layers; on a terminal, also one that changes while they run."""

    def __init__(self, total):
        self.total, self.number, self.live = total, 0, sys.stdout.isatty()
        self.begun = self.spoke = time.monotonic()

    def line(self, text):
        print(("\r\033[K" if self.live else "") + text, flush=True)
        self.spoke = time.monotonic()

    def about(self, layers):
        """The layers that run now."""
        now = time.monotonic()
        if now - self.spoke < (BLINK if self.live else HEARTBEAT):
            return
        self.spoke = now
        parts = []
        for layer in layers:
            words = [layer.name, layer.how_far(), seconds_text(now - layer.begun)]
            parts.append(" ".join(w for w in words if w))
        text = "         " + "; ".join(parts)
        if self.live:
            width = shutil.get_terminal_size().columns - 1
            print("\r\033[K" + text[:width], end="", flush=True)
        elif parts:
            self.line(text)

    def ended(self, layer):
        self.number += 1
        if layer.failed:
            lines = layer.log().rstrip("\n").split("\n")
            self.line(f"\n-- {layer.name} failed; all of what it printed is in "
                      f"{os.path.relpath(layer.path('log'))}")
            self.line("\n".join((["..."] if len(lines) > SHOWN else []) + lines[-SHOWN:]) + "\n")
        self.line(f"[{self.number:2}/{self.total}] {result_line(layer)}")


def result_line(layer):
    counts = f"{layer.passed:6} passed, {layer.failed} failed"
    took, cpu = seconds_text(layer.seconds), seconds_text(layer.cpu)
    return f"{layer.name:18} {counts:26} {took:>7}, {cpu:>7} of CPU time"


def run_group(layers, screen):
    waiting, running = collections.deque(layers), []
    slots = min(2, CORES, len(layers))
    jobs = CORES // slots
    try:
        while waiting or running:
            while waiting and len(running) < slots:
                running.append(waiting.popleft())
                running[-1].start(jobs)
            for layer in [layer for layer in running if layer.has_ended()]:
                running.remove(layer)
                layer.count()
                screen.ended(layer)
            screen.about(running)
            time.sleep(0.05)
    finally:
        for layer in running:
            layer.end()


def summarise(layers, screen, folder):
    print()
    for layer in sorted(layers, key=lambda layer: -layer.cpu):
        print(result_line(layer))
    took = time.monotonic() - screen.begun
    cpu = sum(layer.cpu for layer in layers)
    print(f"{len(layers)} layers in {took / 60:.1f} minutes on {CORES} cores; {cpu / 60:.1f} "
          f"minutes of CPU time, {cpu / (took * CORES):.0%} of what the cores had")
    failed = sum(layer.failed for layer in layers)
    summary = f"{sum(layer.passed for layer in layers)} passed, {failed} failed"
    (folder / "summary").write_text(summary + "\n")
    print(summary, flush=True)
    return 1 if failed or not layers else 0


def run(arguments, folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    groups = [[Layer(name, folder) for name in argument.split("+")] for argument in arguments]
    layers = [layer for group in groups for layer in group]
    screen = Screen(len(layers))
    for group in groups:
        run_group(group, screen)
    return summarise(layers, screen, folder)


# ---------------------------------------------------------------------------- of itself

FAKE = """#!/bin/sh
for word; do [ "$word" = -n ] && exit 0; done
for word; do case $word in
check-silent) exit 0 ;;
check-broken) exit 2 ;;
check-killed) kill -9 $$ ;;
check-counted | check-other) echo 'a 3 0' >>"$KERF_RESULTS"; echo 'b 4 0' >>"$KERF_RESULTS" ;;
check-wrong) echo 'a 3 2' >>"$KERF_RESULTS"; exit 1 ;;
check-lenient) echo 'a 3 1' >>"$KERF_RESULTS" ;;
check-late) echo 'a 3 0' >>"$KERF_RESULTS"; exit 1 ;;
esac; done
"""
EXPECTED = {"silent": (1, 0), "broken": (0, 1), "killed": (0, 1), "counted": (7, 0),
            "wrong": (3, 2),
            "lenient": (3, 1), "late": (3, 1)}


def self_test():
    """A make that does of each layer what its name says: are counts and exit codes right?"""
    with tempfile.TemporaryDirectory() as tmp:
        fake = pathlib.Path(tmp, "make")
        fake.write_text(FAKE)
        fake.chmod(0o755)
        env = os.environ | {"MAKE": str(fake), "BUILD": str(pathlib.Path(tmp, "build"))}
        wrong = 0
        for name, (passed, failed) in EXPECTED.items():
            for groups, more in ([name], 0), ([f"{name}+other", "empty"], 8):
                done = subprocess.run([sys.executable, __file__, *groups], env=env,
                                      stdout=subprocess.PIPE, text=True)
                last = f"{passed + more} passed, {failed} failed"
                if done.stdout.splitlines()[-1] != last or done.returncode != (failed > 0):
                    print(f"self-test: {groups}: exit {done.returncode}, not \"{last}\":\n"
                          f"{done.stdout}")
                    wrong += 1
    return 1 if wrong else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(130))
    try:
        return run(sys.argv[1:], pathlib.Path(os.environ.get("BUILD", "build")).resolve() / "check")
    except KeyboardInterrupt:
        return 130


sys.exit(main())
