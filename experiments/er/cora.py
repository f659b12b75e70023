#!/usr/bin/env python3
"""Writes evidence and truth of the Cora citations, in ten folds.

Usage: cora.py CORPORA FOLDER       reads CORPORA/cora/fold1.db ... fold5.db

    fold01.db ... fold10.db     evidence: the strings of each citation, and how alike two strings are
    truth01.db ... truth10.db   what is the same: papers, and the strings of authors, titles and venues

The folds there are, of about 260 citations, are split in two. A cluster (citations that SameBib
connects, in however many steps) stays whole: the largest goes first, each to the half that has fewer
citations so far, to the first one if both have as many.

Likeness of two strings of one field: the cosine of their words, each weighted by log(n / m), where m of
the field's n strings in the fold have the word. TitleScore0 are pairs with nothing in common, TitleScore20
those up to .2, and so on; TitleScore100 those above .8 and each string with itself. Every ordered pair
of strings has one.
"""
import math
import pathlib
import re
import sys

FIELDS = ["Author", "Title", "Venue"]
ATOM = re.compile(r"(\w+)\(([^,()]+),([^,()]+)\)")


class Part:
    """Citations with what is known of them: lists of pairs in the order of the file."""

    def __init__(self):
        self.strings = {f: [] for f in FIELDS}   # (citation, string)
        self.words = {f: {} for f in FIELDS}     # string: its words
        self.same = {s: [] for s in ["Bib", *FIELDS]}

    def citations(self):
        return list(dict.fromkeys(bib for f in FIELDS for bib, _ in self.strings[f]))


def read(lines):
    part = Part()
    for line in lines:
        found = ATOM.fullmatch(line.strip())
        if not found:
            if line.strip() and not line.startswith("//"):
                raise ValueError(f"no atom of two constants: {line.strip()}")
            continue
        name, a, b = found.groups()
        if name in FIELDS:
            part.strings[name].append((a, b))
        elif name.startswith("HasWord"):
            part.words[name[len("HasWord"):]].setdefault(a, set()).add(b)
        else:
            part.same[name.removeprefix("Same")].append((a, b))
    return part


# ---- Folds

def clusters(part):
    """Lists of citations that SameBib connects; citations and lists in the order of the file."""
    leader = {bib: bib for bib in part.citations()}

    def find(bib):
        while leader[bib] != bib:
            leader[bib] = leader[leader[bib]]
            bib = leader[bib]
        return bib

    for a, b in part.same["Bib"]:
        leader[find(a)] = find(b)
    groups = {}
    for bib in leader:
        groups.setdefault(find(bib), []).append(bib)
    return list(groups.values())


def halves(part):
    """Two sets of citations, about equally many, no cluster in both."""
    sides = [set(), set()]
    for cluster in sorted(clusters(part), key=len, reverse=True):
        min(sides, key=len).update(cluster)
    return sides


def restrict(part, bibs):
    """What there is to know of these citations alone."""
    to = Part()
    for f in FIELDS:
        to.strings[f] = [(bib, s) for bib, s in part.strings[f] if bib in bibs]
        mine = {s for _, s in to.strings[f]}
        to.words[f] = {s: words for s, words in part.words[f].items() if s in mine}
        to.same[f] = [(a, b) for a, b in part.same[f] if a in mine and b in mine]
    to.same["Bib"] = [(a, b) for a, b in part.same["Bib"] if a in bibs and b in bibs]
    return to


# ---- Likeness

def vectors(words):
    """Each string as {word: weight} of length 1; nothing where all weights are 0."""
    having = {}
    for ws in words.values():
        for w in ws:
            having[w] = having.get(w, 0) + 1
    result = {}
    for string, ws in words.items():
        weights = {w: math.log(len(words) / having[w]) for w in sorted(ws)}
        length = math.sqrt(sum(v * v for v in weights.values()))
        result[string] = {w: v / length for w, v in weights.items()} if length > 0 else {}
    return result


def cosine(a, b):
    return sum(v * b[w] for w, v in a.items() if w in b)


def bucket(likeness, identical):
    if identical:
        return 100
    # The cosine of 1 and the like may be a last bit too large: not a bucket more for that.
    return 0 if likeness < 1e-12 else min(100, 20 * math.ceil(likeness * 5 - 1e-12))


def scores(words):
    """(bucket, x, y) of all ordered pairs of strings."""
    by_string = vectors(words)
    for x, mine in by_string.items():
        for y, other in by_string.items():
            yield bucket(cosine(mine, other), x == y), x, y


# ---- Files

def evidence(part):
    for f in FIELDS:
        for bib, string in part.strings[f]:
            yield f"{f}({bib},{string})"
    for f in FIELDS:
        strings = dict.fromkeys(s for _, s in part.strings[f])
        words = {s: part.words[f].get(s, set()) for s in strings}
        for k, x, y in scores(words):
            yield f"{f}Score{k}({x},{y})"


def truth(part):
    for what, pairs in part.same.items():
        for a, b in pairs:
            yield f"Same{what}({a},{b})"


def write(path, atoms):
    with open(path, "w", encoding="ascii") as out:
        out.writelines(f"{atom}\n" for atom in atoms)


def convert(corpora, folder):
    """Writes all files; returns the numbers of citations."""
    counts = []
    for i in range(1, 6):
        with open(corpora / "cora" / f"fold{i}.db", encoding="ascii") as lines:
            part = read(lines)
        for bibs in halves(part):
            counts.append(len(bibs))
            half = restrict(part, bibs)
            write(folder / f"fold{len(counts):02}.db", evidence(half))
            write(folder / f"truth{len(counts):02}.db", truth(half))
    return counts


def main():
    if len(sys.argv) != 3 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    try:
        counts = convert(pathlib.Path(sys.argv[1]), folder)
    except (OSError, ValueError) as e:
        sys.exit(f"cora.py: {e}")
    print(f"{len(counts)} folds of {min(counts)} to {max(counts)} citations")


if __name__ == "__main__":
    main()
