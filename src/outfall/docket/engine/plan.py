"""A pack compiled: its generated functions, and its choices as numbers.

What a town or a case chooses (readings, figures, holidays, a profile) is data of a plan, not text
of it: a pack is compiled once, whatever is chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from outfall.docket.engine.compiling import load
from outfall.docket.engine.kernel_days import FAR, USUAL
from outfall.docket.engine.kernel_exposure import COUNTS
from outfall.docket.engine.kernel_figures import looking_back
from outfall.docket.engine.kernel_payments import PAYMENT_CODE
from outfall.docket.engine.layout import (
    A_BEARS,
    A_BEFORE,
    A_DOWN,
    A_N_RATES,
    A_ORDER,
    A_PER,
    A_RATES,
    A_RULE,
    A_STEADY,
    A_YEAR,
    EVENT_WIDTH,
    FIRST_DAY,
    INSTRUMENTS,
    INTEREST,
    LAST_DAY,
    LAW_INSTRUMENT,
    LAW_MOST_PAYMENTS,
    LAW_PAPERS,
    LAW_PAPERS_WIDTH,
    LAW_WIDTH,
    MOST_EVENTS,
    MOST_RATES,
    MOST_TIERS,
    PARTS,
    PROCEEDINGS,
    ROW_WIDTH,
    T_AFTER,
    T_CAP,
    T_COUNT,
    T_EACH,
    T_ESCALATING,
    T_FIRST,
    T_LEAST,
    T_PRESENT,
    T_REPEAT,
    T_ROWS,
    T_TIERS,
    T_UNCONVICTED,
    T_UNIT,
    T_WIDTH,
    T_WITHIN,
    T_WITHIN_N,
    TRACKS,
)
from outfall.docket.engine.shape import Shape, narrowed
from outfall.docket.engine.writing import CHOICES, NotExpressed
from outfall.docket.engine.writing_plan import write
from outfall.law.books import ORDER
from outfall.law.calendar import Calendar
from outfall.law.counting import Days, Months, Weeks, Years
from outfall.law.events import ELEMENTS
from outfall.law.money import YEARS
from outfall.law.ordinance import InterestRule, Ordinance, PenaltyRule, Repeat
from outfall.law.periods import ByReading
from outfall.law.plan import Setting

Numbers = npt.NDArray[np.int64]
MOST_FIGURE = 10_000  # days
FURTHER = 2  # rows a case, on average, for deadlines under further papers
UNITS = ("day", "week", "offense")
# Over what the days of a year stand, by the way in which it is counted.
OVER = {"actual_365": 365, "actual_360": 360, "actual_actual": 365 * 366, "thirty_360": 360}


class Unsettled(Exception):
    """Choices that a plan can't say: their cases are handed over."""


@dataclass(slots=True)
class Compiled:
    """A pack's plan. ``run`` is None where the pack has a notion that no plan says: ``why``."""

    law: Ordinance
    shape: Shape
    run: Any = None
    figures: list[str] = field(default_factory=list)
    numbers: Numbers = field(default_factory=lambda: np.zeros(0, np.int64))
    why: str = ""

    @property
    def backs(self) -> npt.NDArray[np.int32]:
        """For each track and day, the first day from which an offense still counts on it."""
        return looking_backs(self.law)


@lru_cache(maxsize=64)
def compile_plan(law: Ordinance, only: frozenset[str] | None = None) -> Compiled:
    """The plan of a pack, compiled once; machine code that is on disk is only loaded.

    With ``only`` it answers no more than that. Raises ``ValueError`` for an answer that the law
    does not have.
    """
    shape = narrowed(law, only)
    try:
        text, shape, figures = write(law, shape)
    except NotExpressed as notion:
        return Compiled(law, shape, why=str(notion))
    module = load(law.id, text)
    plan = Compiled(law, shape, module.run, figures, _of_law(law))
    run(plan, *_nothing(), np.zeros((1, shape.width), np.int32), *_results(shape), tracing=True)
    return plan


def run(
    plan: Compiled, columns: tuple[Any, ...], span: tuple[int, int], *results: Any, tracing: bool
) -> tuple[npt.NDArray[np.int32], int]:
    """Let a plan answer the cases of a span.

    Gives the deadlines under further papers, and how many cases it took in a straight line.

    ``columns`` are the arrays that ``evaluate`` lays out, ``results`` the rows to be filled: days,
    cents, the trace and the reasons.
    """
    first, last = span
    row = np.zeros(ROW_WIDTH, np.int64)
    order, void = np.zeros(MOST_EVENTS, np.int64), np.zeros(MOST_EVENTS, np.int64)
    more = np.zeros((FURTHER * (last - first) + 64, 7), np.int32)
    counts = np.zeros(2, np.int64)
    plan.run(*columns, first, last, row, order, void, *results, more, counts, tracing)
    return more[: counts[0]], int(counts[1])


def _nothing() -> tuple[tuple[Any, ...], tuple[int, int]]:
    """A docket without a case: running it compiles the plan, and runs nothing of it."""
    days, numbers = np.zeros(1, np.int64), np.zeros((1, 1), np.int64)
    events, history = np.zeros((0, EVENT_WIDTH), np.int32), np.zeros((0, 2), np.int64)
    setting, table = np.zeros(1, np.int32), np.zeros((1, 1), np.uint8)
    backs = np.zeros((len(TRACKS), 1), np.int32)
    columns = (events, days, history, days, setting, days, days, days, numbers, table, days, backs)
    return columns, (0, 0)


def _results(shape: Shape) -> tuple[Any, ...]:
    trace = np.zeros((1, len(shape.actions)), np.int8)
    return np.zeros((1, shape.cents), np.int64), trace, np.zeros(1, np.int8)


def _of_law(law: Ordinance) -> Numbers:
    """What the fold asks of the law: elements of papers, papers of proceedings, payments."""
    numbers = np.zeros(LAW_WIDTH, np.int64)
    numbers[LAW_INSTRUMENT : LAW_INSTRUMENT + len(INSTRUMENTS)] = -1
    for paper in reversed(law.instruments):
        bits = sum({1 << ELEMENTS.index(element) for element, _ in paper.elements})
        numbers[LAW_INSTRUMENT + INSTRUMENTS.index(paper.id)] = bits
    for n, kind in enumerate(PROCEEDINGS):
        at = LAW_PAPERS + n * LAW_PAPERS_WIDTH
        rule = next((rule for rule in law.proceedings if rule.id == kind), None)
        numbers[at] = -1 if rule is None else len(rule.papers)
        for k, paper_id in enumerate(rule.papers if rule else ()):
            numbers[at + 1 + k] = INSTRUMENTS.index(paper_id)
    numbers[LAW_MOST_PAYMENTS] = law.plan.max_payments if law.plan else -1
    return numbers


@lru_cache(maxsize=64)
def looking_backs(law: Ordinance) -> npt.NDArray[np.int32]:
    """For each track and day from 1900 to 2199, the first day that its look-back reaches."""
    found = np.ones((len(TRACKS), LAST_DAY - FIRST_DAY + 1), np.int32)
    for rule in law.penalties:
        if rule.repeat is not None and rule.repeat.within is not None:
            numbers = np.zeros(T_WIDTH, np.int64)
            within_numbers(numbers, rule.repeat)
            looking_back(numbers, FIRST_DAY, found[TRACKS.index(rule.track)])
    return found


def deadlines_known(law: Ordinance, names: tuple[str, ...]) -> Numbers:
    """For each name of a deadline that columns hold, its number for the fold; 0 for no such."""
    known = {rule.id: n + 1 for n, rule in enumerate(law.deadlines)}
    if law.plan:
        known.update({f"payment_{n + 1}": PAYMENT_CODE + n for n in range(law.plan.max_payments)})
    return np.array([0, *(known.get(name, 0) for name in names)], np.int64)


def choices(plan: Compiled, setting: Setting) -> Numbers:
    """What one setting says to the plan. Raises ``Unsettled`` for figures beyond its reach."""
    law = plan.law
    found = np.zeros(CHOICES + len(law.readings) + len(plan.figures), np.int64)
    for n, track in enumerate(TRACKS):
        rule = next((rule for rule in law.penalties if rule.track == track), None)
        if rule is not None:
            penalty_numbers(found[n * T_WIDTH : (n + 1) * T_WIDTH], rule, setting.readings)
    interest_numbers(found[2 * T_WIDTH : CHOICES], law.interest, setting)
    for n, reading in enumerate(law.readings):
        names = [name for name, _ in reading.choices]
        found[CHOICES + n] = names.index(setting.readings[reading.id])
    for n, name in enumerate(plan.figures):
        value = setting.policy[name]
        if not isinstance(value, int) or not 0 <= value <= MOST_FIGURE:
            raise Unsettled(f"the figure {name}")
        found[CHOICES + len(law.readings) + n] = value
    return found


def _chosen(value: Any, readings: Mapping[str, str]) -> Any:
    while isinstance(value, ByReading):
        value = value.under(readings[value.reading])
    return value


def penalty_numbers(t: Numbers, rule: PenaltyRule, readings: Mapping[str, str]) -> None:
    """One track's rule under the adopted readings."""
    tiers = _chosen(rule.tiers_by, readings) if rule.tiers_by else rule.tiers
    if any(len(rows) > 1 for rows in tiers) or len(tiers) > MOST_TIERS:
        raise Unsettled("amounts that changed with time, or so many tiers")
    t[T_PRESENT] = 1
    t[T_UNIT] = UNITS.index(rule.unit)
    t[T_COUNT] = COUNTS.index(_chosen(rule.count, readings))
    t[T_LEAST], t[T_FIRST] = rule.at_least_one, rule.first_day_counts
    t[T_EACH] = bool(_chosen(rule.each_violation, readings))
    t[T_ESCALATING] = bool(_chosen(rule.escalating, readings))
    cap = _chosen(rule.cap, readings)
    t[T_CAP] = -1 if cap is None else cap
    t[T_TIERS] = len(tiers)
    for n, rows in enumerate(tiers):
        most = rows[0].max
        row = (rows[0].min, -1 if most is None else most, rows[0].jail_days)
        t[T_ROWS + 3 * n : T_ROWS + 3 * n + 3] = row
    if rule.repeat is None:
        return
    t[T_REPEAT] = 1
    within_numbers(t, rule.repeat)
    t[T_AFTER] = bool(_chosen(rule.repeat.after_conviction, readings))
    t[T_UNCONVICTED] = bool(_chosen(rule.repeat.unconvicted, readings))


def within_numbers(t: Numbers, repeat: Repeat) -> None:
    """How far back earlier offenses count."""
    within = repeat.within
    if isinstance(within, Years | Months):
        t[T_WITHIN], t[T_WITHIN_N] = 2, within.n * (12 if isinstance(within, Years) else 1)
    elif isinstance(within, Weeks | Days):
        t[T_WITHIN], t[T_WITHIN_N] = 1, within.n * (7 if isinstance(within, Weeks) else 1)


def interest_numbers(a: Numbers, rule: InterestRule | None, setting: Setting) -> None:
    """The order of payments and, where there is any, interest: parts, year and rates."""
    _interest(a, rule, setting)
    year, rates = YEARS[a[A_YEAR]], a[A_N_RATES]
    always = a[A_RATES + 1] <= 1 and a[A_RATES + 2] > LAST_DAY
    a[A_STEADY] = rates == 0 or (rates == 1 and always and year in ("actual_365", "actual_360"))
    a[A_PER] = OVER[year] * 100 * a[A_DOWN]
    order = a[A_ORDER : A_ORDER + len(PARTS)].tolist()
    a[A_BEFORE] = sum(1 << part for part in order[: order.index(INTEREST)])


def _interest(a: Numbers, rule: InterestRule | None, setting: Setting) -> None:
    told = setting.policy.get("payment_order", ORDER)
    order = (*told, *(part for part in ORDER if part not in told))
    if sorted(order) != sorted(PARTS):
        raise Unsettled("the order of payments")
    a[A_ORDER : A_ORDER + len(PARTS)] = [PARTS.index(part) for part in order]
    a[A_DOWN] = 1
    if rule is None:
        return
    parts = _chosen(rule.on, setting.readings)
    a[A_RULE] = 1
    a[A_BEARS] = sum(1 << n for n, part in enumerate(PARTS) if part in parts)
    a[A_YEAR] = YEARS.index(_chosen(rule.year, setting.readings))
    rates = [(rate.value, rate.since, rate.until) for rate in rule.rates]
    if rule.policy is not None:
        percent = Decimal(str(setting.policy[rule.policy]))
        rates = [(percent, None, None)] if percent else []
    if len(rates) > MOST_RATES:
        raise Unsettled("so many rates of interest")
    ratios = [value.as_integer_ratio() for value, _, _ in rates]
    down = lcm(*(below for _, below in ratios))
    a[A_DOWN], a[A_N_RATES] = down, len(rates)
    for n, ((up, below), (_, since, until)) in enumerate(zip(ratios, rates, strict=True)):
        rate = up * (down // below)
        if rate > 10**9 or down > 10**7:
            raise Unsettled("so fine a rate of interest")
        days = (since.toordinal() if since else 0, until.toordinal() if until else 10**9)
        a[A_RATES + 3 * n : A_RATES + 3 * n + 3] = (rate, *days)


@lru_cache(maxsize=256)
def _holidays(holidays: tuple[Any, ...], added: tuple[Any, ...]) -> npt.NDArray[np.uint8]:
    calendar = Calendar(holidays, added)
    table = np.zeros(LAST_DAY - FIRST_DAY + 1, np.uint8)
    for year in range(1900, 2200):
        for day in calendar.holidays_in(year):
            table[day - FIRST_DAY] = 1
    later = FAR
    for place in range(len(table) - 1, -1, -1):
        is_off = table[place] or (USUAL >> ((FIRST_DAY + place) % 7)) & 1
        later = min(later + 1, FAR) if is_off else 0
        table[place] |= later << 1
    return table


def holidays(calendar: Calendar) -> npt.NDArray[np.uint8]:
    """For each day from 1900 to 2199, whether it is a holiday, and when the next day's work is."""
    return _holidays(calendar.holidays, calendar.added)
