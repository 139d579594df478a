"""What a case of one stretch and one paper of a kind comes to, from single numbers.

``kernel_facts``, ``kernel_exposure`` and ``kernel_asks`` say the same of any case, from its row.
"""

from __future__ import annotations

from typing import Any

from outfall.docket.engine.compiling import inner
from outfall.docket.engine.kernel_asks import FILED, NONE_STATE, NOT_PENDING, NOT_REVERSED, PENDING
from outfall.docket.engine.layout import (
    FIRST_DAY,
    GRANTED,
    REVERSED,
    T_AFTER,
    T_UNCONVICTED,
    T_WITHIN,
)

Row = Any
UNFILED = 1


@inner
def proceeding(filed: int, timely: int, decided: int, outcome: int, wanted: int) -> bool:
    """Whether a proceeding (``filed`` is 0: none) is in a state."""
    if wanted == UNFILED:
        return filed == 0
    against = outcome in (REVERSED, GRANTED)
    if filed == 0 or not timely:
        return not against and wanted in (NONE_STATE, NOT_PENDING, NOT_REVERSED)
    if decided == 0:
        return wanted in (FILED, PENDING, NOT_REVERSED)
    if against:
        return wanted == FILED
    return wanted not in (NONE_STATE, PENDING)


@inner
def earlier(history: Row, first: int, last: int, t: Row, back: Row, offense: int, on: int) -> int:
    """Earlier offenses within the look-back, of a party without a conviction in the case.

    ``back`` says for each day, from ``FIRST_DAY`` on, from when on offenses count.
    """
    if first == last:
        return 0
    found, after, unconvicted = 0, t[T_AFTER], t[T_UNCONVICTED]
    since = back[offense - FIRST_DAY] if t[T_WITHIN] else 0
    for k in range(first, last):
        committed, convicted = history[k, 0], history[k, 1]
        counts = (convicted <= on) & ((convicted < offense) | (after == 0))
        counts = counts if convicted else unconvicted != 0
        found += (since <= committed) & (committed < offense) & counts
    return found


@inner
def _overlap(first: int, last: int, start: int, end: int) -> int:
    return max(0, min(last, end) - max(first, start) + 1)


@inner
def lasted(
    found: int, remedied: int, first: int, on: int, cure: int, toll: int, toll_last: int
) -> int:
    """The days on which a violation lasted, from ``first``, less those that do not count."""
    since = max(found, first)
    last = (min(remedied, on + 1) if remedied else on + 1) - 1
    if last < since:
        return 0
    total = last - since + 1 - _overlap(since, last, first, cure)
    if toll:
        total += _overlap(since, last, max(first, toll), min(cure, toll_last))
        total -= _overlap(since, last, toll, toll_last)
    return total
