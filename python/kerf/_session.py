"""Sessions: evidence in, answers out."""

from __future__ import annotations

import os
import weakref
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _kerf, _tables
from ._errors import Message, MisuseError, error_of, errors_of, messages_of, raise_with, with_result
from ._late import Late, Said
from ._progress import Wanted, Watch
from ._results import MapResult, Marginals, _Answer
from ._explaining import Explanation, explanations
from ._text import Constant, atom, option_text

if TYPE_CHECKING:
    from ._model import Formula, Model, Predicate

PathLike = Union[str, "os.PathLike[str]"]

_TRUTHS = {True: 0, False: 1, None: 2}  # kerf_truth
_STATUSES = {6: "limit reached", 7: "infeasible", 8: "interrupted"}


class Session:
    """Evidence over a model, and what kerf answers about it.

    >>> import kerf
    >>> model = kerf.Model.from_string('''
    ...     *Friends(person, person)
    ...     Smokes(person)
    ...     1.1 Friends(x, y) => (Smokes(x) <=> Smokes(y))
    ...     -0.4 Smokes(x)
    ... ''')
    >>> with model.session() as s:
    ...     _ = s.add("Friends", [("Anna", "Bob"), ("Bob", "Carl")])
    ...     _ = s.add("Smokes", {"person": ["Anna"], "p": [0.9]}, probability="p")
    ...     r = s.map(time_limit=10)
    ...     r.status, r.true("Smokes")
    ('optimal', [('Anna',), ('Bob',), ('Carl',)])

    A session is for one thread at a time, and for the process that made it; another thread or a
    child of ``fork()`` that uses it gets a RuntimeError. It cannot be pickled; its model and its
    results can.
    """

    def __init__(self, model: "Model", **options: object) -> None:
        from ._model import Model, set_options

        if not isinstance(model, Model):
            raise TypeError("a session needs a model: kerf.Model(path) or Model.from_string(text)")
        self._start(model, _kerf.session_over(model._own()), options)
        set_options(self._handle, options)

    def _start(
        self, model: "Model", handle: _kerf.Handle, options: Iterable[str] = ()
    ) -> None:
        self.model, self._own = model, handle
        self._options = {*model._options, *options}  # that somebody has set
        self._loaded = False
        self._live: Optional[weakref.ref[_Answer]] = None
        self._late: Optional[Late] = None

    # ---- life

    @property
    def _handle(self) -> _kerf.Handle:
        """For whatever is next: what was stopped before has to end first."""
        if self._late is not None:
            self._late.wait()
            self._late = None
        return self._own

    def close(self) -> None:
        """Frees its memory; results stay."""
        self._let_go()
        self._handle.close()

    def _hand_over(self) -> None:
        """Closes it, but lets the last result have its memory: what is copied and freed now is late."""
        self._own, self._live, self._late = _kerf.Handle(), None, None
        self._own.close()

    def __enter__(self) -> "Session":
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        value: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        result = getattr(value, "result", None)
        live = self._live() if self._live is not None else None
        if self._late is not None or (live is not None and live is result):
            self._hand_over()
        else:
            self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a session cannot be pickled: pickle its model, or a result")

    def _let_go(self) -> None:
        """What is about to happen makes kerf forget its answer: a result that is in use copies it."""
        answer = self._live() if self._live is not None else None
        if answer is not None and not self._handle.closed():
            answer._detach()
        self._live = None  # not before: it may be interrupted, and is tried again then

    @contextmanager
    def _with(self, options: dict[str, object]) -> Iterator[None]:
        """Options for one call."""
        before = {}
        try:
            for name, value in options.items():
                name = name.replace("_", "-")
                was = _kerf.get_option(self._handle, name)
                _kerf.set_option(self._handle, name, option_text(value))
                before[name] = was
            yield
        finally:
            if self._late is not None:
                self._late.then.append(lambda: self._restore(before))
            else:
                self._restore(before)

    def _restore(self, options: dict[str, Optional[str]]) -> None:
        for name, was in options.items():
            _kerf.set_option(self._own, name, was)

    def _leave(self, late: Late) -> None:
        self._late = late

    # ---- evidence

    def add(
        self,
        predicate: str,
        data: Any,
        *,
        columns: _tables.Selection = None,
        probability: _tables.Probability = None,
        truth: Optional[bool] = True,
        missing: str = "raise",
    ) -> "Session":
        """Facts of one predicate, from a table of almost any kind; returns the session.

        ``data`` is a list of tuples, of dicts or of single values, a dict of columns, a numpy array, a pandas
        DataFrame, anything with ``__arrow_c_stream__``, or the path of a CSV or TSV file. ``columns``
        names the columns that are the arguments, in their order; without it these are all columns
        but that of the probability. ``probability`` is a column with the probability of each row
        (by name or position), a sequence of them, or one number with a point for all: soft evidence. ``truth`` is True, False, or None
        for unknown. ``missing`` says what happens to a row with a blank, None, nan or NA: ``"raise"`` or
        ``"skip"``.

        >>> import kerf
        >>> model = kerf.Model.from_string("*Age(person, integer)\\nOld(person)\\n1 Old(x)")
        >>> s = model.session()
        >>> _ = s.add("Age", [("Anna", 41), ("Bob", None)], missing="skip")
        >>> s.load().predicates["Age"].true_atoms
        1

        Once the evidence has been read, what is added changes it: the session can be asked again.
        Then Arrow, text and files of evidence come too late, and raise.
        """
        if missing not in ("raise", "skip"):
            raise ValueError(f"missing is 'raise' or 'skip', not {missing!r}")
        skip, sign = missing == "skip", _TRUTHS[truth]
        if _tables.is_path(data):
            path = os.fspath(data)
            plain = columns is None and probability is None and truth is True
            if plain and not skip and not self._loaded:
                if "blank" not in self._options:
                    _kerf.set_option(self._handle, "blank", "error")
                _kerf.add_table(self._handle, predicate, os.fsencode(path))
                return self
            by_name = columns is not None or isinstance(probability, str)
            data = _tables.read_csv(path, by_name)
        if _tables.is_arrow(data):
            self._add_arrow(predicate, data, columns, probability, sign, skip)
            return self
        if probability is not None and truth is None:
            raise MisuseError("what is said to be unknown cannot have a probability, too")
        t = _tables.table_of(data, columns, probability)
        if t.n_rows or (t.columns and not self._loaded):
            self._let_go()
            add = _kerf.assert_rows if self._loaded else _kerf.add_columns
            add(self._handle, predicate, t.columns, t.n_rows, sign, t.probabilities, skip)
        return self

    def _add_arrow(
        self,
        predicate: str,
        data: Any,
        columns: _tables.Selection,
        probability: _tables.Probability,
        truth: int,
        skip: bool,
    ) -> None:
        if probability is not None and not isinstance(probability, str):
            raise TypeError("the probability of an Arrow table is the name of a column")
        self._before_reading("an Arrow table")
        if isinstance(columns, str):
            columns = [columns]
        if any(not isinstance(c, str) for c in columns or ()):
            raise TypeError("the columns of an Arrow table are chosen by name")
        names = None if columns is None else tuple(map(str, columns))
        if hasattr(data, "__arrow_c_stream__"):
            capsules = (data.__arrow_c_stream__(), None)
        else:
            capsules = data.__arrow_c_array__()
        _kerf.add_arrow(self._handle, predicate, *capsules, names, truth, probability, skip)

    def _before_reading(self, what: str) -> None:
        """What comes later would be of another world, and change nothing."""
        if self._loaded:
            raise MisuseError(
                f"the evidence has been read, and {what} comes too late: rows and columns do not"
            )

    def add_file(self, path: PathLike) -> "Session":
        """Evidence from a ``.db`` file, before any of it is read; returns the session."""
        self._before_reading("a file")
        _kerf.add_evidence(self._handle, os.fsencode(path))
        return self

    def add_text(self, text: str, name: str = "evidence") -> "Session":
        """Evidence as text, before any of it is read; returns the session. ``name`` stands for the file in
        messages."""
        self._before_reading("text")
        _kerf.add_text(self._handle, os.fsencode(name), text.encode("utf-8", "surrogateescape"))
        return self

    def retract(
        self, predicate: str, data: Any, *, columns: _tables.Selection = None
    ) -> "Session":
        """Takes back what was said of these atoms, whatever it was; returns the session.

        >>> import kerf
        >>> model = kerf.Model.from_string("*Friends(p, p)\\nSmokes(p)\\n1 Friends(x, y) => Smokes(y)")
        >>> with model.session() as s:
        ...     _ = s.add("Friends", [("Anna", "Bob"), ("Anna", "Carl")])
        ...     before = s.map()
        ...     after = s.retract("Friends", [("Anna", "Bob")]).map()
        ...     before.true("Smokes"), after.true("Smokes")
        ([('Bob',), ('Carl',)], [('Carl',)])
        """
        t = _tables.table_of(data, columns)
        if t.n_rows:
            self.load()
            self._let_go()
            _kerf.retract_rows(self._handle, predicate, t.columns, t.n_rows, False)
        return self

    def set_weight(self, formula: Union[int, str], weight: float) -> "Session":
        """Gives a formula another weight in this session, by its index or label; returns the session."""
        if isinstance(formula, str):
            labels = [f.label for f in self.formulas]
            if formula not in labels:
                raise KeyError(f"there is no formula {formula}: there are {labels}")
            formula = labels.index(formula)
        self._let_go()
        _kerf.set_weight(self._handle, formula, weight)
        return self

    def clone(self) -> "Session":
        """A session of its own with the same model and the same evidence, to ask "what if"."""
        self.load()
        copy = Session.__new__(Session)
        if (_kerf.get_option(self._handle, "store") or "memory") != "memory":
            raise MisuseError("a session whose evidence is in a store cannot be cloned")
        copy._start(self.model, _kerf.clone_session(self._handle))
        copy._loaded = True
        return copy

    def load(self) -> "Session":
        """Reads the evidence, which asking does by itself; returns the session."""
        if not self._loaded:
            _kerf.next_world(self._handle)
            self._loaded = True
        return self

    def next_world(self) -> bool:
        """Goes on to the next world of evidence that has several; False if there is none."""
        self._let_go()
        self._loaded = True
        return _kerf.next_world(self._handle)

    @property
    def world(self) -> str:
        """The name of the current world."""
        return _kerf.world_name(self._handle)

    # ---- looking

    @property
    def predicates(self) -> dict[str, "Predicate"]:
        """By name, with what the evidence says of them."""
        from ._model import predicates_of

        return predicates_of(self._handle)

    @property
    def formulas(self) -> list["Formula"]:
        """Those of the model."""
        from ._model import formulas_of

        return formulas_of(self._handle)

    @property
    def constants(self) -> dict[str, int]:
        """How many constants each type has."""
        return dict(_kerf.types(self._handle))

    @property
    def messages(self) -> list[Message]:
        """Everything that was said so far, notes included."""
        return messages_of(self._handle)

    @property
    def memory(self) -> tuple[int, int]:
        """Bytes that kerf uses now, and the most so far."""
        return _kerf.memory_used(self._handle)

    def summary(self) -> str:
        """What ``kerf check`` prints: model and evidence as they were understood."""
        return _kerf.write_text(self._handle, "summary").decode("utf-8", "surrogateescape")

    # ---- asking

    def _answer(self, asked: tuple[Any, Any, Any], result: Any, take: Any = None) -> Any:
        """The result, or an exception that has it. ``take`` makes it of what a call says."""
        status, _, exception = asked
        if isinstance(result, _Answer):
            self._live = weakref.ref(result)
        if self._late is not None:
            result._promise(self._late, take)
        elif take is not None:
            take(asked)
        if exception is not None:
            raise_with(exception, result)
        if status != 0:
            errors = errors_of(self._handle)
            error = error_of(status, _STATUSES.get(status, ""), _STATUSES.get(status, ""), errors)
            error.result = result
            raise error
        return result

    def map(
        self,
        *,
        progress: Wanted = False,
        statistics: bool = False,
        certificate: bool = False,
        report: bool = False,
        **options: object,
    ) -> MapResult:
        """The most probable world.

        Keyword arguments are the options of ``kerf map``, with ``_`` for ``-``, for this call:
        ``time_limit=10``, ``gap=0.01``, ``solver="ilp"``. ``progress=True`` shows how far it is, or a
        function is called with a :class:`Progress`. Ctrl-C ends it within a tenth of a second; the
        KeyboardInterrupt then has the best world so far as ``result``. That is None while evidence is
        still read; where no world was known that keeps the hard formulas its status is ``"unproved"``.

        :class:`InfeasibleError`: no world keeps the hard formulas. :class:`LimitError`: a limit was
        reached before any was found that does.
        """
        with with_result():
            self.load()
            self._let_go()
        with self._with(options):
            watch = Watch(progress, _seconds(options.get("time_limit")))
            try:
                asked = _kerf.map(
                    self._handle, watch.function, statistics, certificate, report
                )
                if asked[0] is None:
                    self._leave(Late(self._own))
            finally:
                watch.end()
        handle = self._own
        kinds = {"statistics": statistics, "certificate": certificate, "report": report}
        wanted = [kind for kind, is_wanted in kinds.items() if is_wanted]
        result = MapResult.__new__(MapResult)

        def take(said: Said) -> None:
            found = handle if said[0] == 0 else None
            result._fill(found, _arities_of(handle), said[1])
            for kind in wanted if said[0] == 0 else ():
                result._texts[kind] = _kerf.write_text(handle, kind)

        found: MapResult = self._answer(asked, result, take)
        return found

    def marginal(
        self,
        *,
        method: str = "auto",
        progress: Wanted = False,
        all: bool = False,
        expectations: bool = False,
        **options: object,
    ) -> Marginals:
        """How probable each hidden atom is that evidence leaves open.

        ``method`` is ``"auto"``, ``"exact"``, ``"mcsat"`` or ``"gibbs"``; ``all`` also lists atoms that no
        formula names, ``expectations`` asks for those of formulas. Other keyword arguments are options of ``kerf marginal``: ``precision``,
        ``samples``, ``time_limit``. Ctrl-C leaves what is known as ``result`` of the KeyboardInterrupt:
        None while evidence is still read; no probabilities while formulas are grounded.
        """
        with with_result():
            self.load()
            self._let_go()
        with self._with(options):
            watch = Watch(progress, _seconds(options.get("time_limit")))
            try:
                asked = _kerf.marginal(self._handle, watch.function, method, all, expectations)
                if asked[0] is None:
                    self._leave(Late(self._own))
            finally:
                watch.end()
        handle = self._own
        result = Marginals.__new__(Marginals)

        def take(said: Said) -> None:
            result._fill(handle, _arities_of(handle), said[1], expectations)

        found: Marginals = self._answer(asked, result, take)
        return found

    def explain(
        self,
        predicate: str,
        *arguments: Constant,
        least_change: Union[bool, str, Iterable[str]] = False,
        change_tries: int = 0,
        **options: object,
    ) -> Explanation:
        """Why an atom of the last answer is as it is: what the other value would cost, and for what.

        ``least_change`` names predicates, True stands for all: a least change of what evidence says of
        their atoms is looked for that flips this one. ``change_tries`` changed worlds are solved for it
        at most, 0 stands for 1000.

        >>> import kerf
        >>> model = kerf.Model.from_string('''
        ...     *Friends(p, p)
        ...     Smokes(p)
        ...     2 Friends(x, y) => Smokes(y)
        ...     -0.5 Smokes(x)
        ... ''')
        >>> with model.session() as s:
        ...     _ = s.add("Friends", [("Anna", "Bob")]).map()
        ...     s.explain("Smokes", "Bob").difference
        ...     print(*s.explain("Smokes", "Bob", least_change="Friends").changes)
        1.5
        Friends(Anna, Bob), true by evidence, becomes false
        """
        with self._with(options):
            text = atom(predicate, *arguments)
            found = explanations(
                self._handle, text, least_change, change_tries, self._leave
            )
            return found[-1]

    def __repr__(self) -> str:
        state = "closed" if self._handle.closed() else "loaded" if self._loaded else "open"
        return f"<kerf.Session over {self.model._name}: {state}>"


def _arities_of(handle: _kerf.Handle) -> dict[str, int]:
    """Of the hidden predicates."""
    from ._model import predicates_of

    return {n: p.arity for n, p in predicates_of(handle).items() if p.hidden}


def _seconds(limit: object) -> Optional[float]:
    return float(limit) if isinstance(limit, (int, float)) and limit > 0 else None
