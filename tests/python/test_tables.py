"""Tables in: every kind of table gives the same facts as the text that says the same."""
import csv
import enum
import os
import tempfile
import unittest
import unittest.mock

import kerf

try:
    import numpy
    import pandas
except ImportError:
    numpy = pandas = None

MODEL = kerf.Model.from_string(
    "*One(id)\n*Pair(id, id)\n*Size(id, float)\nRain\nSame(id, id)\n1 Pair(x, y) => Same(x, y)\n0.5 Same(x, y)\n"
    "0.1 Rain")
ROWS = [("r1", "Carl the Elder"), ('5" pipe', "a,b"), ("São Paulo", "(x)")]


def facts(data, predicate="Pair", loaded=False, **options):
    """What a session holds after add(), before or after reading, as the answer that follows from it."""
    with MODEL.session(query="Same,Rain") as s:
        if loaded:
            s.load()
        s.add(predicate, data, **options)
        s.load()
        p = s.predicates[predicate]
        counts = p.true_atoms, p.false_atoms, p.unknown_atoms, p.soft_atoms
        return counts, s.map().true("Same")


class Kinds(unittest.TestCase):
    def setUp(self):
        text = "".join(kerf.atom("Pair", *row) + "\n" for row in ROWS)
        with MODEL.session(query="Same,Rain") as s:
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
            with open(path, "a", encoding="utf-8") as file:
                file.write("r9,\n")
            with self.assertRaisesRegex(kerf.KerfError, "pairs.csv:5"):
                facts(path)
            self.assertEqual(facts(path, missing="skip"), self.expected)
            with MODEL.session(blank="skip", query="Same,Rain") as s, self.assertWarns(kerf.KerfWarning):
                self.assertEqual(s.add("Pair", path).map().true("Same"), self.expected[1])

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
        large = [(2**53 + 1, -(2**63)), (2**63 - 1, 2**53)]
        self.assertEqual(facts(large), facts([tuple(map(str, row)) for row in large]))
        self.assertEqual(facts(large, loaded=True), facts(large))

    def test_subclasses(self):
        """What a value is counts, not how it writes itself."""
        class Colour(int, enum.Enum):
            RED = 1

        class Name(str, enum.Enum):
            ANNA = "Anna"

        expected = facts([("1", "Anna")])
        self.assertEqual(facts([(Colour.RED, Name.ANNA)]), expected)
        self.assertEqual(facts([(Colour.RED, "Anna"), ("2", "x")]), facts([("1", "Anna"), ("2", "x")]))
        self.assertEqual(kerf.atom("P", Colour.RED, Name.ANNA, True), 'P(1, "Anna", "true")')
        with MODEL.session(query="Same,Rain") as s:
            found = s.add("Pair", [(Colour.RED, True)]).map()
        self.assertIn(("Same", Colour.RED, True), found)
        self.assertEqual(found.clusters("Same").groups(), [["1", "true"]])

    def test_numbers(self):
        """With a fraction they are no constants, before and after reading, nor beside texts."""
        for loaded in False, True:
            with self.assertRaisesRegex(kerf.KerfError, "column 1.* holds numbers"):
                facts([(1.0, "a")], loaded=loaded)
            self.assertEqual(facts([("a", 1.5), ("b", 2)], "Size", loaded=loaded)[0], (2, 0, 0, 0))
            with self.assertRaisesRegex(TypeError, "floating-point numbers beside") as caught:
                facts([("a", "b"), (1.0, "b")], loaded=loaded)
            self.assertEqual(caught.exception.__notes__, ["row 2"])

    def test_no_rows(self):
        """Whatever type columns without values have; how many there are still counts."""
        for loaded in False, True:
            self.assertEqual(facts({"a": [], "b": []}, loaded=loaded)[0], (0, 0, 0, 0))
            if numpy:
                self.assertEqual(facts({"a": numpy.empty(0), "b": []}, loaded=loaded)[0], (0, 0, 0, 0))
            if pandas:
                frame = pandas.DataFrame({"a": [1.5], "b": [2.5]})
                self.assertEqual(facts(frame[frame.a > 2], loaded=loaded)[0], (0, 0, 0, 0))
        with self.assertRaisesRegex(kerf.KerfError, "takes 2 arguments"):
            facts({"a": []})

    def test_no_arguments(self):
        for loaded in False, True:
            self.assertEqual(facts([()], "Rain", loaded=loaded)[0], (1, 0, 0, 0))
            self.assertEqual(facts([], "Rain", loaded=loaded)[0], (0, 0, 0, 0))
            self.assertEqual(facts([()], "Rain", loaded=loaded, truth=False)[0], (0, 1, 0, 0))
            for data, p in ([()], 0.25), ([()], [0.25]), ([(0.25,)], 0), ({"p": [0.25]}, "p"):
                self.assertEqual(facts(data, "Rain", loaded=loaded, probability=p)[0], (0, 0, 0, 1))

    @unittest.skipUnless(numpy, "numpy and pandas are not installed")
    def test_scalars_of_numpy(self):
        scalars = numpy.int64(3), numpy.float64(1.5), numpy.float32(0.5), numpy.bool_(True), numpy.str_("x")
        self.assertEqual([kerf.quote(v) for v in scalars], ["3", "1.5", "0.5", '"true"', '"x"'])
        self.assertEqual(facts([(numpy.bool_(True), numpy.longdouble(2))], "Size"), facts([("true", 2.0)], "Size"))
        with MODEL.session(query="Same,Rain", time_limit=numpy.float64(100)) as s:
            self.assertIn(("Same", numpy.int64(1), 2), s.add("Pair", [(1, 2)]).map(gap=numpy.float32(0)))

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
        with self.assertRaisesRegex(ValueError, "same name"):
            facts({1: ["a"], "1": ["b"]})
        with self.assertRaisesRegex(ValueError, "same name"):
            facts([{1: "a", "1": "b"}])
        with self.assertRaises(TypeError):
            facts(b"ab", "One")
        for loaded in False, True:
            with self.assertRaisesRegex(ValueError, "unknown cannot have a probability"):
                facts([("a", "b")], "Same", loaded=loaded, truth=None, probability=0.5)

    def test_iterators_that_fail(self):
        class Odd(list):
            def __iter__(self):
                yield "a"
                raise LookupError("odd")

        class Never:
            def __iter__(self):
                raise LookupError("odd")

        class Index:
            def __index__(self):
                raise LookupError("odd")

        for data in Odd("ab"), {"a": Odd("ab")}, Never(), [Index()], (x for x in Odd()):
            with self.assertRaises(LookupError):
                facts(data, "One")

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

    def test_too_late(self):
        """What cannot change a world that was read is refused, not left for a world that never comes."""
        with MODEL.session() as s:
            found = s.add("Pair", [("a", "b")]).map()
            late = (lambda: s.add("Pair", found.arrow("Same")), lambda: s.add_text("Pair(c, d)"),
                    lambda: s.add_file("facts.db"))
            for call in late:
                with self.assertRaisesRegex(ValueError, "too late"):
                    call()
            s.retract("Pair", found.true("Same")).add("Pair", found.true("Same"))
            self.assertEqual(s.map().true("Same"), found.true("Same"))

    def test_interrupted_copy(self):
        """A result whose copy was interrupted is copied at the next change, and stays as it is."""
        with MODEL.session() as s:
            first = s.add("Pair", [("a", "b")]).map()
            fetch, first._fetch = first._fetch, unittest.mock.Mock(side_effect=KeyboardInterrupt)
            with self.assertRaises(KeyboardInterrupt):
                s.add("Pair", [("c", "d")])
            first._fetch = fetch
            s.add("Pair", [("c", "d")]).map()
            self.assertEqual(len(first.true("Same")), 4)

    @unittest.skipUnless(numpy, "numpy and pandas are not installed")
    def test_layouts(self):
        """Columns of every kind change a world as they make one."""
        frame = pandas.DataFrame({"a": [1, 2], "b": ["x", "y"]})
        for data in frame, frame.astype("category"), numpy.array([[1, 2], [3, 4]])[::-1], frame.astype("string"):
            self.assertEqual(facts(data, loaded=True), facts(data))
        sizes = pandas.DataFrame({"a": ["x", "y"], "n": [0.1, -1e300]})
        with MODEL.session() as s:
            s.load().add("Size", sizes).retract("Size", sizes)
            self.assertEqual(s.predicates["Size"].true_atoms, 0)


@unittest.skipUnless(numpy, "numpy and pandas are not installed")
class Frames(unittest.TestCase):
    """What pandas has, column by column."""

    def column(self, values, **options):
        frame = pandas.DataFrame({"a": values, "b": ["k"] * len(values)})
        return facts(frame, **options)

    def rows(self, *firsts):
        return facts([(first, "k") for first in firsts])

    def test_whole_numbers(self):
        for kind in "int8", "int64", "uint64", "Int64", "Int8", "UInt64", "category", "object", "string":
            self.assertEqual(self.column(pandas.Series([1, 2]).astype(kind)), self.rows("1", "2"), kind)

    def test_missing(self):
        series = [
            pandas.Series([1, None], dtype="Int64"),
            pandas.Series(["1", None], dtype="string"),
            pandas.Series(["1", float("nan")], dtype="object"),
            pandas.Series([1, pandas.NA], dtype="object"),
            pandas.Series([1, pandas.NaT], dtype="object"),
            pandas.Series(["1", None], dtype="category"),
            pandas.Categorical(["1", None]),
        ]
        for values in series:
            self.assertEqual(self.column(values, missing="skip"), self.rows("1"), values)
            with self.assertRaises((kerf.KerfError, ValueError)):
                self.column(values)

    def test_truth_values(self):
        for kind in "bool", "boolean", "object", "category":
            self.assertEqual(self.column(pandas.Series([True, False]).astype(kind)), self.rows("true", "false"))

    def test_no_constants(self):
        """Whole numbers that a missing one made floating-point are no constants: 1 is not 1.0."""
        for values in ([1.0, 2.0], [1, None], pandas.Series([1.0, 2.0]).astype("category")):
            with self.assertRaisesRegex(kerf.KerfError, "holds numbers.*\n.*whole numbers"):
                self.column(values, missing="skip")
        sizes = pandas.DataFrame({"a": ["x", "y"], "n": pandas.Categorical([1.5, None])})
        self.assertEqual(facts(sizes, "Size", missing="skip")[0], (1, 0, 0, 0))
        with self.assertRaises(kerf.KerfError):
            facts(sizes, "Size")
        times = pandas.to_datetime(["2020-01-01", "2020-01-02"])
        zone = times.tz_localize("UTC")
        for values in times, zone, times - times[0], pandas.Series(times).astype("category"):
            with self.assertRaises(TypeError):
                self.column(values)
        self.assertEqual(self.column(times.astype(str)), self.rows("2020-01-01", "2020-01-02"))

    def test_other_shapes(self):
        self.assertEqual(facts(pandas.Series(["a", "b"]), "One")[0], (2, 0, 0, 0))
        self.assertEqual(facts(pandas.Index(["a", "b"]), "One")[0], (2, 0, 0, 0))
        frame = pandas.DataFrame([("a", "b", 3)])
        self.assertEqual(facts(frame, columns=[0, 1]), facts([("a", "b")]))
        self.assertEqual(facts(frame, columns=["0", "1"]), facts([("a", "b")]))
        with self.assertRaisesRegex(kerf.KerfError, "takes 2 arguments, here are 3 columns"):
            facts(frame)
        with self.assertRaisesRegex(ValueError, "same name"):
            facts(pandas.DataFrame([("a", "b")], columns=["x", "x"]))
        self.assertEqual(facts(frame.iloc[:0, :2])[0], (0, 0, 0, 0))
        with self.assertRaises(kerf.KerfError):
            facts(frame.iloc[:0])

    def test_probabilities(self):
        frame = pandas.DataFrame({"a": ["a", "b"], "b": ["c", "d"], "p": [0.25, 0.5]})
        expected = facts([("a", "c"), ("b", "d")], "Same", probability=[0.25, 0.5])
        self.assertEqual(facts(frame, "Same", probability="p"), expected)
        self.assertEqual(facts(frame, "Same", probability=2), expected)
        self.assertEqual(facts(frame, "Same", probability=-1), expected)
        for kind in "Float64", "float32", "object", "string":
            self.assertEqual(facts(frame.astype({"p": kind}), "Same", probability="p"), expected, kind)
        frame.loc[2] = ["e", "f", None]
        for kind in "Float64", "float64", "object", "string":
            typed = frame.astype({"p": kind})
            self.assertEqual(facts(typed, "Same", probability="p", missing="skip"), expected, kind)
            with self.assertRaises(kerf.KerfError):
                facts(typed, "Same", probability="p")


@unittest.skipUnless(numpy, "numpy and pandas are not installed")
class Arrays(unittest.TestCase):
    def test_layouts(self):
        expected = facts([("1", "2"), ("3", "4")])
        whole = numpy.array([[1, 2], [3, 4]])
        wide = numpy.arange(40).reshape(5, 8)
        wide[0:2, 1:3] = whole
        for array in (whole, whole.astype(">i4"), whole.astype("<u2"), numpy.asfortranarray(whole),
                      whole[::-1][::-1], wide[0:2, 1:3], whole.astype(object), whole.astype(str),
                      numpy.ma.array(whole)):
            self.assertEqual(facts(array), expected, array.dtype)
        self.assertEqual(facts(whole[::-1]), facts([("3", "4"), ("1", "2")]))

    def test_structured(self):
        array = numpy.array([("a", 1, 0.5), ("b", 2, 0.25)], dtype=[("x", "U3"), ("y", "i4"), ("p", "f4")])
        expected = facts([("a", "1"), ("b", "2")], "Same", probability=[0.5, 0.25])
        self.assertEqual(facts(array, "Same", probability="p"), expected)
        self.assertEqual(facts(array, "Same", columns=["x", "y"], probability=2), expected)

    def test_masked(self):
        array = numpy.ma.array([[1, 2], [3, 4]], mask=[[0, 0], [0, 1]])
        self.assertEqual(facts(array, missing="skip"), facts([("1", "2")]))
        with self.assertRaises((kerf.KerfError, ValueError)):
            facts(array)

    def test_refused(self):
        with self.assertRaises(ValueError):
            facts(numpy.zeros((2, 2, 2), dtype=int))
        for array in (numpy.array([["2020-01-01"] * 2], dtype="datetime64[D]"), numpy.array([[1j, 2j]]),
                      numpy.array([[b"a", b"b"]])):
            with self.assertRaises(TypeError):
                facts(array)
        with self.assertRaises(kerf.KerfError):
            facts(numpy.array([[0.5, 1.0]]))


class Rows(unittest.TestCase):
    def test_single_values(self):
        expected = facts(["1", "2"], "One")
        self.assertEqual(facts([1, 2], "One"), expected)
        self.assertEqual(facts(range(1, 3), "One"), expected)
        self.assertEqual(facts((str(i) for i in (1, 2)), "One"), expected)
        if numpy:
            self.assertEqual(facts([numpy.int64(1), numpy.uint8(2)], "One"), expected)
            self.assertEqual(facts([numpy.uint64(2**64 - 1)], "One"), facts([str(2**64 - 1)], "One"))
            self.assertEqual(facts([pandas.NA, 1, 2], "One", missing="skip"), expected)

    def test_records(self):
        rows = [{"b": "2", "a": "1"}, {"a": "3", "b": "4"}]
        self.assertEqual(facts(rows, columns=["a", "b"]), facts([("1", "2"), ("3", "4")]))
        self.assertEqual(facts(rows), facts([("2", "1"), ("4", "3")]))
        with self.assertRaisesRegex(ValueError, "row 2"):
            facts([{"a": "1", "b": "2"}, {"a": "1"}])

    def test_no_rows(self):
        for data in ([b"ab"], [{"a", "b"}], [("a", "b"), "cd"], [("a", "b"), None], [("a", b"b")]):
            with self.assertRaises((TypeError, kerf.KerfError), msg=data):
                facts(data)
        with self.assertRaises(TypeError) as caught:
            facts([("a", "b"), ("a", object())])
        self.assertEqual(caught.exception.__notes__, ["row 2"])

    def test_rows_that_fail(self):
        class Odd:
            def __len__(self):
                return 2

            def __getitem__(self, i):
                raise LookupError("odd")

        with self.assertRaises((LookupError, TypeError)):
            facts([("a", "b"), Odd()])

    def test_texts(self):
        """What is not UTF-8 is told with its row; a lone surrogate that stands for no byte is Python's."""
        with self.assertRaisesRegex(kerf.KerfError, r"row 2, column 1.*not valid UTF-8"):
            facts([("a", "b"), ("\udcff", "b")])
        with self.assertRaises(UnicodeEncodeError):
            facts([("a", "b"), ("\ud800", "b")])
        with self.assertRaises(ValueError):
            facts([("a\0", "b")])

    def test_one_probability(self):
        expected = facts([("a", "b"), ("c", "d")], "Same", probability=[0.9, 0.9])
        self.assertEqual(facts([("a", "b"), ("c", "d")], "Same", probability=0.9), expected)
        for wrong in 1.5, -0.5, float("inf"):
            with self.assertRaises(kerf.KerfError):
                facts([("a", "b")], "Same", probability=wrong)
        with self.assertRaises(TypeError):
            facts([("a", "b")], "Same", probability=True)
        with self.assertRaisesRegex(ValueError, "row 2"):
            facts([("a", "b"), ("c", "d")], "Same", probability=["0.5", "much"])

    def test_lengths(self):
        with self.assertRaisesRegex(ValueError, "'a': 1, 'b': 2"):
            facts({"a": ["x"], "b": ["y", "z"]})

    def test_csv(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(os.fsencode(folder), b"p\xff.csv")
            with open(path, "wb") as file:
                file.write(b"a,b,a\nk,l,m\n")
            with self.assertRaisesRegex(ValueError, "same name"):
                facts(os.fsdecode(path), columns=["a", "b"])
            with open(path, "wb") as file:
                file.write(b"id,id\nk,l\n")
            self.assertEqual(facts(os.fsdecode(path)), facts([("k", "l")]))
            with open(path, "wb") as file:
                file.write(b"a,b\nk,\xff\n")
            with self.assertRaisesRegex(kerf.KerfError, "UTF-8"):
                facts(os.fsdecode(path), columns=["a", "b"])

    def test_row_of_a_change(self):
        with MODEL.session() as s:
            s.add("Pair", [("a", "b")]).map()
            with self.assertRaises(kerf.KerfError) as caught:
                s.add("Same", [("a", "b"), ("b", "c")], probability=[0.5, 1.5])
            self.assertEqual(caught.exception.__notes__, ["row 2; those before it were taken"])
