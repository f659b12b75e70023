#!/usr/bin/env python3
"""Hostile input: kerf must refuse it with a message, in bounded memory, and write over nothing.

Usage: run.py [-j N] [-k PATTERN] [-v] [--small]

Every case makes its files in a directory of its own and runs kerf there. What must hold:
  the exit code is one that the manual knows, and one that the case allows; no signal;
  an exit code other than 0 comes with a message, and messages stay short;
  memory stays within a bound that grows with the input at most;
  every file is as it was, and there is no other one.
Time is not judged, except by a generous limit; the slowest cases are printed, and so are those that
take much more time of the processor for a larger input of the same kind. Large inputs have 20 MB or
200,000 lines, with KERF_LONG=1 100 MB or a million lines. --small leaves them out, as under the
sanitizers.
"""
import argparse
import concurrent.futures
import functools
import gzip
import hashlib
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import threading
import time
import zlib

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lib"))
import kerftest  # noqa: E402

TIMEOUT = max(kerftest.TIMEOUT, 120.0)
MB = 1 << 20
KNOWN_CODES = {0, 2, 3, 6}
MOST_MESSAGES = 100_000  # bytes on standard error
SHOWN = 10               # slowest cases
LONG = bool(os.environ.get("KERF_LONG"))
HUGE = 100 if LONG else 20                   # MB of a large input
LINES = 1_000_000 if LONG else 200_000       # lines of one

MODEL = "Smokes(person)\nFriends(person, person)\nAge(person, float_)\nperson father(person)\n" \
        "a: 1 Smokes(x)\nb: Friends(x, +y)\n"


class Case:
    """name, files {name: bytes or a function that yields blocks}, arguments, allowed exit codes;
    memory: MB beyond a base; around: a function(work) that runs while kerf does."""

    def __init__(self, name, files, args, codes=(3,), memory=0, stdin=None, setup=None, around=None,
                 says=None):
        self.name, self.files, self.args, self.codes = name, files, args, set(codes)
        self.memory, self.stdin, self.setup, self.around = memory, stdin, setup, around
        self.says = says


CASES = []
LARGE = set()  # names of cases that take megabytes and seconds


def case(name, files, args, *codes, large=False, memory=0, **more):
    """memory: of a large case, what it may take of the largest input."""
    if large:
        LARGE.add(name)
        memory = memory * HUGE // 100
    CASES.append(Case(name, files, args, codes or (3,), memory, **more))


# ---------------------------------------------------------------------------- content

def repeat(block, size, before=b"", after=b""):
    """A file of about `size` bytes, made of one block again and again."""
    def blocks():
        yield before
        many = block * max(1, min(MB, size) // len(block))
        for _ in range(max(1, size // len(many))):
            yield many
        yield after
    return blocks


def row(before, piece, n, after):
    """A piece n times, made only when it is wanted."""
    return lambda: (x.encode() for x in (before, piece * n, after))


def lines(text, n, before="", end="\n"):
    """n lines, numbered where the text says %d."""
    def blocks():
        yield before.encode()
        for first in range(0, n, 10000):
            numbers = range(first, min(first + 10000, n))
            yield "".join((text % i if "%d" in text else text) + end for i in numbers).encode()
    return blocks


def noise(size, seed=1):
    block = random.Random(seed).randbytes(min(size, MB))
    return repeat(block, size)


def letters(size, newlines, seed=2):
    """Printable noise, on one line or many."""
    rng = random.Random(seed)
    alphabet = "abcXYZ019 (){}[]!?^v=><.,:;+-*/%|&@#\"'\\_~$" + ("\n" if newlines else "")
    return repeat("".join(rng.choices(alphabet, k=min(size, MB))).encode(), size)


@functools.lru_cache
def zipped(block, size):
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    many = block * (MB // len(block))
    return b"".join(packer.compress(many) for _ in range(size // len(many))) + packer.flush()


def zip_of(block, size):
    """size bytes of a repeated block, compressed; the same for all readers."""
    return lambda: [zipped(block, size)]


def check(*args):
    return ["check", "--quiet", "--dialect=kerf", *args]


def evidence(name, content, *codes, args=(), **more):
    case(f"db/{name}", {"m.mln": MODEL.encode(), "e.db": content},
         check("-q", "Smokes,Friends", *args, "m.mln", "e.db"), *codes, **more)


def model(name, content, *codes, args=(), **more):
    case(f"mln/{name}", {"m.mln": content}, check(*args, "m.mln"), *codes, **more)


def table(name, content, *codes, ending="csv", **more):
    case(f"csv/{name}", {"m.mln": MODEL.encode(), "t." + ending: content},
         check("-q", "Smokes,Friends", "--table", "Friends=t." + ending, "m.mln"), *codes, **more)


def weights(name, content, *codes, **more):
    case(f"weights/{name}", {"m.mln": MODEL.encode(), "m.w": content},
         check("--weights=m.w", "m.mln"), *codes, **more)


READERS = {"mln": model, "db": evidence, "csv": table, "weights": weights}

# ---------------------------------------------------------------------------- cases

SAMPLES = {
    "mln": 'person = {Anna, "B\\u00e4r"}\n*Friends(person, person)\nS(person p!)\n'
           '#include "i.mln"\n// c\n/* d */ 1.5 Friends(x,y) ^ !S(x) => EXIST z (S(z) v x = y)\n'
           "w: [S(+x)].\n@-2e1 S(Anna) <=> S(x)\n|y : Friends(x,y)| <= 2.\nt = {1, ..., 9}\nT(t)\n"
           "1 T(x++) v |count(S(x))|\nperson f(person)\n-1 S(f(f(x)))\n",
    "db": 'Smokes(Anna) !Smokes(Bob) ?Smokes(C)\n0.7 Smokes("D \\u00e9\\n")\nFriends(A,B) 0.25\n'
          "// c\n/* d\n */ Age(Anna, -3.5e1)\nAnna = father(Bob)\n>> w\nfather(A) = B\n---\n"
          "Smokes(X)\n",
    "csv": 'person,person\nAnna,Bob\n"An""na" , "B\nob"\r\n\n"",x\n\xe4,\xf6\n',
    "weights": "# c\na\t1.5\nb\tAnna\t-2e-3\n// d\nb\tB\\tob\\\\\t+0.5\n\nb\t\xe4\t1\n",
}


def add_truncated(step):
    for kind, sample in SAMPLES.items():
        whole = sample.encode()
        for n in range(0, len(whole) + 1, step):
            more = {"setup": lambda work: (work / "i.mln").write_text("I(person)\n")}
            READERS[kind](f"cut/{n}", whole[:n], 0, 3, **(more if kind == "mln" else {}))
    packed = gzip.compress(SAMPLES["db"].encode(), mtime=0)
    for n in range(1, len(packed), step):
        evidence(f"gzip-cut/{n}", packed[:n], 3)
        model(f"gzip-cut/{n}", packed[:n], 3)
    for n in range(0, len(packed), step):
        wrong = packed[:n] + bytes([packed[n] ^ 0x55]) + packed[n + 1:]
        evidence(f"gzip-flip/{n}", wrong, 0, 3)  # names and times in the head do not count


def add_bytes():
    for kind, reader in READERS.items():
        reader("empty", b"", 0, 3)
        reader("newline", b"\n", 0, 3)
        reader("nul", b"\0", 3)
        reader("nuls", b"\0\n" * 1000, 3)
        reader("utf8", b"\xff\xfe\xc0\x80\xed\xa0\x80\xf5\n" * 100, 3)
        reader("bom", b"\xef\xbb\xbf", 0, 3)
        reader("boms", b"\xef\xbb\xbf" * 3 + b"\n", 0, 3)
        sample = SAMPLES[kind].replace('#include "i.mln"\n', "")
        for name, end in (("crlf", "\r\n"), ("cr", "\r"), ("mixed", "\n\r\r\n")):
            reader(name, sample.replace("\n", end).encode(), 0, 3)
        reader("noise", noise(MB), 3)
        reader("letters", letters(MB, True), 3)
        reader("gzip-magic", b"\x1f\x8b", 3)
        for i in range(20):
            reader(f"noise/{i}", random.Random(i).randbytes(200), 0, 3)
        reader("noise-huge", noise(HUGE * MB), 3, large=True, memory=250)
        reader("letters-huge", letters(HUGE * MB, True), 3, large=True, memory=250)
        reader("letters-line-huge", letters(HUGE * MB, False), 3, large=True, memory=250)
        reader("blank-huge", repeat(b" ", HUGE * MB), 0, 3, large=True, memory=250)
        reader("newlines-huge", repeat(b"\n", HUGE * MB), 0, large=True, memory=250)
        reader("name-huge", repeat(b"a", HUGE * MB), 0, 3, large=True, memory=800)
        reader("digits-huge", repeat(b"1", HUGE * MB), 3, large=True, memory=800)
        reader("string-huge", repeat(b"a", HUGE * MB, b'"'), 3, large=True, memory=800)
        reader("comment-huge", repeat(b"a", HUGE * MB, b"//"), 0, 3, large=True, memory=250)
        reader("open-comment-huge", repeat(b"a\n", HUGE * MB, b"/*"), 3, large=True, memory=250)
        reader("bomb-zeros", zip_of(b"\0", 10 * HUGE * MB), 3, 6, large=True, memory=250,
               **({"args": [f"--memory-limit={2 * HUGE}M"]} if kind in ("mln", "db") else {}))
        reader("bomb-letters", zip_of(b"ab", 5 * HUGE * MB), 3, 6, large=True, memory=250,
               **({"args": [f"--memory-limit={2 * HUGE}M"]} if kind in ("mln", "db") else {}))


def add_nesting():
    for n in (1000, 1_000_000):
        for name, piece in (("paren", "("), ("bracket", "["), ("not", "!"), ("call", "f("),
                            ("exist", "EXIST x "), ("forall", "FORALL x "), ("star", "*"),
                            ("minus", "-"), ("plus", "P(+"), ("brace", "{"), ("bar", "|"),
                            ("count", "count("), ("quote", '"'), ("hash", "#"), ("comment", "/*")):
            model(f"nest/{name}/{n}", row("P(t)\n1 ", piece, n, "P(x)\n"), 3, memory=300)
            codes = (0,) if name == "minus" else (3,)  # dashes on a line begin a world
            evidence(f"nest/{name}/{n}", row("", piece, n, "\n"), *codes, memory=100)
        for name, before, piece, after in (
                ("implies", "", "P(x) => ", "P(x)"), ("iff", "", "P(x) <=> ", "P(x)"),
                ("sum", "P(x", " + 1", ")"), ("increment", "P(x", "++", ")"),
                ("arguments", "P(x", ", x", ")"), ("closing", "P(x", ")", "")):
            model(f"nest/{name}/{n}", row("P(t)\n1 " + before, piece, n, after + "\n"), 3,
                  memory=800)
    for name, piece in (("or", b" v P(x)"), ("or-lines", b" v\nP(x)"), ("or-wrong", b" v "),
                        ("same", b"P(x) "), ("paren", b"("), ("not", b"!"), ("brace", b"{"),
                        ("call", b"P(")):
        model(f"{name}-huge", repeat(piece, HUGE * MB, b"P(t)\n1 P(x)", b"\n"), 3, large=True,
              memory=400)
    model("type-huge", repeat(b"A, B, ", HUGE * MB, b"t = {", b"C}\nP(t)\n"), 0, large=True,
          memory=2500)
    evidence("valid-huge", repeat(b"Smokes(A) Friends(A,B) ", HUGE * MB), 0, large=True, memory=200)
    evidence("item-huge", repeat(b"A", HUGE * MB, b"Smokes(", b")\nSmokes(B)\n"), 3, large=True)
    evidence("world-huge", repeat(b"A ", HUGE * MB, b">> ", b"\n"), 3, large=True)
    table("quote-huge", repeat(b"A\n", HUGE * MB, b'"', b"\n"), 3, large=True)
    table("commas-huge", repeat(b",", HUGE * MB), 3, large=True)
    weights("row-huge", repeat(b"b\tc\t", HUGE * MB), 3, large=True)


def add_longest():
    """A row of 1 MiB is read, and one of a byte more is an error, whatever the window holds by then."""
    for n, code in ((MB, 0), (MB + 1, 3), (2 * MB, 3)):
        evidence(f"longest/{n}", row("Smokes(", "A", n - len("Smokes()"), ")\n"), code)
        table(f"longest/{n}", row("A,B\nB,", "A", n - len("B,"), "\nB,C\n"), code)
        table(f"longest-quoted/{n}",
              row('A,B\nB,"', "A\n", n // 2 - 2, "A" * (n % 2) + '"\nB,C\n'), code)
        weights(f"longest/{n}", row("b\t", "A", n - len("b\t\t1"), "\t1\na\t1\n"), code)


def add_many():
    for n in (10_000, LINES):
        large = n == LINES
        for name, text, codes, memory in (
                ("wrong", "1 P(x", (3,), 0), ("undeclared", "1 Q%d(x)", (3,), 500),
                ("undeclared-same", "1 Q(x)", (3,), 400),
                ("zeros", "05 P(x)", (0,), 1000), ("mixed", "1 P(x) v P(y) ^ P(z)", (0,), 2500),
                ("relisted", "u = {A}", (0,), 500), ("types", "u%d = {A}", (0,), 2500),
                ("declared", "D%d(t)", (0,), 1200), ("redeclared", "*P(t)", (3,), 400),
                ("labels", "l%d: 1 P(x)", (0,), 1200), ("same-label", "l: 1 P(x)", (3,), 1200),
                ("constants", "1 P(C%d)", (0,), 1200), ("shapes", "1 P(C%d) v P(x)", (0,), 1500),
                ("variables", "1 P(x%d)", (0,), 1200), ("strings", '1 P("a%d b")', (0,), 1200),
                ("include-missing", '#include "x%d"', (3,), 0),
                ("include-again", '#include "i.mln"', (0,), 0),
                ("directives", "#x%d", (3,), 0), ("comments", "/* %d */ // x", (0,), 0),
                ("open-paren", "1 P(", (3,), 0), ("open-prob", "1 P(P(x", (3,), 0),
                ("count-open", "count(P(x)", (3,), 0), ("bars", "|x", (3,), 0),
                ("acyclic", "acyclic p%d", (3,), 500), ("data", "w%d: 1 P(x)", (0,), 1200)):
            model(f"many/{name}/{n}", lines(text, n, "P(t)\n"), *codes, large=large,
                  memory=memory if large else 100,
                  setup=lambda work: (work / "i.mln").write_text("I(person)\n"))
        for name, text, codes, args in (
                ("wrong", "Smokes(A", (3,), ()), ("undeclared", "Q%d(A)", (3,), ()),
                ("skipped", "Q%d(A)", (0,), ["--skip-unknown"]),
                ("arity", "Smokes(A,%d)", (3,), ()),
                ("worlds", ">> w%d", (0,), ()), ("worlds-full", ">> w%d\nSmokes(A)", (0,), ()),
                ("dashes", "---", (0,), ()), ("dashes-full", "---\nSmokes(A)", (0,), ()),
                ("both", "Smokes(B) !Smokes(B) Smokes(A%d)", (3,), ()),
                ("contradictions", "0.%d Smokes(A)", (3,), ()),
                ("mappings", "A%d = father(B)", (3,), ()), ("numbers", "Age(A, 1e%d)", (3,), ()),
                ("probabilities", "%d Smokes(A)", (3,), ()), ("strings", 'Smokes("a%d")', (0,), ()),
                ("escapes", 'Smokes("\\u00e4%d")', (0,), ()), ("signs", "!Smokes(A%d)", (0,), ())):
            evidence(f"many/{name}/{n}", lines(text, n), *codes, args=args, large=large,
                     memory=600 if large else 100)
        evidence(f"many/skipped-line/{n}", lines("Q%d(A)", n, end=" "), 0, args=["--skip-unknown"],
                 large=large, memory=400 if large else 100)
        table(f"many/short/{n}", lines("A", n), 3, large=large)
        table(f"many/commas/{n}", repeat(b",", n), 3, large=large, memory=100)
        table(f"many/quotes/{n}", repeat(b'"', n), 0, 3, large=large, memory=100)
        table(f"many/open/{n}", lines('"A%d', n), 3, large=large, memory=100)
        weights(f"many/unknown/{n}", lines("z%d\t1", n), 3, large=large)
        weights(f"many/repeated/{n}", lines("a\t%d", n), 3, large=large)
        weights(f"many/tabs/{n}", repeat(b"\t", n), 0, 3, large=large, memory=100)
        weights(f"many/rows/{n}", lines("b\tc%d\t1", n), 0, large=large, memory=300)
    # Names that collide with those that kerf makes up.
    n = 2000
    model("many/underscores", "".join(
        ["P(t)\n"] + [f"F1{'_' * i}: 1 P(x)\n" for i in range(n)] + ["1 P(x)\n"]).encode(), 0,
        memory=100)
    # Many predicates and many names that are not: near names are searched for.
    preds = "".join(f"Predicate{i}(t)\n" for i in range(20000))
    case("db/many/near", {"m.mln": preds.encode(), "e.db": lines("Predicato%d(A)", 20000)},
         check("--skip-unknown", "m.mln", "e.db"), 0, memory=200)
    case("db/many/predicates-worlds",
         {"m.mln": preds.encode(), "e.db": lines(">> w%d\nPredicate1(A)", 2000 if LONG else 100)},
         check("m.mln", "e.db"), 0, memory=200)


def add_numbers():
    digits = "9" * 400
    for name, weight, codes in (
            ("1e999", "1e999", (3,)), ("-1e999", "-1e999", (3,)), ("digits", digits, (3,)),
            ("1e-999", "1e-999", (0, 3)), ("nan", "nan", (3,)), ("inf", "inf", (3,)),
            ("exponent", "1e" + digits, (3,)), ("minus-exponent", "1e-" + digits, (0, 3)),
            ("fraction", "0." + "3" * 100_000, (0,)), ("zeros", "0" * 100_000 + "1", (0,)),
            ("dots", "1.2.3", (3,)), ("e", "1e", (3,)), ("hex", "0x10", (3,)),
            ("signs", "--1", (3,))):
        model(f"number/{name}", f"P(t)\n{weight} P(x)\n".encode(), *codes)
        weights(f"number/{name}", f"a\t{weight}\n".encode(), *codes)
        evidence(f"number/{name}", f"{weight} Smokes(A)\n".encode(), 0, 3)
        evidence(f"number/age/{name}", f"Age(A, {weight})\n".encode(), *codes)
        table(f"number/{name}", f"{weight},1\n".encode(), 0, 3)
    evidence("number/probability", b"1.5 Smokes(A)\n")
    evidence("number/negative", b"Smokes(A) -0.5\n")
    for name, text, codes in (
            ("huge", "{1, ..., 4000000000}", (3,)), ("long", "{1, ..., 10000000}", (6,)),
            ("beyond", "{1, ..., 5000000000}", (3,)),
            ("int64", "{9223372036854775806, ..., 9223372036854775807}", (0, 3)),
            ("over", "{1, ..., 99999999999999999999}", (3,)),
            ("negative", "{-4000000000, ..., -1}", (3,)),
            ("whole", "{-9223372036854775808, ..., 9223372036854775807}", (3,))):
        model(f"range/{name}", f"t = {text}\nP(t)\n".encode(), *codes, args=["--memory-limit=100M"],
              memory=150)
    model("count/huge", b"P(t)\n|x : P(x)| <= 99999999999999999999.\n")
    model("memory/tiny", MODEL.encode(), 6, args=["--memory-limit=1"])
    evidence("memory/small", lines("Smokes(A%d)", 100_000), 6, args=["--memory-limit=1M"],
             memory=50)


def add_files():
    def link(name, target):
        return lambda work: (work / name).symlink_to(target)

    model("include/self", b'#include "m.mln"\nP(t)\n')
    case("mln/include/mutual", {"m.mln": b'#include "a.mln"\n', "a.mln": b'#include "b.mln"\n',
                                "b.mln": b'#include "m.mln"\n'}, check("m.mln"))
    model("include/link", b'#include "l.mln"\n', setup=link("l.mln", "m.mln"))
    model("include/link-loop", b'#include "l.mln"\n', setup=link("l.mln", "l.mln"))
    model("include/directory", b'#include "."\n#include "/"\n#include "d"\n',
          setup=lambda work: (work / "d").mkdir())
    model("include/missing", b'#include "missing"\n#include "missing/x"\n')
    model("include/long", b'#include "' + b"x" * 100_000 + b'"\n')
    model("include/null", b'#include "/dev/null"\n#include "/dev/null"\n', 3)
    model("include/deep", b'#include "' + b"d/../" * 300 + b'i.mln"\n', 0,
          setup=lambda work: ((work / "d").mkdir(), (work / "i.mln").write_text("P(t)\n")))
    model("include/noise", b'#include "n"\n', setup=lambda work: (work / "n").write_bytes(
        random.Random(5).randbytes(100_000)))
    chain = {f"c{i}.mln": f'#include "c{i + 1}.mln"\n'.encode() for i in range(100)}
    case("mln/include/chain", chain | {"c100.mln": b"P(t)\n"}, check("c0.mln"))
    wide = {f"w{i}.mln": f"P{i}(t)\n".encode() for i in range(500)}
    case("mln/include/wide", wide | {"m.mln": "".join(f'#include "{n}"\n' for n in wide).encode()},
         check("m.mln"), 0)
    if os.geteuid() != 0:
        model("include/unreadable", b'#include "s.mln"\n', setup=lambda work: (
            (work / "s.mln").write_text("P(t)\n"), (work / "s.mln").chmod(0)))
    case("mln/zero", {}, check("--memory-limit=50M", "/dev/zero"), 6, memory=100)
    case("mln/directory", {}, check("."), 3)
    case("mln/missing", {}, check("missing.mln"), 3)
    case("query/noise", {"m.mln": MODEL.encode(), "q": noise(MB)},
         check("--query-file=q", "m.mln"), 3)
    case("query/large", {"m.mln": MODEL.encode(), "q": repeat(b"Smokes ", 20 * MB)},
         check("--query-file=q", "m.mln"), 3, large=True, memory=100)
    case("query/many", {"m.mln": MODEL.encode(), "q": lines("Smokes%d(x)", 100_000)},
         check("--query-file=q", "m.mln"), 3, memory=100)
    case("args/long", {}, ["x" * 100_000], 2)
    case("args/option", {}, ["check", "--" + "x" * 100_000], 2)
    case("args/many", {}, check(*["missing"] * 20_000), 3, memory=100)
    case("args/query", {"m.mln": MODEL.encode()},
         check("-q", ",".join(f"Q{i}" for i in range(10_000)), "m.mln"), 3)
    # A pipe that ends in the middle; a file that shrinks, grows or vanishes while it is read.
    evidence("pipe", b"", 3, setup=make_pipe, around=write_half)
    case("mln/pipe", {}, check("m.mln"), 3, around=write_half_model,
         setup=lambda work: os.mkfifo(work / "m.mln"))
    for name, act in (("shrinks", lambda p: os.truncate(p, 1000)),
                      ("empties", lambda p: os.truncate(p, 0)),
                      ("vanishes", os.unlink)):
        evidence(name, lines("Smokes(A%d)", 2 * LINES), 0, 3, large=True, memory=400,
                 around=lambda work, act=act: (time.sleep(0.02), act(work / "e.db")))
        model(name, lines("1 P(x%d)", LINES, "P(t)\n"), 0, 3, large=True, memory=1200,
              around=lambda work, act=act: (time.sleep(0.01), act(work / "m.mln")))


def make_pipe(work):
    (work / "e.db").unlink()
    os.mkfifo(work / "e.db")


def write_half(work):
    with open(work / "e.db", "wb") as f:
        f.write(b"Smokes(Anna)\nSmokes(Bo")


def write_half_model(work):
    with open(work / "m.mln", "wb") as f:
        f.write(b"Smokes(person)\n1 Smokes(")


# ---------------------------------------------------------------------------- running

def write(path, content):
    with open(path, "wb") as f:
        if callable(content):
            for block in content():
                f.write(block)
        else:
            f.write(content)


def snapshot(work):
    """What lies in a directory: names, sizes and times; contents of what is small."""
    seen = {}
    for path in sorted(work.rglob("*")):
        info = path.lstat()
        seen[str(path.relative_to(work))] = (info.st_mode, info.st_size, info.st_mtime_ns)
        small = path.is_file() and not path.is_symlink() and info.st_size < MB
        if small and os.access(path, os.R_OK):
            seen[str(path.relative_to(work))] += (hashlib.md5(path.read_bytes()).digest(),)
    return seen


# A process's memory is never less than that of the one that started it, so a small one does that:
# it takes jobs, one JSON object a line, and tells exit code, bytes, seconds, and processor seconds.
LAUNCHER = """
import json, os, subprocess, sys, threading, time
for line in sys.stdin:
    job = json.loads(line)
    begin = time.monotonic()
    with open(job["stderr"], "wb") as stderr:
        process = subprocess.Popen(["kerf", *job["args"]], executable=job["kerf"], cwd=job["cwd"],
                                   env=job["env"], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=stderr)
    limit = threading.Timer(job["timeout"], process.kill)
    limit.start()
    _, status, usage = os.wait4(process.pid, 0)
    limit.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    print(json.dumps([process.returncode, usage.ru_maxrss * 1024, time.monotonic() - begin,
                      usage.ru_utime + usage.ru_stime]), flush=True)
"""


class Launcher:
    def __init__(self):
        self.process = subprocess.Popen([sys.executable, "-S", "-c", LAUNCHER],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        LAUNCHERS.append(self)

    def start(self, **job):
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()

    def wait(self):
        return json.loads(self.process.stdout.readline())

    def end(self):
        """And count its time, and that of all that it started, as this program's."""
        self.process.stdin.close()
        self.process.wait()


LAUNCHERS = []
threads = threading.local()


def launcher_of_this_thread():
    if not hasattr(threads, "launcher"):
        threads.launcher = Launcher()
    return threads.launcher


class Result:
    def __init__(self, c):
        self.case, self.complaints, self.rss, self.size = c, [], 0, 0
        self.seconds = self.cpu = 0.0


def judge(c, result, code, messages, sanitized):
    say = result.complaints.append
    if code < 0:
        say(f"ended by signal {-code}")
    elif code not in KNOWN_CODES:
        say(f"exit {code}, which the manual does not know")
    elif code not in c.codes:
        say(f"exit {code}, expected {' or '.join(map(str, sorted(c.codes)))}")
    text = messages.decode("utf-8", "backslashreplace")
    if code and not re.search(r"(error|kerf): \S", text):
        say("no message")
    if re.search(r"[\x00-\x08\x0b-\x1f\x7f]", text):
        say("control characters in the messages")
    if len(messages) > MOST_MESSAGES + 10 * sum(map(len, c.args)):
        say(f"{len(messages)} bytes of messages")
    bound = 64 + c.memory
    if not sanitized and result.rss > bound * MB:
        say(f"{result.rss // MB} MB of memory, more than {bound}")
    if result.complaints:
        say("    " + "\n    ".join(text[:600].split("\n")[:6]))


def run_case(c, sanitized):
    result = Result(c)
    with kerftest.sandbox() as (work, env):
        for name, content in c.files.items():
            write(work / name, content)
        if c.setup:
            c.setup(work)
        before = snapshot(work)
        result.size = sum((work / n).stat().st_size for n in c.files if (work / n).is_file())
        err = work.parent / "stderr"
        launcher = launcher_of_this_thread()
        launcher.start(kerf=str(work.parent / "bin" / "kerf"), args=c.args, cwd=str(work), env=env,
                       stderr=str(err), timeout=TIMEOUT)
        if c.around:
            c.around(work)
        code, result.rss, result.seconds, result.cpu = launcher.wait()
        if code == -signal.SIGKILL and result.seconds >= TIMEOUT:
            result.complaints.append(f"no end after {TIMEOUT:.0f} s")
        judge(c, result, code, err.read_bytes(), sanitized)
        after = snapshot(work)
        if not c.around and after != before:
            changed = sorted(n for n in before.keys() | after.keys()
                             if before.get(n) != after.get(n))
            result.complaints.append("files were touched: " + ", ".join(changed))
        if c.around and after.keys() - before.keys():
            result.complaints.append("files were made: " + ", ".join(after.keys() - before.keys()))
    return result


def report_time(results):
    print("slowest:")
    for r in sorted(results, key=lambda r: -r.seconds)[:SHOWN]:
        print(f"  {r.seconds:6.2f} s  {r.rss // MB:5d} MB  {r.size / MB:7.1f} MB of input  "
              f"{r.case.name}")
    # The same kind at two sizes: a hundredfold input may take a hundred times as much, not more. On
    # a busy machine only the time of the processor tells.
    by_kind = {}
    for r in results:
        kind, _, n = r.case.name.rpartition("/")
        if n.isdigit() and int(n) >= 1000 and ("many/" in kind or "nest/" in kind):
            by_kind.setdefault(kind, []).append((int(n), r.cpu))
    for kind, points in sorted(by_kind.items()):
        (n, t), (m, u) = min(points), max(points)
        if m > n and u > 2.0 and u > 3 * t * m / n:
            print(f"  more than linear: {kind}: {n}: {t:.2f} s, {m}: {u:.2f} s")


def main():
    ap = argparse.ArgumentParser(description="Gives kerf hostile input.")
    ap.add_argument("-j", type=int, default=kerftest.default_jobs(), metavar="N", help="at a time")
    ap.add_argument("-k", metavar="PATTERN", help="only cases whose name matches this regex")
    ap.add_argument("-v", action="store_true", help="print every case")
    ap.add_argument("--small", action="store_true", help="leave out what is large")
    args = ap.parse_args()
    sanitized = os.environ.get("KERF_VARIANT", "") not in ("", "bad")
    small = args.small or sanitized
    add_bytes()
    add_nesting()
    add_longest()
    add_many()
    add_numbers()
    add_files()
    add_truncated(7 if sanitized else 1 if LONG else 3)
    cases = [c for c in CASES if not (small and c.name in LARGE)
             and (args.k is None or re.search(args.k, c.name))]
    names = [c.name for c in CASES]
    assert len(set(names)) == len(names), sorted(n for n in set(names) if names.count(n) > 1)[:5]
    results = []
    with concurrent.futures.ThreadPoolExecutor(args.j) as pool:
        for r in pool.map(lambda c: run_case(c, sanitized), cases):
            results.append(r)
            kerftest.progress(len(results), len(cases))
            if args.v:
                print(f"{r.seconds:6.2f} s  {r.rss // MB:5d} MB  {r.case.name}", flush=True)
            if r.complaints:
                print(kerftest.printable(f"FAIL {r.case.name}: " + "\n  ".join(r.complaints)),
                      flush=True)
    for launcher in LAUNCHERS:
        launcher.end()
    if len(results) > SHOWN:
        report_time(results)
    failed = sum(bool(r.complaints) for r in results)
    return kerftest.record("badinput", len(results) - failed, failed)


if __name__ == "__main__":
    sys.exit(main())
