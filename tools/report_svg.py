#!/usr/bin/env python3
"""Takes one plot out of a report of kerf, as a picture of its own that is light or dark by itself.

Usage: report_svg.py REPORT.html [PLOT] >PICTURE.svg      PLOT: plot1 (default), plot2, ...

That in doc/ is of the first example of doc/inference.md:

    kerf map --report=report.html -o answer.db friends.mln friends.db
    tools/report_svg.py report.html >doc/report.svg
"""
import pathlib
import re
import sys

WANTED = re.compile(r"^(svg |\.c\d|:root|@media\(prefers)")


def rules(style):
    """What a plot needs of the page's style; a rule of a medium holds others."""
    return [rule for rule in re.findall(r"[^{}]+\{(?:[^{}]|\{[^{}]*\})*\}", style.replace("\n", ""))
            if WANTED.match(rule)]


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    page = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
    name = sys.argv[2] if len(sys.argv) > 2 else "plot1"
    style = "\n".join(rules(re.search(r"<style>(.*?)</style>", page, re.S).group(1)))
    plot = re.search(rf'<svg [^>]*id="{re.escape(name)}".*?</svg>', page, re.S)
    if not plot:
        sys.exit(f"{sys.argv[1]}: there is no {name}")
    head, body = plot.group(0).split(">", 1)
    style += "\nsvg{background:var(--bg);font-family:system-ui,sans-serif}"
    width, height = map(float, re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', head).groups())
    print(f'{head} width="540" height="{540 * height / width:g}">\n<style>\n{style}\n</style>{body}')


if __name__ == "__main__":
    main()
