"""The questions asked of Outfall itself: rules that are read from packs, and compiled.

Nothing here knows a number of the law. The first three questions go through ``Figures``, the log
through ``evaluate``, which is told which answers are wanted (``only``); from columns that are ready
in memory, or from Arrow tables in the case file's own words, which have to be encoded first.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from outfall.docket.engine import evaluate
from outfall.docket.engine.arrow import from_tables

from . import laid
from .asked import Engine
from .law import joined

ONLY = ("exposure", "account", "deadlines.appeal")
NARROWS = "only" in inspect.signature(evaluate).parameters
MOST = 10**9
FIGURES = "outfall.docket.engine.figures"


def has_figures() -> bool:
    """Whether single figures can be asked for."""
    return find_spec(FIGURES) is not None


class Outfall(Engine):
    """The engine, on one thread or on more; ``whole`` asks for the full standing of a log."""

    name = "Outfall"
    shares = True

    def __init__(self, threads: int = 1, whole: bool = False) -> None:
        self.threads, self.whole = threads, whole or not NARROWS
        self.figures: Any = None
        if has_figures() and not whole:
            self.figures = import_module(FIGURES).Figures(joined())

    @property
    def most(self) -> Mapping[str, int]:  # type: ignore[override]
        """All questions, or the log alone."""
        asked = () if self.figures is None else ("civil", "tier", "interest")
        return dict.fromkeys((*asked, "log"), MOST)

    @property
    def title(self) -> str:
        """Its name with its threads."""
        threads = f"{self.threads} thread{'s' if self.threads > 1 else ''}"
        return f"{self.name}, {'full standing, ' if self.whole else ''}{threads}"

    def ready(self, question: str, data: Any) -> Any:
        """The columns as they are; a log in the engine's own columns."""
        if question == "civil":
            return data.first, data.last
        if question == "tier":
            return data.offense, data.earlier
        if question == "interest":
            return data.principal, data.since, data.on, data.paid_on, data.paid
        return laid.columns(data), np.full(len(data), data.on, np.int64)

    def ask(self, question: str, ready: Any) -> Any:
        """The answers, as its own arrays."""
        if question != "log":
            return getattr(self.figures, question)(*ready, threads=self.threads)
        return self.standing(*ready)

    def standing(self, columns: Any, on: Any) -> Any:
        """What follows from a log, as far as it is asked for."""
        more: dict[str, Any] = {} if self.whole else {"only": ONLY}
        return evaluate(
            joined(), columns, on, threads=self.threads, trace=False, hand_over=False, **more
        )

    def told(self, question: str, answer: Any) -> tuple[np.ndarray, ...]:
        """The parts of a log's results that are asked for."""
        if question != "log":
            return super().told(question, answer)
        civil, criminal = answer.exposure("civil"), answer.exposure("criminal")
        assert not answer.reasons.any(), f"handed over: {answer.shares()}"
        parts = (
            civil["max"],
            criminal["tier"],
            criminal["max"],
            answer.money("interest"),
            answer.money("owed"),
            answer.deadline_due[:, answer.deadlines.index("appeal")],
        )
        return super().told(question, parts)


class OutfallTables(Outfall):
    """The same from Arrow tables, encoding included."""

    name = "Outfall from Arrow tables"

    def __init__(self, threads: int = 1) -> None:
        super().__init__(threads)

    @property
    def most(self) -> Mapping[str, int]:  # type: ignore[override]
        """The log alone: what is a column already needs no encoding."""
        return {"log": 10**6}

    def ready(self, question: str, data: Any) -> Any:
        """The tables."""
        return laid.tables(data), np.full(len(data), data.on, np.int64)

    def ask(self, question: str, ready: Any) -> Any:
        """Encode and answer."""
        tables, on = ready
        return self.standing(from_tables(joined().id, *tables), on)


def ours() -> list[Engine]:
    """The product's own ways to answer. Making them compiles its plan, where none is kept."""
    return [Outfall(1), Outfall(2), OutfallTables(2)]
