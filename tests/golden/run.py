#!/usr/bin/env python3
"""Golden tests of the command line; README.md beside this file describes their format.

Usage: run.py [--accept] [-j N] [-k PATTERN] [FILE|DIRECTORY]...
"""
import argparse
import concurrent.futures
import functools
import gzip
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lib"))
import kerftest  # noqa: E402

# section: (may hold content, is an expectation of the run before it)
SECTIONS = {
    "file": (True, False), "copy": (False, False), "skip-if": (False, False),
    "run": (False, False), "run-sh": (False, False),
    "stdin": (True, True), "tty": (False, True), "stdout": (True, True), "stderr": (True, True),
    "exit": (False, True), "unless": (False, True),
}


class Section:
    def __init__(self, line, kind, argument):
        self.line, self.kind, self.argument, self.content = line, kind, argument, []


class Run:
    """A run section with the sections that belong to it."""

    def __init__(self, section):
        self.section, self.parts = section, {}

    def content(self, kind):
        return self.parts[kind].content if kind in self.parts else []

    def expected(self, kind):
        return split_layout(self.content(kind))[0]

    def exit(self):
        return int(self.parts["exit"].argument) if "exit" in self.parts else 0


class BadTest(Exception):
    pass


def split_layout(lines):
    """Output without the blank lines at its end, which only set off what follows; and those."""
    n = len(lines)
    while n > 0 and lines[n - 1] == "":
        n -= 1
    return lines[:n], lines[n:]


def parse(text):
    """Splits a test into its heading lines and its sections."""
    heading, sections = [], []
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    for number, line in enumerate(lines, 1):
        if line.startswith("--- "):
            kind, _, argument = line[4:].partition(" ")
            if kind not in SECTIONS:
                raise BadTest(f"line {number}: no section is called '{kind}'")
            sections.append(Section(number, kind, argument.strip()))
        elif not sections:
            heading.append(line)
        elif SECTIONS[sections[-1].kind][0]:
            sections[-1].content.append(line[1:] if re.match(r"\\+--- ", line) else line)
        elif not line or line.startswith("#"):
            sections[-1].content.append(line)  # layout between sections, kept by --accept
        else:
            raise BadTest(f"line {number}: '--- {sections[-1].kind}' takes no content")
    return heading, sections


def group(sections):
    """The steps of a test in order: sections by themselves, and runs with what belongs to them."""
    steps = []
    for s in sections:
        if s.kind in ("run", "run-sh"):
            steps.append(Run(s))
        elif not SECTIONS[s.kind][1]:
            steps.append(s)
        elif not steps or not isinstance(steps[-1], Run):
            raise BadTest(f"line {s.line}: '--- {s.kind}' belongs after a run")
        elif s.kind in steps[-1].parts:
            raise BadTest(f"line {s.line}: a second '--- {s.kind}' for one run")
        else:
            steps[-1].parts[s.kind] = s
    if not any(isinstance(s, Run) for s in steps):
        raise BadTest("the test runs nothing")
    return steps


def write_file(section, work):
    name, *flags = shlex.split(section.argument)
    data = kerftest.to_bytes(section.content)
    for flag in flags:
        if flag == "hex":
            data = bytes.fromhex(data.decode())
        elif flag == "gz":
            data = gzip.compress(data, mtime=0)
        else:
            raise BadTest(f"line {section.line}: files have no flag '{flag}'")
    path = work / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def copy_file(section, work):
    source, *name = shlex.split(section.argument)
    path = work / (name[0] if name else pathlib.PurePath(source).name)
    path.parent.mkdir(parents=True, exist_ok=True)
    if (kerftest.ROOT / source).is_dir():
        shutil.copytree(kerftest.ROOT / source, path)
    else:
        shutil.copy(kerftest.ROOT / source, path)


@functools.lru_cache
def left_out():
    """Conditions for what the program was built without."""
    kerf = os.environ.get("KERF", kerftest.ROOT / "build" / "kerf")
    version = subprocess.run([kerf, "version"], stdout=subprocess.PIPE, text=True, check=True)
    names = {"no-clp": "no Clp", "no-sqlite": "no SQLite", "no-libpq": "no libpq",
             "no-lbfgs": "no liblbfgs"}
    return {name for name, line in names.items() if line in version.stdout}


def holds(section):
    """Does a condition of skip-if or unless hold? What is not about what is missing says why."""
    conditions, _, reason = section.argument.partition(":")
    conditions = set(conditions.split())
    if not reason.strip() and conditions & {"asan", "valgrind"}:
        raise BadTest(f"line {section.line}: say why: '--- {section.kind} {section.argument}: REASON'")
    return bool(conditions & what_holds())


@functools.lru_cache
def what_holds():
    conditions = {os.environ.get("KERF_VARIANT", "")}
    if "asan" in conditions and not os.environ.get("KERF_LONG"):
        conditions.add("quick-asan")
    if os.geteuid() == 0:
        conditions.add("root")
    return conditions | left_out()


def execute(step, work, env):
    """Runs one command; returns the differences as text, and what would have been right."""
    if step.section.kind == "run-sh":
        argv = ["sh", "-c", step.section.argument]
    else:
        argv = shlex.split(step.section.argument)
    try:
        got = kerftest.run(argv, work, env, kerftest.to_bytes(step.content("stdin")),
                           tty="tty" in step.parts)
    except OSError as e:
        raise BadTest(f"line {step.section.line}: {e}") from e
    complaints, right = [], {}
    if got.hung:
        complaints.append(f"    no end after {kerftest.TIMEOUT:.0f} s")
    for kind, data in (("stdout", got.out), ("stderr", got.err)):
        expected = step.expected(kind)
        actual, _ = split_layout(kerftest.to_lines(data, work))
        right[kind] = kerftest.merge(expected, actual)
        if not kerftest.lines_match(expected, actual):
            complaints.append(kerftest.diff(expected, actual, kind))
    if got.code != step.exit():
        complaints.append(f"    exit {kerftest.exit_name(got.code)}, expected {step.exit()}")
    right["exit"] = got.code
    right["acceptable"] = not got.hung and got.code >= 0
    if complaints:
        complaints.insert(0, f"  line {step.section.line}: {step.section.argument}")
    return "\n".join(complaints), right


def rewrite(path, heading, sections, right):
    """Writes the test again with the right expectations; everything else stays as it was."""
    out = list(heading)

    def put(kind, argument, content=()):
        out.append(f"--- {kind} {argument}".rstrip())
        out.extend("\\" + c if re.match(r"\\*--- ", c) else c for c in content)

    def put_expectations():
        for kind in ("stdout", "stderr"):
            if pending[kind]:
                put(kind, "", pending[kind])
        if pending["exit"] != 0 or any(layout):  # comments cannot follow output
            put("exit", str(pending["exit"]))
        out.extend(layout)

    pending, layout = None, []  # the expectations of the last run, and what sets it off
    for s in sections:
        if s.kind in ("stdout", "stderr", "exit") and pending is not None:
            layout = s.content if s.kind == "exit" else split_layout(s.content)[1]
            continue
        if s.kind not in ("stdin", "tty", "unless") and pending is not None:
            put_expectations()
            pending = None
        if s.kind in ("run", "run-sh") and s.line in right:
            pending, layout = right[s.line], s.content
            put(s.kind, s.argument)
        else:
            put(s.kind, s.argument, s.content)
    if pending is not None:
        put_expectations()
    new = "".join(line + "\n" for line in out).encode("utf-8", "surrogateescape")
    if new != path.read_bytes():
        path.write_bytes(new)


def run_test(path, accept):
    """Returns None for a skipped test, else the complaints (none if it passed) and whether
    they have been settled by rewriting the test; a crash or a hang never is."""
    text = path.read_bytes().decode("utf-8", "surrogateescape")
    try:
        heading, sections = parse(text)
        steps = group(sections)
        if any([holds(s) for s in steps if isinstance(s, Section) and s.kind == "skip-if"]):
            return None
        complaints, right = [], {}
        with kerftest.sandbox() as (work, env):
            for step in steps:
                if isinstance(step, Run) and "unless" in step.parts and holds(step.parts["unless"]):
                    continue
                if isinstance(step, Run):
                    complaint, right[step.section.line] = execute(step, work, env)
                    complaints += [complaint] if complaint else []
                elif step.kind == "file":
                    write_file(step, work)
                elif step.kind == "copy":
                    copy_file(step, work)
            # Let the directory be removed whatever the test did to it.
            for d, _, _ in os.walk(work):
                os.chmod(d, 0o700)
        accept = accept and all(r["acceptable"] for r in right.values())
        if accept:
            rewrite(path, heading, sections, right)
        return "\n".join(complaints), accept
    except (BadTest, OSError, ValueError) as e:
        return f"  {e}", False


def find_tests(paths, pattern):
    found = []
    for p in map(pathlib.Path, paths or [HERE]):
        found += sorted(p.rglob("*.t")) if p.is_dir() else [p]
    return [p for p in found if pattern is None or re.search(pattern, str(p))]


def main():
    ap = argparse.ArgumentParser(description="Runs the golden tests of the command line.")
    ap.add_argument("--accept", action="store_true",
                    help="write what the commands did into the tests")
    ap.add_argument("-j", type=int, default=kerftest.default_jobs(), metavar="N", help="at a time")
    ap.add_argument("-k", metavar="PATTERN", help="only tests whose path matches this regex")
    ap.add_argument("paths", nargs="*", help="test files or directories (default: all)")
    args = ap.parse_args()
    tests = find_tests(args.paths, args.k)
    passed = failed = skips = 0
    with concurrent.futures.ThreadPoolExecutor(args.j) as pool:
        results = pool.map(lambda p: run_test(p, args.accept), tests)
        for done, (path, result) in enumerate(zip(tests, results), 1):
            name = os.path.relpath(path)
            kerftest.progress(done, len(tests))
            if result is None:
                skips += 1
                continue
            complaint, settled = result
            if complaint and not settled:
                failed += 1
                print(f"FAIL {name}\n{complaint}", flush=True)
            else:
                passed += 1
                if complaint:
                    print(f"accepted {name}")
    if skips:
        print(f"golden: {skips} skipped")
    return kerftest.record("golden", passed, failed)


sys.exit(main())
