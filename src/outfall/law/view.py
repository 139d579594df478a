"""The facts seen on one day under one choice of readings: starts, due dates and their status.

A view answers each question once and remembers which readings it asked on the way, so that the
effect of another reading is found by asking again only what had asked that reading.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, time, timedelta
from typing import Any, NamedTuple, TypeVar

from outfall.law.facts import Facts, Notice, Proceeding
from outfall.law.periods import ByReading
from outfall.law.plan import Plan, Setting

T = TypeVar("T")
DAY = timedelta(days=1)
REVERSED = frozenset({"reversed", "granted"})


class Start(NamedTuple):
    """The day on which something happened, the entry that says so, and the hour if known."""

    on: date
    event: str
    at: time | None = None


class View:
    """Facts, a day and readings; every answer below is for that day, judged at its end."""

    __slots__ = (
        "calendar",
        "direct",
        "facts",
        "is_own",
        "memo",
        "on",
        "plan",
        "policy",
        "readings",
        "setting",
        "touched",
    )

    def __init__(self, plan: Plan, facts: Facts, on: date, setting: Setting) -> None:
        self.plan, self.facts, self.on, self.setting = plan, facts, on, setting
        self.readings, self.policy, self.calendar = (
            setting.readings,
            setting.policy,
            setting.calendar,
        )
        self.memo: dict[tuple[Any, ...], tuple[Any, int, int]] = {}
        self.touched = 0
        self.direct = 0
        self.is_own = True

    def otherwise(self, reading: str, choice: str) -> View:
        """The same day under another choice; what never asked that reading is taken as it is."""
        setting = self.setting._replace(readings={**self.readings, reading: choice})
        view = View(self.plan, self.facts, self.on, setting)
        bit = self.plan.bits[reading]
        view.is_own = False
        view.memo = {key: known for key, known in self.memo.items() if not known[1] & bit}
        return view

    def reading(self, name: str) -> str:
        """The choice adopted for a reading; that it was asked is remembered."""
        bit = self.plan.bits[name]
        self.touched |= bit
        self.direct |= bit
        return self.readings[name]

    def choose(self, value: T | ByReading[T]) -> T:
        """A rule, or the one for the adopted choice of its reading."""
        if isinstance(value, ByReading):
            return value.under(self.reading(value.reading))
        return value

    def once(self, key: tuple[Any, ...], make: Callable[..., T], *args: Any) -> T:
        """The answer to ``key``, made once, with the readings that it asked.

        Beside the answer stand all readings that it rests on, and those that it asked itself.
        """
        known = self.memo.get(key)
        if known is None:
            touched, direct = self.touched, self.direct
            self.touched = self.direct = 0
            answer = make(*args)
            known = (answer, self.touched, self.direct)
            self.touched, self.direct = touched, direct
            self.memo[key] = known
        self.touched |= known[1]
        return known[0]

    def sound(self, notice: Notice) -> bool:
        """Whether a notice has all that is demanded of it, or its gaps are held not to matter."""
        return notice.complete or self._adopted("defective_notice") == "substantial"

    # Starts

    def governing(self, instrument: str) -> Notice | None:
        """The notice of an instrument that governs: the last one served, else the last issued."""
        live = self.facts.live.get(instrument)
        if not live:
            return None
        return next((n for n in reversed(live) if n.service), live[-1])

    def receipt(self, notice: Notice) -> Start | None:
        """When the party had the paper in hand, where the record shows it."""
        service = notice.service
        if service is None:
            return None
        if service.received_on is not None:
            return (
                Start(service.received_on, service.event)
                if service.received_on <= self.on
                else None
            )
        shown = self.plan.service(service.method, service.on).receipt == "with_service"
        if shown or self._adopted("receipt_unshown") == "with_service":
            return Start(service.on, service.event, service.at)
        return None

    def _adopted(self, reading: str) -> str | None:
        """The adopted choice of a reading that not every pack has."""
        return self.reading(reading) if reading in self.plan.bits else None

    def postmark(self, notice: Notice) -> Start | None:
        """The day of the postmark, where the record shows it."""
        service = notice.service
        if service is None or service.postmarked_on is None:
            known = service is not None and "postmark_unshown" in self.plan.bits
            if service is None or not known or self.reading("postmark_unshown") == "no_clock":
                return None
        return Start(service.postmarked_on or service.on, service.event)

    # Proceedings

    def proceeding(self, kind: str, notice: Notice | None) -> Proceeding | None:
        """The appeal, petition or protest that counts against a notice (or against anything)."""
        if notice is not None:
            own = notice.proceeding
            return own if own is not None and own.kind == kind else None
        filed = self.facts.proceedings.get(kind)
        return filed[-1] if filed else None
