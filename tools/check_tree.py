#!/usr/bin/env python3
"""Does doc/architecture.md name every source file, and none that is not there?

Its section "Files" has a heading per folder of src/ and a table with rows `| file | clause |`. A row names a file,
`mem.c`, or a module by its stem: `mem` stands for mem.c and mem.h. The table of folders must say the same as
tools/check_includes.py, and the C names of doc/glossary.md must be there, as must the sources that pages name by
folder, `solve/lp/tree.h`. CHANGES.md tells each change once: merges repeat them.

Usage: check_tree.py [ROOT]       check a tree (default: the one this script is in)
       check_tree.py --write      bring both up to date: rows of files that are gone go, and new files get a
                                  row from the first sentence of their header or source, to be reworded by hand
       check_tree.py --self-test
"""
import ast
import pathlib
import re
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
HEADING = re.compile(r"^### `src/([a-z_/]+)`")
NAME = re.compile(r"`([a-z0-9_]+)(\.[a-z]+)?`")
FOLDER_ROW = re.compile(r"^\| `src/([a-z]+)` \|[^|]*\|([^|]*)\|")
HEAD = re.compile(r"^ *[a-z0-9_.]+ -- (.*)$")


def source_files(root):
    """By folder below src/: the names of its files."""
    found = {}
    for path in (root / "src").rglob("*"):
        if path.suffix in (".c", ".h", ".def"):
            found.setdefault(path.parent.relative_to(root / "src").as_posix(), set()).add(path.name)
    return found


def named_files(text):
    """By folder: line numbers and (stem, ending or None), as the tables of files name them."""
    found, folder = {}, None
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("#"):
            heading = HEADING.match(line)
            folder = heading and heading.group(1)
        elif folder and line.startswith("| `"):
            names = NAME.findall(line.split("|")[1])
            found.setdefault(folder, []).extend((number, stem, ending) for stem, ending in names)
    return found


def check_files(root, text):
    files, named = source_files(root), named_files(text)
    for folder in sorted(files.keys() - named.keys()):
        yield f"doc/architecture.md: src/{folder} has no table"
    for folder, names in sorted(named.items()):
        left = set(files.get(folder, ()))
        for number, stem, ending in names:
            meant = {stem + ending} if ending else {stem + ".c", stem + ".h"}
            meant &= files.get(folder, set())
            if not meant:
                yield f"doc/architecture.md:{number}: there is no src/{folder}/{stem}{ending or '.c or .h'}"
            elif not meant & left:
                yield f"doc/architecture.md:{number}: {stem}{ending or ''} is named twice"
            left -= meant
        for name in sorted(left):
            yield f"doc/architecture.md: src/{folder}/{name} is not in the table"


def check_folders(text, may_include):
    """The table of folders against that of the include check."""
    rows = {}
    for number, line in enumerate(text.split("\n"), 1):
        row = FOLDER_ROW.match(line)
        if row:
            rows[row.group(1)] = number, sorted(re.findall(r"[a-z]+", row.group(2).partition(";")[0]))
    for folder, allowed in may_include.items():
        if folder not in rows:
            yield f"doc/architecture.md: the table of folders lacks src/{folder}"
        elif rows[folder][1] != sorted(allowed.split()):
            yield (f"doc/architecture.md:{rows[folder][0]}: src/{folder} may include {allowed or 'nothing'}, "
                   f"says tools/check_includes.py")
    for folder in rows.keys() - may_include.keys():
        yield f"doc/architecture.md:{rows[folder][0]}: tools/check_includes.py knows no src/{folder}"


def check_names(root):
    """C names of the glossary that no source has."""
    names = re.findall(r"`(kf_[a-z_]+)", (root / "doc/glossary.md").read_text(encoding="utf-8"))
    texts = (path.read_text(encoding="utf-8") for path in (root / "src").rglob("*.[ch]"))
    code = {name for text in texts for name in re.findall(r"\bkf_\w+", text)}
    return [f"doc/glossary.md: there is no {name} in src/" for name in names if name not in code]


def check_paths(root, folders):
    """Sources that pages name by their folder, `ground/full.c`, and that are not there."""
    for path in sorted([*root.glob("*.md"), *(root / "doc").glob("*.md")]):
        if path.name == "CHANGES.md":
            continue  # it tells of the past
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            for name in re.findall(r"`(?:src/)?([a-z_]+/[a-z0-9_/]+\.[ch])`", line):
                if name.partition("/")[0] in folders and not (root / "src" / name).is_file():
                    yield f"{path.relative_to(root).as_posix()}:{number}: there is no src/{name}"


def check_changes(root):
    """Entries of the list of changes that stand there twice."""
    text = (root / "CHANGES.md").read_text(encoding="utf-8")
    seen = {}
    for match in re.finditer(r"^- .*(?:\n  .*)*", text, re.M):
        number, entry = text.count("\n", 0, match.start()) + 1, " ".join(match.group().split())
        if entry in seen:
            yield f"CHANGES.md:{number}: line {seen[entry]} says the same"
        seen.setdefault(entry, number)


def include_table(root):
    spec = re.search(r"^MAY_INCLUDE = (\{.*?^\})", (root / "tools/check_includes.py").read_text(), re.M | re.S)
    return ast.literal_eval(spec.group(1))


def check(root):
    text = (root / "doc/architecture.md").read_text(encoding="utf-8")
    folders = include_table(root)
    return [*check_files(root, text), *check_folders(text, folders), *check_names(root), *check_paths(root, folders),
            *check_changes(root)]


# ---------------------------------------------------------------------------- writing

def head_sentence(path):
    """The first sentence of the comment at the head of a file, without the file's name."""
    comment = path.read_text(encoding="utf-8").partition("*/")[0]
    head = HEAD.match(" ".join(line.strip(" */\t") for line in comment.split("\n")))
    if not head:
        return ""
    sentence = re.sub(r"^private to [^:]*?(: |\. |$)", "", head.group(1))
    sentence = re.split(r"(?<=[^.])\. |\.$|[;.,] (?=see [a-z_]+\.h)|  ", sentence.strip(), maxsplit=1)[0]
    return "" if sentence.startswith("see ") else sentence.strip().rstrip(".;:,")


def clause_of(folder, stem, endings):
    """From the header, or from a source that does not send its reader to the header."""
    clauses = (head_sentence(folder / (stem + ending)) for ending in (".h", ".c") if ending in endings)
    return next((c.replace("|", "\\|") for c in clauses if c), "")


def folder_order(folder, may_include):
    top = folder.partition("/")[0]
    names = list(may_include)
    return names.index(top) if top in names else len(names), folder


def section(root, text):
    """The lines of the section "Files", without its heading and what stands above the first folder."""
    files, rows = source_files(root), {}
    folder = None
    for line in text.split("\n"):
        if line.startswith("#"):
            heading = HEADING.match(line)
            folder = heading and heading.group(1)
        elif folder and line.startswith("| `"):
            _, name, clause, *_ = re.split(r"(?<!\\)\|", line)
            rows[folder, name.strip().strip("`")] = clause.strip()
    out = []
    for folder in sorted(files, key=lambda f: folder_order(f, include_table(root))):
        out += [f"### `src/{folder}`", "", "| file | |", "|---|---|"]
        stems = {}
        for name in files[folder]:
            stem, dot, ending = name.rpartition(".")
            stems.setdefault(stem, set()).add(dot + ending)
        for stem, endings in sorted(stems.items()):
            module = {".c", ".h"} if {".c", ".h"} <= endings else set()
            for name in [stem] * bool(module) + [stem + e for e in sorted(endings - module)]:
                clause = rows.get((folder, name)) or next((rows[k] for k in rows if k[1] == name), "")
                out.append(f"| `{name}` | {clause or clause_of(root / 'src' / folder, stem, endings)} |")
        out.append("")
    return out


def with_includes(root, text):
    """The table of folders with what tools/check_includes.py allows; libraries behind a ; stay."""
    may_include = include_table(root)

    def row(found):
        allowed = may_include.get(found.group(2))
        if allowed is None:
            return found.group(0)
        _, semicolon, libraries = found.group(3).partition(";")
        return f"{found.group(1)} {', '.join(allowed.split()) or '-'}{semicolon}{libraries.rstrip()} |"
    return re.sub(r"^(\| `src/([a-z]+)` \|[^|]*\|)([^|]*)\|", row, text, flags=re.M)


def write(root):
    path = root / "doc/architecture.md"
    text = with_includes(root, path.read_text(encoding="utf-8"))
    before, heading, rest = text.partition("\n## Files\n")
    if not heading:
        return 1
    body, next_heading, after = rest.partition("\n## ")
    above = body.partition("\n### ")[0]
    lines = "\n".join(section(root, text))
    path.write_text(before + heading + above.rstrip("\n") + "\n\n" + lines.rstrip("\n") + "\n" + next_heading + after)
    return 0


# ---------------------------------------------------------------------------- of itself

def self_test():
    files = {
        "src/base/mem.c": "", "src/base/mem.h": "", "src/base/text.c": "", "src/base/lost.c": "",
        "src/lang/lex.c": "kf_token t;", "src/solve/lp/lp.c": "", "src/solve/lp/lp.h": "", "src/other/x.c": "",
        "doc/solvers.md": "`solve/lp/lp.c`, `src/lang/gone.c`, `folder/file.h`",
        "CHANGES.md": "## 1\n\n- One\n  change.\n- Another.\n\n## 2\n\n- One change.\n",
        "doc/glossary.md": "| token | `kf_token`, `kf_gone` |",
        "tools/check_includes.py": 'MAY_INCLUDE = {\n    "base": "",\n    "lang": "base",\n    "solve": "base",\n}\n',
        "doc/architecture.md": "\n".join((
            "| `src/base` | x | | y |", "| `src/lang` | x | base | y |", "| `src/solve` | x | lang | y |",
            "| `src/gone` | x | | y |",
            "### `src/base`", "| `mem` | m |", "| `text.c`, `mem.h` | t |", "### `src/lang`", "| `lex.c` | l |",
            "| `old.c` | o |", "### `src/solve/lp`", "| `lp` | l |", "## Else", "| `none.c` | n |")),
    }
    expected = ["src/other has no table", ":7: mem.h is named twice", "src/base/lost.c is not in the table",
                ":10: there is no src/lang/old.c", ":3: src/solve may include base", ":4: tools/check_includes.py knows no",
                "there is no kf_gone", "doc/solvers.md:1: there is no src/lang/gone.c", "CHANGES.md:9: line 3 says the same"]
    with tempfile.TemporaryDirectory() as tmp:
        root = pathlib.Path(tmp)
        for name, content in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(content)
        got = check(root)
    wrong = [f"missed: {e}" for e in expected if not any(e in g for g in got)]
    wrong += [f"wrongly reported: {g}" for g in got if not any(e in g for e in expected)]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if sys.argv[1:] == ["--write"]:
        return write(HERE.parent)
    complaints = check(pathlib.Path(sys.argv[1]) if sys.argv[1:] else HERE.parent)
    print("\n".join(complaints), end="\n" if complaints else "")
    return 1 if complaints else 0


sys.exit(main())
