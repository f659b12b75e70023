#!/usr/bin/env python3
"""Runs every example in the documentation.

Usage: run.py [--accept] [FILE.md]...      default: README.md, doc/*.md, examples/README.md,
                                           experiments/*/README.md

What happens to a fenced block depends on its first line:

    ```mln file=NAME       any language: the block is written to that file
    ```mln                 must pass `kerf check -`
    ```mln ignore-errors   must not: exit code 3
    ```console             lines "$ COMMAND" are run with sh ("> " continues a command); the lines
                           up to the next command are its output, standard error included;
                           a line "..." stands for any lines, [[REGEX]] for part of one, and
                           a time such as "0.01 s" for any time; a last line "[exit N]" gives
                           an exit code other than 0
    ```sh no-run           is for reading only, such as installation
    ```c                   must compile against include/kerf.h
    ```text, none, json... is left alone

A block of mln, db, sh or console that none of this applies to is a failure, so that no example
escapes. The blocks of one document share a directory, which holds copies of examples/ and
experiments/.

Without FILEs, the examples of `kerf COMMAND -h` are run, too, and what include/kerf.h says of options is held against
their table, src/session/options.def.
"""
import argparse
import os
import pathlib
import re
import shlex
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lib"))
import kerftest  # noqa: E402

FENCE = re.compile(r"^( *)(`{3,}|~{3,}) *([^`]*)$")
SECONDS = re.compile(r"\b\d+\.\d\d s\b")
MUST_RUN = {"mln", "db", "sh", "bash", "shell", "console"}


class Block:
    def __init__(self, line, words, indent):
        self.line, self.indent = line, indent  # line: number of the first line inside
        self.language = words[0] if words else "none"
        self.flags = dict(w.partition("=")[::2] for w in words[1:])
        self.lines = []


class Example:
    """A command of a console block, with the range of lines that its output takes up."""

    def __init__(self, block, first):
        self.block, self.first, self.end = block, first, first
        self.command, self.output, self.exit = "", [], 0


def blocks(lines):
    block = fence = None
    for number, line in enumerate(lines, 1):
        m = FENCE.match(line)
        if block is None:
            if m:
                block, fence = Block(number + 1, m.group(3).split(), len(m.group(1))), m.group(2)
        elif m and not m.group(3) and m.group(2).startswith(fence):
            yield block
            block = None
        else:
            block.lines.append(line[min(block.indent, len(line) - len(line.lstrip(" "))):])
    if block is not None:
        raise ValueError(f"line {block.line}: the block never ends")


def examples(block):
    """Splits a console block; lines before the first command are an error."""
    found, continued = [], False
    for number, line in enumerate(block.lines, block.line):
        if line.startswith("$ "):
            found.append(Example(block, number + 1))
            found[-1].command, continued = line[2:], True
        elif not found:
            raise ValueError(f"line {number}: a console block begins with '$ COMMAND'")
        elif continued and line.startswith("> "):
            found[-1].command += "\n" + line[2:]
            found[-1].first = number + 1
        elif m := re.fullmatch(r"\[exit (\d+)\]", line):
            found[-1].exit, continued = int(m.group(1)), False
        else:
            found[-1].output.append(line)
            continued = False
        found[-1].end = number + 1
    for e in found:
        while e.output and not e.output[-1].strip():
            e.output.pop()
            e.end -= 1
    return found


class Document:
    def __init__(self, path):
        self.path, self.passed, self.failed, self.edits = path, 0, 0, []
        self.lines = path.read_text(encoding="utf-8").split("\n")

    def verdict(self, line, complaint):
        if complaint:
            self.failed += 1
            print(f"FAIL {os.path.relpath(self.path)}:{line}\n{complaint}", flush=True)
        else:
            self.passed += 1

    def run(self):
        with kerftest.sandbox() as (work, env):
            for folder in "examples", "experiments":
                if (kerftest.ROOT / folder).is_dir():
                    shutil.copytree(kerftest.ROOT / folder, work / folder)
            try:
                for block in blocks(self.lines):
                    self.run_block(block, work, env)
            except (ValueError, OSError) as e:
                self.verdict(1, f"    {e}")

    def run_block(self, block, work, env):
        if "file" in block.flags:
            path = work / block.flags["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(kerftest.to_bytes(block.lines))
        elif block.language == "console":
            for example in examples(block):
                self.run_example(example, work, env)
        elif block.language == "mln":
            code = 3 if "ignore-errors" in block.flags else 0
            self.run_quietly(block, ["kerf", "check", "-"], code, work, env)
        elif block.language == "c":
            argv = [*shlex.split(os.environ.get("CC", "cc")), "-std=c11", "-D_GNU_SOURCE",
                    "-Wall", "-Werror", "-fsyntax-only", f"-I{kerftest.ROOT / 'include'}", "-xc", "-"]
            self.run_quietly(block, argv, 0, work, env)
        elif block.language in MUST_RUN and not (block.language != "db"
                                                 and "no-run" in block.flags):
            self.verdict(block.line,
                         f"    nothing runs this {block.language} block; see {__file__}")

    def run_quietly(self, block, argv, code, work, env):
        """A block that a program reads; what it prints matters only if it fails."""
        got = kerftest.run(argv, work, env, kerftest.to_bytes(block.lines), merged=True)
        complaint = ""
        if got.code != code or got.hung:
            text = "\n".join("    " + line for line in kerftest.to_lines(got.out, work))
            complaint = (f"    {argv[0]}: exit {kerftest.exit_name(got.code)}, expected {code}\n"
                         + kerftest.printable(text))
        self.verdict(block.line, complaint)

    def run_example(self, example, work, env):
        got = kerftest.run(["sh", "-c", example.command], work, env, merged=True)
        actual = kerftest.to_lines(got.out, work)
        while actual and not actual[-1].strip():
            actual.pop()
        pattern = {line: kerftest.ANY_LINES if line == "..." else SECONDS.sub(r"[[\\d+\\.\\d\\d]] s", line)
                   for line in example.output}
        written = {p: line for line, p in pattern.items()}
        expected = [pattern[line] for line in example.output]
        complaints = []
        if got.hung:
            complaints.append(f"    no end after {kerftest.TIMEOUT:.0f} s")
        if not kerftest.lines_match(expected, actual):
            complaints.append(kerftest.diff(expected, actual, example.command))
        if got.code != example.exit:
            complaints.append(f"    {example.command}: exit {kerftest.exit_name(got.code)}, "
                              f"expected {example.exit}")
        if complaints and not got.hung and got.code >= 0:
            new = [written.get(line, line) for line in kerftest.merge(expected, actual)]
            new += [f"[exit {got.code}]"] if got.code else []
            self.edits.append((example.first, example.end,
                               [" " * example.block.indent * bool(n) + n for n in new]))
        self.verdict(example.first - 1, "\n".join(complaints))

    def accept(self):
        for first, end, new in reversed(self.edits):
            self.lines[first - 1:end - 1] = new
        if self.edits:
            self.path.write_text("\n".join(self.lines), encoding="utf-8")


# The phase of an option in the table, and the words that kerf.h lists it under.
PHASES = {"MODEL": "before the model is read", "EVIDENCE": "before evidence is added",
          "WORLD": "before the first world is read"}
OPTION = re.compile(r'^X\(\w+, \w+, "([^"]+)",(.*?)(?=^X\(|\Z)', re.M | re.S)


def header_complaints():
    """What kerf.h says of options that their table does not."""
    table = (kerftest.ROOT / "src/session/options.def").read_text()
    header = re.sub(r"\n \* *", " ", (kerftest.ROOT / "include/kerf.h").read_text())
    options = {name: next((p for p in PHASES if re.search(rf"\b{p}\b,", rest)), "") for name, rest in OPTION.findall(table)}
    lists = {"every option of the library, sorted by name": sorted(options)}
    lists |= {words: sorted(o for o, at in options.items() if at == phase) for phase, words in PHASES.items()}
    for words, expected in lists.items():
        found = re.search(words + r": ([-\w, ]+)[.;]", header)
        if not found or found.group(1).split(", ") != expected:
            yield f"include/kerf.h: {words}: {', '.join(expected)}"


def help_example(command):
    """Of the help of a command, what stands below Example:, as a console block."""
    with kerftest.sandbox() as (work, env):
        text = kerftest.to_lines(kerftest.run(["kerf", command, "-h"], work, env).out, work)
    block = Block(1, ["console"], 0)
    if "Example:" in text:
        below = text[text.index("Example:") + 1:]
        block.lines = [line[2:] for line in below if not line.startswith("'kerf")]
    return block


def help_complaints():
    """Commands in the help's examples that do not print what is shown; "$ cat FILE" makes the file."""
    with kerftest.sandbox() as (work, env):
        text = kerftest.to_lines(kerftest.run(["kerf", "help"], work, env).out, work)
    for command in sorted(set(re.findall(r"^  (\w+)  ", "\n".join(text), re.M))):
        with kerftest.sandbox() as (work, env):
            for e in examples(help_example(command)):
                if e.command.startswith("cat "):
                    (work / e.command[4:]).write_bytes(kerftest.to_bytes(e.output))
                    continue
                got = kerftest.to_lines(kerftest.run(["sh", "-c", e.command], work, env, merged=True).out, work)
                if e.output and not kerftest.lines_match(e.output, got):
                    yield f"the help of kerf {command}\n" + kerftest.diff(e.output, got, e.command)


def main():
    ap = argparse.ArgumentParser(description="Runs every example in the documentation.")
    ap.add_argument("--accept", action="store_true",
                    help="write the output of commands into the documents")
    ap.add_argument("paths", nargs="*", type=pathlib.Path)
    args = ap.parse_args()
    paths = args.paths or [kerftest.ROOT / "README.md",
                           *sorted((kerftest.ROOT / "doc").glob("*.md")),
                           kerftest.ROOT / "examples" / "README.md",
                           *sorted(kerftest.ROOT.glob("experiments/*/README.md"))]
    documents = [Document(p) for p in paths if p.exists()]
    for number, d in enumerate(documents):
        kerftest.progress(number, len(documents))
        d.run()
        if args.accept:
            d.accept()
    passed, failed = sum(d.passed for d in documents), sum(d.failed for d in documents)
    if not args.paths:
        complaints = [*header_complaints(), *help_complaints()]
        print(*complaints, sep="\n", end="\n" if complaints else "")
        passed, failed = passed + (not complaints), failed + len(complaints)
    return kerftest.record("docs", passed, failed)


sys.exit(main())
