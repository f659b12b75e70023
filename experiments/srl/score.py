#!/usr/bin/env python3
"""Scores roles that kerf found against the CoNLL-2005 propositions.

Usage: score.py CORPORA SET ANSWER.db [--frames=N] [--json=FILE] [--labels] [--bootstrap=N]

    SET          devel, wsj or brown
    ANSWER.db    what `kerf map` wrote for the worlds of convert.py
    --frames     the first N verbs only
    --labels     precision, recall and F1 of every label, too
    --bootstrap  the middle 95 % of F1 over N samples of the verbs, drawn with replacement

The rules of the shared task: an argument is right if its label and all of its tokens are; the verb
does not count; pieces C-X belong to the last X before them, and one without an X is an X itself;
every proposition of the set counts.
"""
import argparse
import collections
import itertools
import json
import random
import re

import corpus

MEASURES = ("right", "said", "there", "precision", "recall", "f1")


def arguments(pieces):
    """Pieces (label, start, end) as arguments: (label, (its spans)), in order."""
    found, latest = [], {}
    for label, start, end in sorted(pieces, key=lambda p: (p[1], p[2], p[0])):
        if label in ("V", "C-V"):
            continue
        if label.startswith("C-"):
            label = label[2:]
            if label in latest:
                found[latest[label]][1].append((start, end))
                continue
        latest[label] = len(found)
        found.append((label, [(start, end)]))
    return [(label, tuple(spans)) for label, spans in found]


def compare(gold, said):
    """How many arguments are right, said and there, by label; equal ones count as often as both have them."""
    gold, said = collections.Counter(arguments(gold)), collections.Counter(arguments(said))
    counts = collections.defaultdict(lambda: [0, 0, 0])
    for argument, times in (gold & said).items():
        counts[argument[0]][0] += times
    for argument, times in said.items():
        counts[argument[0]][1] += times
    for argument, times in gold.items():
        counts[argument[0]][2] += times
    return counts


def measure(right, said, there):
    precision = right / said if said else 0.0
    recall = right / there if there else 0.0
    f1 = 2 * precision * recall / (precision + recall) if right else 0.0
    return precision, recall, f1


def read_answer(path):
    """Pieces by world."""
    role = re.compile(r'^Role\(N(\d+)_(\d+), *"?([^")]+)"?\)$')
    worlds, pieces = {}, None
    with open(path, encoding="utf-8") as f:
        for line in map(str.strip, f):
            if line.startswith(">>"):
                pieces = worlds.setdefault(line[2:].strip(), [])
            elif line and not line.startswith("//"):
                found = role.match(line)
                if not found or pieces is None:
                    raise ValueError(f"{path}: not an answer about roles: {line}")
                pieces.append((found.group(3), int(found.group(1)), int(found.group(2))))
    return worlds


def gold_frames(corpora, name):
    first = 0
    for stem in corpus.files(corpora, name):
        for i, rows in enumerate(corpus.blocks(stem + ".props.gz"), first):
            for frame in corpus.read_frames(rows):
                yield f"{name}.{i}.{frame.token}", frame.pieces
            first = i + 1


def bootstrap(per_frame, samples):
    draw = random.Random(1)
    totals = [tuple(map(sum, zip((0, 0, 0), *c.values()))) for c in per_frame]
    scores = sorted(measure(*map(sum, zip(*draw.choices(totals, k=len(totals)))))[2]
                    for _ in range(samples))
    return scores[int(samples * .025)], scores[int(samples * .975)]


def score(corpora, name, worlds, first=None, samples=0):
    """Of the pieces by world: a dictionary of counts and measures. `first`: that many verbs only; `samples`: for
    the middle 95 % of F1 over samples of the verbs."""
    per_frame, missing = [], 0
    for world, gold in itertools.islice(gold_frames(corpora, name), first):
        missing += world not in worlds
        per_frame.append(compare(gold, worlds.get(world, [])))
    labels = collections.defaultdict(lambda: [0, 0, 0])
    for counts in per_frame:
        for label, c in counts.items():
            for k in range(3):
                labels[label][k] += c[k]
    total = [sum(c[k] for c in labels.values()) for k in range(3)]

    def measures(c):
        return dict(zip(MEASURES, (*c, *measure(*c))))
    result = measures(total) | {"frames": len(per_frame), "missing": missing}
    if samples:
        result["f1_from"], result["f1_to"] = bootstrap(per_frame, samples)
    return result | {"labels": {k: measures(c) for k, c in sorted(labels.items(), key=lambda x: -x[1][2])}}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora")
    parser.add_argument("set", choices=corpus.SETS)
    parser.add_argument("answer")
    parser.add_argument("--frames", type=int)
    parser.add_argument("--json")
    parser.add_argument("--labels", action="store_true")
    parser.add_argument("--bootstrap", type=int, default=0)
    args = parser.parse_args()
    r = score(args.corpora, args.set, read_answer(args.answer), args.frames, args.bootstrap)
    if args.json:
        with open(args.json, "w", encoding="utf-8") as f:
            json.dump(r, f, indent=1)
    print(f"{args.set}: {r['frames']} verbs, {r['missing']} without a world; "
          f"precision {100 * r['precision']:.2f} recall {100 * r['recall']:.2f} "
          f"F1 {100 * r['f1']:.2f} ({r['right']} right of {r['said']} said and {r['there']} there)")
    if args.bootstrap:
        print(f"F1 of other samples of as many verbs: {100 * r['f1_from']:.2f} to "
              f"{100 * r['f1_to']:.2f} (95 %)")
    if args.labels:
        for label, c in r["labels"].items():
            print("%-8s %5d  P %6.2f R %6.2f F %6.2f" % (label, c["there"],
                                                        *(100 * c[m] for m in MEASURES[3:])))


if __name__ == "__main__":
    main()
