#!/usr/bin/env python3
"""Writes invented citations in the form of the Cora atoms, for trying cora.py and run.py without Cora.

Usage: invent.py FOLDER [CITATIONS]      FOLDER/cora/fold1.db ... fold5.db, of 120 citations each

The citations are those of generate.py, seeds 1 to 5. HasWordTitle(string, word) and its like are the words,
from which cora.py makes scores; here every pair of strings has one.
"""
import pathlib
import sys

import generate


def write_atoms(out, citations):
    for f, field in enumerate(generate.FIELDS):
        names = generate.name_strings(citations, f)
        for i, c in enumerate(citations, 1):
            out.write(f"{field}(B{i},{names[c.texts[f]]})\n")
        for text, name in names.items():
            for word in generate.words_of(text):
                out.write(f"HasWord{field}({name},{word})\n")
    generate.write_truth(out, citations)


def corpora(folder, citations=120):
    (folder / "cora").mkdir(parents=True, exist_ok=True)
    for seed in range(1, 6):
        with open(folder / "cora" / f"fold{seed}.db", "w", encoding="ascii") as out:
            write_atoms(out, generate.invent_citations(seed, citations))


def main():
    if not 2 <= len(sys.argv) <= 3 or not all(n.isdigit() for n in sys.argv[2:]):
        sys.exit(__doc__)
    corpora(pathlib.Path(sys.argv[1]), *map(int, sys.argv[2:]))


if __name__ == "__main__":
    main()
