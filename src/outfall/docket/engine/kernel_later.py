"""Events into facts: proceedings, money, access, compensation, as ``law.fold_later`` has them."""

from __future__ import annotations

from typing import Any

from outfall.docket.engine.compiling import inner
from outfall.docket.engine.kernel_fold import find, release, remedy
from outfall.docket.engine.layout import (
    ACCESS,
    ACCESS_SINCE,
    AMOUNT,
    ASSESSED,
    AT,
    BAD,
    BITS,
    C_AMOUNT,
    C_AT,
    C_DECIDED,
    C_FILED,
    C_HEARD,
    C_KIND,
    C_NOTICE,
    C_OUTCOME,
    C_ROW,
    C_TIMELY,
    C_WIDTH,
    CHARGE,
    COMPENSATION,
    COMPENSATION_ON,
    CONTESTS,
    CONVICTIONS,
    COST,
    COST_CHARGED,
    CURRENT,
    DAY,
    DAY1,
    E_AMOUNT,
    E_FOUND,
    E_KIND,
    E_ON,
    E_PART,
    E_ROW,
    E_WIDTH,
    ENTRIES,
    FINE,
    FINE_PART,
    FIRST_COST,
    INSTRUMENTS,
    KNOWN,
    LAW_MOST_PAYMENTS,
    LAW_PAPERS,
    LAW_PAPERS_WIDTH,
    LIVE,
    LIVE_WIDTH,
    MOST_ENTRIES,
    MOST_OFFENSES,
    MOST_PROCEEDINGS,
    N_CONVICTIONS,
    N_ENTRIES,
    N_FOUND,
    N_NOTICES,
    N_PROCEEDINGS,
    NOTICE,
    NOTICES,
    NUMBER,
    OTHER,
    P_COVERS,
    P_INSTRUMENT,
    P_ISSUED,
    P_PROCEEDING,
    P_ROW,
    P_WIDTH,
    PAID,
    PENALTY,
    PLAN_EVERY,
    PLAN_FIRST,
    PLAN_ON,
    PLAN_PAYMENTS,
    PLAN_ROW,
    PROCEEDINGS_AT,
    PROTEST,
    R_ENTRIES,
    R_IMPOSSIBLE,
    R_OFFENSES,
    R_PROCEEDINGS,
    REVERSED,
    RUNNING,
    STRETCHES,
    UNAPPROVED,
    UPHELD,
    V_CONVICTED,
    V_NAME,
    V_OBSERVED,
    V_REVERSED,
    V_SETTLED,
    V_WIDTH,
    VIOLATION,
    WORD,
)

Row = Any
Events = Any
APPEAL, PROTEST_KIND = 0, 2
COST_NOTICE = INSTRUMENTS.index("cost_notice")
PENALTY_NOTICE = INSTRUMENTS.index("penalty_notice")
CONNECTION = 4


@inner
def enter(s: Row, on: int, kind: int, part: int, amount: int, found: int, row: int) -> None:
    """A movement of money: a charge comes before the payments of its day."""
    if s[N_ENTRIES] >= MOST_ENTRIES:
        s[BAD] = R_ENTRIES
        return
    place = s[N_ENTRIES]
    s[N_ENTRIES] += 1
    if kind == CHARGE:
        while place:
            before = ENTRIES + (place - 1) * E_WIDTH
            if s[before + E_ON] != on or s[before + E_KIND] != PAID:
                break
            for k in range(E_WIDTH):
                s[before + E_WIDTH + k] = s[before + k]
            place -= 1
    elif kind == PROTEST:
        s[CONTESTS] += 1
    m = ENTRIES + place * E_WIDTH
    s[m + E_ON] = on
    s[m + E_KIND] = kind
    s[m + E_PART] = part
    s[m + E_AMOUNT] = amount
    s[m + E_FOUND] = found
    s[m + E_ROW] = row


@inner
def contested(s: Row, e: Events, kind: int, law: Row) -> int:
    """The paper that a filing is against: -1 none, -2 one that it names and nobody issued."""
    if e[NOTICE]:
        for n in range(s[N_NOTICES]):
            if s[NOTICES + n * P_WIDTH + P_ROW] == e[NOTICE] - 1:
                return n
        return -2
    last = undisputed = -1
    papers = LAW_PAPERS + kind * LAW_PAPERS_WIDTH
    for k in range(law[papers]):
        at = LIVE + law[papers + 1 + k] * LIVE_WIDTH
        for m in range(s[at]):
            n = s[at + 1 + m]
            p = NOTICES + n * P_WIDTH
            day = s[p + P_ISSUED]
            if last < 0 or day >= s[NOTICES + last * P_WIDTH + P_ISSUED]:
                last = n
            if s[p + P_PROCEEDING] == 0 and (
                undisputed < 0 or day >= s[NOTICES + undisputed * P_WIDTH + P_ISSUED]
            ):
                undisputed = n
    return undisputed if undisputed >= 0 else last


@inner
def filed(s: Row, e: Events, row: int, kind: int, law: Row) -> None:
    """An appeal, a petition or a protest arrives."""
    known = law[LAW_PAPERS + kind * LAW_PAPERS_WIDTH] >= 0
    n = contested(s, e, kind, law)
    if n == -2 or (known and n < 0 and not (kind == PROTEST_KIND and s[COST_CHARGED])):
        s[BAD] = R_IMPOSSIBLE
        return
    for k in range(s[N_PROCEEDINGS]):
        c = PROCEEDINGS_AT + k * C_WIDTH
        if s[c + C_KIND] == kind and s[c + C_NOTICE] == n and s[c + C_DECIDED] == 0:
            return
    if s[N_PROCEEDINGS] >= MOST_PROCEEDINGS:
        s[BAD] = R_PROCEEDINGS
        return
    c = PROCEEDINGS_AT + s[N_PROCEEDINGS] * C_WIDTH
    s[N_PROCEEDINGS] += 1
    s[c + C_KIND] = kind
    s[c + C_ROW] = row
    s[c + C_FILED] = e[DAY]
    s[c + C_AT] = e[AT]
    s[c + C_NOTICE] = n
    s[c + C_HEARD] = s[c + C_DECIDED] = s[c + C_OUTCOME] = 0
    s[c + C_AMOUNT] = s[c + C_TIMELY] = -1
    if n >= 0 and s[NOTICES + n * P_WIDTH + P_PROCEEDING] == 0:
        s[NOTICES + n * P_WIDTH + P_PROCEEDING] = s[N_PROCEEDINGS]


@inner
def pending(s: Row, e: Events, kind: int) -> int:
    """The first undecided proceeding of a kind that an event can speak of; or -1."""
    for k in range(s[N_PROCEEDINGS]):
        c = PROCEEDINGS_AT + k * C_WIDTH
        if s[c + C_KIND] != kind or s[c + C_DECIDED]:
            continue
        n = s[c + C_NOTICE]
        if e[NOTICE] and (n < 0 or s[NOTICES + n * P_WIDTH + P_ROW] != e[NOTICE] - 1):
            continue
        return k
    s[BAD] = R_IMPOSSIBLE
    return -1


@inner
def heard(s: Row, e: Events) -> None:
    """The appeal is heard."""
    k = pending(s, e, APPEAL)
    if k >= 0 and s[PROCEEDINGS_AT + k * C_WIDTH + C_HEARD] == 0:
        s[PROCEEDINGS_AT + k * C_WIDTH + C_HEARD] = e[DAY]


@inner
def decided(s: Row, e: Events, row: int, kind: int) -> None:
    """A proceeding is decided: what that leaves of a bill, and of a violation."""
    k = pending(s, e, kind)
    if k < 0:
        return
    c = PROCEEDINGS_AT + k * C_WIDTH
    s[c + C_DECIDED] = e[DAY]
    s[c + C_OUTCOME] = e[WORD] if e[WORD] else UPHELD
    s[c + C_AMOUNT] = e[AMOUNT]
    n = s[c + C_NOTICE]
    p = NOTICES + n * P_WIDTH
    if n >= 0 and s[p + P_PROCEEDING] != k + 1:
        return
    if kind == PROTEST_KIND and e[AMOUNT] >= 0:
        enter(s, e[DAY], PROTEST, COST, e[AMOUNT], 0, row)
    if kind != APPEAL or n < 0:
        return
    part = -1
    if s[p + P_INSTRUMENT] == PENALTY_NOTICE:
        part = PENALTY
    elif s[p + P_INSTRUMENT] == COST_NOTICE:
        part = COST
    if part >= 0:
        _upheld(s, e, row, p, part)
    if e[WORD] == REVERSED and part != COST:
        for i in range(s[N_FOUND]):
            if (s[p + P_COVERS] >> i) & 1:
                v = STRETCHES + i * V_WIDTH
                if s[v + V_REVERSED] == 0:
                    s[v + V_REVERSED] = e[DAY]
                if s[CURRENT + s[v + V_NAME]] == i + 1:
                    release(s, s[v + V_NAME], e[DAY])


@inner
def _upheld(s: Row, e: Events, row: int, p: int, part: int) -> None:
    """What an appeal left of a bill: of a reversed one nothing, else the amount that it names."""
    upheld = 0 if e[WORD] == REVERSED else e[AMOUNT]
    if upheld < 0:
        return
    since = 0
    for n in range(s[N_NOTICES]):
        q = NOTICES + n * P_WIDTH
        if s[q + P_INSTRUMENT] == s[p + P_INSTRUMENT] and s[q + P_ISSUED] < s[p + P_ISSUED]:
            since = max(since, s[q + P_ISSUED])
    billed = charged = 0
    for m in range(s[N_ENTRIES]):
        x = ENTRIES + m * E_WIDTH
        if s[x + E_KIND] == CHARGE and s[x + E_PART] == part:
            charged += s[x + E_AMOUNT]
            if since < s[x + E_ON] <= s[p + P_ISSUED]:
                billed += s[x + E_AMOUNT]
    enter(s, e[DAY], PROTEST, part, charged - max(billed - upheld, 0), 0, row)
    if part == PENALTY:
        s[ASSESSED] -= max(billed - upheld, 0)


@inner
def cost(s: Row, e: Events, row: int) -> None:
    """A cost of the town's."""
    found = s[CURRENT + e[VIOLATION]]
    if found == 0 and s[KNOWN]:
        s[BAD] = R_IMPOSSIBLE
        return
    amount = max(e[AMOUNT], 0)
    enter(s, e[DAY], CHARGE, COST, amount, found, row)
    s[COST_CHARGED] += amount
    if s[FIRST_COST] == 0:
        s[FIRST_COST] = e[DAY]


@inner
def assessed(s: Row, e: Events, row: int) -> None:
    """The town imposes a civil penalty."""
    amount = max(e[AMOUNT], 0)
    s[ASSESSED] += amount
    enter(s, e[DAY], CHARGE, PENALTY, amount, s[CURRENT + e[VIOLATION]], row)


@inner
def convicted(s: Row, e: Events, row: int) -> None:
    """A court convicts."""
    i = s[CURRENT + e[VIOLATION]] - 1
    if i < 0:
        s[BAD] = R_IMPOSSIBLE
        return
    if s[N_CONVICTIONS] >= MOST_OFFENSES:
        s[BAD] = R_OFFENSES
        return
    v = STRETCHES + i * V_WIDTH
    s[v + V_CONVICTED] = e[DAY]
    at = CONVICTIONS + 2 * s[N_CONVICTIONS]
    s[N_CONVICTIONS] += 1
    s[at] = e[DAY1] if e[DAY1] else s[v + V_OBSERVED]
    s[at + 1] = e[DAY]
    if e[FINE] > 0:
        enter(s, e[DAY], CHARGE, FINE_PART, e[FINE], i + 1, row)


@inner
def planned(s: Row, e: Events, row: int, law: Row) -> None:
    """Payment in instalments is agreed."""
    if e[DAY1] < e[DAY] or e[NUMBER] <= 0 or e[OTHER] <= 0:
        s[BAD] = R_IMPOSSIBLE
    elif e[NUMBER] <= law[LAW_MOST_PAYMENTS]:
        s[PLAN_ROW] = row
        s[PLAN_ON] = e[DAY]
        s[PLAN_PAYMENTS] = e[NUMBER]
        s[PLAN_FIRST] = e[DAY1]
        s[PLAN_EVERY] = e[OTHER]


@inner
def access(s: Row, e: Events, state: int) -> None:
    """Access is suspended (1) or ended (2): what was taken up without approval ends with it."""
    for name in range(64):
        if not s[UNAPPROVED]:
            break
        if (s[UNAPPROVED] >> name) & 1:
            s[UNAPPROVED] &= ~(1 << name)
            remedy(s, s[CURRENT + name] - 1, e[DAY], e[AT], 0)
    if not s[ACCESS]:
        s[ACCESS_SINCE] = e[DAY]
    s[ACCESS] = state


@inner
def reinstated(s: Row, e: Events) -> None:
    """Access is taken up again; without approval that is a violation of its own."""
    if not s[ACCESS]:
        s[BAD] = R_IMPOSSIBLE
        return
    if e[BITS]:
        s[ACCESS] = 0
    else:
        s[UNAPPROVED] |= 1 << e[VIOLATION]
        find(s, e[VIOLATION], CONNECTION, e[DAY], e[DAY], 0)


@inner
def compensation(s: Row, e: Events, state: int) -> None:
    """A compensatory action is imposed, done, or not done."""
    if state != RUNNING and s[COMPENSATION] != RUNNING:
        s[BAD] = R_IMPOSSIBLE
        return
    s[COMPENSATION] = state
    s[COMPENSATION_ON] = e[DAY]
    if state == RUNNING + 1:
        for i in range(s[N_FOUND]):
            if s[STRETCHES + i * V_WIDTH + V_SETTLED] == 0:
                s[STRETCHES + i * V_WIDTH + V_SETTLED] = e[DAY]
