"""How many groundings of each formula are true on average over all worlds, and what they score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _kerf

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class ExpectedRow:
    """A row of a formula's weight table: of the groundings that evidence leaves open, how many are true
    on average, and what they score. ``error`` is how far the score may be off by rounding, nan where
    something was sampled."""

    constants: tuple[str, ...]
    weight: float
    open_groundings: float
    satisfied: float
    score: float
    error: float


@dataclass(frozen=True)
class Expectation:
    """A formula: how many of its groundings are true on average over all worlds, and what they score.

    ``satisfied`` is nan where weights differ from grounding to grounding. A formula with a weight table
    has ``rows``: those of the table for which evidence leaves groundings open. A hard formula is always
    true, and scores nothing.

    >>> import kerf
    >>> weights = b"party\\tAnna\\t1\\nparty\\tBob\\t-2\\n"
    >>> model = kerf.Model.from_string("Smokes(person)\\nparty: Smokes(+x)", weights=weights)
    >>> with model.session(query="Smokes") as s:
    ...     _ = s.add_text("person = {Anna, Bob}")
    ...     party = s.marginal(expectations=True).expectations[0]
    >>> party.label, party.groundings, round(party.score, 4)
    ('party', 2, 0.4927)
    >>> [(r.constants, r.weight, round(r.satisfied, 4)) for r in party.rows]
    [(('Anna',), 1.0, 0.7311), (('Bob',), -2.0, 0.1192)]
    """

    label: str
    groundings: int
    satisfied: float
    score: float
    error: float
    rows: list[ExpectedRow]

    def df(self) -> "pandas.DataFrame":
        """The rows as a DataFrame: the constants, then weight, open_groundings, satisfied, score, error."""
        from ._results import data_frame

        n = len(self.rows[0].constants) if self.rows else 0
        found: dict[str, list[Any]] = {
            f"arg{i + 1}": [r.constants[i] for r in self.rows] for i in range(n)
        }
        for name in ("weight", "open_groundings", "satisfied", "score", "error"):
            found[name] = [getattr(r, name) for r in self.rows]
        return data_frame(found)


def expectations_of(handle: _kerf.Handle) -> list[Expectation]:
    labels = [formula[0] for formula in _kerf.formulas(handle)]
    return [
        Expectation(label, groundings, satisfied, score, error, [ExpectedRow(*r) for r in rows])
        for label, (score, error, satisfied, groundings, rows) in zip(
            labels, _kerf.expectations(handle)
        )
    ]
