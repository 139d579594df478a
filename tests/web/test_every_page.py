"""Every page, in a real browser: axe finds nothing, nothing sticks out, and it is one document.

The pages are those of the permission table, over the demonstration with one of everything in it.
How a page looks doesn't depend on the database, so the walk is made on SQLite alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Browser, CDPSession, Page, Response
from pytest_django import DjangoDbBlocker
from tests.web.everywhere import (
    CITY,
    SEED,
    TOWN,
    Everywhere,
    case_at,
    cookies,
    everywhere,
    within,
)
from tests.web.ground import pages
from tests.web.ground.accessibility import NARROW, STICKING_OUT, axe, settle
from tests.web.ground.databases import Maker
from tests.web.ground.servers import Office, serving
from tests.web.walking import fill

# The headings that are there for whoever hears them, the ids, and the title.
SHAPE = """() => ({
  title: document.title,
  headings: [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
    .filter(each => each.checkVisibility() && !each.closest('[aria-hidden=true]'))
    .map(each => [Number(each.localName[1]), each.textContent.trim().slice(0, 60)]),
  ids: [...document.querySelectorAll('[id]')].map(each => each.id),
})"""
# Empties a form as somebody would who presses the button too early.
EMPTIED = """selector => {
  const form = document.querySelector(selector);
  form.noValidate = true;
  for (const each of form.elements)
    if (each.type === 'checkbox' || each.type === 'radio') each.checked = false;
    else if (each.localName === 'select') each.selectedIndex = -1;
    else if (each.type !== 'hidden' && 'value' in each && each.localName !== 'button'
             && each.type !== 'file') each.value = '';
  const button = form.querySelector('[type=submit]:not([name]), button:not([type], [name])')
    || form.querySelector('[type=submit]');
  form.requestSubmit(button);
}"""
WITHOUT_TOKEN = """selector => {
  const form = document.querySelector(selector);
  form.noValidate = true;
  form.querySelector('[name=csrfmiddlewaretoken]').value = '';
  form.requestSubmit();
}"""
POST = 'main form[method="post"]'
# Groups of pages, each by the first words of its pages' names: what they are about.
GROUPS = {
    "today": ("today", "cases", "proposals", "hearings", "search", "map", "layers"),
    "case": ("case",),
    "acts": ("act", "checklist", "entry", "file", "hearing", "intake", "paper", "proposal"),
    "money": ("money", "tax", "payments", "ordinance", "reading", "policy", "version", "record"),
    "drafts": ("draft", "compare"),
    "settings": ("settings", "report", "disposal"),
}
REFUSED = (
    "act",
    "intake",
    "paper_draft",
    "case_note",
    "case_people",
    "draft_cases",
    "draft_fact",
    "draft_proposed",
    "draft_publish",
    "drafts",
    "case_file_add",
    "checklist",
    "entry_void",
    "layers",
    "payments_import",
    "settings_letterhead",
    "settings_people",
)
CITY_CASES = ("118 Sample Road",)
PROFILE = "settings/profile/?look=1&profile=illinois"


@dataclass
class Visit:
    """Somebody who may do everything, in one browser, and what was wrong on the way."""

    office: Office
    there: Everywhere
    page: Page
    watch: pages.Watch
    screens: CDPSession
    titles: dict[str, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def open(self, address: str, status: int = 200) -> Response:
        """Go to a page; ``wrong`` if it answers anything else than that."""
        answer = self.page.goto(self.office.at(address))
        assert answer is not None
        if answer.status != status:
            self.wrong.append(f"{address}: {answer.status} instead of {status}")
        return answer

    def look(self, address: str) -> None:
        """Judge the page as it stands."""
        self.wrong += [f"{address}: {fault}" for fault in self._faults(address)]
        self.wrong += [f"{address}: {fault}" for fault in self.watch.faults]
        self.watch.faults.clear()

    def _faults(self, address: str) -> Iterator[str]:
        shape = self.page.evaluate(SHAPE)
        one = address.partition(" ")[0]
        if self.titles.setdefault(shape["title"], one) != one:
            yield f"the title {shape['title']!r} is that of {self.titles[shape['title']]} too"
        yield from outline_faults(shape["headings"])
        twice = {id for id in shape["ids"] if shape["ids"].count(id) > 1}
        if twice:
            yield f"ids that stand twice: {sorted(twice)}"
        if found := axe(self.page):
            yield found
        try:
            for how, screen in NARROW.items():
                told = {**screen, "mobile": False}
                self.screens.send("Emulation.setDeviceMetricsOverride", told)
                settle(self.page)
                if out := self.page.evaluate(STICKING_OUT):
                    yield "\n".join([how, *out])
        finally:
            self.screens.send("Emulation.clearDeviceMetricsOverride")

    def judge(self) -> None:
        """Fail with all that was wrong."""
        told, self.wrong = self.wrong, []
        assert not told, "\n".join(told)


def outline_faults(headings: list[tuple[int, str]]) -> Iterator[str]:
    """What is wrong with the order of a page's headings."""
    levels = [level for level, _ in headings]
    if levels.count(1) != 1 or levels[0] != 1:
        yield f"not one h1 that comes first: {headings[:4]}"
    for (before, _), (after, words) in pairwise(headings):
        if after > before + 1:
            yield f"a heading of level {after} under one of level {before}: {words}"


@contextmanager
def visiting(
    browser: Browser, office: Office, there: Everywhere, signed_in: list[dict[str, Any]]
) -> Iterator[Visit]:
    """A visit by whoever these cookies sign in."""
    watch = pages.Watch()
    with pages.visiting(browser, watch) as page:
        if signed_in:
            page.context.add_cookies(signed_in)  # type: ignore[arg-type]
        yield Visit(office, there, page, watch, page.context.new_cdp_session(page))


@dataclass
class House:
    """The running office, and a way in for anybody."""

    browser: Browser
    office: Office
    there: Everywhere

    @contextmanager
    def visit(self, slug: str = TOWN, role: str = "supervisor") -> Iterator[Visit]:
        """A visit by somebody in a role; by nobody where the role is empty."""
        signed_in: list[dict[str, Any]] = []
        if role:
            with self.office.database.here(), within(slug) as cast:
                signed_in = cookies(cast.people[role], self.office.url)
        with visiting(self.browser, self.office, self.there, signed_in) as visit:
            yield visit
            visit.judge()


@pytest.fixture(scope="module")
def house(
    databases: Maker, browser: Browser, django_db_blocker: DjangoDbBlocker
) -> Iterator[House]:
    if not databases.server.startswith("sqlite"):
        pytest.skip("pages look alike on every database; they are looked at on SQLite")
    with (
        django_db_blocker.unblock(),
        databases.fresh(SEED) as database,
        serving(database) as office,
    ):
        with database.here():
            there = everywhere()
        yield House(browser, office, there)


def of_group(there: Everywhere, group: str) -> list[str]:
    """The addresses of a group's pages."""
    longest = sorted({word: g for g, words in GROUPS.items() for word in words}.items())
    found = []
    for name, address in there.pages():
        fits = [(len(word), g) for word, g in longest if name.startswith(word)]
        assert fits, f"say in which group {name} is looked at"
        if max(fits)[1] == group:
            found.append(address)
    return found


@pytest.mark.parametrize("group", GROUPS)
def test_every_page(house: House, group: str) -> None:
    found = of_group(house.there, group)
    assert len(found) > 8
    with house.visit() as visit:
        for address in found:
            visit.open(address)
            visit.look(address)


def test_forms_that_are_refused(house: House) -> None:
    left = set(REFUSED)
    with house.visit() as visit:
        for name, address in house.there.pages():
            if name not in left:
                continue
            visit.open(address)
            if not visit.page.locator(POST).count():
                continue
            left.remove(name)
            with visit.page.expect_navigation() as sent:
                visit.page.evaluate(EMPTIED, POST)
            status = sent.value.status
            if status != 422:
                visit.wrong.append(f"{name}: the empty form was answered by {status}")
                continue
            assert visit.page.locator("[role=alert] a[href^='#']").count(), name
            visit.look(f"{address} refused")
        assert not left


def _adding(house: House) -> str:
    """Where a fact is added to a paragraph of the draft."""
    return next(found for name, found in house.there.pages() if name == "draft_add")


def test_second_looks_before_anything_is_saved(house: House) -> None:
    number, at = house.there.numbers["noticed"], f"/{TOWN}/cases"
    steps: dict[str, tuple[dict[str, Any], str]] = {
        f"{at}/{number}/acts/inspected/": ({"finding": "continuing"}, "Show what this changes"),
        f"{at}/{house.there.numbers['found']}/papers/stop_work_order/": (
            {"requires": ["Stop the grading"]},
            "Look at the paper",
        ),
        f"{at}/new/": (
            {"nature": "mud on the road", "address": "90 Example Lane", "kind": "development"},
            "Open the case",
        ),
        f"/{TOWN}/settings/calendar/": ({"add": "2026-06-16"}, "Look at what it changes"),
        f"/{TOWN}/settings/numbering/": ({"before": "SW-"}, "Show how it looks"),
        f"{_adding(house)}?what=appeal_window": (
            {"value": "10", "anchor": "receipt_of_notice", "condition": "emergency"},
            "Show what it means",
        ),
    }
    with house.visit() as visit:
        for address, (values, button) in steps.items():
            visit.open(address)
            fill(visit.page, values)
            with visit.page.expect_navigation():
                visit.page.get_by_role("button", name=button).first.click()
            assert not visit.page.locator("[role=alert]").count(), address
            visit.look(f"{address} looked at")


def test_a_city_under_its_own_ordinance(house: House) -> None:
    with house.office.database.here(), within(CITY):
        cases = [case_at(address).number for address in CITY_CASES]
    with house.visit(CITY) as visit:
        for address in [*(f"cases/{n}/" for n in cases), "ordinance/", "today/duties/", PROFILE]:
            visit.open(f"/{CITY}/{address}")
            visit.look(address)


def test_pages_of_signing_in_and_of_ones_own(house: House) -> None:
    with house.visit(role="") as visit:
        for address in ("login/", "password/reset/", "password/reset/done/", "signup/"):
            visit.open(f"/accounts/{address}")
            visit.look(address)
        visit.open("/accounts/login/")
        visit.page.get_by_label("E-mail").fill("nobody@town.example.gov")
        visit.page.get_by_label("Password", exact=True).fill("a password of nobody at all")
        with visit.page.expect_navigation():
            visit.page.get_by_role("button", name="Sign in", exact=True).click()
        assert visit.page.locator("main [role=alert]:visible").count() == 1
        visit.look("login/ refused")
    with house.visit() as visit:
        for address in ("logout/", "password/change/", "2fa/", "reauthenticate/"):
            visit.open(f"/accounts/{address}")
            visit.look(address)


def test_pages_that_say_no(house: House) -> None:
    with house.visit(role="finance") as visit:
        for address, status in {
            f"/{TOWN}/cases/none/": 404,
            "/no-such-town/": 404,
            f"/{TOWN}/record/export.zip": 403,
        }.items():
            visit.open(address, status)
            visit.look(address)
        visit.open(f"/{TOWN}/cases/{house.there.numbers['found']}/notes/")
        with visit.page.expect_navigation() as sent:
            visit.page.evaluate(WITHOUT_TOKEN, POST)
        assert sent.value.status == 403
        visit.look("a form without its token")


@pytest.mark.parametrize("template", ["400.html", "409.html", "500.html"])
def test_pages_of_errors_that_nobody_can_bring_about(house: House, template: str) -> None:
    with house.visit(role="") as visit:
        shown = visit.office.at("/shown")
        text = render_to_string(template)
        visit.page.route(shown, lambda route: route.fulfill(body=text, content_type="text/html"))
        visit.open("/shown")
        visit.look(template)


Plant = Callable[[Page], object]
PLANTED: dict[str, Plant] = {
    "level 4 under": lambda page: page.evaluate(
        "document.querySelector('main').append(document.createElement('h4'))"
    ),
    "not one h1": lambda page: page.evaluate(
        "document.querySelector('main').append(document.createElement('h1'))"
    ),
    "ids that stand twice": lambda page: page.evaluate(
        "document.querySelector('footer').id = 'main'"
    ),
    "320 px wide": lambda page: page.evaluate(
        "document.querySelector('h1').textContent = 'long'.repeat(90)"
    ),
    "image-alt": lambda page: page.evaluate(
        "document.querySelector('main').append(document.createElement('img'))"
    ),
    "against the policy": lambda page: page.evaluate(
        "document.querySelector('main').append(Object.assign("
        "document.createElement('script'), {textContent: 'window.ran = 1'}))"
    ),
}


@pytest.mark.parametrize("says", PLANTED)
def test_a_planted_fault_is_told(house: House, says: str) -> None:
    with house.visit() as visit:
        visit.open(f"/{TOWN}/settings/")
        PLANTED[says](visit.page)
        settle(visit.page)
        visit.look("settings")
        assert any(says in fault for fault in visit.wrong), visit.wrong
        visit.wrong.clear()
        visit.watch.faults.clear()
