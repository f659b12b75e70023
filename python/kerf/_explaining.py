"""Why an atom is as it is."""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Optional, Union

from . import _kerf
from ._errors import raise_with
from ._late import Late, PromisedList

_TRUTHS = (True, False, None, None)  # kerf_truth; of the last a probability tells
SHOWN = 6  # groundings and atoms in the text of an explanation


@dataclass(frozen=True)
class ExplainedAtom:
    """An atom in a grounding: its value in the answer and in the other world, and what evidence says."""

    text: str
    value: bool
    other_value: bool
    open: bool
    file: Optional[str]
    line: int
    probability: float


@dataclass(frozen=True)
class Grounding:
    """A grounding that one of the two worlds pays for, with its atoms."""

    label: str
    file: Optional[str]
    line: int
    weight: float
    text: str
    atoms: list[ExplainedAtom]


@dataclass(frozen=True)
class Change:
    """An atom that evidence gives, and what is said of it in a change that flips another atom.

    ``truth`` and ``other_truth`` are ``True``, ``False`` or ``None`` (unknown), or where ``probability`` and
    ``other_probability`` are not NaN, these.
    """

    text: str
    predicate: str
    arguments: tuple[str, ...]
    truth: Optional[bool]
    other_truth: Optional[bool]
    probability: float
    other_probability: float
    file: Optional[str]
    line: int

    def __str__(self) -> str:
        says = {True: "true", False: "false", None: "unknown"}
        was, then = (
            says[truth] if math.isnan(p) else f"{p:.6g}"
            for truth, p in (
                (self.truth, self.probability),
                (self.other_truth, self.other_probability),
            )
        )
        return f"{self.text}, {was} by evidence, becomes {then}"


@dataclass(frozen=True)
class Explanation:
    """An atom of the answer beside the best world in which it has the other value.

    ``kind`` is ``"cost"`` (that world costs ``difference`` more), ``"forbidden"`` (hard formulas allow
    none: see ``conflict``), ``"evidence"``, ``"free"`` (no formula pays for either value) or ``"unknown"``
    (it was stopped). ``other_pays`` lists the groundings that only the other world pays for,
    ``answer_pays`` those of the answer, ``flips`` the hidden atoms that flip along.

    ``change`` is ``"least"`` if ``changes`` is a least change of evidence that flips the atom, ``"some"`` if
    it flips the atom but smaller ones were not all tried, ``"none"`` if no change does, ``"not found"``,
    ``"unproved"`` (the answer is not proven to be the best) or ``"not sought"``. Of ``change_facts`` facts
    ``change_tried`` changes were tried, among them all of up to ``change_complete`` facts; afterwards
    the value of now costs ``change_difference`` more.
    """

    atom: str
    value: bool
    kind: str
    status: str
    cost: float
    other_cost: float
    other_bound: float
    difference: float
    least_difference: float
    answer_pays: list[Grounding]
    other_pays: list[Grounding]
    flips: list[ExplainedAtom]
    conflict: list[str]
    file: Optional[str]
    line: int
    seconds: float
    change: str
    changes: list[Change]
    change_facts: int
    change_complete: int
    change_tried: int
    change_difference: float

    def _lines(self) -> Iterable[str]:
        is_value, other = ("true", "false") if self.value else ("false", "true")
        yield f"{self.atom} is {is_value}"
        if self.kind == "cost":
            least = "" if self.status == "optimal" else f", at least {self.least_difference:.6g}"
            yield f"  {other} costs {self.difference:.6g} more{least}"
        elif self.kind == "forbidden":
            yield f"  hard formulas do not allow that it is {other}:"
            yield from (f"    {line}" for line in self.conflict)
        elif self.kind == "evidence":
            place = f" at {self.file}:{self.line}" if self.file else ""
            yield f"  evidence says so{place}"
        else:
            yield {"free": "  no formula pays for either value"}.get(self.kind, "  not known why")
        for title, paid in (
            (f"if it were {other}, this would be paid:", self.other_pays),
            ("and this would be saved:", self.answer_pays),
        ):
            if paid:
                yield f"  {title}"
                yield from (f"    {abs(g.weight):.6g}  {g.text}  ({g.label})" for g in paid[:SHOWN])
                if len(paid) > SHOWN:
                    yield f"    and {len(paid) - SHOWN} more"
        if self.flips:
            more = f" and {len(self.flips) - SHOWN} more" if len(self.flips) > SHOWN else ""
            yield "  flips along: " + ", ".join(a.text for a in self.flips[:SHOWN]) + more
        yield from self._change_lines()

    def _change_lines(self) -> Iterable[str]:
        head = {
            "least": "least change that flips it:",
            "some": "a change that flips it, perhaps not the least:",
            "none": "no change of evidence flips it",
            "not found": "no change was found that flips it",
            "unproved": "no change was looked for: the answer is not proven",
        }.get(self.change)
        if head is not None:
            yield f"  {head}"
        yield from (f"    {change}" for change in self.changes)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


def _grounding(values: tuple[Any, ...]) -> Grounding:
    label, file, line, weight, text, atoms = values
    return Grounding(label, file, line, weight, text, [ExplainedAtom(*a) for a in atoms])


def _note(values: tuple[Any, ...]) -> str:
    file, line, text = values
    return f"{file}:{line}: {text}" if file else str(text)


def _change(values: tuple[Any, ...]) -> Change:
    text, predicate, arguments, truth, other_truth, p, other_p, file, line = values
    return Change(
        text,
        predicate,
        arguments,
        _TRUTHS[truth],
        _TRUTHS[other_truth],
        p,
        other_p,
        file or None,
        line,
    )


def _explanation(values: dict[str, Any]) -> Explanation:
    made: dict[str, Any] = {
        "answer_pays": [_grounding(g) for g in values["answer_pays"]],
        "other_pays": [_grounding(g) for g in values["other_pays"]],
        "flips": [ExplainedAtom(*a) for a in values["flips"]],
        "conflict": [_note(n) for n in values["conflict"]],
        "changes": [_change(c) for c in values["changes"]],
    }
    if math.isnan(values["difference"]):
        made["difference"] = values["other_cost"] - values["cost"]
    return Explanation(**(values | made))


def _names(handle: _kerf.Handle, wanted: Union[bool, str, Iterable[str]]) -> Optional[bytes]:
    """Of the predicates whose evidence may change; True: all there are."""
    if wanted is False:
        return None
    if wanted is True:
        wanted = [predicate[0] for predicate in _kerf.predicates(handle)]
    names = wanted if isinstance(wanted, str) else ",".join(wanted)
    return names.encode("utf-8", "surrogateescape")


def explanations(
    handle: _kerf.Handle,
    atom: Optional[str],
    least_change: Union[bool, str, Iterable[str]] = False,
    change_tries: int = 0,
    leave: Optional[Callable[[Late], None]] = None,
) -> list[Explanation]:
    """Of one atom, or of all that depart from soft evidence. ``leave`` is told of a call that was stopped
    and goes on to put together what it has; without it that is waited for."""
    text = None if atom is None else atom.encode("utf-8", "surrogateescape")
    names = _names(handle, least_change)
    asked = _kerf.explain(handle, (text, names), change_tries, leave is not None)
    status, said, exception = asked
    if status is None and leave is not None:
        late = Late(handle)
        leave(late)
        raise_with(exception, PromisedList(late, _explanations))
    found = _explanations(said)
    if exception is not None:
        raise_with(exception, found)
    return found


def _explanations(said: list[dict[str, Any]]) -> list[Explanation]:
    return [_explanation(values) for values in said]
