#!/usr/bin/env python3
"""Probabilities of generated models: one row a model.

Usage: marginal.py [ROW...] [--large] [--list]
       marginal.py --coverage [FAMILY...] [--models=N]

Each model is a whole process from its files, one thread. A row has CPU seconds and the most memory,
how it was done (exact or sampled), the components, the width and the entries of all tables, and
the time that `kerf map` takes on the same files. Rows marked with a known answer are compared with
it, and another one fails the script. `--large` has the rows that take a minute or more.
`--coverage` samples 200 models of five families, whose exact probabilities are known: how many of the
intervals contain them, and how many estimates are within four standard errors. Less than 99 % of these fails
the script.
"""
import argparse
import json
import math
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
KERF = os.environ.get("KERF", str(ROOT / "build" / "kerf"))


def friends(n, known):
    """Friends influence each other, everybody may be everybody's friend; of `known` it is known that they smoke."""
    model = ("person = {%s}\nFriends(person, person)\nSmokes(person)\nCancer(person)\n"
             "1.5 Smokes(x) => Cancer(x)\n%g Friends(x, y) ^ Smokes(x) => Smokes(y)\n-0.5 Smokes(x)\n"
             % (", ".join(f"P{i}" for i in range(n)), 2.0 / n))
    return model, "".join(f"Smokes(P{i})\n" for i in range(known)), ["--query=Friends,Smokes,Cancer"]


def properties(n):
    """Two properties that friendship spreads, and a soft count of those who have one; of three people more is known."""
    model = ("person = {%s}\nFriends(person, person)\nSmokes(person)\nDrinks(person)\n"
             "%g Friends(x, y) ^ Smokes(x) => Smokes(y)\n%g Friends(x, y) ^ Drinks(x) => Drinks(y)\n"
             "-0.5 Smokes(x)\n0.3 Drinks(x)\n-1 Friends(x, y)\n1.5 |x : Smokes(x)| >= %d\n"
             % (", ".join(f"P{i}" for i in range(n)), 2.0 / n, 3.0 / n, n // 2))
    return model, "Smokes(P0)\nFriends(P1, P2)\n", ["--query=Friends,Smokes,Drinks"]


def befriended(n):
    """Friends influence each other, and everybody has three of them or more."""
    model = ("person = {%s}\nFriends(person, person)\nSmokes(person)\n%r Friends(x, y) ^ Smokes(x) => Smokes(y)\n"
             "-0.5 Smokes(x)\n-0.7 Friends(x, y)\n|y : Friends(x, y)| >= 3.\n"
             % (", ".join(f"P{i}" for i in range(n)), 2.0 / n))
    return model, "", ["--query=Friends,Smokes"]


def befriended_log_z(n):
    """By the number of smokers: each has polynomials of friends, of which the first three terms are left out."""
    friend, fair, foul = math.exp(-0.7), math.exp(2.0 / n), 1.0

    def one(good, bad):  # so many friendships that are no violation, and that are one; per weight of no friend
        low = [math.comb(good, k) * friend**k for k in range(3)]
        other = [math.comb(bad, k) * (friend * foul / fair)**k for k in range(3)]
        few = low[0] * other[0] + low[0] * other[1] + low[1] * other[0] \
            + low[0] * other[2] + low[1] * other[1] + low[2] * other[0]
        every = good * math.log1p(friend) + bad * math.log1p(friend * foul / fair)
        return n * math.log(fair) + every + math.log1p(-few / math.exp(every))

    logs = [math.log(math.comb(n, m)) - 0.5 * m + (m * one(m, n - m) if m else 0) + (n - m) * one(n, 0)
            for m in range(n + 1)]
    return max(logs) + math.log(math.fsum(math.exp(x - max(logs)) for x in logs))


def grid(n):
    """Spins on a grid with random couplings."""
    rng = random.Random(n)
    model = "*Next(cell, cell, double)\n*Field(cell, double)\nUp(cell)\n" \
            "w: Next(x, y, w) ^ (Up(x) <=> Up(y))\nw: Field(x, w) ^ Up(x)\n"
    rows = []
    for i in range(n):
        for k in range(n):
            rows.append(f"Field(C{i}_{k}, {rng.uniform(-1, 1):.6f})")
            if k + 1 < n:
                rows.append(f"Next(C{i}_{k}, C{i}_{k + 1}, {rng.uniform(-1, 1):.6f})")
            if i + 1 < n:
                rows.append(f"Next(C{i}_{k}, C{i + 1}_{k}, {rng.uniform(-1, 1):.6f})")
    return model, "\n".join(rows) + "\n", []


def tagging(n, labels):
    """A chain of words, one label each."""
    rng = random.Random(n)
    model = "*Next(word, word)\n*Looks(word, label, double)\nTag(word, label!)\n" \
            "w: Looks(x, l, w) ^ Tag(x, l)\n1.2 Next(x, y) ^ Tag(x, l) => Tag(y, l)\n"
    rows = [f"Next(W{i}, W{i + 1})" for i in range(n - 1)]
    rows += [f"Looks(W{i}, L{k}, {rng.uniform(-1, 1):.6f})" for i in range(n) for k in range(labels)]
    return model, "\n".join(rows) + "\n", []


def count(n):
    """Of n atoms at most a third is true: Z is a sum of binomial coefficients."""
    model = "t = {%s}\nA(t)\n|x : A(x)| <= %d.\n" % (", ".join(f"X{i}" for i in range(n)), n // 3)
    return model, "", ["--query=A"]


def cells(n):
    """Independent pairs."""
    model = "pair = {%s}\nA(pair)\nB(pair)\n0.7 A(x) => B(x)\n-0.3 B(x)\n" % ", ".join(f"X{i}" for i in range(n))
    return model, "", ["--query=A,B"]


def advisors(n):
    """Who advises whom, of n students and n / 4 professors: papers and courses speak for it, a second advisor against."""
    rng = random.Random(n)
    model = "*Wrote(paper, person)\n*Helped(person, course)\n*Taught(person, course)\n*Student(person)\n" \
            "*Professor(person)\nAdvises(person, person)\n" \
            "Advises(p, s) => Professor(p) ^ Student(s).\n-2.5 Advises(p, s)\n" \
            "1.8 Wrote(t, p) ^ Wrote(t, s) ^ Professor(p) ^ Student(s) => Advises(p, s)\n" \
            "0.6 Taught(p, c) ^ Helped(s, c) => Advises(p, s)\n" \
            "-3 Advises(p, s) ^ Advises(q, s) ^ p < q\n" \
            "0.8 Wrote(t, s) ^ Wrote(t, r) ^ s != r ^ Advises(p, s) => Advises(p, r)\n"
    students, professors = [f"S{i}" for i in range(n)], [f"P{i}" for i in range(n // 4)]
    rows = [f"Student({s})" for s in students] + [f"Professor({p})" for p in professors]
    for i, s in enumerate(students):
        p = professors[i % len(professors)]
        rows += [f"Wrote(T{i}, {s})", f"Wrote(T{i}, {p})"]
        if rng.random() < 0.25:
            rows.append(f"Wrote(T{i}, {rng.choice(students)})")
        rows.append(f"Helped({s}, C{rng.randrange(n // 2)})")
    rows += [f"Taught({rng.choice(professors)}, C{c})" for c in range(n // 2)]
    return model, "\n".join(sorted(set(rows))) + "\n", []


def citations(papers, known):
    """Which citations mean the same paper: one to seven for each, pairs of which have scores; all others are apart."""
    rng = random.Random(papers)
    model = "*Score(bib, bib, double)\nSame(bib, bib)\nSame(x, y) => Same(y, x).\n" \
            "Same(x, y) ^ Same(y, z) => Same(x, z).\nw: Score(x, y, w) ^ Same(x, y)\n"
    groups, rows, total = [], [], 0
    for _ in range(papers):
        size = rng.randrange(1, 8)
        groups.append(list(range(total, total + size)))
        total += size
    of = {b: g for g, group in enumerate(groups) for b in group}
    for a in range(total):
        for b in range(total):
            if of[a] != of[b] or (a != b and rng.random() < known):
                rows.append(f"!Same(B{a}, B{b})")
            elif a < b:
                rows.append(f"Score(B{a}, B{b}, {rng.gauss(0.5, 2):.4f})")
    return model, "\n".join(rows) + "\n", []


def queens(n):
    """Queens that do not attack each other."""
    model = "*Attacks(row, column, row, column)\nQueen(row, column!)\n" \
            "Attacks(r, c, s, d) => !Queen(r, c) v !Queen(s, d).\n"
    rows = [f"Attacks(R{r}, C{c}, R{s}, C{d})" for r in range(n) for s in range(r) for c in range(n)
            for d in range(n) if c == d or abs(c - d) == r - s]
    return model, "\n".join(rows) + "\n", []


ROWS = {
    "friends-100": (lambda: friends(100, 10), None, False),
    "friends-1000": (lambda: friends(1000, 100), None, True),
    "properties-100": (lambda: properties(100), None, False),
    "befriended-100": (lambda: befriended(100), befriended_log_z(100), False),
    "befriended-1000": (lambda: befriended(1000), befriended_log_z(1000), True),
    "grid-10": (lambda: grid(10), None, False),
    "grid-18": (lambda: grid(18), None, False),
    "tagging-2000": (lambda: tagging(2000, 8), None, False),
    "count-120": (lambda: count(120), math.log(sum(math.comb(120, k) for k in range(41))), False),
    "advisors-40": (lambda: advisors(40), None, False),
    "citations-60": (lambda: citations(60, 0), None, False),
    "queens-10": (lambda: queens(10), math.log(724), False),
    "pairs-20000": (lambda: cells(20000), 20000 * math.log(math.exp(0.7) + 2 * math.exp(0.4) + 1), False),
}


def run(command, files, options, folder):
    """CPU seconds and what the statistics say."""
    stats = folder / "stats.json"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = [] if "-o" in options else ["-o", os.devnull]
    done = subprocess.run([KERF, command, "--threads=1", "--quiet", f"--stats={stats}", *out, *options, *files],
                          capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode not in (0, 4, 5):
        sys.exit(f"{command}: exit {done.returncode}\n{done.stderr}")
    return cpu, json.loads(stats.read_text())


def measure(name, folder):
    make, log_z, _ = ROWS[name]
    model, evidence, options = make()
    files = [folder / "m.mln", folder / "m.db"]
    files[0].write_text(model)
    files[1].write_text(evidence)
    cpu, s = run("marginal", files, options, folder)
    cpu_map, _ = run("map", files, options, folder)
    entries = f"2^{math.log2(s['entries']):.1f}" if s["entries"] else "-"
    print(f"| {name} | {s['status']} | {s['atoms']:,} | {s['components']:,} | {s['width']} | {entries} | {cpu:.2f} | "
          f"{s['peak_rss_bytes'] / 2**20:.0f} | {cpu_map:.2f} |", flush=True)
    if log_z is not None and abs(s["log_z"] - log_z) > 1e-9 * abs(log_z):
        sys.exit(f"{name}: log Z is {s['log_z']!r}, not {log_z!r}")


def glass(rng):
    """Spins on a strip with couplings of every size, some of them hard."""
    n, m = rng.randrange(5, 12), rng.randrange(3, 6)
    model = "*Next(cell, cell, double)\n*Same(cell, cell)\n*Field(cell, double)\nUp(cell)\n" \
            "w: Next(x, y, w) ^ (Up(x) <=> Up(y))\nw: Field(x, w) ^ Up(x)\nSame(x, y) ^ Up(x) => Up(y).\n"
    rows, size = [], rng.choice([0.5, 1, 2])
    for i in range(n):
        for k in range(m):
            rows.append(f"Field(C{i}_{k}, {rng.gauss(0, 1):.4f})")
            for to in ([f"C{i + 1}_{k}"] if i + 1 < n else []) + ([f"C{i}_{k + 1}"] if k + 1 < m else []):
                rows.append(f"Same(C{i}_{k}, {to})" if rng.random() < 0.05 else
                            f"Next(C{i}_{k}, {to}, {rng.gauss(0, size):.4f})")
    return model, "\n".join(rows) + "\n", []


def clauses(rng):
    """Clauses of three literals of either sign, some of them hard, along a line."""
    n = rng.randrange(20, 60)
    model = ["t = {%s}" % ", ".join(f"X{i}" for i in range(n)), "A(t)"]
    for _ in range(2 * n):
        at = rng.randrange(n - 5)
        text = " v ".join(rng.choice(["", "!"]) + f"A(X{at + d})" for d in rng.sample(range(6), 3))
        model.append(f"{text}." if rng.random() < 0.15 else f"{rng.gauss(0.5, 1.5):.4f} {text}")
    return "\n".join(model) + "\n", "", ["--query=A"]


def seats(rng):
    """One of some seats for each, hard limits of seats, likings."""
    people, places = rng.randrange(4, 9), rng.randrange(3, 5)
    model = "*Likes(person, place, double)\n*Friends(person, person)\nSits(person, place!)\n" \
            "w: Likes(p, s, w) ^ Sits(p, s)\n0.8 Friends(p, q) ^ Sits(p, s) => Sits(q, s)\n" \
            "|p : Sits(p, s)| <= %d.\n" % (-(-people // places) + 1)
    rows = [f"Likes(P{i}, S{k}, {rng.gauss(0, 1):.4f})" for i in range(people) for k in range(places)]
    rows += [f"Friends(P{i}, P{k})" for i in range(people) for k in range(people) if i != k and rng.random() < 0.2]
    return model, "\n".join(rows) + "\n", []


def relations(rng):
    """Which of five or six things are the same."""
    n = rng.randrange(5, 7)
    model = "*Score(thing, thing, double)\nSame(thing, thing)\nSame(x, x).\nSame(x, y) => Same(y, x).\n" \
            "Same(x, y) ^ Same(y, z) => Same(x, z).\nw: Score(x, y, w) ^ Same(x, y)\n"
    rows = [f"Score(T{i}, T{k}, {rng.gauss(-0.5, 1.5):.4f})" for i in range(n) for k in range(i)]
    return model, "\n".join(rows) + "\n", []


def people(rng):
    """Two properties that hidden friendships spread, some evidence, at times a hard limit or a count of each
    person's friends: exact by counting alone."""
    n = rng.randrange(8, 15)
    model = "person = {%s}\nFriends(person, person)\nSmokes(person)\nDrinks(person)\n" % ", ".join(f"P{i}" for i in range(n))
    model += "".join(f"{rng.uniform(0.5, 4) / n:.4f} Friends(x, y) ^ {p}(x) => {p}(y)\n{rng.gauss(0, 0.7):.4f} {p}(x)\n"
                     for p in ("Smokes", "Drinks"))
    model += f"{rng.gauss(0, 1):.4f} Smokes(x) => Drinks(x)\n{rng.gauss(-0.5, 1):.4f} Friends(x, y)\n"
    if rng.random() < 0.3:
        model += f"|x : Smokes(x)| <= {n // 2}.\n"
    if rng.random() < 0.4:
        model += rng.choice(["|y : Friends(x, y)| >= 2.\n", "0.8 |y : Friends(x, y)| >= 4\n", "EXIST y Friends(x, y).\n"])
    rows = [f"{rng.choice(['', '!'])}{rng.choice(['Smokes', 'Drinks'])}(P{i})" for i in range(rng.randrange(3))]
    return model, "\n".join(rows) + "\n", ["--query=Friends,Smokes,Drinks"]


COVERED = {"glass": (glass, 50), "clauses": (clauses, 50), "seats": (seats, 50), "relations": (relations, 25),
           "people": (people, 25)}  # how they are made, and how many
PRECISION = 0.03


def probabilities(files, options, folder, method):
    """By atom: p, lo, hi, ess; and CPU seconds."""
    out = folder / "out.tsv"
    cpu, s = run("marginal", files, [*options, f"--method={method}", "--format=tsv", "-o", str(out)], folder)
    if s["status"] == "infeasible":
        return {}, s["status"], cpu
    rows = [line.split("\t") for line in out.read_text().splitlines()]
    return {tuple(r[:-6]): [float(x) if x else None for x in (*r[-6:-3], r[-2])] for r in rows}, s["status"], cpu


def cover(name, seed, folder):
    """Of one model: is it converged, how many atoms, of which inside and near; CPU seconds. None: no world is left."""
    model, evidence, options = COVERED[name][0](random.Random(f"{name} {seed}"))
    files = [folder / "m.mln", folder / "m.db"]
    files[0].write_text(model)
    files[1].write_text(evidence)
    exact, status, _ = probabilities(files, options, folder, "exact")
    if status == "infeasible":
        return None
    if status != "exact":
        sys.exit(f"{name} {seed}: {status}, not exact")
    sampled, status, cpu = probabilities(files, [*options, f"--seed={seed}", f"--precision={PRECISION}"], folder, ("mcsat", "gibbs")[seed % 2])
    inside = near = n = 0
    for atom, (p, lo, hi, ess) in sampled.items():
        if ess is None:
            continue
        truth = exact[atom][0]
        n += 1
        inside += lo <= truth <= hi
        near += abs(p - truth) <= 4 * math.sqrt(max(truth * (1 - truth), 1 / ess) / ess)
    return [1, status in ("mixed", "sampled"), n, inside, near, cpu]


def cover_all(names, models):
    print("| models | number | converged | atoms | inside their interval | within 4 s.e. | CPU s |\n|---|---|---|---|---|---|---|")
    total = [0] * 6
    for name in names:
        sums = [0] * 6
        seed = 0
        while sums[0] < (models or COVERED[name][1]):
            seed += 1
            with tempfile.TemporaryDirectory() as folder:
                told = cover(name, seed, pathlib.Path(folder))
            sums = [x + y for x, y in zip(sums, told or [0] * 6)]
        total = [x + y for x, y in zip(total, sums)]
        show_cover(name, sums)
    show_cover("all", total)
    if total[4] < 0.99 * total[2]:
        sys.exit("fewer than 99 % are within four standard errors")


def show_cover(name, sums):
    number, converged, n, inside, near, cpu = sums
    print(f"| {name} | {number} | {converged} | {n:,} | {100 * inside / max(n, 1):.1f} % | {100 * near / max(n, 1):.2f} % | {cpu:.1f} |",
          flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", metavar="ROW")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--coverage", action="store_true")
    parser.add_argument("--models", type=int, metavar="N")
    args = parser.parse_args()
    if args.coverage:
        cover_all(args.rows or COVERED, args.models)
        return
    if args.list:
        print("\n".join(ROWS))
        return
    names = args.rows or [n for n, row in ROWS.items() if args.large or not row[2]]
    print("| model | status | atoms | components | width | entries | CPU s | MB | `map` s |\n|---|---|---|---|---|---|---|---|---|")
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            measure(name, pathlib.Path(folder))


if __name__ == "__main__":
    main()
