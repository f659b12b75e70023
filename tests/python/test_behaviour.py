"""How the package behaves: threads, processes, memory, progress, errors."""
import concurrent.futures
import copy
import gc
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import time
import unittest
import warnings

import kerf
from test_interrupts import hard_session

FRIENDS = kerf.Model.from_string("""
*Friends(person, person)
Smokes(person)
1.1 Friends(x, y) => (Smokes(x) <=> Smokes(y))
-0.4 Smokes(x)
""")


TEAMS = kerf.Model.from_string("""
*Mates(person, person)
Happy(person)
1 Mates(x, y) ^ Happy(x) => Happy(y)
0.5 Happy(x)
1 !Happy(Dora)
""")


class Asking(unittest.TestCase):
    def test_only_what_is_asked_for(self):
        mates = [("Anna", "Bob"), ("Carl", "Dora")]
        with TEAMS.session(only_asked=True, ask="Happy(Bob)") as s:
            r = s.add("Mates", mates).map()
        self.assertEqual((r.status, r.left_components, r.asked_optimal), ("bounded", 1, True))
        with TEAMS.session() as s:
            r = s.add("Mates", mates).map()
        self.assertEqual((r.status, r.left_components, r.asked_optimal), ("optimal", 0, True))


class Threads(unittest.TestCase):
    def test_many_sessions(self):
        model = kerf.Model.from_string("*Next(n, n)\nOn(n)\n1 Next(x, y) ^ On(x) => On(y)\n-0.001 On(x)")

        def solve(n):
            with model.session() as s:
                s.add("Next", [(i, i + 1) for i in range(n)]).add("On", [0])
                return len(s.map().true("On"))

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            found = list(pool.map(solve, range(1, 200)))
        self.assertEqual(found, [n + 1 for n in range(1, 200)])

    def test_garbage_meanwhile(self):
        """Garbage that is collected while a model is looked at may give other threads their turn."""
        class Slow:
            def __init__(self):
                self.itself = self

            def __del__(self):
                time.sleep(0.0005)

        def look(_):
            for _ in range(8):
                Slow()
                if FRIENDS.predicates["Smokes"].arity != 1 or FRIENDS.session().predicates["Smokes"].arity != 1:
                    return 0
            return 1

        before = gc.get_threshold()
        gc.set_threshold(3)
        try:
            with concurrent.futures.ThreadPoolExecutor(4) as pool:
                self.assertEqual(set(pool.map(look, range(4))), {1})
        finally:
            gc.set_threshold(*before)

    def test_python_goes_on(self):
        """The GIL is free while kerf works."""
        with hard_session() as s, concurrent.futures.ThreadPoolExecutor(1) as pool:
            s.load()
            working = pool.submit(s.map, time_limit=0.5)
            count = 0
            while not working.done():
                count += 1
                time.sleep(0.001)
            self.assertGreater(count, 10)
            self.assertEqual(working.result().ending, "time-limit")

    def test_one_thread_at_a_time(self):
        with hard_session() as s, concurrent.futures.ThreadPoolExecutor(1) as pool:
            s.load()
            working = pool.submit(s.map, time_limit=0.5)
            time.sleep(0.2)
            for call in s.map, s.close, lambda: s.predicates:
                with self.assertRaisesRegex(RuntimeError, "another thread"):
                    call()
            working.result()


    def test_closed_meanwhile(self):
        """Results outlive their session, whoever closes it, and a session that works is not closed."""
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            def ask(i):
                s = FRIENDS.session()
                s.add("Friends", [("Anna", f"b{i}")]).add("Smokes", ["Anna"])
                found = pool2.submit(s.map)
                while not found.done():
                    try:
                        s.close()
                        break
                    except RuntimeError:
                        pass
                try:
                    return len(found.result().true("Smokes"))
                except (RuntimeError, LookupError):
                    return 2  # it was closed before it began, or before anybody asked
            with concurrent.futures.ThreadPoolExecutor(4) as pool2:
                self.assertEqual(set(pool.map(ask, range(50))), {2})

    def test_subinterpreter(self):
        """Refused, with a reason."""
        try:
            import _xxsubinterpreters as interpreters
        except ImportError:
            self.skipTest("this Python has no such module")
        code = ("try:\n    import kerf\nexcept ImportError as e:\n    assert 'main interpreter' in str(e), e\n"
                "else:\n    raise AssertionError('it was imported')")
        ran = subprocess.run([sys.executable, "-c", "import kerf, _xxsubinterpreters as i\n"
                              f"i.run_string(i.create(), {code!r})\nkerf.Model.from_string('A(x)')"],
                             capture_output=True, text=True)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""), interpreters)


class Processes(unittest.TestCase):
    def test_session_needs_a_model(self):
        with self.assertRaisesRegex(TypeError, "needs a model"):
            kerf.Session("P(t)")

    def test_pickled(self):
        learned = kerf.learn(kerf.Model.from_string("*A(x)\nB(x)\nA(x) ^ B(x)\nA(+x) ^ B(x)"),
                             [{"A": ["a b"], "B": ["a b"]}], method="mira")
        for model in FRIENDS, learned:
            again = pickle.loads(pickle.dumps(model))
            self.assertEqual(again.text, model.text)
            self.assertEqual([f.table_rows for f in again.formulas], [f.table_rows for f in model.formulas])
            self.assertIs(type(again), type(model))
        self.assertEqual((again.weights, str(again.info)), (learned.weights, str(learned.info)))
        with FRIENDS.session() as s:
            s.add("Friends", [("Anna", "Bob")]).add("Smokes", ["Anna"])
            results = s.map(), s.marginal()
            with self.assertRaisesRegex(TypeError, "cannot be pickled"):
                pickle.dumps(s)
            with self.assertRaisesRegex(TypeError, "cannot be pickled"):
                copy.copy(s)
        again = pickle.loads(pickle.dumps(results))
        self.assertEqual(again[0].true("Smokes"), [("Anna",), ("Bob",)])
        self.assertEqual(again[0].score, results[0].score)
        self.assertEqual(again[1]["Smokes", "Bob"], results[1]["Smokes", "Bob"])
        error = pickle.loads(pickle.dumps(kerf.KerfError("text", "kind")))
        self.assertEqual((str(error), error.status), ("text", "kind"))

    def test_fork(self):
        """A child uses the model; the session of its parent is refused, and left alone."""
        session = FRIENDS.session()
        session.add("Friends", [("Anna", "Bob")])
        child = os.fork()
        if child == 0:
            code = 1
            try:
                try:
                    session.map()
                except RuntimeError as e:
                    code = 2 if "another process" in str(e) else 3
                del session
                with FRIENDS.session() as s:
                    s.add("Friends", [("Anna", "Bob")]).add("Smokes", ["Anna"])
                    code += 10 * len(s.map().true("Smokes"))
            finally:
                os._exit(code)
        _, status = os.waitpid(child, 0)
        self.assertEqual(os.waitstatus_to_exitcode(status), 22)
        self.assertEqual(session.map().status, "optimal")
        session.close()


class Memory(unittest.TestCase):
    SESSIONS = 10000 if os.environ.get("KERF_LONG") else 1500

    def resident(self):
        return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def round(self, i):
        with FRIENDS.session() as s:
            s.add("Friends", [("Anna", f"b{i}"), (f"b{i}", i)]).add("Smokes", {"a": [i], "p": [0.9]},
                                                                   probability="p")
            r = s.map()
            r.true("Smokes").__arrow_c_stream__(), r.arrow("Smokes").__arrow_c_stream__()
            s.explain("Smokes", i)
            s.add("Smokes", ["Anna"], truth=False).map()
            s.marginal()
        for text in "Smokes(x", "1 Nothing(x)":
            try:
                kerf.Model.from_string(text)
            except kerf.KerfError:
                pass

    def test_nothing_leaks(self):
        for i in range(200):
            self.round(i)
        before = self.resident()
        for i in range(self.SESSIONS):
            self.round(i)
        grown = self.resident() - before
        self.assertLess(grown, min(self.SESSIONS << 10, 4 << 20), f"{grown} bytes after {self.SESSIONS} sessions")

    def test_limit(self):
        with FRIENDS.session(memory_limit="2M") as s, self.assertRaises(MemoryError):
            s.add("Friends", [(i, i + 1) for i in range(100000)]).map()


class Errors(unittest.TestCase):
    def test_place_and_hint(self):
        with self.assertRaises(kerf.KerfError) as caught:
            kerf.Model.from_string("Smokes(person)\n1.5 Smoks(x)\n", name="town.mln")
        e = caught.exception
        self.assertEqual((e.file, e.line, e.column, e.hint), ("town.mln", 2, 5, "did you mean Smokes?"))
        self.assertEqual(str(e), "town.mln:2:5: predicate Smoks is not declared\n  1.5 Smoks(x)\n"
                                 "      ^~~~~~~~\n  hint: did you mean Smokes?")

    def test_options_are_keywords(self):
        """A hint names an option as it is given here, and giving it helps."""
        twice = "Smokes(Anna) 0.3\nSmokes(Anna) 0.6\n"
        model = kerf.Model.from_string("Smokes(person)\n1 Smokes(x)\n")
        with self.assertRaises(kerf.KerfError) as caught:
            model.session(query="Smokes").add_text(twice).map()
        self.assertEqual(caught.exception.hint,
                         'merge="last", noisy-or or mean makes one probability of them')
        self.assertEqual(model.session(query="Smokes", merge="last").add_text(twice).map().status, "optimal")

    def test_kinds(self):
        with self.assertRaises(OSError):
            kerf.Model("/there/is/no.mln")
        with self.assertRaises(ValueError):
            FRIENDS.session(tim_limit=3)
        with self.assertRaises(ValueError):
            FRIENDS.session().map(time_limit="soon")
        with self.assertRaises(KeyError):
            FRIENDS.session().map().true("Friends")
        session = FRIENDS.session()
        session.close()
        with self.assertRaisesRegex(RuntimeError, "closed"):
            session.map()

    def test_heard_by_one_who_closes(self):
        """A warning is said after the call: whoever hears it may do what he likes with the session."""
        s = kerf.Model.from_string("A(x)\nB(x)\n1 A(x) => B(x)").session().add("A", ["a"])
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.showwarning = lambda *_: (heard.append(s.messages), s.close())
            heard = []
            s.load()
        self.assertEqual(len(heard), 1)
        self.assertTrue(heard[0])
        with self.assertRaisesRegex(RuntimeError, "closed"):
            s.messages

    def test_warnings_as_errors(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            s = kerf.Model.from_string("A(x)\nB(x)\n1 A(x) => B(x)").session().add("A", ["a"])
            with self.assertRaises(kerf.KerfWarning):
                s.load()
        s.close()

    def test_infeasible(self):
        model = kerf.Model.from_string("*A(x)\nB(x)\nA(x) => B(x).\n!B(x).")
        with model.session() as s, self.assertRaises(kerf.InfeasibleError) as caught:
            s.add("A", ["a"]).map()
        self.assertEqual(caught.exception.result.status, "infeasible")
        self.assertTrue(caught.exception.messages)

    def test_warnings_point_at_the_caller(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            kerf.Model.from_string("A(x)\nB(x)\n1 A(x) => B(x)").session().add("A", ["a"]).map()
        self.assertEqual([w.category for w in caught], [kerf.KerfWarning])
        self.assertEqual(caught[0].filename, __file__)

    def test_options_are_for_one_call(self):
        with hard_session() as s:
            self.assertEqual(s.map(max_iterations=1).ending, "max-iterations")
            self.assertEqual(s.map(time_limit=0.2).ending, "time-limit")

    def test_odd_text(self):
        """Any text is a constant, and comes back as it was."""
        names = ["", "x", 'q"uo', "b\\s", "line\nbreak", "tab\t", "\x01", "ü€😀", "v", "1e5", "a => b"]
        model = kerf.Model.from_string("*A(x)\nB(x)\n" + "".join(
            f"1 A({kerf.quote(n)}) => B({kerf.quote(n)})\n" for n in names[1:]))
        with model.session() as s:
            found = s.add("A", names[1:]).map()
        self.assertEqual({row[0] for row in found.true("B")}, set(names[1:]))
        self.assertTrue(all(("B", n) in found for n in names[1:]))


class Shown(unittest.TestCase):
    def test_progress_calls(self):
        told = []
        with hard_session() as s:
            s.map(progress=lambda p: told.append((str(p), p.fraction, p._repr_html_())), time_limit=1)
        self.assertTrue(told)
        self.assertIn("iteration", told[-1][0])
        self.assertIn("<progress", told[-1][2])

    def test_progress_of_sampling(self):
        told = []

        def tell(p):
            told.append((p.values, str(p)))
            if p.values["samples"] > 0:
                raise LookupError("enough")

        model = kerf.Model.from_string("t = {1, ..., 12}\nA(t, t)\n0.2 A(x, y) ^ A(y, z) => A(x, z)\n")
        with model.session(query="A") as s, self.assertRaises(LookupError):
            s.marginal(progress=tell)
        values, line = told[-1]
        self.assertEqual(values["method"], "sampling")
        self.assertGreater(values["samples"], 0)
        self.assertLessEqual(values["converged"], values["atoms"])
        self.assertGreaterEqual(values["max_rhat"], 1)
        self.assertRegex(line, r"components, sampling, [\d,]+ samples, \d+ of 144 atoms converged")

    def test_without_standard_error(self):
        before, sys.stderr = sys.stderr, None
        try:
            with FRIENDS.session() as s:
                self.assertEqual(s.map(progress=True).status, "optimal")
        finally:
            sys.stderr = before

    def on_terminal(self, code):
        import pty
        ours, theirs = pty.openpty()
        process = subprocess.Popen([sys.executable, "-c", code], stderr=theirs, cwd=pathlib.Path(__file__).parent)
        os.close(theirs)
        text = b""
        while True:
            try:
                data = os.read(ours, 4096)
            except OSError:
                break
            if not data:
                break
            text += data
        os.close(ours)
        self.assertEqual(process.wait(), 0)
        return text.decode()

    def test_line_in_a_terminal(self):
        code = "import test_behaviour as t\nt.hard_session().map(progress=True, time_limit=1)"
        text = self.on_terminal(code)
        self.assertIn("\rmap: iteration", text)
        self.assertTrue(text.endswith("\r"))

    def test_bar_in_a_notebook(self):
        """With an IPython that only records what it is told to display."""
        with tempfile.TemporaryDirectory() as folder:
            package = pathlib.Path(folder, "IPython")
            package.mkdir()
            (package / "__init__.py").write_text(
                "class ZMQInteractiveShell: pass\ndef get_ipython(): return ZMQInteractiveShell()\n")
            (package / "display.py").write_text(
                "shown = []\nclass Handle:\n    def update(self, p): shown.append(p._repr_html_())\n"
                "def display(p, display_id): shown.append(p._repr_html_()); return Handle()\n")
            code = ("import IPython, IPython.display, test_behaviour as t\n"
                    "t.hard_session().map(progress=True, time_limit=1)\n"
                    "assert 'value=\"1.000\"' in IPython.display.shown[-1], IPython.display.shown\n")
            path = os.pathsep.join((folder, os.environ.get("PYTHONPATH", "")))
            ran = subprocess.run([sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": path},
                                 cwd=pathlib.Path(__file__).parent, capture_output=True, text=True)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))

    def test_notebooks(self):
        with FRIENDS.session() as s:
            s.add("Friends", [("Anna", "<b>")]).add("Smokes", ["Anna"])
            r = s.map()
            shown = [r, r.true("Smokes"), s.explain("Smokes", "<b>"), s.marginal()]
        for value in shown:
            self.assertNotIn("<b>", value._repr_html_())
        self.assertIn("&lt;b&gt;", shown[1]._repr_html_())


class Results(unittest.TestCase):
    def test_stays(self):
        """A result stays as it is when its session goes on or ends."""
        s = FRIENDS.session()
        first = s.add("Friends", [("Anna", "Bob")]).add("Smokes", ["Anna"]).map()
        chances = s.marginal()
        s.retract("Smokes", ["Anna"]).map()
        s.close()
        self.assertEqual(first.true("Smokes"), [("Anna",), ("Bob",)])
        self.assertEqual(list(first), ['Smokes("Anna")', 'Smokes("Bob")'])
        self.assertGreater(chances["Smokes", "Bob"], 0.5)
        with self.assertRaisesRegex(RuntimeError, "gone on"):
            first.changes()

    def test_expectations(self):
        """Of formulas and of the rows of their weight tables, as C and --stats tell them."""
        text = "Likes(person, dish)\nboth: Likes(x, +d)\nLikes(x, Soup) v Likes(x, Stew)."
        model = kerf.Model.from_string(text, weights=b"both\tSoup\t0.7\nboth\tStew\t-1\n")
        with model.session(query="Likes") as s:
            s.add_text("person = {Anna, Bob}\ndish = {Soup, Stew}\nLikes(Anna, Soup)")
            with self.assertRaisesRegex(ValueError, "expectations=True"):
                s.marginal().expectations
            chances = s.marginal(expectations=True)
            s.map()  # what was told stays
        both, hard = chances.expectations
        self.assertEqual((both.label, both.groundings, hard.rows), ("both", 4, []))
        self.assertLess(both.error, 1e-12)
        told = {r.constants: r for r in both.rows}
        self.assertEqual([r.open_groundings for r in both.rows], [1, 2])
        for dish, weight in ("Soup", 0.7), ("Stew", -1.0):
            row, mine = told[dish,], [p for r, p in chances.rows("Likes") if r[1] == dish]
            self.assertEqual(row.weight, weight)
            self.assertAlmostEqual(row.satisfied, sum(mine))
            self.assertAlmostEqual(row.score, weight * sum(mine))
        self.assertAlmostEqual(both.score, 0.7 + sum(r.score for r in both.rows))
        again = pickle.loads(pickle.dumps(chances)).expectations
        self.assertEqual(repr(again), repr(chances.expectations))  # nan is not nan

    def test_frames(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        with FRIENDS.session() as s:
            s.add("Friends", [("Anna", "Bob")]).add("Smokes", ["Anna"])
            r = s.map()
            self.assertEqual(list(r.df("Smokes")["person"]), ["Anna", "Bob"])
            self.assertEqual(list(r.df("Smokes", columns=["who"]).columns), ["who"])
            frame = s.marginal().df("Smokes")
        self.assertIsInstance(frame, pandas.DataFrame)
        self.assertEqual(list(frame.columns), ["arg1", "p", "lo", "hi", "method", "ess", "rhat"])

    def test_certificate(self):
        with FRIENDS.session() as s:
            s.add("Friends", [("Anna", "Bob")]).add("Smokes", ["Anna"])
            r = s.map(certificate=True, statistics=True, report=True)
            with self.assertRaisesRegex(ValueError, "certificate=True"):
                s.map().certificate()
        evidence = {"Friends": [("Anna", "Bob")], "Smokes": ["Anna"]}
        v = kerf.verify(FRIENDS, evidence, r, certificate=r.certificate())
        self.assertTrue(v.proven_optimal)
        self.assertAlmostEqual(v.score, r.score)
        self.assertIn("score", str(r.statistics()))
        with tempfile.TemporaryDirectory() as folder:
            r.report(pathlib.Path(folder, "report.html"))
            self.assertIn(b"<html", pathlib.Path(folder, "report.html").read_bytes()[:400].lower())

    def test_evaluate_tables(self):
        """An answer or a truth is any table in memory, as add() takes it."""
        truth = {"Same": [(1, 2), ("3", 4)]}
        tables = [[["1", "2"], [3, "4"]], {"a": [1, 3], "b": [2, 4]}, ({"a": i, "b": i + 1} for i in (1, 3))]
        try:
            import pandas
            frame = pandas.DataFrame({"a": [1, 3], "b": [2, 4]})
            tables += [frame, frame.to_numpy(), frame.astype("category"), frame.astype("Int64")]
        except ImportError:
            pass
        for table in tables:
            self.assertEqual(kerf.evaluate(truth, {"Same": table}).f1, 1.0)
        with self.assertRaises((TypeError, ValueError)):
            kerf.evaluate(truth, {"Same": [(1, None)]})

    def test_save(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "learned.mln")
            model = kerf.Model.from_string("*A(x)\nB(x)\nf: A(+x) ^ B(x)\ng: B(x)")
            learned = kerf.learn(model, [{"A": ["tab\there", "b"], "B": ["b"]}], method="mira")
            learned.save(path)
            again = kerf.Model(path)
            with learned.session() as s, again.session() as t:
                answers = [x.add("A", ["tab\there", "b"]).map().true("B") for x in (s, t)]
            self.assertEqual(answers[0], answers[1])
            self.assertIn("b", learned.table("f"))

    def test_several_worlds(self):
        with FRIENDS.session() as s:
            s.add_text(">> one\nSmokes(Anna)\n>> two\nSmokes(Bob)\nSmokes(Carl)\n")
            found = [(s.world, s.map().true("Smokes"))] if s.next_world() else []
            while s.next_world():
                found.append((s.world, s.map().true("Smokes")))
        self.assertEqual(found, [("one", [("Anna",)]), ("two", [("Bob",), ("Carl",)])])
