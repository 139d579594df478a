"""Whole cases in a real browser, from the first report to the release of the lien."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Page
from pytest_django import DjangoDbBlocker
from tests.web.ground.databases import Maker
from tests.web.ground.servers import serving
from tests.web.money_cases import plain
from tests.web.walking import Walk, seed

from outfall.cli.common import load_case
from outfall.law.assess import assess
from outfall.law.data import data

HERE = Path(__file__).parents[2]
PATHS = {
    "danger-notice-appeal-costs-lien": "papers/webster-basin.yaml",
    "permit-hold": "good/webster/stop-work-and-permit-hold.yaml",
    "abatement-penalty-lien-plan": "papers/city-dock.yaml",
    "emergency": "good/city/emergency-order.yaml",
    "suspension": "papers/city-creek.yaml",
    "appeal-reversed": "good/city/appeal-reversed.yaml",
    "compensation": "good/city/compensation-completed.yaml",
}
ON_BOTH = ("danger-notice-appeal-costs-lien", "abatement-penalty-lien-plan", "suspension")
"""The longest walks go on every database: each door of the office is passed in them."""
WALKS = [
    name
    if name in ON_BOTH
    else pytest.param(name, marks=pytest.mark.once("longer walks pass the same doors on both"))
    for name in PATHS
]

WHOLE = 20
"""A case with more entries is walked from a complaint, before anything was found."""
OWNER = {"name": "Sample Dyeing Works", "address": "9 Sample Road\nExample, EX 00000"}


@pytest.fixture
def walk(
    databases: Maker,
    browse: Callable[..., Page],
    tmp_path: Path,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[Callable[[str], Walk]]:
    day = tmp_path / "today"
    day.write_text("2026-01-05")
    with (
        django_db_blocker.unblock(),
        databases.fresh((seed,)) as database,
        serving(database, OUTFALL_TODAY=f"@{day}") as office,
    ):
        begun: list[Walk] = []

        def begin(town: str) -> Walk:
            begun.append(Walk(browse, office, day, town))
            return begun[-1]

        yield begin
        for page in (page for walk in begun for page in walk.pages.values()):
            page.wait_for_load_state("networkidle")  # no picture is cut off
        sys.stdout.write(office.said())  # shown where the test has failed


def walked(walk: Callable[[str], Walk], path: Path) -> tuple[Walk, dict[str, Any]]:
    """A worked case, every entry of it recorded on its day by whose work it is."""
    document = plain(yaml.safe_load(path.read_text()))
    town = "example" if document["ordinance"] == "webster-ny" else "city"
    going = walk(town)
    first, *rest = document["events"]
    assert first["event"] == "violation_observed"
    owner = next(iter(document.get("parties", [])), OWNER)
    source = "complaint" if len(rest) > WHOLE else "inspection"
    going.intake(first, document.get("place", {}), owner, source)
    notices: dict[str, str] = {}
    for event in [first, *rest] if source == "complaint" else rest:
        if event["event"] == "notice_issued":
            going.issue(event, notices)
        else:
            going.record(event, notices)
    return going, document


def compared(standing: dict[str, Any]) -> dict[str, Any]:
    """What must be the same whatever the ids of entries are."""
    return {
        "deadlines": sorted(
            (d["id"].partition(":")[0], d["due"], d["status"]) for d in standing["deadlines"]
        ),
        "actions": {a["id"]: (a["permitted"], a["since"]) for a in standing["actions"]},
        "orders": [(o["id"], o["in_force"], o["since"], o["until"]) for o in standing["orders"]],
        "holds": [(h["id"], h["in_force"], h["since"], h["until"]) for h in standing["holds"]],
        "exposure": standing["exposure"],
        "assessed": standing["assessed"],
        "account": {n: v for n, v in standing["account"].items() if n != "allocation"},
        "irregular": [i["id"] for i in standing["irregularities"]],
    }


@pytest.mark.parametrize("name", WALKS)
def test_a_case_is_walked_through_the_office(walk: Callable[[str], Walk], name: str) -> None:
    path = HERE / "cases" / PATHS[name]
    going, document = walked(walk, path)
    case, law = load_case(str(path))
    last = max(event.on for event in case.events)
    shown = compared(going.standing())
    told = compared(data(assess(law, case, last)))
    if "history" in document:
        told["exposure"] = shown["exposure"]  # earlier offenses are not of this walk
    assert shown == told
    assert len(going.file()["events"]) == len(document["events"])
    kinds = [event["event"] for event in going.file()["events"]]
    assert kinds == [event["event"] for event in document["events"]]
    if shown["account"]["lien"]:
        released(going)


def released(going: Walk) -> None:
    """What is still owed is paid to the cent, the lien is released, and the case is closed."""
    balance = going.standing()["account"]["balance"]
    day = going.day_file.read_text()
    if float(balance):
        going.record({"date": day, "event": "paid", "amount": balance}, {})
    going.record({"date": day, "event": "lien_released"}, {})
    going.record({"date": day, "event": "closed"}, {})
    account = going.standing()["account"]
    assert (account["balance"], account["lien"]) == ("0.00", False)
    assert "Closed" in going.case().locator("main").inner_text()
