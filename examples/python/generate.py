#!/usr/bin/env python3
"""Invents customers.csv: customers who come up several times, with typing errors and changes.

What makes it hard: households that share a name, an address and a telephone; people who move; fields
that are left empty. The column `customer` is the truth.
"""
import csv
import pathlib
import random

FIRST = """Anna Bernd Carla David Elena Frank Greta Hannes Irene Jonas Karin Lukas Maria Nils Olga Peter
Rosa Stefan Tina Ulrich Vera Walter Xenia Yusuf Zoe Martin Martina Julia Julian Andrea Andreas Paul
Paula Christian Christina Daniel Daniela""".split()
LAST = """Huber Maier Meier Mayer Schmid Schmidt Wagner Weber Bauer Berger Fischer Gruber Hofer Keller
Lang Moser Neumann Pichler Reiter Schneider Steiner Vogel Winkler Wolf Zimmermann""".split()
STREETS = """Hauptstrasse Bahnhofstrasse Gartenweg Kirchgasse Lindenallee Marktplatz Muehlweg Parkstrasse
Ringstrasse Schulgasse Seestrasse Sonnenweg Waldstrasse Wiesengasse""".split()
CITIES = "Altdorf Bergheim Neustadt Seeham Talbach Waldkirch".split()
MAILS = "post.example mail.example web.example".split()


def typo(text, rng):
    """One slip of the finger."""
    if len(text) < 3:
        return text
    at = rng.randrange(1, len(text) - 1)
    kind = rng.randrange(4)
    if kind == 0:
        return text[:at] + text[at + 1:]
    if kind == 1:
        return text[:at] + text[at] + text[at:]
    if kind == 2:
        return text[:at] + text[at + 1] + text[at] + text[at + 2:]
    return text[:at] + rng.choice("abcdefghijklmnopqrstuvwxyz") + text[at + 1:]


def household(rng):
    """One to four people who share a name, an address and often a telephone."""
    last = rng.choice(LAST)
    address = f"{rng.choice(STREETS)} {rng.randrange(1, 80)}", rng.choice(CITIES)
    phone = f"0{rng.randrange(10**7, 10**8)}"
    for first in rng.sample(FIRST, rng.choice((1, 1, 2, 2, 3, 4))):
        mail = f"{first}.{last}{rng.choice(('', str(rng.randrange(100))))}@{rng.choice(MAILS)}".lower()
        own = phone if rng.random() < 0.6 else f"0{rng.randrange(10**7, 10**8)}"
        yield {"name": f"{first} {last}", "street": address[0], "city": address[1], "phone": own,
               "email": mail}


def record(person, rng):
    """How a person is written down this time."""
    r = dict(person)
    if rng.random() < 0.25:
        r["name"] = typo(r["name"], rng)
    if rng.random() < 0.12:
        r["name"] = r["name"][0] + ". " + r["name"].split()[-1]
    if rng.random() < 0.3:
        r["street"] = typo(r["street"], rng)
    if rng.random() < 0.1:
        r["street"], r["city"] = f"{rng.choice(STREETS)} {rng.randrange(1, 80)}", rng.choice(CITIES)
    if rng.random() < 0.15:
        r["phone"] = f"0{rng.randrange(10**7, 10**8)}"
    for field, chance in ("phone", 0.25), ("email", 0.4), ("street", 0.05):
        if rng.random() < chance:
            r[field] = ""
    return r


def main():
    rng = random.Random(7)
    rows, customer = [], 0
    while customer < 350:
        for person in household(rng):
            rows += [record(person, rng) | {"customer": customer} for _ in range(rng.choice((1, 1, 2, 2, 3, 4, 5)))]
            customer += 1
    rng.shuffle(rows)
    path = pathlib.Path(__file__).parent / "customers.csv"
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.DictWriter(file, ["id", "name", "street", "city", "phone", "email", "customer"])
        out.writeheader()
        out.writerows({"id": f"r{i}"} | row for i, row in enumerate(rows, 1))


main()
