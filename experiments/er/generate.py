#!/usr/bin/env python3
"""Writes a bibliography of invented papers, cited again and again with the errors people make.

Usage: generate.py CITATIONS [FOLDER] [--seed=N] [--text]      FOLDER: here; seed: 1

    bibN.db     evidence: the strings of each citation, and how alike two strings are
    truthN.db   what is the same: papers, and the strings of authors, titles and venues
    bibN.txt    with --text: name, authors, title, venue of each citation, tab-separated

Everything comes from one stream of random numbers: the same arguments, the same bytes. Twenty
thousand citations take less than a minute.

Papers. Communities of a dozen people write about one subject: about 15 papers, at three venues. So a
paper's neighbours have the same authors, words of the same subject and the same venue. Communities,
words and surnames grow with the number of citations: a large bibliography is a small one many times
over, but for the words and names that are common to all. How often a paper is cited is skewed:
P(k) ~ k^-1.35 for k = 1 .. 100; most have few citations, and half of the citations are of
papers that have more than 40. (Cora: 1,295 of 132 papers, the most cited has 236.)

Noise, in each citation anew. Authors: given names in full, as initials, after the surname or left
out; order exchanged, "et al", misspelt. Titles: words misspelt, dropped, exchanged, subtitle lost.
Venues: in full, shortened in one of several ways, as an acronym, with an ordinal or a year.

Likeness of two strings: cosine of their words, each weighted by log(strings / strings with it). Ordered
pairs are listed that have a word in common which at most 100 strings have, and are alike from .1 up:
Score20 up to .2, Score40 up to .4 and so on, Score100 above .8 and for a string with itself. Others
are not listed, which the model takes for unlike: of 20,000 citations there are 400 million pairs.
"""
import math
import pathlib
import random
import sys

LEAST, RARE = 0.1, 100  # likeness from which a pair is listed; strings that have a rare word at most
EXPONENT, MOST_CITED = 1.35, 100
PEOPLE, PAPERS, VENUES = 12, 15, 3  # of a community
FIELDS = ["Author", "Title", "Venue"]

GIVEN = """Katya Henrik Olga Farid Lorenzo Mira Anneli Dmitri Pavel Greta Jonas Bruno Esther Ines
    Carla Nils Tamar Viktor Yusuf Zelda Rosa Samir Petra Quentin Ulla Wanda Xenia Leif Aiko
    Marek""".split()
ONSETS = "b br c d dr f g gr h j k kl l m n p pr r s sch st t tr v w z".split()
RIMES = "a al an ar e el en er i il in ir o ol on or u ul un ur ai ei ou".split()
ENDINGS = "s t k nd rt ng m ss x ck l n".split()
CONNECT = "of for with in and using from by on through".split()
GENERAL = """learning analysis efficient model models data theory approach methods algorithm
    algorithms systems new study problem problems networks search structure general fast
    robust adaptive optimal""".split()
SUBTITLES = ["a case study", "theory and practice", "an empirical comparison", "first results",
             "an overview", "extended abstract"]
KINDS = [  # of venues: the name in full, ways to shorten it, letter for the acronym
    ("Proceedings of the International Conference on", ["Proc. Int. Conf. on", "Intl. Conference on",
                                                        "In Proceedings of"], "IC"),
    ("Journal of", ["J.", "Journ. of", "J. of"], "J"),
    ("Transactions on", ["Trans. on", "Trans.", "Transact. on"], "T"),
    ("Proceedings of the Workshop on", ["Proc. Workshop on", "Wkshp. on", "Workshop on"], "W"),
]
ORDINALS = "1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th 11th 12th".split()


class Chance(random.Random):
    """Only random() is used, whose sequence Python promises to keep."""

    def below(self, n):
        return int(self.random() * n)

    def pick(self, items):
        return items[int(self.random() * len(items))]

    def some(self, items, k):
        """k different ones, in random order."""
        rest = list(items)
        return [rest.pop(self.below(len(rest))) for _ in range(min(k, len(rest)))]


# ---- Papers

def invent_word(chance, syllables):
    return "".join(chance.pick(ONSETS) + chance.pick(RIMES) for _ in range(syllables)) + \
        chance.pick(ENDINGS)


def invent_words(chance, n, least):
    words = {}
    while len(words) < n:
        words[invent_word(chance, least + chance.below(2))] = None
    return list(words)


class Community:
    def __init__(self, chance, words, surnames):
        self.people = [(chance.pick(GIVEN), chance.pick(surnames)) for _ in range(PEOPLE)]
        self.words = chance.some(words, 40)
        self.venues = [invent_venue(chance, self.words) for _ in range(VENUES)]


def invent_venue(chance, words):
    """(full, short forms)"""
    full, short, letters = chance.pick(KINDS)
    subject = [w.capitalize() for w in chance.some(words, 2 + chance.below(2))]
    if len(subject) > 2:
        subject.insert(1, "and")
    name = " ".join(subject)
    acronym = letters + "".join(w[:2].upper() for w in subject if w != "and")
    return f"{full} {name}", [f"{s} {name}" for s in short] + [acronym]


def invent_title(chance, words):
    subject = chance.some(words, 4 + chance.below(3))
    title = [chance.pick(GENERAL)] if chance.random() < 0.6 else []
    for i, word in enumerate(subject):
        if i > 0 and chance.random() < 0.4:
            title.append(chance.pick(CONNECT))
        title.append(word)
    subtitle = chance.pick(SUBTITLES) if chance.random() < 0.25 else ""
    return title, subtitle


class Paper:
    def __init__(self, chance, community):
        team = chance.some(range(PEOPLE), 1 + chance.below(4))
        self.team = [community.people[i] for i in team]
        self.title, self.subtitle = invent_title(chance, community.words)
        self.venue = chance.pick(community.venues)
        self.ordinal, self.year = chance.pick(ORDINALS), 1985 + chance.below(20)


def invent_papers(chance, citations):
    """[(paper, times cited)], all citations together as many as asked for."""
    communities = max(1, round(citations / (PAPERS * 10)))
    words = invent_words(chance, 200 + 30 * communities, 2)
    surnames = invent_words(chance, 60 + 12 * communities, 1)
    weights = [k ** -EXPONENT for k in range(1, min(MOST_CITED, max(5, citations // 5)) + 1)]
    papers, community, left = [], None, citations
    while left > 0:
        if len(papers) % PAPERS == 0:
            community = Community(chance, words, surnames)
        times, at = 1, chance.random() * sum(weights)
        for times, w in enumerate(weights, 1):
            at -= w
            if at < 0:
                break
        papers.append((Paper(chance, community), min(times, left)))
        left -= papers[-1][1]
    return papers


# ---- Noise

def misspell(chance, word):
    """Two letters exchanged, one lost or one doubled; short words are spared."""
    if len(word) < 5:
        return word
    i = 1 + chance.below(len(word) - 3)
    how = chance.below(3)
    if how == 0:
        return word[:i] + word[i + 1] + word[i] + word[i + 2:]
    return word[:i] + word[i + 1:] if how == 1 else word[:i] + word[i] + word[i:]


def noisy_authors(chance, team):
    style = chance.pick([0, 0, 1, 1, 1, 2, 2, 3])
    names = []
    for given, surname in team:
        surname = surname.capitalize()
        if chance.random() < 0.03:
            surname = misspell(chance, surname)
        names.append([f"{given} {surname}", f"{given[0]}. {surname}", f"{surname}, {given[0]}.",
                      surname][style])
    if len(names) > 1 and chance.random() < 0.05:
        names[0], names[1] = names[1], names[0]
    if len(names) > 2 and chance.random() < 0.15:
        return names[0] + " et al"
    return "; ".join(names) if style == 2 else " and ".join(names)


def noisy_title(chance, paper):
    words = list(paper.title)
    if chance.random() < 0.25:
        i = chance.below(len(words))
        words[i] = misspell(chance, words[i])
    if chance.random() < 0.08:
        i = chance.below(len(words) - 1)
        words[i], words[i + 1] = words[i + 1], words[i]
    if len(words) > 3 and chance.random() < 0.15:
        del words[chance.below(len(words))]
    text = " ".join(words).capitalize()
    return text + ": " + paper.subtitle if paper.subtitle and chance.random() < 0.6 else text


def noisy_venue(chance, paper):
    full, short = paper.venue
    name = full if chance.random() < 0.45 else chance.pick(short)
    how = chance.random()
    if how < 0.15:
        return f"{paper.ordinal} {name}"
    return f"{name}, {paper.year}" if how < 0.4 else name


class Citation:
    def __init__(self, chance, paper):
        self.texts = [noisy_authors(chance, paper.team), noisy_title(chance, paper),
                      noisy_venue(chance, paper)]
        # What each string stands for: a team, a title, a venue.
        self.things = [" ".join(sorted(g + s for g, s in paper.team)), id(paper), paper.venue[0]]
        self.paper = id(paper)


def invent_citations(seed, n):
    """In random order."""
    chance = Chance(seed)
    papers = invent_papers(chance, n)
    citations = [Citation(chance, p) for p, times in papers for _ in range(times)]
    return chance.some(citations, len(citations))


# ---- Likeness

def words_of(text):
    return sorted(set("".join(c.lower() if c.isalnum() else " " for c in text).split()))


def vectors_of(words, index):
    """Each string as {word: weight}, of length 1."""
    vectors = []
    for ws in words:
        weights = [math.log((len(words) + 1) / len(index[w])) for w in ws]
        length = math.sqrt(sum(v * v for v in weights))
        vectors.append({w: v / length for w, v in zip(ws, weights)})
    return vectors


def alike(strings):
    """(bucket, i, k) of every ordered pair that is listed."""
    words, index = [words_of(s) for s in strings], {}
    for i, ws in enumerate(words):
        for w in ws:
            index.setdefault(w, []).append(i)
    vectors = vectors_of(words, index)
    for i, mine in enumerate(vectors):
        yield 100, i, i
        near = {k for w in mine if len(index[w]) <= RARE for k in index[w] if k > i}
        for k in sorted(near):
            likeness = sum(mine[w] * v for w, v in vectors[k].items() if w in mine)
            if likeness >= LEAST:
                bucket = min(100, 20 * math.ceil(likeness * 5 - 1e-9))
                yield bucket, i, k
                yield bucket, k, i


# ---- Files

def name_strings(citations, f):
    return {s: f"{FIELDS[f][0]}{i}" for i, s in enumerate(sorted({c.texts[f] for c in citations}), 1)}


def write_evidence(out, citations):
    out.write(f"// {len(citations)} citations, written by generate.py\n")
    for f, field in enumerate(FIELDS):
        names = name_strings(citations, f)
        for i, c in enumerate(citations, 1):
            out.write(f"{field}(B{i},{names[c.texts[f]]})\n")
        call = list(names.values())
        for bucket, i, k in alike(list(names)):
            out.write(f"{field}Score{bucket}({call[i]},{call[k]})\n")


def write_truth(out, citations):
    out.write("// Pairs of the same paper, author, title or venue: both ways round, each with itself.\n")
    named = {"Bib": [(f"B{i}", c.paper) for i, c in enumerate(citations, 1)]}
    for f, field in enumerate(FIELDS):
        names = name_strings(citations, f)
        pairs = dict.fromkeys((names[c.texts[f]], c.things[f]) for c in citations)
        named[field] = list(pairs)
    for what, pairs in named.items():
        groups = {}
        for name, thing in pairs:
            groups.setdefault(thing, []).append(name)
        written = set()  # a string may stand for two things
        for group in groups.values():
            for a in group:
                for b in group:
                    if (a, b) not in written:
                        written.add((a, b))
                        out.write(f"Same{what}({a},{b})\n")


def main():
    numbers, seed, text = [], 1, False
    for argument in sys.argv[1:]:
        if argument.startswith("--seed="):
            seed = int(argument.partition("=")[2])
        elif argument == "--text":
            text = True
        elif argument.startswith("-"):
            sys.exit(__doc__)
        else:
            numbers.append(argument)
    if not 1 <= len(numbers) <= 2 or not numbers[0].isdigit():
        sys.exit(__doc__)
    n, folder = int(numbers[0]), pathlib.Path(numbers[1] if len(numbers) > 1 else ".")
    citations = invent_citations(seed, n)
    with open(folder / f"bib{n}.db", "w", encoding="ascii") as out:
        write_evidence(out, citations)
    with open(folder / f"truth{n}.db", "w", encoding="ascii") as out:
        write_truth(out, citations)
    if text:
        with open(folder / f"bib{n}.txt", "w", encoding="ascii") as out:
            for i, c in enumerate(citations, 1):
                out.write("\t".join([f"B{i}", *c.texts]) + "\n")


if __name__ == "__main__":
    main()
