#!/usr/bin/env python3
"""Writes invented sentences in the columns of the CoNLL-2005 shared task, for trying the study without it.

Usage: invent.py FOLDER         FOLDER/conll05/train, devel, test.wsj, test.brown

There are no words: a sentence is its parts of speech, a parse, named entities and the roles of its verbs,
which is what the study reads. Verbs are invented; each has its own way with objects and prepositional
phrases, and keeps to it nine times of ten. Clauses are inside of others as objects (SBAR) and beside nouns
(with a role that refers to the noun's), and some are passive.
"""
import gzip
import pathlib
import random
import sys

SIZES = {"train": 400, "devel": 60, "test.wsj": 160, "test.brown": 60}  # sentences
FILES = 2  # of the training set
# verb: role of its object (none: it has none), role of its prepositional phrase, whether clauses are objects
VERBS = {"blick": ("A1", "AM-LOC", False), "dorp": ("A1", "A2", False), "fling": ("A1", "AM-TMP", False),
         "grend": ("A1", "A2", True), "hask": (None, "AM-LOC", False), "jool": (None, "AM-MNR", False),
         "klaim": ("A1", "AM-TMP", True), "lart": ("A2", "AM-CAU", False), "morv": ("A1", "A4", False),
         "nisp": (None, "A1", False), "plone": ("A1", "AM-PNC", False), "quell": ("A1", "AM-DIR", False)}
FAITHFUL = 0.9


class Node:
    """A phrase, or a token if it has no children; `lemma` of verbs."""

    def __init__(self, label, children=(), lemma=None):
        self.label, self.children, self.lemma = label, list(children), lemma
        self.start = self.end = 0

    def leaves(self):
        if not self.children:
            return [self]
        return [leaf for child in self.children for leaf in child.leaves()]

    def number(self, start=0):
        self.start = self.end = start
        for child in self.children:
            child.number(self.end)
            self.end = child.end
        self.end = max(self.end, start + (not self.children))


class Writer:
    """One sentence: its tree and its frames, (verb's token, [(role, phrase)])."""

    def __init__(self, draw):
        self.draw, self.frames, self.names = draw, [], []
        self.root = Node("S1", [Node("S", [*self.clause(2), Node(".")])])
        self.root.number()
        self.frames.sort(key=lambda frame: frame[0].start)

    def chance(self, share):
        return self.draw.random() < share

    def nouns(self, depth):
        """A noun phrase; (the phrase, its inner part for those who refer to it)."""
        kind = self.draw.choice(["DT NN", "DT JJ NN", "NNP", "PRP", "DT NN NN", "CD NNS"])
        phrase = Node("NP", map(Node, kind.split()))
        if kind == "NNP":
            self.names.append(phrase)
        if depth > 0 and kind != "PRP" and self.chance(0.15):
            who = Node("WHNP", [Node("WP")])
            verb, rest, roles = self.predicate(depth - 1)
            self.frames.append((verb, [("A0", phrase), ("R-A0", who), *roles]))
            return Node("NP", [phrase, Node("SBAR", [who, Node("S", [rest])])])
        return phrase

    def prepositional(self, depth):
        return Node("PP", [Node("IN"), self.nouns(depth)])

    def predicate(self, depth):
        """(the verb, its phrase, what plays a role in that)"""
        lemma = self.draw.choice(sorted(VERBS))
        object_role, other_role, clauses = VERBS[lemma]
        verb, roles = Node(self.draw.choice(["VBD", "VBZ"]), lemma=lemma), []
        parts = [verb]
        if object_role and clauses and depth > 0 and self.chance(0.6):
            parts.append(Node("SBAR", [Node("IN"), Node("S", self.clause(depth - 1))]))
            roles.append((object_role, parts[-1]))
        elif object_role:
            parts.append(self.nouns(depth))
            roles.append((object_role, parts[-1]))
        if self.chance(0.6):
            parts.append(self.prepositional(0))
            roles.append((other_role if self.chance(FAITHFUL) else "AM-ADV", parts[-1]))
        if self.chance(0.25):
            parts.append(Node("ADVP", [Node("RB")]))
            roles.append(("AM-TMP" if self.chance(FAITHFUL) else "AM-MNR", parts[-1]))
        return verb, Node("VP", parts), roles

    def passive(self, depth):
        lemma = self.draw.choice([v for v, (role, _, _) in sorted(VERBS.items()) if role == "A1"])
        verb, by = Node("VBN", lemma=lemma), Node("PP", [Node("IN"), self.nouns(0)])
        subject = self.nouns(depth)
        parts, roles = [verb], [("A1", subject)]
        if self.chance(0.7):
            parts.append(by)
            roles.append(("A0", by))
        self.frames.append((verb, roles))
        return [subject, Node("VP", [Node("AUX"), Node("VP", parts)])]

    def clause(self, depth):
        """The children of an S."""
        if self.chance(0.15):
            return self.passive(depth)
        subject = self.nouns(depth)
        verb, rest, roles = self.predicate(depth)
        roles.append(("A0", subject))
        if self.chance(0.2):
            verb.label, modal = "VB", Node("MD")
            above = [modal]
            roles.append(("AM-MOD", modal))
            if self.chance(0.4):
                above.append(Node("RB"))
                roles.append(("AM-NEG", above[-1]))
            rest = Node("VP", [*above, rest])
        self.frames.append((verb, roles))
        return [subject, rest]


# ---- Columns

def bracketed(node):
    """Cells of the parse, one per token."""
    if not node.children:
        return ["*"]
    cells = [cell for child in node.children for cell in bracketed(child)]
    cells[0] = f"({node.label}{cells[0]}"
    cells[-1] += ")"
    return cells


def spans(n, named):
    """Cells of flat brackets from [(name, phrase)]."""
    cells = ["*"] * n
    for name, phrase in named:
        cells[phrase.start] = f"({name}*"
        cells[phrase.end - 1] += ")"
    return cells


def columns(sentence):
    """{ending of the file: rows}"""
    leaves = sentence.root.leaves()
    n = len(leaves)
    frames = [spans(n, [("V", verb), *roles]) for verb, roles in sentence.frames]
    return {"synt.cha": list(zip((leaf.label for leaf in leaves), bracketed(sentence.root))),
            "ne": [(cell,) for cell in spans(n, [("PER", phrase) for phrase in sentence.names])],
            "props": list(zip((leaf.lemma or "-" for leaf in leaves), *frames))}


def write(stem, sentences):
    texts = {}
    for sentence in sentences:
        for ending, rows in columns(sentence).items():
            texts.setdefault(ending, []).extend(["\t".join(row) for row in rows] + [""])
    for ending, lines in texts.items():
        with gzip.open(f"{stem}.{ending}.gz", "wt", encoding="ascii") as out:
            out.write("\n".join(lines) + "\n")


def corpora(folder):
    draw = random.Random(1)
    for name, n in SIZES.items():
        place = pathlib.Path(folder) / "conll05" / name
        place.mkdir(parents=True, exist_ok=True)
        files = FILES if name == "train" else 1
        for i in range(files):
            write(place / f"{name}.{i:02}", [Writer(draw) for _ in range(n // files)])


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    corpora(sys.argv[1])


if __name__ == "__main__":
    main()
