"""Which constituents can be arguments of a verb, and what is known of each.

Candidates are the sisters of the verb and of its ancestors (Xue and Palmer 2004), with the children
of prepositional phrases and, in the wider choice, of clauses and phrases as well; punctuation is
left out, and of several constituents with the same tokens the highest is taken.
"""

PUNCTUATION = {",", ".", ":", "``", "''", "(", ")", "-LRB-", "-RRB-", "$", "#", "SYM", "LS"}
NARROW = {"PP"}
WIDE = {"PP", "S", "SBAR", "NP", "VP", "ADVP"}


def find(sentence, frame, wide):
    """The candidates of a frame, from left to right."""
    verb = sentence.leaves[frame.token]
    expand = WIDE if wide else NARROW
    by_span = {}
    path = [verb, *verb.ancestors()]

    def add(node):
        if node.children or node.label not in PUNCTUATION:
            key = node.start, node.end
            if key not in by_span or is_above(node, by_span[key]):
                by_span[key] = node

    for below, above in zip(path, path[1:]):
        for sister in above.children:
            if sister is below:
                continue
            add(sister)
            if sister.label in expand:
                for child in sister.children:
                    add(child)
    return sorted(by_span.values(), key=lambda n: (n.start, -n.end))


def is_above(a, b):
    return any(n is a for n in b.ancestors())


# ---- What is known -------------------------------------------------------------------------------

def up_down(verb, node):
    """Labels from the node up to the common ancestor, and from below it down to the verb."""
    above = {id(n): i for i, n in enumerate([verb, *verb.ancestors()])}
    up = [node.label]
    at = node
    while id(at) not in above:
        at = at.parent
        up.append(at.label)
    chain = [verb, *verb.ancestors()][:above[id(at)]]
    return up, [n.label for n in reversed(chain)]


def head(node):
    """Tag of the head, by a few rules: the last noun of a noun phrase, the first child of others."""
    while node.children:
        kids = [k for k in node.children if k.children or k.label not in PUNCTUATION] or node.children
        if node.label in ("NP", "NX", "QP", "ADJP"):
            nouns = [k for k in kids if k.label in ("NP", "NX") or k.label.startswith("NN")]
            node = nouns[0] if nouns and nouns[0].label == "NP" else nouns[-1] if nouns else kids[-1]
        elif node.label in ("S", "SINV", "SQ", "S1"):
            node = next((k for k in kids if k.label == "VP"), kids[-1])
        elif node.label == "VP":
            node = next((k for k in kids if k.label == "VP"), kids[0])
        else:
            node = kids[0]
    return node


def content(node):
    """What a prepositional phrase or a clause is about: its last constituent, and the head of that."""
    inner = [k for k in node.children if k.children]
    if node.label not in ("PP", "SBAR") or not inner:
        return "-"
    return inner[-1].label + "/" + head(inner[-1]).label


def sister(node, step):
    kids = node.parent.children
    i = next(i for i, k in enumerate(kids) if k is node) + step
    return kids[i].label if 0 <= i < len(kids) else "-"


def expansion(node):
    return "-".join(k.label for k in node.children[:7]) or "leaf"


def tag_sequence(sentence, node):
    tags = sentence.tags[node.start:node.end]
    return "-".join(tags) if len(tags) <= 5 else "-".join(tags[:3]) + ".." + "-".join(tags[-2:])


def bucket(n):
    for most in (0, 1, 2, 3, 5, 8, 12, 20):
        if n <= most:
            return str(most)
    return "more"


def voice(sentence, verb):
    """Passive: a participle below a form of be (AUX), as far as tags tell."""
    if verb.label != "VBN":
        return "active"
    for node in verb.ancestors():
        if node.label != "VP":
            return "reduced"
        if any(not k.children and k.label.startswith("AUX") for k in node.children
               if k.start < verb.start):
            return "passive"
    return "reduced"


def between(verb, node):
    return (node.end, verb.start) if node.start < verb.start else (verb.end, node.start)


def pattern(kept, at, verb, labels):
    """The order of the phrases of these types around the verb; the one at hand in brackets."""
    parts, seen = [], False
    for node in kept:
        if not seen and node.start > verb.start:
            parts.append("v")
            seen = True
        if node is at:
            parts.append("[" + node.label + "]")
        elif node.label in labels and not (node.start < at.end and at.start < node.end):
            parts.append(node.label)
    if not seen:
        parts.append("v")
    return "_".join(parts if len(parts) <= 9 else parts[:9] + ["more"])


def rank(kept, at, verb):
    """Which of its type it is on its side, counted from the verb."""
    before = at.start < verb.start
    same = [n for n in kept if n.label == at.label and (n.start < verb.start) == before]
    place = same.index(at)
    return ("-" if before else "+") + str(min(5, len(same) - place if before else place + 1))


def verbs_inside(sentence, node):
    """Lemma of the first verb of the sentence's frames inside, else none."""
    for f in sentence.frames:
        if node.start <= f.token < node.end:
            return f.lemma
    return "-"


def short(up, down):
    """A path with one label for several of the same in a row, and without the candidate's own."""
    parts = []
    for step, labels in (("^", up[1:]), ("!", down)):
        for label in labels:
            if not parts or parts[-1] != step + label:
                parts.append(step + label)
    return "".join(parts)


def governor(sentence, verb):
    """Lemma of the nearest verb above that has a frame of its own, else none."""
    lemmas = {f.token: f.lemma for f in sentence.frames}
    for node in verb.ancestors():
        for kid in node.children:
            if not kid.children and kid is not verb and kid.start in lemmas:
                return lemmas[kid.start]
    return "-"


def sister_head(node, step):
    """Tag of the head of the constituent beside."""
    kids = node.parent.children
    i = next(i for i, k in enumerate(kids) if k is node) + step
    return head(kids[i]).label if 0 <= i < len(kids) else "-"


def facts(sentence, frame, kept):
    """Of the frame and of every candidate: pairs of a predicate and its value."""
    verb = sentence.leaves[frame.token]
    entity = {(a, b): name for name, a, b in sentence.entities}
    subcat = verb.parent.label + ">" + expansion(verb.parent)
    spoken = voice(sentence, verb)
    above = "-".join(n.label for n in list(verb.ancestors())[:4])
    of_frame = [("Lemma", frame.lemma), ("Voice", spoken), ("Subcat", subcat), ("VerbTag", verb.label),
                ("Above", above), ("Governor", governor(sentence, verb))]
    # For patterns only what stands directly at the path counts, not what is inside of that.
    outer = [n for n in kept if not any(o is not n and o.start <= n.start and n.end <= o.end
                                        for o in kept)]
    of_node = []
    for i, node in enumerate(kept):
        up, down = up_down(verb, node)
        first, last = between(verb, node)
        gap = sentence.tags[first:last]
        outside = entity.get((node.start, node.end))
        inside = sorted({name for (a, b), name in entity.items()
                         if node.start <= a and b <= node.end})
        h = head(node)
        of_node.append([
            ("Type", node.label),
            ("Side", "before" if node.start < verb.start else "after"),
            ("Path", "^".join(up) + "!" + "!".join(down)),
            ("PathUp", "^".join(up)),
            ("PathShort", short(up, down)),
            ("Length", f"{len(up)}/{len(down)}"),
            ("Head", h.label),
            ("HeadLemma", next((f.lemma for f in sentence.frames if f.token == h.start), "-")),
            ("First", sentence.tags[node.start]),
            ("Last", sentence.tags[node.end - 1]),
            ("Left", sister(node, -1)),
            ("Right", sister(node, 1)),
            ("LeftHead", sister_head(node, -1)),
            ("RightHead", sister_head(node, 1)),
            ("Parent", node.parent.label + ">" + expansion(node.parent)),
            ("ParentType", node.parent.label),
            ("Tags", tag_sequence(sentence, node)),
            ("Expansion", node.label + ">" + expansion(node)),
            ("Content", node.label + ":" + content(node)),
            ("Entity", outside or ("in:" + ",".join(inside) if inside else "-")),
            ("Between", "-".join(gap) if len(gap) <= 4 else "more"),
            ("Starts", "-".join(sentence.tags[node.start:node.end][:2])),
            ("Ends", "-".join(sentence.tags[node.start:node.end][-2:])),
            ("Distance", bucket(max(0, last - first))),
            ("Verbs", str(min(3, sum(t.startswith(("VB", "AUX", "MD")) for t in gap)))),
            ("Commas", str(min(3, sum(t == "," for t in gap)))),
            ("Before", sentence.tags[node.start - 1] if node.start > 0 else "-"),
            ("After", sentence.tags[node.end] if node.end < len(sentence.tags) else "-"),
            ("Previous", kept[i - 1].label if i > 0 else "-"),
            ("Next", kept[i + 1].label if i + 1 < len(kept) else "-"),
            ("Order", pattern(outer, node, verb, ("NP",))),
            ("OrderAll", pattern(outer, node, verb, ("NP", "PP", "SBAR", "S", "ADVP", "ADJP", "VP"))),
            ("Rank", node.label + rank(kept, node, verb)),
            ("Embedded", verbs_inside(sentence, node)),
            ("Size", bucket(node.end - node.start)),
        ])
    return of_frame, of_node
