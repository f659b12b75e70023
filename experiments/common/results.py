#!/usr/bin/env python3
"""Puts the studies' parts together: one text, and one page to look at.

Usage: results.py FOLDER FILE.md PAGE.html      FOLDER/srl.md, FOLDER/er.md: those that are there, in this order

FOLDER/*-short.md are the rows of the first table. Figures (FOLDER/*.svg) go beside FILE.md, into figures/.
"""
import pathlib
import shutil
import sys

import page
from measured import table_lines

STUDIES = ["srl", "er"]

HEAD = """# kerf: the studies of the paper

S. Riedel, *Improving the accuracy and efficiency of MAP inference for Markov logic*, UAI 2008: its numbers beside
kerf's. Those of kerf come from runs of the scripts here, which [`make experiments`](README.md) starts; each part says
when, where and from which commit.

Times are CPU seconds with one thread, if nothing else is said. On a busy machine they are somewhat longer than on an idle one.
"""


def short(folder, studies):
    """The few numbers to begin with; of invented data the paper says nothing."""
    lines = [line for s in studies for line in (folder / f"{s}-short.md").read_text().splitlines()]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
    names = ["number", "kerf", "the paper"]
    if not any(row[2] for row in rows):
        rows, names = [row[:2] for row in rows], names[:2]
    return "\n".join(["## In short", "", *table_lines(names, rows), ""])


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    folder, target, report = map(pathlib.Path, sys.argv[1:])
    studies = [s for s in STUDIES if (folder / f"{s}.md").exists()]
    if not studies:
        sys.exit(f"results.py: no parts in {folder}")
    figures = target.parent / "figures"
    figures.mkdir(exist_ok=True)
    for svg in folder.glob("*.svg"):
        shutil.copy(svg, figures)
    text = "\n".join([HEAD, short(folder, studies), *((folder / f"{s}.md").read_text() for s in studies)])
    target.write_text(text)
    report.write_text(page.page(text, target.parent))
    print(f"{target} and {report} written")


if __name__ == "__main__":
    main()
