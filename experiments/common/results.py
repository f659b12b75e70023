#!/usr/bin/env python3
"""Puts the studies' parts together.

Usage: results.py FOLDER FILE       FOLDER/er.md, FOLDER/srl.md: those that are there, in this order

Figures (FOLDER/*.svg) go beside FILE, into figures/.
"""
import pathlib
import shutil
import sys

PARTS = ["er.md", "srl.md"]


HEAD = """# The studies of the paper

S. Riedel, *Improving the accuracy and efficiency of MAP inference for Markov logic*, UAI 2008: its numbers beside
kerf's. Those of kerf come from runs of the scripts here, which [`make experiments`](er/README.md) starts.

Times are CPU seconds of whole processes with one thread. On a busy machine they are somewhat longer than on an idle one.

"""


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    folder, target = map(pathlib.Path, sys.argv[1:])
    parts = [folder / p for p in PARTS if (folder / p).exists()]
    if not parts:
        sys.exit(f"results.py: no parts in {folder}")
    figures = target.parent / "figures"
    figures.mkdir(exist_ok=True)
    for svg in folder.glob("*.svg"):
        shutil.copy(svg, figures)
    target.write_text(HEAD + "\n".join(p.read_text() for p in parts))
    print(f"{target} written")


if __name__ == "__main__":
    main()
