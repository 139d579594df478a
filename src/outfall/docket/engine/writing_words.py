"""Words of a pack as the numbers and lines of a plan's text."""

from __future__ import annotations

from datetime import date

from outfall.docket.engine.layout import INSTRUMENTS, KINDS
from outfall.law.calendar import masks
from outfall.law.counting import BusinessDays, CountingRule, Days, Length, Months, Weeks, Years


def count(rule: CountingRule, length: Length) -> list[str]:
    """From ``start`` and ``length`` to ``raw`` and ``due`` by one counting rule."""
    off, roll = _off(rule.leaves_out), _off(rule.rolls)
    exactly, under = rule.leaves_out_when_exactly or -1, rule.leaves_out_when_under or -1
    rolls = f"due = days.working(s, h, raw, {roll})"
    if isinstance(length, Days):
        return [f"raw = days.days_on(s, h, start, length, {exactly}, {under}, {off})", rolls]
    if isinstance(length, BusinessDays):
        return [
            f"raw = days.working_on(s, h, start, length, {_off(rule.business_days_off)})",
            rolls,
        ]
    if isinstance(length, Weeks):
        return ["raw = start + 7 * length", rolls]
    if isinstance(length, Months | Years):
        months = "12 * length" if isinstance(length, Years) else "length"
        return [f"raw = days.months_on(start, {months})", rolls]
    on = f"raw = days.working_on(s, h, start, (length + 23) // 24, {_off(rule.hours_leave_out)})"
    return [on, rolls if rule.hours_roll else "due = raw"]


def _off(kinds: frozenset[str]) -> str:
    """Days off as the kernels take them: weekdays as bits, and whether holidays are among them."""
    weekdays, holidays = masks(kinds)
    return f"{weekdays}, {int(holidays)}"


def instrument(name: str) -> int:
    """The number of an instrument."""
    return INSTRUMENTS.index(name)


def kinds_of(names: tuple[str, ...]) -> int:
    """Kinds of violation as bits; 0 for any."""
    return sum(1 << (KINDS.index(name) + 1) for name in names)


def ordinal(day: date | None) -> int:
    """A day as its number; 0 for none."""
    return day.toordinal() if day else 0
