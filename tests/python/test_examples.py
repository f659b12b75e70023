"""The examples run as scripts and as notebooks, and say what they should; mypy accepts the package."""
import contextlib
import importlib.util
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXAMPLES = ROOT / "examples" / "python"
spec = importlib.util.spec_from_file_location("notebooks", EXAMPLES / "notebooks.py")
notebooks = importlib.util.module_from_spec(spec)
spec.loader.exec_module(notebooks)


def run_script(name):
    ran = subprocess.run([sys.executable, "-W", "error::kerf.KerfWarning", f"{name}.py"], cwd=EXAMPLES,
                         capture_output=True, text=True, timeout=600)
    if ran.returncode != 0:
        raise AssertionError(ran.stdout + ran.stderr)
    return ran.stdout


def run_notebook(name):
    """Every cell in plain Python, one after the other, as a notebook runs them."""
    out, names, before = io.StringIO(), {"__name__": "__main__"}, os.getcwd()
    book = json.loads((EXAMPLES / f"{name}.ipynb").read_text(encoding="utf-8"))
    os.chdir(EXAMPLES)
    try:
        with contextlib.redirect_stdout(out):
            for cell in book["cells"]:
                if cell["cell_type"] == "code":
                    exec(compile("".join(cell["source"]), f"{name}.ipynb", "exec"), names)
    finally:
        os.chdir(before)
    return out.getvalue()


class Examples(unittest.TestCase):
    def test_notebooks_are_of_the_scripts(self):
        for name in notebooks.NAMES:
            script = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
            book = (EXAMPLES / f"{name}.ipynb").read_text(encoding="utf-8")
            self.assertEqual(book, notebooks.notebook(script), f"run {EXAMPLES}/notebooks.py")

    def test_customers(self):
        out = run_notebook("customers")
        f1, components = map(float, re.search(r"F1 (0\.\d+);.*: (0\.\d+)", out).groups())
        self.assertGreater(f1, components)
        self.assertGreater(f1, 0.9)
        self.assertIn("optimal", out)

    def test_graph(self):
        out = run_script("graph")
        self.assertEqual(out, run_notebook("graph"))
        for line in "Graz located Austria", "Haydn born Rohrau", "Mozart kind Person":
            self.assertIn(f"   {line}\n", out)
        self.assertRegex(out, r"Haydn\W+born\W+Vienna\W+ is false")
        self.assertIn("gone: ('Haydn', 'born', 'Rohrau')", out)

    def test_roles(self):
        out = run_script("roles")
        self.assertEqual(out, run_notebook("roles"))
        self.assertIn("9 of 9 right", out)


class Types(unittest.TestCase):
    @unittest.skipUnless(shutil.which("mypy"), "mypy is not installed")
    def test_package_and_users(self):
        """The package is strict, and a user of it is checked by its types."""
        cache = ROOT / "build" / "mypy"
        command = ["mypy", "--config-file", str(ROOT / "python" / "mypy.ini"), "--cache-dir", str(cache)]
        good = "import kerf\nr: kerf.MapResult = kerf.Model('x.mln').session().map(time_limit=1)\n"
        bad = good + "r.score.upper()\n"
        env = os.environ | {"MYPYPATH": str(ROOT / "python")}
        for code, text in ((0, good), (1, bad)):
            ran = subprocess.run([*command, "-c", text], env=env, capture_output=True, text=True)
            self.assertEqual(ran.returncode, code, ran.stdout)
        ran = subprocess.run([*command, str(ROOT / "python" / "kerf")], capture_output=True, text=True)
        self.assertEqual(ran.returncode, 0, ran.stdout)

    def test_extension_has_stubs(self):
        """Every function of the extension is in the stub, and the other way round."""
        from kerf import _kerf
        stub = (ROOT / "python" / "kerf" / "_kerf.pyi").read_text()
        self.assertEqual(set(re.findall(r"^def (\w+)", stub, re.M)),
                         {n for n in dir(_kerf) if not n.startswith("_") and n != "Handle"})
