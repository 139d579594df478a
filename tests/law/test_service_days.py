"""Days that a way of service adds: in front of the end of a period or after it, in their time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.law import test_notions_of_packs as notions
from tests.law.test_notions_of_packs import NOTICE, OPEN, standing

HEAD = """
pack: made-up
title: A made-up town
source: made up
zone: America/New_York
calendar: federal
service:
  - {method: personal, receipt: with_service}
"""
PERIOD = f"""{NOTICE}
- {{deadline: cure, for: party, of: notice_of_violation, done_by: remedy,
   due: {{after: service, length: 5 days}}}}"""


def due(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    *rows: str,
    method: str = "mail",
    served: str = "2026-03-04",
    rules: str = PERIOD,
) -> Any:
    """The last day of a period of five days from service, under these rows of ``service``."""
    monkeypatch.setattr(notions, "HEAD", HEAD + "".join(f"  - {row}\n" for row in rows))
    events = f"""{OPEN}
{{date: 2026-03-03, event: notice_issued, instrument: notice_of_violation}}
{{date: {served}, event: served, instrument: notice_of_violation, method: {method}}}"""
    return standing(tmp_path, rules, events, "2026-03-31")["deadlines"][0]["due"]


# March 4, 2026 is a Wednesday; March 9 a Monday, March 14 a Saturday.
@pytest.mark.parametrize(
    ("row", "last"),
    [
        ("{method: mail}", "2026-03-09"),
        ("{method: mail, adds: 0}", "2026-03-09"),
        # Eight days: Thursday the 12th.
        ("{method: mail, adds: 3}", "2026-03-12"),
        # Ten days end on a Saturday, and the last day moves once.
        ("{method: mail, adds: 5}", "2026-03-16"),
        # Five days end on Monday the 9th; five more again on that Saturday.
        ("{method: mail, adds: 5, adds_after_end: true}", "2026-03-16"),
        ("{method: mail, adds: 1, adds_after_end: true}", "2026-03-10"),
        ("{method: certified_mail, adds: 3}", "2026-03-09"),
    ],
)
def test_days_added_for_mail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, row: str, last: str
) -> None:
    assert due(tmp_path, monkeypatch, row) == last


def test_days_added_after_the_end_count_from_the_day_it_moved_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Served on Monday the 9th: the period ends on Saturday the 14th and moves to the 16th.

    Two days in front of the end make seven, to Monday the 16th; after it, Wednesday the 18th.
    """
    in_front = due(tmp_path, monkeypatch, "{method: mail, adds: 2}", served="2026-03-09")
    after = due(
        tmp_path,
        monkeypatch,
        "{method: mail, adds: 2, adds_after_end: true}",
        served="2026-03-09",
    )
    assert (in_front, after) == ("2026-03-16", "2026-03-18")


def test_what_mail_adds_is_not_added_for_another_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = "{method: mail, adds: 3}"
    assert due(tmp_path, monkeypatch, row, method="personal") == "2026-03-09"
    assert due(tmp_path, monkeypatch, row, method="posting") == "2026-03-09"


@pytest.mark.parametrize(
    ("served", "last"),
    [
        ("2026-03-04", "2026-03-09"),
        ("2026-03-10", "2026-03-18"),  # the first day of the row: eight days
        ("2026-03-11", "2026-03-19"),  # and the last
        ("2026-03-12", "2026-03-18"),  # the row after it: six days
    ],
)
def test_days_are_added_by_the_law_of_the_day_of_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, served: str, last: str
) -> None:
    rows = (
        "{method: mail, until: 2026-03-09}",
        "{method: mail, adds: 3, since: 2026-03-10, until: 2026-03-11}",
        "{method: mail, adds: 1, since: 2026-03-12}",
    )
    assert due(tmp_path, monkeypatch, *rows, served=served) == last


def test_no_days_are_added_to_a_period_that_does_not_run_from_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = PERIOD.replace("after: service", "after: issue")
    assert due(tmp_path, monkeypatch, "{method: mail, adds: 3}", rules=rules) == "2026-03-09"


def test_days_added_for_the_service_of_a_paper_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = PERIOD.replace("after: service", "after: {service: notice_of_violation}")
    assert due(tmp_path, monkeypatch, "{method: mail, adds: 3}", rules=rules) == "2026-03-12"


def test_days_are_added_for_the_paper_from_whose_service_a_period_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bill by mail, beside a notice that was handed over."""
    monkeypatch.setattr(notions, "HEAD", HEAD + "  - {method: mail, adds: 3}\n")
    rules = f"""{NOTICE}
- {{instrument: cost_notice, title: C, needs: []}}
- deadline: cost_payment
  for: party
  of: notice_of_violation
  due: {{after: {{service: cost_notice}}, length: 5 days}}
  done_by: {{event: paid}}"""
    events = f"""{OPEN}
{{date: 2026-03-03, event: notice_issued, instrument: notice_of_violation}}
{{date: 2026-03-03, event: served, instrument: notice_of_violation, method: personal}}
{{date: 2026-03-04, event: notice_issued, instrument: cost_notice}}
{{date: 2026-03-04, event: served, instrument: cost_notice, method: mail}}"""
    found = standing(tmp_path, rules, events, "2026-03-31")["deadlines"]
    assert [item["due"] for item in found] == ["2026-03-12"]
