"""Tables in: every kind of table gives the same facts as the text that says the same."""
import csv
import os
import tempfile
import unittest

import kerf

try:
    import numpy
    import pandas
except ImportError:
    numpy = pandas = None

MODEL = kerf.Model.from_string("*Pair(id, id)\nSame(id, id)\n1 Pair(x, y) => Same(x, y)\n0.5 Same(x, y)")
ROWS = [("r1", "Carl the Elder"), ('5" pipe', "a,b"), ("São Paulo", "(x)")]


def facts(data, predicate="Pair", **options):
    """What a session holds after add(), as the answer that follows from it."""
    with MODEL.session() as s:
        s.add(predicate, data, **options)
        s.load()
        p = s.predicates[predicate]
        counts = p.true_atoms, p.false_atoms, p.unknown_atoms, p.soft_atoms
        return counts, s.map().true("Same")


class Kinds(unittest.TestCase):
    def setUp(self):
        text = "".join(kerf.atom("Pair", *row) + "\n" for row in ROWS)
        with MODEL.session() as s:
            self.expected = (3, 0, 0, 0), s.add_text(text).map().true("Same")

    def test_rows(self):
        self.assertEqual(facts(ROWS), self.expected)
        self.assertEqual(facts(tuple(ROWS)), self.expected)
        self.assertEqual(facts([list(r) for r in ROWS]), self.expected)
        self.assertEqual(facts(iter(ROWS)), self.expected)

    def test_columns(self):
        self.assertEqual(facts({"a": [r[0] for r in ROWS], "b": [r[1] for r in ROWS]}), self.expected)
        table = {"b": [r[1] for r in ROWS], "x": [1, 2, 3], "a": [r[0] for r in ROWS]}
        self.assertEqual(facts(table, columns=["a", "b"]), self.expected)

    def test_csv(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "pairs.csv")
            with open(path, "w", newline="", encoding="utf-8") as file:
                csv.writer(file).writerows([("left", "right"), *ROWS])
            self.assertEqual(facts(path, columns=["left", "right"]), self.expected)
            with open(path, "w", newline="", encoding="utf-8") as file:
                csv.writer(file).writerows([("id", "id"), *ROWS])
            self.assertEqual(facts(path), self.expected)

    @unittest.skipUnless(numpy, "numpy and pandas are not installed")
    def test_arrays_and_frames(self):
        self.assertEqual(facts(numpy.array(ROWS)), self.expected)
        self.assertEqual(facts(numpy.array(ROWS, dtype=object)), self.expected)
        frame = pandas.DataFrame(ROWS, columns=["a", "b"])
        self.assertEqual(facts(frame), self.expected)
        self.assertEqual(facts(frame.astype("category")), self.expected)
        self.assertEqual(facts(frame.astype("string")), self.expected)
        self.assertEqual(facts({"a": frame["a"], "b": frame["b"].to_numpy()}), self.expected)


class Values(unittest.TestCase):
    def test_integers(self):
        expected = facts([("1", "-2"), ("30", "4")])
        self.assertEqual(facts([(1, -2), (30, 4)]), expected)
        self.assertEqual(facts([(1, "-2"), ("30", 4)]), expected)
        self.assertEqual(facts([(10**30, 1)]), facts([(str(10**30), "1")]))

    @unittest.skipUnless(numpy, "numpy and pandas are not installed")
    def test_numpy_values(self):
        expected = facts([("1", "2")])
        for kind in "int8", "uint16", "int64", "uint64":
            self.assertEqual(facts(numpy.array([[1, 2]], dtype=kind)), expected)
        self.assertEqual(facts([(numpy.int32(1), numpy.str_("2"))]), expected)
        frame = pandas.DataFrame({"a": pandas.array([1, None], dtype="Int64"), "b": [2, 2]})
        self.assertEqual(facts(frame, missing="skip"), expected)

    def test_booleans(self):
        self.assertEqual(facts([(True, False)]), facts([("true", "false")]))

    def test_missing(self):
        for nothing in None, float("nan"), "", "  ":
            rows = [("a", "b"), ("c", nothing)]
            with self.assertRaises((kerf.KerfError, ValueError)):
                facts(rows)
            self.assertEqual(facts(rows, missing="skip"), facts([("a", "b")]))
        if pandas:
            self.assertEqual(facts([("a", "b"), ("c", pandas.NA)], missing="skip"), facts([("a", "b")]))
        with self.assertRaises(ValueError):
            facts([("a", "b")], missing="keep")

    def test_wrong(self):
        with self.assertRaises(TypeError):
            facts([("a", object())])
        with self.assertRaises(ValueError):
            facts([("a", "b\0c")])
        with self.assertRaises(ValueError):
            facts([("a", "b"), ("c",)])
        with self.assertRaises(ValueError):
            facts({"a": ["x"], "b": ["y", "z"]})
        with self.assertRaises(kerf.KerfError):
            facts([("a", "b", "c")])
        with self.assertRaises(kerf.KerfError):
            MODEL.session().add("Pear", [("a", "b")])
        with self.assertRaises(KeyError):
            facts({"a": ["x"], "b": ["y"]}, columns=["a", "c"])
        with self.assertRaises(TypeError):
            facts({"a": "x", "b": "y"})

    def test_nothing(self):
        self.assertEqual(facts([])[0], (0, 0, 0, 0))
        self.assertEqual(facts({"a": [], "b": []})[0], (0, 0, 0, 0))


class Truth(unittest.TestCase):
    def test_signs(self):
        self.assertEqual(facts([("a", "b")], "Same", truth=False)[0], (0, 1, 0, 0))
        self.assertEqual(facts([("a", "b")], "Same", truth=None)[0], (0, 0, 1, 0))

    def test_probabilities(self):
        table = {"a": ["a", "b", "c"], "b": ["b", "c", "d"], "p": [0.2, 1, 0]}
        expected = facts(table, "Same", probability="p")
        self.assertEqual(expected[0], (1, 1, 0, 1))
        rows = [("a", "b", 0.2), ("b", "c", 1.0), ("c", "d", 0.0)]
        self.assertEqual(facts(rows, "Same", probability=2), expected)
        self.assertEqual(facts(rows, "Same", probability=-1), expected)
        self.assertEqual(facts([r[:2] for r in rows], "Same", probability=[0.2, 1, 0]), expected)
        if pandas:
            self.assertEqual(facts(pandas.DataFrame(table), "Same", probability="p"), expected)
        with self.assertRaises(kerf.KerfError):
            facts({"a": ["a"], "b": ["b"], "p": [1.5]}, "Same", probability="p")
        with self.assertRaises(ValueError):
            facts([("a", "b")], "Same", probability=[0.1, 0.2])
        with self.assertRaises(KeyError):
            facts(table, "Same", probability="q")


class Change(unittest.TestCase):
    """What is added or retracted after an answer: the next one is that of a fresh session."""

    def test_like_fresh(self):
        with MODEL.session() as s:
            s.add("Pair", [("a", "b"), ("b", "c")])
            first = s.map()
            s.add("Pair", [(1, "new")]).retract("Pair", [("a", "b")])
            s.add("Same", [("b", "c")], probability=[0.01])
            second = s.map()
        with MODEL.session() as s:
            s.add("Pair", [("b", "c"), (1, "new")]).add("Same", [("b", "c")], probability=[0.01])
            fresh = s.map()
        self.assertEqual(second.true("Same"), fresh.true("Same"))
        self.assertAlmostEqual(second.score, fresh.score)
        self.assertIn(("Same", "a", "b"), first)

    def test_weight_and_clone(self):
        with kerf.Model.from_string("*A(x)\nB(x)\nf: 1 A(x) => B(x)\ng: -0.5 B(x)").session() as s:
            s.add("A", ["a"])
            self.assertEqual(s.map().true("B"), [("a",)])
            with s.clone() as other:
                other.set_weight("f", 0.1)
                self.assertEqual(other.map().true("B"), [])
            self.assertEqual(s.map().true("B"), [("a",)])
            with self.assertRaises(KeyError):
                s.set_weight("h", 1)

    def test_missing(self):
        with MODEL.session() as s:
            s.add("Pair", [("a", "b")]).map()
            with self.assertRaises(ValueError):
                s.add("Pair", [("c", "d"), ("e", None)])
            s.add("Pair", [("c", "d"), ("e", None)], missing="skip")
            self.assertEqual(s.predicates["Pair"].true_atoms, 2)
