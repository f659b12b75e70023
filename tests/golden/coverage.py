#!/usr/bin/env python3
"""Is every message of kerf shown by a test?

Usage: coverage.py [-v]

Collects the texts of errors, warnings, notes, hints and usage errors from the calls in src/ and
cli/ that give them, and looks for each in the expected output of the golden tests, with
whatever a conversion such as %s stands for. What only a program can provoke (wrong calls of the
library) may be held by a unit test instead, what needs a server by tests/stores, and what only a
fault of kerf itself brings about by tests/gate. The rest must be listed below, with the reason.
"""
import os
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "lib"))
import kerftest  # noqa: E402

# Texts that no test can show, and why.
UNREACHABLE = {
    "unknown failure": "a reason is always known; this only keeps a pointer from being NULL",
    "this contradicts an earlier line": "only when memory for the real text is refused",
    "%.*s has more than %u rows": "needs 2^32 rows",
    "it is larger than 1 GiB, too large for a model": "needs a gigabyte of memory",
    "a closing quote": "only where the window ends, and then the string is read again",
    "a weight cannot come from the data": "Alchemy has no numbers, which is said before",
    "a cardinality there is about one clause": "checked when the model is built",
}
UNREACHABLE |= dict.fromkeys([
    "solver %s needs %s, and this kerf was built without it",
    "method pll needs liblbfgs, and this kerf was built without it",
], "all of them are built in, unless one is left out on purpose")
UNREACHABLE |= dict.fromkeys([
    " The search was interrupted.",
    "it was cut short: it takes more time or memory than the search",
], "depends on how fast the machine is")
UNREACHABLE |= dict.fromkeys([
    "this formula has too many groundings to be written out",
    "%.*s has more than 2^32 violated groundings",
    "kerf check --forecast tells how many there are",
], "needs 2^32 of them in memory")
UNREACHABLE |= dict.fromkeys([
    "this kerf was built without PostgreSQL", "this kerf was built without SQLite",
], "both are built in, unless one is left out on purpose")
UNREACHABLE |= dict.fromkeys([
    "the store on PostgreSQL: %.*s", "the schema %.63s %s",
    "is not one of kerf's; it stays as it is", "name one that is not there yet",
    "is being filled by another run", "wait until that is done",
    "is in use by another run, with other evidence",
    "the name of a schema has 1 to %d bytes, not %zu",
    "would be taken for that of a single run, and dropped",
    "give it a name that does not begin with kerf_run_",
    "run it again when the server is there; what this run left behind is removed then",
    "%.60s (process %.12s, user %.60s) has locked %.60s: wait for it, or end it with SELECT "
    "pg_terminate_backend(%.12s)",
], "needs a server: tests/stores/run.py starts one and shows it")
UNREACHABLE |= dict.fromkeys([
    "another run fills it or builds an index: run it again after that",
    "another run writes to the store %.200s",
], "needs another run that goes on for longer: tests/stores/run.py shows it")
UNREACHABLE |= dict.fromkeys([
    "make room, or name another folder for temporary files by SQLITE_TMPDIR; the store is as it "
    "was",
    "SQLite writes beside a file even to read it: copy it to where you may write",
], "needs a disk or a user of its own: tests/stores/run.py has both")
UNREACHABLE |= dict.fromkeys([
    "the store %s was filled with other evidence meanwhile",
    "run it again, or with a store of its own",
], "needs another run between two queries of this one")
UNREACHABLE |= dict.fromkeys([
    "operation not permitted", "the file system is read-only", "the disk quota is used up",
    "the file is too large", "too many open files", "broken pipe", "input/output error",
], "the operating system's errors, each a row of one table")
UNREACHABLE |= dict.fromkeys([
    "reading failed before: start a new session",
    "every world has been read: no more evidence can be added",
    "evidence needs a file name or a name for messages", "evidence in memory needs its text",
    "evidence from a stream needs a reader", "a table needs the name of its predicate",
    "a table in memory needs its text", "a table from a stream needs a reader",
    "kerf_next_world needs a place for its answer", "there is no place for the answer",
    "learning needs training worlds that have not been read yet",
    "index %zu is past the end, %zu", "kerf_set needs the name of an option",
    "a session reads one model only", "a model needs a file name or a name for messages",
    "a model in memory needs its text", "a model from a stream needs a reader",
    "weights are read after the model", "weights must be read before evidence is added",
    "weights need a file name or a name for messages", "weights in memory need their text",
    "there is no model to write: read one first", "writing needs a function that takes the text",
    "there is no stage %d", "kerf_write_file needs a function that fills the file",
    "cannot write dialect '%s': expected kerf, alchemy, tuffy, rockit or lomrf",
    "the reader gave more than it was asked for", "it is already committed",
    "misuse of the interface", "invalid input", "input or output failed", "a limit was reached",
    "a solver failed",
], "wrong calls of the library, which the command line does not make")

UNREACHABLE |= dict.fromkeys([
    "somebody holds a lock: run it again when it is released",
], "only if the lock is released before one can ask whose it is")
UNREACHABLE |= dict.fromkeys([
    "internal check failed: %s is %.17g, and %.17g was about to be said; there is no explanation",
    "the cost of the other value", "the cost of the other value beside a best answer",
], "only a fault of the search for the other value")
UNREACHABLE |= dict.fromkeys([
    "it has %llu rows, more than %d", "leave out what the model does not need by WHERE",
], "needs 2^31 rows")
UNREACHABLE |= dict.fromkeys([
    "a component of %llu atoms is too large for chains; what is known is written",
    "evidence on some of its atoms makes it smaller",
], "needs 2^31 groundings, or a count of 2^62")

# Files whose messages tests/stores may show.
NEED_A_SERVER = {"src/backend/postgres/postgres_error.c", "src/backend/postgres/postgres_import.c",
                 "src/backend/postgres/postgres_schema.c", "src/backend/sql/sql_import.c"}

# Files whose messages only a program can provoke: facts that it gives as values.
ONLY_PROGRAMS = "src/evidence/values/"

# Functions that take the text of a message (and its hint) as string literals.
GIVERS = """kf_diag_add kf_diag_addv kf_builder_error kf_builder_warn kf_parser_error
    kf_parser_unexpected kf_parser_expect wrong unexpected unclosed blame complain refuse problem
    error_at usage_error kf_session_misuse kf_session_say kf_session_io message_line say fail
    kf_convert_refuse kf_convert_refuse_rule unknown""".split()
# Buffers that texts for messages are put together in.
BUFFERS = r"(?:hint|why|&hint|k->error)"

STRING = r'"(?:[^"\\\n]|\\.)*"'


def without_comments(text):
    """The text with comments blanked out and line numbers kept."""
    def blank(m):
        return m.group(0) if m.group(0)[0] in "\"'" else re.sub(r"[^\n]", " ", m.group(0))
    return re.sub(STRING + r"|'(?:[^'\\\n]|\\.)+'|/\*.*?\*/|//[^\n]*", blank, text, flags=re.S)


def call_end(text, at):
    """Where the parenthesis at `at` closes."""
    depth = 0
    for m in re.finditer(STRING + r"|'(?:[^'\\\n]|\\.)+'|[()]", text[at:]):
        depth += {"(": 1, ")": -1}.get(m.group(0), 0)
        if depth == 0:
            return at + m.end()
    return len(text)


def unescape(literal):
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m.group(1), m.group(1)),
                  literal[1:-1])


def literals(text):
    """String literals, those that stand side by side joined."""
    text = re.sub(r'"\s*(?:PRI\w+)\s*"', "%d", text)
    for m in re.finditer(rf"{STRING}(?:\s*{STRING})*", text):
        yield m.start(), "".join(unescape(s) for s in re.findall(STRING, m.group(0)))


def is_message(text):
    """Words, not a format of a few signs or the name of an option."""
    words = re.sub(r"%[-+ #0-9.*]*(?:hh|h|ll|l|z|j|t)?[a-zA-Z]", "%", text)
    return len(re.findall(r"[A-Za-z]{2,}", words)) >= 2


def messages():
    """(file, line, text, unit): unit texts may be shown by a unit test."""
    places = [re.compile(rf"(?<![\w.>])({'|'.join(GIVERS)})\s*(\()"),
              re.compile(rf"(?<![\w.>])(snprintf|kf_text_addf)\s*(\()(?={BUFFERS})")]
    loose = [re.compile(rf"\breturn\s+({STRING}(?:\s*{STRING})*)\s*;"),
             re.compile(rf"\b(?:why|hint|advice)\b(?:\[\d+\])?\s*=\s*([^;]*{STRING}[^;]*);"),
             re.compile(rf"\?\s*({STRING})\s*:\s*({STRING})")]
    for path in sorted([*ROOT.glob("src/**/*.c"), *ROOT.glob("cli/*.c")]):
        text = without_comments(path.read_text())
        name = str(path.relative_to(ROOT))
        for pattern in places:
            for m in pattern.finditer(text):
                inside = text[m.start(2):call_end(text, m.start(2))]
                for offset, literal in literals(inside):
                    line = text.count("\n", 0, m.start(2) + offset) + 1
                    unit = m.group(1) in ("kf_session_misuse", "kf_session_say", "say", "fail") \
                        or name.startswith(ONLY_PROGRAMS)
                    yield name, line, literal, unit
        for pattern in loose:
            if name.startswith("cli/") or "print" in name or "about" in name:
                continue
            for m in pattern.finditer(text):
                for offset, literal in literals(m.group(0)):
                    line = text.count("\n", 0, m.start() + offset) + 1
                    yield name, line, literal, True


def to_regex(text):
    out, at = "", 0
    for m in re.finditer(r"%%|%[-+ #0-9.*]*(?:hh|h|ll|l|z|j|t)?[a-zA-Z]", text):
        out += re.escape(text[at:m.start()]) + ("%" if m.group(0) == "%%" else ".*?")
        at = m.end()
    return out + re.escape(text[at:])


def expected_output():
    """What the golden tests expect, without the files and commands in them."""
    out, wanted = [], False
    for path in sorted(HERE.rglob("*.t")):
        for line in path.read_text(errors="surrogateescape").split("\n"):
            if line.startswith("--- "):
                wanted = line[4:].split(" ")[0] in ("stdout", "stderr")
            elif wanted:
                out.append(line)
        wanted = False
    return "\n".join(out)


def main():
    verbose = "-v" in sys.argv[1:]
    golden = expected_output()
    unit_text = "\n".join(p.read_text() for p in sorted(ROOT.glob("tests/unit/*.c")))
    unit_text = re.sub(r'"\s*\n\s*"', "", unit_text).replace('\\"', '"').replace("\\\\", "\\")
    server_text = "\n".join(p.read_text() for p in sorted(ROOT.glob("tests/stores/*.py")))
    gate_text = re.sub(r'"\s*\n\s*"', "", (ROOT / "tests/gate/run.py").read_text())
    server_text = re.sub(r'"\s*\n\s*"', "", server_text)
    seen, missing, used = {}, [], set()
    for name, line, text, unit in sorted(messages(), key=lambda m: m[3]):
        if not is_message(text) or text in seen:
            continue
        seen[text] = name, line
        pattern = re.compile(to_regex(text))
        if pattern.search(golden) or (unit and pattern.search(unit_text)):
            continue
        if name in NEED_A_SERVER and pattern.search(server_text):
            continue
        if pattern.search(gate_text):
            continue
        if text in UNREACHABLE:
            used.add(text)
            continue
        missing.append((name, line, text))
    if verbose:
        for text, (name, line) in seen.items():
            print(f"{name}:{line}: {text!r}")
    for name, line, text in sorted(missing):
        print(f"{name}:{line}: no test shows {text!r}")
    for text in sorted(set(UNREACHABLE) - used) if verbose else []:
        print(f"{os.path.relpath(__file__)}: {text!r} need not be listed (any more)")
    return kerftest.record("messages", len(seen) - len(missing), len(missing))


if __name__ == "__main__":
    sys.exit(main())
