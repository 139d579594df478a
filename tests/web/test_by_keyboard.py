"""One path through the office by keyboard alone: wide, narrow, with scripts and without them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django import DjangoDbBlocker
from tests.web.cast import PASSWORD, Cast, found_town
from tests.web.everywhere import cookies
from tests.web.ground import pages
from tests.web.ground.accessibility import LOOK, Stop, axe, keyboard
from tests.web.ground.databases import Maker, Step
from tests.web.ground.servers import Office, serving

from outfall.web.casework.models import Case, Entry
from outfall.web.towns.models import Person, Town

TOWN, PERSON = "example", "inspector@example.example.gov"
FOUND = {
    "date": "2026-06-02",
    "event": "violation_observed",
    "kind": "development",
    "nature": "no silt fence along the creek",
}
NARROW = {"width": 320, "height": 640}
PRESSES = 120
Open = Callable[..., AbstractContextManager[Page]]

# The name that somebody hears for what has the focus, and whether it can be seen there.
FOCUSED = """() => {
  const each = document.activeElement;
  if (!each || each === document.body) return null;
  const labels = [...(each.labels || [])].map(label => label.innerText).join(' ');
  const box = each.getBoundingClientRect();
  const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return {name: (each.getAttribute('aria-label') || labels || each.innerText || each.name || '')
      .trim().replace(/\\s+/g, ' '),
    field: each.name || '', tag: each.localName, type: each.type || '',
    inside: box.width > 0 && box.bottom > 0 && box.top < innerHeight
      && box.right > 0 && box.left < innerWidth,
    covered: !!at && !each.contains(at) && !at.contains(each)
      && ![...(each.labels || [])].some(label => label.contains(at))};
}"""


# A date has three stops of its own in one field; the walk by Tab counts each field once.
PLAIN = """() => document.querySelectorAll('[type=date], [type=time]')
  .forEach(each => { each.type = 'text'; })"""


def seed() -> None:
    """A town with one case that waits for its second inspection."""
    found_town(TOWN).case(FOUND)


SEED: tuple[Step, ...] = (seed,)


@pytest.fixture(scope="module")
def office(databases: Maker, django_db_blocker: DjangoDbBlocker) -> Iterator[Office]:
    with (
        django_db_blocker.unblock(),
        databases.fresh(SEED) as database,
        serving(database) as running,
    ):
        yield running


@pytest.fixture
def opened(browser: Browser) -> Open:
    """Opens a page of somebody's own, which is judged at its end."""

    @contextmanager
    def visit(**options: object) -> Iterator[Page]:
        with pages.visiting(browser, pages.Watch(), **options) as page:
            yield page

    return visit


class Hands:
    """Two hands on a keyboard: Tab, the arrows, letters, the space bar, Enter and Escape."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.passed: list[str] = []

    def press(self, *keys: str) -> None:
        """Press one key after another."""
        for key in keys:
            self.page.keyboard.press(key)

    def wait(self) -> None:
        """Let the page be laid out; a page without scripts tells nobody when that is done."""
        self.page.wait_for_timeout(20)

    def to(self, words: str = "", *, field: str = "", back: bool = False) -> None:
        """Tab until something of this name has the focus; whatever has it on the way is seen."""
        self.passed = []
        for _ in range(PRESSES):
            self.press("Shift+Tab" if back else "Tab")
            self.wait()
            found = self.page.evaluate(FOCUSED)
            if found is None:
                continue
            self.passed.append(found["name"])
            assert found["inside"], f"{found['name']} has the focus and is off the screen"
            assert not found["covered"], f"{found['name']} has the focus under something else"
            if (field and found["field"] == field) or (words and words in found["name"]):
                self.shows()
                return
        raise AssertionError(f"no way to {words or field} by Tab: {self.passed}")

    def shows(self) -> None:
        """What has the focus looks otherwise than without it."""
        element = self.page.evaluate_handle("document.activeElement").as_element()
        assert element is not None
        focused = element.evaluate(LOOK)
        element.evaluate("each => each.blur()")
        self.wait()
        without = element.evaluate(LOOK)
        element.evaluate("each => each.focus({focusVisible: true})")
        assert focused != without, f"the focus does not show: {self.passed[-1]}"

    def enter(self, key: str = "Enter") -> None:
        """Press Enter on a link or a button, and wait for the page that it leads to."""
        with self.page.expect_navigation():
            self.press(key)

    def type(self, field: str, text: str) -> None:
        """Go to a field and type."""
        self.to(field=field)
        self.page.keyboard.type(text)

    def come_in(self, office: Office) -> None:
        """Be signed in already, where the way in is not what is tried."""
        with office.database.here():
            held = cookies(Person.objects.get(email=PERSON), office.url)
        self.page.context.add_cookies(held)  # type: ignore[arg-type]
        self.page.goto(office.at(f"/{TOWN}/"))

    def sign_in(self, office: Office) -> None:
        """The way in."""
        self.page.goto(office.at("/"))
        self.type("login", PERSON)
        self.type("password", PASSWORD)
        self.to("Sign in")
        self.enter()
        expect(self.page).to_have_url(office.at(f"/{TOWN}/"))


def last_note(office: Office) -> str:
    """What the last inspection on record says; nothing before the first one."""
    with office.database.here(), Cast(Town.objects.get()).scope():
        entry = Entry.objects.filter(kind="inspected").order_by("n").last()
        return entry.content if entry else ""


def number_of(office: Office) -> str:
    """The number of the one case."""
    with office.database.here(), Cast(Town.objects.get()).scope():
        return Case.objects.get().number


def path(hands: Hands, office: Office, note: str, menu: bool = False) -> None:
    """Sign in, Today, the list of cases, a case, an act, what it changes, and the record."""
    page, number = hands.page, number_of(office)
    hands.sign_in(office)
    expect(page.locator("h1")).to_have_text("Today")
    if menu:
        hands.to("Menu")
        hands.press("Enter")
    hands.to("Cases")
    hands.enter()
    expect(page.locator("h1")).to_have_text("Cases")
    hands.to(number)
    hands.enter()
    expect(page.locator("h1")).to_have_text(f"Case {number}")
    hands.to("Record something that happened")
    hands.press("Space")
    hands.to("Inspected again")
    hands.enter()
    hands.to(field="finding")
    if page.evaluate("document.activeElement.localName") == "select":
        page.keyboard.type("cont")
    else:
        hands.press("Space")
    hands.type("note", note)
    hands.to("Show what this changes")
    hands.enter()
    expect(page.get_by_role("heading", name="What this changes")).to_be_visible()
    assert note not in last_note(office)
    hands.to("Save it on the record")
    hands.enter()
    expect(page.locator("h1")).to_have_text(f"Case {number}")
    expect(page.locator("main")).to_contain_text("recorded")
    assert note in last_note(office)


def test_a_finding_is_recorded_by_keyboard_alone(opened: Open, office: Office) -> None:
    with opened() as page:
        path(Hands(page), office, "The fence still lies flat.")


def test_the_same_without_scripts(opened: Open, office: Office) -> None:
    with opened(java_script_enabled=False) as page:
        path(Hands(page), office, "Without scripts it lies flat too.")


def test_the_same_on_a_narrow_screen(opened: Open, office: Office) -> None:
    with opened(viewport=NARROW) as page:
        path(Hands(page), office, "On a telephone it lies flat too.", menu=True)


def test_the_first_tab_leads_past_the_head_of_the_page(opened: Open, office: Office) -> None:
    with opened() as page:
        hands = Hands(page)
        hands.come_in(office)
        page.goto(office.at(f"/{TOWN}/cases/"))
        hands.press("Tab")
        skip = page.locator(".usa-skipnav")
        expect(skip).to_be_focused()
        expect(skip).to_be_in_viewport()
        hands.press("Enter")
        expect(page.locator("#main")).to_be_focused()
        hands.press("Tab")
        assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_the_menus_open_and_close(opened: Open, office: Office) -> None:
    with opened(viewport=NARROW) as page:
        hands = Hands(page)
        hands.come_in(office)
        tabs, opener = page.locator("#tabs"), page.locator(".tabs__open")
        expect(tabs).to_be_hidden()
        hands.to("Menu")
        expect(opener).to_have_attribute("aria-expanded", "false")
        hands.press("Space")
        expect(tabs).to_be_visible()
        expect(opener).to_have_attribute("aria-expanded", "true")
        assert axe(page) == ""
        hands.to("Map")
        hands.press("Escape")
        expect(tabs).to_be_hidden()
        expect(opener).to_be_focused()
        hands.to("Signed in", back=True)
        hands.press("Enter")
        expect(page.get_by_role("link", name="Change your password")).to_be_visible()
        hands.to("Change your password")
        hands.press("Escape")
        expect(page.get_by_role("link", name="Change your password")).to_be_hidden()
        expect(page.locator(".menu summary")).to_be_focused()


def test_the_menu_is_open_where_no_script_opens_it(opened: Open, office: Office) -> None:
    with opened(viewport=NARROW, java_script_enabled=False) as page:
        Hands(page).come_in(office)
        expect(page.locator("#tabs")).to_be_visible()
        expect(page.locator(".tabs__open")).to_be_hidden()


def test_errors_are_where_the_focus_goes(opened: Open, office: Office) -> None:
    with opened() as page:
        hands = Hands(page)
        hands.come_in(office)
        page.goto(office.at(f"/{TOWN}/cases/{number_of(office)}/notes/"))
        hands.to(field="text")
        hands.to("Write it down")
        hands.enter()
        alert = page.locator("main [role=alert]")
        expect(alert).to_be_focused()
        hands.to("Note")
        hands.press("Enter")
        assert page.evaluate("document.activeElement.name") == "text"
        described = page.evaluate(
            "document.getElementById(document.activeElement.getAttribute('aria-describedby')"
            ".split(' ').at(-1)).innerText"
        )
        assert described


@pytest.mark.parametrize("address", ["", "cases/", "cases/new/", "cases/{}/", "map/"])
def test_everything_is_reached_in_order_and_seen(
    opened: Open, office: Office, address: str
) -> None:
    with opened() as page:
        Hands(page).come_in(office)
        page.goto(office.at(f"/{TOWN}/{address.format(number_of(office))}"))
        page.evaluate(PLAIN)
        stops = keyboard(page)
        assert stops[0] == Stop("a", "Skip to the page's content")
        assert len(stops) > 12
