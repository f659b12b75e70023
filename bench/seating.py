#!/usr/bin/env python3
"""Writes seating.mln and seating.db: seating.py GUESTS SEED [--out=FOLDER] [--places=N]

Guests at round tables: everybody sits at one, a table has at most N places (8) and at least half of
them taken, couples sit together, enemies do not; friends who sit together count, and more than two
children at a table cost. A plan is drawn first, and the data keep to it, so that there is always a
world that keeps the hard formulas. Whoever measures: how soon is there one, and what does it score
after 1, 2, 5 and 20 seconds?

    for t in 1 2 5 20; do kerf map seating.mln seating.db --time-limit=$t --threads=1 -o answer.db; done
"""
import pathlib
import random
import sys

MODEL = """*Guest(guest)
*Couple(guest, guest)
*Enemies(guest, guest)
*Likes(guest, guest)
*Child(guest)
table = {{{tables}}}
Sits(guest, table)
one:    Guest(g) => EXIST t Sits(g, t).
one2:   |t : Sits(g, t)| <= 1.
cap:    |g : Sits(g, t)| <= {places}.
fill:   |g : Sits(g, t)| >= {least}.
couple: Couple(a, b) ^ Sits(a, t) => Sits(b, t).
enemy:  Enemies(a, b) ^ Sits(a, t) => !Sits(b, t).
likes:  1 Likes(a, b) ^ Sits(a, t) ^ Sits(b, t)
kids:   0.5 |g : Sits(g, t) ^ Child(g)| <= 2
"""


def draw(guests, places, rng):
    """Tables, and lines of evidence that some plan keeps to."""
    tables = -(-guests // (places - 1))
    plan = [i % tables for i in range(guests)]
    rng.shuffle(plan)
    at = [[g for g in range(guests) if plan[g] == t] for t in range(tables)]
    lines = [f"Guest(G{g})" for g in range(guests)]
    for _ in range(guests // 5):
        a, b = rng.sample(rng.choice(at), 2)
        lines.append(f"Couple(G{a}, G{b})")
    while sum(line.startswith("Enemies") for line in lines) < guests:
        a, b = rng.sample(range(guests), 2)
        if plan[a] != plan[b]:
            lines.append(f"Enemies(G{a}, G{b})")
    for _ in range(3 * guests):
        a, b = rng.sample(range(guests), 2)
        lines.append(f"Likes(G{a}, G{b})")
    lines += [f"Child(G{g})" for g in sorted(rng.sample(range(guests), guests // 5))]
    return tables, list(dict.fromkeys(lines))


def main():
    options = dict(a[2:].split("=", 1) for a in sys.argv[1:] if a.startswith("--"))
    numbers = [int(a) for a in sys.argv[1:] if not a.startswith("--")]
    if len(numbers) != 2:
        sys.exit(__doc__)
    places, folder = int(options.get("places", 8)), pathlib.Path(options.get("out", "."))
    tables, lines = draw(numbers[0], places, random.Random(numbers[1]))
    names = ", ".join(f"T{t}" for t in range(tables))
    (folder / "seating.mln").write_text(MODEL.format(tables=names, places=places,
                                                     least=places // 2))
    (folder / "seating.db").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
