"""A case's events in the order in which ``law.days`` takes them, into facts.

Events of one day that could be taken in another order than the file's (for one of them may not be
permitted, and waits) are handed over, unless their order can't matter.
"""

from __future__ import annotations

from typing import Any

from outfall.docket.engine.compiling import inner
from outfall.docket.engine.kernel_day import ordered
from outfall.docket.engine.kernel_extensions import extended
from outfall.docket.engine.kernel_fold import (
    accepted,
    danger_passed,
    inspected,
    issued,
    observed,
    remedy,
    returned,
    served,
)
from outfall.docket.engine.kernel_later import (
    access,
    assessed,
    compensation,
    convicted,
    cost,
    decided,
    enter,
    filed,
    heard,
    planned,
    reinstated,
)
from outfall.docket.engine.layout import (
    AMOUNT,
    AT,
    BAD,
    CHARGE,
    CLOSED,
    CODE,
    CODES,
    COMPLETED,
    CONVICTIONS,
    CURRENT,
    DAY,
    DEFAULTED,
    EARLIEST,
    FEE,
    FIRST_OF,
    HAPPENED,
    LAST_OF,
    LATEST,
    LIEN_SINCE,
    LIEN_UNTIL,
    MOST_EVENTS,
    MOST_OFFENSES,
    N_CONVICTIONS,
    N_HAPPENED,
    N_UNCONVICTED,
    NOTICE,
    ODD,
    ON,
    PAID,
    R_DAY_ORDER,
    R_EVENTS,
    R_FAR,
    R_IMPOSSIBLE,
    R_OFFENSES,
    REDUCED,
    RUNNING,
    STAMP,
    UNCONVICTED,
    VIOLATION,
    WORD,
    ZEROED,
)

Row = Any
Events = Any

VIOLATION_OBSERVED = CODES["violation_observed"]
DANGER_PASSED = CODES["danger_passed"]
NOTICE_ISSUED = CODES["notice_issued"]
SERVED = CODES["served"]
SERVICE_RETURNED = CODES["service_returned"]
INSPECTED = CODES["inspected"]
CORRECTED = CODES["corrected"]
ABATED = CODES["abated"]
PRACTICES_ACCEPTED = CODES["practices_accepted"]
EXTENSION_GRANTED = CODES["extension_granted"]
APPEAL_FILED = CODES["appeal_filed"]
PETITION_FILED = CODES["petition_filed"]
COST_PROTESTED = CODES["cost_protested"]
HEARING_HELD = CODES["hearing_held"]
APPEAL_DECIDED = CODES["appeal_decided"]
PETITION_DECIDED = CODES["petition_decided"]
PROTEST_DECIDED = CODES["protest_decided"]
COST_RECORDED = CODES["cost_recorded"]
PENALTY_ASSESSED = CODES["penalty_assessed"]
CONVICTED = CODES["convicted"]
FEE_CHARGED = CODES["fee_charged"]
PAID_EVENT = CODES["paid"]
REDUCED_EVENT = CODES["reduced"]
PLAN_AGREED = CODES["plan_agreed"]
LIEN_RECORDED = CODES["lien_recorded"]
LIEN_RELEASED = CODES["lien_released"]
ACCESS_SUSPENDED = CODES["access_suspended"]
ACCESS_TERMINATED = CODES["access_terminated"]
ACCESS_REINSTATED = CODES["access_reinstated"]
COMPENSATION_IMPOSED = CODES["compensation_imposed"]
COMPENSATION_COMPLETED = CODES["compensation_completed"]
COMPENSATION_DEFAULTED = CODES["compensation_defaulted"]
CLOSED_EVENT = CODES["closed"]
REOPENED = CODES["reopened"]
VOIDED = CODES["voided"]


@inner
def begin(s: Row, on: int, history: Row, first: int, last: int) -> None:
    """An empty row, with the offenses before the case."""
    stamp = s[STAMP] + 1
    for k in range(ZEROED):
        s[k] = 0
    s[STAMP] = stamp
    s[ON] = on
    for k in range(first, last):
        if s[N_CONVICTIONS] >= MOST_OFFENSES or s[N_UNCONVICTED] >= MOST_OFFENSES:
            s[BAD] = R_OFFENSES
            return
        if history[k, 1]:
            at = CONVICTIONS + 2 * s[N_CONVICTIONS]
            s[at], s[at + 1] = history[k, 0], history[k, 1]
            s[N_CONVICTIONS] += 1
        else:
            s[UNCONVICTED + s[N_UNCONVICTED]] = history[k, 0]
            s[N_UNCONVICTED] += 1


@inner
def sort(events: Events, order: Row, void: Row, s: Row) -> int:
    """The places of the events that count up to the day, by their days; how many there are."""
    size = len(events)
    voids = 0
    for k in range(size):
        void[k] = 0
        voids += events[k, CODE] == VOIDED
        day = events[k, DAY]
        if s[BAD]:
            continue
        if events[k, ODD]:
            s[BAD] = events[k, ODD]
        elif day < EARLIEST or day > LATEST:
            s[BAD] = R_FAR
    if voids:
        n = _by_day(events, order, void, VOIDED, LATEST)
        for k in range(n - 1, -1, -1):
            other = events[order[k], NOTICE]
            if void[order[k]] == 0 and other > 0:
                void[other - 1] = 1
    return _by_day(events, order, void, -1, s[ON])


@inner
def _by_day(events: Events, order: Row, void: Row, code: int, on: int) -> int:
    """Put the places of some events in the order of their days, equal days as in the file."""
    n = 0
    for k in range(len(events)):
        this = events[k, CODE]
        if (code >= 0 and this != code) or (code < 0 and (this == VOIDED or void[k])):
            continue
        day = events[k, DAY]
        if day > on:
            continue
        at = n
        while at and events[order[at - 1], DAY] > day:
            order[at] = order[at - 1]
            at -= 1
        order[at] = k
        n += 1
    return n


@inner
def ascending(s: Row, events: Events, law: Row, known: Row) -> int:
    """Take in events whose days go up, each one as it stands; 0 where they don't, or one is odd.

    Then no event is taken, and ``take`` has to put them in order. ``BAD`` says as there why a case
    can't be done here.
    """
    size = len(events)
    if size > MOST_EVENTS:
        return 0
    last, crooked = EARLIEST - 1, 0
    for k in range(size):
        day = events[k, DAY]
        crooked |= (day <= last) | (events[k, ODD] != 0) | (events[k, CODE] == VOIDED)
        last = day
    if crooked or last > LATEST:
        return 0
    on = s[ON]
    for k in range(size):
        e = events[k]
        code, day = e[CODE], e[DAY]
        if day > on:
            break
        first_kinds(s, e, k, law, known)
        if s[BAD]:
            break
        happened(s, code, day)
    return 1


@inner
def happened(s: Row, code: int, day: int) -> None:
    """Note an event by its kind."""
    if s[FIRST_OF + code] == 0:
        s[FIRST_OF + code] = day
    s[LAST_OF + code] = day
    at = HAPPENED + 2 * s[N_HAPPENED]
    s[at], s[at + 1] = code, day
    s[N_HAPPENED] += 1


@inner
def take(s: Row, events: Events, law: Row, known: Row, order: Row, void: Row) -> None:
    """Every event that counts, taken in; ``BAD`` says why it can't be done here."""
    if len(events) > MOST_EVENTS:
        s[BAD] = R_EVENTS
        return
    n = sort(events, order, void, s)
    if s[BAD]:
        return
    a = 0
    while a < n:
        day = events[order[a], DAY]
        b = a + 1
        while b < n and events[order[b], DAY] == day:
            b += 1
        if b - a > 1 and not ordered(events, order, a, b):
            s[BAD] = R_DAY_ORDER
            return
        for k in range(a, b):
            e = events[order[k]]
            code = e[CODE]
            first_kinds(s, e, order[k], law, known)
            if s[BAD]:
                return
            happened(s, code, day)
        a = b


@inner
def first_kinds(s: Row, e: Events, row: int, law: Row, known: Row) -> None:
    """One event: violations, papers, inspections; the rest further on."""
    code = e[CODE]
    if code == VIOLATION_OBSERVED:
        observed(s, e)
    elif code == NOTICE_ISSUED:
        issued(s, e, row, law)
    elif code == SERVED:
        served(s, e, law)
    elif code in (CORRECTED, ABATED):
        i = s[CURRENT + e[VIOLATION]] - 1
        if i < 0:
            s[BAD] = R_IMPOSSIBLE
        else:
            remedy(s, i, e[DAY], e[AT], 1 if code == ABATED else 0)
    elif code == INSPECTED:
        inspected(s, e)
    elif code == PRACTICES_ACCEPTED:
        accepted(s, e)
    elif code == SERVICE_RETURNED:
        returned(s, e, law)
    elif code == DANGER_PASSED:
        danger_passed(s, e)
    elif code == EXTENSION_GRANTED:
        extended(s, e, known)
    elif code == COST_RECORDED:
        cost(s, e, row)
    elif code == PAID_EVENT:
        enter(s, e[DAY], PAID, -1, max(e[AMOUNT], 0), 0, row)
    elif code == REDUCED_EVENT:
        enter(s, e[DAY], REDUCED, e[WORD] - 1, max(e[AMOUNT], 0), 0, row)
    elif code == FEE_CHARGED:
        enter(s, e[DAY], CHARGE, FEE, max(e[AMOUNT], 0), 0, row)
    elif code == PENALTY_ASSESSED:
        assessed(s, e, row)
    elif code == CONVICTED:
        convicted(s, e, row)
    else:
        later_kinds(s, e, row, law)


@inner
def later_kinds(s: Row, e: Events, row: int, law: Row) -> None:
    """One event: proceedings, plans, liens, access, compensation, closing."""
    code = e[CODE]
    if code == APPEAL_FILED:
        filed(s, e, row, 0, law)
    elif code == PETITION_FILED:
        filed(s, e, row, 1, law)
    elif code == COST_PROTESTED:
        filed(s, e, row, 2, law)
    elif code == HEARING_HELD:
        heard(s, e)
    elif code == APPEAL_DECIDED:
        decided(s, e, row, 0)
    elif code == PETITION_DECIDED:
        decided(s, e, row, 1)
    elif code == PROTEST_DECIDED:
        decided(s, e, row, 2)
    elif code == PLAN_AGREED:
        planned(s, e, row, law)
    elif code == LIEN_RECORDED:
        s[LIEN_SINCE], s[LIEN_UNTIL] = e[DAY], 0
    elif code == LIEN_RELEASED:
        if s[LIEN_SINCE] == 0:
            s[BAD] = R_IMPOSSIBLE
        s[LIEN_UNTIL] = e[DAY]
    elif code == ACCESS_SUSPENDED:
        access(s, e, 1)
    elif code == ACCESS_TERMINATED:
        access(s, e, 2)
    elif code == ACCESS_REINSTATED:
        reinstated(s, e)
    elif code == COMPENSATION_IMPOSED:
        compensation(s, e, RUNNING)
    elif code == COMPENSATION_COMPLETED:
        compensation(s, e, COMPLETED)
    elif code == COMPENSATION_DEFAULTED:
        compensation(s, e, DEFAULTED)
    elif code == CLOSED_EVENT:
        s[CLOSED] = e[DAY]
    elif code == REOPENED:
        if s[CLOSED] == 0:
            s[BAD] = R_IMPOSSIBLE
        s[CLOSED] = 0
