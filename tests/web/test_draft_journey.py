"""From an uploaded text to a published version and a case under it, in a real browser.

The office works without a script; where one runs, a press changes its paragraph alone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pytest_django import DjangoDbBlocker
from tests.web.drafted import TEXT, TITLE
from tests.web.ground.databases import Maker
from tests.web.ground.servers import serving
from tests.web.walking import Walk, said, seed

HOME = "ordinance/drafts/"
FACTS = 8


@pytest.fixture
def walk(
    databases: Maker,
    browse: Callable[..., Page],
    tmp_path: Path,
    django_db_blocker: DjangoDbBlocker,
    request: pytest.FixtureRequest,
) -> Iterator[Walk]:
    day = tmp_path / "today"
    day.write_text("2026-06-15")
    scripts = getattr(request, "param", True)
    with (
        django_db_blocker.unblock(),
        databases.fresh((seed,)) as database,
        serving(database, OUTFALL_TODAY=f"@{day}") as office,
    ):
        yield Walk(lambda: browse(java_script_enabled=scripts), office, day, "example")
        sys.stdout.write(office.said())


def go(page: Page, name: str) -> None:
    """Press a button by its whole name, and wait for the page that comes."""
    page.get_by_role("button", name=name, exact=True).first.click()
    page.wait_for_load_state()


def read_a_text(walk: Walk, tmp_path: Path) -> Page:
    """An attorney sends a file; the page of the draft."""
    file = tmp_path / "chapter-9.txt"
    file.write_text(TEXT, encoding="utf-8")
    page = walk.open("attorney", HOME)
    page.get_by_label("Name of the ordinance").fill(TITLE)
    page.get_by_label("State").select_option("NY")
    page.locator('input[name="file"]').set_input_files(file)
    go(page, "Read it")
    page.wait_for_url("**/ordinance/drafts/*/")
    assert f"0 of {FACTS} looked at" in page.locator("main").inner_text()
    return page


def look_at_facts(page: Page) -> None:
    """One is corrected, the others are accepted."""
    page.get_by_role("link", name="Correct fact 7", exact=True).click()
    page.get_by_label("Value").fill("25")
    page.get_by_label("Why").fill("As amended.")
    go(page, "Put it so")
    page.wait_for_url("**/#fact-7")
    assert "25 days" in page.locator("#fact-7").inner_text()
    accept = page.locator(".fact__act--yes")
    for left in range(accept.count(), 0, -1):
        expect(accept).to_have_count(left)
        accept.first.click()
    expect(page.locator("#draft-progress")).to_contain_text(f"{FACTS} of {FACTS} looked at")


def add_a_fact(page: Page) -> None:
    """A figure that the reader did not understand is said to be something; first it is shown."""
    page.get_by_role("link", name="Say what it is (45 days)", exact=True).click()
    page.get_by_label("What do the words say?").select_option("cure_period")
    go(page, "Go on")
    assert page.get_by_label("How long").input_value() == "45"
    page.get_by_label("What starts it").select_option("service_of_notice")
    page.get_by_label("How long").fill("soon")
    page.get_by_label("The words that say so").fill("every 44 days")
    go(page, "Show what it means")
    assert page.locator(".field--error").count() == 2, said(page)
    page.get_by_label("How long").fill("45")
    page.get_by_label("The words that say so").fill("every 45 days")
    go(page, "Show what it means")
    assert "Deadline for the party, time to cure" in page.locator("main").inner_text()
    go(page, "Add it to the draft")
    page.wait_for_url("**/#fact-9")
    assert "Added by Attorney Example" in page.locator("#fact-9").inner_text()
    expect(page.locator("#draft-progress")).to_contain_text(f"{FACTS + 1} of {FACTS + 1} looked at")


def answer_questions(page: Page) -> None:
    """Each question is answered: the first choice, or a note."""
    page.get_by_role("link", name="Questions").click()
    page.wait_for_url("**/questions/")
    for _ in range(9):
        waiting = page.locator(".question:not(.question--done)")
        if not waiting.count():
            break
        one = waiting.first
        if one.locator('input[type="radio"]').count():
            one.locator('input[type="radio"]').first.check()
        one.locator("textarea").fill("On the advice of counsel.")
        one.locator('button[type="submit"]').first.click()
        page.wait_for_load_state()
    done = page.locator(".question--done").count()
    assert page.locator(".question").count() == done > 0, said(page)


def sign(walk: Walk, page: Page) -> str:
    """The attorney signs; the supervisor is the second. Gives where that is."""
    page.get_by_role("link", name="Publish").click()
    page.wait_for_url("**/publish/")
    assert "What stands in the way" not in page.locator("main").inner_text()
    page.get_by_label("Law for violations found from this day on").fill("2026-07-01")
    page.get_by_label("Reason").fill("Local Law 4 of 2026.")
    go(page, "Sign it")
    assert "You signed this yourself" in page.locator("main").inner_text(), said(page)
    assert not page.get_by_role("button", name="Sign and publish it").count()
    address = page.url
    other = walk.person("supervisor")
    other.goto(address)
    go(other, "Sign and publish it")
    assert "Supervisor Example" in other.locator("main").inner_text(), said(other)
    return address


@pytest.mark.parametrize("walk", [True, False], indirect=True, ids=["scripts", "no scripts"])
def test_from_a_text_to_a_case_under_it(walk: Walk, tmp_path: Path) -> None:
    page = read_a_text(walk, tmp_path)
    look_at_facts(page)
    add_a_fact(page)
    answer_questions(page)
    page.get_by_role("link", name="Cases tried on cases").click()
    assert "A notice of March 4" in page.locator("main").inner_text()
    sign(walk, page)
    walk.intake(
        {"date": "2026-07-06", "event": "violation_observed", "kind": "discharge",
         "nature": "dye in the drain"},
        {"address": "14 Example Lane"},
        {"name": "Example Holdings LLC"},
    )  # fmt: skip
    assert walk.file()["ordinance"] == "example"
    standing = walk.standing()
    assert (standing["ordinance"]["id"], standing["ordinance"]["version"]) == (
        "example",
        "2026-07-01",
    )
    shown = walk.open("inspector", "ordinance/").locator("main").inner_text()
    assert TITLE in shown
    assert "20 days after service of the notice of violation" in shown
    assert "45 days after service of the notice of violation" in shown
