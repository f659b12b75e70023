#!/usr/bin/env python3
"""Turns the CoNLL-2005 shared task into worlds for kerf, one per verb.

Usage: convert.py CORPORA SET OUT.db [--truth=FILE] [--wide] [--pairs] [--frames=N] [--jobs=N]

    CORPORA   the folder that holds conll05/
    SET       train, devel, wsj or brown
    OUT.db    what is known of each verb's candidates; names ending in .gz are compressed
    --truth   write the roles to a file of their own, for `kerf eval`; without it they stand in
              OUT.db, as `kerf learn` wants them
    --wide    more candidates: the children of clauses and phrases beside the path, too
    --pairs   which candidates end before another begins, too, for pairs.mln
    --frames  the first N verbs only
    --jobs    files at a time (default 2)

A world is called by its set, sentence and verb, "wsj.12.5"; a candidate by its tokens, N3_7 for
those from 3 up to 6. An argument whose tokens are those of no candidate cannot be found: it is not
part of the truth here, nor is one with a label that is rare in the training set; the scorer, which
reads the corpus, counts them.
"""
import argparse
import gzip
import itertools
import multiprocessing

import candidates
import corpus


# Those with five pieces or more in the training set.
LABELS = frozenset("""
    A0 A1 A2 A3 A4 A5 AA AM-ADV AM-CAU AM-DIR AM-DIS AM-EXT AM-LOC AM-MNR AM-MOD AM-NEG AM-PNC AM-PRD
    AM-REC AM-TMP C-A0 C-A1 C-A2 C-A3 C-A4 C-AM-EXT C-AM-MNR R-A0 R-A1 R-A2 R-A3 R-A4 R-AM-ADV R-AM-CAU
    R-AM-LOC R-AM-MNR R-AM-PNC R-AM-TMP""".split())


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def overlaps(kept):
    """Pairs of candidates with tokens in common, each pair once."""
    for a, b in itertools.combinations(kept, 2):
        if a.start < b.end and b.start < a.end:
            yield a, b


def precedences(kept):
    """Pairs of candidates of which the first ends before the second begins."""
    for a, b in itertools.permutations(kept, 2):
        if a.end <= b.start:
            yield a, b


def name(node):
    return f"N{node.start}_{node.end}"


def write_frame(sentence, frame, wide, pairs, lines, truth):
    kept = candidates.find(sentence, frame, wide)
    of_frame, of_node = candidates.facts(sentence, frame, kept)
    lines.extend(f"{p}({quoted(value)})" for p, value in of_frame)
    for node, known in zip(kept, of_node):
        c = name(node)
        lines.append(f"Candidate({c})")
        lines.extend(f"{p}({c},{quoted(value)})" for p, value in known)
    lines.extend(f"Overlap({name(a)},{name(b)})" for a, b in overlaps(kept))
    if pairs:
        lines.extend(f"Precedes({name(a)},{name(b)})" for a, b in precedences(kept))
    spans = {(n.start, n.end): name(n) for n in kept}
    for label, start, end in frame.pieces:
        if label in LABELS and (start, end) in spans:
            truth.append(f"Role({spans[start, end]},{quoted(label)})")


def convert(job):
    """One file of a set: for every frame its name, what is known and the roles, as text."""
    stem, name_of_set, wide, pairs, first, most = job
    out = []
    for i, sentence in enumerate(corpus.sentences(stem), first):
        for frame in sentence.frames:
            if most is not None and len(out) >= most:
                return out
            lines, truth = [], []
            write_frame(sentence, frame, wide, pairs, lines, truth)
            out.append((f"{name_of_set}.{i}.{frame.token}", "\n".join(lines), "\n".join(truth)))
    return out


def jobs(corpora, name_of_set, wide, pairs, most):
    first = 0
    for stem in corpus.files(corpora, name_of_set):
        yield stem, name_of_set, wide, pairs, first, most
        first += sum(1 for _ in corpus.blocks(stem + ".props.gz"))


def open_out(path):
    if path.endswith(".gz"):
        return gzip.open(path, "wt", encoding="utf-8", compresslevel=1)
    return open(path, "w", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora")
    parser.add_argument("set", choices=corpus.SETS)
    parser.add_argument("out")
    parser.add_argument("--truth")
    parser.add_argument("--wide", action="store_true")
    parser.add_argument("--pairs", action="store_true")
    parser.add_argument("--frames", type=int)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    out = open_out(args.out)
    truth = open_out(args.truth) if args.truth else out
    written = 0
    with multiprocessing.Pool(args.jobs) as pool:
        todo = jobs(args.corpora, args.set, args.wide, args.pairs, args.frames)
        for frames in pool.imap(convert, todo):
            for world, lines, roles in frames:
                if args.frames is not None and written >= args.frames:
                    break
                written += 1
                out.write(f">> {world}\n{lines}\n")
                if truth is not out:
                    truth.write(f">> {world}\n")
                if roles:
                    truth.write(roles + "\n")
    out.close()
    if truth is not out:
        truth.close()
    print(f"{args.out}: {written} verbs")


if __name__ == "__main__":
    main()
