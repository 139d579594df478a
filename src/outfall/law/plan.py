"""A pack made ready to be asked, and the choices of a town and a case."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, NamedTuple

from outfall.law.calendar import Calendar
from outfall.law.counting import CountingRule
from outfall.law.ordinance import Ordinance, ServiceRule
from outfall.law.periods import anchors
from outfall.law.standing import Exposure


class Setting(NamedTuple):
    """What a town and a case have chosen: readings, policy, calendar, and the state's ceiling."""

    readings: Mapping[str, str]
    policy: Mapping[str, Any]
    calendar: Calendar
    ceiling: tuple[int, str] | None = None


class Plan:
    """A pack made ready to be asked: its rules by name and a bit for each reading."""

    def __init__(
        self,
        law: Ordinance,
        settled: Callable[[Any, str], tuple[date, str] | None] | None = None,
        exposure: Callable[[Any, str], Exposure] | None = None,
    ) -> None:
        self.law = law
        self.exposure = exposure or (lambda view, track: Exposure(track))
        self.settled = settled or (lambda view, part: None)
        self.bits = {reading.id: 1 << n for n, reading in enumerate(law.readings)}
        self.deadlines = {rule.id: rule for rule in law.deadlines}
        self.actions = {rule.id: rule for rule in law.actions}
        self.orders = {rule.id: rule for rule in law.orders}
        self.holds = {rule.id: rule for rule in law.holds}
        self.proceedings = {rule.id: rule for rule in law.proceedings}
        self.clock_events = frozenset(
            anchor.of
            for rule in law.deadlines
            for anchor in anchors(rule.due)
            if anchor.kind == "event"
        )
        self.adds_days = any(rule.adds for rule in law.service)
        self.counting: dict[str, list[tuple[date, CountingRule]]] = {}
        for name, since, rule in law.counting:
            self.counting.setdefault(name, []).append((since or date.min, rule))
        for rows in self.counting.values():
            rows.sort(key=lambda row: row[0], reverse=True)

    def rule(self, name: str, on: date) -> CountingRule:
        """The counting rule of that name in force on the day on which a period starts."""
        for since, rule in self.counting[name]:
            if since <= on:
                return rule
        return self.counting[name][-1][1]

    def service(self, method: str, on: date) -> ServiceRule:
        for rule in self.law.service:
            if rule.method == method and (rule.since or date.min) <= on <= (rule.until or date.max):
                return rule
        return ServiceRule(method)
