"""A standing as a person reads it: nothing of it lost, and plain wherever it is printed."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from outfall.cli.common import load_case
from outfall.law.assess import assess
from outfall.law.standing import Standing
from outfall.law.words import dollars, name_of
from outfall.told.changes import PHRASES, in_words
from outfall.told.phrases import capital, short

HERE = Path(__file__).parent / "cases"
DEMO = Path(__file__).parents[2] / "cases" / "demo"
ANSI = re.compile(r"\x1b\[[0-9;]*m")
GOLDEN = [
    ("webster-late-proof", "2026-05-21"),
    ("webster-late-proof", "2026-06-01"),
    ("city-money", "2026-08-10"),
    ("city-appeal", "2026-03-13"),
]
DAYS = [(HERE / f"{name}.yaml", day) for name, day in GOLDEN] + [
    (DEMO / "webster-stop-work.yaml", "2026-05-28"),
    (DEMO / "city-penalty-and-lien.yaml", "2026-05-15"),
    (DEMO / "city-penalty-and-lien.yaml", "2026-02-03"),
]
each_day = pytest.mark.parametrize(
    ("file", "day"), DAYS, ids=lambda part: getattr(part, "stem", part)
)


@pytest.mark.parametrize(("name", "day"), GOLDEN)
def test_the_page_is_the_one_beside_its_case(name: str, day: str, run: Callable[..., Any]) -> None:
    """OUTFALL_GOLDEN=write writes the pages anew; read the difference before you keep it."""
    done = run("assess", str(HERE / f"{name}.yaml"), "--on", day)
    golden = HERE / f"{name}.{day}.txt"
    if os.environ.get("OUTFALL_GOLDEN") == "write":
        golden.write_text(done.out, encoding="utf-8")
    assert (done.status, done.err) == (0, "")
    assert done.out == golden.read_text(encoding="utf-8")


def standing_of(file: Path, day: str) -> Standing:
    case, law = load_case(str(file))
    return assess(law, case, date.fromisoformat(day))


def flat(text: str) -> str:
    """A page as one line, whatever its columns: all words in their cells' order, or nearly."""
    return " ".join(text.split())


@each_day
def test_nothing_of_the_standing_is_lost(
    file: Path, day: str, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outfall.cli.page.WIDEST", 4000)
    monkeypatch.setenv("COLUMNS", "4000")
    standing = standing_of(file, day)
    monkeypatch.setenv("COLUMNS", "4000")
    page = run_wide(run, file, day, monkeypatch)
    for action in standing.actions:
        assert capital(name_of(action.id)) in page
    for deadline in standing.deadlines:
        assert capital(name_of(deadline.id)) in page
        assert short(deadline.due) in page
        assert deadline.cite in page
    for order in (o for o in standing.orders if o.in_force):
        assert f"{capital(name_of(order.id))} order" in page
    for hold in (h for h in standing.holds if h.in_force):
        assert f"{capital(name_of(hold.id))} hold" in page
    for remark in (*standing.irregularities, *standing.warnings):
        assert remark.text.removesuffix(".") in page
        assert (remark.risk or "") in page
    for reading in standing.readings:
        assert reading.id in page
        for choice, changes in reading.otherwise:
            if changes:
                assert f"{choice} would change {in_words(changes)}" in page
    for cents in (standing.assessed, standing.account.owed, standing.account.per_diem):
        assert dollars(cents) in page or not cents
    for payment in standing.account.plan:
        assert f"{dollars(payment.amount)} {short(payment.due)}" in page


def run_wide(run: Callable[..., Any], file: Path, day: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The page on one line, printed so wide that no cell wraps."""
    monkeypatch.setattr("outfall.cli.page.columns", lambda: 4000)
    return flat(run("assess", str(file), "--on", day).out)


@each_day
@pytest.mark.parametrize(("columns", "most"), [("80", 80), ("100", 100), ("240", 100), ("", 100)])
def test_no_line_is_wider_than_the_terminal_or_100_columns(
    file: Path,
    day: str,
    columns: str,
    most: int,
    run: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    lines = run("assess", str(file), "--on", day).out.splitlines()
    assert max(map(len, lines)) <= most
    assert not [line for line in lines if line != line.rstrip()]


@each_day
def test_colour_says_nothing_that_the_words_do_not(
    file: Path, day: str, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = run("assess", str(file), "--on", day).out
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    coloured = run("assess", str(file), "--on", day).out
    assert "\x1b" not in plain
    assert "\x1b[" in coloured
    stripped = [line.rstrip() for line in ANSI.sub("", coloured).splitlines()]
    assert stripped == plain.splitlines()


def test_no_color_keeps_colours_away(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    out = run("assess", str(HERE / "city-money.yaml"), "--on", "2026-08-10").out
    assert not re.search(r"\x1b\[[0-9;]*(?:3[0-7]|9[0-7])[0-9;]*m", out)


def test_what_a_file_says_is_never_markup(run: Callable[..., Any]) -> None:
    out = run("assess", str(HERE / "webster-late-proof.yaml"), "--on", "2026-05-21").out
    assert "basin [bold]behind[/bold] lot 9" in out


def test_entries_after_the_day_are_told(run: Callable[..., Any]) -> None:
    out = run("assess", str(HERE / "city-money.yaml"), "--on", "2026-06-12").out
    assert "(1 entry of the file dated after this day left out)" in out


def test_before_anything_happened_there_is_a_page_too(run: Callable[..., Any]) -> None:
    done = run("assess", str(HERE / "city-money.yaml"), "--on", "2026-01-01")
    assert done.status == 0
    assert "Nothing calls for the town's hand today." in done.out
    assert "No clock has started." in done.out


def test_every_field_that_another_reading_can_change_has_its_words() -> None:
    for field in PHRASES:
        said = in_words(
            [(f"actions.record_lien.{field}", "2026-01-02" if field == "due" else None)]
        )
        assert said.startswith("power to record a lien: ")
    assert in_words([("account.balance", "1234.50")]) == "the account: balance $1,234.50"
    assert in_words([("deadlines.hearing", None)]) == "the hearing of the appeal: absent"
