"""What several conditions, deadlines and exposures ask of a row of facts."""

from __future__ import annotations

from typing import Any

from outfall.docket.engine.compiling import inner
from outfall.docket.engine.kernel_fold import lasting
from outfall.docket.engine.layout import (
    BAD,
    C_OUTCOME,
    C_WIDTH,
    CURRENT,
    DANGER_NAMES,
    LIVE,
    LIVE_WIDTH,
    N_FOUND,
    NOTICES,
    P_COMPLETE,
    P_COVERS,
    P_INSTRUMENT,
    P_ISSUED,
    P_PROCEEDING,
    P_SERVED,
    P_WIDTH,
    PROCEEDINGS_AT,
    R_NAMED,
    REVERSED,
    STRETCHES,
    UNAPPROVED,
    V_DISCOVERED,
    V_KIND,
    V_NAME,
    V_OBSERVED,
    V_REVERSED,
    V_SETTLED,
    V_TOWN,
    V_WIDTH,
)

Row = Any


@inner
def of(s: Row, n: int) -> int:
    """The stretches of a paper, or all, as bits."""
    if n < 0:
        return int((1 << s[N_FOUND]) - 1)
    return int(s[NOTICES + n * P_WIDTH + P_COVERS])


@inner
def governing(s: Row, instrument: int) -> int:
    """The paper of an instrument that governs: the last one served, else the last; or -1."""
    at = LIVE + instrument * LIVE_WIDTH
    for k in range(s[at] - 1, -1, -1):
        if s[NOTICES + s[at + 1 + k] * P_WIDTH + P_SERVED]:
            return int(s[at + 1 + k])
    return int(s[at + s[at]]) if s[at] else -1


@inner
def paper(s: Row, n: int, instrument: int) -> int:
    """The paper in hand where it is of this instrument, else the one that governs."""
    if n >= 0 and s[NOTICES + n * P_WIDTH + P_INSTRUMENT] == instrument:
        return n
    return governing(s, instrument)


@inner
def discharged(s: Row, instrument: int, dangerous: int, kinds: int) -> int:
    """Whether a paper was issued, complete, for all lasting violations that it is about."""
    at = LIVE + instrument * LIVE_WIDTH
    sound = covers = 0
    for k in range(s[at]):
        p = NOTICES + s[at + 1 + k] * P_WIDTH
        if s[p + P_COMPLETE]:
            sound = 1
            covers |= s[p + P_COVERS]
    if not sound:
        return 0
    for i in range(s[N_FOUND]):
        v = STRETCHES + i * V_WIDTH
        name = s[v + V_NAME]
        if not lasting(s, i) or (s[UNAPPROVED] >> name) & 1:
            continue
        if dangerous and not (s[DANGER_NAMES] >> name) & 1:
            continue
        if kinds and not (kinds >> s[v + V_KIND]) & 1:
            continue
        if not (covers >> i) & 1:
            return 0
    return 1


@inner
def start_of_violation(s: Row, n: int, discovery: int) -> int:
    """The day on which the first violation was observed, or came to light; 0 for none."""
    which, first, found = of(s, n), 0, 0
    for i in range(s[N_FOUND]):
        if not (which >> i) & 1:
            continue
        v = STRETCHES + i * V_WIDTH
        if first == 0:
            first, found = s[v + V_OBSERVED], s[v + V_DISCOVERED]
        elif s[v + V_OBSERVED] == first and s[v + V_DISCOVERED] != found and discovery:
            s[BAD] = R_NAMED  # which of the two comes first goes by the names of their entries
    return found if discovery else first


@inner
def by_town(s: Row, n: int) -> int:
    """Whether the town itself ended one of the violations."""
    which = of(s, n)
    for i in range(s[N_FOUND]):
        if (which >> i) & 1 and s[STRETCHES + i * V_WIDTH + V_TOWN]:
            return 1
    return 0


@inner
def current(s: Row, name: int) -> int:
    """The stretch that a name names now; or -1."""
    return int(s[CURRENT + name]) - 1


@inner
def set_aside(s: Row, n: int) -> bool:
    """Whether a paper was reversed on appeal."""
    own = s[NOTICES + n * P_WIDTH + P_PROCEEDING] - 1
    return bool(own >= 0 and s[PROCEEDINGS_AT + own * C_WIDTH + C_OUTCOME] == REVERSED)


@inner
def standing(s: Row, n: int) -> int:
    """The stretches of a paper that were not set aside, as bits."""
    which = of(s, n)
    for i in range(s[N_FOUND]):
        if s[STRETCHES + i * V_WIDTH + V_REVERSED]:
            which &= ~(1 << i)
    return int(which)


@inner
def unsettled(s: Row, which: int) -> int:
    """Those of some stretches that no compensatory action settled, as bits."""
    for i in range(s[N_FOUND]):
        if s[STRETCHES + i * V_WIDTH + V_SETTLED]:
            which &= ~(1 << i)
    return which


@inner
def from_when(s: Row, n: int) -> int:
    """The day from which an event counts under a paper: its service, else its issue."""
    p = NOTICES + n * P_WIDTH
    return int(s[p + P_SERVED]) if s[p + P_SERVED] else int(s[p + P_ISSUED])
