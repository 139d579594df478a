"""What the tests of settings and of the ordinance's pages stand on: a town, and a fixed day."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.cast import Cast, found_town


@pytest.fixture(autouse=True)
def on_a_day(settings: Any) -> None:
    """It is June 15, 2026."""
    settings.OUTFALL_TODAY = "2026-06-15"


@pytest.fixture
def town() -> Cast:
    """A town under an ordinance that ships."""
    return found_town()
