#!/usr/bin/env python3
"""figures.py -- measures the tree: files and lines, lengths of functions, asserts, comments, includes.

Usage: figures.py [ROOT]      a tree (default: the one this script is in)

By folder of src/: files, lines, lines of code (not blank, not comment alone), lines of code per assert
(assert(), KF_CHECK() and _Static_assert), comment density (lines with a comment per line of code, in all, in
headers and in sources), and includes per file. Then the lengths of functions and of files over all of src/. A function goes
from the line with its name to its closing brace in the first column.
"""
import pathlib
import re
import statistics
import sys

ASSERT = re.compile(r"\b(assert|KF_CHECK|_Static_assert)\s*\(")
INCLUDE = re.compile(r"^\s*#\s*include\b", re.M)
COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/|//[^\n]*', re.S)


def without_comments(text):
    """The text with comments blanked, line by line as long as before."""
    def blank(m):
        found = m.group(0)
        return re.sub(r"[^\n]", " ", found) if found.startswith("/") else found
    return COMMENT.sub(blank, text)


def functions(code):
    """(name, lines) of each function that the code defines."""
    lines = code.split("\n")
    for end, line in enumerate(lines):
        if line.rstrip() != "}":
            continue
        start = end
        while start > 0 and lines[start] != "{":
            start -= 1
        if lines[start] != "{" or start == 0:
            continue  # a struct or an enum, whose brace ends the first line
        first = start - 1
        while first > 0 and lines[first - 1].strip() and not re.match(r"[}#]|.*;\s*$", lines[first - 1]):
            first -= 1
        name = re.search(r"(\w+)\(", " ".join(lines[first:start]))
        if name:
            yield name.group(1), end - first + 1


def measure(path):
    text = path.read_text(encoding="utf-8", errors="replace")
    code = without_comments(text)
    raw, bare = text.split("\n")[:-1], code.split("\n")[:-1]
    n_code = sum(bool(line.strip()) for line in bare)
    n_comment = sum(a != b for a, b in zip(raw, bare))
    return {
        "path": path, "lines": len(raw), "code": n_code, "comment": n_comment,
        "asserts": len(ASSERT.findall(code)), "includes": len(INCLUDE.findall(code)),
        "functions": list(functions(code)),
    }


def density(files):
    return sum(f["comment"] for f in files) / max(1, sum(f["code"] for f in files))


def show_folder(name, files):
    total = {k: sum(f[k] for f in files) for k in ("lines", "code", "comment", "asserts", "includes")}
    per = f"{total['code'] / total['asserts']:8.0f}" if total["asserts"] else "       -"
    kinds = [[f for f in files if f["path"].suffix == s] for s in (".h", ".c")]
    print(f"{name:10} {len(files):6} {total['lines']:7} {total['code']:7} {total['asserts']:8} {per}"
          f"   {density(files):.2f} ({density(kinds[0]):.2f} / {density(kinds[1]):.2f})"
          f" {total['includes'] / len(files):9.1f}")


def main():
    root = pathlib.Path(sys.argv[1] if sys.argv[1:] else pathlib.Path(__file__).parent.parent)
    src = root / "src"
    files = [measure(p) for p in sorted(src.rglob("*")) if p.suffix in (".c", ".h")]
    print("folder      files   lines    code  asserts  code per  comments per code    includes")
    print("                                             assert  all (.h / .c)        per file")
    folders = sorted({f["path"].relative_to(src).parts[0] for f in files})
    for name in folders:
        show_folder(name, [f for f in files if f["path"].relative_to(src).parts[0] == name])
    show_folder("all", files)
    lengths = sorted((n, f"{name} ({f['path'].relative_to(root)})") for f in files for name, n in f["functions"])
    sizes = sorted((f["lines"], str(f["path"].relative_to(root))) for f in files)
    only = [n for n, _ in lengths]
    print(f"\nfunctions  {len(only)}, lines: median {statistics.median(only):.0f}, "
          f"p90 {only[len(only) * 9 // 10]}, longest {lengths[-1][0]}: {lengths[-1][1]}")
    print(f"files      longest {sizes[-1][0]} lines: {sizes[-1][1]}; median {statistics.median(s for s, _ in sizes):.0f}")


main()
