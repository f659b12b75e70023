"""Values as text that kerf reads back: constants, atoms, options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Union

Constant = Union[str, int, float, bool]


def _plain(value: object) -> object:
    """A scalar of numpy as Python's own."""
    if not isinstance(value, str) and hasattr(value, "dtype") and getattr(value, "ndim", None) == 0:
        return value.item()  # type: ignore[attr-defined]
    return value


def constant(value: object) -> str:
    """The constant that a value stands for in a table; a subclass may write itself in other ways."""
    value = _plain(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return format(int(value), "d")
    return str.__str__(value) if isinstance(value, str) else str(value)

_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def quote(value: Constant) -> str:
    r"""A Python value as a constant in a formula or in evidence, whatever is in it.

    Text is always quoted, so that it is never taken for a variable, a number or part of a formula;
    numbers are written as they are.

    >>> import kerf
    >>> kerf.quote("Carl the Elder"), kerf.quote('5" pipe'), kerf.quote(42)
    ('"Carl the Elder"', '"5\\" pipe"', '42')
    >>> f'2 Friends({kerf.quote("x")}, y) => Smokes(y).'
    '2 Friends("x", y) => Smokes(y).'
    """
    value = _plain(value)  # type: ignore[assignment]
    if isinstance(value, bool):
        return '"true"' if value else '"false"'
    if isinstance(value, int):
        return constant(value)
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            raise ValueError(f"{value} is no constant")
        return repr(float(value))
    if not isinstance(value, str):
        raise TypeError(f"a constant is text or a number, not {type(value).__name__}")
    if "\0" in value:
        raise ValueError("a constant has no NUL in it")
    text = "".join(
        _ESCAPES.get(c) or (f"\\u{ord(c):04x}" if c < " " or c == "\x7f" else c) for c in value
    )
    return f'"{text}"'


def atom(predicate: str, *arguments: Constant) -> str:
    """An atom as evidence and formulas have it.

    >>> import kerf
    >>> kerf.atom("Friends", "Anna", "Carl the Elder")
    'Friends("Anna", "Carl the Elder")'
    """
    if not predicate.replace("_", "a").isalnum():
        raise ValueError(f"{predicate!r} is no name of a predicate")
    return f"{predicate}({', '.join(map(quote, arguments))})" if arguments else predicate


def db_text(predicate: str, rows: Iterable[Sequence[Constant]]) -> str:
    """Lines of evidence that say each row is true."""
    return "".join(atom(predicate, *row) + "\n" for row in rows)


def option_text(value: object) -> str | None:
    """A keyword argument's value as kerf_set() wants it; None is the default."""
    value = _plain(value)
    if value is None:
        return None
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, (list, tuple, set, frozenset)):
        return ",".join(str(v) for v in value)
    if isinstance(value, float):
        return repr(float(value))
    return str(value)
