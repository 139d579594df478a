"""The limit: machine code written by hand for these rules and these columns alone (Numba).

No other law can be put into it, it says no cites and no reasons, and it refuses nothing. Sums are
kept as doubles where they are divided: every one is a whole number below 2**53, so a quotient is
rounded once, and its half is met exactly.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np

from . import made
from .asked import ANSWERS, Engine
from .law import (
    A_DAY,
    AFTER_LEAP,
    BEARS_AFTER,
    CYCLE,
    FIRST_DAY,
    FROM_ISSUE,
    FROM_SERVICE,
    LEAP_DAY,
    PER,
    PERCENT,
    TIERS,
    TO_CURE,
    WEEK,
    YEARS_5,
    rolled,
)

F = TypeVar("F", bound=Callable[..., Any])
FIRST, SECOND, THIRD = TIERS
OBSERVED, ISSUED, SERVED, RETURNED = made.OBSERVED, made.ISSUED, made.SERVED, made.RETURNED
INSPECTED, DECIDED, CORRECTED = made.INSPECTED, made.DECIDED, made.CORRECTED
ABATED, COST, PAID = made.ABATED, made.COST, made.PAID
PERSONAL, REMEDIED, REVERSED = made.PERSONAL, made.REMEDIED, made.REVERSED
EARLIER = made.EARLIER
WHOLE = 2.0**52 + 2.0**51


def compiled(function: F) -> F:
    """Machine code that holds no lock, kept beside this file where that can be written to."""
    kept = os.access(Path(__file__).parent, os.W_OK)
    return cast(F, numba.njit(cache=kept, nogil=True, error_model="numpy")(function))


@compiled
def rounded(cents: float) -> float:
    """The nearest whole number, a half to the even one: what falls off the end of a double."""
    return (cents + WHOLE) - WHOLE


@compiled
def civil(first, last, cents):  # type: ignore[no-untyped-def]
    """F."""
    for n in range(len(first)):
        days = last[n] - first[n] + np.int32(1)
        cents[n] = np.int64(days) * A_DAY if (first[n] > 0) & (days > 0) else 0


@compiled
def tier(offense, one, two, three, four, number, cents):  # type: ignore[no-untyped-def]
    """E."""
    for n in range(len(offense)):
        on = offense[n]
        cycle = np.uint32(on - np.int32(LEAP_DAY))
        place = cycle - cycle // np.uint32(CYCLE) * np.uint32(CYCLE)
        longer = np.uint32(place - np.uint32(1)) < np.uint32(AFTER_LEAP)
        since = on - np.int32(YEARS_5) - np.int32(longer)
        found = np.int32((one[n] >= since) & (one[n] < on))
        found += np.int32((two[n] >= since) & (two[n] < on))
        found += np.int32((three[n] >= since) & (three[n] < on))
        found += np.int32((four[n] >= since) & (four[n] < on))
        found = min(found, np.int32(2))
        number[n] = found + np.int32(1)
        most = np.int32(FIRST) if found == 0 else np.int32(SECOND)
        cents[n] = most if found < 2 else np.int32(THIRD)


@compiled
def _paid(left, accrued, taken, day, when, much, asked):  # type: ignore[no-untyped-def]
    """One payment: interest to its day, then the money to interest and to the cost."""
    amount = np.float64(much) if when <= asked else 0.0
    until = max(day, min(when, asked))
    accrued += left * np.float64(until - day)
    part = min(amount, rounded(accrued * PERCENT / PER) - taken)
    return left - min(left, amount - part), accrued, taken + part, until


@compiled
def interest(principal, since, on, day1, day2, day3, day4, day5, sum1, sum2, sum3, sum4, sum5,
             borne, owed):  # type: ignore[no-untyped-def]  # fmt: skip
    """D.2.b."""
    for n in range(len(since)):
        left, day, asked = np.float64(principal[n]), since[n], on[n]
        accrued = taken = 0.0
        left, accrued, taken, day = _paid(left, accrued, taken, day, day1[n], sum1[n], asked)
        left, accrued, taken, day = _paid(left, accrued, taken, day, day2[n], sum2[n], asked)
        left, accrued, taken, day = _paid(left, accrued, taken, day, day3[n], sum3[n], asked)
        left, accrued, taken, day = _paid(left, accrued, taken, day, day4[n], sum4[n], asked)
        left, accrued, taken, day = _paid(left, accrued, taken, day, day5[n], sum5[n], asked)
        accrued += left * np.float64(max(asked + np.int32(1) - day, np.int32(0)))
        total = rounded(accrued * PERCENT / PER)
        borne[n] = np.int64(total)
        owed[n] = np.int64(left + total - taken)


@compiled
def _entered(left, accrued, taken, credit, since, when, what, amount):  # type: ignore[no-untyped-def]
    """One cost or payment of a log: what is left, interest, what was taken of it, credit, day."""
    if when > since:
        accrued += left * (when - since)
        since = when
    much = np.float64(amount)
    if what == COST:
        left += much
        much = 0.0
    much += credit
    part = min(much, rounded(accrued * PERCENT / PER) - taken)
    rest = much - part
    used = min(left, rest)
    return left - used, accrued, taken + part, rest - used, since


@compiled
def _number(observed, offenses, convicted, n, on):  # type: ignore[no-untyped-def]
    """The tier of an offense of a log."""
    place = (observed - LEAP_DAY) % CYCLE
    back = observed - YEARS_5 - (1 <= place <= AFTER_LEAP)
    number = 1
    for e in range(EARLIER):
        committed = offenses[e, n]
        number += (back <= committed) & (committed < observed) & (convicted[e, n] <= on)
    return min(number, 3)


@compiled
def of_log(starts, code, day, word, other, amount, offenses, convicted, on, next_open,
           civils, numbers, fines, bornes, owes, appeals):  # type: ignore[no-untyped-def]  # fmt: skip
    """All of it from the events."""
    for n in range(len(starts) - 1):
        observed = issued = complete = comply = served = received = remedied = 0
        reversed_ = 0
        left = accrued = taken = credit = 0.0
        since = 0
        for k in range(starts[n], starts[n + 1]):
            when = day[k]
            if when > on:
                break
            what = code[k]
            if what >= COST:
                left, accrued, taken, credit, since = _entered(
                    left, accrued, taken, credit, since, when, what, amount[k]
                )
            elif what == INSPECTED:
                if word[k] == REMEDIED and remedied == 0:
                    remedied = when
            elif what == SERVED:
                served = when
                received = other[k]
                if received == 0 and word[k] == PERSONAL:
                    received = when
            elif what == ISSUED:
                issued, complete, comply = when, word[k], other[k]
            elif what == OBSERVED:
                observed = when
                since = (other[k] if other[k] else when) + BEARS_AFTER
            elif what == DECIDED:
                reversed_ = word[k] == REVERSED
            elif what == RETURNED:
                served = received = 0
            elif what in (CORRECTED, ABATED) and remedied == 0:
                remedied = when
        appeal = 0
        if issued and served:
            appeal = max(next_open[served + FROM_SERVICE - FIRST_DAY],
                         next_open[issued + FROM_ISSUE - FIRST_DAY])  # fmt: skip
        cents = number = fine = 0
        if observed and not reversed_:
            if complete and 0 < received <= on:
                cure = max(next_open[received + TO_CURE - FIRST_DAY], comply)
                if on > cure and not 0 < remedied <= cure:
                    last = remedied - 1 if remedied else on
                    cents = max(last - received, 0) * A_DAY
            number = _number(observed, offenses, convicted, n, on)
            fine = FIRST if number == 1 else (SECOND if number == 2 else THIRD)
            fine *= 1 + ((remedied if remedied else on) - observed) // WEEK
        if on >= since:
            accrued += left * (on + 1 - since)
        total = rounded(accrued * PERCENT / PER)
        civils[n], numbers[n], fines[n] = cents, number, fine
        bornes[n], owes[n], appeals[n] = total, left + total - taken, appeal


ACTS = {"civil": civil, "tier": tier, "interest": interest, "log": of_log}


class Kernel(Engine):
    """The kernel over all cases, on one thread or on more."""

    name = "kernel by hand"
    most: Mapping[str, int] = dict.fromkeys(ACTS, 10**9)
    shares = True

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads
        self.pool = ThreadPoolExecutor(threads)

    @property
    def title(self) -> str:
        """Its name with its threads."""
        return f"{self.name}, {self.threads} thread{'s' if self.threads > 1 else ''}"

    def ready(self, question: str, data: Any) -> Any:
        """The columns as they are, each in one piece: how many cases, and what cuts them."""
        if question == "civil":
            return len(data), (data.first, data.last)
        if question == "tier":
            return len(data), (data.offense, *data.earlier)
        if question == "interest":
            columns = data.principal, data.since, data.on, *data.paid_on, *data.paid
            return len(data), columns
        return len(data), (
            data.starts, data.code, data.day, data.word, data.other, data.amount,
            data.offenses, data.convicted, data.on, rolled(),
        )  # fmt: skip

    def ask(self, question: str, ready: Any) -> Any:
        """The answers, in new arrays."""
        size, given = ready
        found = tuple(np.empty(size, kind) for _, kind in ANSWERS[question])
        if self.threads == 1:
            ACTS[question](*given, *found)
            return found
        cuts = [size * n // self.threads for n in range(self.threads + 1)]
        parts = [slice(a, b) for a, b in pairwise(cuts)]
        for done in [self.pool.submit(self._part, question, given, found, part) for part in parts]:
            done.result()
        return found

    def _part(self, question: str, given: Any, found: Any, part: slice) -> None:
        """The cases of one thread."""
        own = [column[part] for column in found]
        if question != "log":
            ACTS[question](*(column[part] for column in given), *own)
            return
        starts, *events, offenses, convicted, on, next_open = given
        cut = starts[part.start : part.stop + 1]
        history = offenses[:, part], convicted[:, part]
        of_log(cut, *events, *history, on, next_open, *own)
