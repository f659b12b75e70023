#!/usr/bin/env python3
"""Draws doc/run.svg: a terminal in which kerf has just been run.

The commands below really run, on a pseudo-terminal, in a copy of examples/citations; what they print,
colours included, is what the picture shows. The window is dark on any page, with a border that
sets it off on a dark one, and text keeps its columns whatever font the reader has.

Usage: terminal_svg.py [KERF] [OUTPUT]     default: build/kerf doc/run.svg
"""
import html
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLE = "citations"
SCENE = [
    "kerf map -v --dialect=kerf citations.mln citations.db -o answer.db",
    "grep 'SameBib(C11,' answer.db",
    "grep -E '^C(11|32|50|52)' citations.txt | cut -f 1,3",
    "kerf verify --quiet citations.mln citations.db answer.db | head -n 3",
]
ABOUT = ("A terminal in which kerf map finds out which of 60 citations mean the same paper: the bound "
         "on the score sinks from iteration to iteration until the answer reaches it")

COLUMNS, CHAR, LINE, PAD, BAR = 96, 8.4, 20, 18, 34  # a character is 0.6 em of 14 px
COLOURS = {31: "#ff7b72", 32: "#7ee787", 35: "#d2a8ff", 36: "#79c0ff"}
TEXT, SHELL, BACK, FRAME = "#e6edf3", "#8b949e", "#161b22", "#3d444d"
FONT = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace"
ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")


def run(command, cwd, env):
    """What a command prints on a terminal, line by line."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(["sh", "-c", f"stty cols {COLUMNS}; {command}"], cwd=cwd, env=env,
                               stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    data = b""
    while True:
        try:
            block = os.read(ours, 65536)
        except OSError:  # the other side has closed
            break
        if not block:
            break
        data += block
    process.wait()
    os.close(ours)
    text = data.decode("utf-8").replace("\r", "").replace("\x1b[K", "")
    return text.expandtabs().rstrip("\n").split("\n")


def pieces(line):
    """Splits a line with escapes into (column, text, colour, bold)."""
    column, colour, bold, at = 0, TEXT, False, 0
    found = []

    def add(text):
        nonlocal column
        if text.strip():
            lead = len(text) - len(text.lstrip(" "))
            found.append((column + lead, text.strip(" "), colour, bold))
        column += len(text)

    for m in ESCAPE.finditer(line):
        add(line[at:m.start()])
        at = m.end()
        for code in (int(c or 0) for c in m.group(1).split(";")):
            if code == 0:
                colour, bold = TEXT, False
            elif code == 1:
                bold = True
            else:
                colour = COLOURS.get(code, colour)
    add(line[at:])
    return found


def tspan(column, text, colour, bold):
    weight = ' font-weight="bold"' if bold else ""
    return (f'<tspan x="{PAD + column * CHAR:.1f}" textLength="{len(text) * CHAR:.1f}" '
            f'lengthAdjust="spacingAndGlyphs" fill="{colour}"{weight}>{html.escape(text)}</tspan>')


def draw(rows):
    columns = max(c + len(t) for row in rows for c, t, _, _ in row)
    width, height = PAD * 2 + columns * CHAR, BAR + PAD + len(rows) * LINE
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" '
        f'viewBox="0 0 {width:.0f} {height}" role="img" aria-label="{html.escape(ABOUT)}">',
        f'<rect x=".5" y=".5" width="{width - 1:.0f}" height="{height - 1}" rx="10" fill="{BACK}" '
        f'stroke="{FRAME}"/>',
    ]
    for i, colour in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        out.append(f'<circle cx="{PAD + 4 + i * 18}" cy="19" r="5.5" fill="{colour}"/>')
    out.append(f'<g font-family="{FONT}" font-size="14" xml:space="preserve">')
    for i, row in enumerate(rows):
        if row:
            y = BAR + 14 + i * LINE
            out.append(f'<text y="{y}">{"".join(tspan(*p) for p in row)}</text>')
    out += ["</g>", "</svg>", ""]
    return "\n".join(out)


def main():
    kerf = pathlib.Path(sys.argv[1] if sys.argv[1:] else ROOT / "build" / "kerf").resolve()
    output = pathlib.Path(sys.argv[2] if sys.argv[2:] else ROOT / "doc" / "run.svg")
    rows = []
    with tempfile.TemporaryDirectory() as tmp:
        work = pathlib.Path(tmp, EXAMPLE)
        shutil.copytree(ROOT / "examples" / EXAMPLE, work)
        pathlib.Path(tmp, "kerf").symlink_to(kerf)
        env = {"PATH": f"{tmp}:{os.environ['PATH']}", "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        for command in SCENE:
            if rows:
                rows.append([])
            rows.append([(0, "$", SHELL, False), (2, command, TEXT, True)])
            rows += [pieces(line) for line in run(command, work, env)]
    output.write_text(draw(rows), encoding="utf-8")


main()
