"""Events of one day, which the law can take in another order than the file's.

One that may not be permitted waits for the others (``law.days``). Where the order could matter the
case is handed over; where it can't, the file's order gives the same facts.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from outfall.docket.engine.compiling import inner
from outfall.docket.engine.layout import CODE, CODES, NAMES, NOTICE, VIOLATION, WORD
from outfall.law.irregular import WATCHED

Row = Any
Events = Any

NOTICE_ISSUED = CODES["notice_issued"]
SERVED = CODES["served"]
SERVICE_RETURNED = CODES["service_returned"]
CORRECTED = CODES["corrected"]
ABATED = CODES["abated"]
APPEAL_FILED = CODES["appeal_filed"]
PETITION_FILED = CODES["petition_filed"]
COST_PROTESTED = CODES["cost_protested"]
PENALTY_ASSESSED = CODES["penalty_assessed"]
PAID_EVENT = CODES["paid"]
REMEDIES = (CORRECTED, ABATED)
PAPERS = (NOTICE_ISSUED, SERVED, SERVICE_RETURNED)
FILINGS = (APPEAL_FILED, PETITION_FILED, COST_PROTESTED)

# What each kind of event reads and changes of the facts: two that touch the same thing, and one of
# which changes it, can come out otherwise in another order.
_TOUCHES = {
    "violation_observed": ("remedies", "stretches danger hold"),
    "danger_passed": ("", "danger"),
    "notice_issued": ("stretches remedies danger", "notices"),
    "served": ("", "notices"),
    "service_returned": ("", "notices"),
    "inspected": ("stretches", "remedies danger"),
    "corrected": ("stretches", "remedies danger"),
    "abated": ("stretches", "remedies danger"),
    "practices_accepted": ("stretches", "hold"),
    "extension_granted": ("", "extensions"),
    "appeal_filed": ("notices", "proceedings"),
    "petition_filed": ("notices", "proceedings"),
    "cost_protested": ("notices money", "proceedings"),
    "hearing_held": ("notices", "proceedings"),
    "appeal_decided": ("notices stretches", "proceedings money remedies hold"),
    "petition_decided": ("notices", "proceedings"),
    "protest_decided": ("notices", "proceedings money"),
    "cost_recorded": ("stretches", "money"),
    "penalty_assessed": ("stretches", "money"),
    "convicted": ("stretches", "convictions money"),
    "fee_charged": ("", "money"),
    "paid": ("", "money"),
    "reduced": ("", "money"),
    "plan_agreed": ("", "plan"),
    "lien_recorded": ("", "lien"),
    "lien_released": ("", "lien"),
    "access_suspended": ("stretches", "access remedies danger"),
    "access_terminated": ("stretches", "access remedies danger"),
    "access_reinstated": ("", "access stretches"),
    "compensation_imposed": ("", "compensation"),
    "compensation_completed": ("stretches", "compensation settled"),
    "compensation_defaulted": ("", "compensation"),
    "closed": ("", "closed"),
    "reopened": ("", "closed"),
}
_THINGS = sorted({thing for pair in _TOUCHES.values() for part in pair for thing in part.split()})


def _bits(names: str) -> int:
    return sum(1 << _THINGS.index(name) for name in names.split())


_READS = np.array([_bits(_TOUCHES.get(name, ("", ""))[0]) for name in NAMES])
_CHANGES = np.array([_bits(_TOUCHES.get(name, ("", ""))[1]) for name in NAMES])
_WAITS = np.array([name in WATCHED for name in NAMES])


@inner
def behind(later: Events, paper: Events, row: int) -> bool:
    """Whether an event may speak of a paper whose issue waits."""
    if paper[CODE] != NOTICE_ISSUED:
        return False
    if later[NOTICE] == row + 1:
        return True
    code = later[CODE]
    if code in PAPERS:
        return bool(later[WORD] == paper[WORD])
    return code in FILINGS


@inner
def ordered(events: Events, order: Row, first: int, last: int) -> bool:
    """Whether the events of a day, by their places in ``order``, come out alike in any order."""
    late = 0
    for a in range(first, last):
        x = events[order[a]]
        waits = _WAITS[x[CODE]] or (late >> (a - first)) & 1
        if not waits:
            continue
        for b in range(a + 1, last):
            y = events[order[b]]
            if behind(y, x, order[a]):
                if b - first > 62:
                    return False
                late |= 1 << (b - first)
                continue
            if x[CODE] in PAPERS and y[CODE] in PAPERS and x[WORD] != y[WORD]:
                continue
            if x[CODE] in REMEDIES and y[CODE] in REMEDIES and x[VIOLATION] != y[VIOLATION]:
                continue
            if x[CODE] == PENALTY_ASSESSED and y[CODE] == PAID_EVENT:
                continue  # a charge comes before the payments of its day, whichever is first
            rx, wx = _READS[x[CODE]], _CHANGES[x[CODE]]
            ry, wy = _READS[y[CODE]], _CHANGES[y[CODE]]
            if wx & (ry | wy) or rx & wy:
                return False
    return True
