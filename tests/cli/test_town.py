"""A town's own choices hold for all its cases, and a case's own go before them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from outfall.cli.main import main

CASE = """\
case: W-1
ordinance: webster-ny
events:
  - {date: 2026-03-02, event: violation_observed, kind: development, nature: tracked sediment}
  - {date: 2026-03-03, event: notice_issued, instrument: maintenance_notice}
  - {date: 2026-03-03, event: served, instrument: maintenance_notice, method: personal}
"""
TOWN = """\
town: Town of Example
ordinance: webster-ny
readings: {week: begun}
policy: {reasonable_notice_days: 14}
calendar: {added_holidays: [2026-03-17]}
"""


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Ask about a case under a town's file: the standing, or what is said against it."""

    def asked(case: str = CASE, town: str | None = TOWN, on: str = "2026-03-11") -> Any:
        (tmp_path / "case.yaml").write_text(case, "utf-8")
        words = ["assess", str(tmp_path / "case.yaml"), "--on", on, "--json"]
        if town is not None:
            (tmp_path / "town.yaml").write_text(town, "utf-8")
            words += ["--town", str(tmp_path / "town.yaml")]
        status = main(words)
        out, err = capsys.readouterr()
        return json.loads(out) if status == 0 else (status, err)

    return asked


def due(standing: Any, id: str) -> str:
    found: str = next(d["due"] for d in standing["deadlines"] if d["id"] == id)
    return found


def test_a_town_s_reading_figure_and_holiday_hold(ask: Any) -> None:
    found = ask()
    # Nine days after March 2: the first violation and two more weeks begun.
    assert found["exposure"]["criminal"]["violations"] == 3
    assert next(r for r in found["readings"] if r["id"] == "week")["adopted"] == "begun"
    # Fourteen days from March 3 end on March 17, the holiday that the town added.
    assert due(found, "reasonable_notice") == "2026-03-18"


def test_without_the_town_s_file_the_pack_s_own_choices_hold(ask: Any) -> None:
    found = ask(town=None)
    assert found["exposure"]["criminal"]["violations"] == 2
    assert due(found, "reasonable_notice") == "2026-03-13"


def test_a_case_s_own_choice_goes_before_the_town_s(ask: Any) -> None:
    found = ask(CASE + "readings: {week: weeks_only}\npolicy: {reasonable_notice_days: 7}\n")
    assert found["exposure"]["criminal"]["violations"] == 1
    assert due(found, "reasonable_notice") == "2026-03-10"


def test_the_digest_tells_that_the_town_chose(ask: Any) -> None:
    plain, chosen = ask(town=None)["ordinance"], ask()["ordinance"]
    assert plain["version"] == chosen["version"]
    assert plain["digest"] != chosen["digest"]
    assert ask(town=TOWN.replace("14", "15"))["ordinance"]["digest"] != chosen["digest"]


def test_every_wrong_choice_is_named_at_its_place(ask: Any) -> None:
    wrong = TOWN.replace("begun", "begone").replace("14", "lots").replace("week:", "weak:")
    assert ask(town=wrong + "profile: ohio\n") == (
        2,
        "profile of the town's file (line 6): webster-ny offers no profile ohio; it offers none\n"
        "readings.weak of the town's file (line 3): webster-ny has no reading weak; it has "
        "two_days, stop_work_scope, repeat_offense, week, weekly_tier, receipt_unshown, "
        "defective_notice\n"
        "policy.reasonable_notice_days of the town's file (line 4): lots is not a number. Write "
        "a figure of 0 or more, such as 10\n",
    )


def test_a_town_under_another_ordinance_is_refused(ask: Any) -> None:
    assert ask(town="town: T\nordinance: city-9-3-12\n") == (
        2,
        "ordinance of the town's file (line 2): this town's file is for city-9-3-12, and the case "
        "is under webster-ny. Name the file of the case's own town\n",
    )


def test_a_file_that_is_no_town_s_is_refused(ask: Any) -> None:
    status, said = ask(town="readings: {week: begun}\n")
    assert status == 2
    assert "town of the town's file: this is missing. Add town: the town's name" in said
    assert "ordinance of the town's file: this is missing" in said
