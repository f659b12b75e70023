#!/usr/bin/env python3
"""Writes the bibliography of this folder: 60 noisy citations of 18 papers that do not exist.

Usage: generate.py [FOLDER]      default: the folder of this script

    citations.txt   the citations as a reader sees them: name, authors, title, venue, tab-separated
    citations.db    evidence: the strings of each citation, and how alike two strings are
    truth.db        what is the same: papers, and the strings of authors, titles and venues

Everything is invented, from the lists below. The same script writes the same bytes everywhere: it
has its own random numbers, and sums in a fixed order.

How a citation goes wrong: given names become initials, come after the surname or are left out; "and
others" stands for the last authors; words are misspelt, dropped or exchanged; a subtitle is lost;
venues are abbreviated or missing. What makes papers hard to tell apart: the same authors write on
the same subject at the same venue, under almost the same title.

How alike two strings are: the cosine of their words, each weighted by log(strings / strings that
have it), in six buckets: 0 is Score0, up to .2 Score20 and so on; above .8, and for the same
string, Score100.
"""
import math
import pathlib
import sys

SEED, CITATIONS = 20080709, 60

GIVEN = """Katya Henrik Olga Farid Lorenzo Mira Anneli Dmitri Pavel Greta Jonas Bruno Esther Ines
    Carla Nils""".split()
SURNAMES = """Abendroth Birkenfeld Castellane Dunmore Eskelund Fairweather Goncharenko Hallorane
    Ishimura Jankovic Kettleborough Lindqvister Moravec Nakagawara Okonjola Petrossian""".split()

# (long, ways to abbreviate it)
VENUES = [
    ("Proceedings of the International Conference on Harbour Engineering",
     ["Proc. Int. Conf. on Harbour Engineering", "Intl. Conference on Harbour Eng.", "ICHE"]),
    ("Journal of Coastal Weather", ["J. Coastal Weather", "Journ. of Coastal Weather"]),
    ("Annals of Lighthouse Keeping", ["Ann. Lighthouse Keeping", "Annals of Lighthouses"]),
    ("Transactions on Tidal Computing", ["Trans. on Tidal Computing", "Trans. Tidal Comp."]),
    ("Workshop on Fog Signals and Beacons",
     ["Wkshp. on Fog Signals and Beacons", "In Workshop on Fog Signals"]),
]

# (team, venue, title, subtitle or ""): teams are rows of TEAMS.
TEAMS = [(0, 1), (2,), (3, 4, 5), (6, 7), (8, 9, 10), (11,), (12, 13), (14, 15, 0), (5, 9)]
PAPERS = [
    (0, 0, "Predicting tides in shallow harbours", "a relational approach"),
    (0, 0, "Forecasting storm surges along the coast", ""),
    (0, 3, "Learning tidal constants from noisy gauges", ""),
    (1, 2, "A catalogue of northern lighthouses", "keepers, lamps and lenses"),
    (1, 2, "Southern lighthouses, with a map", ""),
    (2, 1, "Cloud formation over cold estuaries", ""),
    (2, 1, "Fast sampling of fog density", "theory and practice"),
    (3, 4, "Optimal placement of fog horns on rocky islands", ""),
    (3, 0, "Minimal breakwaters", "an algorithm and its proof"),
    (4, 3, "Exact inference for ebb and flood networks", ""),
    (4, 3, "Approximate inference for ebb and flood networks", ""),
    (5, 2, "On the colour of lamps", ""),
    (6, 4, "Beacons that agree without talking", "distributed signalling at sea"),
    (6, 1, "Gusts, squalls and other outliers", ""),
    (7, 0, "Dredging schedules by integer programming", ""),
    (7, 3, "Cutting planes for dredging schedules", ""),
    (8, 1, "Seasonal drift of marker buoys", "ten years of measurements"),
    (8, 4, "Whistling buoys revisited", ""),
]

FIELDS = ["Author", "Title", "Venue"]


class Random:
    """splitmix64."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & mask
        return (z ^ z >> 31) % n

    def percent(self, chance):
        return self.below(100) < chance

    def pick(self, items):
        return items[self.below(len(items))]


# ---- Noise

def misspell(random, word):
    """Two letters exchanged, one lost or one doubled; short words are spared."""
    if len(word) < 5:
        return word
    i = 1 + random.below(len(word) - 3)
    how = random.below(3)
    if how == 0:
        return word[:i] + word[i + 1] + word[i] + word[i + 2:]
    return word[:i] + word[i + 1:] if how == 1 else word[:i] + word[i] + word[i:]


def noisy_author(random, who, style):
    given, surname = GIVEN[who], SURNAMES[who]
    if random.percent(4):
        surname = misspell(random, surname)
    initial = given[0] + "."
    return [f"{given} {surname}", f"{initial} {surname}", f"{surname}, {initial}", surname][style]


def noisy_authors(random, team):
    style = random.pick([0, 0, 1, 1, 1, 2, 2, 3])
    names = [noisy_author(random, who, style) for who in team]
    if len(names) > 2 and random.percent(20):
        return names[0] + " and others"
    return "; ".join(names) if style == 2 else " and ".join(names)


def noisy_title(random, title, subtitle):
    words = title.split()
    if random.percent(15):
        i = random.below(len(words))
        words[i] = misspell(random, words[i])
    if len(words) > 4 and random.percent(8):
        i = random.below(len(words) - 1)
        words[i], words[i + 1] = words[i + 1], words[i]
    if len(words) > 4 and random.percent(8):
        del words[random.below(len(words))]
    text = " ".join(words)
    if subtitle and random.percent(60):
        text += ": " + subtitle
    return text.title() if random.percent(15) else text


def noisy_venue(random, venue):
    long, short = VENUES[venue]
    if random.percent(15):
        return ""
    return random.pick(short) if random.percent(50) else long


def make_citations(random):
    """(paper, [author, title, venue]), each paper once at least, in random order."""
    papers = list(range(len(PAPERS)))
    while len(papers) < CITATIONS:  # some papers are cited much, most a little
        papers.append(min(random.below(len(PAPERS)), random.below(len(PAPERS))))
    for i in range(len(papers) - 1, 0, -1):
        k = random.below(i + 1)
        papers[i], papers[k] = papers[k], papers[i]
    citations = []
    for paper in papers:
        team, venue, title, subtitle = PAPERS[paper]
        citations.append((paper, [noisy_authors(random, TEAMS[team]),
                                  noisy_title(random, title, subtitle),
                                  noisy_venue(random, venue)]))
    return citations


# ---- Similarity

def words_of(text):
    kept = "".join(c.lower() if c.isalnum() else " " for c in text)
    return sorted(set(kept.split()))


def buckets(strings):
    """Bucket of every ordered pair of strings, by index."""
    words = [words_of(s) for s in strings]
    count = {}
    for w in sorted(w for ws in words for w in ws):
        count[w] = count.get(w, 0) + 1
    idf2 = {w: math.log(len(strings) / n) ** 2 for w, n in count.items()}
    length = [math.sqrt(sum(idf2[w] for w in ws)) for ws in words]
    found = {}
    for i, one in enumerate(words):
        for k, other in enumerate(words):
            dot = sum(idf2[w] for w in one if w in other)
            s = dot / (length[i] * length[k]) if dot > 0 else 0.0
            found[i, k] = 100 if i == k else 0 if s == 0 else min(100, 20 * math.ceil(s * 5 - 1e-9))
    return found


# ---- Files

def names_of(citations, f):
    """The strings of a field, sorted, and what each is called."""
    strings = sorted({c[1][f] for c in citations} - {""})
    return strings, {s: f"{FIELDS[f][0]}{i:02}" for i, s in enumerate(strings, 1)}


def evidence(citations):
    out = ["// 60 citations, written by generate.py; citations.txt has them as text.", ""]
    for f, field in enumerate(FIELDS):
        strings, name = names_of(citations, f)
        out.append(f"// {field} strings")
        out += [f"//   {name[s]}  {s}" for s in strings]
        for i, (_, texts) in enumerate(citations, 1):
            if texts[f]:
                out.append(f"{field}(C{i:02},{name[texts[f]]})")
        for (i, k), bucket in sorted(buckets(strings).items(), key=lambda x: (-x[1], x[0])):
            out.append(f"{field}Score{bucket}({name[strings[i]]},{name[strings[k]]})")
        out.append("")
    return out


def thing_of(paper, f):
    """What a string of this field stands for."""
    team, venue, _, _ = PAPERS[paper]
    return [team, paper, venue][f]


def truth(citations):
    out = ["// Pairs of the same paper, author, title or venue: both ways round, each with itself."]
    things = {"Bib": [(f"C{i:02}", paper) for i, (paper, _) in enumerate(citations, 1)]}
    for f, field in enumerate(FIELDS):
        strings, name = names_of(citations, f)
        meant = {s: {thing_of(paper, f) for paper, texts in citations if texts[f] == s}
                 for s in strings}
        things[field] = [(name[s], thing) for s in strings for thing in sorted(meant[s])]
    for what, named in things.items():
        out += sorted({f"Same{what}({a},{b})" for a, one in named for b, other in named
                       if one == other})
    return out


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent
    citations = make_citations(Random(SEED))
    plain = ["\t".join([f"C{i:02}"] + texts) for i, (_, texts) in enumerate(citations, 1)]
    for name, lines in [("citations.txt", plain), ("citations.db", evidence(citations)),
                        ("truth.db", truth(citations))]:
        (folder / name).write_bytes(("\n".join(lines).rstrip("\n") + "\n").encode("ascii"))


if __name__ == "__main__":
    main()
