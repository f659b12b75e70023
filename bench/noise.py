#!/usr/bin/env python3
"""Citations with noise on their scores: instances that are hard to prove.

Usage: noise.py FOLDER FOLD DEVIATION [SEED]

Reads FOLDER/model.mln and FOLDER/foldFOLD.db (cora_files writes them), writes FOLDER/noise.mln and
FOLDER/noiseFOLD_DEVIATION.db: every pair of citations gets a score from a normal distribution with
this standard deviation, the same both ways, for being one. The sequence depends on SEED (1) only.

    kerf map --query=SameBib,SameAuthor,SameTitle,SameVenue FOLDER/noise.mln FOLDER/noise1_10.db

The noise keeps the symmetry of a pair with its mirror image and no other.
"""
import pathlib
import random
import re
import sys

FORMULA = "\n*Noise(bib, bib, double)\nw: Noise(b1,b2,w) ^ SameBib(b1,b2)\n"


def citations(evidence):
    """In the order in which they are first named."""
    found = re.findall(r"^(?:Author|Title|Venue)\(([^,]+),", evidence, re.MULTILINE)
    return list(dict.fromkeys(found))


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    folder, fold, deviation = pathlib.Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])
    random.seed(int(sys.argv[4]) if len(sys.argv) == 5 else 1)
    evidence = (folder / f"fold{fold}.db").read_text()
    bibs = citations(evidence)
    with open(folder / f"noise{fold}_{deviation:g}.db", "w", encoding="utf-8") as out:
        out.write(evidence)
        for i, one in enumerate(bibs):
            for other in bibs[:i]:
                score = random.gauss(0, deviation)
                out.write(f"Noise({one}, {other}, {score:.6f})\n")
                out.write(f"Noise({other}, {one}, {score:.6f})\n")
    (folder / "noise.mln").write_text((folder / "model.mln").read_text() + FORMULA)


if __name__ == "__main__":
    main()
