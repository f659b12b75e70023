"""Figure 1 of the paper: time of CPI-ILP against the number of candidates."""
import statistics

import measure  # noqa: F401  finds common/
from fit import fitted, slope
from measured import table_lines
from plot import Series, loglog

ENOUGH = 5  # verbs, for their mean to count in the fit
WIDTH = 5   # candidates in a row of the table


def points(runs):
    """[(candidates, seconds)] of what is proven."""
    return [(r["candidates"], r["seconds"]) for r in runs if r["status"] == "optimal" and r["candidates"] > 0]


def grouped(pairs, key):
    groups = {}
    for n, seconds in sorted(pairs):
        groups.setdefault(key(n), []).append(seconds)
    return groups


def means(pairs):
    return [(n, 1000 * statistics.mean(s)) for n, s in grouped(pairs, lambda n: n).items() if len(s) >= ENOUGH]


def figure(runs):
    by_count = grouped(points(runs), lambda n: n)
    enough = means(points(runs))
    fit = fitted(enough) if len(enough) > 1 else []
    mean = [(n, 1000 * statistics.mean(s)) for n, s in by_count.items()]
    most = [(n, 1000 * max(s)) for n, s in by_count.items()]
    return loglog("srl-time", "Time of CPI-ILP against candidates", "candidates of a verb",
                  "milliseconds; dashed: fit through means",
                  [Series("mean", mean, enough, fit), Series("slowest", most)])


def line(pairs):
    """a, b and R² of the least-squares line a + b·n through all verbs."""
    x, y = [n for n, _ in pairs], [s for _, s in pairs]
    b, a = statistics.linear_regression(x, y)
    return a, b, statistics.correlation(x, y) ** 2


def rows(runs):
    pairs = points(runs)
    spans = grouped(pairs, lambda n: (n - 1) // WIDTH)
    yield from table_lines(["candidates", "verbs", "mean ms", "slowest ms"], (
        [f"{WIDTH * k + 1} to {WIDTH * (k + 1)}", f"{len(s):,}", f"{1000 * statistics.mean(s):.2f}",
         f"{1000 * max(s):.2f}"] for k, s in spans.items()))
    yield ""
    enough = means(pairs)
    if len(enough) > 1:
        yield (f"- growth exponent, means of {ENOUGH} verbs and more, {enough[0][0]} to {enough[-1][0]} candidates: "
               f"{slope(enough):.2f}")
    if len({n for n, _ in pairs}) > 1:
        a, b, r2 = line(pairs)
        yield f"- line through all verbs: {1000 * a:.2f} + {1000 * b:.3f} · candidates ms, R² {r2:.2f}"
    late = len(runs) - len(pairs)
    if late:
        yield f"- not proven or without candidates, left out: {late} of {len(runs)} verbs"
