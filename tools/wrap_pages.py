#!/usr/bin/env python3
"""Wraps the prose of Markdown pages to 120 columns: paragraphs and list items that have a longer line.

Code, tables, headings and HTML stay as they are, and so does a word that is longer by itself.

Usage: wrap_pages.py FILE...      rewrite; prints the files that changed
       wrap_pages.py --self-test
"""
import pathlib
import re
import sys
import textwrap

COLUMNS = 120
FENCE = re.compile(r"^\s*(```|~~~)")
ITEM = re.compile(r"^(\s*(?:[-*+]|\d+\.)\s+)")
FIXED = re.compile(r"^\s*(\||#|<|>|\[[^\]]+\]: |$)")


def wrap(lines):
    """One paragraph or list item, as lines that fit."""
    if all(len(line) <= COLUMNS for line in lines):
        return lines
    item = ITEM.match(lines[0])
    first = item.group(1) if item else re.match(r"\s*", lines[0]).group()
    rest = " " * len(first)
    words = " ".join(line.strip() for line in [lines[0][len(first):], *lines[1:]])
    wrapped = textwrap.wrap(words, COLUMNS, initial_indent=first, subsequent_indent=rest,
                            break_long_words=False, break_on_hyphens=False)
    # No line may begin with what Markdown would take for something else.
    special = any(re.match(r"(?:[-*+#>|]|\d+[.)])(?:\s|$)|#", line.strip()) for line in wrapped[1:])
    return lines if special else wrapped


def wrap_page(text):
    out, part, fenced = [], [], False

    def flush():
        out.extend(wrap(part) if part else [])
        part.clear()

    for line in text.split("\n"):
        if FENCE.match(line):
            flush()
            fenced = not fenced
            out.append(line)
        elif fenced or FIXED.match(line) or (not part and line.startswith("    ")
                                             and not ITEM.match(line)):
            flush()
            out.append(line)
        else:
            if ITEM.match(line):
                flush()
            part.append(line)
            if line.endswith(("  ", "\\")):  # a line break that is meant
                flush()
    flush()
    return "\n".join(out)


def self_test():
    long = "word " * 40
    code = "```\n" + long + "\n```\n"
    table = "| " + long + "|\n"
    kept = code + table + "# " + long + "\n    " + long + "\n"
    once = wrap_page(f"- {long}\n  more\n\n{long}\nend\n")
    ok = wrap_page(kept) == kept and wrap_page(once) == once
    ok &= max(map(len, once.split("\n"))) <= COLUMNS and once.split() == f"- {long} more {long} end".split()
    return 0 if ok else 1


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    for path in map(pathlib.Path, sys.argv[1:]):
        text = path.read_text(encoding="utf-8")
        new = wrap_page(text)
        if new != text:
            path.write_text(new, encoding="utf-8")
            print(path)
    return 0


sys.exit(main())
