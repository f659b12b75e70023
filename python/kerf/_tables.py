"""Tables of any kind as columns for the extension.

A column is a tuple (kind, name, values, dictionary): "values" is any list, "integers" and "numbers" are
contiguous buffers of int64 and float64, "codes" is a buffer of int32 with a list as its dictionary.
numpy and pandas are recognised by what they have; neither is imported.
"""

from __future__ import annotations

import csv
import os
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Optional, Union

from . import _kerf

Column = tuple[str, Optional[str], Any, Any]
Selection = Optional[Sequence[Union[str, int]]]
Probability = Union[None, str, int, Sequence[float]]


@dataclass
class Table:
    """Columns of the same length, and a probability for each row (float64) or None."""

    columns: list[Column]
    n_rows: int
    probabilities: Optional[bytes]


def is_path(data: object) -> bool:
    return isinstance(data, (str, os.PathLike))


def is_arrow(data: object) -> bool:
    return hasattr(data, "__arrow_c_stream__") or hasattr(data, "__arrow_c_array__")


def is_frame(data: object) -> bool:
    return type(data).__module__.partition(".")[0] == "pandas" and hasattr(data, "columns")


def is_array(data: object) -> bool:
    return hasattr(data, "dtype") and hasattr(data, "tolist") and hasattr(data, "ndim")


def _array_column(name: Optional[str], values: Any) -> Column:
    """numpy arrays of whole or floating-point numbers as they are; others as lists."""
    kind, size = getattr(values.dtype, "kind", "O"), getattr(values.dtype, "itemsize", 0)
    if kind in "iu" and not (kind == "u" and size == 8):
        return "integers", name, values.astype("int64").tobytes(), None
    if kind == "f":
        return "numbers", name, values.astype("float64").tobytes(), None
    return "values", name, values.tolist(), None


def _series_column(name: Optional[str], series: Any) -> Column:
    """A pandas Series: categories by their codes, missing values as None or nan in a list."""
    if hasattr(series, "cat"):
        codes = series.cat.codes.to_numpy().astype("int32").tobytes()
        return "codes", name, codes, list(series.cat.categories)
    if hasattr(series.dtype, "numpy_dtype") or not hasattr(series.dtype, "kind"):
        return "values", name, series.tolist(), None
    return _array_column(name, series.to_numpy())


def _column(name: Optional[str], values: Any) -> Column:
    if hasattr(values, "cat") or type(values).__module__.partition(".")[0] == "pandas":
        return _series_column(name, values)
    if is_array(values):
        return _array_column(name, values)
    if isinstance(values, str):
        raise TypeError(f"column {name!r} is one text, not a sequence of them")
    return "values", name, values if isinstance(values, list) else list(values), None


def _named(data: Any) -> dict[str, Any]:
    """Columns by name, of a mapping or a DataFrame."""
    if isinstance(data, Mapping):
        return {str(name): values for name, values in data.items()}
    names = [str(name) for name in data.columns]
    if len(set(names)) != len(names):
        raise ValueError("two columns have the same name: say which by columns=")
    return {name: data.iloc[:, i] for i, name in enumerate(names)}


def _numbered(data: Any) -> list[Any]:
    """Columns by position, of an array or of rows."""
    if is_array(data):
        if data.ndim == 1:
            return [data]
        if data.ndim == 2:
            return [data[:, i] for i in range(data.shape[1])]
        raise ValueError("an array of facts has one or two dimensions")
    rows = data if isinstance(data, list) else list(data)
    if not rows:
        return []
    if isinstance(rows[0], (str, int, float)) or rows[0] is None:
        return [rows]
    return _kerf.transpose(rows)


def _length(column: Column) -> int:
    width = {"integers": 8, "numbers": 8, "codes": 4}.get(column[0], 1)
    return len(column[2]) // width


def _chances(values: Any) -> bytes:
    """Probabilities as float64; what is missing is nan."""
    if hasattr(values, "to_numpy") and not hasattr(values.dtype, "numpy_dtype"):
        values = values.to_numpy()
    if hasattr(values, "tobytes") and getattr(values.dtype, "kind", "O") in "fiu":
        made: bytes = values.astype("float64").tobytes()
        return made
    if hasattr(values, "tolist"):
        values = values.tolist()
    try:
        return array("d", values).tobytes()
    except TypeError:
        nan = float("nan")
        blank = (nan if v is None or v == "" else float(v) for v in values)
        return array("d", blank).tobytes()


def _select(found: dict[Any, Any], columns: Selection, probability: Probability) -> tuple[Any, Any]:
    """The columns that are arguments, and that of the probability."""
    chance: Any = None
    if isinstance(probability, (str, int)):
        key = probability
        if isinstance(key, int) and key < 0:
            key += len(found)
        if key not in found:
            raise KeyError(f"there is no column {probability!r}: there are {list(found)}")
        chance = found[key]
        found = {k: v for k, v in found.items() if k != key}
    elif probability is not None:
        chance = probability
    if columns is None:
        return found, chance
    missing = [c for c in columns if c not in found]
    if missing:
        raise KeyError(f"there is no column {missing[0]!r}: there are {list(found)}")
    return {c: found[c] for c in columns}, chance


def table_of(data: Any, columns: Selection = None, probability: Probability = None) -> Table:
    """Any table in memory but Arrow."""
    found: dict[Any, Any]
    if isinstance(data, Mapping) or is_frame(data):
        found = dict(_named(data))
    else:
        found = dict(enumerate(_numbered(data)))
        if not found and (isinstance(probability, (str, int)) or columns is not None):
            return Table([], 0, None)  # no rows: nothing is known of the columns either
    arguments, chance = _select(found, columns, probability)
    made = [_column(str(name), values) for name, values in arguments.items()]
    n = _length(made[0]) if made else 0
    if any(_length(c) != n for c in made):
        raise ValueError("columns have different lengths")
    chances = None if chance is None else _chances(chance)
    if chances is not None and made and len(chances) != 8 * n:
        raise ValueError(f"there are {n} rows and {len(chances) // 8} probabilities")
    return Table(made, n, chances)


def read_csv(path: str) -> dict[str, list[str]]:
    """A CSV or TSV file with a header, by columns."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        rows = csv.reader(file, delimiter="\t" if path.endswith(".tsv") else ",")
        names: list[str] = next(rows, [])
        columns: list[list[str]] = [[] for _ in names]
        for row in rows:
            if row and len(row) != len(names):
                place = f"{path}:{rows.line_num}"
                raise ValueError(f"{place}: {len(row)} cells, and the header has {len(names)}")
            for cell, column in zip(row, columns):
                column.append(cell)
    return dict(zip(names, columns))
