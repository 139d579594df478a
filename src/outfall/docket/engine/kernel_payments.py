"""Which charges bear interest, and the payments of a plan, as ``law.account`` has them."""

from __future__ import annotations

from typing import Any

from outfall.docket.engine.compiling import inner
from outfall.docket.engine.kernel_days import months_on, working
from outfall.docket.engine.layout import (
    A_BEARS,
    EXTENSIONS,
    L_N_SETTLED,
    L_PLAN_PRINCIPAL,
    L_SETTLED,
    LATE,
    LEDGER,
    MET,
    MISSED,
    N_EXTENSIONS,
    ON,
    OPEN,
    PLAN_EVERY,
    PLAN_FIRST,
    PLAN_ON,
    PLAN_PAYMENTS,
)

Row = Any
Table = Any
PAYMENT_CODE = 1000  # what an extension of the n-th payment is filed under, less n


@inner
def bears(rule: Row, part: int) -> int:
    """Whether a part of the account bears interest under the adopted readings."""
    return int((rule[A_BEARS] >> part) & 1)


@inner
def payment(
    s: Row, h: Table, n: int, weekdays: int, holidays: int, so_far: int
) -> tuple[int, int, int, int, int]:
    """The n-th payment of the plan (from 0): its last day, cents, status, the day it was made.

    ``so_far`` are the cents of the payments before; the last number is those up to this one.
    """
    count, principal = s[PLAN_PAYMENTS], s[LEDGER + L_PLAN_PRINCIPAL]
    each = principal // count
    amount = principal - each * (count - 1) if n == count - 1 else each
    if s[PLAN_EVERY] == 1:
        day = s[PLAN_FIRST] + 7 * n
    else:
        day = months_on(s[PLAN_FIRST], n * (3 if s[PLAN_EVERY] == 3 else 1))
    last = working(s, h, day, weekdays, holidays)
    for k in range(s[N_EXTENSIONS]):
        x = EXTENSIONS + 3 * k
        if s[x] == PAYMENT_CODE + n and s[x + 1] == 0:
            last = max(last, s[x + 2])
    needed, reached, done = so_far + amount, 0, 0
    for k in range(s[LEDGER + L_N_SETTLED]):
        at = LEDGER + L_SETTLED + 2 * k
        if s[at] > s[PLAN_ON]:
            reached += s[at + 1]
            if reached >= needed:
                done = s[at]
                break
    status = MISSED if s[ON] > last else OPEN
    if done:
        status = MET if done <= last else LATE
    return last, amount, status, done, needed
