"""What a row of facts has come to, put down in a row of results."""

from __future__ import annotations

from typing import Any

from outfall.docket.engine.compiling import inner
from outfall.docket.engine.kernel_clocks import row_of
from outfall.docket.engine.kernel_payments import payment
from outfall.docket.engine.layout import (
    ASSESSED,
    BAD,
    E_BEARS,
    E_FOUND,
    E_WIDTH,
    ENTRIES,
    L_CHARGED,
    L_CREDIT,
    L_INTEREST,
    L_INTEREST_PAID,
    L_INTEREST_REDUCED,
    L_OWED,
    L_PAID,
    L_PAID_OF,
    L_PER_DIEM,
    L_REDUCED,
    LEDGER,
    LIEN_SINCE,
    LIEN_UNTIL,
    M_DONE,
    M_DUE,
    M_LAST,
    M_STATUS,
    N_ENTRIES,
    ON,
    P_AT,
    P_RECEIPT,
    P_RECEIPT_AT,
    P_RECEIVED,
    P_SERVED,
    PLAN_ON,
    PLAN_PAYMENTS,
    R_DEADLINES,
    STRETCHES,
    T_PRESENT,
    T_REPEAT,
    T_ROWS,
    T_TIERS,
    V_DISCOVERED,
    V_OBSERVED,
    V_WIDTH,
    X_COUNTS,
    X_JAIL,
    X_MAX,
    X_MIN,
    X_TIER,
    X_UNITS,
    X_UNLIMITED,
)

Row = Any
Table = Any


@inner
def receipt(s: Row, p: int, shown: int) -> None:
    """When a party had a paper in hand: the day on record, or that of a service that shows it."""
    s[p + P_RECEIPT], s[p + P_RECEIPT_AT] = 0, -1
    if s[p + P_SERVED] == 0:
        return
    if s[p + P_RECEIVED]:
        s[p + P_RECEIPT] = s[p + P_RECEIVED] if s[p + P_RECEIVED] <= s[ON] else 0
    elif shown:
        s[p + P_RECEIPT], s[p + P_RECEIPT_AT] = s[p + P_SERVED], s[p + P_AT]


@inner
def no_interest(s: Row) -> None:
    """No charge bears interest."""
    for k in range(s[N_ENTRIES]):
        s[ENTRIES + k * E_WIDTH + E_BEARS] = 0


@inner
def found_on(s: Row, e: int, discovery: int) -> int:
    """The day on which the violation of a charge was observed, or came to light; or 0."""
    i = s[e + E_FOUND] - 1
    if i < 0:
        return 0
    return int(s[STRETCHES + i * V_WIDTH + (V_DISCOVERED if discovery else V_OBSERVED)])


@inner
def deadline(s: Row, m: int, n: int, o: Row, at: int) -> None:
    """A deadline: its last day, status, when it was done, from when it was moved, its paper."""
    if m < 0:
        for k in range(5):
            o[at + k] = 0
        return
    o[at] = s[m + M_LAST]
    o[at + 1] = s[m + M_STATUS]
    o[at + 2] = s[m + M_DONE]
    o[at + 3] = s[m + M_DUE] if s[m + M_LAST] != s[m + M_DUE] else 0
    o[at + 4] = row_of(s, n)


@inner
def further(s: Row, m: int, n: int, number: int, more: Row, counts: Row, case: int) -> None:
    """The same deadline under a further live paper, in the table of those."""
    if counts[0] >= len(more):
        s[BAD] = R_DEADLINES
        return
    row = more[counts[0]]
    counts[0] += 1
    row[0], row[1] = case, number
    deadline(s, m, n, row, 2)


@inner
def days(s: Row, o: Row, at: int, source: int, count: int) -> None:
    """Orders or holds: state, since, until."""
    for k in range(3 * count):
        o[at + k] = s[source + k]


@inner
def track(s: Row, x: int, r: Row, o: Row, at: int, c: Row, cents_at: int, rule: int) -> None:
    """An exposure: tier, units, days of jail, whether counted; least, most, for one unit."""
    o[at] = s[x + X_TIER] if rule >= 0 and r[rule + T_REPEAT] and s[x + X_COUNTS] else 0
    o[at + 1], o[at + 2], o[at + 3] = s[x + X_UNITS], s[x + X_JAIL], s[x + X_COUNTS]
    c[cents_at] = s[x + X_MIN]
    c[cents_at + 1] = -1 if s[x + X_UNLIMITED] else s[x + X_MAX]
    one = rule >= 0 and r[rule + T_PRESENT] and r[rule + T_TIERS] == 1
    c[cents_at + 2] = r[rule + T_ROWS + 1] if one else -1


@inner
def parts(s: Row, c: Row, at: int) -> None:
    """What of each part was charged, reduced and paid."""
    for part in range(4):
        c[at + 3 * part] = s[LEDGER + L_CHARGED + part]
        c[at + 3 * part + 1] = s[LEDGER + L_REDUCED + part]
        c[at + 3 * part + 2] = s[LEDGER + L_PAID_OF + part]


@inner
def account(s: Row, o: Row, at: int, c: Row, rest: int) -> None:
    """The account's figures, the lien, and how many payments a plan has."""
    c[rest] = s[LEDGER + L_INTEREST]
    c[rest + 1] = s[LEDGER + L_INTEREST_REDUCED]
    c[rest + 2] = s[LEDGER + L_INTEREST_PAID]
    c[rest + 3] = s[LEDGER + L_PAID]
    c[rest + 4] = s[LEDGER + L_CREDIT]
    c[rest + 5] = s[LEDGER + L_PER_DIEM]
    c[rest + 6] = s[ASSESSED]
    c[rest + 7] = s[LEDGER + L_OWED]
    o[at] = 1 if s[LIEN_SINCE] and s[LIEN_UNTIL] == 0 else 0
    o[at + 1] = s[PLAN_PAYMENTS] if s[PLAN_ON] else 0


@inner
def payments(
    s: Row,
    h: Table,
    o: Row,
    at: int,
    width: int,
    c: Row,
    cents_at: int,
    weekdays: int,
    holidays: int,
) -> None:
    """Each payment of the plan: last day, status, when it was made; its cents."""
    if s[PLAN_ON] == 0:
        return
    o[at - 1] = s[PLAN_PAYMENTS]
    so_far = 0
    for n in range(s[PLAN_PAYMENTS]):
        last, amount, status, done, so_far = payment(s, h, n, weekdays, holidays, so_far)
        o[at + width * n], o[at + width * n + 1], o[at + width * n + 2] = last, status, done
        c[cents_at + n] = amount


@inner
def nothing(o: Row, c: Row, trace: Row) -> None:
    """Empty the row of a case that is handed over half way."""
    o[:] = 0
    c[:] = 0
    trace[:] = -1
