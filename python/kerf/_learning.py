"""Weights from worlds whose truth is known."""

from __future__ import annotations

import os
import pathlib
import re
import tempfile
from collections.abc import Iterable
from typing import Any, Union

from . import _kerf
from ._errors import KerfError, raise_with, with_result
from ._late import Late, Promised, Said
from ._model import Model, set_options
from ._progress import Wanted, Watch
from ._session import Session
from ._worlds import World, add_worlds


class Learned(Promised, Model):
    """A model with the weights that were learned; ``info`` tells how learning went."""

    info: dict[str, Any]

    @property
    def weights(self) -> dict[str, float]:
        """The weight of each formula by its label; formulas with tables of weights are not here."""
        return {f.label: f.weight for f in self.formulas if not f.hard and f.weight == f.weight}


    def table(self, label: str) -> dict[Any, float]:
        """The weights of a formula with ``+x`` by constant, or by tuple of constants."""
        found: dict[Any, float] = {}
        for line in (self._weights or b"").decode("utf-8", "surrogateescape").splitlines():
            name, *constants, weight = map(_plain, line.split("\t"))
            if name == label and constants:
                found[constants[0] if len(constants) == 1 else tuple(constants)] = float(weight)
        return found


def _plain(field: str) -> str:
    """A field of a table of weights without its escapes."""
    return re.sub(r"\\([tnr\\])", lambda m: _ESCAPES[str(m.group(1))], field)


_ESCAPES = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}


def _take(
    handle: _kerf.Handle, model: Model, info: dict[str, Any], learned: Learned
) -> Learned:
    """Makes it the model of a session that has learned, by the files that kerf writes of it."""
    with tempfile.TemporaryDirectory(prefix="kerf-") as folder:
        path = pathlib.Path(folder, "learned.mln")
        _kerf.write_learned(handle, os.fsencode(path))
        weights = path.with_suffix(".weights")
        table = weights.read_bytes() if weights.exists() else None
        options = {k: v for k, v in model._options.items() if k not in ("dialect", "weights")}
        learned._begin("learned", path.read_bytes(), table, options)
    learned.info = info
    return learned


def _alone(model: Model, options: dict[str, object]) -> Session:
    """A session that shares its model with nobody, as learning wants it."""
    session = Session.__new__(Session)
    session._start(model, model._read(), options)
    set_options(session._handle, options)
    return session


def learn(
    model: Model,
    worlds: Union[World, Iterable[World]],
    *,
    dev: Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]] = (),
    progress: Wanted = False,
    **options: object,
) -> Learned:
    """Learns the weights of a model from worlds whose truth is known.

    A world is a file of evidence, or a dict with a table for each predicate, as
    :meth:`Session.add` takes them. What it says of hidden predicates is the truth: what is not said
    to be true is false. ``dev`` names files of development data: the weights of the epoch that does
    best on them are the result. Keyword arguments are options of ``kerf learn``:
    ``method="mira"``, ``epochs=10``. Ctrl-C leaves the weights so far as ``result`` of the
    KeyboardInterrupt; that is None as long as worlds are read.

    >>> import kerf
    >>> model = kerf.Model.from_string("*Tall(p)\\nPlays(p)\\nTall(x) => Plays(x)\\nPlays(x)")
    >>> world = {"Tall": ["Anna", "Bob"], "Plays": ["Anna", "Bob"]}
    >>> learned = kerf.learn(model, [world], method="perceptron", query="Plays")
    >>> with learned.session(query="Plays") as s:
    ...     s.add("Tall", ["Carl"]).map().true("Plays")
    [('Carl',)]
    """
    paths = [dev] if isinstance(dev, (str, os.PathLike)) else dev
    with _alone(model, options) as session:
        with with_result():
            add_worlds(session, worlds)
        watch = Watch(progress)
        try:
            status, info, exception = _kerf.learn(
                session._handle, watch.function, tuple(os.fsencode(p) for p in paths)
            )
        finally:
            watch.end()
        learned = Learned.__new__(Learned)
        if status is None:
            late = Late(session._own)
            session._leave(late)
            learned._promise(late, lambda said: _take_late(late.handle, model, said, learned))
            raise_with(exception, learned)
        if status not in (0, 8):
            session._answer((status, info, exception), info)
        if exception is None:
            return _take(session._handle, model, info, learned)
        try:
            so_far = _take(session._handle, model, info, learned)
        except KerfError:
            raise_with(exception, None)  # it was stopped before there were weights
    raise_with(exception, so_far)


def _take_late(handle: _kerf.Handle, model: Model, said: Said, learned: Learned) -> None:
    _take(handle, model, said[1], learned)
    handle.close()
