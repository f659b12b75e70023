"""Answers, verified and compared with the truth."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Optional, Union

from . import _kerf
from ._model import Model
from ._results import MapResult, html_table
from ._worlds import World, add_worlds, answer_text


@dataclass(frozen=True)
class Verified:
    """What one formula adds to score and cost, and groundings that are violated."""

    label: str
    line: int
    hard: bool
    weight: float
    groundings: int
    satisfied: int
    unsatisfied: int
    violations: int
    score: float
    cost: float
    examples: list[str]


@dataclass(frozen=True)
class Verification:
    """What an answer is worth, counted anew."""

    score: float
    cost: float
    hard_violations: int
    worlds: int
    contradictions: int
    certified: bool
    proven_bound: float
    proven_gap: float
    proven_optimal: bool
    formulas: list[Verified]


def verify(
    model: Model,
    evidence: Union[World, Iterable[World]],
    answer: Union[MapResult, World],
    *,
    examples: int = 5,
    certificate: Optional[str] = None,
    **options: object,
) -> Verification:
    """Counts score, cost and violations of an answer, by code that shares nothing with the search.

    ``evidence`` is a file, a dict with a table for each predicate, or a list of these for several
    worlds. ``answer`` is a result, a file, or a dict with a table for each predicate. ``certificate`` is what
    :meth:`MapResult.certificate` gave: the bound is then checked in exact arithmetic.

    >>> import kerf
    >>> model = kerf.Model.from_string("*Friends(p, p)\\nSmokes(p)\\n2 Friends(x, y) => Smokes(y)")
    >>> v = kerf.verify(model, {"Friends": [("Anna", "Bob")]}, {"Smokes": ["Anna"]})
    >>> v.cost, v.formulas[0].examples
    (2.0, ['Friends(Anna, Bob) => Smokes(Bob)'])
    """
    with tempfile.TemporaryDirectory(prefix="kerf-") as folder, model.session(**options) as session:
        add_worlds(session, evidence)
        proof = None
        if certificate is not None:
            proof = os.path.join(folder, "certificate")
            with open(proof, "w", encoding="utf-8") as file:
                file.write(certificate)
        text = answer_text(answer)
        said = _kerf.verify(session._handle, "answer", text, examples, proof)
        values: dict[str, Any] = session._answer(said, said[1])
        return Verification(
            formulas=[Verified(*v) for v in _kerf.verified(session._handle)], **values
        )


@dataclass(frozen=True)
class Score:
    """An answer beside the truth. ``precision``, ``recall`` or ``f1`` is nan where it is not defined."""

    predicate: Optional[str]
    right: int
    wrong: int
    missed: int
    precision: float
    recall: float
    f1: float


@dataclass(frozen=True)
class Evaluation(Score):
    """The same over all predicates, and for each of them."""

    by_predicate: dict[str, Score]

    def _repr_html_(self) -> str:
        rows = [*self.by_predicate.values(), self]
        return html_table(
            ("predicate", "precision", "recall", "F1", "right", "wrong", "missed"),
            [
                (s.predicate or "all", f"{s.precision:.4f}", f"{s.recall:.4f}", f"{s.f1:.4f}")
                + (s.right, s.wrong, s.missed)
                for s in rows
            ],
        )


def _names(names: Union[None, str, Iterable[str]]) -> Optional[str]:
    return names if names is None or isinstance(names, str) else ",".join(names)


def evaluate(
    truth: Union[MapResult, World],
    answer: Union[MapResult, World],
    *,
    predicates: Union[None, str, Iterable[str]] = None,
    symmetric: Union[None, str, Iterable[str]] = None,
) -> Evaluation:
    """Compares an answer with the truth, each a result, a file, or a dict with a table for each predicate.

    ``symmetric`` names predicates for which P(a, b) and P(b, a) are one pair, and P(a, a) is none.

    >>> import kerf
    >>> e = kerf.evaluate({"Same": [("a", "b"), ("c", "d")]}, {"Same": [("b", "a")]}, symmetric="Same")
    >>> e.precision, e.recall
    (1.0, 0.5)
    """
    handle = _kerf.Handle()
    with tempfile.TemporaryDirectory(prefix="kerf-") as folder:
        paths = [os.path.join(folder, name) for name in ("truth.db", "answer.db")]
        for path, world in zip(paths, (truth, answer)):
            with open(path, "wb") as file:
                file.write(answer_text(world))
        whole = Score(
            *_kerf.evaluate(
                handle,
                os.fsencode(paths[0]),
                os.fsencode(paths[1]),
                _names(predicates),
                _names(symmetric),
            )
        )
        each = [Score(*values) for values in _kerf.evaluated(handle)]
    handle.close()
    return Evaluation(**vars(whole), by_predicate={str(s.predicate): s for s in each})
