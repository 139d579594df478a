"""Whether many cases can be asked at once here, and whether it can be done without a wait.

The engine is an extra (``outfall[docket]``) and compiles each ordinance for half a minute, once for
all processes. The night's worker does that; a page uses only what lies ready.
"""

# ruff: noqa: PLC0415 -- the engine is an extra, and slow to import: it is asked for where it is used

from __future__ import annotations

import hashlib
import logging
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from outfall.law.ordinance import Ordinance

WORTH = 300
"""Cases of a town from which its worker compiles an ordinance, and from which a page asks for it.

Below, going through them one by one is done sooner than the engine is loaded.
"""
EXTRA = "outfall[docket]"

log = logging.getLogger(__name__)


@lru_cache(maxsize=1)
def is_installed() -> bool:
    """Whether the extra is there."""
    return all(find_spec(name) is not None for name in ("numba", "numpy"))


def loads() -> bool:
    """Whether what asks the engine can be loaded; why it can't is logged."""
    try:
        import_module("outfall.web.casework.in_columns")
    except Exception:
        log.exception("the engine can't be loaded")
        return False
    return True


def is_ready(law: Ordinance) -> bool:
    """Whether a law has been compiled here before, and its compiled plan need only be loaded."""
    if not is_installed() or not loads():
        return False
    mark = _mark(law)
    return mark is not None and mark.is_file()


def warm(law: Ordinance) -> None:
    """Compile the plan of a law if it is not; a law that the engine can't express has none."""
    from outfall.docket.engine.plan import compile_plan

    mark = _mark(law)
    if compile_plan(law).run is not None and mark is not None:
        mark.touch()


@lru_cache(maxsize=256)
def _mark(law: Ordinance) -> Path | None:
    """The file that says that a plan's machine code is on disk; None where none can be kept."""
    from outfall.docket.engine.compiling import folder
    from outfall.docket.engine.writing import NotExpressed
    from outfall.docket.engine.writing_plan import write

    kept = folder()
    if kept is None:
        return None
    try:
        text, _, _ = write(law)
    except NotExpressed:
        return None
    return kept / f"ready-{hashlib.sha256(text.encode()).hexdigest()[:16]}"
