#!/usr/bin/env python3
"""Shows what kerf found out about citations: papers, each with its citations.

Usage: show.py CITATIONS ANSWER [--stats=FILE]

    CITATIONS   name, authors, title, venue, separated by tabs: citations.txt
    ANSWER      what `kerf map` wrote; pairs SameBib(x,y) join citations into papers
    --stats     what `kerf map --stats=FILE` wrote: how good the answer is, and what it took

In an answer every pair of a paper's citations is there, as transitivity asks; one that is not is
counted and said. On a terminal, lines are cut where it ends.
"""
import itertools
import json
import re
import shutil
import sys


def read_pairs(path):
    with open(path, encoding="utf-8") as f:
        return set(re.findall(r"^SameBib\((\w+), *(\w+)\)$", f.read(), re.M))


def clusters(names, pairs):
    """Names that pairs connect, in the order of the names."""
    leader = {n: n for n in names}

    def find(n):
        while leader[n] != n:
            n = leader[n]
        return n

    for a, b in sorted(pairs):
        a, b = find(a), find(b)
        if a != b:
            leader[max(a, b)] = min(a, b)
    groups = {}
    for n in names:
        groups.setdefault(find(n), []).append(n)
    return sorted(groups.values(), key=lambda g: (-len(g), g))


def show_papers(groups, text):
    """Papers one by one; those with one citation only, at the end and together."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    alone = [g for g in groups if len(g) == 1]
    several = [g for g in groups if len(g) > 1]
    headed = [(f"paper {i}, {len(g)} citations", g) for i, g in enumerate(several, 1)]
    if alone:
        headed.append((f"papers with one citation, {len(alone)}", [g[0] for g in alone]))
    for head, group in headed:
        print(head)
        for name in group:
            line = f"    {name}  {text[name]}"
            print(line if width is None or len(line) <= width else line[:width - 3] + "...")


def show_statistics(path):
    with open(path, encoding="utf-8") as f:
        s = json.load(f)
    number = "{:,.3f}".format
    print(f"status      {s['status']}")
    print(f"score       {number(s['score'])}")
    print(f"bound       {number(s['bound'])}: no answer scores more")
    print(f"cost        {number(s['cost'])}: what is lost where formulas disagree")
    print(f"violated    {s['hard_violations']} groundings of hard formulas")
    print(f"iterations  {s['iterations']}, with {s['groundings']:,} groundings and "
          f"{s['atoms']:,} atoms in the last problem")
    print(f"time        {s['seconds']['total']:.3f} s")


def main():
    paths = [a for a in sys.argv[1:] if not a.startswith("--")]
    stats = [a.partition("=")[2] for a in sys.argv[1:] if a.startswith("--stats=")]
    if len(paths) != 2 or len(paths) + len(stats) != len(sys.argv) - 1:
        sys.exit("usage: show.py CITATIONS ANSWER [--stats=FILE]")
    with open(paths[0], encoding="utf-8") as f:
        rows = [line.rstrip("\n").split("\t") for line in f]
    text = {name: " ".join(t.rstrip(".") + "." for t in texts if t) for name, *texts in rows}
    pairs = read_pairs(paths[1])
    absent = 0
    groups = clusters(list(text), pairs)
    show_papers(groups, text)
    for group in groups:
        absent += sum(p not in pairs for p in itertools.permutations(group, 2))
    print(f"\n{len(text)} citations of {len(groups)} papers")
    if absent:
        print(f"{absent} pairs of citations of one paper are not in the answer")
    if stats:
        show_statistics(stats[0])


if __name__ == "__main__":
    main()
