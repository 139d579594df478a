"""The picture in characters: as wide as asked, the same in ASCII, never by colour alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from outfall.timeline.model import BARS, MARKS, Bar, Lane, Mark, Row, Timeline, clean, used
from outfall.timeline.scale import UNITS, Columns, after, begin, padded
from outfall.timeline.terminal import BAR_GLYPHS, MARK_GLYPHS, PAINTED, TODAY, draw, text_of

GOLDEN = Path(__file__).parent / "golden"
Drawn = Callable[..., Any]


def text(timeline: Timeline, width: int = 100, *, plain: bool = False) -> str:
    return "\n".join(text_of(line) for line in draw(timeline, width, plain=plain)) + "\n"


def made(first: date, days: int, marks: int = 1) -> Timeline:
    """A picture of so many days with so many entries, spread evenly, and one long bar."""
    last = first + timedelta(days=days - 1)
    at = [first + timedelta(days=n * (days - 1) // max(marks - 1, 1)) for n in range(marks)]
    entries = tuple(Mark("entry", on, f"entry number {n}", f"e{n}") for n, on in enumerate(at))
    lanes = (
        Lane("events", "What happened", (Row("events", "entries", marks=entries),)),
        Lane("orders", "Orders", (Row("o", "order", "D", bars=(Bar("order", first, last),)),)),
    )
    low, high = padded(first, last)
    return Timeline("T-1", (), "a law", last, low, high, lanes)


@pytest.mark.parametrize(
    ("case", "on", "width", "plain"),
    [
        ("short-notice", "2026-03-20", 100, False),
        ("appeal-and-money", "2026-08-25", 80, True),
    ],
)
def test_the_picture_is_drawn_to_the_letter(
    drawn: Drawn, case: str, on: str, width: int, plain: bool
) -> None:
    found = text(drawn(case, on).timeline, width, plain=plain)
    assert found == (GOLDEN / f"{case}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("width", [60, 80, 100, 131, 400])
@pytest.mark.parametrize("case", ["short-notice", "appeal-and-money", "emergency", "hostile"])
@pytest.mark.parametrize("plain", [False, True])
def test_no_line_is_wider_than_asked(drawn: Drawn, case: str, width: int, plain: bool) -> None:
    for line in text(drawn(case, "2026-06-30").timeline, width, plain=plain).splitlines():
        assert cell_len(line) <= width
        assert line.isascii() or not plain


def test_no_two_glyphs_are_alike_and_every_kind_has_one() -> None:
    assert set(BAR_GLYPHS) == set(BARS) == set(PAINTED)
    assert set(MARK_GLYPHS) == set(MARKS)
    kinds = [*BAR_GLYPHS.values(), *MARK_GLYPHS.values(), TODAY]
    for alphabet in (0, 1):
        glyphs = [kind[alphabet] for kind in kinds]
        assert len(set(glyphs)) == len(glyphs)
        assert all(cell_len(glyph) == 1 for glyph in glyphs)
    assert all(kind[1].isascii() for kind in kinds)


def test_the_legend_tells_the_glyphs_that_were_used_and_no_other(drawn: Drawn) -> None:
    timeline = drawn("appeal-and-money", "2026-08-25").timeline
    legend = text(timeline, 120).rpartition("\n\n")[2]
    bars, marks = used(timeline)
    told = [*(BARS[kind] for kind in bars), *(MARKS[kind] for kind in marks)]
    for says in (*BARS.values(), *MARKS.values()):
        assert (f" {says}" in legend) is (says in told or any(says in other for other in told))


@pytest.mark.parametrize(
    ("days", "unit"),
    [(1, "day"), (3, "day"), (40, "day"), (200, "week"), (1826, "quarter"), (20000, "decade")],
)
def test_a_longer_case_gets_a_longer_unit(days: int, unit: str) -> None:
    timeline = made(date(2021, 3, 1), days)
    assert f"one {unit}\n" in text(timeline, 100)


def test_five_years_on_a_wide_page_are_drawn_in_months() -> None:
    assert "one column is one month\n" in text(made(date(2021, 3, 1), 1826), 140)


@pytest.mark.parametrize("marks", [1, 2, 24, 25, 200, 3000])
def test_every_entry_is_told_or_counted(marks: int) -> None:
    drawn_text = text(made(date(2021, 3, 1), 1826, marks), 120)
    rows = drawn_text.partition("What happened")[2].partition("Orders")[0]
    counted = sum(int(part.split()[0]) for part in rows.split("and ")[1:])
    assert rows.count("entry number") + counted == marks
    assert len(rows.splitlines()) < 130


def test_many_entries_of_one_day_share_a_mark() -> None:
    rows = text(made(date(2026, 3, 1), 1, 200)).partition("What happened")[2]
    assert rows.partition("Orders")[0].count("◆") == 1
    assert "and 197 more" in rows


def test_a_cell_shows_what_happened_before_what_is_to_come() -> None:
    timeline = made(date(2026, 3, 2), 1000)
    bars = (
        Bar("run", date(2026, 3, 2), date(2026, 3, 3)),
        Bar("ahead", date(2026, 3, 4), date(2026, 3, 5)),
    )
    lane = Lane("deadlines", "Deadlines", (Row("d", "cure", bars=bars),))
    line = text(replace(timeline, lanes=(lane,))).partition("Deadlines")[2].splitlines()[1]
    assert "━" in line
    assert "─" not in line


def test_text_that_could_drive_a_terminal_is_taken_out() -> None:
    assert clean("a\x1b[31m\x07b\u202egnp\x9b\n c") == "a\ufffd[31m\ufffdb\ufffdgnp\ufffd c"
    timeline = replace(made(date(2026, 3, 2), 9), about=(clean("\x1b]0;owned\x07"),))
    assert "\x1b" not in text(timeline)


@pytest.mark.parametrize("day", [date.min, date(999, 12, 31), date(2024, 2, 29), date.max])
@pytest.mark.parametrize("unit", UNITS)
def test_every_unit_holds_at_both_ends_of_the_calendar(day: date, unit: str) -> None:
    assert begin(day, unit) <= day
    following = after(day, unit)
    assert following is None or (following > day and begin(following, unit) == following)


@pytest.mark.parametrize("room", [20, 33, 120])
def test_days_keep_their_order_on_the_line(room: int) -> None:
    first = date(2023, 11, 20)
    for length in (1, 3, 30, 100, 900, 5000):
        columns = Columns(first, first + timedelta(days=length - 1), room)
        days = [first + timedelta(days=n) for n in range(length)]
        lefts = [columns.left(day) for day in days]
        assert lefts == sorted(lefts)
        for day in days:
            assert 0 <= columns.left(day) <= columns.middle(day) <= columns.right(day)
            assert columns.right(day) < columns.width <= room
