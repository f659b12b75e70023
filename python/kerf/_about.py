"""What this kerf is."""

from __future__ import annotations

from . import _kerf


def built_with() -> list[str]:
    """Compiler and libraries that kerf was built with, as ``kerf version`` prints them."""
    return list(_kerf.features())


def options() -> dict[str, str]:
    """Every option of the library as a keyword argument, with its help.

    >>> import kerf
    >>> "time_limit" in kerf.options()
    True
    """
    return {name.replace("-", "_"): text for name, _, _, _, text in _kerf.options()}
