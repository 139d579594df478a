"""Events into facts: violations, papers and their service, as ``law.fold_first`` takes them.

What can't have happened, and what is beyond the row's room, marks the case as handed over.
"""

from __future__ import annotations

from typing import Any

from outfall.docket.engine.compiling import inner
from outfall.docket.engine.layout import (
    AT,
    BAD,
    BITS,
    CURRENT,
    DANGER_NAMES,
    DANGER_OVER,
    DANGER_SINCE,
    DAY,
    DAY1,
    DAY2,
    EVER_DANGER,
    HOLD_SINCE,
    HOLD_UNTIL,
    KNOWN,
    LAW_INSTRUMENT,
    LIVE,
    LIVE_WIDTH,
    MOST_NAMED,
    MOST_NOTICES,
    MOST_STRETCHES,
    N_FOUND,
    N_NOTICES,
    NAME_BITS,
    NAMED,
    NOTICE,
    NOTICES,
    NUMBER,
    OTHER,
    P_AT,
    P_COMPLETE,
    P_COMPLY_BY,
    P_COVERS,
    P_CURE,
    P_DANGER,
    P_INSTRUMENT,
    P_ISSUED,
    P_METHOD,
    P_POSTMARK,
    P_RECEIVED,
    P_REPLACES,
    P_RETURNED,
    P_ROW,
    P_SERVED,
    P_WIDTH,
    R_IMPOSSIBLE,
    R_NAMED,
    R_NOTICES,
    R_STRETCHES,
    STRETCHES,
    UNACCEPTED,
    V_AT,
    V_CONVICTED,
    V_DISCOVERED,
    V_KIND,
    V_NAME,
    V_OBSERVED,
    V_PERMIT,
    V_REMEDIED,
    V_REVERSED,
    V_SETTLED,
    V_TOWN,
    V_WIDTH,
    VIOLATION,
    WORD,
)

Row = Any
Events = Any


@inner
def lasting(s: Row, i: int) -> bool:
    """Whether a stretch is neither remedied nor set aside."""
    v = STRETCHES + i * V_WIDTH
    return bool(s[v + V_REMEDIED] == 0 and s[v + V_REVERSED] == 0)


@inner
def find(s: Row, name: int, kind: int, observed: int, discovered: int, permit: int) -> int:
    """Take in a new stretch under its name; its place, or 0 where there is no room."""
    if s[N_FOUND] >= MOST_STRETCHES:
        s[BAD] = R_STRETCHES
        return 0
    i = s[N_FOUND]
    s[N_FOUND] += 1
    v = STRETCHES + i * V_WIDTH
    s[v + V_NAME] = name
    s[v + V_KIND] = kind
    s[v + V_OBSERVED] = observed
    s[v + V_DISCOVERED] = discovered
    s[v + V_PERMIT] = permit
    s[v + V_REMEDIED] = s[v + V_REVERSED] = s[v + V_CONVICTED] = s[v + V_SETTLED] = 0
    s[v + V_TOWN] = 0
    s[v + V_AT] = -1
    s[CURRENT + name] = i + 1
    s[KNOWN] |= 1 << name
    return int(i)


@inner
def observed(s: Row, e: Events) -> None:
    """A violation is found, or found to go on."""
    name, day = e[VIOLATION], e[DAY]
    if e[DAY1] > day:
        s[BAD] = R_IMPOSSIBLE
        return
    i = s[CURRENT + name] - 1
    if i < 0 or not lasting(s, i):
        before = s[STRETCHES + i * V_WIDTH + V_PERMIT] if i >= 0 else 0
        i = find(s, name, e[WORD], day, e[DAY1] if e[DAY1] else day, before)
        if not s[UNACCEPTED]:
            if s[HOLD_UNTIL] != day:
                s[HOLD_SINCE] = day
            s[HOLD_UNTIL] = 0
        s[UNACCEPTED] |= 1 << name
    if e[OTHER]:
        s[STRETCHES + i * V_WIDTH + V_PERMIT] = e[OTHER]
    if e[BITS]:
        if not s[DANGER_NAMES] or s[DANGER_OVER]:
            s[DANGER_SINCE] = day
            s[DANGER_OVER] = 0
        s[DANGER_NAMES] |= 1 << name
        s[EVER_DANGER] = 1


@inner
def release(s: Row, name: int, on: int) -> None:
    """Take a violation off the hold; the last one releases it."""
    if (s[UNACCEPTED] >> name) & 1:
        s[UNACCEPTED] &= ~(1 << name)
        if not s[UNACCEPTED]:
            s[HOLD_UNTIL] = on


@inner
def remedy(s: Row, i: int, on: int, at: int, town: int) -> None:
    """End a stretch that lasts; one that has ended stays as it is."""
    if not lasting(s, i):
        return
    v = STRETCHES + i * V_WIDTH
    s[v + V_REMEDIED] = on
    s[v + V_AT] = at
    s[v + V_TOWN] = town
    s[DANGER_NAMES] &= ~(1 << s[v + V_NAME])
    if not s[DANGER_NAMES] and s[DANGER_SINCE] and not s[DANGER_OVER]:
        s[DANGER_OVER] = on


@inner
def danger_passed(s: Row, e: Events) -> None:
    """The danger is over."""
    if not s[EVER_DANGER]:
        s[BAD] = R_IMPOSSIBLE
        return
    s[DANGER_NAMES] = 0
    if not s[DANGER_OVER]:
        s[DANGER_OVER] = e[DAY]


@inner
def named(s: Row, e: Events) -> int:
    """The stretches that an event names, as bits; out of their order it is handed over."""
    packed, found, last = e[NAMED], 0, -1
    for _ in range(MOST_NAMED):
        name = (packed & ((1 << NAME_BITS) - 1)) - 1
        packed >>= NAME_BITS
        if name < 0:
            break
        i = s[CURRENT + name] - 1
        if i < 0:
            s[BAD] = R_IMPOSSIBLE
            return 0
        if i <= last:
            s[BAD] = R_NAMED
        found |= 1 << i
        last = i
    return found


@inner
def covered(s: Row, e: Events, instrument: int) -> int:
    """What a paper is about: those it names, else those open and not yet under one."""
    if e[NAMED]:
        return named(s, e)
    open_ones = every = 0
    for name in range(64):
        if not s[KNOWN] >> name:
            break
        i = s[CURRENT + name] - 1
        if i >= 0:
            every |= 1 << i
            if lasting(s, i):
                open_ones |= 1 << i
    noticed = 0
    at = LIVE + instrument * LIVE_WIDTH
    for k in range(s[at]):
        noticed |= s[NOTICES + s[at + 1 + k] * P_WIDTH + P_COVERS]
    if open_ones & ~noticed:
        return open_ones & ~noticed
    return open_ones if open_ones else every


@inner
def issued(s: Row, e: Events, row: int, law: Row) -> None:
    """A paper is signed and dated; an unserved one that it covers wholly makes room for it."""
    instrument = e[WORD] - 1
    if law[LAW_INSTRUMENT + instrument] < 0 or (e[DAY1] and e[DAY1] < e[DAY]):
        s[BAD] = R_IMPOSSIBLE
        return
    covers = covered(s, e, instrument)
    if s[N_NOTICES] >= MOST_NOTICES:
        s[BAD] = R_NOTICES
    if s[BAD]:
        return
    n = s[N_NOTICES]
    s[N_NOTICES] += 1
    p = NOTICES + n * P_WIDTH
    for k in range(P_WIDTH):
        s[p + k] = 0
    s[p + P_ROW] = row
    s[p + P_INSTRUMENT] = instrument
    s[p + P_ISSUED] = e[DAY]
    s[p + P_COMPLETE] = 1 if law[LAW_INSTRUMENT + instrument] & ~e[BITS] == 0 else 0
    s[p + P_COVERS] = covers
    s[p + P_COMPLY_BY] = e[DAY1]
    s[p + P_CURE] = e[NUMBER]
    s[p + P_AT] = -1
    names = 0
    for i in range(s[N_FOUND]):
        if (covers >> i) & 1:
            names |= 1 << s[STRETCHES + i * V_WIDTH + V_NAME]
    s[p + P_DANGER] = 1 if names & s[DANGER_NAMES] else 0
    _replace(s, n, 0)
    at = LIVE + instrument * LIVE_WIDTH
    s[at + 1 + s[at]] = n
    s[at] += 1


@inner
def _replace(s: Row, n: int, served: int) -> None:
    """Take off the live papers those that paper n replaces: as it is issued, or as it is served."""
    p = NOTICES + n * P_WIDTH
    at = LIVE + s[p + P_INSTRUMENT] * LIVE_WIDTH
    kept = 0
    for k in range(s[at]):
        m = s[at + 1 + k]
        q = NOTICES + m * P_WIDTH
        within = m != n and s[q + P_COVERS] & ~s[p + P_COVERS] == 0
        if served:
            within = within and s[q + P_ISSUED] <= s[p + P_ISSUED]
        else:
            within = within and s[q + P_SERVED] == 0
        if within:
            if s[p + P_REPLACES] >= MOST_NOTICES - 1:
                s[BAD] = R_NOTICES
                return
            s[p + P_REPLACES] += 1
            s[p + P_REPLACES + s[p + P_REPLACES]] = m
        else:
            s[at + 1 + kept] = m
            kept += 1
    s[at] = kept


@inner
def paper_of(s: Row, e: Events, law: Row) -> int:
    """The paper that a service speaks of: the one it names, else the last of its kind; or -1."""
    instrument = e[WORD] - 1
    if law[LAW_INSTRUMENT + instrument] < 0:
        return -1
    for n in range(s[N_NOTICES] - 1, -1, -1):
        p = NOTICES + n * P_WIDTH
        if s[p + P_INSTRUMENT] == instrument and (e[NOTICE] == 0 or s[p + P_ROW] == e[NOTICE] - 1):
            return n
    return -1


@inner
def served(s: Row, e: Events, law: Row) -> None:
    """A paper is served: for the first time, again after a return, or by a further way."""
    n = paper_of(s, e, law)
    p = NOTICES + n * P_WIDTH
    if n < 0 or (e[DAY1] and e[DAY1] < s[p + P_ISSUED]) or (e[DAY2] and e[DAY2] < s[p + P_ISSUED]):
        s[BAD] = R_IMPOSSIBLE
        return
    first = s[p + P_SERVED] == 0 or s[p + P_RETURNED] != 0
    other_way = s[p + P_RECEIVED] == 0 and e[DAY1] == 0 and s[p + P_METHOD] != e[OTHER]
    if first or other_way:
        s[p + P_SERVED] = e[DAY]
        s[p + P_AT] = e[AT]
        s[p + P_METHOD] = e[OTHER]
        s[p + P_RECEIVED] = s[p + P_POSTMARK] = 0
    if first:
        s[p + P_RETURNED] = 0
        _replace(s, n, 1)
    if s[p + P_RECEIVED] == 0:
        s[p + P_RECEIVED] = e[DAY1]
    if s[p + P_POSTMARK] == 0:
        s[p + P_POSTMARK] = e[DAY2]


@inner
def returned(s: Row, e: Events, law: Row) -> None:
    """A served paper comes back: the served ones that it had replaced are live again."""
    n = paper_of(s, e, law)
    p = NOTICES + n * P_WIDTH
    if n < 0 or s[p + P_SERVED] == 0:
        s[BAD] = R_IMPOSSIBLE
        return
    s[p + P_SERVED] = 0
    s[p + P_RECEIVED] = s[p + P_POSTMARK] = 0
    s[p + P_RETURNED] = 1
    back = kept = 0
    for k in range(s[p + P_REPLACES]):
        if s[NOTICES + s[p + P_REPLACES + 1 + k] * P_WIDTH + P_SERVED]:
            back += 1
    at = LIVE + s[p + P_INSTRUMENT] * LIVE_WIDTH
    if s[at] + back > MOST_NOTICES:
        s[BAD] = R_NOTICES
        return
    for k in range(s[at] - 1, -1, -1):
        s[at + 1 + k + back] = s[at + 1 + k]
    s[at] += back
    put = 0
    for k in range(s[p + P_REPLACES]):
        m = s[p + P_REPLACES + 1 + k]
        if s[NOTICES + m * P_WIDTH + P_SERVED]:
            s[at + 1 + put] = m
            put += 1
        else:
            s[p + P_REPLACES + 1 + kept] = m
            kept += 1
    s[p + P_REPLACES] = kept


@inner
def inspected(s: Row, e: Events) -> None:
    """The town looks again; what it finds corrected is remedied."""
    if not s[KNOWN]:
        s[BAD] = R_IMPOSSIBLE
        return
    which = named(s, e) if e[NAMED] else -1
    if s[BAD] or e[WORD] != 3:
        return
    for i in range(s[N_FOUND]):
        if (which >> i) & 1 and s[CURRENT + s[STRETCHES + i * V_WIDTH + V_NAME]] == i + 1:
            remedy(s, i, e[DAY], e[AT], 0)


@inner
def accepted(s: Row, e: Events) -> None:
    """The town accepts corrected practices."""
    which = named(s, e) if e[NAMED] else -1
    for i in range(s[N_FOUND]):
        name = s[STRETCHES + i * V_WIDTH + V_NAME]
        if (which >> i) & 1 and s[CURRENT + name] == i + 1:
            release(s, name, e[DAY])
