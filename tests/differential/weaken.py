#!/usr/bin/env python3
"""weaken.py -- do the differential tests notice when the checker of certificates is wrong?

Usage: weaken.py [--programs N] [WORD]...

Puts one fault after the other into a copy of src/verify, each of which lets certificates prove too
much, and runs random programs until a trial fails. A fault that N programs do not show is printed
as MISSED, and the exit code is 1. With words, only faults whose description has one of them. Not
part of make check: it takes minutes, and is for whoever changes the checker or the forger.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

# What is wrong, the file, what is there, what takes its place (and perhaps another pair of those).
FAULTS = [
    ("negative multipliers pass", "proof_read",
     "|| row.multiplier < 0)", "|| false)"),
    ("costs of atoms below zero are left out", "proof_check",
     "fixed < 0 ? kf_dyadic_sign(reduced) < 0 : fixed == 1", "fixed == 1"),
    ("an atom fixed true pays nothing", "proof_check",
     "kf_dyadic_sign(reduced) < 0 : fixed == 1", "kf_dyadic_sign(reduced) < 0 : false"),
    ("payers are free", "proof_check",
     "        close_column(k, i, &reduced, -1);",
     "        if (kf_dyadic_sign(&reduced) < 0) close_column(k, i, &reduced, 0);\n"
     "        k->first[i] = KF_NONE;"),
    ("soft clauses count as hard", "proof_check",
     "        if (c->hard) return KERF_OK;\n        return add_entry(k, payer(k, r->constraint, "
     "false)",
     "        if (c->n > 1) return KERF_OK;\n        return add_entry(k, payer(k, r->constraint, "
     "false)"),
    ("negated literals lose their constant", "proof_check",
     "else kf_dyadic_subtract(&k->bound, y, t[i].coefficient);", "else continue;"),
    ("refutations need not show anything", "proof_check",
     "if (refute && kf_dyadic_sign(&k->bound) <= 0)", "if (refute && false)"),
    ("refutations may use soft rows for nothing", "proof_check",
     "        if (costs) add_low(&reduced, (i - n) % 2",
     "        if (true) add_low(&reduced, (i - n) % 2"),
    ("the better side of a branch counts", "proof_check",
     "kf_dyadic_compare(&k->bound, least) < 0", "kf_dyadic_compare(&k->bound, least) > 0"),
    ("the first leaf counts", "proof_check",
     "(*none || kf_dyadic_compare(&k->bound, least) < 0)", "*none"),
    ("the second side keeps the first one's value", "proof_check",
     "            k->fixed[*last / 2] = 0;\n", ""),
    ("a branch that is done stays fixed", "proof_check",
     "        k->fixed[*last / 2] = -1;\n", ""),
    ("trees may lack a side", "proof_read",
     "    if (r->missing > 0)\n", "    if (r->missing > 1)\n"),
    ("constraints need not be of the model", "open_walk",
     "        if (!cycle)\n", "        if (false)\n"),
    ("soft evidence weighs double", "open_walk",
     "double weight = log(chance / (1 - chance));",
     "double weight = 2 * log(chance / (1 - chance));"),
    ("weights below zero pay when false", "open_walk",
     "if_true = weight < 0 ? -weight : 0;", "if_true = 0; if (weight < 0) if_false = -weight;"),
    ("conjunctions pay like clauses", "open_walk",
     "if (t->kind == KF_REST_ALL) pay_clause(w, if_true, if_false);",
     "if (t->kind == KF_REST_ALL) pay_clause(w, if_false, if_true);"),
    ("neighbours come twice", "neighbours",
     "if (kept == first || b->near[kept - 1] != b->near[from])", "if (true)"),
    ("signs do not matter to clauses", "bound",
     "kf_hash_add(kf_hash_add(hash, t[i].literal), t[i].coefficient)",
     "kf_hash_add(kf_hash_add(hash, t[i].literal / 2), t[i].coefficient)",
     "memcmp(b->terms.at + x->start, t, c->n * sizeof *t) == 0", "true"),
    ("limits do not matter to counts", "bound",
     "kf_hash_add(kf_hash_add(hash, (uint32_t)c->least), (uint32_t)c->most)", "hash",
     "x->least == c->least && x->most == c->most", "true"),
    ("a count's payer lifts by one", "proof_check",
     "        lift = above(c->least, s.least);\n        break;\n    case 2",
     "        lift = 1;\n        break;\n    case 2"),
    ("the most of a count lifts by all", "proof_check",
     "        lift = above(s.most, c->most);", "        lift = 0;"),
    ("row 3 needs no certainty", "proof_check",
     "c->least == 0 || s.most > c->most", "c->least == 0"),
    ("row 4 needs no certainty", "proof_check",
     "!limited || s.least < c->least", "!limited"),
    ("row 5 needs no certainty", "proof_check",
     "if (s.most >= c->least && s.least <= c->most) return", "if (false) return"),
    ("row 6 needs no certainty", "proof_check",
     "if (s.least < c->least || s.most > c->most) return", "if (false) return"),
    ("atoms that are not named pay the dearer cost", "proof_check",
     "kf_dyadic_compare(&if_true, &if_false) < 0 ?",
     "kf_dyadic_compare(&if_true, &if_false) > 0 ?"),
    ("evidence may decide named atoms", "proof_read",
     "|| is_decided(b, predicate, row))", "|| false)"),
    ("counts that cannot change pay", "open_walk",
     "    return can_hold && can_fail ? pay_count",
     "    return (can_hold || can_fail) && most >= w->sums.base ? pay_count"),
    ("formulas that cannot change pay", "open_walk",
     "    if (kf_rest_decide(t, &guessed) != KF_IS_OPEN) return KERF_OK;",
     "    (void)kf_rest_decide(t, &guessed);"),
    ("anything follows from a definition", "bound",
     "return c->n == 2 && has_literal(of, d->n, t[other].literal);", "return true;",
     "if (c->n != d->n + 1) return false;", "if (c->n > 0) return true;"),
    ("the atom follows from any of its literals", "bound",
     "    if (c->n != d->n + 1) return false;\n    for (uint32_t i = 0; i < d->n; i++)",
     "    for (uint32_t i = 0; i < 1; i++)"),
    ("disjunctions are taken for conjunctions", "open_walk",
     "uint32_t opposite = t->kind == KF_REST_ANY, n = 0, kept = 0;",
     "uint32_t opposite = 0, n = 0, kept = 0;"),
    ("bounds are rounded up too far", "proof_check",
     "kf_dyadic_round_up(least, g.odd, g.exponent);",
     "kf_dyadic_round_up(least, g.odd, g.exponent + 1);"),
    ("answers refute nothing", "bound",
     "|| kf_dyadic_compare(proven, &cost) <= 0)", "|| true)"),
    ("certificates may say anything", "bound",
     "kf_dyadic_compare(proven, &claim) >= 0", "true"),
]


def fails(copy, programs):
    """The first program that fails: of those that are kept, else of the random ones; None: none
    does."""
    kept = sorted(str(p.relative_to(copy))
                  for p in (copy / "tests/differential/kept").glob("cert*"))
    run = subprocess.run(["build/differential", "file", *kept], cwd=copy, stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, text=True, check=False)
    for line in run.stdout.splitlines():
        if line.startswith("not ok"):
            return line.split("kept/")[1]
    run = subprocess.Popen(["build/differential", "seed", "1", str(programs)], cwd=copy,
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        for line in run.stdout:
            words = line.split()
            if len(words) > 1 and words[1] == "FAILS":
                return line.strip()
    finally:
        run.kill()
        run.wait()
    return None


def try_fault(copy, fault, programs):
    _, name, *changes = fault
    path = copy / "src" / "verify" / (name + ".c")
    original = path.read_text()
    faulty = original
    for old, new in zip(changes[::2], changes[1::2]):
        if original.count(old) != 1:
            return f"cannot be put in: {name}.c has its place {original.count(old)} times"
        faulty = faulty.replace(old, new)
    path.write_text(faulty)
    try:
        made = subprocess.run(["make", "-s", "build/differential", "WARNINGS=-w"], cwd=copy,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                              check=False)
        if made.returncode != 0:
            return "does not compile: " + made.stderr[-300:]
        found = fails(copy, programs)
        return "found by " + found[:70] if found else "MISSED"
    finally:
        path.write_text(original)


def main():
    ap = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ap.add_argument("--programs", type=int, default=100, metavar="N")
    ap.add_argument("words", nargs="*")
    args = ap.parse_args()
    good = True
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "kerf"
        shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        for fault in FAULTS:
            if args.words and not any(word in fault[0] for word in args.words):
                continue
            result = try_fault(copy, fault, args.programs)
            good &= result.startswith("found")
            print(f"{fault[0]:48} {result}", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
