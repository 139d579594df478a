"""Deadlines that the town moves in writing, as ``law.fold_first`` takes them."""

from __future__ import annotations

from typing import Any

from outfall.docket.engine.compiling import inner
from outfall.docket.engine.layout import (
    BAD,
    DAY1,
    EXTENSIONS,
    MOST_EXTENSIONS,
    N_EXTENSIONS,
    N_NOTICES,
    NOTICE,
    NOTICES,
    P_ROW,
    P_WIDTH,
    R_EXTENSIONS,
    R_IMPOSSIBLE,
    WORD,
)

Row = Any
Events = Any


@inner
def extended(s: Row, e: Events, known: Row) -> None:
    """A deadline is moved in writing, for every paper or for one.

    ``known`` gives for each name of a deadline that the columns hold its number in the law.
    """
    which = known[e[WORD]]
    if which <= 0 or e[NOTICE] < 0:
        s[BAD] = R_IMPOSSIBLE
        return
    if e[NOTICE] > 0:
        issued_before = False
        for n in range(s[N_NOTICES]):
            issued_before |= s[NOTICES + n * P_WIDTH + P_ROW] == e[NOTICE] - 1
        if not issued_before:
            s[BAD] = R_IMPOSSIBLE
            return
    if e[DAY1] == 0:
        return
    for k in range(s[N_EXTENSIONS]):
        x = EXTENSIONS + 3 * k
        if s[x] == which and s[x + 1] == e[NOTICE]:
            s[x + 2] = e[DAY1]
            return
    if s[N_EXTENSIONS] >= MOST_EXTENSIONS:
        s[BAD] = R_EXTENSIONS
        return
    x = EXTENSIONS + 3 * s[N_EXTENSIONS]
    s[N_EXTENSIONS] += 1
    s[x] = which
    s[x + 1] = e[NOTICE]
    s[x + 2] = e[DAY1]
