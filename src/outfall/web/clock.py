"""The one place in the office that reads a clock.

An instant is kept in UTC, to the microsecond. A legal date is the local date of an instant in the
town's zone: ``local_day`` alone turns the one into the other.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from django.conf import settings


def now() -> datetime:
    """The instant, in UTC."""
    return datetime.now(UTC)


def local_day(instant: datetime, zone: str) -> date:
    """The legal date of an instant in a zone.

    >>> local_day(datetime(2026, 2, 7, 0, 20, 21, tzinfo=UTC), "America/Los_Angeles")
    datetime.date(2026, 2, 6)
    """
    return instant.astimezone(ZoneInfo(zone)).date()


def today(zone: str) -> date:
    """Today's legal date in a zone; a fixed one where a demonstration or a test has set it.

    ``OUTFALL_TODAY`` is that day, or ``@`` and the name of a file that holds it, so that a case can
    be followed through its months while the office runs.
    """
    fixed: str = settings.OUTFALL_TODAY
    if fixed.startswith("@"):
        fixed = Path(fixed[1:]).read_text().strip()
    return date.fromisoformat(fixed) if fixed else local_day(now(), zone)
