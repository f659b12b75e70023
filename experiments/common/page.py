"""RESULTS.md as one HTML file that needs nothing else, in the frame of kerf's own reports.

Understands what the studies write: headings, paragraphs, lists, tables, figures, and **strong**, *emphasis*,
`code` and links within a line. Links lead out of the file, so that their text alone is kept.
"""
import html
import pathlib
import re
import subprocess
import tempfile

from measured import KERF
from plot import inner

NUMBER = re.compile(r"([-+]?\d[\d,]*(?:\.\d+)?)(?:$| ± | to | of |, )")


def frame(title):
    """What stands before and behind the text of a page that kerf writes: policy, style, script."""
    with tempfile.TemporaryDirectory(prefix="kerf-page-") as tmp:
        folder = pathlib.Path(tmp)
        (folder / "m.mln").write_text("P(t)\n1 P(A)\n")
        subprocess.run([KERF, "map", "--quiet", "--query=P", f"--report={folder / 'r.html'}", folder / "m.mln",
                        "-o", folder / "answer"], check=True)
        text = (folder / "r.html").read_text(encoding="utf-8")
    head, tail = text[:text.index("<h1>")], text[text.index("</main>"):]
    title = html.escape(title)
    return re.sub(r"<title>.*?</title>", lambda _: f"<title>{title}</title>", head, flags=re.S) \
        + f"<h1>{title}</h1>\n", tail


def inline(text):
    text = html.escape(text)
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    parts = re.split(r"`([^`]*)`", text)
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", parts[i])
        parts[i] = re.sub(r"(?<![\w*])\*([^*]+)\*", r"<em>\1</em>", parts[i])
    return "".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(parts))


# ---- Tables

def cells_of(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def is_number(column):
    """Does every cell begin with a number, or have none to show?"""
    shown = [c for c in column if c not in ("", "–")]
    return bool(shown) and all(NUMBER.match(c) or c == "out of memory" for c in shown)


def cell(text, number):
    if not number:
        return f"<td>{inline(text)}</td>"
    found = NUMBER.match(text)
    value = found[1].replace(",", "") if found else ""
    return f'<td class="n" data-v="{value}">{inline(text)}</td>'


def table(lines, name):
    head, rows = cells_of(lines[0]), [cells_of(line) for line in lines[2:]]
    numbers = [i > 0 and is_number(column) for i, column in enumerate(zip(*rows))] or [False] * len(head)
    yield f'<div class="wide" tabindex="0" role="region" aria-label="{html.escape(name)}"><table class="sort">'
    kinds = [' class="n"' if number else "" for number in numbers]
    heads = "".join(f'<th scope="col"{kind}>{inline(h)}</th>' for h, kind in zip(head, kinds))
    yield f"<thead><tr>{heads}</tr></thead>"
    yield "<tbody>"
    for row in rows:
        yield "<tr>" + "".join(map(cell, row, numbers)) + "</tr>"
    yield "</tbody></table></div>"


# ---- Blocks

def blocks(text):
    """Paragraphs, lists, tables: runs of lines without an empty one, headings by themselves."""
    for part in re.split(r"\n\s*\n", text):
        lines = part.strip("\n").splitlines()
        while lines and lines[0].startswith("#"):
            yield lines[:1]
            lines = lines[1:]
        if lines:
            yield lines


def items(lines):
    """Those of a list, continuation lines joined."""
    found = []
    for line in lines:
        if line.startswith("- "):
            found.append(line[2:])
        else:
            found[-1] += " " + line.strip()
    return found


def figure(line, folder):
    found = re.fullmatch(r"!\[(.*)\]\((.*)\)", line)
    yield "<figure>"
    yield f"<figcaption><strong>{inline(found[1])}</strong></figcaption>"
    yield inner((folder / found[2]).read_text(encoding="utf-8")).rstrip()
    yield '<p class="soft">Each mark says its values.</p>'
    yield "</figure>"


def body(text, folder):
    """Lines of HTML; figures are found in `folder`."""
    heading = ""
    for lines in blocks(text):
        first = lines[0]
        if first.startswith("# "):
            continue
        if first.startswith("#"):
            level, _, heading = first.partition(" ")
            yield f"<h{len(level)}>{inline(heading)}</h{len(level)}>"
        elif first.startswith("|"):
            yield from table(lines, heading)
        elif first.startswith("- "):
            yield "<ul>"
            yield from (f"<li>{inline(item)}</li>" for item in items(lines))
            yield "</ul>"
        elif first.startswith("!["):
            yield from figure(first, folder)
        else:
            if re.fullmatch(r"\*\*.+\*\*", " ".join(lines)):
                heading = " ".join(lines).strip("*")
            yield f"<p>{inline(' '.join(lines))}</p>"


def page(text, folder):
    """The whole file; its title is that of the text."""
    title = re.match(r"# (.*)", text)[1]
    head, tail = frame(title)
    return head + "\n".join(body(text, folder)) + "\n" + tail
