"""What the law would allow: units counted and priced, as ``law.penalties`` does it.

``t`` is one track's rule under the adopted readings. Sums are added into the track's place ``x``.
"""

from __future__ import annotations

from typing import Any

from outfall.docket.engine.compiling import inner
from outfall.docket.engine.kernel_days import earliest
from outfall.docket.engine.layout import (
    CONVICTIONS,
    N_CONVICTIONS,
    N_FOUND,
    N_UNCONVICTED,
    ON,
    STRETCHES,
    T_AFTER,
    T_CAP,
    T_COUNT,
    T_EACH,
    T_ESCALATING,
    T_FIRST,
    T_LEAST,
    T_REPEAT,
    T_ROWS,
    T_TIERS,
    T_UNCONVICTED,
    T_UNIT,
    T_WITHIN,
    T_WITHIN_N,
    UNCONVICTED,
    V_CONVICTED,
    V_OBSERVED,
    V_REMEDIED,
    V_REVERSED,
    V_SETTLED,
    V_WIDTH,
    X_COUNTS,
    X_JAIL,
    X_MAX,
    X_MIN,
    X_TIER,
    X_UNITS,
    X_UNLIMITED,
    X_WIDTH,
)

Row = Any
DAY_UNIT, WEEK_UNIT, OFFENSE_UNIT = range(3)
COUNTS = ("each_day", "additional_full", "additional_begun", "full_only", "once")
FOREVER = 1 << 40


@inner
def clear(s: Row, x: int) -> None:
    """Nothing counted yet."""
    for k in range(1, X_WIDTH):
        s[x + k] = 0


@inner
def _units(how: int, days: int, elapsed: int) -> int:
    """Units of a stretch of days by a way of counting, a place in ``COUNTS``."""
    if how == 0:
        return days
    if how == 1:
        return 1 + elapsed // 7
    if how == 2:
        return 1 + (elapsed + 6) // 7
    if how == 3:
        return max(1, elapsed // 7)
    return 1


@inner
def _earlier(s: Row, t: Row, offense: int) -> int:
    """Earlier offenses of the party within the look-back."""
    found = 0
    if s[N_CONVICTIONS] + s[N_UNCONVICTED] == 0:
        return 0
    since = earliest(offense, t[T_WITHIN], t[T_WITHIN_N]) if t[T_WITHIN] else 0
    for k in range(s[N_CONVICTIONS]):
        committed, convicted = s[CONVICTIONS + 2 * k], s[CONVICTIONS + 2 * k + 1]
        if committed >= offense or convicted > s[ON] or committed < since:
            continue
        if convicted >= offense and t[T_AFTER]:
            continue
        found += 1
    if not t[T_UNCONVICTED]:
        return found
    for k in range(s[N_UNCONVICTED]):
        committed = s[UNCONVICTED + k]
        found += since <= committed < offense
    return found


@inner
def _in_this_case(s: Row, t: Row, day: int) -> int:
    """Offenses of this very case before one, where offenses count and not convictions alone."""
    if not t[T_UNCONVICTED]:
        return 0
    begun = days = 0
    for i in range(s[N_FOUND]):
        v = STRETCHES + i * V_WIDTH
        if s[v + V_REVERSED] or s[v + V_CONVICTED] or s[v + V_OBSERVED] >= day:
            continue
        begun += 1
        ended = s[v + V_REMEDIED]
        days += (ended if ended and ended < day else day) - s[v + V_OBSERVED]
        if ended == s[v + V_OBSERVED]:
            days += 1
    return days if t[T_ESCALATING] else begun


@inner
def counted(t: Row, days: int, elapsed: int) -> int:
    """The units of a stretch: so many days that count, and those since the first."""
    units = 1
    if t[T_UNIT] != WEEK_UNIT or elapsed:
        units = _units(t[T_COUNT], days, elapsed)
    return max(1, units) if t[T_LEAST] else units


@inner
def cost(t: Row, tier: int, units: int, escalating: int) -> tuple[int, int, int, int]:
    """What so many units cost from a tier on: least, most, days of jail, whether no most."""
    low = high = jail = unlimited = 0
    last = t[T_TIERS]
    n = 0
    while True:
        number = min(tier + n if escalating else tier, last)
        row = T_ROWS + 3 * (number - 1)
        many = 1 if escalating and number < last else units - n
        low += t[row] * many
        if t[row + 1] < 0:
            unlimited = 1
        else:
            high += t[row + 1] * many
        jail += t[row + 2] * many
        n += many
        if not (escalating and n < units):
            break
    if t[T_CAP] >= 0:
        high = t[T_CAP] if unlimited else min(high, t[T_CAP])
        low, unlimited = min(low, t[T_CAP]), 0
    return low, high, jail, unlimited


@inner
def _price(s: Row, t: Row, x: int, tier: int, units: int, escalating: int) -> None:
    """Add what so many units cost, from a tier on."""
    low, high, jail, unlimited = cost(t, tier, units, escalating)
    s[x + X_MIN] += low
    s[x + X_MAX] += high
    s[x + X_JAIL] += jail
    s[x + X_UNITS] += units
    s[x + X_COUNTS] += 1
    s[x + X_TIER] = max(s[x + X_TIER], min(tier, t[T_TIERS]))
    if unlimited:
        s[x + X_UNLIMITED] = 1


@inner
def _count(s: Row, t: Row, x: int, start: int, end: int) -> None:
    """One stretch, from its first day to the day before ``end`` (0: it goes on)."""
    stop = min(end, s[ON] + 1) if end else s[ON] + 1
    elapsed = (min(end, s[ON]) if end else s[ON]) - start
    units = counted(t, stop - start, elapsed)
    tier, escalating = 1, 0
    if t[T_REPEAT]:
        tier += _earlier(s, t, start) + _in_this_case(s, t, start)
        escalating = 1 if units > 1 and t[T_ESCALATING] else 0
    _price(s, t, x, tier, units, escalating)


@inner
def from_observation(s: Row, t: Row, x: int) -> None:
    """Exposure of violations that count from their own first day."""
    found = 0
    for i in range(s[N_FOUND]):
        v = STRETCHES + i * V_WIDTH
        found += s[v + V_REVERSED] == 0 and s[v + V_SETTLED] == 0
    together = found > 1 and not t[T_EACH]
    since, last = 0, 0
    for i in range(s[N_FOUND]):
        v = STRETCHES + i * V_WIDTH
        if s[v + V_REVERSED] or s[v + V_SETTLED]:
            continue
        start, end = s[v + V_OBSERVED], s[v + V_REMEDIED]
        if not together:
            if s[v + V_CONVICTED]:
                start = s[v + V_CONVICTED] + 1
            if start <= s[ON] and (end == 0 or s[v + V_CONVICTED] == 0 or start < end):
                _count(s, t, x, start, end)
            continue
        until = (min(end, s[ON] + 1) if end else s[ON] + 1) - 1
        if until < start:
            continue
        if since and start <= last + 1:
            last = max(last, until)
            continue
        if since:
            _count(s, t, x, since, last + 1)
        since, last = start, until
    if since:
        _count(s, t, x, since, last + 1)


@inner
def _overlap(first: int, last: int, start: int, end: int) -> int:
    return max(0, min(last, end) - max(first, start) + 1)


@inner
def _lasted(s: Row, which: int, first: int, cure_last: int, toll_first: int, toll_last: int) -> int:
    """The days on which one of these lasted, from ``first``, less those that do not count."""
    total = since = last = 0
    for i in range(s[N_FOUND] + 1):
        start, until = FOREVER, FOREVER
        if i < s[N_FOUND]:
            if not (which >> i) & 1:
                continue
            v = STRETCHES + i * V_WIDTH
            end = s[v + V_REMEDIED]
            start = max(s[v + V_OBSERVED], first)
            until = (min(end, s[ON] + 1) if end else s[ON] + 1) - 1
            if until < start:
                continue
            if since and start <= last + 1:
                last = max(last, until)
                continue
        if since:
            both = _overlap(since, last, max(first, toll_first), min(cure_last, toll_last))
            total += last - since + 1 + both
            total -= _overlap(since, last, first, cure_last)
            total -= _overlap(since, last, toll_first, toll_last)
        since, last = start, until
    return total


@inner
def from_notice(
    s: Row, t: Row, x: int, which: int, start: int, cure: int, toll_first: int, toll_last: int
) -> None:
    """Exposure under a paper, of the stretches ``which``, from the day it starts on.

    ``cure`` is the last day of the time that does not count (0: none), and the days of a
    proceeding from ``toll_first`` on (0: none) do not count either.
    """
    found = 0
    for i in range(s[N_FOUND]):
        found += (which >> i) & 1
    first = start if t[T_FIRST] else start + 1
    if toll_first == 0:
        toll_first, toll_last = 1, 0
    each = found == 1 or t[T_EACH]
    for i in range(s[N_FOUND]):
        if not (which >> i) & 1:
            continue
        group = 1 << i if each else which
        days = _lasted(s, group, first, cure, toll_first, toll_last)
        if t[T_LEAST] and not days:
            days = 1
        if days > 1 and t[T_COUNT] == COUNT_ONCE:
            days = 1
        if days:
            offense = s[STRETCHES + i * V_WIDTH + V_OBSERVED]
            tier = 1 + _earlier(s, t, offense) if t[T_REPEAT] else 1
            _price(s, t, x, tier, days, 0)
        if not each:
            break


COUNT_ONCE = COUNTS.index("once")
