#!/usr/bin/env python3
"""Are the pages that kerf writes well made, and does a browser show them as they are meant?

Usage: run.py [-v] [--keep DIR] [--page FILE]

    --keep  leave pages and screenshots there, to be looked at
    --page  look at this page only, which is there already

Without a browser each page is parsed, twice: as HTML, tag by tag, and as XML. Then Chromium opens
it, if there is one: wide and narrow, light and dark. It must say nothing on its console, fetch
nothing, run nothing but its one script, cut nothing off, and be readable in both. Fields to find
what a list has must find it.
"""
import base64
import hashlib
import html.parser
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lib"))
sys.path.insert(0, str(HERE))
import kerftest  # noqa: E402
import webdriver  # noqa: E402

SMOKERS = """*Friends(person, person)
Smokes(person)
Cancer(person)
1.5 Smokes(x) => Cancer(x)
influence: 1.1 Friends(x, y) ^ Smokes(x) => Smokes(y)
-0.8 Smokes(x)
-1 Cancer(x)
"""
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = ["<script>document.title='hit'</script>", "a&amp;b'c</title><b>", "]]><!--"]


def chain(n):
    """Each rule needs the one before: the more links, the more iterations."""
    return "".join(f"Friends(P{i}, P{i + 1})\n" for i in range(n)) + "Smokes(P0)\n"


# name: (model, evidence, arguments, exit code)
CASES = {
    "one": (SMOKERS, "Friends(Anna, Bob)\nFriends(Bob, Carl)\nSmokes(Anna)\n", [], 0),
    "worlds": (SMOKERS, "".join(f">> w{i}\nFriends(Anna, B{i})\nSmokes(Anna)\n{chain(i)}"
                                for i in range(12)), [], 0),
    "hostile": (SMOKERS, "".join(f'Friends(Anna, "{c}")\n' for c in HOSTILE)
                + "Smokes(Anna)\n", [], 0),
    "hostile_world": (SMOKERS, ">> \"<img src=x onerror=alert(1)>\nSmokes(Anna)\n>> b\nSmokes(B)\n",
                      [], 0),
    "iterations": (SMOKERS.replace("Smokes(y)", "Smokes(y).").replace("1.1 ", ""), chain(150),
                   ["--ground=cuts"], 0),
    "bounded": (SMOKERS, chain(9), ["--max-iterations=1"], 0),
    "infeasible": (SMOKERS + "!Smokes(x) v Cancer(x).\n!Cancer(Anna).\n",
                   "Smokes(Anna)\nFriends(Anna, Bob)\n", ["-q", "Smokes,Cancer"], 4),
    "scores": ("*Q(t)\nP(t)\n1 Q(x) => P(x)\n-0.5 P(x)\n", "Q(A)\nQ(B)\n", [], 0),
    "counts": ("*Q(t)\nP(t,t)\n2 |y : P(x,y)| <= 1\n1.5 Q(x) => P(x,y)\nEXIST y P(x,y).\n",
               "Q(A)\nQ(B)\nQ(C)\n", [], 0),
    "clusters": ("Same(r, r)\nSame(x,y) ^ Same(y,z) => Same(x,z).\nSame(x,y) => Same(y,x).\n",
                 "".join(f"Same(R{a}, R{b}) {.9 if a // 4 == b // 4 and b != 1 else .1}\n"
                         for a in range(60) for b in range(a + 1, a + 9) if b < 60),
                 ["-q", "Same"], 0),
    "large": ("*Q(t)\nP(t)\nLong(t, t)\n1 Q(x) => P(x)\n1 Long(Carl, x)\n",
              "".join(f"Q(I{i})\n" for i in range(20000)) + f'Q("{"long " * 200}")\n'
              + f'Q({"Unbroken" * 40})\n', [], 0),
    "chain": ("*Friends(p, p)\nSmokes(p)\ninfect: Friends(x,y) ^ Smokes(x) => Smokes(y).\n"
              "never: !Smokes(Christopher).\n", "Friends(Anna, Bob)\nFriends(Bob, Christopher)\n"
              "Smokes(Anna)\n",
              [], 4),
    "explained": (SMOKERS, "".join(f'Friends(Anna, "{c}")\n' for c in HOSTILE)
                  + "Friends(Anna, Bob)\nFriends(Bob, Carl)\nSmokes(Anna)\n",
                  ["--explain=Smokes(Bob)", f'--explain=Smokes("{HOSTILE[0]}")',
                   "--explain=Friends(Anna, Bob)"], 0),
    "full": (SMOKERS, chain(5), ["--ground=full"], 0),
    "walk": (SMOKERS, chain(5), ["--solver=mws"], 0),
}

TAGS = """tag = {D, N, "<i>"}
*Word(position, word)
*Next(position, position)
Tag(position, tag)
emit: Word(p, +w) ^ Tag(p, +t)
follow: Next(p, q) ^ Tag(p, +s) ^ Tag(q, +t)
some: @>=0 Tag(p, t)
Tag(p, s) ^ Tag(p, t) => s = t.
"""
SENTENCES = """>> "<one>
Word(1, The) Tag(1, D)  Word(2, Dog) Tag(2, N)  Word(3, "<b>&amp;") Tag(3, "<i>")
Next(1, 2) Next(2, 3)
>> two
Word(1, Dogs) Tag(1, N)  Word(2, Run) Tag(2, "<i>")
Next(1, 2)
>> three
Word(1, The) Tag(1, D)  Word(2, Run) Tag(2, N)
Next(1, 2)
"""
# name: (arguments of kerf learn; e.db has the sentences)
LEARN_CASES = {
    "learn": ["--epochs=6"],
    "learn_once": ["--epochs=1", "--loss-augmented"],
    "learn_dev": ["--epochs=60", "--dev=e.db", "--method=perceptron"],
    "learn_pll": ["--method=pll"],
}

GROUND = SMOKERS.replace("influence: 1.1 Friends(x, y) ^ Smokes(x) => Smokes(y)",
                         "1.1 Friends(x, y) => (Smokes(x) <=> Smokes(y))")
# name: (evidence, arguments of kerf marginal, exit code)
MARGINAL_CASES = {
    "marginal": (chain(9), [], 0),
    "marginal_sampled": (chain(30), ["--method=mcsat", "--samples=4000", "--precision=.001"], 5),
    "marginal_worlds": ("".join(f">> w{i}\n{chain(i + 2)}" for i in range(5)), [], 0),
    "marginal_large": (chain(3000) + "".join(f"0.9 Smokes(Q{i})\n" for i in range(40)), [], 0),
}

# What the experiments write, in small.
STUDIES = """# kerf: the studies <of the paper>

A paragraph with *emphasis*, **strong words**, `code_*_like` and [a link](er/README.md), of
two lines.

## Entity <resolution>

### Table 2

| system | Δs_soft | CPU s | proven | status |
|---|---|---|---|---|
| M-100k | -15,806 ± 7,035 | 2.39 | 10 of 10 | exit 5 & more |
| ILP | out of memory |  | 2 of 10 | over 600 s |

- *A finding*, says the paper. 8 / 0 / 2,
  goes on here.
- Another.

![seconds against size](figure.svg)
"""


# ---------------------------------------------------------------------------- without a browser

class Nesting(html.parser.HTMLParser):
    """Complains of tags that do not match."""
    VOID = {"meta", "br", "hr", "img", "link", "input"}

    def __init__(self):
        super().__init__()
        self.open, self.bad = [], []

    def handle_starttag(self, tag, attrs):
        if tag not in self.VOID:
            self.open.append(tag)
        if len({name for name, _ in attrs}) != len(attrs):
            self.bad.append(f"an attribute of <{tag}> is there twice")

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.bad.append(f"</{tag}> at line {self.getpos()[0]}")

    def problems(self, text):
        self.feed(text)
        self.close()
        return self.bad + [f"<{tag}> stays open" for tag in self.open]


def check_plot(svg, ids):
    """What a reader who does not see it needs, and that there is something to see."""
    name = svg.get("id")
    for part in svg.get("aria-labelledby", "nothing").split():
        if part not in ids:
            yield f"{name}: no {part}"
    for tag in ("title", "desc"):
        if not (svg.findtext(SVG + tag) or "").strip():
            yield f"{name}: no {tag}"
    marks = [e for e in svg.iter() if "mark" in e.get("class", "").split()]
    if svg.get("role") != "img" or not marks:
        yield f"{name}: {len(marks)} marks"
    for mark in marks:
        if not (mark.findtext(SVG + "title") or "").strip():
            yield f"{name}: a mark without a tooltip"


def check_text(text):
    """Everything that can be told of a page without showing it."""
    yield from Nesting().problems(text)
    try:
        page = parsed(text)
    except ElementTree.ParseError as e:
        yield f"not well-formed: {e}"
        return
    elements = list(page.iter())
    ids = [e.get("id") for e in elements if e.get("id")]
    if len(ids) != len(set(ids)):
        yield "an id is there twice"
    scripts = [e for e in elements if e.tag == "script"]
    digest = base64.b64encode(hashlib.sha256(scripts[0].text.encode()).digest()).decode()
    if len(scripts) != 1 or f"script-src 'sha256-{digest}'" not in text:
        yield "the policy does not name the one script"
    for e in elements:
        for name in e.keys():
            if name in ("src", "href", "action") or name.startswith("on"):
                yield f"<{e.tag} {name}>"
    if re.search(r"url\(|@import", "".join(e.text or "" for e in elements if e.tag == "style")):
        yield "the style fetches something"
    plots = page.findall(f".//{SVG}svg")
    if not plots:
        yield "no plot"
    for svg in plots:
        yield from check_plot(svg, set(ids))


def parsed(text):
    return ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))


def all_text(text):
    return "".join(parsed(text).itertext())


def title_of(path):
    return parsed(path.read_text(encoding="utf-8")).findtext("head/title")


def check_content(name, text):
    """What this page must say."""
    said = all_text(text)
    wanted = {"one": ["Optimal, with proof", "influence", "Smokes(Bob) is false",
                      "by the evidence", "Asked: which atoms are true of Smokes and Cancer"],
              "worlds": ["12", "World w", "Every world has an optimal answer"],
              "iterations": ["iterations 1–2, influence: 2"],
              "hostile": HOSTILE,
              "hostile_world": ['"<img src=x onerror=alert(1)>'],
              "bounded": ["It is proven that no world scores more", "most iterations allowed"],
              "infeasible": ["Infeasible, with proof", "The conflict", "What contradicts what"],
              "chain": ["infect says Friends(Anna, Bob) ^ Smokes(Anna) => Smokes(Bob) (m.mln:3)",
                        "evidence says that Smokes(Anna) is true (e.db:3)"],
              "clusters": ["15 clusters of 60 constants", "Against soft evidence",
                           "1 of 444 atoms"],
              "large": ["P: 20\u202f002 true", "of 20\u202f002 atoms are on this page"],
              "explained": ["Why", "Smokes(Bob) is false", "Being true would cost 1.8 more.",
                            "Friends(Bob, Carl) ^ Smokes(Bob) => Smokes(Carl)",
                            f'Smokes("{HOSTILE[0]}") is false', "Evidence decides it."],
              "scores": ["not satisfied"],
              "counts": ["but it is"],
              "marginal": ["Exact: every interval contains the truth", "Atoms by probability",
                           "Where the time went"],
              "marginal_sampled": ["Not converged", "How the chains went", "chain 4",
                                   "Half-widths of intervals", "exact", "up to 0.01"],
              "marginal_worlds": ["Exact in every world", "World w"],
              "marginal_large": ["are on this page", "The least certain atoms"],
              "learn": ["9 weights from 3 worlds, ", "Loss by epoch", "Updates by epoch",
                        "F1 by epoch",
                        "average of the weights after every world", "Word(p, +w) ^ Tag(p, +t)"],
              "learn_once": ["1 epoch"],
              "learn_dev": ["which predicted the development data best",
                            "predict development data"],
              "learn_pll": ["Log pseudo-likelihood with prior, by step",
                            "1 hard formula has no part in it",
                            '"<b>&amp;", "<i>"'],
              "studies": ["Entity <resolution>", "a link, of two lines", "code_*_like",
                          "exit 5 & more",
                          "8 / 0 / 2, goes on here.", "-15,806 ± 7,035", "a <other>",
                          "seconds against size"],
              }.get(name, [])
    unwanted = {"chain": ["\u2026"],  # all that the picture names is short enough
                "marginal": ["Half-widths of intervals"],
                "marginal_sampled": ["up to 1e-15", "The least certain atoms"]}.get(name, [])
    yield from (f"does not say {what!r}" for what in wanted if what not in said)
    yield from (f"says {what!r}" for what in unwanted if what in said)


# ---------------------------------------------------------------------------- with a browser

# Pieces that stick out of their picture, or of the screen.
CUT_OFF = """
const bad = [], root = document.documentElement;
if (root.scrollWidth > root.clientWidth) bad.push('page ' + root.scrollWidth + ' wide');
for (const svg of document.querySelectorAll('svg')) {
  const all = svg.getBoundingClientRect();
  for (const e of svg.querySelectorAll('text, rect, circle, path')) {
    const r = e.getBoundingClientRect();
    if (r.left < all.left - 1 || r.right > all.right + 1 || r.top < all.top - 1 ||
        r.bottom > all.bottom + 1) bad.push(svg.id + ' ' + e.tagName + ' ' + e.textContent);
  }
}
return bad.slice(0, 5);
"""
# Text whose contrast with what is behind it is below 4.5, and marks below 3 (WCAG 2.1).
CONTRAST = """
function channels(c) { return c.match(/[\\d.]+/g).map(Number); }
function light(c) {
  const l = channels(c).slice(0, 3).map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * l[0] + 0.7152 * l[1] + 0.0722 * l[2];
}
function behind(e) {
  for (; e; e = e.parentElement) {
    const c = getComputedStyle(e).backgroundColor, v = channels(c);
    if (v.length < 4 || v[3] > 0) return c;
  }
  return 'rgb(255, 255, 255)';
}
const bad = [];
for (const e of document.querySelectorAll('main *')) {
  const style = getComputedStyle(e), mark = e.classList.contains('mark') && e.tagName !== 'path';
  const text = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
  if (['title', 'desc'].includes(e.tagName) || !(mark || text)) continue;
  const a = light(mark || e.tagName === 'text' ? style.fill : style.color), b = light(behind(e));
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < (mark ? 3 : 4.5)) bad.push(e.tagName + ' ' + e.textContent + ' ' + ratio);
}
return bad.slice(0, 5);
"""
# Every heading of every table is clicked twice: both orders, and no row lost.
SORTING = """
const bad = [];
for (const table of document.querySelectorAll('table.sort')) {
  const heads = [...table.tHead.rows[0].cells], rows = () => [...table.tBodies[0].rows];
  const before = rows().map(r => r.textContent).sort().join();
  heads.forEach((head, i) => {
    for (let click = 0; click < 2; click++) {
      head.querySelector('button').click();
      const down = head.getAttribute('aria-sort') === 'descending';
      const keys = rows().map(r => r.cells[i]).map(c => head.className !== 'n' ? c.textContent
        : c.dataset.v ? Number(c.dataset.v) : -Infinity);
      for (let k = 1; k < keys.length; k++) {
        const [a, b] = down ? [keys[k], keys[k - 1]] : [keys[k - 1], keys[k]];
        const wrong = typeof a === 'number' ? a > b
          : a.localeCompare(b, undefined, {numeric: true}) > 0;
        if (wrong) bad.push(head.textContent + ': ' + keys);
      }
      if (down !== ((head.className === 'n') === (click === 0)))
        bad.push(head.textContent + ' click ' + click + ' sorts the other way');
    }
    if (heads.filter(h => h.hasAttribute('aria-sort')).length !== 1) bad.push('not one is marked');
  });
  if (rows().map(r => r.textContent).sort().join() !== before) bad.push('rows changed');
}
return bad.slice(0, 5);
"""
# Every field is asked for the last thing that its list has: that stays, and all come back.
FINDING = """
const bad = [];
for (const box of document.querySelectorAll('[data-find]')) {
  const input = box.querySelector('input'), items = [...box.querySelectorAll('.i')];
  if (!input !== items.length < 12) bad.push(items.length + ' items, a field: ' + !!input);
  if (!input) continue;
  const ask = q => { input.value = q; input.dispatchEvent(new Event('input')); };
  const last = items[items.length - 1], seen = () => items.filter(e => !e.hidden);
  ask(last.textContent.replace(/[a-z]/g, c => c.toUpperCase()));
  if (!seen().includes(last) || seen().length === items.length) bad.push('not found: ' + last.textContent);
  ask('');
  if (seen().length !== items.length) bad.push('lost: ' + (items.length - seen().length));
}
return bad.slice(0, 5);
"""
FETCHED = "return performance.getEntriesByType('resource').map(e => e.name)"
ALL_OPEN = "document.querySelectorAll('details').forEach(d => { d.open = true })"
SCREENS = {"wide": (1000, 900, False), "dark": (1000, 900, True), "phone": (360, 740, False),
           "phone_dark": (360, 740, True)}


LARGE = 150_000  # bytes of a page that is shown on a phone alone: it takes long


def check_shown(browser, name, path, keep):
    screens = ["phone"] if path.stat().st_size > LARGE else SCREENS
    for screen in screens:
        width, height, dark = SCREENS[screen]
        browser.look(width, height, dark)
        browser.open(path)
        browser.script(ALL_OPEN)
        for what, script in [("cut off", CUT_OFF), ("hard to read", CONTRAST),
                             ("fetched", FETCHED), ("sorting", SORTING),
                             ("finding", FINDING)]:
            yield from (f"{screen}: {what}: {found}" for found in browser.script(script))
        yield from (f"{screen}: console: {line}" for line in browser.log())
        if browser.script("return document.title") != title_of(path):
            yield f"{screen}: something else ran"
        if keep:
            browser.open(path)
            browser.screenshot(keep / f"{name}-{screen}.png")


# ---------------------------------------------------------------------------- all of it

def write_reports(work, env):
    """(name, path or None, what kerf said) of each case."""
    for name, (model, evidence, arguments, code) in CASES.items():
        (work / "m.mln").write_text(model)
        (work / "e.db").write_text(evidence)
        page = work / f"{name}.html"
        done = kerftest.run(["kerf", "map", "--quiet", "--seed=1", "-o", "answer", *arguments,
                             f"--report={page.name}", "m.mln", "e.db"], work, env)
        said = f"exit {done.code}: {done.err.decode(errors='replace')}"
        yield name, page if done.code == code and page.exists() else None, said


def write_learning(work, env):
    """The same, of kerf learn."""
    (work / "m.mln").write_text(TAGS)
    (work / "e.db").write_text(SENTENCES)
    for name, arguments in LEARN_CASES.items():
        page = work / f"{name}.html"
        done = kerftest.run(["kerf", "learn", "--quiet", "-o", "learned.mln", *arguments,
                             f"--report={page.name}", "m.mln", "e.db"], work, env)
        if b"liblbfgs" in done.err:
            continue  # a kerf without it
        said = f"exit {done.code}: {done.err.decode(errors='replace')}"
        yield name, page if done.code == 0 and page.exists() else None, said


def write_marginal(work, env):
    """The same, of kerf marginal."""
    (work / "m.mln").write_text(GROUND)
    for name, (evidence, arguments, code) in MARGINAL_CASES.items():
        (work / "e.db").write_text(evidence)
        page = work / f"{name}.html"
        done = kerftest.run(["kerf", "marginal", "--quiet", "-o", "answer", *arguments,
                             f"--report={page.name}", "m.mln", "e.db"], work, env)
        said = f"exit {done.code}: {done.err.decode(errors='replace')}"
        yield name, page if done.code == code and page.exists() else None, said


def write_studies(work):
    """The page of the experiments, from a text with all that theirs have."""
    sys.path.append(str(kerftest.ROOT / "experiments" / "common"))
    import page
    import plot
    path = work / "studies.html"
    points = [(10.0 ** k, 0.002 * 3 ** k) for k in range(5)]
    (work / "figure.svg").write_text(plot.loglog("growth", "Time <& size>", "size", "seconds",
                                                 [plot.Series("one", points, points, points[::4]),
                                                  plot.Series("a <other>", points[1:])]))
    path.write_text(page.page(STUDIES, work))
    yield "studies", path, ""


def write_pages(work, env):
    """(name, path or None, problems) of each page."""
    for name, page, said in (*write_reports(work, env), *write_learning(work, env),
                             *write_marginal(work, env), *write_studies(work)):
        if not page:
            yield name, None, [said]
            continue
        text = page.read_text(encoding="utf-8")
        problems = list(check_text(text))
        yield name, page, problems or list(check_content(name, text))


def existing(path):
    yield path.stem, path, list(check_text(path.read_text(encoding="utf-8")))


def option(name):
    """The path that follows it, or None."""
    arguments = sys.argv[1:]
    return pathlib.Path(arguments[arguments.index(name)
                                  + 1]).resolve() if name in arguments else None


def main():
    verbose, keep, only = "-v" in sys.argv[1:], option("--keep"), option("--page")
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
    passed = failed = 0

    def count(name, problems):
        nonlocal passed, failed
        passed, failed = passed + (not problems), failed + bool(problems)
        for problem in problems:
            print(f"FAIL {name}: {problem}")
        if verbose and not problems:
            print(f"ok {name}")

    with kerftest.sandbox() as (work, env):
        pages = []
        for name, page, problems in existing(only) if only else write_pages(work, env):
            count(name, problems)
            if page:
                pages.append((name, page))
            if page and keep:
                (keep / page.name).write_bytes(page.read_bytes())
        paths = webdriver.find()
        if not paths:
            print("browser: SKIPPED what needs a browser: chromium or chromedriver is missing "
                  "(./bootstrap check-browser installs them)")
        else:
            with webdriver.Browser(paths) as browser:
                for name, page in pages:
                    count(f"{name}, shown", list(check_shown(browser, name, page, keep)))
    return kerftest.record("browser", passed, failed)


if __name__ == "__main__":
    sys.exit(main())
