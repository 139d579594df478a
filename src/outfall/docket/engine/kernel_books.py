"""The account of a case that charges one part alone, in one go over its entries.

It is what ``kernel_money`` comes to where every charge bears from one day on, or from its own: then
no entry has to be kept, for the principal that is unpaid is one number.
"""

from __future__ import annotations

from typing import Any

from outfall.docket.engine.compiling import inner
from outfall.docket.engine.kernel_days import half_even
from outfall.docket.engine.layout import (
    A_BEFORE,
    A_N_RATES,
    A_PER,
    A_RATES,
    A_STEADY,
    CHARGE,
    CONTESTS,
    E_AMOUNT,
    E_BEARS,
    E_KIND,
    E_ON,
    E_PART,
    E_WIDTH,
    ENTRIES,
    L_CHARGED,
    L_CLEARED,
    L_CREDIT,
    L_HAS,
    L_INTEREST,
    L_INTEREST_PAID,
    L_OWED,
    L_PAID,
    L_PAID_OF,
    L_PER_DIEM,
    LEDGER,
    N_ENTRIES,
    ON,
    PAID,
    PLAN_ON,
)

Row = Any
NEVER = 1 << 40


@inner
def bears_from(s: Row, rule: Row) -> int:
    """The day from which the principal bears (``NEVER``: none does); 0 for an account like no such.

    An account is like it where it charges one part, has no more than payments beside, and no day
    bears before a charge that still waits.
    """
    if s[CONTESTS] or s[PLAN_ON] or not rule[A_STEADY]:
        return 0
    part, since = -1, 0
    for k in range(s[N_ENTRIES]):
        m = ENTRIES + k * E_WIDTH
        if s[m + E_KIND] == PAID:
            continue
        bears, on = s[m + E_BEARS], s[m + E_ON]
        from_now = max(bears, on) if bears else NEVER
        if part < 0:
            part, since = s[m + E_PART], from_now
        odd = s[m + E_KIND] != CHARGE or s[m + E_PART] != part
        if odd or from_now != (max(since, on) if bears else NEVER):
            return 0
    return int(since) if part >= 0 else NEVER


@inner
def used_for(left: int, money: int, due: int, first: int) -> tuple[int, int]:
    """What of a payment goes to the principal, and what to interest; ``first``: principal is."""
    principal = min(left, money) if first else min(left, money - min(money, due))
    return principal, min(money - principal, due)


@inner
def straight(s: Row, rule: Row, since: int) -> None:
    """Run every entry of an account whose principal bears from ``since`` on."""
    rate = rule[A_RATES] if rule[A_N_RATES] else 0
    per = rule[A_PER]
    part, first, has, cleared, day = 0, 0, 0, 0, since
    left, borne, taken, credit, paid, used, charged = 0, 0, 0, 0, 0, 0, 0
    for k in range(s[N_ENTRIES]):
        m = ENTRIES + k * E_WIDTH
        on, money = s[m + E_ON], s[m + E_AMOUNT]
        if on > day:
            borne += left * (on - day)
            day = on
        if s[m + E_KIND] == CHARGE:
            if has == 0:
                part, has = s[m + E_PART], 1
                first = (rule[A_BEFORE] >> part) & 1
            cleared = 0
            charged += money
            left += money
            money, credit = credit, 0
            if money == 0:
                continue
        else:
            paid += money
        due = max(half_even(borne * rate, per) - taken, 0)
        principal, interest = used_for(left, money, due, first)
        left, taken, used = left - principal, taken + interest, used + principal
        credit += money - principal - interest
        if left == 0 and has and cleared == 0:
            cleared = on
    at = LEDGER
    s[at + L_CHARGED + part], s[at + L_PAID_OF + part] = charged, used
    s[at + L_CLEARED + part], s[at + L_PAID], s[at + L_CREDIT] = cleared, paid, credit
    s[at + L_INTEREST_PAID], s[at + L_HAS] = taken, has << part
    if s[N_ENTRIES] and day <= s[ON]:
        borne += left * (s[ON] + 1 - day)
    s[at + L_INTEREST] = half_even(borne * rate, per)
    s[at + L_OWED] = left + s[at + L_INTEREST] - taken
    if day <= s[ON] + 1:
        s[at + L_PER_DIEM] = half_even(left * rate, per)
