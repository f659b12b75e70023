"""Progress: a live line in a terminal, a bar in a notebook, a line now and then elsewhere."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from typing import Any, Optional, TextIO, Union

Told = dict[str, Any]
Wanted = Union[None, bool, Callable[["Progress"], object]]


class Progress:
    """How far a call has come. ``values`` is what kerf told last; ``fraction`` is between 0 and 1, or None."""

    def __init__(self, time_limit: Optional[float] = None) -> None:
        self.values: Told = {}
        self.time_limit = time_limit
        self.is_over = False
        self._first_gap: Optional[float] = None

    def tell(self, values: Told) -> None:
        self.values = values
        gap = values.get("gap")
        if self._first_gap is None and gap is not None and math.isfinite(gap) and gap > 0:
            self._first_gap = float(gap)

    @property
    def fraction(self) -> Optional[float]:
        v = self.values
        if self.is_over:
            return 1.0
        if v.get("task") == "learn":
            done = (v["epoch"] - 1) * v["worlds"] + v["world"]
            return min(float(done / max(v["epochs"] * v["worlds"], 1)), 1.0)
        if v.get("task") == "marginal":
            return float(v["done"] / v["components"]) if v["components"] else None
        parts = []
        if self._first_gap and math.isfinite(v.get("gap", math.inf)):
            parts.append(1 - v["gap"] / self._first_gap)
        if self.time_limit:
            parts.append(v.get("seconds", 0.0) / self.time_limit)
        return min(max(0.0, *parts), 1.0) if parts else None

    def __str__(self) -> str:
        v = self.values
        if not v:
            return "kerf"
        if v["task"] == "learn":
            told = f"epoch {v['epoch']}/{v['epochs']}, world {v['world']}/{v['worlds']}"
            told += f", F1 {v['f1']:.3f}" if math.isfinite(v["f1"]) else ""
        elif v["task"] == "marginal":
            told = f"{v['done']:,} of {v['components']:,} components, {v['method']}"
            if v["samples"]:
                told += f", {v['samples']:,} samples, {v['converged']:,} of {v['atoms']:,} atoms converged"
        else:
            told = f"iteration {v['iteration']}, {v['groundings']:,} groundings"
            told += f", score {v['score']:.8g}" if math.isfinite(v["score"]) else ", no world yet"
            told += f", at most {v['bound']:.8g}" if math.isfinite(v["bound"]) else ""
        return f"{v['task']}: {told}, {v['seconds']:.1f} s"

    def _repr_html_(self) -> str:
        fraction = self.fraction
        value = "" if fraction is None else f' value="{fraction:.3f}"'
        return f'<progress max="1"{value} style="width:16em"></progress> <code>{self}</code>'


def in_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"


class _Line:
    """A line on a terminal that each state writes over; elsewhere a line every ten seconds."""

    PAUSE = 10.0

    def __init__(self, out: TextIO) -> None:
        self.out, self.live = out, out.isatty()
        self.width, self.last = 0, time.monotonic()

    def show(self, progress: Progress) -> None:
        text = str(progress)[:78]
        if self.live:
            self.out.write("\r" + text.ljust(self.width))
            self.width = len(text)
        elif time.monotonic() - self.last >= self.PAUSE:
            self.last = time.monotonic()
            self.out.write(text + "\n")
        self.out.flush()

    def end(self, progress: Progress) -> None:
        if self.live and self.width:
            self.out.write("\r" + " " * self.width + "\r")
            self.out.flush()


class _Bar:
    """A bar that a notebook shows and changes in its place."""

    def __init__(self) -> None:
        from IPython.display import display

        self.display = display
        self.shown: Any = None

    def show(self, progress: Progress) -> None:
        if self.shown is None:
            self.shown = self.display(progress, display_id=True)
        else:
            self.shown.update(progress)

    def end(self, progress: Progress) -> None:
        if self.shown is not None:
            self.shown.update(progress)


class Watch:
    """What is passed to the extension: takes what kerf tells, and shows it as was asked for."""

    def __init__(self, wanted: Wanted, time_limit: Optional[float] = None) -> None:
        self.progress = Progress(time_limit)
        self.call = wanted if callable(wanted) else None
        self.view: Union[_Line, _Bar, None] = None
        if wanted is True and in_notebook():
            self.view = _Bar()
        elif wanted is True and sys.stderr is not None:  # a program without any has None
            self.view = _Line(sys.stderr)

    @property
    def function(self) -> Optional[Callable[[Told], None]]:
        return self.tell if self.call is not None or self.view is not None else None

    def tell(self, values: Told) -> None:
        self.progress.tell(values)
        if self.call is not None:
            self.call(self.progress)
        elif self.view is not None:
            self.view.show(self.progress)

    def end(self) -> None:
        self.progress.is_over = True
        if self.view is not None:
            self.view.end(self.progress)
