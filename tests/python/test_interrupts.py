"""Interrupts: Ctrl-C, exceptions of progress functions and of signal handlers, and what they leave."""
import copy
import importlib.util
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
import unittest
import warnings

import kerf
from kerf import _kerf
from kerf._late import PromisedList

FRIENDS = kerf.Model.from_string("""
*Friends(person, person)
Smokes(person)
1.1 Friends(x, y) => (Smokes(x) <=> Smokes(y))
-0.4 Smokes(x)
""")


def hard_session():
    """A maximum cut that takes longer than any test waits."""
    rng = random.Random(3)
    model = kerf.Model.from_string("*Edge(n, n)\nSide(n)\n1 Edge(x, y) => !(Side(x) <=> Side(y))")
    edges = [(i, j) for i in range(120) for j in range(i) if rng.random() < 0.5]
    return model.session().add("Edge", edges)


# A signal that comes while the answer is checked finds it complete.
ENDINGS = "stopped", "converged"


class Interrupts(unittest.TestCase):
    def interrupt(self, call, delay):
        """Seconds from the signal to the exception, and the exception."""
        sent = []

        def send():
            sent.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        timer = threading.Timer(delay, send)
        timer.start()
        try:
            call()
        except KeyboardInterrupt as e:
            return time.monotonic() - sent[0], e
        finally:
            timer.cancel()
        self.fail("it ended before it was interrupted")

    def test_map_leaves_the_best_answer(self):
        with hard_session() as s:
            waits = []
            for delay in 0.3, 0.6, 0.9:
                seconds, e = self.interrupt(s.map, delay)
                waits.append(seconds)
                self.assertEqual((e.result.status, e.result.ending), ("bounded", "stopped"))
                self.assertLessEqual(e.result.score, e.result.bound)
                self.assertEqual(len(e.result.true("Side")), e.result.true_atoms)
            # The middle one: a machine that is busy with other things may take its time once.
            self.assertLess(sorted(waits)[1], 1.0, waits)  # 0.02 to 0.1 on an idle machine

    def test_learning_leaves_weights(self):
        model = kerf.Model.from_string("*Edge(n, n)\nSide(n)\nEdge(x, y) => !(Side(x) <=> Side(y))\nSide(x)")
        rng = random.Random(3)
        edges = [(i, j) for i in range(90) for j in range(i) if rng.random() < 0.5]
        worlds = [{"Edge": edges, "Side": list(range(45))}] * 3
        call = lambda: kerf.learn(model, worlds, method="mira", epochs=10000)  # noqa: E731
        _, e = self.interrupt(call, 0.5)
        self.assertEqual(len(e.result.weights), 2)

    def soon(self, call, delay):
        """CPU seconds of this process from the signal to the exception, or None if it had ended before."""
        sent = []

        def send():
            sent.append(time.process_time())
            os.kill(os.getpid(), signal.SIGINT)

        timer = threading.Timer(delay, send)
        timer.start()
        try:
            call()
        except KeyboardInterrupt:
            return time.process_time() - sent[0]
        finally:
            timer.cancel()
            timer.join()
        return None

    def test_everywhere(self):
        """Not only while kerf searches: within a tenth of a second on an idle machine, here generously."""
        model = kerf.Model.from_string("*Edge(n, n)\nSide(n)\n1 Edge(x, y) => !(Side(x) <=> Side(y))\n-0.5 Side(x)")
        rng = random.Random(3)
        edges = [(rng.randrange(60000), rng.randrange(60000)) for _ in range(300000)]
        text = "".join(f"Edge({x}, {y})\n" for x, y in edges)
        formulas = "*Edge(n, n)\nSide(n)\n" + "".join(f"1.5 Edge(C{i}, x) => Side(x)\n" for i in range(40000))
        loaded = model.session().add("Edge", edges).load()
        soft = kerf.Model.from_string("*Id(id)\nSame(id, id)\n-0.1 Same(a, b)")
        scored = {"a": [f"a{x}" for x, _ in edges], "b": [f"b{y}" for _, y in edges], "p": [0.9] * len(edges)}
        answered = soft.session().add("Same", scored, probability="p")
        result = answered.map()
        calls = {
            "add": lambda: model.session().add("Edge", edges),
            "load": lambda: model.session().add("Edge", edges).load(),
            "text": lambda: model.session().add_text(text).load(),
            "model": lambda: kerf.Model.from_string(formulas),
            "map": lambda: loaded.clone().map(),
            "marginal": lambda: loaded.clone().marginal(),
            "columns": lambda: soft.session().add("Same", scored, probability="p"),
            "clone": lambda: answered.clone(),
            "true": lambda: _kerf.answer_rows(answered._handle, "Same"),
            "arrow": lambda: result.arrow("Same", plain=True).__arrow_c_stream__(),
            "learn": lambda: kerf.learn(model, [{"Edge": edges, "Side": [1]}], method="perceptron"),
        }
        if importlib.util.find_spec("pandas"):
            calls["df"] = lambda: result.df("Same")
        for name, call in calls.items():
            waits = []
            for delay in 0.01, 0.05, 0.15:
                try:
                    waits.append(self.soon(call, delay))
                except KeyboardInterrupt:  # between the end of the call and that of the timer
                    waits.append(None)
            waits = [w for w in waits if w is not None]
            self.assertLess(min(waits, default=0), 1.0, (name, waits))
        self.assertEqual(len(result.true("Same")), len(set(edges)))  # nothing is left half done
        loaded.close()
        answered.close()

    def of_many_atoms(self):
        """A session whose map() takes a while after a stop: its answer is large, and checked once more."""
        rng = random.Random(3)
        edges = {(rng.randrange(60000), rng.randrange(60000)) for _ in range(300000)}
        model = kerf.Model.from_string(
            "*Edge(n, n)\nSame(n, n)\n1 Edge(x, y) => Same(x, y)\n-.5 Same(x, y)\n.2 Same(x, y) => Same(y, x)")
        return model.session().add("Edge", list(edges)).load()

    def stop_late(self, session, call):
        """The exception of a call that goes on; the moment is one at which it has much to put together."""
        for delay in 0.4, 0.8, 1.6, 3.2, 0.2, 6.4, 12.8:
            try:
                _, e = self.interrupt(lambda: call(session), delay)
            except AssertionError:  # it ended before
                continue
            except KeyboardInterrupt:
                continue
            if session._late is not None:
                return e
        self.skipTest("no call was left: this machine is too fast or too slow for it")

    def test_result_that_comes_later(self):
        """The exception does not wait for it; what is asked of the session does."""
        s = self.of_many_atoms()
        s.set_weight(0, 1)
        before = _kerf.get_option(s._own, "gap")
        e = self.stop_late(s, lambda s: s.map(gap=0.001))
        with self.assertRaisesRegex(RuntimeError, "at work"):
            _kerf.predicates(s._own)
        self.assertIn(e.result.ending, ENDINGS)
        if e.result.status == "bounded":
            self.assertEqual(len(e.result.true("Same")), e.result.true_atoms)
        self.assertEqual(_kerf.get_option(s._handle, "gap"), before)
        self.assertIsNone(s._late)
        copy.copy(e.result)
        r = s.map()
        self.assertEqual(r.status, "optimal")
        e = self.stop_late(s, lambda s: s.map(gap=0.001))
        self.assertEqual(s.map().score, r.score)  # without a look at what was stopped
        self.assertLessEqual(e.result.score, r.score + 1e-6)
        s.close()
        self.assertLessEqual(e.result.cost_bound, r.cost + 1e-6)

    def test_result_of_a_session_that_is_closed(self):
        """`with` does not wait either; the result keeps what it needs, and is not needed."""
        for looks in True, False:
            s = self.of_many_atoms()
            try:
                with s:
                    e = self.stop_late(s, kerf.Session.map)
                    raise e
            except KeyboardInterrupt as e:
                self.assertTrue(s._own.closed())
                with self.assertRaisesRegex(RuntimeError, "closed"):
                    s.map()
                if looks:
                    self.assertIn(e.result.ending, ENDINGS)
                    self.assertEqual(pickle.loads(pickle.dumps(e.result)).score, e.result.score)
            del s

    def test_learning_that_comes_later(self):
        model = kerf.Model.from_string("*Edge(n, n)\nSide(n)\nEdge(x, y) => !(Side(x) <=> Side(y))\nSide(x)")
        rng = random.Random(3)
        edges = [(rng.randrange(30000), rng.randrange(30000)) for _ in range(100000)]
        worlds = [{"Edge": edges, "Side": list(range(5000))}] * 3
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            _, e = self.interrupt(lambda: kerf.learn(model, worlds, method="mira", epochs=10000), 2)
            if e.result is not None:
                try:
                    self.assertEqual(len(e.result.weights), 2)
                except kerf.KerfError as error:
                    self.assertIn("no weights", str(error))

    def test_list_that_comes_later(self):
        """What explain() leaves: a sequence like any other, which is made once."""
        class Ended:
            def said(self):
                made.append(1)
                return 0, [3, 1, 2], None

        made = []
        found = PromisedList(Ended(), sorted)
        self.assertEqual(made, [])
        self.assertEqual((len(found), found[0], found[1:], list(found), 2 in found), (3, 1, [2, 3], [1, 2, 3], True))
        self.assertEqual((repr(found), made), ("[1, 2, 3]", [1]))

    def test_exit_while_a_call_goes_on(self):
        """Python shows the traceback, and ends when kerf has."""
        program = """
import kerf, os, random, signal, threading
rng = random.Random(3)
edges = [(rng.randrange(60000), rng.randrange(60000)) for _ in range(300000)]
model = kerf.Model.from_string("*Edge(n, n)\\nSide(n)\\n1 Edge(x, y) => !(Side(x) <=> Side(y))\\n-.5 Side(x)")
with model.session() as s:
    s.add("Edge", edges).load()
    threading.Timer(%s, os.kill, (os.getpid(), signal.SIGINT)).start()
    s.map()
"""
        for delay in 0.5, 2, 5:
            ran = subprocess.run([sys.executable, "-c", program % delay], capture_output=True, text=True)
            self.assertEqual(ran.returncode, -signal.SIGINT, ran.stderr)
            self.assertTrue(ran.stderr.endswith("KeyboardInterrupt\n"), ran.stderr)

    def test_errors_are_those_of_the_call(self):
        """Not those of the calls before it as well; options are written as keywords."""
        model = kerf.Model.from_string("*A(x)\nB(x)\nA(x) => B(x).\nA(x) => !B(x).")
        with model.session() as s:
            s.add("A", ["a"])
            for _ in range(2):
                with self.assertRaises(kerf.InfeasibleError) as caught:
                    s.map()
                self.assertEqual(len(caught.exception.messages), 1)

    def test_session_after_interrupted_reading(self):
        """It says that it is of no use any more; the model is."""
        rows = [(i, i + 1) for i in range(400000)]
        session = FRIENDS.session().add("Friends", rows)
        if self.soon(session.load, 0.01) is None:
            self.skipTest("it was read too fast")
        with self.assertRaisesRegex(ValueError, "start a new session"):
            session.map()
        session.close()
        with FRIENDS.session() as s:
            self.assertEqual(s.add("Smokes", ["Anna"]).map().true("Smokes"), [("Anna",)])

    def test_progress_that_raises(self):
        def no(progress):
            raise LookupError("enough")

        with hard_session() as s, self.assertRaises(LookupError) as caught:
            s.map(progress=no)
        self.assertEqual(caught.exception.result.ending, "stopped")

    def test_signal_handler_of_the_user(self):
        """A handler that does not raise is run, and the call goes on."""
        heard = []
        before = signal.signal(signal.SIGUSR1, lambda *_: heard.append(1))
        try:
            threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGUSR1)).start()
            with hard_session() as s:
                r = s.map(time_limit=0.6)
            self.assertEqual((heard, r.ending), ([1], "time-limit"))
        finally:
            signal.signal(signal.SIGUSR1, before)
