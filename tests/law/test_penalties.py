"""Days, weeks and offenses at their boundaries: tolled at both ends, two stretches, dated tiers."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.law.made_up import MadeUp

from outfall.law.standing import Exposure

NOTICE = "- {instrument: notice_of_violation, title: N, needs: []}"
OPEN = "{date: 2026-03-02, event: violation_observed, kind: development}"
SERVED = f"""{OPEN}
{{date: 2026-03-03, event: notice_issued, instrument: notice_of_violation}}
{{date: 2026-03-03, event: served, instrument: notice_of_violation, method: personal}}"""


def own(more: str) -> str:
    """A penalty that counts from the finding of each violation."""
    return f"- penalty: criminal\n  starts: observation\n  first_day: counts\n  {more}"


def noticed(more: str) -> str:
    """A penalty that counts after the receipt of a notice."""
    return f"""{NOTICE}
- {{proceeding: appeal, against: notice_of_violation}}
- deadline: cure
  for: party
  of: notice_of_violation
  due: {{after: receipt, length: 3 days}}
  done_by: remedy
- penalty: civil
  of: notice_of_violation
  unit: day
  starts: receipt
  {more}"""


def spans(found: Exposure) -> list[tuple[int, int, str]]:
    """The stretches of the only count, as days of March."""
    return [(s.first.day, s.last.day, s.why) for s in found.counts[0].spans]


WEEKS = {"additional_full": 0, "additional_begun": 1, "full_only": 2}
BY_WEEK = [
    # the day asked, then offenses by full weeks, by weeks begun, and by full weeks alone
    ("2026-03-02", 1, 1, 1),
    ("2026-03-03", 1, 2, 1),
    ("2026-03-08", 1, 2, 1),
    ("2026-03-09", 2, 2, 1),
    ("2026-03-10", 2, 3, 1),
    ("2026-03-15", 2, 3, 1),
    ("2026-03-16", 3, 3, 2),
    ("2026-03-17", 3, 4, 2),
]


@pytest.mark.parametrize("count", WEEKS)
@pytest.mark.parametrize("row", BY_WEEK)
def test_weeks_at_their_edges(tmp_path: Path, count: str, row: tuple[str, int, int, int]) -> None:
    rules = own(
        f"unit: week\n  at_least_one: true\n  count: {count}\n  tiers: [{{max: 10, jail_days: 2}}]"
    )
    found = MadeUp(tmp_path, rules, OPEN).on(row[0]).criminal
    units = row[1 + WEEKS[count]]
    assert (found.units, found.max, found.jail_days) == (units, 1000 * units, 2 * units)
    assert (found.per_unit, found.tier, found.unit, found.track) == (1000, None, "week", "criminal")


@pytest.mark.parametrize("count", WEEKS)
def test_weeks_end_with_the_correction(tmp_path: Path, count: str) -> None:
    """From the 2nd to a correction on the 16th fourteen days have passed, whenever it is asked."""
    rules = own(f"unit: week\n  at_least_one: true\n  count: {count}\n  tiers: [{{max: 10}}]")
    asked = MadeUp(tmp_path, rules, f"{OPEN}\n{{date: 2026-03-16, event: corrected}}")
    for day in ("2026-03-16", "2026-03-17", "2026-05-01"):
        found = asked.on(day).criminal
        assert found.units == (3, 3, 2)[WEEKS[count]]
        assert spans(found) == [(2, 15, "")]


@pytest.mark.parametrize(
    ("corrected", "units"), [("2026-03-02", 1), ("2026-03-03", 1), ("2026-03-04", 2)]
)
def test_a_day_counts_that_ends_in_violation_and_at_least_one(
    tmp_path: Path, corrected: str, units: int
) -> None:
    rules = own("unit: day\n  at_least_one: true\n  tiers: [{min: 5, max: 5}]")
    asked = MadeUp(tmp_path, rules, f"{OPEN}\n{{date: {corrected}, event: corrected}}")
    found = asked.on("2026-03-20").criminal
    assert (found.units, found.min, found.max) == (units, 500 * units, 500 * units)
    assert spans(found)[0][:2] == (2, 1 + units)


def test_without_at_least_one_a_violation_of_no_day_costs_nothing(tmp_path: Path) -> None:
    rules = own("unit: day\n  tiers: [{min: 5, max: 5}]")
    asked = MadeUp(tmp_path, rules, f"{OPEN}\n{{date: 2026-03-02, event: corrected}}")
    found = asked.on("2026-03-20").criminal
    assert (found.units, found.min, found.max) == (0, 0, 0)


TWO = """{date: 2026-03-02, event: violation_observed, violation: a, kind: development}
{date: 2026-03-03, event: violation_observed, violation: b, kind: development}
{date: 2026-03-05, event: corrected, violation: a}
{date: 2026-03-06, event: corrected, violation: b}
{date: 2026-03-10, event: violation_observed, violation: c, kind: development}
{date: 2026-03-12, event: corrected, violation: c}"""


def test_days_of_several_violations_counted_once_stretch_by_stretch(tmp_path: Path) -> None:
    """2 to 5 and 10 to 11: six days, in two stretches that do not touch."""
    rules = own("unit: day\n  each_violation: false\n  tiers: [{max: 10}]")
    found = MadeUp(tmp_path, rules, TWO).on("2026-03-20").criminal
    assert [(c.violation, c.units, c.max) for c in found.counts] == [
        ("a, b, c", 4, 4000),
        ("a, b, c", 2, 2000),
    ]
    assert [(s.first.day, s.last.day) for c in found.counts for s in c.spans] == [(2, 5), (10, 11)]
    assert (found.units, found.max) == (6, 6000)


def test_days_of_several_violations_counted_for_each(tmp_path: Path) -> None:
    rules = own("unit: day\n  tiers: [{max: 10}]")
    found = MadeUp(tmp_path, rules, TWO).on("2026-03-20").criminal
    assert [(c.violation, c.units) for c in found.counts] == [("a", 3), ("b", 3), ("c", 2)]


def test_stretches_that_touch_are_one(tmp_path: Path) -> None:
    """One ends with the 4th, the other begins on the 5th: no day lies between."""
    events = """{date: 2026-03-02, event: violation_observed, violation: a, kind: development}
{date: 2026-03-05, event: corrected, violation: a}
{date: 2026-03-05, event: violation_observed, violation: b, kind: development}"""
    rules = own("unit: day\n  each_violation: false\n  tiers: [{max: 10}]")
    found = MadeUp(tmp_path, rules, events).on("2026-03-06").criminal
    assert [(s.first.day, s.last.day) for c in found.counts for s in c.spans] == [(2, 6)]


def test_a_shorter_violation_inside_a_longer_one(tmp_path: Path) -> None:
    events = """{date: 2026-03-02, event: violation_observed, violation: a, kind: development}
{date: 2026-03-04, event: violation_observed, violation: b, kind: development}
{date: 2026-03-06, event: corrected, violation: b}"""
    rules = own("unit: day\n  each_violation: false\n  tiers: [{max: 10}]")
    found = MadeUp(tmp_path, rules, events).on("2026-03-09").criminal
    assert [(s.first.day, s.last.day) for c in found.counts for s in c.spans] == [(2, 9)]


APPEALED = f"""{SERVED}
{{date: 2026-03-08, event: appeal_filed}}
{{date: 2026-03-10, event: appeal_decided, outcome: upheld}}"""
TOLLED = "tiers: [{max: 10}]\n  tolled_by: appeal"


@pytest.mark.parametrize(
    ("on", "want"),
    [
        ("2026-03-07", [(4, 7, "")]),
        ("2026-03-08", [(4, 7, ""), (8, 8, "tolled")]),
        ("2026-03-09", [(4, 7, ""), (8, 9, "tolled")]),
        ("2026-03-10", [(4, 7, ""), (8, 10, "tolled")]),
        ("2026-03-11", [(4, 7, ""), (8, 10, "tolled"), (11, 11, "")]),
    ],
)
def test_tolled_from_the_filing_through_the_decision(
    tmp_path: Path, on: str, want: list[tuple[int, int, str]]
) -> None:
    found = MadeUp(tmp_path, noticed(TOLLED), APPEALED).on(on).civil
    assert spans(found) == want
    days = sum(last - first + 1 for first, last, why in want if not why)
    assert (found.units, found.max) == (days, 1000 * days)


@pytest.mark.parametrize(
    ("on", "want"),
    [
        ("2026-03-06", None),
        ("2026-03-07", [(4, 6, "cure"), (7, 7, "")]),
        ("2026-03-09", [(4, 6, "cure"), (7, 7, ""), (8, 9, "tolled")]),
        ("2026-03-12", [(4, 6, "cure"), (7, 7, ""), (8, 10, "tolled"), (11, 12, "")]),
    ],
)
def test_the_time_to_cure_is_left_out_before_the_stay(
    tmp_path: Path, on: str, want: list[tuple[int, int, str]] | None
) -> None:
    rules = noticed(f"{TOLLED}\n  after_deadline: cure\n  opens: [{{expired: cure}}]")
    found = MadeUp(tmp_path, rules, APPEALED).on(on).civil
    assert (spans(found) if found.counts else None) == want


@pytest.mark.parametrize(("counts", "first"), [("", 4), ("\n  first_day: counts", 3)])
def test_whether_the_day_of_receipt_counts(tmp_path: Path, counts: str, first: int) -> None:
    found = MadeUp(tmp_path, noticed(f"tiers: [{{max: 10}}]{counts}"), SERVED).on("2026-03-05")
    assert spans(found.civil) == [(first, 5, "")]


DATED = """tiers:
    - - {max: 10, until: 2026-03-05}
      - {min: 2, max: 20, since: 2026-03-06, until: 2026-03-07}
      - {min: 3, max: 30, jail_days: 1, since: 2026-03-08}"""


@pytest.mark.parametrize(
    ("on", "money"),
    [
        ("2026-03-04", (0, 1000, 0)),
        ("2026-03-05", (0, 2000, 0)),
        ("2026-03-06", (200, 4000, 0)),
        ("2026-03-07", (400, 6000, 0)),
        ("2026-03-08", (700, 9000, 1)),
        ("2026-03-09", (1000, 12000, 2)),
    ],
)
def test_each_day_at_the_tier_that_is_law_on_it(
    tmp_path: Path, on: str, money: tuple[int, int, int]
) -> None:
    found = MadeUp(tmp_path, noticed(DATED), SERVED).on(on).civil
    assert (found.min, found.max, found.jail_days) == money
    assert found.per_unit == (1000 if on < "2026-03-06" else 2000 if on < "2026-03-08" else 3000)


@pytest.mark.parametrize(
    ("on", "money"),
    [("2026-03-04", (0, 3000, 0)), ("2026-03-08", (700, 11000, 1))],
)
def test_each_own_day_at_the_tier_that_is_law_on_it(
    tmp_path: Path, on: str, money: tuple[int, int, int]
) -> None:
    found = MadeUp(tmp_path, own(f"unit: day\n  {DATED}"), OPEN).on(on).criminal
    assert (found.min, found.max, found.jail_days) == (
        money[0],
        3000 if on == "2026-03-04" else 11000,
        money[2],
    )


def test_a_tolled_day_takes_no_tier(tmp_path: Path) -> None:
    """Days 4, 5 at $10, 6, 7 at $20, 11 at $30; the stay of 8 to 10 costs nothing."""
    found = MadeUp(tmp_path, noticed(f"{DATED}\n  tolled_by: appeal"), APPEALED).on("2026-03-11")
    assert (found.civil.min, found.civil.max, found.civil.jail_days) == (700, 9000, 1)


@pytest.mark.parametrize(
    ("cap", "money"),
    [(25, (2500, 2500)), (30, (3000, 3000)), (31, (3000, 3100)), (70, (3000, 6000))],
)
def test_the_most_of_one_violation(tmp_path: Path, cap: int, money: tuple[int, int]) -> None:
    """Six days of $5 to $10 make $30 to $60."""
    found = MadeUp(tmp_path, own(f"unit: day\n  cap: {cap}\n  tiers: [{{min: 5, max: 10}}]"), OPEN)
    exposure = found.on("2026-03-07").criminal
    assert (exposure.min, exposure.max) == money


def test_a_most_where_the_code_names_no_ceiling(tmp_path: Path) -> None:
    asked = MadeUp(tmp_path, own("unit: day\n  cap: 12\n  tiers: [{min: 5}]"), OPEN)
    assert (asked.on("2026-03-03").criminal.min, asked.on("2026-03-03").criminal.max) == (
        1000,
        1200,
    )
    bare = MadeUp(tmp_path, own("unit: day\n  tiers: [{min: 5}]"), OPEN).on("2026-03-03").criminal
    assert (bare.min, bare.max) == (1000, None)


REPEAT = "unit: offense\n  count: once\n  tiers: [{max: 1}, {max: 2}, {max: 4}]\n  repeat: "


@pytest.mark.parametrize(
    ("within", "committed", "tier"),
    [
        ("5 years", "2021-03-02", 2),
        ("5 years", "2021-03-01", 1),
        ("18 months", "2024-09-02", 2),
        ("18 months", "2024-09-01", 1),
        ("2 weeks", "2026-02-16", 2),
        ("2 weeks", "2026-02-15", 1),
        ("10 days", "2026-02-20", 2),
        ("10 days", "2026-02-19", 1),
        ("10 days", "2026-03-02", 1),
    ],
)
def test_the_anniversary_itself_still_counts(
    tmp_path: Path, within: str, committed: str, tier: int
) -> None:
    rules = own(f"{REPEAT}{{within: {within}}}")
    history = f"history: [{{offense_on: {committed}, convicted_on: 2026-03-02}}]"
    found = MadeUp(tmp_path, rules, OPEN, case=history).on("2026-03-05").criminal
    assert (found.tier, found.max) == (tier, 100 * tier)


@pytest.mark.parametrize(
    ("repeat", "convicted", "on", "tier"),
    [
        ("{}", "2026-03-02", "2026-03-02", 2),
        ("{}", "2026-03-03", "2026-03-02", 1),
        ("{}", "2026-03-03", "2026-03-03", 2),
        ("{after_conviction: true}", "2026-03-01", "2026-03-05", 2),
        ("{after_conviction: true}", "2026-03-02", "2026-03-05", 1),
    ],
)
def test_when_a_conviction_counts(
    tmp_path: Path, repeat: str, convicted: str, on: str, tier: int
) -> None:
    history = f"history: [{{offense_on: 2020-01-01, convicted_on: {convicted}}}]"
    found = MadeUp(tmp_path, own(REPEAT + repeat), OPEN, case=history).on(on).criminal
    assert found.tier == tier


def test_tiers_end_with_the_last_row(tmp_path: Path) -> None:
    prior = ", ".join(
        f"{{offense_on: 2025-01-0{n}, convicted_on: 2025-02-01}}" for n in range(1, 5)
    )
    found = MadeUp(tmp_path, own(REPEAT + "{}"), OPEN, case=f"history: [{prior}]")
    exposure = found.on("2026-03-05").criminal
    assert (exposure.tier, exposure.max, exposure.units) == (3, 400, 1)
    assert exposure.per_unit is None


def test_no_penalty_of_a_track(tmp_path: Path) -> None:
    found = MadeUp(tmp_path, own("unit: day\n  tiers: [{max: 10}]"), OPEN).on("2026-03-05").civil
    assert found == Exposure("civil")
    assert (
        MadeUp(tmp_path, own("unit: day\n  tiers: [{max: 10}]"), OPEN)
        .on("2026-03-01")
        .criminal.counts
        == ()
    )


@pytest.mark.parametrize(
    ("committed", "tier"),
    [("2026-03-01", 2), ("2026-03-02", 1), ("2026-02-20", 2), ("2026-02-19", 1)],
)
def test_an_offense_that_no_court_has_decided(tmp_path: Path, committed: str, tier: int) -> None:
    """The tenth day after it still counts; what was done on the day itself comes not before."""
    rules = own(f"{REPEAT}{{within: 10 days, unconvicted: true}}")
    case = f"history: [{{offense_on: {committed}}}]"
    assert MadeUp(tmp_path, rules, OPEN, case=case).on("2026-03-05").criminal.tier == tier


def test_no_violation_has_no_tier(tmp_path: Path) -> None:
    found = MadeUp(tmp_path, own(f"{REPEAT}{{}}"), OPEN).on("2026-03-01").criminal
    assert (found.tier, found.units, found.counts) == (None, 0, ())


def test_a_cure_of_one_day_is_left_out_whole(tmp_path: Path) -> None:
    rules = noticed("tiers: [{max: 10}]\n  after_deadline: cure").replace("3 days", "1 day")
    assert spans(MadeUp(tmp_path, rules, SERVED).on("2026-03-06").civil) == [
        (4, 4, "cure"),
        (5, 6, ""),
    ]


ESCALATES = own("""unit: day
  count: each_day
  tiers: [{max: 1}, {max: 10}, {max: 100}, {max: 1000}, {max: 10000}, {max: 100000}]
  escalating: true
  repeat: {unconvicted: true}""")


@pytest.mark.parametrize(
    ("earlier", "row"),
    [
        ([], 1),
        # Two days of one, a part of a day of another, and one that goes on.
        (["02..04"], 3),
        (["02..02"], 2),
        (["03.."], 3),
        (["02..04", "02..02"], 4),
        # What ends on the very day counts until it; what begins on it is no earlier offense.
        (["03..05"], 3),
        (["05..05"], 1),
    ],
)
def test_each_earlier_day_of_this_case_is_an_offense(
    tmp_path: Path, earlier: list[str], row: int
) -> None:
    lines = []
    for n, stretch in enumerate(earlier):
        first, last = stretch.split("..")
        lines.append((first, f"event: violation_observed, kind: development, violation: w{n}"))
        if last:
            lines.append((last, f"event: corrected, violation: w{n}"))
    lines.append(("05", "event: violation_observed, kind: development, violation: now"))
    lines.append(("06", "event: corrected, violation: now"))
    events = "\n".join(f"{{date: 2026-03-{day}, {rest}}}" for day, rest in sorted(lines))
    found = MadeUp(tmp_path, ESCALATES, events).on("2026-03-06").criminal
    counts = [(c.tier, c.max) for c in found.counts if c.violation == "now"]
    assert counts == [(row, 10 ** (row + 1))]


@pytest.mark.parametrize(
    ("corrected", "first", "units"),
    [
        ("", "2026-03-11", 5),
        # What was remedied on the day after the conviction leaves no day of its own behind.
        ("\n{date: 2026-03-11, event: corrected}", None, 0),
        ("\n{date: 2026-03-12, event: corrected}", "2026-03-11", 1),
    ],
)
def test_after_a_conviction_the_days_that_follow_it_count(
    tmp_path: Path, corrected: str, first: str | None, units: int
) -> None:
    rules = own("unit: day\n  at_least_one: true\n  tiers: [{max: 100}]")
    events = f"{OPEN}\n{{date: 2026-03-10, event: convicted}}{corrected}"
    found = MadeUp(tmp_path, rules, events).on("2026-03-15").criminal
    assert found.units == units
    assert [str(count.spans[0].first) for count in found.counts] == ([first] if first else [])


# Rows, dates and days that are easily mixed up


def criminal(tmp_path: Path, more: str, events: str, on: str, case: str = "") -> Exposure:
    return MadeUp(tmp_path, own(more), events, case=case).on(on).criminal


def test_without_a_look_back_every_offense_has_the_first_row(tmp_path: Path) -> None:
    more = "unit: day\n  tiers: [{max: 1}, {max: 100}]"
    found = criminal(tmp_path, more, OPEN, "2026-03-03")
    assert [(count.tier, count.max) for count in found.counts] == [(1, 200)]


CHANGED = """tiers:
    - - {max: 1, until: 2026-03-08}
      - {max: 10, since: 2026-03-09}
    - - {max: 100, until: 2026-03-08}
      - {max: 1000, since: 2026-03-09}"""


@pytest.mark.parametrize(
    ("unit", "count", "most"),
    [
        # Each day, week or offense at the amount of its own day.
        ("day", "each_day", 8 * 100 + 7 * 1000),
        ("week", "additional_begun", 2 * 100 + 1000),
        ("offense", "once", 100),
    ],
)
def test_an_amount_that_changed_is_that_of_its_own_day(
    tmp_path: Path, unit: str, count: str, most: int
) -> None:
    events = OPEN.replace("2026-03-02", "2026-03-01")
    more = f"unit: {unit}\n  count: {count}\n  {CHANGED}"
    assert criminal(tmp_path, more, events, "2026-03-15").max == most


def test_the_row_of_a_repeat_stays_where_amounts_changed(tmp_path: Path) -> None:
    more = f"unit: day\n  count: each_day\n  {CHANGED}\n  repeat: {{within: 5 years}}"
    prior = "history: [{offense_on: 2025-01-01, convicted_on: 2025-02-01}]"
    events = OPEN.replace("2026-03-02", "2026-03-08")
    found = criminal(tmp_path, more, events, "2026-03-09", prior)
    assert [(count.tier, count.max) for count in found.counts] == [(2, 110_000)]


def test_between_the_dates_of_its_rows_an_offense_has_the_last(tmp_path: Path) -> None:
    rows = "{max: 1, until: 2025-12-31}, {max: 2, until: 2026-01-31}, {max: 4, since: 2026-06-01}"
    more = f"unit: offense\n  count: once\n  tiers:\n    - [{rows}]"
    assert criminal(tmp_path, more, OPEN, "2026-03-09").max == 400


@pytest.mark.parametrize(
    "passed_over",
    [
        "{offense_on: 2026-03-02, convicted_on: 2026-03-02}",  # no earlier offense
        "{offense_on: 2026-01-01, convicted_on: 2026-04-01}",  # no court has decided it yet
        "{offense_on: 2015-01-01, convicted_on: 2015-02-01}",  # before the look-back
        "{offense_on: 2026-02-27, convicted_on: 2026-03-02}",  # convicted too late
        "{offense_on: 2026-03-02}",
        "{offense_on: 2015-01-01}",
    ],
)
def test_an_earlier_offense_that_does_not_count_hides_none_that_does(
    tmp_path: Path, passed_over: str
) -> None:
    more = """unit: offense
  count: once
  tiers: [{max: 1}, {max: 10}, {max: 100}, {max: 1000}]
  repeat: {within: 5 years, after_conviction: true, unconvicted: true}"""
    counts = "{offense_on: 2025-01-01, convicted_on: 2025-02-01}, {offense_on: 2025-05-01}"
    prior = f"history: [{passed_over}, {counts}]"
    assert criminal(tmp_path, more, OPEN, "2026-03-09", prior).tier == 3


def civil(tmp_path: Path, more: str, events: str, on: str) -> Exposure:
    return MadeUp(tmp_path, noticed(more), events).on(on).civil


def test_a_notice_whose_violation_ended_on_its_day_counts_one_at_least(tmp_path: Path) -> None:
    events = f"{SERVED}\n{{date: 2026-03-04, event: corrected}}"
    more = "at_least_one: true\n  tiers: [{max: 1}]"
    assert [civil(tmp_path, more, events, "2026-03-09").units] == [1]
    assert civil(tmp_path, "tiers: [{max: 1}]", events, "2026-03-09").units == 0


def test_a_penalty_that_counts_once_counts_one_of_many_days(tmp_path: Path) -> None:
    found = civil(tmp_path, "count: once\n  tiers: [{max: 7}]", SERVED, "2026-03-09")
    assert [(count.units, count.max) for count in found.counts] == [(1, 700)]


PAIR = """{date: 2026-03-02, event: violation_observed, violation: v1, kind: development}
{date: 2026-03-02, event: violation_observed, violation: v2, kind: development}
{date: 2026-03-03, event: notice_issued, instrument: notice_of_violation}
{date: 2026-03-03, event: served, instrument: notice_of_violation, method: personal}
{date: 2026-03-03, event: corrected, violation: v1}"""


@pytest.mark.parametrize("each", ["true", "false"])
def test_a_violation_without_a_day_hides_none_of_the_others(tmp_path: Path, each: str) -> None:
    more = f"each_violation: {each}\n  tiers: [{{max: 1}}]"
    found = civil(tmp_path, more, PAIR, "2026-03-09")
    names = ["v2"] if each == "true" else ["v1, v2"]
    assert [(count.violation, count.units) for count in found.counts] == list(
        zip(names, [6], strict=True)
    )


def test_days_left_out_of_one_stretch_leave_the_other_as_it_is(tmp_path: Path) -> None:
    """Remedied on March 8, found again on March 12; the appeal was undecided on March 5 and 6."""
    events = f"""{SERVED}
{{date: 2026-03-05, event: appeal_filed}}
{{date: 2026-03-06, event: appeal_decided, outcome: upheld}}
{{date: 2026-03-08, event: corrected}}"""
    found = civil(tmp_path, "tolled_by: appeal\n  tiers: [{max: 1}]", events, "2026-03-14")
    assert spans(found) == [(4, 4, ""), (5, 6, "tolled"), (7, 7, "")]
    early = f"""{OPEN}
{{date: 2026-03-02, event: violation_observed, violation: v2, kind: development}}
{{date: 2026-03-03, event: notice_issued, instrument: notice_of_violation}}
{{date: 2026-03-03, event: served, instrument: notice_of_violation, method: personal}}
{{date: 2026-03-06, event: corrected}}
{{date: 2026-03-10, event: appeal_filed}}
{{date: 2026-03-11, event: appeal_decided, outcome: upheld}}"""
    more = "tolled_by: appeal\n  each_violation: true\n  tiers: [{max: 1}]"
    found = civil(tmp_path, more, early, "2026-03-14")
    first, second = found.counts
    assert [(s.first.day, s.last.day, s.why) for s in first.spans] == [(4, 5, "")]
    assert [(s.first.day, s.last.day, s.why) for s in second.spans] == [
        (4, 9, ""),
        (10, 11, "tolled"),
        (12, 14, ""),
    ]


def test_days_are_left_out_only_up_to_a_deadline_that_runs(tmp_path: Path) -> None:
    rules = (
        noticed("after_deadline: plan\n  tiers: [{max: 1}]")
        + """
- deadline: plan
  for: party
  of: notice_of_violation
  due: {after: postmark, length: 9 days}
  done_by: {event: statement_received}"""
    )
    assert MadeUp(tmp_path, rules, SERVED).on("2026-03-09").civil.units == 6


def test_days_that_begin_with_an_event_begin_on_the_very_day_of_service(tmp_path: Path) -> None:
    rules = noticed("first_day: counts\n  tiers: [{max: 1}]").replace(
        "starts: receipt", "starts: {event: non_compliance_observed}"
    )
    told = "{{date: 2026-03-0{}, event: non_compliance_observed}}"
    for day, units in ((2, 0), (3, 7), (5, 5)):
        events = f"{SERVED}\n{told.format(day)}"
        assert MadeUp(tmp_path, rules, events).on("2026-03-09").civil.units == units
    assert MadeUp(tmp_path, rules, SERVED).on("2026-03-09").civil.units == 0
    unserved = f"{SERVED.rpartition(chr(10))[0]}\n{told.format(5)}"
    assert MadeUp(tmp_path, rules, unserved).on("2026-03-09").civil.units == 5
    before_service = SERVED.replace("2026-03-03, event: served", "2026-03-06, event: served")
    events = f"{before_service}\n{told.format(5)}\n{told.format(7)}"
    assert MadeUp(tmp_path, rules, events).on("2026-03-09").civil.units == 3


def test_under_a_notice_too_every_offense_has_the_first_row_without_a_look_back(
    tmp_path: Path,
) -> None:
    prior = "history: [{offense_on: 2025-01-01, convicted_on: 2025-02-01}]"
    rules = noticed("tiers: [{max: 1}, {max: 100}]")
    found = MadeUp(tmp_path, rules, SERVED, case=prior).on("2026-03-05").civil
    assert [(count.tier, count.units, count.max) for count in found.counts] == [(1, 2, 200)]
