#!/usr/bin/env python3
"""Fails on a #include that the architecture forbids.

Each folder under src/ may include its own headers and those of the folders listed for it here;
kerf.h is open to all. Command line and examples see nothing but kerf.h (and the command line its
own headers). Some headers are private to their folder. File names are unique across src/.

Usage: check_includes.py [ROOT]      check a tree (default: the one this script is in)
       check_includes.py --self-test
"""
import pathlib
import re
import sys
import tempfile

MAY_INCLUDE = {
    "base": "",
    "lang": "base",
    "model": "base lang",
    "store": "base model",
    "problem": "base",
    "ground": "base model store problem",
    "solve": "base problem",
    "infer": "base model store problem ground solve",
    "learn": "base model store problem ground solve infer",
    "marginal": "base model store problem ground solve",
    "verify": "base model store",
    "api": "base lang model store problem ground solve infer learn marginal verify",
}
PRIVATE = {"store/plan.h", "store/sql.h", "store/postgres.h"}  # for their own folder only: others ask through store/store.h
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.M)


def c_files(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in (".c", ".h"))


def includes(path):
    """Yields (line number, delimiter, name) of every include directive."""
    text = path.read_text(encoding="utf-8", errors="replace")
    for m in INCLUDE.finditer(text):
        yield text.count("\n", 0, m.start(1)) + 1, m.group(1), m.group(2)


def check(root):
    """Returns the complaints about a tree, one string each."""
    found = []

    def complain(path, line, text):
        found.append(f"{path.relative_to(root)}:{line}: {text}")

    seen = {}
    for path in c_files(root / "src"):
        parts = path.relative_to(root / "src").parts
        if len(parts) != 2 or parts[0] not in MAY_INCLUDE:
            complain(path, 1, "source files belong in one of src/{%s}" % ",".join(MAY_INCLUDE))
            continue
        if path.name in seen:
            complain(path, 1, f"the file name is taken by {seen[path.name].relative_to(root)}")
        seen[path.name] = path
        allowed = {parts[0], *MAY_INCLUDE[parts[0]].split()}
        for line, kind, name in includes(path):
            folder, slash, _ = name.partition("/")
            if kind == "<" and not (slash and folder in MAY_INCLUDE):
                continue  # a system header
            if name == "kerf.h":
                continue
            if kind == "<" or not slash or folder not in MAY_INCLUDE:
                complain(path, line, f'write "folder/{pathlib.PurePath(name).name}", not {name}')
            elif folder not in allowed or (name in PRIVATE and folder != parts[0]):
                complain(path, line, f"{parts[0]} may not include {name}")

    for top in ("cli", "examples", "include"):
        for path in c_files(root / top):
            for line, kind, name in includes(path):
                own = top == "cli" and "/" not in name and (root / top / name).is_file()
                internal = (root / "src" / name).is_file()
                if name != "kerf.h" and not own and (kind == '"' or internal):
                    complain(path, line, f"{top} may include kerf.h only, not {name}")
    return found


def self_test():
    """A tree with one sin of each kind, beside lawful includes of each kind."""
    files = {
        "include/kerf.h": "#include <stddef.h>\n",
        "src/base/vec.h": "#include <stdint.h>\n",
        "src/base/vec.c": '#include "base/vec.h"\n#include "lang/lex.h"\n',  # bad: upwards
        "src/lang/lex.h": '#include "base/vec.h"\n#include "kerf.h"\n',
        "src/store/rel.c": '# include "lang/lex.h"\n',  # bad: not in the table
        "src/store/vec.h": "",  # bad: the name is taken
        "src/solve/lp.c": '#include "lp.h"\n',  # bad: no folder
        "src/solve/ls.c": "#include <model/m.h>\n",  # bad: project header in angle brackets
        "src/store/exec.c": '#include "store/plan.h"\n',
        "src/ground/ask.c": '#include "store/plan.h"\n',  # bad: private
        "src/extra/x.c": "",  # bad: unknown folder
        "src/api/api.c": '#include "lang/lex.h"\n#include "store/vec.h"\n#include <zlib.h>\n',
        "cli/main.c": '#include "kerf.h"\n#include "options.h"\n#include "base/vec.h"\n',  # bad: last
        "cli/options.h": "",
        "examples/c/hello.c": "#include <kerf.h>\n#include <stdio.h>\n#include <base/vec.h>\n",  # bad
    }
    expected = {
        "src/base/vec.c:2", "src/store/rel.c:1", "src/store/vec.h:1", "src/solve/lp.c:1",
        "src/solve/ls.c:1", "src/ground/ask.c:1", "src/extra/x.c:1", "cli/main.c:3", "examples/c/hello.c:3",
    }
    with tempfile.TemporaryDirectory() as tmp:
        root = pathlib.Path(tmp)
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        got = {":".join(c.split(":")[:2]) for c in check(root)}
    for place in sorted(got ^ expected):
        print(f"self-test: {place}: {'missed' if place in expected else 'wrongly reported'}")
    return got == expected


def main():
    if sys.argv[1:] == ["--self-test"]:
        return 0 if self_test() else 1
    root = pathlib.Path(sys.argv[1] if sys.argv[1:] else pathlib.Path(__file__).parent.parent)
    complaints = check(root.resolve())
    print("\n".join(complaints), end="\n" if complaints else "")
    return 1 if complaints else 0


sys.exit(main())
