"""The account of a case, run over its entries as ``law.ledger`` and ``law.books`` do it.

``rule`` holds what the adopted readings say of interest and of the order of payments. Interest is
kept as a numerator over one denominator, so that it is exact until it is rounded.
"""

from __future__ import annotations

from typing import Any

from outfall.docket.engine.compiling import inner
from outfall.docket.engine.kernel_books import bears_from, straight
from outfall.docket.engine.kernel_days import half_even, year_days
from outfall.docket.engine.layout import (
    A_N_RATES,
    A_ORDER,
    A_PER,
    A_RATES,
    A_YEAR,
    BAD,
    CHARGE,
    CONTESTS,
    E_AMOUNT,
    E_BEARS,
    E_KIND,
    E_ON,
    E_PART,
    E_STATE,
    E_UNPAID,
    E_WIDTH,
    ENTRIES,
    INTEREST,
    L_ACCRUED,
    L_CHARGE_FIRST,
    L_CHARGED,
    L_CLEARED,
    L_CREDIT,
    L_DAY,
    L_HAS,
    L_INTEREST,
    L_INTEREST_PAID,
    L_INTEREST_REDUCED,
    L_N_SETTLED,
    L_OWED,
    L_PAID,
    L_PAID_OF,
    L_PER_DIEM,
    L_PLAN_PRINCIPAL,
    L_PLAN_SEEN,
    L_PRINCIPAL,
    L_REDUCED,
    L_SETTLED,
    L_SPAN_FIRST,
    L_SPAN_LAST,
    L_SPAN_PRINCIPAL,
    L_SPAN_RATE,
    LEDGER,
    N_ENTRIES,
    ON,
    PAID,
    PLAN_ON,
    PROTEST,
    R_SUMS,
    REDUCED,
)

Row = Any
Table = Any
BEARING, WAITING = 1, 2
MOST_DAYS_BORNE = 366 * 366 * 230.0  # of the longest time that a case can span, over 365 * 366


@inner
def _interest(s: Row, rule: Row) -> int:
    """Interest so far in whole cents, paid or not."""
    return half_even(s[LEDGER + L_ACCRUED], rule[A_PER])


@inner
def _unpaid(s: Row) -> int:
    total = 0
    for part in range(4):
        total += int(
            s[LEDGER + L_CHARGED + part]
            - s[LEDGER + L_REDUCED + part]
            - s[LEDGER + L_PAID_OF + part]
        )
    return total


@inner
def _bear(s: Row, rule: Row, first: int, last: int, principal: int) -> None:
    """Let days bear interest on one principal, at each rate; a stretch that goes on is one."""
    if principal <= 0:
        return
    for k in range(rule[A_N_RATES]):
        rate = rule[A_RATES + 3 * k]
        start = max(first, rule[A_RATES + 3 * k + 1])
        end = min(last, rule[A_RATES + 3 * k + 2])
        if start > end:
            continue
        if rule[A_YEAR] != 3:
            s[LEDGER + L_ACCRUED] += principal * rate * year_days(start, end, rule[A_YEAR])
            continue
        if (
            s[LEDGER + L_SPAN_LAST] + 1 == start
            and s[LEDGER + L_SPAN_PRINCIPAL] == principal
            and s[LEDGER + L_SPAN_RATE] == rate
        ):
            begun = s[LEDGER + L_SPAN_FIRST]
            s[LEDGER + L_ACCRUED] -= principal * rate * year_days(begun, start - 1, 3)
        else:
            begun = start
        s[LEDGER + L_ACCRUED] += principal * rate * year_days(begun, end, 3)
        s[LEDGER + L_SPAN_FIRST], s[LEDGER + L_SPAN_LAST] = begun, end
        s[LEDGER + L_SPAN_PRINCIPAL], s[LEDGER + L_SPAN_RATE] = principal, rate


@inner
def _next_waiting(s: Row, after: int, place: int, to: int) -> int:
    """The entry whose charge begins to bear next, by its day and its place, before ``to``."""
    best = -1
    for k in range(s[N_ENTRIES]):
        m = ENTRIES + k * E_WIDTH
        if s[m + E_STATE] != WAITING or s[m + E_BEARS] >= to:
            continue
        day = s[m + E_BEARS]
        if day < after or (day == after and k <= place):
            continue
        if best < 0 or day < s[ENTRIES + best * E_WIDTH + E_BEARS]:
            best = k
    return best


@inner
def _borne(s: Row, rule: Row, to: int) -> None:
    """The interest that the days before ``to`` still have to bear."""
    day = s[LEDGER + L_DAY] if s[LEDGER + L_DAY] else to
    principal = s[LEDGER + L_PRINCIPAL]
    if rule[A_N_RATES] == 0:
        return
    after, place = 0, -1
    while True:
        k = _next_waiting(s, after, place, to)
        if k < 0:
            break
        m = ENTRIES + k * E_WIDTH
        after, place = s[m + E_BEARS], k
        _bear(s, rule, day, after - 1, principal)
        day, principal = after, principal + s[m + E_UNPAID]
    _bear(s, rule, day, to - 1, principal)


@inner
def _advance(s: Row, rule: Row, to: int) -> None:
    """Let every day before ``to`` bear its interest, for good."""
    _borne(s, rule, to)
    for k in range(s[N_ENTRIES]):
        m = ENTRIES + k * E_WIDTH
        if s[m + E_STATE] == WAITING and s[m + E_BEARS] < to:
            s[m + E_STATE] = BEARING
            s[LEDGER + L_PRINCIPAL] += s[m + E_UNPAID]
    s[LEDGER + L_DAY] = max(s[LEDGER + L_DAY], to)


@inner
def _pay_part(s: Row, part: int, amount: int, upto: int) -> int:
    """Pay the oldest charges of a part first; gives the cents that were used."""
    used = 0
    for k in range(upto):
        if used >= amount:
            break
        m = ENTRIES + k * E_WIDTH
        if s[m + E_KIND] != CHARGE or s[m + E_PART] != part:
            continue
        taken = min(s[m + E_UNPAID], amount - used)
        s[m + E_UNPAID] -= taken
        if s[m + E_STATE] == BEARING:
            s[LEDGER + L_PRINCIPAL] -= taken
        used += taken
    return used


@inner
def _settled(s: Row, on: int, amount: int) -> None:
    at = LEDGER + L_SETTLED + 2 * s[LEDGER + L_N_SETTLED]
    s[at], s[at + 1] = on, amount
    s[LEDGER + L_N_SETTLED] += 1


@inner
def _clear(s: Row, on: int) -> None:
    """Note each part of which nothing is owed any more."""
    for part in range(4):
        owed = (
            s[LEDGER + L_CHARGED + part]
            - s[LEDGER + L_REDUCED + part]
            - s[LEDGER + L_PAID_OF + part]
        )
        if (s[LEDGER + L_HAS] >> part) & 1 and owed <= 0 and s[LEDGER + L_CLEARED + part] == 0:
            s[LEDGER + L_CLEARED + part] = on


@inner
def _due_interest(s: Row, rule: Row) -> int:
    paid, reduced = s[LEDGER + L_INTEREST_PAID], s[LEDGER + L_INTEREST_REDUCED]
    return max(int(_interest(s, rule) - paid - reduced), 0)


@inner
def _settle(s: Row, rule: Row, on: int, amount: int, upto: int) -> None:
    """Use money for what is owed, in the town's order; the rest is a credit."""
    before = _unpaid(s)
    for k in range(5):
        part = rule[A_ORDER + k]
        if part == INTEREST:
            taken = min(amount, _due_interest(s, rule))
            s[LEDGER + L_INTEREST_PAID] += taken
        else:
            taken = _pay_part(s, part, amount, upto)
            s[LEDGER + L_PAID_OF + part] += taken
        amount -= taken
    s[LEDGER + L_CREDIT] += amount
    if _unpaid(s) != before:
        _settled(s, on, before - _unpaid(s))
    _clear(s, on)


@inner
def _charge(s: Row, rule: Row, k: int) -> None:
    """A charge: it takes what credit there is, and bears interest now, later or never."""
    m = ENTRIES + k * E_WIDTH
    part = s[m + E_PART]
    s[LEDGER + L_CHARGED + part] += s[m + E_UNPAID]
    s[LEDGER + L_HAS] |= 1 << part
    s[LEDGER + L_CLEARED + part] = 0
    if s[LEDGER + L_CREDIT]:
        credit = s[LEDGER + L_CREDIT]
        s[LEDGER + L_CREDIT] = 0
        _settle(s, rule, s[m + E_ON], credit, k + 1)
    if s[m + E_BEARS] == 0 or s[m + E_UNPAID] == 0:
        return
    if s[m + E_BEARS] <= s[m + E_ON]:
        s[m + E_STATE] = BEARING
        s[LEDGER + L_PRINCIPAL] += s[m + E_UNPAID]
    else:
        s[m + E_STATE] = WAITING


@inner
def _reduce(s: Row, rule: Row, k: int) -> None:
    """A waiver aimed at one part."""
    m = ENTRIES + k * E_WIDTH
    part, amount = s[m + E_PART], s[m + E_AMOUNT]
    if part == INTEREST:
        s[LEDGER + L_INTEREST_REDUCED] += min(_due_interest(s, rule), amount)
        return
    taken = _pay_part(s, part, amount, k)
    if taken:
        s[LEDGER + L_REDUCED + part] += taken
        _settled(s, s[m + E_ON], taken)
    _clear(s, s[m + E_ON])


@inner
def _contests(s: Row) -> None:
    """Carry each decision on a bill back: what was not upheld was never due."""
    for n in range(s[N_ENTRIES]):
        p = ENTRIES + n * E_WIDTH
        if s[p + E_KIND] != PROTEST:
            continue
        charged = 0
        for k in range(n):
            m = ENTRIES + k * E_WIDTH
            if s[m + E_KIND] == CHARGE and s[m + E_PART] == s[p + E_PART]:
                charged += s[m + E_UNPAID]
        excess = max(charged - s[p + E_AMOUNT], 0)
        s[p + E_UNPAID] = excess
        for k in range(n - 1, -1, -1):
            m = ENTRIES + k * E_WIDTH
            if s[m + E_KIND] == CHARGE and s[m + E_PART] == s[p + E_PART] and excess:
                taken = min(excess, s[m + E_UNPAID])
                s[m + E_UNPAID] -= taken
                excess -= taken


@inner
def ledger(s: Row, rule: Row) -> None:
    """Run every entry; ``E_BEARS`` says from which day each charge can bear interest (0: never)."""
    for k in range(L_SETTLED):
        s[LEDGER + k] = 0
    total = 0.0
    for k in range(s[N_ENTRIES]):
        m = ENTRIES + k * E_WIDTH
        total += s[m + E_AMOUNT]
        first = LEDGER + L_CHARGE_FIRST + s[m + E_PART]
        if s[m + E_KIND] == CHARGE and s[first] == 0:
            s[first] = s[m + E_ON]
    for k in range(rule[A_N_RATES]):
        if total * rule[A_RATES + 3 * k] * MOST_DAYS_BORNE > 4e18:
            s[BAD] = R_SUMS
            return
    since = bears_from(s, rule)
    if since:
        straight(s, rule, since)
    else:
        _entries(s, rule)


@inner
def _entries(s: Row, rule: Row) -> None:
    """Run the entries of any account, each charge kept by itself."""
    for k in range(s[N_ENTRIES]):
        m = ENTRIES + k * E_WIDTH
        s[m + E_UNPAID], s[m + E_STATE] = s[m + E_AMOUNT], 0
    if s[CONTESTS]:
        _contests(s)
    for k in range(s[N_ENTRIES]):
        m = ENTRIES + k * E_WIDTH
        on, kind = s[m + E_ON], s[m + E_KIND]
        if s[PLAN_ON] and not s[LEDGER + L_PLAN_SEEN] and on > s[PLAN_ON]:
            s[LEDGER + L_PLAN_SEEN], s[LEDGER + L_PLAN_PRINCIPAL] = 1, _unpaid(s)
        _advance(s, rule, on)
        if kind == CHARGE:
            _charge(s, rule, k)
        elif kind == PAID:
            s[LEDGER + L_PAID] += s[m + E_AMOUNT]
            _settle(s, rule, on, s[m + E_AMOUNT], k)
        elif kind == REDUCED:
            _reduce(s, rule, k)
        else:
            part = s[m + E_PART]
            s[LEDGER + L_CHARGED + part] += s[m + E_UNPAID]
            s[LEDGER + L_REDUCED + part] += s[m + E_UNPAID]
            s[LEDGER + L_HAS] |= 1 << part
    if s[PLAN_ON] and not s[LEDGER + L_PLAN_SEEN]:
        s[LEDGER + L_PLAN_PRINCIPAL] = _unpaid(s)
    _close(s, rule)


@inner
def _close(s: Row, rule: Row) -> None:
    """Interest to the end of the day, that of the next day, and what is owed in all."""
    on = s[ON]
    accrued, first, last = (
        s[LEDGER + L_ACCRUED], s[LEDGER + L_SPAN_FIRST], s[LEDGER + L_SPAN_LAST],
    )  # fmt: skip
    principal, rate_now = s[LEDGER + L_SPAN_PRINCIPAL], s[LEDGER + L_SPAN_RATE]
    if s[N_ENTRIES]:
        _borne(s, rule, on + 1)
    s[LEDGER + L_INTEREST] = _interest(s, rule)
    s[LEDGER + L_ACCRUED], s[LEDGER + L_SPAN_FIRST], s[LEDGER + L_SPAN_LAST] = accrued, first, last
    s[LEDGER + L_SPAN_PRINCIPAL], s[LEDGER + L_SPAN_RATE] = principal, rate_now
    s[LEDGER + L_OWED] = (
        _unpaid(s)
        + s[LEDGER + L_INTEREST]
        - s[LEDGER + L_INTEREST_PAID]
        - s[LEDGER + L_INTEREST_REDUCED]
    )
    bearing = s[LEDGER + L_PRINCIPAL]
    for k in range(s[N_ENTRIES]):
        m = ENTRIES + k * E_WIDTH
        if s[m + E_STATE] == WAITING and s[m + E_BEARS] <= on + 1:
            bearing += s[m + E_UNPAID]
    for k in range(rule[A_N_RATES]):
        if rule[A_RATES + 3 * k + 1] <= on + 1 <= rule[A_RATES + 3 * k + 2]:
            days = year_days(on + 1, on + 1, rule[A_YEAR])
            up = bearing * rule[A_RATES + 3 * k] * days
            s[LEDGER + L_PER_DIEM] = half_even(up, rule[A_PER])
            return
