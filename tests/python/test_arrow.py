"""Tables by the Arrow C data interface: a small producer of our own, and DuckDB where it is."""
import ctypes
import os
import pathlib
import unittest

import kerf

MODEL = kerf.Model.from_string("*Pair(id, id)\nSame(id, id)\n1 Pair(x, y) => Same(x, y)")


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


FreeSchema = ctypes.CFUNCTYPE(None, ctypes.POINTER(Schema))
FreeArray = ctypes.CFUNCTYPE(None, ctypes.POINTER(Array))
Schema._fields_ = [("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p),
                   ("flags", ctypes.c_int64), ("n_children", ctypes.c_int64),
                   ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
                   ("dictionary", ctypes.POINTER(Schema)), ("release", FreeSchema),
                   ("private_data", ctypes.c_void_p)]
Array._fields_ = [("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
                  ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64),
                  ("buffers", ctypes.POINTER(ctypes.c_void_p)),
                  ("children", ctypes.POINTER(ctypes.POINTER(Array))),
                  ("dictionary", ctypes.POINTER(Array)), ("release", FreeArray),
                  ("private_data", ctypes.c_void_p)]
GetSchema = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Schema))
GetNext = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Array))
LastError = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(Stream))
FreeStream = ctypes.CFUNCTYPE(None, ctypes.POINTER(Stream))
Stream._fields_ = [("get_schema", GetSchema), ("get_next", GetNext), ("get_last_error", LastError),
                   ("release", FreeStream), ("private_data", ctypes.c_void_p)]

python = ctypes.pythonapi
python.PyCapsule_New.restype = ctypes.py_object
python.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
python.PyCapsule_GetPointer.restype = ctypes.c_void_p
python.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


class Table:
    """A table of texts (None is null) and numbers as a producer has it: batches of columns."""

    def __init__(self, names, batches):
        self.names, self.batches, self.kept, self.at, self.alive = names, batches, [], 0, 0
        self.kinds = ["g" if any(isinstance(v, float) for b in batches for v in b[i]) else "u"
                      for i in range(len(names))]
        self.free_schema = FreeSchema(self.release_schema)
        self.free_array = FreeArray(self.release_array)
        self.functions = (GetSchema(self.get_schema), GetNext(self.get_next),
                          LastError(lambda stream: None), FreeStream(self.release_stream))

    def release_schema(self, schema):
        schema.contents.release = FreeSchema()

    def release_array(self, array):
        self.alive -= 1
        array.contents.release = FreeArray()

    def release_stream(self, stream):
        self.alive -= 1
        stream.contents.release = FreeStream()

    def pointers(self, kind, structs):
        made = (ctypes.POINTER(kind) * len(structs))(*map(ctypes.pointer, structs))
        self.kept += [structs, made]
        return made

    def get_schema(self, stream, out):
        children = [Schema(k.encode(), n.encode(), None, 2, 0, None, None, self.free_schema)
                    for n, k in zip(self.names, self.kinds)]
        out[0] = Schema(b"+s", b"", None, 0, len(children), self.pointers(Schema, children), None,
                        self.free_schema)
        return 0

    def column(self, kind, values):
        valid = bytearray((len(values) + 7) // 8)
        for i, v in enumerate(values):
            valid[i // 8] |= (v is not None) << i % 8
        texts = [b"" if v is None else v.encode() for v in values] if kind == "u" else []
        if kind == "u":
            ends = [sum(map(len, texts[:i])) for i in range(len(texts) + 1)]
            buffers = [bytes(valid), bytes((ctypes.c_int32 * len(ends))(*ends)), b"".join(texts)]
        else:
            buffers = [bytes(valid), bytes((ctypes.c_double * len(values))(*(v or 0.0 for v in values)))]
        made = [ctypes.create_string_buffer(b, len(b) + 1) for b in buffers]
        places = (ctypes.c_void_p * len(made))(*(ctypes.addressof(m) for m in made))
        self.kept += [made, places]
        return Array(len(values), -1, 0, len(made), 0, places, None, None, self.free_array)

    def get_next(self, stream, out):
        if self.at == len(self.batches):
            out[0] = Array()
            return 0
        batch = self.batches[self.at]
        self.at += 1
        self.alive += 1
        children = [self.column(k, values) for k, values in zip(self.kinds, batch)]
        none = (ctypes.c_void_p * 1)(None)
        self.kept.append(none)
        out[0] = Array(len(batch[0]), 0, 0, 1, len(children), none, self.pointers(Array, children), None,
                       self.free_array)
        return 0

    def __arrow_c_stream__(self, requested_schema=None):
        self.stream = Stream(*self.functions)
        self.alive += 1
        return python.PyCapsule_New(ctypes.addressof(self.stream), b"arrow_array_stream", None)


def read(capsule):
    """Names and rows of texts that a stream of plain text columns gives."""
    stream = Stream.from_address(python.PyCapsule_GetPointer(capsule, b"arrow_array_stream"))
    schema, rows = Schema(), []
    assert stream.get_schema(stream, schema) == 0
    names = [schema.children[i].contents.name.decode() for i in range(schema.n_children)]
    wide = [schema.children[i].contents.format == b"U" for i in range(schema.n_children)]
    while True:
        array = Array()
        assert stream.get_next(stream, array) == 0
        if not array.release:
            break
        columns = []
        for i in range(array.n_children):
            c = array.children[i].contents
            ends = ctypes.cast(c.buffers[1], ctypes.POINTER(ctypes.c_int64 if wide[i] else ctypes.c_int32))
            text = ctypes.string_at(c.buffers[2], ends[c.length]) if c.length else b""
            columns.append([text[ends[j]:ends[j + 1]].decode() for j in range(c.length)])
        rows += zip(*columns)
        array.release(array)
    schema.release(schema)
    return names, rows


class Producer(unittest.TestCase):
    def test_in(self):
        table = Table(["a", "b"], [[["r1", "São"], ["r2", "x y"]], [["r3"], ["r4"]]])
        with MODEL.session() as s:
            s.add("Pair", table)
            self.assertEqual(s.map().true("Same"), [("São", "x y"), ("r1", "r2"), ("r3", "r4")])
        self.assertEqual(table.alive, 0)

    def test_columns_and_probabilities(self):
        table = Table(["p", "b", "a"], [[[0.2, 0.9], ["x", "y"], ["u", "v"]]])
        with MODEL.session() as s:
            s.add("Same", table, columns=["a", "b"], probability="p")
            self.assertEqual(s.load().predicates["Same"].soft_atoms, 2)
            self.assertEqual(s.map().true("Same"), [("v", "y")])

    def test_nulls(self):
        batches = [[["a", None], ["b", "c"]]]
        with MODEL.session() as s:
            s.add("Pair", Table(["a", "b"], batches), missing="skip")
            self.assertEqual(s.load().predicates["Pair"].true_atoms, 1)
        table = Table(["a", "b"], batches)
        with MODEL.session() as s, self.assertRaises(kerf.KerfError):
            s.add("Pair", table)
            s.load()
        self.assertEqual(table.alive, 0)

    def test_blanks(self):
        batches = [[["a", " ", "c"], ["b", "x", ""]]]
        with MODEL.session() as s:
            s.add("Pair", Table(["a", "b"], batches), missing="skip")
            self.assertEqual(s.map().true("Same"), [("a", "b")])
        table = Table(["a", "b"], batches)  # it lends its functions until the session is closed
        with MODEL.session() as s, self.assertRaisesRegex(kerf.KerfError, "row 2, column 1 .a.: it is null"):
            s.add("Pair", table).load()
        self.assertEqual(table.alive, 0)

    def test_chosen_by_name(self):
        with kerf.Model.from_string("*A(x)\nB(x)\n1 A(x) => B(x)").session() as s:
            s.add("A", Table(["left", "l"], [[["a"], ["b"]]]), columns="left")
            self.assertEqual(s.map().true("B"), [("a",)])
        with MODEL.session() as s, self.assertRaises(TypeError):
            s.add("Pair", Table(["a", "b"], [[["a"], ["b"]]]), columns=[0, 1])

    def test_text_is_not_copied(self):
        with MODEL.session() as s:
            s.add("Pair", [(f"{'long ' * 100}{i}", "x") for i in range(2000)])
            found = s.map()
            table = found.arrow("Same", plain=True)
            with MODEL.session() as t:
                t.add("Pair", [("a", "b")])  # what every session needs
                before = t.memory[0]
                t.add("Pair", table)
                self.assertLess(t.memory[0] - before, 10000)  # and a million bytes of text
                self.assertEqual(t.load().predicates["Pair"].true_atoms, 2001)

    def test_never_read(self):
        table = Table(["a", "b"], [[["a"], ["b"]]])
        with MODEL.session() as s:
            s.add("Pair", table)
        self.assertEqual(table.alive, 0)

    def test_wrong_predicate(self):
        table = Table(["a", "b"], [[["a"], ["b"]]])
        with MODEL.session() as s, self.assertRaises(kerf.KerfError):
            s.add("Pear", table)
        self.assertEqual(table.alive, 0)


class Out(unittest.TestCase):
    def setUp(self):
        self.session = MODEL.session()
        self.session.add("Pair", [("r1", "São Paulo"), ("r3", "r4")])
        self.result = self.session.map()
        self.rows = self.result.true("Same")

    def test_live(self):
        names, rows = read(self.result.arrow("Same", plain=True).__arrow_c_stream__())
        self.assertEqual((names, rows), (self.rows.columns, self.rows))

    def test_later(self):
        self.session.close()
        for table in self.rows, self.result.arrow("Same"):
            names, rows = read(table.__arrow_c_stream__())
            self.assertEqual((names, rows), (self.rows.columns, self.rows))

    def test_probabilities(self):
        chances = self.session.add("Same", [("r1", "r2")], probability=0.25).marginal()
        schema = Schema()
        capsule = chances.arrow("Same", plain=True).__arrow_c_stream__()
        stream = Stream.from_address(python.PyCapsule_GetPointer(capsule, b"arrow_array_stream"))
        self.assertEqual(stream.get_schema(stream, schema), 0)
        names = [schema.children[i].contents.name.decode() for i in range(schema.n_children)]
        self.assertEqual(names[2:], ["p", "lo", "hi", "method", "ess", "rhat"])
        schema.release(schema)
        with self.assertRaises(KeyError):
            chances.arrow("Pair")
        self.session.map()
        with self.assertRaisesRegex(RuntimeError, "gone on"):
            chances.arrow("Same").__arrow_c_stream__()

    def test_rows_of_the_user(self):
        """A list of rows may be changed: what is no row then is said."""
        for odd in (["a", "b"], ("a",), ("a", 1), None):
            self.rows.append(odd)
            with self.assertRaises((TypeError, IndexError)):
                self.rows.__arrow_c_stream__()
            self.rows.pop()

    def test_never_read(self):
        self.result.arrow("Same").__arrow_c_stream__()
        self.rows.__arrow_c_stream__()

    def test_in_again(self):
        for table in self.rows, self.result.arrow("Same"):
            with MODEL.session() as s:
                self.assertEqual(s.add("Same", table).map().true("Same"), self.rows)


def duckdb_path():
    found = os.environ.get("KERF_DUCKDB", "")
    return found if pathlib.Path(found).is_file() else None


@unittest.skipUnless(duckdb_path(), "KERF_DUCKDB names no libduckdb.so (of @duckdb/node-bindings-linux-x64)")
class DuckDB(unittest.TestCase):
    """A producer that somebody else wrote: batches of 2048 rows, validity masks, dictionaries."""

    def query(self, sql):
        return DuckQuery(ctypes.CDLL(duckdb_path()), sql)

    def test_pairs(self):
        sql = ("select 'rec' || (i % 500) as a, 'rec' || (i * 7 % 501) as b, "
               "case when i % 10 = 0 then null else 0.9::double end as p from range(10000) t(i)")
        with MODEL.session() as s:
            s.add("Same", self.query(sql), columns=["a", "b"], probability="p", missing="skip")
            self.assertEqual(s.load().predicates["Same"].soft_atoms, 9000)

    def test_integers(self):
        with MODEL.session() as s:
            s.add("Pair", self.query("select i::integer, (i + 1)::bigint from range(3000) t(i)"))
            self.assertEqual(s.load().predicates["Pair"].true_atoms, 3000)


class DuckQuery:
    """The answer of a query with __arrow_c_stream__, by DuckDB's C interface."""

    def __init__(self, duck, sql):
        self.duck = duck
        self.db, self.connection, self.result = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
        assert duck.duckdb_open(None, ctypes.byref(self.db)) == 0
        assert duck.duckdb_connect(self.db, ctypes.byref(self.connection)) == 0
        assert duck.duckdb_query_arrow(self.connection, sql.encode(), ctypes.byref(self.result)) == 0
        self.functions = (GetSchema(self.get_schema), GetNext(self.get_next),
                          LastError(lambda stream: None), FreeStream(self.release))

    def get_schema(self, stream, out):
        place = ctypes.cast(out, ctypes.c_void_p)
        return self.duck.duckdb_query_arrow_schema(self.result, ctypes.byref(place))

    def get_next(self, stream, out):
        out[0] = Array()
        place = ctypes.cast(out, ctypes.c_void_p)
        return self.duck.duckdb_query_arrow_array(self.result, ctypes.byref(place))

    def release(self, stream):
        self.duck.duckdb_destroy_arrow(ctypes.byref(self.result))
        self.duck.duckdb_disconnect(ctypes.byref(self.connection))
        self.duck.duckdb_close(ctypes.byref(self.db))
        stream.contents.release = FreeStream()

    def __arrow_c_stream__(self, requested_schema=None):
        self.stream = Stream(*self.functions)
        return python.PyCapsule_New(ctypes.addressof(self.stream), b"arrow_array_stream", None)
