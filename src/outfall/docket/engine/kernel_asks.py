"""Single conditions asked of a row, as ``law.single_conditions`` answers them.

Each gives whether it holds (1 or 0), since when (0: not known), and the first day on which it
could hold (0: not known). A paper in hand is its place, or -1; kinds are bits, 0 for any.
"""

from __future__ import annotations

from typing import Any

from outfall.docket.engine.compiling import inner
from outfall.docket.engine.kernel_facts import of, paper
from outfall.docket.engine.kernel_fold import lasting
from outfall.docket.engine.layout import (
    ACCESS,
    ACCESS_SINCE,
    C_DECIDED,
    C_FILED,
    C_KIND,
    C_OUTCOME,
    C_WIDTH,
    COMPENSATION,
    COMPENSATION_ON,
    DANGER_OVER,
    DANGER_SINCE,
    DEFAULTED,
    FIRST_COST,
    FIRST_OF,
    GRANTED,
    HOLD_SINCE,
    L_CHARGE_FIRST,
    L_CHARGED,
    L_OWED,
    L_PAID_OF,
    L_REDUCED,
    LAST_OF,
    LATE,
    LEDGER,
    LIEN_SINCE,
    LIEN_UNTIL,
    M_LAST,
    M_START,
    M_STATUS,
    MET,
    MISSED,
    N_FOUND,
    N_NOTICES,
    N_PROCEEDINGS,
    NOTICES,
    ON,
    P_COMPLETE,
    P_INSTRUMENT,
    P_ISSUED,
    P_PROCEEDING,
    P_RECEIPT,
    P_SERVED,
    P_SOUND,
    P_WIDTH,
    PROCEEDINGS_AT,
    REVERSED,
    RUNNING,
    STAYED,
    STRETCHES,
    UNACCEPTED,
    V_KIND,
    V_OBSERVED,
    V_PERMIT,
    V_REMEDIED,
    V_REVERSED,
    V_SETTLED,
    V_WIDTH,
)

Row = Any
Answer = tuple[int, int, int]
NONE_STATE, UNFILED, FILED, PENDING, NOT_PENDING, UPHELD_STATE, NOT_REVERSED = range(7)
STATES = ("none", "unfiled", "filed", "pending", "not_pending", "upheld", "not_reversed")


@inner
def violation(s: Row, n: int, kinds: int) -> Answer:
    """A violation was found and not set aside."""
    which = of(s, n)
    for i in range(s[N_FOUND]):
        v = STRETCHES + i * V_WIDTH
        if not (which >> i) & 1 or s[v + V_REVERSED]:
            continue
        if kinds == 0 or (kinds >> s[v + V_KIND]) & 1:
            return 1, s[v + V_OBSERVED], 0
    return 0, 0, 0


@inner
def unremedied(s: Row, n: int, kinds: int) -> Answer:
    """Such a violation lasts; since when some or other has, without a break."""
    which, any_lasts = of(s, n), 0
    since, until, closed = 0, 0, False
    for i in range(s[N_FOUND]):
        v = STRETCHES + i * V_WIDTH
        if not (which >> i) & 1 or (kinds and not (kinds >> s[v + V_KIND]) & 1):
            continue
        ended = s[v + V_REMEDIED] if s[v + V_REMEDIED] else s[v + V_REVERSED]
        any_lasts |= ended == 0
        if since == 0 or (closed and s[v + V_OBSERVED] > until):
            since, until, closed = s[v + V_OBSERVED], ended, ended != 0
        elif closed:
            until, closed = max(until, ended), ended != 0
    return (1, since, 0) if any_lasts else (0, 0, 0)


@inner
def remedied(s: Row, n: int) -> Answer:
    """There were violations and none lasts."""
    which, since = of(s, n), 0
    for i in range(s[N_FOUND]):
        v = STRETCHES + i * V_WIDTH
        if (which >> i) & 1 and s[v + V_REVERSED] == 0:
            if s[v + V_REMEDIED] == 0:
                return 0, 0, 0
            since = max(since, s[v + V_REMEDIED])
    return (1, since, 0) if since else (0, 0, 0)


@inner
def permit(s: Row, n: int, wanted: int) -> Answer:
    """What the record says of a lasting violation's permit: 1 held, 2 none, 0 unsaid."""
    which, said = of(s, n), 0
    for i in range(s[N_FOUND]):
        v = STRETCHES + i * V_WIDTH
        if (which >> i) & 1 and lasting(s, i) and s[v + V_PERMIT]:
            said = 1
            if s[v + V_PERMIT] == wanted:
                return 1, s[v + V_OBSERVED], 0
    return (1, 0, 0) if not said and wanted == 0 else (0, 0, 0)


@inner
def danger(s: Row) -> Answer:
    """A danger is on record and has not passed."""
    if s[DANGER_SINCE] == 0 or s[DANGER_OVER]:
        return 0, 0, 0
    return 1, s[DANGER_SINCE], 0


@inner
def danger_over(s: Row) -> Answer:
    """No danger is on record, or it has passed."""
    if s[DANGER_SINCE] and s[DANGER_OVER] == 0:
        return 0, 0, 0
    return 1, s[DANGER_OVER], 0


@inner
def served(s: Row, n: int, instrument: int) -> Answer:
    """The paper was served."""
    p = paper(s, n, instrument)
    if p < 0:
        return 0, 0, 0
    if p != n:
        first = 0
        for m in range(s[N_NOTICES]):
            q = NOTICES + m * P_WIDTH
            if s[q + P_INSTRUMENT] == instrument and s[q + P_SERVED]:
                first = min(first, s[q + P_SERVED]) if first else s[q + P_SERVED]
        if first:
            return 1, first, 0
    day = s[NOTICES + p * P_WIDTH + P_SERVED]
    return (1, day, 0) if day else (0, 0, 0)


@inner
def received(s: Row, n: int, instrument: int) -> Answer:
    """The paper is shown as received."""
    p = paper(s, n, instrument)
    if p < 0 or s[NOTICES + p * P_WIDTH + P_SERVED] == 0:
        return served(s, n, instrument)
    day = s[NOTICES + p * P_WIDTH + P_RECEIPT]
    return (1, day, 0) if day else (0, 0, 0)


@inner
def complete(s: Row, n: int, instrument: int) -> Answer:
    """The paper has all its elements, or its gaps are held not to matter."""
    p = paper(s, n, instrument)
    if p < 0:
        return 0, 0, 0
    q = NOTICES + p * P_WIDTH
    if s[q + P_COMPLETE]:
        return 1, 0, 0
    return (1, s[q + P_ISSUED], 0) if s[q + P_SOUND] else (0, 0, 0)


@inner
def expired(s: Row, m: int) -> Answer:
    """The day after a last day that passed without the act; m is what is known of the deadline."""
    if m < 0 or s[m + M_STATUS] == MET or s[m + M_STATUS] == STAYED:
        return 0, 0, 0
    return closed(s, m)


@inner
def closed(s: Row, m: int) -> Answer:
    """The day after a last day, done or not."""
    if m < 0:
        return 0, 0, 0
    opens = s[m + M_LAST] + 1
    return (0, 0, opens) if s[ON] < opens else (1, opens, 0)


@inner
def late(s: Row, m: int) -> Answer:
    """An act that was not done by its last day."""
    if m < 0 or not (s[m + M_STATUS] == LATE or s[m + M_STATUS] == MISSED):
        return 0, 0, 0
    return 1, s[m + M_LAST] + 1, 0


@inner
def window(s: Row, m: int) -> Answer:
    """A time that has begun and is not over."""
    if m < 0 or s[ON] > s[m + M_LAST]:
        return 0, 0, 0
    return 1, s[m + M_START], 0


@inner
def case_of(s: Row, kind: int, n: int) -> int:
    """The proceeding that counts against a paper, or against anything; or -1."""
    if n >= 0:
        own = s[NOTICES + n * P_WIDTH + P_PROCEEDING] - 1
        return int(own) if own >= 0 and s[PROCEEDINGS_AT + own * C_WIDTH + C_KIND] == kind else -1
    for k in range(s[N_PROCEEDINGS] - 1, -1, -1):
        if s[PROCEEDINGS_AT + k * C_WIDTH + C_KIND] == kind:
            return k
    return -1


@inner
def proceeding(s: Row, k: int, timely: int, wanted: int) -> Answer:
    """A proceeding is in a state."""
    if wanted == UNFILED:
        return (1, 0, 0) if k < 0 else (0, 0, 0)
    c = PROCEEDINGS_AT + k * C_WIDTH
    against = k >= 0 and (s[c + C_OUTCOME] == REVERSED or s[c + C_OUTCOME] == GRANTED)
    if k < 0 or not timely:
        if against:
            return 0, 0, 0
        return (1 if wanted in (NONE_STATE, NOT_PENDING, NOT_REVERSED) else 0), 0, 0
    if s[c + C_DECIDED] == 0:
        if wanted in (FILED, PENDING):
            return 1, s[c + C_FILED], 0
        return (1 if wanted == NOT_REVERSED else 0), 0, 0
    if against:
        return (1, s[c + C_DECIDED], 0) if wanted == FILED else (0, 0, 0)
    if wanted in (NONE_STATE, PENDING):
        return 0, 0, 0
    if wanted == FILED:
        return 1, s[c + C_FILED], 0
    return 1, (0 if wanted == NOT_REVERSED else s[c + C_DECIDED]), 0


@inner
def event(s: Row, code: int, other: int) -> Answer:
    """The event is on record; with another (not -1), not followed by it."""
    last = s[LAST_OF + code]
    if last == 0:
        return 0, 0, 0
    if other < 0:
        return 1, s[FIRST_OF + code], 0
    return (0, 0, 0) if s[LAST_OF + other] >= last else (1, last, 0)


@inner
def never(s: Row, code: int) -> Answer:
    """The event is not on record."""
    return (1 if s[LAST_OF + code] == 0 else 0), 0, 0


@inner
def owed(s: Row, part: int) -> Answer:
    """Something of a part of the account (5: of any) is owed."""
    first = 0
    if part == 5:
        sum_owed = s[LEDGER + L_OWED]
        for k in range(5):
            day = s[LEDGER + L_CHARGE_FIRST + k]
            if day:
                first = min(first, day) if first else day
    else:
        sum_owed = (
            s[LEDGER + L_CHARGED + part]
            - s[LEDGER + L_REDUCED + part]
            - s[LEDGER + L_PAID_OF + part]
        )
        first = s[LEDGER + L_CHARGE_FIRST + part]
    return (1, first, 0) if sum_owed > 0 else (0, 0, 0)


@inner
def cost(s: Row) -> Answer:
    """A cost is on record."""
    return (1, s[FIRST_COST], 0) if s[FIRST_COST] else (0, 0, 0)


@inner
def compensation(s: Row, n: int, free: int) -> Answer:
    """No compensatory action is running or done (free), or none is done."""
    if s[COMPENSATION] == RUNNING and free:
        return 0, 0, 0
    which = of(s, n)
    settled = 0
    for i in range(s[N_FOUND]):
        if (which >> i) & 1 and s[STRETCHES + i * V_WIDTH + V_SETTLED]:
            settled |= 1 << i
    if settled and settled == which:
        return 0, 0, 0
    if s[COMPENSATION] == DEFAULTED and free:
        return 1, s[COMPENSATION_ON], 0
    return 1, 0, 0


@inner
def no_lien(s: Row) -> Answer:
    """No lien is on record."""
    if s[LIEN_SINCE] and s[LIEN_UNTIL] == 0:
        return 0, 0, 0
    return 1, s[LIEN_UNTIL], 0


@inner
def access_cut(s: Row) -> Answer:
    """Access is suspended or ended."""
    return (1, s[ACCESS_SINCE], 0) if s[ACCESS] else (0, 0, 0)


@inner
def free(s: Row, at: int) -> Answer:
    """A hold, as it stands at ``at``, is not in force."""
    return (0, 0, 0) if s[at] == 2 else (1, s[at + 2], 0)


@inner
def in_force(s: Row, at: int) -> Answer:
    """An order, as it stands at ``at``, is in force."""
    return (1, s[at + 1], 0) if s[at] == 2 else (0, 0, 0)


@inner
def unaccepted(s: Row) -> Answer:
    """Practices are still to be accepted."""
    return (1, s[HOLD_SINCE], 0) if s[UNACCEPTED] else (0, 0, 0)
