"""What goes wrong, as exceptions, and what kerf warns of, as warnings."""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, NoReturn, Optional

from . import _kerf

_SEVERITIES = ("error", "warning", "note")
_OPTION = re.compile(r"(?<![^\s(])--([a-z][a-z-]*)(?:=([\w.-]*\w))?")
_UNKNOWN = re.compile(r"^unknown option '[^']*'(; did you mean '[a-z-]+')?")
_COMMAND = re.compile(r"\bkerf [a-z]+ $")


def in_keywords(text: Optional[str]) -> Optional[str]:
    """A text of kerf with options as they are written here.

    >>> in_keywords("--memory-limit and --merge=last, noisy-or or mean")
    'memory_limit= and merge="last", noisy-or or mean'
    >>> in_keywords("kerf check --forecast tells")  # as it is written elsewhere
    'kerf check --forecast tells'
    >>> in_keywords("unknown option 'time-limt'; did you mean 'time-limit'?")
    "unknown option 'time_limt'; did you mean 'time_limit'?"
    """
    def keyword(option: re.Match[str]) -> str:
        if _COMMAND.search(option.string, 0, option.start()):
            return option.group(0)
        name, value = option.group(1).replace("-", "_"), option.group(2)
        return f'{name}="{value}"' if value else f"{name}="

    if text is None:
        return None
    text = _OPTION.sub(keyword, text.replace("-q NAMES", "query="))
    return _UNKNOWN.sub(lambda m: m.group().replace("-", "_"), text)


@dataclass(frozen=True)
class Message:
    """One message of kerf: what, where, and what to do about it."""

    severity: str
    file: Optional[str]
    line: int
    column: int
    length: int
    text: str
    source: Optional[str]
    skipped: int
    hint: Optional[str]

    @property
    def place(self) -> str:
        """``file:line:column``, as much of it as is known."""
        if self.file is None:
            return ""
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file

    def __str__(self) -> str:
        place = f"{self.place}: " if self.place else ""
        lines = [f"{place}{self.text}"]
        if self.source is not None:
            before = max(self.column - 1 - self.skipped, 0)
            # Columns count bytes; the caret stands below characters.
            raw = self.source.encode("utf-8", "surrogateescape")
            at = len(raw[:before].decode("utf-8", "replace"))
            under = len(raw[before : before + self.length].decode("utf-8", "replace"))
            lines += [f"  {self.source}", "  " + " " * at + "^" + "~" * (under - 1)]
        if self.hint is not None:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)


class KerfWarning(UserWarning):
    """kerf read something that is allowed and may not be meant."""


class KerfError(Exception):
    """A call of kerf failed.

    ``file``, ``line``, ``column``, ``hint`` and ``source`` are those of the first error; ``messages``
    has all of them. ``status`` says of what kind it is.

    >>> import kerf
    >>> try:
    ...     kerf.Model.from_string("Smokes(person)\\n1 Smoks(x)")
    ... except kerf.KerfError as e:
    ...     print(e.line, e.column, e.hint)
    2 3 did you mean Smokes?
    """

    def __init__(self, text: str, status: str = "", messages: tuple[Message, ...] = ()) -> None:
        super().__init__(text)
        self.status = status
        self.messages = messages
        first = next((m for m in messages if m.severity == "error"), None)
        self.file = first.file if first else None
        self.line = first.line if first else 0
        self.column = first.column if first else 0
        self.source = first.source if first else None
        self.hint = first.hint if first else None
        #: What there was when it failed, for calls that can tell.
        self.result: Any = None

    def __str__(self) -> str:
        return str(self.args[0])

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.status, self.messages)


class MisuseError(KerfError, ValueError):
    """A call at the wrong time, or an option or a value that there is not."""


class FileError(KerfError, OSError):
    """A file could not be read or written."""

    def __init__(self, text: str, status: str = "", messages: tuple[Message, ...] = ()) -> None:
        KerfError.__init__(self, text, status, messages)


class OutOfMemoryError(KerfError, MemoryError):
    """The memory limit or the machine's memory is used up."""


class InfeasibleError(KerfError):
    """The hard formulas contradict each other or the evidence. The messages say which, and why."""


class LimitError(KerfError):
    """A limit was reached before there was any answer; ``result`` has the bound, if there is one."""


_KINDS = {
    1: MisuseError,
    3: FileError,
    5: OutOfMemoryError,
    6: LimitError,
    7: InfeasibleError,
}


def error_of(status: int, kind: str, why: str, messages: tuple[Message, ...]) -> KerfError:
    errors = [m for m in messages if m.severity == "error"]
    text = "\n".join(str(m) for m in errors) or why or kind
    return _KINDS.get(status, KerfError)(text, kind, messages)


def raise_with(exception: Any, result: object) -> NoReturn:
    """Raises what stopped a call, with what there was by then."""
    exception.result = result
    raise exception


@contextmanager
def with_result() -> Iterator[None]:
    """A KeyboardInterrupt before there was anything has None as ``result``."""
    try:
        yield
    except KeyboardInterrupt as e:
        if not hasattr(e, "result"):
            e.result = None  # type: ignore[attr-defined]
        raise


def _message(severity: int, *rest: Any) -> Message:
    m = Message(_SEVERITIES[severity], *rest)
    return replace(m, text=in_keywords(m.text) or m.text, hint=in_keywords(m.hint))


def messages_of(handle: _kerf.Handle) -> list[Message]:
    """Everything that was said."""
    return [Message(_SEVERITIES[m[0]], *m[1:]) for m in handle.messages()]


def errors_of(handle: _kerf.Handle) -> tuple[Message, ...]:
    """What the last call failed with."""
    said = map(lambda m: _message(*m), handle.messages(True))
    return tuple(m for m in said if m.severity == "error")


def say(status: int, kind: str, why: str, said: list[tuple[Any, ...]], raises: int) -> None:
    """Called by the extension after every call that said something or failed."""
    messages = tuple(_message(*m) for m in said)
    why = in_keywords(why) or why
    if raises:
        raise error_of(status, kind, why, messages)
    for m in messages:
        if m.severity == "warning":
            warnings.warn(str(m), KerfWarning, stacklevel=_caller())


def _caller() -> int:
    """The stack level, for a warning by say(), of who called the package."""
    folder, level = os.path.dirname(__file__), 1
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(folder):
        frame, level = frame.f_back, level + 1
    return level
