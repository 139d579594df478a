"""The engine with nothing compiled: it hands every case over to ``assess``.

What the office makes of the engine's answers is tested without minutes of compiling; the tests
that are marked ``apart`` ask the engine itself.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from outfall.docket.engine.writing import NotExpressed
from outfall.law.ordinance import Ordinance
from outfall.web.casework import engine

WHY = "nothing is compiled in this test"


def by_assess(monkeypatch: pytest.MonkeyPatch, worth: int = 1) -> list[Ordinance]:
    """From here on the engine is there, ready, and compiles nothing; gives the laws asked for."""
    asked: list[Ordinance] = []

    plans: Any = import_module("outfall.docket.engine.plan")
    evaluating: Any = import_module("outfall.docket.engine.evaluate")
    made = plans.compile_plan.__wrapped__  # what it makes here is kept for no other test

    def plan(law: Ordinance, *args: Any, **more: Any) -> Any:
        asked.append(law)
        return made(law, *args, **more)

    def nothing(*_: Any, **__: Any) -> Any:
        raise NotExpressed(WHY)

    monkeypatch.setattr(plans, "write", nothing)
    monkeypatch.setattr(evaluating, "compile_plan", plan)
    monkeypatch.setattr(engine, "is_installed", lambda: True)
    monkeypatch.setattr(engine, "is_ready", lambda law: True)
    monkeypatch.setattr(engine, "warm", lambda law: None)
    monkeypatch.setattr(engine, "WORTH", worth)
    return asked
