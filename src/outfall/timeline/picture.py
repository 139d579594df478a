"""The picture of a case on a day, with its stays as they stood on the days before."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from outfall.law.assess import assess
from outfall.law.case import Case
from outfall.law.ordinance import Ordinance
from outfall.timeline.layout import lay, turning_days
from outfall.timeline.model import Timeline

STAYS_MOST = 100
"""The most days of filings and decisions that are asked for their stays, the latest first."""


def picture(case: Case, ordinance: Ordinance, on: date) -> Timeline:
    """The picture of a case on a day, with its stays as they stood on the days before."""
    turns = turning_days(case, on)
    earlier = [assess(ordinance, case, day) for day in turns[-STAYS_MOST:]]
    timeline = lay(assess(ordinance, case, on), case, earlier)
    if len(turns) > STAYS_MOST:
        untold = f"Stays before {turns[-STAYS_MOST]} are not drawn."
        timeline = replace(timeline, footnotes=(*timeline.footnotes, untold))
    return timeline
