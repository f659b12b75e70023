"""Markov logic: weighted formulas over relations, and the most probable world, proven.

>>> import kerf
>>> model = kerf.Model.from_string('''
...     *Friends(person, person)
...     Smokes(person)
...     1.1 Friends(x, y) => (Smokes(x) <=> Smokes(y))
... ''')
>>> with model.session() as s:
...     _ = s.add("Friends", [("Anna", "Bob")])
...     _ = s.add("Smokes", ["Anna"])
...     s.map().true("Smokes")
[('Anna',), ('Bob',)]
"""

from __future__ import annotations

from ._errors import (
    FileError,
    InfeasibleError,
    KerfError,
    KerfWarning,
    LimitError,
    Message,
    MisuseError,
    OutOfMemoryError,
)
from ._expectations import Expectation, ExpectedRow
from ._explaining import Change, ExplainedAtom, Explanation, Grounding
from ._kerf import version as _version
from ._learning import Learned, learn
from ._model import Formula, Model, Predicate
from ._progress import Progress
from ._results import ArrowTable, Atoms, Clusters, MapResult, Marginals, clusters
from ._scoring import Evaluation, Score, Verification, evaluate, verify
from ._session import Session
from ._text import atom, quote
from ._about import built_with, options

__version__: str = _version()

__all__ = [
    "ArrowTable",
    "Atoms",
    "Change",
    "Clusters",
    "Evaluation",
    "Expectation",
    "ExpectedRow",
    "ExplainedAtom",
    "Explanation",
    "FileError",
    "Formula",
    "Grounding",
    "InfeasibleError",
    "KerfError",
    "KerfWarning",
    "Learned",
    "LimitError",
    "MapResult",
    "Marginals",
    "Message",
    "MisuseError",
    "Model",
    "OutOfMemoryError",
    "Predicate",
    "Progress",
    "Score",
    "Session",
    "Verification",
    "__version__",
    "atom",
    "built_with",
    "clusters",
    "evaluate",
    "learn",
    "options",
    "quote",
    "verify",
]
