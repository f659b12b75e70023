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

PIECE = 1 << 16  # values that are copied at once, so that Ctrl-C is heard in between

Column = tuple[str, Optional[str], Any, Any]
Selection = Optional[Sequence[Union[str, int]]]
Probability = Union[None, str, int, float, Sequence[float]]


@dataclass
class Table:
    """Columns of the same length, and a probability for each row (float64) or None."""

    columns: list[Column]
    n_rows: int
    probabilities: Optional[bytes]


def is_path(data: object) -> bool:
    return isinstance(data, (str, os.PathLike))


def is_pandas(data: object) -> bool:
    return type(data).__module__.partition(".")[0] == "pandas"


def is_arrow(data: object) -> bool:
    """Those of pandas have it too, but need another library for it."""
    has = hasattr(data, "__arrow_c_stream__") or hasattr(data, "__arrow_c_array__")
    return has and not is_pandas(data) and not isinstance(data, list)  # kerf's own rows are both


def is_frame(data: object) -> bool:
    return is_pandas(data) and hasattr(data, "columns")


def is_array(data: object) -> bool:
    return hasattr(data, "dtype") and hasattr(data, "tolist") and hasattr(data, "ndim")


def _array_column(name: Optional[str], values: Any) -> Column:
    """numpy arrays of whole or floating-point numbers as they are; others as lists."""
    kind, size = getattr(values.dtype, "kind", "O"), getattr(values.dtype, "itemsize", 0)
    if kind in "mM":
        raise TypeError(f"column {name!r} holds times: constants are texts and whole numbers")
    if hasattr(values, "mask"):
        return "values", name, values.tolist(), None  # None where it is masked
    if kind in "iu" and not (kind == "u" and size == 8):
        return "integers", name, values.astype("int64").tobytes(), None
    if kind == "f":
        return "numbers", name, values.astype("float64").tobytes(), None
    return "values", name, values.tolist(), None


def _categories(name: Optional[str], values: Any) -> Column:
    """By their codes; but numbers with a fraction are no constants, however they come."""
    codes = values.codes
    codes = codes.to_numpy() if hasattr(codes, "to_numpy") else codes
    if getattr(values.categories.dtype, "kind", "O") in "fmM":
        numbers = values.categories.to_numpy()[codes]
        if numbers.dtype.kind == "f":
            numbers = numbers.astype("float64")
            numbers[codes < 0] = float("nan")
        return _array_column(name, numbers)
    return "codes", name, codes.astype("int32").tobytes(), list(values.categories)


def _series_column(name: Optional[str], series: Any) -> Column:
    """Of pandas: categories by their codes, missing values as None or nan in a list."""
    if hasattr(series, "cat"):
        return _categories(name, series.cat)
    if hasattr(series, "categories") and hasattr(series, "codes"):
        return _categories(name, series)
    if hasattr(series.dtype, "numpy_dtype") or not hasattr(series.dtype, "kind"):
        return "values", name, series.tolist(), None
    return _array_column(name, series.to_numpy())


def _column(name: Optional[str], values: Any) -> Column:
    if is_pandas(values):
        return _series_column(name, values)
    if is_array(values):
        return _array_column(name, values)
    if isinstance(values, str):
        raise TypeError(f"column {name!r} is one text, not a sequence of them")
    return "values", name, values if isinstance(values, list) else list(values), None


def _named(data: Any) -> dict[str, Any]:
    """Columns by name, of a mapping or a DataFrame."""
    names = [str(name) for name in (data if isinstance(data, Mapping) else data.columns)]
    if len(set(names)) != len(names):
        raise ValueError("two columns have the same name: give each its own")
    if isinstance(data, Mapping):
        return dict(zip(names, data.values()))
    return {name: data.iloc[:, i] for i, name in enumerate(names)}


def _records(rows: list[Any]) -> dict[str, list[Any]]:
    """Columns by name, of rows that are mappings."""
    names = list(rows[0])
    for i, row in enumerate(rows, 1):
        if not isinstance(row, Mapping) or set(row) != set(names):
            raise ValueError(f"row {i} has other names than the first")
    return _named({name: [row[name] for row in rows] for name in names})


def _is_single(value: object) -> bool:
    """Is it one value, not a row of them?"""
    return isinstance(value, (str, bytes)) or not hasattr(value, "__len__")


def _array_columns(data: Any) -> dict[Any, Any]:
    if getattr(data.dtype, "names", None):
        return {name: data[name] for name in data.dtype.names}
    if data.ndim == 1:
        return {0: data}
    if data.ndim == 2:
        return {i: data[:, i] for i in range(data.shape[1])}
    raise ValueError("an array of facts has one or two dimensions")


def _row_columns(rows: list[Any]) -> dict[Any, Any]:
    if not rows:
        return {}
    if _is_single(rows[0]):
        return {0: rows}
    if isinstance(rows[0], Mapping):
        return _records(rows)
    return dict(enumerate(_kerf.transpose(rows)))


def _found(data: Any) -> tuple[dict[Any, Any], int]:
    """Columns by name, or by position where they have none; and the rows, for facts without arguments."""
    if isinstance(data, Mapping):
        return _named(data), 0
    if is_frame(data):
        return _named(data), len(data)
    if is_array(data):
        return _array_columns(data), len(data)
    if isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError("bytes are no table")
    rows = data if isinstance(data, list) else list(data)
    return _row_columns(rows), len(rows)


def _length(column: Column) -> int:
    width = {"integers": 8, "numbers": 8, "codes": 4}.get(column[0], 1)
    return len(column[2]) // width


def _chance(row: int, value: Any) -> float:
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return float("nan")
    if isinstance(value, str) and not value.strip():
        return float("nan")
    try:
        return float(value)
    except (TypeError, ValueError):
        raise ValueError(f"row {row}: {value!r} is no probability") from None


def _chances(values: Any) -> bytes:
    """Probabilities as float64; what is missing is nan."""
    if is_pandas(values) and not hasattr(values.dtype, "numpy_dtype"):
        values = values.to_numpy()
    plain = is_array(values) and not is_pandas(values) and not hasattr(values, "mask")
    if plain and getattr(values.dtype, "kind", "O") in "fiu":
        made: bytes = values.astype("float64").tobytes()
        return made
    if hasattr(values, "tolist"):
        values = values.tolist()
    if isinstance(values, str):
        raise TypeError("the probabilities are one text, not a sequence of numbers")
    values = list(values)
    found = array("d")
    try:
        for i in range(0, len(values), PIECE):
            found.extend(array("d", values[i : i + PIECE]))
        return found.tobytes()
    except (TypeError, ValueError):
        return array("d", (_chance(i, v) for i, v in enumerate(values, 1))).tobytes()


def _key(found: dict[Any, Any], column: Union[str, int]) -> Any:
    """The name of a column, or its position, as the key that it has."""
    if column in found:
        return column
    if isinstance(column, int) and -len(found) <= column < len(found):
        return list(found)[column]
    raise KeyError(f"there is no column {column!r}: there are {list(found)}")


def _select(found: dict[Any, Any], columns: Selection, probability: Probability) -> tuple[Any, Any]:
    """The columns that are arguments, and that of the probability."""
    chance: Any = probability
    chosen = None if columns is None else [_key(found, c) for c in columns]
    if isinstance(probability, bool):
        raise TypeError("a probability is a number, or a column of numbers")
    if isinstance(probability, (str, int)):
        key = _key(found, probability)
        chance = found[key]
        found = {k: v for k, v in found.items() if k != key or k in (chosen or ())}
    if chosen is None:
        return found, chance
    return {i: found[c] for i, c in enumerate(chosen)}, chance


def _same_length(made: list[Column]) -> int:
    lengths = {column[1]: _length(column) for column in made}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"columns have different lengths: {lengths}")
    return _length(made[0]) if made else 0


def table_of(data: Any, columns: Selection = None, probability: Probability = None) -> Table:
    """Any table in memory but Arrow."""
    if isinstance(columns, str):
        columns = [columns]
    found, rows = _found(data)
    if not found and not rows and (isinstance(probability, (str, int)) or columns is not None):
        return Table([], 0, None)  # no rows: nothing is known of the columns either
    arguments, chance = _select(found, columns, probability)
    names = list(columns) if columns is not None else list(arguments)
    made = [_column(str(name), values) for name, values in zip(names, arguments.values())]
    n = _same_length(made) if made else rows
    if made and n == 0:  # of no rows a type says nothing: an empty frame has any
        made = [("values", column[1], [], None) for column in made]
    if isinstance(chance, float):
        return Table(made, n, array("d", [chance]).tobytes() * n)
    chances = None if chance is None else _chances(chance)
    if chances is not None and not arguments and isinstance(data, Mapping):
        n = len(chances) // 8
    if chances is not None and len(chances) != 8 * n:
        raise ValueError(f"there are {n} rows and {len(chances) // 8} probabilities")
    return Table(made, n, chances)


def _values(column: Column) -> Sequence[Any]:
    kind, name, values, dictionary = column
    if kind in ("integers", "numbers"):
        return array("q" if kind == "integers" else "d", values)
    if kind == "codes":
        return [dictionary[code] if code >= 0 else None for code in array("i", values)]
    found: list[Any] = values
    return found


def rows_of(data: Any) -> list[tuple[Any, ...]]:
    """Any table but Arrow as rows, for what is written as text."""
    if is_arrow(data):
        raise TypeError("an Arrow table is for Session.add() only: rows and columns are wanted here")
    t = table_of(read_csv(os.fspath(data)) if is_path(data) else data)
    return list(zip(*map(_values, t.columns))) if t.columns else [()] * t.n_rows


def read_csv(path: str, by_name: bool = False) -> dict[str, list[str]]:
    """A CSV or TSV file with a header, by columns. They have its names, which may meet if nobody asks."""
    with open(path, encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
        rows = csv.reader(file, delimiter="\t" if path.endswith(".tsv") else ",")
        names: list[str] = next(rows, [])
        columns: list[list[str]] = [[] for _ in names]
        if len(set(names)) != len(names):
            if by_name:
                raise ValueError(f"{path}: two columns have the same name")
            names = [str(i) for i in range(len(names))]
        for row in rows:
            if row and len(row) != len(names):
                place = f"{path}:{rows.line_num}"
                raise ValueError(f"{place}: {len(row)} cells, and the header has {len(names)}")
            for cell, column in zip(row, columns):
                column.append(cell)
    return dict(zip(names, columns))
