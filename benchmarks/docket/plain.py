"""The rules in plain Python, a case at a time: what the others are read against."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

import numpy as np

from . import made
from .asked import Engine
from .law import (
    A_DAY,
    BEARS_AFTER,
    FIRST_DAY,
    FROM_ISSUE,
    FROM_SERVICE,
    PER,
    PERCENT,
    TIERS,
    TO_CURE,
    WEEK,
    rolled,
)

Money = tuple[int, int, int]  # a day, a cost, a payment


def civil(first: int, last: int) -> int:
    """F: so much for each day that counts."""
    return A_DAY * (last - first + 1) if 0 < first <= last else 0


def five_years_before(offense: int) -> int:
    """The first day whose fifth anniversary is on the offense's day or after it."""
    on = date.fromordinal(offense)
    if on.month == 2 and on.day == 29:
        return date(on.year - 5, 3, 1).toordinal()
    return on.replace(year=on.year - 5).toordinal()


def tier(offense: int, earlier: tuple[int, ...]) -> tuple[int, int]:
    """E: one tier up for each earlier offense within five years, the third for all beyond."""
    since = five_years_before(offense)
    found = 1
    for committed in earlier:
        if since <= committed < offense:
            found += 1
    found = min(found, len(TIERS))
    return found, TIERS[found - 1]


def half_even(n: int, per: int) -> int:
    """n / per, a half to the even neighbour."""
    whole, rest = divmod(n, per)
    return whole + (2 * rest > per or (2 * rest == per and whole % 2 == 1))


def interest(since: int, on: int, entries: list[Money]) -> tuple[int, int]:
    """D.2.b: six percent on what is unpaid of the costs; a payment goes to interest first.

    The day of a payment no longer bears on what was paid. Interest is exact until it is rounded.
    """
    principal = accrued = taken = credit = 0
    day = since
    for when, cost, paid in entries:
        if when > day:
            accrued += principal * PERCENT * (when - day)
            day = when
        principal += cost
        left = paid + credit
        part = min(left, max(half_even(accrued, PER) - taken, 0))
        taken += part
        left -= part
        part = min(left, principal)
        principal -= part
        credit = left - part
    if on >= day:
        accrued += principal * PERCENT * (on + 1 - day)
    total = half_even(accrued, PER)
    return total, principal + total - taken


def payments(on: int, days: list[int], sums: list[int]) -> list[Money]:
    """The payments that were made by a day."""
    return [(day, 0, paid) for day, paid in zip(days, sums, strict=True) if 0 < day <= on]


def of_log(
    events: list[tuple[int, int, int, int, int]],
    earlier: list[tuple[int, int]],
    on: int,
    next_open: list[int],
) -> tuple[int, int, int, int, int, int]:
    """Everything about one case from its events: code, day, word, the day told of, amount."""
    observed = discovered = issued = complete = comply = 0
    served = received = remedied = 0
    reversed_ = False
    entries: list[Money] = []
    for code, day, word, other, amount in events:
        if day > on:
            break
        if code == made.OBSERVED:
            observed, discovered = day, other or day
        elif code == made.ISSUED:
            issued, complete, comply = day, word, other
        elif code == made.SERVED:
            served = day
            received = other or (day if word == made.PERSONAL else 0)
        elif code == made.RETURNED:
            served = received = 0
        elif code == made.DECIDED:
            reversed_ = word == made.REVERSED
        elif code == made.COST:
            entries.append((day, amount, 0))
        elif code == made.PAID:
            entries.append((day, 0, amount))
        elif remedied == 0 and (
            code in (made.CORRECTED, made.ABATED)
            or (code == made.INSPECTED and word == made.REMEDIED)
        ):
            remedied = day
    appeal = cents = number = fine = 0
    if issued and served:
        by_service = next_open[served + FROM_SERVICE - FIRST_DAY]
        appeal = max(by_service, next_open[issued + FROM_ISSUE - FIRST_DAY])
    stands = observed and not reversed_
    if stands and complete and 0 < received <= on:
        cure = max(next_open[received + TO_CURE - FIRST_DAY], comply)
        if on > cure and not 0 < remedied <= cure:
            cents = civil(received + 1, min(remedied - 1 if remedied else on, on))
    if stands:
        known = tuple(offense for offense, convicted in earlier if convicted <= on)
        number, fine = tier(observed, known)
        fine *= 1 + ((remedied or on) - observed) // WEEK
    borne, owed = interest(discovered + BEARS_AFTER, on, entries)
    return cents, number, fine, borne, owed, appeal


class Plain(Engine):
    """A loop over the cases."""

    name = "plain Python"
    most: Mapping[str, int] = {"civil": 10**6, "tier": 10**6, "interest": 10**5, "log": 10**5}

    def ready(self, question: str, data: Any) -> Any:
        """The columns as lists, the best that a loop can be given."""
        if question == "civil":
            return data.first.tolist(), data.last.tolist()
        if question == "tier":
            return data.offense.tolist(), data.earlier.T.tolist()
        if question == "interest":
            columns = data.principal, data.since, data.on, data.paid_on.T, data.paid.T
            return tuple(column.tolist() for column in columns)
        columns = data.code, data.day, data.word, data.other, data.amount
        told = tuple(column.tolist() for column in columns)
        earlier = data.offenses.T.tolist(), data.convicted.T.tolist()
        return told, data.starts.tolist(), earlier, data.on, rolled().tolist()

    def ask(self, question: str, ready: Any) -> Any:
        """The answers, as lists."""
        if question == "civil":
            return [civil(first, last) for first, last in zip(*ready, strict=True)]
        if question == "tier":
            return [tier(offense, earlier) for offense, earlier in zip(*ready, strict=True)]
        if question == "interest":
            return [
                interest(since, on, [(0, cost, 0), *payments(on, days, sums)])
                for cost, since, on, days, sums in zip(*ready, strict=True)
            ]
        told, starts, (offenses, convicted), on, next_open = ready
        events = list(zip(*told, strict=True))
        return [
            of_log(
                events[starts[n] : starts[n + 1]],
                list(zip(offenses[n], convicted[n], strict=True)),
                on,
                next_open,
            )
            for n in range(len(starts) - 1)
        ]

    def told(self, question: str, answer: Any) -> tuple[np.ndarray, ...]:
        """Lists turned into arrays, one for each part of the answer."""
        if question == "civil":
            return super().told(question, answer)
        return super().told(question, tuple(zip(*answer, strict=True)))
