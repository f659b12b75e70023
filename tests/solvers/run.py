#!/usr/bin/env python3
"""Do other solvers read what `kerf ground` writes, and find the same best score?

Usage: run.py [-v] [NAME]...       default: every model below

For each small model, `kerf verify` scores every world: all values of the atoms that the evidence
leaves open. Then
  - the WCNF file, read here and searched plainly, must give every world that score (or none, if the
    world breaks a hard formula);
  - cbc and glpsol, where they are installed, must find the best one in the LP and the MPS file.
"""
import concurrent.futures
import itertools
import json
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lib"))
import kerftest  # noqa: E402

# name: (model, evidence, hidden atoms)
ABC = ["A", "B", "C"]


def atoms(predicate, *types):
    """Every atom over lists of constants."""
    return [f"{predicate}({', '.join(row)})" for row in itertools.product(*types)]


MODELS = {
    "clauses": ("*F(p, p)\nS(p)\nC(p)\n1.5 S(x) => C(x)\n1.1 F(x,y) ^ S(x) => S(y)\n-0.8 S(x)\n"
                "-2 C(x)\n0.3 S(A)\n", "F(A, B)\nF(B, C)\n", atoms("S", ABC) + atoms("C", ABC)),
    "negative": ("*F(p, p)\nS(p)\n-1.5 F(x,y) => S(x) v S(y)\n2 S(x) ^ S(y) ^ F(x,y)\n"
                 "-0.25 S(x) ^ !S(y)\n0.7 S(x)\n", "F(A, B)\nF(B, C)\nF(C, C)\n", atoms("S", ABC)),
    "hard": ("*F(p, p)\nS(p)\n!S(x) v !S(y) v !F(x,y).\nEXIST x S(x).\n2 S(x)\n1 S(A)\n",
             "F(A, B)\nF(B, C)\n", atoms("S", ABC)),
    "equivalence": ("*F(p, p)\nS(p)\nC(p)\n1.1 F(x,y) => (S(x) <=> S(y))\n"
                    "-0.6 (S(x) ^ C(x)) v (!S(x) ^ !C(x))\n0.5 S(A)\n(S(x) ^ !C(x)) v C(x) v "
                    "!F(x,x).\n",
                    "F(A, B)\nF(B, C)\n", atoms("S", ABC) + atoms("C", ABC)),
    "quantified": ("*F(p, p)\nS(p)\n1.5 EXIST y (F(x,y) ^ S(y))\n-2 FORALL y (F(x,y) => S(y))\n"
                   "0.4 S(x)\n1 EXIST y (S(y) ^ !S(x))\n", "F(A, B)\nF(B, C)\nF(B, A)\n",
                   atoms("S", ABC)),
    "cardinality": ("*F(p, p)\nS(p)\nR(p, p)\n|y : R(x,y)| <= 1.\n|x : S(x)| >= 1.\n"
                    "|x : S(x) ^ F(x,y)| = 1.\n3 R(x,y) ^ F(x,y)\n1 S(x)\n",
                    "F(A, B)\nF(B, B)\nF(B, A)\nF(C, C)\n!R(A, A)\n!R(B, C)\n!R(C, A)\n!R(C, B)\n"
                    "R(A, C)\n",
                    atoms("S", ABC) + ["R(A, B)", "R(B, A)", "R(B, B)", "R(C, C)"]),
    "soft_cardinality": ("*q(p)\nS(p)\n1.5 |x : S(x)| = 2\n-0.7 |x : S(x)| <= 1\n2 |x : S(x)| >= "
                         "4\n"
                         "-1.2 |x : S(x)| >= 2\n-3 |x : S(x)| = 3\n0.1 S(A)\n",
                         "S(E)\n!S(F)\nq(A)\nq(B)\nq(C)\nq(D)\n",
                         atoms("S", ["A", "B", "C", "D"])),
    "counted": ("*F(p, p)\nS(p)\n1.5 |x,y : F(x,y) ^ S(x)| <= 3\n-2 |x,y : F(x,y) ^ S(x)| = 2\n"
                "|x,y : F(x,y) ^ !S(x)| <= 4.\n0.5 |x,y : S(x) ^ S(y) ^ F(x,y)| >= 1\n0.4 S(x)\n",
                "F(A, B)\nF(A, C)\nF(A, A)\nF(B, C)\nF(B, B)\nF(C, A)\n", atoms("S", ABC)),
    "weights_from_data": ("*Sim(p, p, double)\nS(p)\nw: Sim(x,y,w) => (!S(x) v S(y))\n"
                          "u: Sim(x,y,u) ^ u > 1 ^ S(x)\n0.2 !S(x)\n",
                          "Sim(A, B, 1.5)\nSim(B, C, -0.7)\nSim(C, A, 2.25)\n", atoms("S", ABC)),
    "parameters": ("*W(p, w)\nS(p)\n1.5 W(x, U) => S(x)\n-2 W(x, V) => S(x)\n0.4 W(x, Z) => S(x)\n"
                   "1 W(x, U) ^ S(x) => W(x, V)\n0.5 W(x, u) ^ W(y, u) ^ S(x) => S(y)\n",
                   "W(A, U)\nW(B, V)\nW(B, U)\nW(C, Z)\n", atoms("S", ABC)),
    "soft_evidence": ("*F(p, p)\nS(p)\n1 F(x,y) ^ S(x) => S(y)\n", "F(A, B)\nF(B, C)\n"
                      "S(A) 0.9\nS(C) 0.3\n", atoms("S", ABC)),
    "fixed": ("*F(p, p)\nS(p)\n1.1 F(x,y) => (S(x) <=> S(y))\n-0.5 S(x) ^ S(y)\n2 S(x)\n"
              "1 EXIST y (F(x,y) ^ S(y))\n!S(x) v S(y) v !F(x,y).\n",
              "F(A, B)\nF(B, C)\nF(C, D)\nS(A)\n",
              atoms("S", ["B", "C", "D"])),
    "half_fixed": ("*F(p, p)\nS(p)\n1 F(x,y) => (S(x) <=> S(y))\n-0.5 S(x)\n0.25 F(x,y) ^ S(x)\n",
                   "F(A, B)\nF(B, C)\nS(A)\n", atoms("S", ["B", "C"])),
    "functions": ("p best(p)\nS(p)\n1.5 S(x) => S(best(x))\n-0.5 S(best(best(x)))\n0.2 S(x)\n",
                  "best(A) = B\nbest(B) = C\nbest(C) = C\n", atoms("S", ABC)),
    "defaults": ("S(p)\nT(p, p)\n0.5 S(x)\n-0.25 T(x, y)\n1 S(x) => T(x, x)\n", "S(A)\n!T(A, B)\n",
                 ["S(B)", "T(A, A)", "T(B, A)", "T(B, B)"]),
    "comparisons": ("R(p, p)\n1.5 x < y => R(x, y)\n2 x = y => !R(x, y)\nR(x, y) ^ x != y => !R(y, "
                    "x).\n"
                    "-0.3 R(x, y)\n", "R(A, B)\n!R(B, B)\n!R(C, C)\n",
                    ["R(A, A)", "R(A, C)", "R(B, A)", "R(B, C)",
                                                           "R(C, A)", "R(C, B)"]),
    "rounded": ("p = {A, B, C, D}\nS(p)\n0.333333333333 S(x)\n-1.41421356237 S(x) ^ S(y)\n"
                "3.14159265359 S(A) v S(B)\n",
                "!S(D)\n", atoms("S", ABC)),
    "wide_weights": ("p = {A, B, C, D}\nS(p)\n123456789.123456 S(A)\n-0.001234567891 S(B)\n1e-7 "
                     "S(C)\n", "!S(D)\n",
                     atoms("S", ABC)),
    "infeasible": ("*F(p, p)\nS(p)\nF(x, y) => S(x) v S(y).\n|x : S(x)| <= 1.\n|x : S(x)| = 0 .\n2 "
                   "S(x)\n",
                   "F(A, B)\nF(B, C)\n", atoms("S", ABC)),
    "nothing": ("*F(p)\nS(p)\n1 F(x)\n", "F(A)\n", atoms("S", ["A"])),
    "no_rows": ("p = {A, B, C}\nS(p)\n1 S(x)\n-2 S(A)\n", "S(B)\n", atoms("S", ["A", "C"])),
}


# ---------------------------------------------------------------------------- kerf

def command(argv, work, env):
    got = kerftest.run(argv, work, env)
    if got.code != 0 or got.hung:
        raise RuntimeError(f"{' '.join(argv)}: exit {got.code}\n"
                           f"{got.err.decode()}{got.out.decode()}")
    return got.out.decode()


def worlds(hidden):
    for values in itertools.product([False, True], repeat=len(hidden)):
        yield frozenset(a for a, v in zip(hidden, values) if v)


def verify(true, number, arguments, work, env):
    """The score of a world; None if it breaks a hard formula."""
    path = work / f"answer{number}.db"
    path.write_text("".join(f"{a}\n" for a in sorted(true)))
    result = json.loads(command(["kerf", "verify", "--quiet", "--format=json", *arguments,
                                 path.name],
                                work, env))
    return None if result["hard_violations"] else result["score"]


# ---------------------------------------------------------------------------- WCNF

class Wcnf:
    def __init__(self, text):
        self.names, self.hard, self.soft = {}, [], []
        self.offset, self.scale, self.error = offset_of(text)
        head = None
        for line in text.splitlines():
            if m := re.fullmatch(r"c x(\d+) = (.*)", line):
                self.names[int(m.group(1))] = m.group(2)
            elif line.startswith("p "):
                head = [int(w) for w in line.split()[2:]]
            elif not line.startswith("c"):
                weight, *literals, end = [int(w) for w in line.split()]
                assert end == 0 and weight > 0, line
                (self.hard if weight == head[2] else self.soft).append((weight, literals))
        assert head[1] == len(self.hard) + len(self.soft), "the number of clauses is wrong"
        assert head[2] > sum(w for w, _ in self.soft), "the top is too small"
        top = max([abs(x) for _, c in self.hard + self.soft for x in c]
                  + [len(self.names) and max(self.names)])
        assert top <= head[0], "the number of variables is wrong"

    def score(self, true):
        """Of the best extension of a world to the auxiliary variables; None: there is none."""
        fixed = {v: name in true for v, name in self.names.items()}
        best = search(fixed, [c for _, c in self.hard], self.soft, None)
        return None if best is None else self.offset - best / self.scale


def reduced(clauses, fixed):
    """What is left of the clauses; None: one is empty."""
    left = []
    for clause in clauses:
        if any(fixed.get(abs(x)) == (x > 0) for x in clause):
            continue
        rest = [x for x in clause if abs(x) not in fixed]
        if not rest:
            return None
        left.append(rest)
    return left


def search(fixed, hard, soft, bound):
    """The least weight of violated soft clauses below the bound, by unit propagation and
    branching."""
    fixed = dict(fixed)
    while True:
        hard = reduced(hard, fixed)
        if hard is None:
            return None
        units = [c[0] for c in hard if len(c) == 1]
        if not units:
            break
        for x in units:
            if fixed.setdefault(abs(x), x > 0) != (x > 0):
                return None
    paid, left = 0, []
    for weight, clause in soft:
        if any(fixed.get(abs(x)) == (x > 0) for x in clause):
            continue
        if all(abs(x) in fixed for x in clause):
            paid += weight
        else:
            left.append((weight, clause))
    if bound is not None and paid >= bound:
        return None
    free = [abs(x) for _, c in left for x in c if abs(x) not in fixed] or [abs(c[0]) for c in hard]
    if not free:
        return paid
    prefer = next((x > 0 for _, c in left for x in c if abs(x) == free[0]), True)
    best = None
    for value in (prefer, not prefer):
        limit = bound if best is None else best
        got = search({**fixed, free[0]: value}, hard, left,
                     None if limit is None else limit - paid if best is None else best - paid)
        if got is not None and (best is None or got + paid < best):
            best = got + paid
    return best


def offset_of(text):
    m = re.search(r"^\S+ score = (\S+) - objective(?: / (\S+))?$", text, re.M)
    error = re.search(r"the score is at most (\S+) off", text)
    return float(m.group(1)), float(m.group(2) or 1), float(error.group(1)) if error else 0.0


# ---------------------------------------------------------------------------- other solvers

def objective(pattern, text):
    m = re.search(pattern, text, re.M)
    return float(m.group(1)) if m else None


def cbc(path, work, env):
    out = command(["cbc", path, "-ratioGap", "0", "-allowableGap", "0", "-solve", "-solu",
                   "cbc.out"],
                  work, env)
    assert "errors on input" not in out, out
    first = (work / "cbc.out").read_text().partition("\n")[0]
    return objective(r"^Optimal - objective value\s+(\S+)", first)


def glpsol(path, work, env):
    option = "--lp" if path.endswith(".lp") else "--freemps"
    command(["glpsol", option, path, "-o", "glpsol.out"], work, env)
    out = (work / "glpsol.out").read_text()
    optimal = re.search(r"^Status: +(INTEGER )?OPTIMAL", out, re.M)
    return objective(r"^Objective:\s+\S+ = (\S+)", out) if optimal else None


SOLVERS = {name: f for name, f in (("cbc", cbc), ("glpsol", glpsol)) if shutil.which(name)}


# ---------------------------------------------------------------------------- tests

def close(a, b, slack=0.0):
    if a is None or b is None:
        return a is b
    return abs(a - b) <= slack + 1e-6 * max(1.0, abs(a), abs(b))


def check(name, verbose):
    """Yields (what, complaint or "")."""
    model, evidence, hidden = MODELS[name]
    with kerftest.sandbox() as (work, env):
        (work / "m.mln").write_text(model)
        (work / "e.db").write_text(evidence)
        predicates = ",".join(sorted({a.partition("(")[0] for a in hidden}))
        arguments = [f"--query={predicates}", "m.mln", "e.db"]
        texts = {f: command(["kerf", "ground", "--quiet", f"--to={f}", *arguments], work, env)
                 for f in ("wcnf", "lp", "mps")}
        for f, text in texts.items():
            (work / f"p.{f}").write_text(text)
        every = list(worlds(hidden))
        with concurrent.futures.ThreadPoolExecutor(kerftest.default_jobs()) as pool:
            scores = list(pool.map(lambda w: verify(w[1], w[0], arguments, work, env),
                                   enumerate(every)))
        feasible = [s for s in scores if s is not None]
        best = max(feasible) if feasible else None
        wcnf = Wcnf(texts["wcnf"])
        wrong = [(sorted(w), s, wcnf.score(w)) for w, s in zip(every, scores)
                 if not close(s, wcnf.score(w), wcnf.error)]
        yield "wcnf", "".join(f"    world {w}: score {s}, in the file {t}\n" for w, s,
                              t in wrong[:3])
        for f in ("lp", "mps"):
            offset, _, _ = offset_of(texts[f])
            for solver, solve in SOLVERS.items():
                value = solve(f"p.{f}", work, env)
                got = None if value is None else offset - value
                if verbose:
                    print(f"{name} {f} {solver}: {got}, best {best}")
                # glpsol prints six digits
                slack = 1e-5 * abs(value or 0)
                yield f"{f} by {solver}", "" if close(best, got,
                                                      slack) else f"    best {best}, got {got}\n"


def main():
    verbose = "-v" in sys.argv[1:]
    names = [a for a in sys.argv[1:] if not a.startswith("-")] or list(MODELS)
    passed = failed = 0
    for name in names:
        try:
            results = list(check(name, verbose))
        except (RuntimeError, AssertionError) as e:
            results = [("", f"    {e}\n")]
        for what, complaint in results:
            failed += bool(complaint)
            passed += not complaint
            if complaint:
                print(f"FAIL {name} {what}\n{complaint}", end="", flush=True)
    if len(SOLVERS) < 2:
        print("not tried, for they are not installed: "
              + ", ".join({"cbc", "glpsol"} - set(SOLVERS)))
    return kerftest.record("solvers", passed, failed)


sys.exit(main())
