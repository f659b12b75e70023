"""What kerf answers: worlds, probabilities, tables of atoms."""

from __future__ import annotations

import html
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _kerf
from ._errors import KerfError
from ._expectations import Expectation, expectations_of
from ._explaining import Explanation, explanations
from ._late import Promised
from ._tables import PIECE
from ._text import atom, constant, db_text

if TYPE_CHECKING:
    import pandas

PathLike = Union[str, "os.PathLike[str]"]
Row = tuple[str, ...]

SHOWN = 20  # rows of a table in a notebook


def html_table(titles: Iterable[str], rows: Iterable[Iterable[object]], more: int = 0) -> str:
    """A table for notebooks."""
    head = "".join(f"<th>{html.escape(t)}</th>" for t in titles)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(str(c))}</td>" for c in row) + "</tr>" for row in rows
    )
    rest = f"<p>and {more:,} more</p>" if more > 0 else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"


def data_frame(columns: dict[str, list[Any]]) -> "pandas.DataFrame":
    try:
        import pandas
    except ImportError:
        raise ImportError("df() needs pandas, which is not installed") from None
    return pandas.DataFrame({name: _array(values) for name, values in columns.items()})


def _array(values: list[Any]) -> Any:
    """A long list of texts or of numbers as an array, piece by piece, so that Ctrl-C is heard."""
    kinds: dict[type, type] = {str: object, float: float, int: int}
    kind = kinds.get(type(values[0])) if len(values) > PIECE else None
    if kind is None:
        return values
    import numpy

    found: Any = numpy.empty(len(values), dtype=kind)
    for i in range(0, len(values), PIECE):
        found[i : i + PIECE] = values[i : i + PIECE]
    return found


class Atoms(list[Row]):
    """True atoms of one predicate: a list of tuples of constants, with a few ways out.

    >>> import kerf
    >>> with kerf.Model.from_string("Likes(person, person)\\n1 Likes(x, y)").session(query="Likes") as s:
    ...     _ = s.add_text("person = {Anna, Bob}")
    ...     likes = s.map().true("Likes")
    >>> likes[0], len(likes)
    (('Anna', 'Anna'), 4)
    """

    def __init__(self, predicate: str, columns: list[str], rows: Iterable[Row]) -> None:
        super().__init__(rows)
        #: Names of the arguments, else of their types, with _1, _2, ... where names meet.
        self.predicate, self.columns = predicate, columns

    def __reduce__(self) -> tuple[Any, ...]:
        return Atoms, (self.predicate, self.columns, list(self))

    def df(self, columns: Optional[Iterable[str]] = None) -> "pandas.DataFrame":
        """A pandas DataFrame with a column for each argument."""
        names = list(columns) if columns is not None else self.columns
        if len(names) != len(self.columns):
            raise ValueError(f"{self.predicate} has {len(self.columns)} arguments, not {len(names)}")
        parts = _kerf.transpose(self) if self else [[] for _ in names]
        return data_frame(dict(zip(names, parts)))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """For whatever reads Arrow: a column of text for each argument."""
        return _kerf.rows_arrow(self, self.columns)

    def text(self) -> str:
        """As lines of evidence."""
        return db_text(self.predicate, self)

    def _repr_html_(self) -> str:
        return html_table(self.columns, self[:SHOWN], len(self) - SHOWN)


class Clusters(list[tuple[str, int]]):
    """Pairs of id and number of its cluster; clusters are numbered from 0 as their first ids sort."""

    def groups(self) -> list[list[str]]:
        """The ids of each cluster."""
        found: dict[int, list[str]] = {}
        for name, cluster in self:
            found.setdefault(cluster, []).append(name)
        return [found[c] for c in sorted(found)]

    def df(self) -> "pandas.DataFrame":
        """A DataFrame with the columns ``id`` and ``cluster``."""
        return data_frame({"id": [i for i, _ in self], "cluster": [c for _, c in self]})

    def _repr_html_(self) -> str:
        return html_table(("id", "cluster"), self[:SHOWN], len(self) - SHOWN)


def clusters(pairs: Iterable[Sequence[Any]], among: Iterable[object] = ()) -> Clusters:
    """The connected components of pairs; ``among`` lists ids that are to be there although alone.

    >>> import kerf
    >>> kerf.clusters([("a", "c"), ("c", "d")], among=["b"]).groups()
    [['a', 'c', 'd'], ['b']]
    """
    above: dict[str, str] = {}

    def find(a: str) -> str:
        while above[a] != a:
            above[a] = above[above[a]]
            a = above[a]
        return a

    for one in map(constant, among):
        above.setdefault(one, one)
    for pair in pairs:
        a, b = constant(pair[0]), constant(pair[1])
        x = find(above.setdefault(a, a))
        y = find(above.setdefault(b, b))
        if x != y:
            above[max(x, y)] = min(x, y)
    numbers: dict[str, int] = {}
    return Clusters((a, numbers.setdefault(find(a), len(numbers))) for a in sorted(above))


class _Answer(Promised):
    """Values that belong to the session until it goes on to something else, and are copied then."""

    _handle: Optional[_kerf.Handle]

    def _fetch(self) -> None:
        """Copies what has not been copied yet."""
        raise NotImplementedError

    def _detach(self) -> None:
        """The session is about to forget it."""
        try:
            handle = self._handle
        except KerfError:
            return  # it was stopped, and there is nothing: whoever looks is told
        if handle is not None:
            self._fetch()
            self._handle = None

    def __reduce__(self) -> tuple[Any, ...]:
        if self._handle is not None:
            self._fetch()
        return _restore, (type(self), self.__dict__ | {"_handle": None})


def _restore(kind: type[_Answer], state: dict[str, Any]) -> _Answer:
    answer = kind.__new__(kind)
    answer.__dict__.update(state)
    return answer


class MapResult(_Answer):
    """The most probable world that was found, and what is proven of it.

    ``status`` is ``"optimal"`` (no world scores more), ``"bounded"`` (none scores more than ``bound``)
    or ``"unproved"`` (it breaks hard formulas). Also: ``score``, ``bound``, ``gap``, ``cost``,
    ``cost_bound``, ``ending``, ``unique``, ``trusted``, ``hard_violations``, ``iterations``, ``atoms``,
    ``groundings``, ``components``, ``largest_component``, ``true_atoms``, ``seconds``. With the
    option ``only_asked``, ``left_components`` were not solved, and ``asked_optimal`` says whether
    what was asked for is part of a most probable world.

    It stays as it is when its session goes on, and can be pickled.
    """

    status: str
    ending: str
    score: float
    cost: float
    cost_bound: float
    bound: float
    gap: float
    trusted: Optional[str]
    hard_violations: int
    unique: Optional[bool]
    iterations: int
    atoms: int
    groundings: int
    components: int
    largest_component: int
    true_atoms: int
    seconds: float
    left_components: int
    asked_optimal: bool

    def _fill(
        self, handle: Optional[_kerf.Handle], arities: dict[str, int], values: dict[str, Any]
    ) -> None:
        """Without a handle there is no answer."""
        self.__dict__.update(values)
        self._handle = handle
        self._rows: dict[str, tuple[list[str], list[Row]]] = {}
        self.unique = None if values["unique"] < 0 else bool(values["unique"])
        self._arities = arities
        self._texts: dict[str, bytes] = {}

    def _fetch(self) -> None:
        for predicate in self._arities:
            self._get(predicate)

    def _get(self, predicate: str) -> tuple[list[str], list[Row]]:
        if predicate not in self._arities:
            raise KeyError(f"{predicate} is no hidden predicate: there are {self.predicates}")
        if predicate not in self._rows:
            if self._handle is None:
                raise LookupError(f"there is no world: {self.status}")
            self._rows[predicate] = _kerf.answer_rows(self._handle, predicate)
        return self._rows[predicate]

    @property
    def predicates(self) -> list[str]:
        """The hidden predicates."""
        return sorted(self._arities)

    def true(self, predicate: str) -> Atoms:
        """The true atoms of a hidden predicate, those that evidence makes true included."""
        return Atoms(predicate, *self._get(predicate))

    def __contains__(self, key: object) -> bool:
        """``("Smokes", "Anna") in result``: is the atom true?"""
        if not isinstance(key, tuple) or not key:
            raise TypeError("an atom is a tuple of the predicate and its arguments")
        sets: dict[str, set[Row]] = self.__dict__.setdefault("_sets", {})
        if key[0] not in sets:
            sets[key[0]] = set(self._get(key[0])[1])
        return tuple(map(constant, key[1:])) in sets[key[0]]

    def __iter__(self) -> Iterator[str]:
        """All true atoms of the hidden predicates, as text."""
        for predicate in self.predicates:
            for row in self._get(predicate)[1]:
                yield atom(predicate, *row)

    def df(self, predicate: str, columns: Optional[Iterable[str]] = None) -> "pandas.DataFrame":
        """:meth:`true` as a DataFrame."""
        return self.true(predicate).df(columns)

    def arrow(self, predicate: str, *, plain: bool = False) -> "ArrowTable":
        """:meth:`true` for whatever reads Arrow, without tuples between: columns of text, encoded by
        dictionaries unless ``plain``."""
        if predicate not in self._arities:
            raise KeyError(f"{predicate} is no hidden predicate: there are {self.predicates}")
        return ArrowTable(self, predicate, plain)

    def clusters(self, predicate: str, among: Iterable[object] = ()) -> Clusters:
        """The clusters that a predicate of pairs makes: ids joined by true atoms, directly or not.

        ``among`` lists ids that are to be there although they are alone.

        >>> import kerf
        >>> m = kerf.Model.from_string("*Alike(id, id)\\nSame(id, id)\\n2 Alike(a, b) => Same(a, b)")
        >>> with m.session() as s:
        ...     _ = s.add("Alike", [("r1", "r3"), ("r3", "r4")])
        ...     s.map().clusters("Same", among=["r1", "r2", "r3", "r4"]).groups()
        [['r1', 'r3', 'r4'], ['r2']]
        """
        if self._arities.get(predicate, 2) != 2:
            raise ValueError(f"clusters are made by pairs, and {predicate} has other arguments")
        return clusters(self._get(predicate)[1], among)

    def changes(self) -> list[Explanation]:
        """Where the answer departs from soft evidence, each atom with an explanation.

        To be asked before the session goes on to something else.

        >>> import kerf
        >>> model = kerf.Model.from_string("*Friends(p, p)\\nSmokes(p)\\n2 Friends(x, y) => Smokes(y)")
        >>> with model.session() as s:
        ...     _ = s.add("Friends", [("Anna", "Bob")]).add("Smokes", ["Bob"], probability=[0.4])
        ...     [c.atom for c in s.map().changes()]
        ['Smokes(Bob)']
        """
        if self._handle is None:
            raise RuntimeError("the session has gone on: ask for changes() before it does")
        return explanations(self._handle, None)

    def text(self) -> str:
        """The answer as lines of evidence, one for each true atom of the hidden predicates."""
        return "".join(f"{line}\n" for line in self)

    def _text_of(self, kind: str) -> bytes:
        if kind not in self._texts:
            raise ValueError(f"there is no {kind}: ask for it, map({kind}=True)")
        return self._texts[kind]

    def certificate(self) -> str:
        """A proof of the bound for :func:`kerf.verify`; ask for it by ``map(certificate=True)``."""
        return self._text_of("certificate").decode()

    def report(self, path: PathLike) -> None:
        """Writes a page about the run; ask for it by ``map(report=True)``."""
        with open(path, "wb") as file:
            file.write(self._text_of("report"))

    def statistics(self) -> dict[str, Any]:
        """What ``kerf map --stats`` tells; ask for it by ``map(statistics=True)``."""
        found: dict[str, Any] = json.loads(self._text_of("statistics"))
        return found

    def _summary(self) -> list[tuple[str, str]]:
        rows = [
            ("status", self.status),
            ("score", f"{self.score:.10g}"),
            ("bound", f"{self.bound:.10g}"),
            ("gap", f"{self.gap:.6g}"),
            ("true atoms", f"{self.true_atoms:,}"),
            ("iterations", f"{self.iterations}"),
            ("seconds", f"{self.seconds:.2f}"),
        ]
        return rows if self.ending == "converged" else [*rows, ("ended by", self.ending)]

    def __repr__(self) -> str:
        bound = "" if self.status == "optimal" else f", at most {self.bound:.10g}"
        return f"<kerf.MapResult {self.status}: score {self.score:.10g}{bound}>"

    def _repr_html_(self) -> str:
        return html_table(("most probable world", ""), self._summary())


class ArrowTable:
    """The atoms of one predicate, with ``__arrow_c_stream__``: as often as it is asked."""

    def __init__(self, result: Union[MapResult, "Marginals"], predicate: str, plain: bool) -> None:
        self._result, self._predicate, self._plain = result, predicate, plain

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        result = self._result
        if isinstance(result, MapResult):
            if result._handle is not None:
                return _kerf.answer_arrow(result._handle, self._predicate, self._plain)
            return result.true(self._predicate).__arrow_c_stream__()
        if result._handle is None:
            raise RuntimeError("the session has gone on: ask for arrow() before it does")
        return _kerf.probabilities_arrow(result._handle, self._predicate, self._plain)


class Marginals(_Answer):
    """How probable each hidden atom is that evidence leaves open.

    ``certainty`` is ``"exact"``, ``"mixed"``, ``"sampled"`` or ``"unconverged"``. Also: ``ending``,
    ``log_z``, ``log_z_lo``, ``log_z_hi``, ``atoms``, ``free_atoms``, ``components``,
    ``exact_components``, ``sampled_components``, ``width``, ``chains``, ``samples``, ``max_rhat``,
    ``min_ess``, ``seconds``.

    >>> import kerf
    >>> with kerf.Model.from_string("Smokes(person)\\n1 Smokes(x)").session(query="Smokes") as s:
    ...     _ = s.add_text("person = {Anna}")
    ...     round(s.marginal()["Smokes", "Anna"], 4)
    0.7311
    """

    certainty: str
    ending: str
    log_z: float
    log_z_lo: float
    log_z_hi: float
    atoms: int
    free_atoms: int
    components: int
    exact_components: int
    sampled_components: int
    width: int
    chains: int
    samples: int
    max_rhat: float
    min_ess: float
    seconds: float

    def _fill(
        self,
        handle: _kerf.Handle,
        arities: dict[str, int],
        values: dict[str, Any],
        expects: bool = False,
    ) -> None:
        self.__dict__.update(values)
        self._handle = handle
        self._values: Optional[dict[str, list[tuple[Any, ...]]]] = None
        self._expects = expects
        self._expected: Optional[list[Expectation]] = None
        self._arities = arities

    def _fetch(self) -> None:
        self._get()
        if self._expects:
            self.expectations

    def _get(self) -> dict[str, list[tuple[Any, ...]]]:
        if self._values is None:
            assert self._handle is not None
            self._values = _kerf.probabilities(self._handle)
        return self._values

    @property
    def predicates(self) -> list[str]:
        """The hidden predicates."""
        return sorted(self._arities)

    @property
    def expectations(self) -> list[Expectation]:
        """Of each formula, as the model has them; to be asked for by ``expectations=True``."""
        if not self._expects:
            raise ValueError("expectations were not asked for: marginal(expectations=True)")
        if self._expected is None:
            assert self._handle is not None
            self._expected = expectations_of(self._handle)
        return self._expected

    def rows(self, predicate: str) -> list[tuple[Row, float]]:
        """Pairs of arguments and probability."""
        return [(row[0], row[1]) for row in self._get().get(predicate, ())]

    def __getitem__(self, key: Union[str, tuple[object, ...]]) -> float:
        """``marginals["Smokes", "Anna"]``: the probability that the atom is true."""
        if "_by_atom" not in self.__dict__:
            self._by_atom = {
                (predicate, *row[0]): float(row[1])
                for predicate, rows in self._get().items()
                for row in rows
            }
        return self._by_atom[(key,) if isinstance(key, str) else tuple(map(constant, key))]

    def df(self, predicate: str, columns: Optional[Iterable[str]] = None) -> "pandas.DataFrame":
        """A DataFrame: the arguments, then p, lo, hi, method, ess, rhat."""
        rows = self._get().get(predicate, ())
        names = list(columns or (f"arg{i + 1}" for i in range(self._arities[predicate])))
        found = {name: [row[0][i] for row in rows] for i, name in enumerate(names)}
        for i, name in enumerate(("p", "lo", "hi", "method", "ess", "rhat"), 1):
            found[name] = [row[i] for row in rows]
        return data_frame(found)

    def arrow(self, predicate: str, *, plain: bool = False) -> ArrowTable:
        """The same for whatever reads Arrow, to be read before the session goes on to something else."""
        if predicate not in self._arities:
            raise KeyError(f"{predicate} is no hidden predicate: there are {self.predicates}")
        return ArrowTable(self, predicate, plain)

    def __repr__(self) -> str:
        return f"<kerf.Marginals {self.certainty}: {self.atoms} atoms>"

    def _repr_html_(self) -> str:
        rows = [
            (atom(p, *row[0]), f"{row[1]:.4f}", f"{row[2]:.4f}", f"{row[3]:.4f}", row[4])
            for p, found in self._get().items()
            for row in found
        ]
        return html_table(("atom", "p", "lo", "hi", "method"), rows[:SHOWN], len(rows) - SHOWN)
