"""Worlds as arguments: files, texts, or dicts of tables, for what reads several of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, Union

from . import _kerf, _tables
from ._results import MapResult
from ._session import Session
from ._text import db_text

#: A file; or a table for each predicate, of any kind that Session.add() takes.
World = Union[str, "os.PathLike[str]", Mapping[str, Any]]


def add_worlds(session: Session, worlds: Union[World, Iterable[World]]) -> None:
    """Queues worlds one after the other: a file is one, or several if it has world lines."""
    if isinstance(worlds, (str, os.PathLike, Mapping)):
        worlds = [worlds]
    for number, world in enumerate(worlds, 1):
        if isinstance(world, Mapping):
            session.add_text(f">> {number}\n")
            for predicate, table in world.items():
                session.add(predicate, table)
        else:
            _kerf.add_world(session._handle, os.fsencode(world))


def answer_text(answer: Union[MapResult, World]) -> bytes:
    """An answer or a truth as text: a result, a file, or tables by predicate."""
    if isinstance(answer, MapResult):
        return answer.text().encode("utf-8", "surrogateescape")
    if isinstance(answer, (str, os.PathLike)):
        with open(answer, "rb") as file:
            return file.read()
    rows = ((p, _tables.rows_of(data)) for p, data in answer.items())
    return "".join(db_text(p, r) for p, r in rows).encode("utf-8", "surrogateescape")
