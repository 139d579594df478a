"""Takes the pictures of the office for docs/office.md, and writes that page.

    python scripts/screenshots.py               all of them
    python scripts/screenshots.py today case    those alone; the page is left as it is
    python scripts/screenshots.py --into DIR    into another folder, to look at; no page is written

The two invented towns of `outfall demo` are made in a folder of their own, as of a fixed day and
hour, and served on this machine alone. A browser goes through the pages as somebody would.
"""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import TYPE_CHECKING
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from PIL import Image

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "office.md"
PICTURES = ROOT / "docs" / "office"
NOW = datetime(2026, 6, 15, 19, 40, tzinfo=UTC)
"""The hour at which the pictures are taken: a Monday afternoon in both towns."""
TOWN, CITY = "town-of-example", "city-of-example"
WIDE, PHONE, HIGH, PHONE_HIGH = 1280, 390, 900, 844
WHOLE_MOST = 2600
"""The height at which the picture of a whole page is cut."""
COLOURS = 192
STILL = ["--no-sandbox", "--force-device-scale-factor=1", "--font-render-hinting=none"]

Steps = Callable[["Desk"], None]


@dataclass
class Desk:
    """Somebody at a browser: the page before them, and where the office answers."""

    page: Page
    at: str
    town: str
    numbers: Mapping[str, str]
    domain: str
    password: str

    def go(self, path: str) -> None:
        """Open a page of the town."""
        self.page.goto(f"{self.at}/{self.town}/{path}")

    def press(self, name: str) -> None:
        """Press a button."""
        self.page.get_by_role("button", name=name, exact=True).first.click()
        self.page.wait_for_load_state("networkidle")

    def fill(self, **values: str) -> None:
        """Fill fields by their names."""
        for name, value in values.items():
            self.page.locator(f'[name="{name}"]').first.fill(value)

    def sign_in(self, role: str, then: str) -> None:
        """Sign in as somebody in a role, out of whatever was signed in before."""
        self.page.context.clear_cookies()
        self.page.goto(f"{self.at}/")
        name = f"{role.replace('_', '-')}@{self.domain}"
        self.page.get_by_label("E-mail").fill(name)
        self.page.get_by_label("Password", exact=True).fill(self.password)
        self.page.get_by_role("button", name="Sign in", exact=True).click()
        self.page.wait_for_url(f"**/{self.town}/")
        if then:
            self.page.goto(then)

    def show(self, selector: str) -> None:
        """Scroll until something stands at the head of the window."""
        self.page.locator(selector).first.evaluate("one => one.scrollIntoView({block: 'start'})")
        self.page.evaluate("window.scrollBy(0, -24)")


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: its file, what it shows in words, and how to come there."""

    name: str
    heading: str
    says: str
    seen: str
    steps: Steps
    role: str = "supervisor"
    town: str = TOWN
    width: int = WIDE
    whole: bool = False


def at(path: str) -> Steps:
    """A page that has an address of its own."""
    return lambda desk: desk.go(path)


def case(address: str, more: str = "") -> Steps:
    """A case's page, or one below it."""
    return lambda desk: desk.go(f"cases/{desk.numbers[address]}/{more}")


def _intake(desk: Desk) -> None:
    desk.go("cases/new/")
    desk.page.locator('[name="source"][value="complaint"]').check()
    desk.fill(nature="muddy water runs out of the gate and down the lane")
    desk.fill(address="150 Example Ln")
    desk.page.locator('[name="address"]').press("Tab")
    desk.page.locator("#alike li").first.wait_for()
    desk.show("main .page")


def _intake_phone(desk: Desk) -> None:
    _intake(desk)
    desk.show("#alike")


def _ordinance(desk: Desk) -> None:
    desk.go("ordinance/")
    desk.show("section.para:nth-of-type(4)")


def _reading(desk: Desk) -> None:
    desk.go("ordinance/readings/appeal_window/?choice=seven_from_date")
    desk.show("#effects-head")


def _record(desk: Desk) -> None:
    desk.go("record/")
    desk.show("#verify")


def _changes(desk: Desk) -> None:
    case("90 Example Lane", "acts/served/")(desk)
    desk.page.locator('[name="method"]').first.select_option("personal")
    desk.press("Show what this changes")


def _refusal(desk: Desk) -> None:
    case("101 Heron Marsh Road", "acts/abated/")(desk)
    desk.press("Show what this changes")


def _paper(desk: Desk) -> None:
    case("112 Quarry Hill Road", "papers/notice_of_violation/")(desk)
    desk.fill(comply_by="2026-07-10")
    desk.page.locator('[name="requires"]').first.fill("Lay a construction entrance of stone\nSweep the mud off the road")
    desk.press("Look at the paper")
    desk.show("#look")


def _proposal(desk: Desk) -> None:
    case("29 Millrace Court", "acts/reduced/")(desk)
    desk.page.locator('[name="part"]').select_option("cost")
    desk.fill(amount="460.00", why="part of the stone was left over and went back to the yard")
    desk.press("Show what this changes")
    desk.press("Put it before a second person")
    desk.sign_in("attorney", desk.page.url)


def _hearing(desk: Desk) -> None:
    desk.go("hearings/")
    desk.page.locator("main a[href*='/hearings/']").filter(has_text="Storage").first.click()
    desk.page.wait_for_load_state("networkidle")


def _outcomes(desk: Desk) -> None:
    _hearing(desk)
    desk.show("#outcomes")


SHOTS = (
    Shot("today", "Today", "", "", at("")),
    Shot("cases", "Cases", "", "", at("cases/")),
    Shot("intake", "A new case", "", "", _intake, "permit_clerk"),
    Shot("case", "A case", "", "", case("150 Example Lane")),
    Shot("case-whole", "", "", "", case("190 Quarry Hill Road"), whole=True),
    Shot("changes", "", "", "", _changes, "inspector"),
    Shot("refusal", "", "", "", _refusal),
    Shot("paper", "", "", "", _paper),
    Shot("proposal", "", "", "", _proposal, "finance"),
    Shot("hearings", "Hearings", "", "", at("hearings/"), "hearing_officer"),
    Shot("hearing", "Hearings", "", "", _hearing, "hearing_officer"),
    Shot("outcomes", "Hearings", "", "", _outcomes, "hearing_officer"),
    Shot("money", "Money", "", "", at("money/"), "finance"),
    Shot("ledger", "Money", "", "", case("60 Example Lane", "money/"), "finance"),
    Shot("payoff", "Money", "", "", case("191 Cannery Row", "payoff/"), "finance", CITY),
    Shot("tax-roll", "Money", "", "", at("money/tax-roll/"), "finance"),
    Shot("ordinance", "Ordinance", "", "", _ordinance, "attorney"),
    Shot("reading", "", "", "", _reading, "attorney", CITY),
    Shot("map", "Map", "", "", at("map/")),
    Shot("search", "Search", "", "", at("search/?q=basin")),
    Shot("report", "Reports", "", "", at("reports/enforcement/")),
    Shot("reports", "Reports", "", "", at("reports/")),
    Shot("settings", "Settings", "", "", at("settings/"), "administrator"),
    Shot("people", "Settings", "", "", at("settings/people/"), "administrator"),
    Shot("record", "Record", "", "", at("record/"), "records_officer"),
    Shot("phone-today", "", "", "", at(""), "inspector", width=PHONE),
    Shot("phone-case", "", "", "", case("150 Example Lane"), "inspector", width=PHONE),
    Shot("phone-intake", "", "", "", _intake_phone, "inspector", width=PHONE),
)


# The office


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of a request."""


@dataclass(frozen=True)
class Office:
    """The office of the pictures: where it answers, and each town's cases by their address."""

    at: str
    numbers: Mapping[str, Mapping[str, str]]
    domains: Mapping[str, str]
    password: str


@contextmanager
def office(home: Path) -> Iterator[Office]:
    """The demonstration, made in a folder and served for as long as the block lasts."""
    for name in ("DATABASE_URL", "OUTFALL_MEDIA", "OUTFALL_ORIGINS"):
        os.environ.pop(name, None)
    os.environ |= {
        "OUTFALL_HOME": str(home),
        "OUTFALL_DEMO": "1",
        "OUTFALL_TODAY": NOW.date().isoformat(),
        "OUTFALL_SECRET": "the pictures are taken of a place that lasts a minute",
        "DJANGO_SETTINGS_MODULE": "outfall.web.settings",
    }
    from django.utils import timezone

    from outfall.cli import office_django
    from outfall.web import clock

    clock.now = timezone.now = lambda: NOW
    office_django.set_up()
    office_django.migrate()
    (home / "static").mkdir(exist_ok=True)
    from outfall.web.demo import load, script
    from outfall.web.wsgi import application

    towns = {one.town.slug: one for one in load.load()}
    numbers = {
        slug: {case.address: case.number for case in one.cases.values()}
        for slug, one in towns.items()
    }
    domains = {slug: str(script.town(slug)["domain"]) for slug in towns}
    with make_server("127.0.0.1", 0, application, _Server, _Quiet) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Office(
            f"http://127.0.0.1:{server.server_port}", numbers, domains, load.PASSWORD
        )
        server.shutdown()


# The pictures


def taken(office: Office, browser: Browser, shots: tuple[Shot, ...]) -> Iterator[tuple[Shot, bytes]]:
    """Each picture; somebody who has signed in stays signed in."""
    signed: dict[tuple[str, str], object] = {}
    for shot in shots:
        who = (shot.town, shot.role)
        context = browser.new_context(
            viewport={
                "width": shot.width,
                "height": HIGH if shot.width == WIDE else PHONE_HIGH,
            },
            storage_state=signed.get(who),  # type: ignore[arg-type]
            device_scale_factor=1,
            reduced_motion="reduce",
            locale="en-US",
            timezone_id="America/New_York",
        )
        page = context.new_page()
        page.set_default_timeout(20_000)
        domain = office.domains[shot.town]
        desk = Desk(
            page, office.at, shot.town, office.numbers[shot.town], domain, office.password
        )
        if who not in signed:
            desk.sign_in(shot.role, "")
            signed[who] = context.storage_state()
        shot.steps(desk)
        page.wait_for_load_state("networkidle")
        page.evaluate("document.fonts.ready.then(() => document.activeElement?.blur())")
        yield shot, page.screenshot(full_page=shot.whole, animations="disabled", caret="hide")
        context.close()


def small(png: bytes) -> bytes:
    """A picture of few colours, cut where it is very long."""
    out = io.BytesIO()
    with Image.open(io.BytesIO(png)) as whole:
        cut = whole.convert("RGB").crop((0, 0, whole.width, min(whole.height, WHOLE_MOST)))
        cut.quantize(COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def browser_program() -> str:
    """The browser that the tests drive too."""
    found = subprocess.run([ROOT / "scripts" / "browser"], check=True, stdout=subprocess.PIPE)
    return found.stdout.decode().strip()


def main() -> int:
    """Take the pictures, and write the page."""
    asked = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    asked.add_argument("names", nargs="*", metavar="NAME", help="a picture (all of them)")
    asked.add_argument("--into", type=Path, default=PICTURES, metavar="DIR", help="where to")
    args = asked.parse_args()
    shots = tuple(shot for shot in SHOTS if not args.names or shot.name in args.names)
    from playwright.sync_api import sync_playwright

    args.into.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as home,
        office(Path(home)) as found,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=browser_program(), args=STILL)
        for shot, png in taken(found, browser, shots):
            (args.into / f"{shot.name}.png").write_bytes(small(png))
            print(shot.name, flush=True)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
