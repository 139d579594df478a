"""Single figures over ready columns, in straight lines: a penalty, a tier, interest.

What is plain in a pack's numbers (an amount for each day, tiers by how many offenses came before,
one rate over years of one length) is said so that a machine does many rows at a time. All else goes
through the same functions as a whole plan, a row after another.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from outfall.docket.engine.compiling import compiled, inner
from outfall.docket.engine.kernel_days import earliest
from outfall.docket.engine.kernel_exposure import cost, counted
from outfall.docket.engine.kernel_money import ledger
from outfall.docket.engine.layout import (
    BAD,
    CHARGE,
    CONTESTS,
    E_AMOUNT,
    E_BEARS,
    E_KIND,
    E_ON,
    E_PART,
    E_WIDTH,
    ENTRIES,
    L_INTEREST,
    L_OWED,
    LEDGER,
    N_ENTRIES,
    ON,
    PAID,
    PLAN_ON,
    T_ESCALATING,
    T_REPEAT,
    T_WITHIN,
    T_WITHIN_N,
)

Small = Any  # int32, a row each
Long = Any  # int64, a row each
Row = Any
Rows = Any  # so many columns, each in one piece: one of two dimensions is in none once it is cut
Number = Any  # whole or not, of the width that a vector takes
WHOLE = 2.0**52 + 2.0**51  # what is added to it keeps no fraction
EXACT = 2.0**52  # below it a whole number over a divisor falls on a half only where it is one


@compiled
def by_days(
    first: Small, last: Small, amount: int, least: int, most: int, cap: int, cents: Long
) -> None:
    """An amount for each day from ``first`` to ``last``; for least and at most so many days."""
    for n in range(len(first)):
        days = min(max(last[n] - first[n] + np.int32(1), least), most)
        cents[n] = min(np.int64(days if first[n] > 0 else np.int32(0)) * amount, cap)


@compiled
def by_units(first: Small, last: Small, t: Row, cents: Long) -> None:
    """What the units of each stretch cost from the first tier on; -1 where there is no most."""
    for n in range(len(first)):
        cents[n] = 0
        if first[n] <= 0:
            continue
        elapsed = max(np.int64(last[n]) - first[n], -1)
        units = counted(t, elapsed + 1, max(elapsed, 0))
        if units:
            escalating = 1 if t[T_REPEAT] and units > 1 and t[T_ESCALATING] else 0
            _, high, _, unlimited = cost(t, 1, units, escalating)
            cents[n] = -1 if unlimited else high


@compiled
def looking_back(t: Row, first_day: int, since: Small) -> None:
    """For each day from ``first_day`` on, the first day of which an offense counts on it still."""
    for n in range(len(since)):
        since[n] = 1
        if t[T_WITHIN]:
            since[n] = max(1, earliest(first_day + n, t[T_WITHIN], t[T_WITHIN_N]))


@inner
def _begins(offense: Small, since: Small, first_day: Number, back: Small) -> Number:
    """For some offenses the first day that still counts; gives how many are out of reach."""
    end, far = np.uint32(len(since) - 1), np.int64(0)
    for n in range(len(offense)):
        place = np.uint32(offense[n] - first_day)
        far += np.int64((place > end) & (offense[n] != np.int32(0)))
        back[n] = since[min(place, end)]
    return far


@inner
def _tiers(
    on: Small, back: Small, earlier: Rows, amounts: Any, tiers: int, number: Any, cents: Long
) -> None:
    """The tier and its amount, where it is known from when on offenses count."""
    zero, one = np.int32(0), np.int32(1)
    first, more1, more2, more3, more4 = amounts
    a, b, c, d = earlier
    for n in range(len(on)):
        day, since = on[n], back[n]
        found = np.int32((a[n] >= since) & (a[n] < day)) + np.int32((b[n] >= since) & (b[n] < day))
        found += np.int32((c[n] >= since) & (c[n] < day)) + np.int32((d[n] >= since) & (d[n] < day))
        most = first + (more1 if found > zero else np.int64(0))
        most += more2 if found > one else np.int64(0)
        most += more3 if found > np.int32(2) else np.int64(0)
        most += more4 if found > np.int32(3) else np.int64(0)
        number[n] = min(found + one, tiers) if day > zero else zero
        cents[n] = most if day > zero else np.int64(0)


@compiled
def by_earlier(
    offense: Small,
    earlier: Rows,
    since: Small,
    first_day: Number,
    amounts: tuple[int, ...],
    tiers: Number,
    back: Small,
    number: Any,
    cents: Long,
) -> int:
    """The tier by four earlier days, and its amount; gives how many days are out of reach.

    ``amounts`` are that of no earlier offense, and what each further one adds. ``back`` is room for
    a block of days: they are looked up first, for what looks up can't be done many at a time.
    """
    far = 0
    for at in range(0, len(offense), len(back)):
        to = min(at + len(back), len(offense))
        far += _begins(offense[at:to], since, first_day, back)
        four = earlier[0][at:to], earlier[1][at:to], earlier[2][at:to], earlier[3][at:to]
        _tiers(offense[at:to], back, four, amounts, tiers, number[at:to], cents[at:to])
    return far


@inner
def rounded(cents: Number) -> Number:
    """The nearest whole number, a half to the even one."""
    return (cents + WHOLE) - WHOLE


@inner
def _paid(
    left: Number, borne: Number, taken: Number, day: Any, when: Any, much: Any, on: Any, rule: Any
) -> tuple[Number, Number, Number, Any]:
    """Interest up to a payment's day, then its money to interest and principal, as told."""
    up, per, first = rule
    amount = np.float64(much if (when > 0) & (when <= on) else np.int64(0))
    until = max(day, min(when, on))
    borne += left * np.float64(until - day)
    before = min(left, amount) * first
    part = min(amount - before, rounded(borne * up / per) - taken)
    return left - min(left, amount - part), borne, taken + part, until


@compiled
def at_one_rate(
    principal: Long,
    since: Small,
    on: Small,
    paid_on: Rows,
    paid: Rows,
    rule: Any,
    interest: Long,
    owed: Long,
) -> int:
    """Interest at one rate over years of one length, five payments; gives rows for the ledger.

    ``rule`` is the rate and its divisor in days and cents, and 1 where a payment goes to the
    principal before the interest. Sums are doubles that hold whole numbers: a row with one beyond
    ``EXACT``, a sum below nothing or payments out of their order is counted, and for ``by_ledger``.
    """
    up, per, _ = rule
    odd = 0
    day1, day2, day3, day4, day5 = paid_on
    sum1, sum2, sum3, sum4, sum5 = paid
    for n in range(len(since)):
        asked = on[n]
        day = since[n] if since[n] > 0 else asked + np.int32(1)
        span = max(asked + np.int32(1) - day, np.int32(0))
        whole = np.float64(principal[n])
        d1, d2, d3, d4, d5 = day1[n], day2[n], day3[n], day4[n], day5[n]
        p1, p2, p3, p4, p5 = sum1[n], sum2[n], sum3[n], sum4[n], sum5[n]
        wild = (whole * np.float64(span) * up >= EXACT) | (whole * up >= EXACT)
        wild |= (principal[n] | p1 | p2 | p3 | p4 | p5) >> 51 != 0  # also below nothing
        two, more = max(d1, d2), max(d3, d4)
        wild |= (d2 > 0) & (d2 < d1)
        wild |= (d3 > 0) & (d3 < two)
        wild |= (d4 > 0) & (d4 < max(two, d3))
        wild |= (d5 > 0) & (d5 < max(two, more))
        odd += int(wild)
        left: Number = whole
        borne: Number = 0.0
        taken: Number = 0.0
        left, borne, taken, day = _paid(left, borne, taken, day, d1, p1, asked, rule)
        left, borne, taken, day = _paid(left, borne, taken, day, d2, p2, asked, rule)
        left, borne, taken, day = _paid(left, borne, taken, day, d3, p3, asked, rule)
        left, borne, taken, day = _paid(left, borne, taken, day, d4, p4, asked, rule)
        left, borne, taken, day = _paid(left, borne, taken, day, d5, p5, asked, rule)
        borne += left * np.float64(max(asked + np.int32(1) - day, np.int32(0)))
        total = rounded(borne * up / per)
        interest[n] = np.int64(total)
        owed[n] = np.int64(left + total - taken)
    return odd


@inner
def _entry(s: Row, on: int, kind: int, part: int, amount: int, bears: int) -> None:
    m = ENTRIES + s[N_ENTRIES] * E_WIDTH
    s[N_ENTRIES] += 1
    s[m + E_ON], s[m + E_KIND], s[m + E_PART] = on, kind, part
    s[m + E_AMOUNT], s[m + E_BEARS] = amount, bears


@compiled
def by_ledger(
    principal: Long,
    since: Small,
    on: Small,
    paid_on: Rows,
    paid: Rows,
    rule: Row,
    part: int,
    s: Row,
    interest: Long,
    owed: Long,
) -> int:
    """The same through a plan's own ledger; gives 0, or -1 less the first row that can't be.

    A row can't be where a sum is below nothing or too large, or payments are out of their order.
    """
    for n in range(len(since)):
        s[ON], s[BAD], s[N_ENTRIES], s[CONTESTS], s[PLAN_ON] = on[n], 0, 0, 0, 0
        begun = min(since[n], on[n]) if since[n] > 0 else on[n]
        for k in range(len(paid_on)):
            if paid_on[k][n] > 0:
                begun = min(begun, paid_on[k][n])
        _entry(s, begun, CHARGE, part, principal[n], max(since[n], 0))
        last = 0
        wrong = principal[n] < 0
        for k in range(len(paid_on)):
            day = paid_on[k][n]
            wrong |= paid[k][n] < 0 or 0 < day < last
            last = max(last, day)
            if 0 < day <= on[n]:
                _entry(s, day, PAID, -1, paid[k][n], 0)
        if not wrong:
            ledger(s, rule)
        if wrong or s[BAD]:
            return -1 - n
        interest[n], owed[n] = s[LEDGER + L_INTEREST], s[LEDGER + L_OWED]
    return 0


@compiled
def one(t: Row, tier: int) -> tuple[int, int, int, int]:
    """What one unit costs at a tier: least, most, days of jail, whether no most."""
    return cost(t, tier, 1, 0)
