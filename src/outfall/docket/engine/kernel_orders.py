"""Orders that bind a party and holds that bind the counter, as ``law.orders`` has them."""

from __future__ import annotations

from typing import Any

from outfall.docket.engine.compiling import inner
from outfall.docket.engine.layout import (
    BAD,
    C_DECIDED,
    C_OUTCOME,
    C_WIDTH,
    ENDS,
    HAPPENED,
    HOLD_SINCE,
    HOLD_UNTIL,
    MOST_DAYS,
    N_ENDS,
    N_FOUND,
    N_HAPPENED,
    N_NOTICES,
    N_STARTS,
    NOTICES,
    ON,
    P_INSTRUMENT,
    P_ISSUED,
    P_POSTED,
    P_PROCEEDING,
    P_RECEIPT,
    P_SERVED,
    P_SOUND,
    P_WIDTH,
    PROCEEDINGS_AT,
    R_ORDER_DAYS,
    REVERSED,
    STARTS,
    STRETCHES,
    UNACCEPTED,
    V_OBSERVED,
    V_REMEDIED,
    V_REVERSED,
    V_WIDTH,
)

Row = Any
ISSUE, SERVICE, RECEIPT, POSTMARK = range(4)


@inner
def add(s: Row, count: int, list_at: int, day: int) -> None:
    """Put a day into a list of days, in order."""
    if s[count] >= MOST_DAYS:
        s[BAD] = R_ORDER_DAYS
        return
    at = s[count]
    while at and s[list_at + at - 1] > day:
        s[list_at + at] = s[list_at + at - 1]
        at -= 1
    s[list_at + at] = day
    s[count] += 1


@inner
def paper_day(s: Row, n: int, kind: int) -> int:
    """The day on which a paper was issued, served, received or postmarked, as shown; or 0."""
    if n < 0:
        return 0
    p = NOTICES + n * P_WIDTH
    if kind == ISSUE:
        return int(s[p + P_ISSUED])
    if kind == SERVICE:
        return int(s[p + P_SERVED])
    if kind == RECEIPT:
        return int(s[p + P_RECEIPT])
    return int(s[p + P_POSTED])


@inner
def starts_by_event(s: Row, code: int) -> None:
    """Each such event starts the order."""
    for k in range(s[N_HAPPENED]):
        if s[HAPPENED + 2 * k] == code:
            add(s, N_STARTS, STARTS, s[HAPPENED + 2 * k + 1])


@inner
def starts_by_paper(s: Row, kind: int, instrument: int) -> None:
    """Each sound paper of the instrument starts the order; one that was reversed ends it."""
    for n in range(s[N_NOTICES]):
        p = NOTICES + n * P_WIDTH
        if s[p + P_INSTRUMENT] != instrument:
            continue
        day = paper_day(s, n, kind)
        if day and day <= s[ON] and s[p + P_SOUND]:
            add(s, N_STARTS, STARTS, day)
        if s[p + P_PROCEEDING]:
            c = PROCEEDINGS_AT + (s[p + P_PROCEEDING] - 1) * C_WIDTH
            if s[c + C_DECIDED] and s[c + C_OUTCOME] == REVERSED:
                add(s, N_ENDS, ENDS, s[c + C_DECIDED])


@inner
def ends_by_event(s: Row, code: int) -> None:
    """Each such event ends the order."""
    for k in range(s[N_HAPPENED]):
        if s[HAPPENED + 2 * k] == code:
            add(s, N_ENDS, ENDS, s[HAPPENED + 2 * k + 1])


@inner
def stretches(s: Row, ends: int) -> tuple[int, int]:
    """The last time without a break on which some violation lasted: since, until (0: still).

    With ``ends`` the end of each such time is put down as the end of an order.
    """
    since = until = 0
    for i in range(s[N_FOUND]):
        v = STRETCHES + i * V_WIDTH
        day = s[v + V_OBSERVED]
        ended = s[v + V_REMEDIED] if s[v + V_REMEDIED] else s[v + V_REVERSED]
        if since == 0 or (until and day > until):
            if ends and until:
                add(s, N_ENDS, ENDS, until)
            since, until = day, ended
        elif until:
            until = max(until, ended) if ended else 0
    if ends and until:
        add(s, N_ENDS, ENDS, until)
    return since, until


@inner
def _end(s: Row, start: int) -> int:
    for k in range(s[N_ENDS]):
        if s[ENDS + k] >= start:
            return int(s[ENDS + k])
    return 0


@inner
def order(s: Row, at: int) -> None:
    """Put down the order's state (0 never begun, 1 over, 2 in force), since and until."""
    if s[N_STARTS] == 0:
        s[at] = s[at + 1] = s[at + 2] = 0
        return
    since = s[STARTS]
    until = _end(s, since)
    for k in range(1, s[N_STARTS]):
        start = s[STARTS + k]
        if until and start > until:
            since, until = start, _end(s, start)
    s[at] = 1 if until else 2
    s[at + 1], s[at + 2] = since, until


@inner
def hold(s: Row, at: int, corrected: int) -> None:
    """Put down the hold's state; ``corrected``: it ends when no violation is left."""
    if s[HOLD_SINCE] == 0:
        s[at] = s[at + 1] = s[at + 2] = 0
        return
    since, until, in_force = s[HOLD_SINCE], s[HOLD_UNTIL], s[UNACCEPTED] != 0
    if corrected:
        since, until = stretches(s, 0)
        in_force = until == 0
    s[at] = 2 if in_force else 1
    s[at + 1] = since
    s[at + 2] = 0 if in_force else until
