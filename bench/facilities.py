#!/usr/bin/env python3
"""Which facilities are opened, and which customer goes to which: for measurements.

Usage: facilities.py CUSTOMERS FACILITIES PLACES SEED      writes facilities.mln and facilities.db

Customers and facilities are points of the unit square. Every customer goes to one open facility, a
facility has so many places, distances and open facilities cost. Counts with hard sides and
implications beside them: a linear program says little here, and cutting planes of a MIP solver much
more. The same seed gives the same files.
"""
import math
import pathlib
import random
import sys

MODEL = """*Customer(customer)
*Distance(customer, facility, float)
*Rent(facility, float)
At(customer, facility)
Open(facility)
Customer(c) => EXIST f At(c, f).
|f: At(c, f)| <= 1.
|c: At(c, f)| <= {places}.
At(c, f) => Open(f).
w: Distance(c, f, w) ^ At(c, f)
w: Rent(f, w) ^ Open(f)
"""


def main():
    customers, facilities, places, seed = map(int, sys.argv[1:5])
    draw = random.Random(seed)
    points = [(draw.random(), draw.random()) for _ in range(customers + facilities)]
    sites = points[customers:]
    lines = [f"Rent(F{j}, {-draw.uniform(3, 4.5):.3f})" for j in range(facilities)]
    for i, point in enumerate(points[:customers]):
        lines.append(f"Customer(C{i})")
        lines += [f"Distance(C{i}, F{j}, {-10 * math.dist(point, site):.3f})" for j, site in enumerate(sites)]
    pathlib.Path("facilities.mln").write_text(MODEL.format(places=places))
    pathlib.Path("facilities.db").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
