"""The rules as Polars' lazy expressions over columns that it takes without copying.

Of what was tried the fastest is kept, by question. Sums are doubles where they are divided, and
rounded by what falls off the end of a double: faster than ``round(mode="half_to_even")``, and the
same. ``when`` is faster than ``min_horizontal``. From a log, a narrow frame for each kind of
event, joined to the cases on a column known to be sorted, is several times as fast as one
``group_by`` with a filter for each kind, as masked columns, or as lists of payments; and there the
engine in memory is some four times as fast as the streaming one, which is the faster otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl

from . import made
from .asked import Engine
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

Expr, Lazy = pl.Expr, pl.LazyFrame
WHOLE = 2.0**52 + 2.0**51
SLOTS = 8  # no case of the log has more costs and payments
c = pl.col


def least(a: Expr, b: Expr) -> Expr:
    """The smaller of two."""
    return pl.when(a < b).then(a).otherwise(b)


def most(a: Expr, b: Expr) -> Expr:
    """The greater of two."""
    return pl.when(a > b).then(a).otherwise(b)


def cents(accrued: Expr) -> Expr:
    """Interest in whole cents, a half to the even one."""
    return (accrued * PERCENT / PER + WHOLE) - WHOLE


def civil(first: Expr, last: Expr) -> Expr:
    """F."""
    days = (last - first + 1).cast(pl.Int64)
    return pl.when((first > 0) & (last >= first)).then(days * A_DAY).otherwise(0)


def tiers(frame: Lazy, *more: Any) -> Lazy:
    """E, from the columns offense and e0 to e3: the columns tier and most."""
    place = (c.offense - LEAP_DAY) % CYCLE
    since = c.offense - YEARS_5 - place.is_between(1, AFTER_LEAP).cast(pl.Int32)
    counts = [
        ((c(f"e{n}") >= c.since_5) & (c(f"e{n}") < c.offense)).cast(pl.Int8)
        for n in range(made.EARLIER)
    ]
    number = pl.min_horizontal(pl.sum_horizontal(counts) + 1, pl.lit(3, pl.Int8)).cast(pl.Int8)
    cost = pl.when(c.tier == 1).then(TIERS[0]).when(c.tier == 2).then(TIERS[1]).otherwise(TIERS[2])
    frame = frame.with_columns(since_5=since).select(number.alias("tier"), *more)
    return frame.with_columns(most=cost.cast(pl.Int64))


def ledger(frame: Lazy, slots: int, *more: str) -> Lazy:
    """D.2.b, from the columns principal, since, on, and d0, s0, ...: interest and owed.

    A negative sum is a cost that comes later.
    """
    later = slots > made.PAYMENTS
    frame = frame.with_columns(
        left=c.principal.cast(pl.Float64),
        day=c.since,
        accrued=pl.lit(0.0),
        taken=pl.lit(0.0),
        credit=pl.lit(0.0),
    )
    for n in range(slots):
        until = most(c.day, least(c(f"d{n}"), c.on))
        known = pl.when(c(f"d{n}") <= c.on).then(c(f"s{n}").cast(pl.Float64)).otherwise(0.0)
        frame = frame.with_columns(
            accrued=c.accrued + c.left * (until - c.day).cast(pl.Float64), day=until, amount=known
        )
        if later:
            frame = frame.with_columns(
                left=c.left - least(c.amount, pl.lit(0.0)),
                amount=most(c.amount, pl.lit(0.0)) + c.credit,
            )
        frame = frame.with_columns(part=least(c.amount, cents(c.accrued) - c.taken))
        rest = c.amount - c.part
        frame = frame.with_columns(
            taken=c.taken + c.part,
            left=c.left - least(c.left, rest),
            **({"credit": rest - least(c.left, rest)} if later else {}),
        )
    days = (c.on + 1 - c.day).clip(lower_bound=0).cast(pl.Float64)
    frame = frame.with_columns(total=cents(c.accrued + c.left * days))
    return frame.select(
        *more,
        interest=c.total.cast(pl.Int64),
        owed=(c.left + c.total - c.taken).cast(pl.Int64),
    )


def rolls(day: Expr) -> Expr:
    """A day, moved off the days off; the table is the same for all engines."""
    return pl.lit(pl.Series(rolled())).gather(most(day - FIRST_DAY, pl.lit(0)))


def joined(log: Lazy, cases: Lazy, on: int) -> Lazy:
    """A row a case: what each kind of event says, and its costs and payments in their order."""
    known = log.filter(c.day <= on)

    def of(code: int, **told: Expr) -> Lazy:
        """A narrow frame of one kind of event."""
        return known.filter(c.code == code).select("case", **told)

    found_remedied = (c.code == made.INSPECTED) & (c.word == made.REMEDIED)
    remedy = c.code.is_in([made.CORRECTED, made.ABATED]) | found_remedied
    money = pl.when(c.code == made.COST).then(-c.amount).otherwise(c.amount)
    received = (
        pl.when(c.other > 0).then(c.other).when(c.word == made.PERSONAL).then(c.day).otherwise(0)
    )
    first_of_case = c.case != c.case.shift(1, fill_value=-1)
    last_of_case = c.case != c.case.shift(-1, fill_value=-1)
    entered = known.filter(c.code >= made.COST).select(
        "case", "day", sum=money, row=pl.int_range(pl.len(), dtype=pl.Int32)
    )
    begun = pl.when(first_of_case).then(c.row).forward_fill()
    entered = entered.with_columns(slot=c.row - begun)
    frame = cases
    for narrow in (
        of(made.OBSERVED, offense=c.day, found=most(c.other, c.day * (c.other == 0))),
        of(made.ISSUED, issued=c.day, comply=c.other, complete=c.word),
        of(made.SERVED, served=c.day, received=received).filter(last_of_case),
        of(made.RETURNED, back=c.day),
        known.filter(remedy).select("case", remedied=c.day).filter(first_of_case),
        of(made.DECIDED, outcome=c.word),
        *(
            entered.filter(c.slot == n).select("case", **{f"d{n}": c.day, f"s{n}": c.sum})
            for n in range(SLOTS)
        ),
    ):
        ordered = narrow.with_columns(c.case.set_sorted())
        frame = frame.join(ordered, on="case", how="left", maintain_order="left")
    return frame


def of_log(log: Lazy, cases: Lazy, on: int) -> Lazy:
    """All of it from the events."""
    frame = joined(log, cases, on)
    lasts, back = c.remedied.is_null(), c.back >= c.served
    frame = frame.with_columns(
        served=pl.when(back).then(None).otherwise(c.served),
        received=pl.when(back).then(None).otherwise(c.received).fill_null(0),
        stands=c.offense.is_not_null() & (c.outcome.fill_null(0) != made.REVERSED),
        offense=c.offense.fill_null(FIRST_DAY),
        until=c.remedied.fill_null(on),
        last=(c.remedied - 1).fill_null(on),
        **{
            f"e{n}": pl.when(c(f"k{n}") <= on).then(c(f"e{n}")).otherwise(0)
            for n in range(made.EARLIER)
        },
    )
    cure = most(rolls(c.received + TO_CURE), c.comply)
    opened = c.stands & (c.complete == made.COMPLETE) & c.received.is_between(1, on)
    opened &= (cure < on) & (lasts | (c.remedied > cure))
    by_service, by_issue = rolls(c.served + FROM_SERVICE), rolls(c.issued + FROM_ISSUE)
    frame = frame.with_columns(
        civil=pl.when(opened).then(civil(c.received + 1, c.last)).otherwise(0),
        appeal=pl.when(c.served.is_not_null()).then(most(by_service, by_issue)).otherwise(0),
        weeks=1 + (c.until - c.offense) // WEEK,
        principal=pl.lit(0),
        since=c.found + BEARS_AFTER,
        on=pl.lit(on, pl.Int32),
        **{f"{x}{n}": c(f"{x}{n}").fill_null(0) for n in range(SLOTS) for x in "ds"},
    )
    kept = ("civil", "stands", "weeks", "appeal")
    carried = ("principal", "since", "on", *(f"{x}{n}" for n in range(SLOTS) for x in "ds"))
    frame = ledger(tiers(frame, *kept, *carried), SLOTS, *kept, "tier", "most")
    return frame.select(
        "civil",
        (c.tier * c.stands).alias("tier"),
        (c.most * c.weeks * c.stands).alias("fine"),
        c.interest.fill_null(0),
        c.owed.fill_null(0),
        "appeal",
    )


class Polars(Engine):
    """A lazy query, collected; the pool has a thread for each core."""

    name = "Polars"
    most: Mapping[str, int] = {"civil": 10**8, "tier": 10**8, "interest": 10**8, "log": 10**7}

    @property
    def title(self) -> str:
        """Its name with its threads."""
        return f"{self.name}, {pl.thread_pool_size()} threads"

    def ready(self, question: str, data: Any) -> Any:
        """Frames over the columns."""
        if question == "civil":
            return pl.LazyFrame({"first": data.first, "last": data.last})
        if question == "tier":
            earlier = {f"e{n}": row for n, row in enumerate(data.earlier)}
            return pl.LazyFrame({"offense": data.offense, **earlier})
        if question == "interest":
            given = {"principal": data.principal, "since": data.since, "on": data.on}
            given |= {f"d{n}": row for n, row in enumerate(data.paid_on)}
            return pl.LazyFrame(given | {f"s{n}": row for n, row in enumerate(data.paid)})
        names = ("case", "code", "day", "word", "other", "amount")
        log = pl.LazyFrame({name: getattr(data, name) for name in names})
        log = log.with_columns(c.case.set_sorted()).collect().lazy()
        cases = {"case": np.arange(len(data), dtype=np.int32)}
        cases |= {f"e{n}": row for n, row in enumerate(data.offenses)}
        cases |= {f"k{n}": row for n, row in enumerate(data.convicted)}
        return log, pl.LazyFrame(cases).with_columns(c.case.set_sorted()).collect().lazy(), data.on

    def ask(self, question: str, ready: Any) -> Any:
        """The answers, as a frame."""
        if question == "civil":
            return ready.select(civil(c.first, c.last)).collect()
        if question == "tier":
            return tiers(ready).collect()
        if question == "interest":
            return ledger(ready, made.PAYMENTS).collect(engine="streaming")
        return of_log(*ready).collect(engine="in-memory")

    def told(self, question: str, answer: Any) -> tuple[np.ndarray, ...]:
        """The frame's columns as arrays."""
        return super().told(question, tuple(column.to_numpy() for column in answer))
