"""Parts of clocks and powers that every plan needs, as ``law.clocks`` and ``law.actions`` do."""

from __future__ import annotations

from typing import Any

from outfall.docket.engine.compiling import inner
from outfall.docket.engine.layout import (
    C_NOTICE,
    C_WIDTH,
    EXTENSIONS,
    HAPPENED,
    M_WIDTH,
    MEMO,
    MOST_NOTICES,
    N_EXTENSIONS,
    N_HAPPENED,
    N_NOTICES,
    NOTICES,
    P_INSTRUMENT,
    P_ISSUED,
    P_ROW,
    P_SERVED,
    P_WIDTH,
    PROCEEDINGS_AT,
)

Row = Any


@inner
def memo(deadline: int, n: int) -> int:
    """Where stands what is known of a deadline under a paper (-1: none)."""
    return MEMO + (deadline * (MOST_NOTICES + 1) + n + 1) * M_WIDTH


@inner
def extension(s: Row, deadline: int, n: int) -> int:
    """The day to which a deadline was moved, for this paper or for every one; or 0."""
    general = 0
    for k in range(s[N_EXTENSIONS]):
        x = EXTENSIONS + 3 * k
        if s[x] != deadline + 1:
            continue
        if s[x + 1] == 0:
            general = s[x + 2]
        elif n >= 0 and s[x + 1] == s[NOTICES + n * P_WIDTH + P_ROW] + 1:
            return int(s[x + 2])
    return general


@inner
def first_event(s: Row, code: int, since: int) -> int:
    """The first such event on or after a day; or 0."""
    for k in range(s[N_HAPPENED]):
        at = HAPPENED + 2 * k
        if s[at] == code and s[at + 1] >= since:
            return int(s[at + 1])
    return 0


@inner
def first_served(s: Row, instrument: int, since: int) -> int:
    """Of the papers in the order of their issue, the first served on or after a day; or 0."""
    for n in range(s[N_NOTICES]):
        p = NOTICES + n * P_WIDTH
        if s[p + P_INSTRUMENT] == instrument and s[p + P_SERVED] and s[p + P_SERVED] >= since:
            return int(s[p + P_SERVED])
    return 0


@inner
def untold(s: Row, code: int, instrument: int) -> int:
    """The first event of which no paper told yet, else the first that the last paper tells of."""
    last = before = told = 0
    for n in range(s[N_NOTICES]):
        p = NOTICES + n * P_WIDTH
        day = s[p + P_SERVED]
        if s[p + P_INSTRUMENT] != instrument or day == 0:
            continue
        told += 1
        if day >= last:
            last, before = day, last
        elif day > before:
            before = day
    first = 0
    for k in range(s[N_HAPPENED]):
        at = HAPPENED + 2 * k
        if s[at] != code:
            continue
        if s[at + 1] > last:
            return int(s[at + 1])
        if first == 0 and s[at + 1] > (before if told > 1 else 0):
            first = s[at + 1]
    if first:
        return first
    newest = 0
    for k in range(s[N_HAPPENED]):
        if s[HAPPENED + 2 * k] == code:
            newest = s[HAPPENED + 2 * k + 1]
    return newest


@inner
def billed(s: Row, instrument: int, on: int) -> int:
    """The first paper sent after a charge; or -1."""
    for n in range(s[N_NOTICES]):
        p = NOTICES + n * P_WIDTH
        if s[p + P_INSTRUMENT] == instrument and s[p + P_SERVED] and s[p + P_ISSUED] >= on:
            return n
    return -1


@inner
def better(
    one: int, bound: int, since: int, opens: int, other: int, was: int, began: int, opened: int
) -> int:
    """Whether an act is nearer under one paper than under the best so far."""
    if one != other:
        return one
    if one:
        if bound != was:
            return bound
        return 1 if since and began and since < began else 0
    if opens == 0 or opened == 0:
        return 1 if opens and opened == 0 else 0
    return 1 if opens < opened else 0


@inner
def row_of(s: Row, n: int) -> int:
    """The place of the entry that issued a paper, counted from 1; 0 for no paper."""
    return int(s[NOTICES + n * P_WIDTH + P_ROW]) + 1 if n >= 0 else 0


@inner
def contested(s: Row, k: int) -> int:
    """The paper that a proceeding is against; or -1."""
    return int(s[PROCEEDINGS_AT + k * C_WIDTH + C_NOTICE])
