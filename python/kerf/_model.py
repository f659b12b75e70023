"""Models: read and checked once, the source of sessions."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Optional, Union

from . import _kerf
from ._errors import Message, messages_of
from ._session import Session
from ._text import option_text

PathLike = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class Predicate:
    """A predicate of a model; the counts are those of the evidence in a session."""

    name: str
    arity: int
    starred: bool
    hidden: Optional[bool]
    why: str
    true_atoms: int = 0
    false_atoms: int = 0
    unknown_atoms: int = 0
    soft_atoms: int = 0


@dataclass(frozen=True)
class Formula:
    """A formula of a model. ``weight`` is infinite for a hard one, and nan where data or a table say it."""

    label: str
    file: Optional[str]
    line: int
    text: str
    hard: bool
    learnable: bool
    weight: float
    table_rows: int


def predicates_of(handle: _kerf.Handle) -> dict[str, Predicate]:
    found = {}
    for name, arity, starred, hidden, *rest in _kerf.predicates(handle):
        known = None if hidden < 0 else bool(hidden)
        found[name] = Predicate(name, arity, bool(starred), known, *rest)
    return found


def formulas_of(handle: _kerf.Handle) -> list[Formula]:
    return [
        Formula(label, file, line, text, bool(hard), bool(learnable), weight, rows)
        for label, file, line, text, hard, learnable, weight, rows in _kerf.formulas(handle)
    ]


def set_options(handle: _kerf.Handle, options: Mapping[str, object]) -> None:
    for name, value in options.items():
        _kerf.set_option(handle, name.replace("_", "-"), option_text(value))


class Model:
    """A model: declarations and weighted formulas.

    ``Model(path)`` reads a file, with the weights beside it if there are any. Keyword arguments are
    the options that a model is read with: ``dialect``, ``weights``, ``completion``, ``split_cnf``,
    ``strict_types``; and others, as defaults of its sessions. A mistake in the file is a
    :class:`KerfError` that says where.

    >>> import kerf
    >>> model = kerf.Model.from_string('''
    ...     *Friends(person, person)
    ...     Smokes(person)
    ...     1.1 Friends(x, y) => (Smokes(x) <=> Smokes(y))
    ... ''')
    >>> model.formulas[0].weight
    1.1

    A model can be pickled: one from a file is read again from there. After ``fork()`` a child uses
    it as its parent does.
    """

    def __init__(self, path: PathLike, **options: object) -> None:
        self._begin(os.path.abspath(os.fspath(path)), None, None, options)

    @classmethod
    def from_string(
        cls,
        text: str,
        *,
        name: str = "model",
        weights: Optional[bytes] = None,
        **options: object,
    ) -> "Model":
        """A model from text. ``name`` stands for the file in messages; ``weights`` is a table of
        weights, as the file ``model.weights`` holds it."""
        model = cls.__new__(cls)
        model._begin(name, text.encode("utf-8", "surrogateescape"), weights, options)
        return model

    def _begin(
        self,
        name: str,
        text: Optional[bytes],
        weights: Optional[bytes],
        options: Mapping[str, object],
    ) -> None:
        self._name, self._text, self._weights = name, text, weights
        self._options = dict(options)
        self._process = os.getpid()
        self._handle = self._read()

    def _read(self) -> _kerf.Handle:
        handle = _kerf.Handle()
        set_options(handle, self._options)
        name = os.fsencode(self._name)
        _kerf.read_model(handle, name, self._text)
        if self._weights is not None:
            _kerf.read_weights(handle, name + b".weights", self._weights)
        return handle

    def _own(self) -> _kerf.Handle:
        """The handle, or after fork() one of this process."""
        if self._process != os.getpid():
            self._process, self._handle = os.getpid(), self._read()
        return self._handle

    def __reduce__(self) -> tuple[Any, ...]:
        what = (type(self), self._name, self._text, self._weights, self._options)
        own = {name: value for name, value in self.__dict__.items() if not name.startswith("_")}
        return _rebuild, what, own or None

    def session(self, **options: object) -> Session:
        """A session over this model; keyword arguments are options, as in :meth:`Session.map`.

        Sessions are independent of each other: each may be used by a thread of its own.
        """
        return Session(self, **options)

    @property
    def predicates(self) -> dict[str, Predicate]:
        """By name."""
        return predicates_of(self._own())

    @property
    def formulas(self) -> list[Formula]:
        """In the order of the model."""
        return formulas_of(self._own())

    @property
    def messages(self) -> list[Message]:
        """Everything that was said while it was read, notes included."""
        return messages_of(self._own())

    @property
    def text(self) -> str:
        """The model in kerf's dialect, as it was understood."""
        return _kerf.write_text(self._own(), "model").decode("utf-8", "surrogateescape")

    def save(self, path: PathLike) -> None:
        """Writes the model in kerf's dialect to ``x.mln``, and weights of formulas with ``+x`` to
        ``x.weights`` beside it."""
        file = pathlib.Path(path)
        if self._weights is None:
            file.write_text(self.text, encoding="utf-8", errors="surrogateescape")
            return
        assert self._text is not None
        file.write_bytes(self._text)
        file.with_suffix(".weights").write_bytes(self._weights)

    def __repr__(self) -> str:
        return f"<kerf.Model {self._name}: {len(self.formulas)} formulas>"


def _rebuild(
    kind: type[Model],
    name: str,
    text: Optional[bytes],
    weights: Optional[bytes],
    options: dict[str, object],
) -> Model:
    model = kind.__new__(kind)
    model._begin(name, text, weights, options)
    return model
