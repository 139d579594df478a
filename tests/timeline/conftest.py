from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import NamedTuple

import pytest

from outfall.cli.common import load_case
from outfall.law.assess import assess
from outfall.law.case import Case
from outfall.law.standing import Standing
from outfall.timeline.model import Timeline
from outfall.timeline.picture import picture

CASES = Path(__file__).parent / "cases"


class Drawn(NamedTuple):
    """A picture, and what it was made from."""

    standing: Standing
    case: Case
    timeline: Timeline


@pytest.fixture
def drawn() -> Callable[[str | Path, str], Drawn]:
    """The picture of a case file (or of one of the files here, by its name) on a day."""

    def of(case_file: str | Path, on: str) -> Drawn:
        path = CASES / f"{case_file}.yaml" if isinstance(case_file, str) else case_file
        case, ordinance = load_case(str(path))
        day = date.fromisoformat(on)
        return Drawn(assess(ordinance, case, day), case, picture(case, ordinance, day))

    return of
