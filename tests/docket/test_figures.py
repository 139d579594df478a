"""Single figures are those of ``assess``, row by row, under several packs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from outfall.docket.engine import Figures, NotExpressed, kernel_figures
from outfall.docket.engine.figures import LEAST
from outfall.docket.engine.layout import ROW_WIDTH
from outfall.files.pack_file import folder_of, load_pack
from outfall.law.assess import assess
from outfall.law.case import Case, Event, PriorOffense
from outfall.law.events import ELEMENTS
from outfall.law.ordinance import Dated, Ordinance
from outfall.law.standing import Standing

kernel: Any = kernel_figures
DAY = timedelta(1)
START = date(2023, 1, 3)


@cache
def law(name: str) -> Ordinance:
    return load_pack(folder_of(name))


def case(of: Ordinance, *events: tuple[date, str, dict[str, Any]], **more: Any) -> Case:
    """A case of such events, in the order of their days."""
    told = sorted(events, key=lambda event: event[0])
    made = [Event(f"e{n + 1}", name, on, n, **said) for n, (on, name, said) in enumerate(told)]
    return Case("F-1", of.id, tuple(made), **more)


def small(*days: date | None) -> np.ndarray:
    return np.array([day.toordinal() if day else 0 for day in days], np.int32)


# The civil penalty: units of days


def observed(of: Ordinance, first: date, last: date) -> Standing:
    """A violation that was found on the first day and lasts on the last one."""
    return assess(of, case(of, (first, "violation_observed", {"kind": "discharge"})), last)


def noticed(of: Ordinance, first: date, last: date) -> Standing:
    """A violation whose days count from after the receipt of a notice, and was put right."""
    received = first - DAY
    paper = {"instrument": "notice_of_violation"}
    made = case(
        of,
        (received - 9 * DAY, "violation_observed", {"kind": "discharge"}),
        (received - 2 * DAY, "notice_issued", {**paper, "contents": ELEMENTS, "comply_by": first}),
        (received - DAY, "served", {**paper, "method": "mail", "received_on": received}),
        (last + DAY, "corrected", {}),
    )
    return assess(of, made, last + 400 * DAY)


SAME_TIER = ("daily_offense", "same_offense")
CIVIL: list[tuple[str, tuple[tuple[str, str], ...], Callable[..., Standing], int]] = [
    ("crossville-tn", (), observed, 0),
    ("manitowoc-wi", (("forfeiture_ceiling", "each_day"),), observed, 0),
    ("manitowoc-wi", (("forfeiture_ceiling", "whole_offense"),), observed, 0),
    ("bedford-in", (), observed, 0),
    ("somerville-ma", (("schedule_row", "by_section"),), observed, 0),
    ("somerville-ma", (("schedule_row", "by_subject"), SAME_TIER), observed, 0),
    # Under the city's section the time to cure has to be over: some days lie between at least.
    ("city-9-3-12", (), noticed, 6),
]  # fmt: skip


@pytest.mark.parametrize(("name", "readings", "told", "least"), CIVIL)
def test_a_civil_penalty_is_that_of_assess(
    name: str, readings: tuple[tuple[str, str], ...], told: Callable[..., Standing], least: int
) -> None:
    random, of = Random(name), law(name)
    first = [START + random.randint(0, 700) * DAY for _ in range(60)]
    last = [day + (least + random.choice([0, 1, 2, 6, 7, 8, 30, 400])) * DAY for day in first]
    figures = Figures(of, case(of, readings=readings))
    got = figures.civil(small(*first), small(*last))
    wanted = []
    for a, b in zip(first, last, strict=True):
        base = told(replace_readings(of, readings), a, b).civil
        wanted.append(-1 if base.max is None else base.max)
    assert got.tolist() == wanted
    assert len(set(wanted)) > 1 or name in ("bedford-in", "manitowoc-wi")


def replace_readings(of: Ordinance, adopted: tuple[tuple[str, str], ...]) -> Ordinance:
    """The law with other readings adopted for every case."""
    told = dict(adopted)
    readings = tuple(replace(r, adopted=told.get(r.id, r.adopted)) for r in of.readings)
    return replace(of, readings=readings, digest=f"{of.digest}{adopted}")


def test_a_case_without_a_first_day_costs_nothing() -> None:
    for name in ("crossville-tn", "city-9-3-12"):
        got = Figures(law(name)).civil(small(None, START), small(START, START))
        assert got.tolist() == [0, got[1]]
        assert got[1] > 0
    assert Figures(law("city-9-3-12")).civil(small(START), small(START - 5 * DAY)).tolist() == [0]


# The tier: offenses before


@pytest.mark.parametrize("name", ["webster-ny", "somerville-ma"])
def test_a_tier_is_that_of_assess(name: str) -> None:
    of, random = law(name), Random(11)
    offense, earlier, wanted = [], [], []
    setting = (SAME_TIER,) if name == "somerville-ma" else ()
    for _ in range(150):
        on = random.choice([START, date(2024, 2, 28), date(2024, 2, 29), date(2025, 3, 1)])
        on += random.choice([0, 0, 1, 40]) * DAY
        anniversary = date(on.year - 5, on.month, min(on.day, 28))
        near = [anniversary + n * DAY for n in (-2, -1, 0, 1, 2)]
        pool = [None, on, on + DAY, on - DAY, on - 900 * DAY, on - 4_000 * DAY, *near]
        before = [random.choice(pool) for _ in range(4)]
        history = tuple(PriorOffense(day, day) for day in before if day)
        made = case(of, (on, "violation_observed", {"kind": "discharge"}), history=history)
        standing = assess(replace_readings(of, setting), made, on)
        told = standing.criminal if name == "webster-ny" else standing.civil
        offense.append(on)
        earlier.append(small(*before))
        wanted.append((told.tier, told.max))
    tier, cents = Figures(of, case(of, readings=setting)).tier(
        small(*offense), np.ascontiguousarray(np.stack(earlier, 1))
    )
    got = list(zip(tier.tolist(), cents.tolist(), strict=True))
    assert got == wanted
    assert len(set(wanted)) > 1


def test_no_offense_has_no_tier_and_a_far_one_is_refused() -> None:
    figures, none = Figures(law("webster-ny")), np.zeros((4, 1), np.int32)
    tier, cents = figures.tier(small(None), none)
    assert (tier.tolist(), cents.tolist()) == ([0], [0])
    with pytest.raises(ValueError, match="1 of the offenses lie outside of 1900 to 2199"):
        figures.tier(small(date(1800, 1, 1)), none)


# Interest


def billed(of: Ordinance, cents: int, since: date, paid: list[tuple[date, int]], on: date) -> Any:
    """The account of a cost that bears from such a day."""
    days = [day for day, _ in paid]
    begun = min([since, on, *days]) - 5 * DAY
    found = since - 30 * DAY if of.id == "city-9-3-12" else since - DAY
    seen = {"kind": "discharge", "discovered_on": found}
    made = case(
        of,
        (max(begun, found), "violation_observed", seen),
        (max(begun, found), "cost_recorded", {"kind": "abatement", "amount": cents}),
        *((day, "paid", {"amount": amount}) for day, amount in paid),
        readings=(),
    )
    return assess(of, made, on).account


def rows(of: Ordinance, random: Random, size: int) -> tuple[list[Any], list[tuple[int, int]]]:
    """Random rows, and what ``assess`` says of each."""
    given, wanted = [], []
    for _ in range(size):
        since = START + random.randint(0, 500) * DAY
        on = since + random.choice([-1, 0, 1, 29, 365, 366, 1_500]) * DAY
        cents = random.choice([0, 1, 18_250, 36_500, 99_999, 3_650_000, random.randint(1, 10**7)])
        days = sorted(random.sample(range(0, 900), random.randint(0, 5)))
        paid = [(since + n * DAY, random.choice([1, 500, 18_251, 10**6])) for n in days]
        account = billed(of, cents, since, paid, on)
        given.append((cents, since, on, paid))
        wanted.append((account.interest, account.owed))
    return given, wanted


def columns(given: list[Any]) -> tuple[np.ndarray, ...]:
    paid_on, paid = np.zeros((5, len(given)), np.int32), np.zeros((5, len(given)), np.int64)
    for n, (_, _, _, payments) in enumerate(given):
        for k, (day, amount) in enumerate(payments):
            paid_on[k, n], paid[k, n] = day.toordinal(), amount
    principal = np.array([row[0] for row in given], np.int64)
    return principal, small(*(r[1] for r in given)), small(*(r[2] for r in given)), paid_on, paid


YEARS = [
    (),
    *((("interest_year", year),) for year in ("actual_360", "actual_actual", "thirty_360")),
]
DATED = (
    Dated(law("city-9-3-12").interest.rates[0].value, None, date(2024, 2, 10)),  # type: ignore[union-attr]
    Dated(law("city-9-3-12").interest.rates[0].value * 2, date(2024, 2, 11), None),  # type: ignore[union-attr]
)


@pytest.mark.parametrize("first", ["interest", "cost"])
@pytest.mark.parametrize("readings", YEARS)
def test_interest_is_that_of_assess(readings: Any, first: str) -> None:
    city = law("city-9-3-12")
    rest = tuple(part for part in ("interest", "cost", "fee", "penalty") if part != first)
    policy = tuple(replace(p, value=(first, *rest)) for p in city.policy)
    of = replace_readings(replace(city, policy=policy, digest=f"{city.digest}{first}"), readings)
    given, wanted = rows(of, Random(f"{readings}"), 80)
    got = Figures(of).interest(*columns(given))
    assert list(zip(got[0].tolist(), got[1].tolist(), strict=True)) == wanted


def test_interest_at_rates_that_changed_is_that_of_assess() -> None:
    city = law("city-9-3-12")
    assert city.interest is not None
    of = replace(city, interest=replace(city.interest, rates=DATED), digest="two rates")
    given, wanted = rows(of, Random(3), 80)
    got = Figures(of).interest(*columns(given))
    assert list(zip(got[0].tolist(), got[1].tolist(), strict=True)) == wanted


def test_the_straight_line_and_the_ledger_say_the_same_of_half_cents() -> None:
    """Sums whose interest ends in half a cent, and sums near what a double holds."""
    random = np.random.default_rng(4)
    size = 4_000
    principal = random.integers(0, 10**5, size) * 36_500 + 18_250 // 2
    principal[::7] = random.integers(0, 10**9, len(principal[::7]))
    since = random.integers(738_000, 739_000, size).astype(np.int32)
    on = (since + random.integers(-2, 2_000, size)).astype(np.int32)
    paid_on = (since + np.sort(random.integers(-5, 2_000, (5, size)), 0)).astype(np.int32)
    paid = random.integers(0, 10**6, (5, size))
    given: Any = (principal, since, on, tuple(paid_on), tuple(paid))
    figures = Figures(law("city-9-3-12"))
    rule = figures._rates
    assert rule is not None
    one: Any = (np.empty(size, np.int64), np.empty(size, np.int64))
    other: Any = (np.empty(size, np.int64), np.empty(size, np.int64))
    assert kernel.at_one_rate(*given, rule, *one) == 0
    row = np.zeros(ROW_WIDTH, np.int64)
    assert kernel.by_ledger(*given, *figures._ledger, row, *other) == 0
    assert (one[0] == other[0]).all()
    assert (one[1] == other[1]).all()
    # Control: a rate that is a little higher is told from it.
    assert kernel.at_one_rate(*given, (rule[0], rule[1] - 1, rule[2]), *one) == 0
    assert (one[0] != other[0]).any()


def test_sums_beyond_a_double_go_through_the_ledger_and_too_large_ones_are_refused() -> None:
    city, cents, on = law("city-9-3-12"), 2 * 10**10, START + 40_000 * DAY
    given: list[Any] = [(cents, START, on, [])]
    figures, found = Figures(city), (np.zeros(1, np.int64), np.zeros(1, np.int64))
    assert figures._rates is not None
    one = columns(given)
    told: Any = (*one[:3], tuple(one[3]), tuple(one[4]), figures._rates, *found)
    assert kernel.at_one_rate(*told) == 1
    interest, owed = figures.interest(*columns(given))
    borne = round(Fraction(cents * 6 * 40_001, 36_500))
    assert (interest.tolist(), owed.tolist()) == ([borne], [cents + borne])
    with pytest.raises(ValueError, match="row 0 can't be: its sums"):
        Figures(city).interest(*columns([(2**60, START, on, [])]))


def test_payments_out_of_order_are_refused_with_their_row() -> None:
    day = START + 9 * DAY
    given: list[Any] = [(100, START, day, [])] * 3
    given += [(100, START, day, [(day, 5), (START, 5)])]
    with pytest.raises(ValueError, match="row 3 can't be"):
        Figures(law("city-9-3-12")).interest(*columns(given))


# The door


def test_threads_change_nothing() -> None:
    random, size = np.random.default_rng(5), 32 * LEAST + 1_000
    day = random.integers(730_000, 740_000, size).astype(np.int32)
    later = (day + random.integers(-9, 900, size)).astype(np.int32)
    four = random.integers(729_000, 740_000, (4, size)).astype(np.int32)
    cents = random.integers(0, 10**7, size)
    paid_on = np.sort(day + random.integers(0, 900, (5, size)), 0).astype(np.int32)
    paid = random.integers(0, 10**6, (5, size))
    city, webster = Figures(law("city-9-3-12")), Figures(law("webster-ny"))
    asks: tuple[Callable[[int], Any], ...] = (
        lambda threads: (city.civil(day, later, threads=threads),),
        lambda threads: webster.tier(day, four, threads=threads),
        lambda threads: city.interest(cents, day, later, paid_on, paid, threads=threads),
    )
    for ask in asks:
        one, three = ask(1), ask(3)
        assert all((a == b).all() for a, b in zip(one, three, strict=True))
        assert any(part.any() for part in one)


def test_a_rule_that_no_figure_says_is_named() -> None:
    webster, bedford = Figures(law("webster-ny")), Figures(law("bedford-in"))
    none = small(None)
    with pytest.raises(NotExpressed, match="webster-ny: no single figure says a civil penalty"):
        webster.civil(none, none)
    no_sum = np.zeros(1, np.int64)
    with pytest.raises(NotExpressed, match="says interest, for the law has none"):
        webster.interest(no_sum, none, none, np.zeros((5, 1), np.int32), np.zeros((5, 1), np.int64))
    with pytest.raises(NotExpressed, match="after_conviction"):
        bedford.tier(none, np.zeros((4, 1), np.int32))
    with pytest.raises(NotExpressed, match="no earlier offense counts"):
        Figures(law("city-9-3-12")).tier(none, np.zeros((4, 1), np.int32))


def test_columns_that_do_not_fit_are_refused() -> None:
    figures, two = Figures(law("city-9-3-12")), small(START, START)
    with pytest.raises(ValueError, match="columns of one length"):
        figures.civil(two, two[:1])
    with pytest.raises(ValueError, match="whole numbers"):
        figures.civil(two.astype(np.float64), two)
    with pytest.raises(ValueError, match="whole numbers of int32"):
        figures.civil(two.astype(np.int64) << 33, two)
    with pytest.raises(ValueError, match="give 4 columns"):
        Figures(law("webster-ny")).tier(two, np.zeros((3, 2), np.int32))
    same = figures.civil(two.astype(np.int64), np.array([two, two]).T[:, 0])
    assert same.tolist() == figures.civil(two, two).tolist()
