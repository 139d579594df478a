"""A case walked through the office in a real browser, day by day, by the people whose work it is.

A walk takes the entries of a worked case and records each on its day, on the page where a person
would: the first by intake, papers by issuing them, the rest by their forms.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from playwright.sync_api import Locator, Page
from tests.web.cast import PASSWORD, found_town
from tests.web.everywhere import cookies
from tests.web.ground.servers import Office

from outfall.web.towns.models import Person

Values = dict[str, Any]
# Whose hands each kind of entry goes through here; whoever is not named does the rest.
HANDS = {
    "violation_observed": "inspector",
    "inspected": "inspector",
    "served": "inspector",
    "service_returned": "inspector",
    "appeal_filed": "permit_clerk",
    "petition_filed": "permit_clerk",
    "statement_received": "permit_clerk",
    "cost_protested": "permit_clerk",
    "hearing_set": "hearing_officer",
    "hearing_held": "hearing_officer",
    "appeal_decided": "hearing_officer",
    "protest_decided": "hearing_officer",
    "petition_decided": "hearing_officer",
    "cost_recorded": "finance",
    "paid": "finance",
    "plan_agreed": "finance",
    "reduced": "finance",
    "lien_recorded": "finance",
    "lien_released": "finance",
    "certified_to_tax_roll": "finance",
}
REST = "supervisor"
OTHER = "attorney"


def seed() -> None:
    """The two towns, each with somebody in every role."""
    found_town("example", "webster-ny", "Town of Example")
    found_town("city", "city-9-3-12", "City of Example")


@dataclass
class Walk:
    """An office in a browser; ``town`` is where the walk goes, ``day_file`` holds its day."""

    browse: Callable[..., Page]
    office: Office
    day_file: Path
    town: str
    number: str = ""
    pages: dict[str, Page] = field(default_factory=dict)

    def day(self, iso: str) -> None:
        """It is another day, from the next page on."""
        # Put in place whole: a picture that the page still asks for reads the one day or the other.
        aside = self.day_file.with_suffix(".next")
        aside.write_text(iso)
        aside.replace(self.day_file)

    def person(self, role: str) -> Page:
        """The page of somebody in a role, who has signed in: the first of a walk by the form."""
        if role not in self.pages:
            page, email = self.browse(), f"{role}@{self.town}.example.gov"
            if self.pages:
                with self.office.database.here():
                    held = cookies(Person.objects.get(email=email), self.office.url)
                page.context.add_cookies(held)  # type: ignore[arg-type]
                page.goto(self.office.at("/"))
            else:
                page.goto(self.office.at("/"))
                page.get_by_label("E-mail").fill(email)
                page.get_by_label("Password", exact=True).fill(PASSWORD)
                page.get_by_role("button", name="Sign in", exact=True).click()
            page.wait_for_url(f"**/{self.town}/")
            self.pages[role] = page
        return self.pages[role]

    def open(self, role: str, path: str) -> Page:
        """A page of the town, as somebody sees it."""
        page = self.person(role)
        page.goto(self.office.at(f"/{self.town}/{path}"))
        return page

    def case(self, role: str = REST, more: str = "") -> Page:
        """The page of the case."""
        return self.open(role, f"cases/{self.number}/{more}")

    def intake(
        self, event: Values, place: Values, owner: Values, source: str = "inspection"
    ) -> None:
        """The first report becomes a case; an inspection's with its finding."""
        self.day(event["date"][:10])
        page = self.open("inspector", "cases/new/")
        page.locator(f'[name="source"][value="{source}"]').check()
        values: Values = {
            **{name: place[name] for name in ("address", "parcel", "description") if name in place},
            **{name: value for name, value in event.items() if name not in ("event", "violation")},
        }
        if source == "complaint":
            values = {n: v for n, v in values.items() if n not in ("kind", "danger", "severity")}
        if owner:
            values |= {"owner_name": owner["name"], "owner_address": owner.get("address", "")}
        fill(page, values)
        page.get_by_role("button", name="Open the case").first.click()
        if "new" in page.url:
            page.get_by_role("button", name="another matter").click()
        page.wait_for_url("**/cases/*/")
        self.number = page.url.rstrip("/").rsplit("/", 1)[1]
        assert self.number != "new"

    def record(self, event: Values, notices: dict[str, str]) -> None:
        """An event by its form: first what it changes, then on the record."""
        kind = event["event"]
        self.day(event["date"][:10])
        page = self.case(HANDS.get(kind, REST), f"acts/{kind}/")
        values = {name: value for name, value in event.items() if name not in ("event", "id")}
        if "instrument" in values and page.locator('[name="notice"]').count():
            values["notice"] = notices[values.pop("instrument")]
        fill(page, values)
        page.get_by_role("button", name="Show what this changes").click()
        settled(page, 'button[name="save"]')
        if "/proposals/" in page.url:
            self.approve(page.url)

    def approve(self, url: str) -> None:
        """A second person looks, and approves."""
        page = self.person(OTHER)
        page.goto(url)
        page.get_by_role("button", name="Approve").click()

    def issue(self, event: Values, notices: dict[str, str]) -> None:
        """A paper is completed, looked at and issued."""
        instrument = event["instrument"]
        self.day(event["date"][:10])
        page = self.case(REST, f"papers/{instrument}/")
        values = {n: v for n, v in event.items() if n not in ("event", "instrument", "id")}
        values.setdefault("requires", ["Put it right"])
        fill(page, values)
        page.get_by_role("button", name="Look at the paper").click()
        settled(page, 'button[name="issue"]')
        if "/proposals/" in page.url:
            self.approve(page.url)
        notices[instrument] = self.last("notice_issued")

    def last(self, kind: str) -> str:
        """The id of the last entry of a kind, from the case file that the page gives."""
        found = [e["id"] for e in self.file()["events"] if e["event"] == kind]
        return str(found[-1])

    def file(self) -> dict[str, Any]:
        """The case file, as anybody can take it away."""
        found: dict[str, Any] = yaml.safe_load(self.fetch("case.yaml"))
        return found

    def standing(self) -> dict[str, Any]:
        """The standing of the walk's day, for a program."""
        found: dict[str, Any] = json.loads(self.fetch("standing.json"))
        return found

    def fetch(self, name: str) -> str:
        """What lies beside the case's page."""
        page = self.person(REST)
        answer = page.request.get(self.office.at(f"/{self.town}/cases/{self.number}/{name}"))
        assert answer.ok, answer.status
        return answer.text()


def fill(page: Page, values: Values) -> None:
    """Type values into the fields of a form that are named so; what the form has not is left."""
    for name, value in values.items():
        if isinstance(value, dict):
            fill(page, {f"{name}__{inner}": said for inner, said in value.items()})
            continue
        text = str(value)
        if name in ("date", "held_on") and "T" in text:
            text, _, hour = text.partition("T")
            put(page.locator(f'[name="{"time" if name == "date" else name + "_time"}"]'), hour)
        found = page.locator(f'main [name="{name}"]:not([type="hidden"])')
        if isinstance(value, list) and found.count() > 1:
            for one in value:
                page.locator(f'main [name="{name}"][value="{one}"]').check()
        elif found.count():
            put(found.first, "\n".join(value) if isinstance(value, list) else text)


def put(control: Locator, text: str) -> None:
    """Type into a control, or choose in it."""
    sort = control.evaluate("e => e.tagName === 'SELECT' ? 'select' : e.type")
    if sort == "select":
        control.select_option(text)
    elif sort == "checkbox":
        control.set_checked(text.lower() == "true")
    else:
        control.fill(text)


def settled(page: Page, button: str) -> None:
    """Press the button that the second page of a form has; say what it says where there is none."""
    page.wait_for_load_state()
    if not page.locator(button).count():
        raise AssertionError(said(page))
    page.locator(button).click()
    page.wait_for_load_state()


def said(page: Page) -> str:
    """What a page says, for the message of a failed step."""
    return f"{page.url}\n{page.locator('main').inner_text()[:1500]}"
