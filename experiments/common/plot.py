"""Figures as SVG: points and lines on logarithmic axes, in the reader's light or dark colours."""
import html
import math

WIDTH, HEIGHT = 720, 440
LEFT, RIGHT, TOP, BOTTOM = 70, 24, 24, 56
COLOURS = ["a", "b", "c"]  # classes of series, in the order they are given

STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #333 }
  .grid { stroke: #ddd } .axis { stroke: #777; fill: none }
  .a { --c: #0969da } .b { --c: #bc4c00 } .c { --c: #1a7f37 }
  circle { fill: var(--c); fill-opacity: .55 }
  path.line { stroke: var(--c); fill: none; stroke-width: 1.5 }
  path.fit { stroke: var(--c); fill: none; stroke-dasharray: 5 4 }
  .back { fill: #fff }
  @media (prefers-color-scheme: dark) {
    text { fill: #ccc } .grid { stroke: #333 } .axis { stroke: #888 } .back { fill: #0d1117 }
    .a { --c: #58a6ff } .b { --c: #f0883e } .c { --c: #3fb950 }
  }
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
        yield f'<path class="grid" d="M{x.at(v)} {y.begin}V{y.end}"/>'
        yield f'<text x="{x.at(v)}" y="{y.begin + 18}" text-anchor="middle">{tick_text(v)}</text>'
    for v in y.ticks():
        yield f'<path class="grid" d="M{x.begin} {y.at(v)}H{x.end}"/>'
        yield f'<text x="{x.begin - 8}" y="{y.at(v) + 4}" text-anchor="end">{tick_text(v)}</text>'
    yield f'<path class="axis" d="M{x.begin} {y.end}V{y.begin}H{x.end}"/>'


def loglog(title, x_name, y_name, series):
    """The text of a figure; all values above 0."""
    values = [p for s in series for p in s.all()]
    x = Axis([a for a, _ in values], LEFT, WIDTH - RIGHT)
    y = Axis([b for _, b in values], HEIGHT - BOTTOM, TOP)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
             f"<title>{html.escape(title)}</title>", f"<style>{STYLE}</style>",
             f'<rect class="back" width="{WIDTH}" height="{HEIGHT}"/>', *grid(x, y)]
    for colour, s in zip(COLOURS, series):
        lines += [f'<g class="{colour}">', *path("line", s.line, x, y), *path("fit", s.fit, x, y),
                  *(f'<circle cx="{x.at(a)}" cy="{y.at(b)}" r="3"/>' for a, b in s.points), "</g>"]
    for i, (colour, s) in enumerate(zip(COLOURS, series)):
        at = TOP + 16 + 20 * i
        lines += [f'<g class="{colour}"><circle cx="{LEFT + 16}" cy="{at - 4}" r="4"/></g>',
                  f'<text x="{LEFT + 28}" y="{at}">{html.escape(s.name)}</text>']
    lines += [f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 12}" text-anchor="middle">'
              f"{html.escape(x_name)}</text>",
              f'<text x="16" y="{TOP - 8}">{html.escape(y_name)}</text>', "</svg>", ""]
    return "\n".join(lines)
