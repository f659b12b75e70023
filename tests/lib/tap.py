#!/usr/bin/env python3
"""Runs test programs that speak TAP, several at a time, and adds up their counts.

Usage: tap.py NAME COMMAND...     each COMMAND is one argument, split as the shell would

A program fails as a whole, beyond its own counts, if it ends badly without having said which test
failed, or if it runs no test at all.
"""
import concurrent.futures
import os
import re
import shlex
import signal
import subprocess
import sys

import kerftest

TIMEOUT = 20 * kerftest.TIMEOUT


def run(command):
    env = os.environ | {"CMOCKA_MESSAGE_OUTPUT": "TAP", "LC_ALL": "C"}
    process = subprocess.Popen(shlex.split(command), env=env, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               start_new_session=True)
    note = ""
    try:
        out = process.communicate(timeout=TIMEOUT)[0]
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out = process.communicate()[0]
        note = f"no end after {TIMEOUT:.0f} s"
    text = out.decode("utf-8", "backslashreplace")
    # A skipped test counts as neither; cmocka reports it as "not ok N # SKIP name".
    passed = len(re.findall(r"^ok\b(?!.*# SKIP)", text, re.M))
    failed = len(re.findall(r"^not ok\b(?!.*# SKIP)", text, re.M))
    skipped = len(re.findall(r"^(?:not )?ok\b.*# SKIP", text, re.M))
    if process.returncode != 0 and not failed:
        failed = 1
        note = note or f"ended with exit {kerftest.exit_name(process.returncode)}"
    elif not passed and not failed and not skipped:
        failed = 1
        note = "ran no tests"
    return passed, failed, skipped, note, text


def shorten(text, lines=200):
    """What a failing program printed, without the tests that went well and with a limit."""
    kept = [line for line in text.split("\n") if not line.startswith("ok ")]
    return "\n".join(["    ..."] * (len(kept) > lines) + kept[-lines:])


def main():
    name, commands = sys.argv[1], sys.argv[2:]
    total_passed = total_failed = total_skipped = 0
    with concurrent.futures.ThreadPoolExecutor(kerftest.default_jobs()) as pool:
        for done, (command, result) in enumerate(zip(commands, pool.map(run, commands)), 1):
            passed, failed, skipped, note, text = result
            kerftest.progress(done, len(commands))
            total_passed += passed
            total_failed += failed
            total_skipped += skipped
            if failed:
                print(shorten(text))
                print(f"FAIL {command}{': ' + note if note else ''}", flush=True)
    if total_skipped:
        print(f"{name}: {total_skipped} skipped")
    return kerftest.record(name, total_passed, total_failed)


sys.exit(main())
