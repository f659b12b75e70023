"""Calls that were stopped, and put together what they have while their caller goes on."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Optional, TypeVar

from . import _kerf
from ._errors import KerfError

Said = tuple[int, Any, Optional[BaseException]]
Item = TypeVar("Item")

atexit.register(_kerf.settle_all)


class Late:
    """What such a call will say; its session is at work until it has."""

    def __init__(self, handle: _kerf.Handle) -> None:
        self.handle = handle
        #: What is to be done with the session afterwards.
        self.then: list[Callable[[], None]] = []
        self._lock = threading.Lock()
        self._said: Optional[Said] = None
        self._error: Optional[KerfError] = None

    def wait(self) -> None:
        """Until it is over; an exception of a signal handler ends the waiting, not the call."""
        with self._lock:
            if self._said is None and self._error is None:
                try:
                    self._said = _kerf.settle(self.handle)
                except KerfError as e:
                    self._error = e
                for do in self.then:
                    do()

    def said(self) -> Said:
        """What it said, or raises what it failed with."""
        self.wait()
        if self._error is not None:
            raise self._error
        assert self._said is not None
        return self._said


class Promised:
    """An object that gets its attributes when the first of them is asked for."""

    def _promise(self, late: Late, take: Callable[[Said], None]) -> None:
        """``take`` makes the attributes of what the call says."""
        self.__dict__["_late"] = late, take

    def __getattr__(self, name: str) -> Any:
        promise = self.__dict__.get("_late")
        if promise is None or name.startswith("__"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        late, take = promise
        take(late.said())
        self.__dict__.pop("_late", None)
        return getattr(self, name)


class PromisedList(Sequence[Any]):
    """A list that is made when it is looked at."""

    def __init__(self, late: Late, make: Callable[[Any], list[Any]]) -> None:
        self._late, self._make = late, make
        self._items: Optional[list[Any]] = None

    def _get(self) -> list[Any]:
        if self._items is None:
            self._items = self._make(self._late.said()[1])
        return self._items

    def __getitem__(self, at: Any) -> Any:
        return self._get()[at]

    def __len__(self) -> int:
        return len(self._get())

    def __iter__(self) -> Iterator[Any]:
        return iter(self._get())

    def __repr__(self) -> str:
        return repr(self._get())
