#!/usr/bin/env python3
"""Fails on a #include that the architecture forbids.

Each folder under src/ may include its own headers and those of the folders listed for it here;
those of include/ are open to all. Command line and examples see nothing but these (and the command line its
own headers). A header whose first line says "private to" a folder (`private to solve/lp/:`) or to files
(`private to a.c and b.c`) is for these only. File names are unique across src/, and so are the
names of types in headers.

Usage: check_includes.py [ROOT]      check a tree (default: the one this script is in)
       check_includes.py --self-test
"""
import fnmatch
import pathlib
import re
import sys
import tempfile

MAY_INCLUDE = {
    "base": "",
    "lang": "base",
    "model": "base lang",
    "evidence": "base lang model",
    "query": "base model evidence",
    "backend": "base model evidence query",
    "problem": "base",
    "ground": "base model evidence query problem",
    "solve": "base problem",
    "sample": "base problem solve",
    "infer": "base model evidence query problem ground solve",
    "prove": "base model evidence query problem ground solve infer",
    "learn": "base model evidence query problem ground solve infer",
    "marginal": "base model evidence query problem ground solve infer sample",
    "verify": "base lang model evidence",
    "report": "base lang model evidence query problem ground infer marginal verify",
    "explain": "base lang model evidence query problem ground solve infer report",
    "session": "base lang model evidence query backend problem ground solve sample infer prove learn marginal verify report explain",
}
# The first line of a private header says to whom: "private to FOLDER/" or "private to a.c, b.c and c.h".
PRIVATE = re.compile(r"\bprivate to ([^:.]*(?:\.[ch][^:.]*)*)")
TYPE = re.compile(r"^(?:\}|typedef\b[^;{}]*?\b(?:kerf|kf)_\w+) *\*?((?:kerf|kf)_\w+);", re.M)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.M)


def c_files(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in (".c", ".h"))


def includes(path):
    """Yields (line number, delimiter, name) of every include directive."""
    text = path.read_text(encoding="utf-8", errors="replace")
    for m in INCLUDE.finditer(text):
        yield text.count("\n", 0, m.start(1)) + 1, m.group(1), m.group(2)


def audience(path):
    """What a header's first line says of who may include it: folders and files, or None for everybody."""
    found = PRIVATE.search(path.read_text(encoding="utf-8", errors="replace").split("\n", 1)[0])
    return re.findall(r"[a-z_0-9/]+/|[a-z_0-9*]+\.[ch]", found.group(1)) if found else None


def may_see(path, names):
    """Is a file, given by its path under src/, among those that a private header names?"""
    return any(path.startswith(n) if n.endswith("/") else fnmatch.fnmatch(path.rpartition("/")[2], n)
               for n in names)


def check(root):
    """Returns the complaints about a tree, one string each."""
    found = []

    def complain(path, line, text):
        found.append(f"{path.relative_to(root)}:{line}: {text}")

    seen = {}
    private = {}
    public = {path.name for path in c_files(root / "include")}
    for path in c_files(root / "src"):
        names = audience(path) if path.suffix == ".h" else None
        if names is not None:
            private[path.relative_to(root / "src").as_posix()] = names
    types = {}
    for path in [p for p in c_files(root / "include") + c_files(root / "src") if p.suffix == ".h"]:
        text = path.read_text(encoding="utf-8", errors="replace")
        for m in TYPE.finditer(text):
            other = types.setdefault(m.group(1), path)
            if other != path:
                complain(path, text.count("\n", 0, m.start(1)) + 1,
                         f"the type name {m.group(1)} is taken by {other.relative_to(root)}")
    for path in c_files(root / "src"):
        parts = path.relative_to(root / "src").parts
        if len(parts) not in (2, 3) or parts[0] not in MAY_INCLUDE:
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
            if name in public:
                continue
            if kind == "<" or not slash or folder not in MAY_INCLUDE:
                complain(path, line, f'write "folder/{pathlib.PurePath(name).name}", not {name}')
            elif folder not in allowed:
                complain(path, line, f"{parts[0]} may not include {name}")
            elif name in private and not may_see("/".join(parts), [*private[name], name.rpartition("/")[2]]):
                complain(path, line, f"{name} is private to {', '.join(private[name]) or 'nobody'}")

    for top in ("cli", "examples", "include", "python/ext"):
        for path in c_files(root / top):
            for line, kind, name in includes(path):
                own = top in ("cli", "python/ext") and "/" not in name and (root / top / name).is_file()
                internal = (root / "src" / name).is_file()
                if name not in public and not own and (kind == '"' or internal):
                    complain(path, line, f"{top} may include kerf.h only, not {name}")
    return found


def self_test():
    """A tree with one sin of each kind, beside lawful includes of each kind."""
    files = {
        "include/kerf.h": '#include <stddef.h>\n#include "kerf_more.h"\n',
        "include/kerf_more.h": '#include "kerf.h"\n',
        "src/base/vec.h": "#include <stdint.h>\ntypedef struct kf_vec {\n    int n;\n} kf_vec;\n",
        "src/base/vec.c": '#include "base/vec.h"\n#include "lang/lex.h"\n',  # bad: upwards
        "src/lang/lex.h": '#include "base/vec.h"\n#include "kerf.h"\n',
        "src/lang/ast.h": "typedef enum kf_vec {\n    KF_VEC\n} kf_vec;\n",  # bad: the name is taken
        "src/query/rel.c": '# include "lang/lex.h"\n',  # bad: not in the table
        "src/query/vec.h": "",  # bad: the name is taken
        "src/solve/lp/lp.c": '#include "lp.h"\n',  # bad: no folder
        "src/solve/ls.c": "#include <model/m.h>\n",  # bad: project header in angle brackets
        "src/query/plan.h": "/* plan.h -- private to query/: plans. */\n",
        "src/query/exec.c": '#include "query/plan.h"\n',
        "src/ground/ask.c": '#include "query/plan.h"\n',  # bad: private to another folder
        "src/solve/lp/tree.h": "/* tree.h -- private to lp.c and tree*.c. */\n",
        "src/solve/lp/tree_cut.c": '#include "solve/lp/tree.h"\n',
        "src/solve/lp/pool.c": '#include "solve/lp/tree.h"\n',  # bad: private to other files
        "src/extra/x.c": "",  # bad: unknown folder
        "src/session/a.c": '#include "lang/lex.h"\n#include "query/vec.h"\n#include <zlib.h>\n',
        "cli/main.c": '#include "kerf.h"\n#include "options.h"\n#include "base/vec.h"\n',  # bad: last
        "cli/options.h": "",
        "python/ext/module.c": '#include "work.h"\n#include "base/vec.h"\n',  # bad: last
        "python/ext/work.h": "#include <kerf.h>\n",
        "examples/c/hello.c": "#include <kerf.h>\n#include <stdio.h>\n#include <base/vec.h>\n",  # bad
    }
    expected = {
        "src/base/vec.c:2", "src/query/rel.c:1", "src/query/vec.h:1", "src/solve/lp/lp.c:1", "src/lang/ast.h:3",
        "src/solve/ls.c:1", "src/ground/ask.c:1", "src/solve/lp/pool.c:1", "src/extra/x.c:1",
        "cli/main.c:3", "examples/c/hello.c:3", "python/ext/module.c:2",
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
