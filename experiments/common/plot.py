"""Figures as SVG: points and lines on logarithmic axes, in the reader's light or dark colours.

Classes are those that the pages of kerf give their colours to (src/report/html_page.c): inside such a page
the style of the figure's own is taken off (inner()). Each mark has its values as tooltip.
"""
import html
import math
import re
import textwrap

WIDTH, HEIGHT = 440, 310
LEFT, TOP, BOTTOM = 48, 30, 48
LETTER, ROW, MOST_LETTERS, MOST_ROWS = 7, 15, 18, 4  # of names, which nothing can measure here

STYLE = """
  svg { --c0: #1f6fb4; --c1: #b3500a; --c2: #1a7f4b; --fg: #1b1f24; --soft: #57606a; --line: #d0d7de; --bg: #fff }
  @media (prefers-color-scheme: dark) {
    svg { --c0: #6cb2f0; --c1: #f0a35e; --c2: #6fd39b; --fg: #e6edf3; --soft: #9da7b3; --line: #30363d; --bg: #0d1117 }
  }
  text { font: 12px system-ui, sans-serif; fill: var(--fg) } .t { fill: var(--soft) }
  .g { stroke: var(--line) } .a { stroke: var(--soft); fill: none } .back { fill: var(--bg) }
  .c0 { --c: var(--c0) } .c1 { --c: var(--c1) } .c2 { --c: var(--c2) }
  .m, text.m { fill: var(--c) } .l { fill: none; stroke: var(--c); stroke-width: 1.5 } .d1 { stroke-dasharray: 6 3 }
"""


class Series:
    """`points` are drawn, `line` goes through other points of its own, `fit` is dashed."""

    def __init__(self, name, points, line=(), fit=()):
        self.name, self.points, self.line, self.fit = name, list(points), list(line), list(fit)

    def all(self):
        return self.points + self.line + self.fit


class Axis:
    """From one power of ten to another."""

    def __init__(self, values, begin, end):
        logs = [math.log10(v) for v in values]
        self.first = math.floor(min(logs) + 1e-9)
        self.last = max(self.first + 1, math.ceil(max(logs) - 1e-9))
        self.begin, self.end = begin, end

    def at(self, value):
        share = (math.log10(value) - self.first) / (self.last - self.first)
        return round(self.begin + share * (self.end - self.begin), 1)

    def ticks(self):
        return [10.0 ** k for k in range(self.first, self.last + 1)]


def tick_text(value):
    power = round(math.log10(value))
    return f"{value:g}" if power < 4 else "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(d)] for d in str(power))


def path(kind, points, x, y):
    if not points:
        return []
    steps = " ".join(f"{'L' if i else 'M'}{x.at(a)} {y.at(b)}" for i, (a, b) in enumerate(points))
    return [f'<path class="{kind}" d="{steps}"/>']


def grid(x, y):
    for v in x.ticks():
        yield f'<path class="g" d="M{x.at(v)} {y.begin}V{y.end}"/>'
        yield f'<text class="t" x="{x.at(v)}" y="{y.begin + 16}" text-anchor="middle">{tick_text(v)}</text>'
    for v in y.ticks():
        yield f'<path class="g" d="M{x.begin} {y.at(v)}H{x.end}"/>'
        yield f'<text class="t" x="{x.begin - 6}" y="{y.at(v) + 4}" text-anchor="end">{tick_text(v)}</text>'
    yield f'<path class="a" fill="none" d="M{x.begin} {y.end}V{y.begin}H{x.end}"/>'


def describe(series, x_name):
    """In words, for those who do not see it."""
    for s in series:
        first, last = min(s.points), max(s.points)
        yield f"{s.name}: {first[1]:.3g} at {first[0]:,g}, {last[1]:.3g} at {last[0]:,g} {x_name}."


def marks(s, x, y):
    for a, b in s.points:
        yield (f'<circle class="m mark" cx="{x.at(a)}" cy="{y.at(b)}" r="2.5" fill-opacity=".6">'
               f"<title>{a:,g}: {b:.3g}</title></circle>")


def rows(name):
    """A name in rows that are short enough."""
    found = textwrap.wrap(name, MOST_LETTERS, max_lines=MOST_ROWS, placeholder="…")
    return [row if len(row) <= MOST_LETTERS else row[:MOST_LETTERS - 1] + "…" for row in found]


def room(series):
    """Right of the axes, for the names of lines; one alone has none: the title says it."""
    widest = max(len(row) for s in series for row in rows(s.name))
    return 16 if len(series) == 1 else 10 + LETTER * widest


def labels(series, x, y):
    """Names where lines end, none over the next."""
    ends = sorted((y.at(max(s.all())[1]), i) for i, s in enumerate(series)) if len(series) > 1 else []
    places, below = [], -math.inf
    for at, i in ends:
        places.append(max(at, below))
        below = places[-1] + ROW * len(rows(series[i].name))
    over = max(0, below - ROW - y.begin)
    for (_, i), at in zip(ends, places):
        for k, row in enumerate(rows(series[i].name)):
            yield (f'<text class="m c{i}" x="{x.end + 5}" y="{at - over + ROW * k + 4:g}">'
                   f"{html.escape(row)}</text>")


def loglog(name, title, x_name, y_name, series):
    """The text of a figure; all values above 0. `name` is its id."""
    values = [p for s in series for p in s.all()]
    right = WIDTH - room(series)
    x = Axis([a for a, _ in values], LEFT, right)
    y = Axis([b for _, b in values], HEIGHT - BOTTOM, TOP)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" id="{name}" '
             f'aria-labelledby="{name}-t {name}-d">', f'<title id="{name}-t">{html.escape(title)}</title>',
             f'<desc id="{name}-d">{html.escape(" ".join(describe(series, x_name)))}</desc>',
             f"<style>{STYLE}</style>", f'<rect class="back" width="{WIDTH}" height="{HEIGHT}"/>', *grid(x, y)]
    for i, s in enumerate(series):
        lines += [f'<g class="c{i}">', *path("l", s.line, x, y), *path("l d1", s.fit, x, y), *marks(s, x, y), "</g>"]
    lines += [*labels(series, x, y), f'<text class="t" x="{(LEFT + right) / 2}" y="{HEIGHT - 10}" text-anchor="middle">'
              f"{html.escape(x_name)}</text>",
              f'<text class="t" x="8" y="14">{html.escape(y_name)}</text>', "</svg>", ""]
    return "\n".join(lines)


def inner(svg):
    """As part of a page that has these classes in a style of its own."""
    return re.sub(r'<rect class="back"[^>]*/>\n', "", re.sub(r"<style>.*?</style>\n", "", svg, flags=re.S))
