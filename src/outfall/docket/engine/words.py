"""What decided a power, in words: made on demand from the trace, which keeps a number alone."""

from __future__ import annotations

from datetime import date

from outfall.docket.engine.columns import Columns
from outfall.docket.engine.results import Results
from outfall.law.assess import assess
from outfall.law.ordinance import Ordinance
from outfall.law.words import reason


def why(
    law: Ordinance, columns: Columns, on: date, results: Results, case: int, action: str
) -> tuple[str, str]:
    """Why a power is closed for one case, and the paragraph; a power that is open says since when.

    The trace says which need fails first; its sentence is made from a standing of this one case.
    Raises ``Refused`` for a case that can't be read, ``LookupError`` for a power that the law does
    not know.
    """
    if action not in results.actions:
        raise LookupError(f"{law.id} knows no power {action}: {', '.join(results.actions)}")
    number = results.actions.index(action)
    standing = results.standings.get(case) or assess(law, columns.case(case), on)
    told = standing.actions[number]
    which = int(results.trace[case, number])
    if which < 0:
        return f"permitted since {told.since}" if told.since else "permitted", told.cite
    step = told.because[which]
    return reason(step), step.cite or told.cite
