"""Sentences of the CoNLL-2005 shared task: tokens, parse trees, named entities, propositions.

One token a line, a blank line after each sentence, files side by side. Columns are split at white
space before brackets are read, for a part of speech can be a bracket itself.
"""
import glob
import gzip
import os
import re

SETS = {"train": "train", "devel": "devel", "wsj": "test.wsj", "brown": "test.brown"}


class Node:
    """A constituent, or a token with its part of speech: tokens from start up to, not including, end."""

    __slots__ = ("label", "start", "end", "parent", "children")

    def __init__(self, label, start, parent):
        self.label, self.start, self.end = label, start, start
        self.parent, self.children = parent, []

    def ancestors(self):
        node = self.parent
        while node is not None:
            yield node
            node = node.parent


class Frame:
    """A verb and its arguments; pieces are (label, start, end)."""

    __slots__ = ("token", "lemma", "pieces")

    def __init__(self, token, lemma, pieces):
        self.token, self.lemma, self.pieces = token, lemma, pieces


class Sentence:
    __slots__ = ("tags", "leaves", "root", "entities", "frames", "words")


def blocks(path):
    """The rows of each sentence."""
    rows = []
    with gzip.open(path, "rt", encoding="utf-8", errors="replace") as f:
        for line in f:
            cells = line.split()
            if cells:
                rows.append(cells)
            elif rows:
                yield rows
                rows = []
    if rows:
        yield rows


def read_tree(rows):
    """Brackets of the last column; '*' is where the token stands. The root and the leaves."""
    root = Node("TOP", 0, None)
    at, leaves = root, []
    for i, cells in enumerate(rows):
        for opened in re.findall(r"\(([^()*]+)", cells[-1][:cells[-1].index("*")]):
            child = Node(opened, i, at)
            at.children.append(child)
            at = child
        leaf = Node(cells[0], i, at)
        leaf.end = i + 1
        at.children.append(leaf)
        leaves.append(leaf)
        for _ in range(cells[-1].count(")", cells[-1].index("*"))):
            at.end = i + 1
            at = at.parent
    root.end = len(rows)
    if at is not root:
        raise ValueError("brackets of a parse do not match")
    return root, leaves


def read_spans(cells):
    """Flat brackets "(A0*", "*", "*)" of one column as (label, start, end)."""
    spans, label, start = [], None, 0
    for i, cell in enumerate(cells):
        found = re.match(r"\(([^*]+)\*", cell)
        if found:
            label, start = found.group(1), i
        if cell.endswith(")"):
            spans.append((label, start, i + 1))
            label = None
    return spans


def read_frames(rows):
    targets = [i for i, cells in enumerate(rows) if cells[0] != "-"]
    if not targets:
        return []
    if any(len(cells) != len(targets) + 1 for cells in rows):
        raise ValueError("a sentence has as many columns of arguments as verbs")
    return [Frame(token, rows[token][0], read_spans([cells[k + 1] for cells in rows]))
            for k, token in enumerate(targets)]


def files(corpora, name):
    """The files of a set: paths up to the kind, in order."""
    found = sorted(glob.glob(os.path.join(corpora, "conll05", SETS[name], "*.props.gz")))
    if not found:
        raise FileNotFoundError(f"there is no conll05/{SETS[name]} in {corpora}")
    return [path[:-len(".props.gz")] for path in found]


def sentences(stem):
    """Every sentence of the files stem.props.gz, stem.synt.cha.gz, stem.ne.gz, stem.words.gz."""
    words = blocks(stem + ".words.gz") if os.path.exists(stem + ".words.gz") else None
    parts = [blocks(stem + kind) for kind in (".props.gz", ".synt.cha.gz", ".ne.gz")]
    for props, parse, entities in zip(*parts, strict=True):
        if not len(props) == len(parse) == len(entities):
            raise ValueError(f"{stem}: sentences of different lengths")
        s = Sentence()
        s.tags = [cells[0] for cells in parse]
        s.root, s.leaves = read_tree(parse)
        s.entities = read_spans([cells[-1] for cells in entities])
        s.frames = read_frames(props)
        s.words = [cells[0] for cells in next(words)] if words else None
        yield s
