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
import random
import subprocess
import sys
import tempfile
import threading
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.utils import timezone
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from outfall.cli import office_django
from outfall.web import clock

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "office.md"
PICTURES = ROOT / "docs" / "office"
NOW = datetime(2026, 6, 15, 19, 40, tzinfo=UTC)
"""The hour at which the pictures are taken: a Monday afternoon in both towns."""
SEED = 1972
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
    """One picture: its file, what it shows, how to come there, and as whom."""

    name: str
    says: str
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


def _draft(desk: Desk) -> None:
    desk.go("ordinance/drafts/")
    desk.page.locator(".draft-list a").first.click()
    desk.page.wait_for_load_state("networkidle")


def _facts(desk: Desk) -> None:
    _draft(desk)
    desk.show("section[aria-label='§ 30-1/(b)']")


def _missing(desk: Desk) -> None:
    _draft(desk)
    desk.page.locator("section[aria-label='§ 30-2/(a)'] .draft-para__add a").click()
    desk.page.get_by_label("What do the words say?").select_option("appeal_window")
    desk.press("Go on")
    desk.fill(words="within 20 days of the notice", value="20")
    desk.page.locator('[name="anchor"]').select_option("receipt_of_notice")
    desk.press("Show what it means")
    desk.show("main .page")


def _questions(desk: Desk) -> None:
    _draft(desk)
    desk.page.get_by_role("link", name="Questions").click()
    desk.page.wait_for_load_state("networkidle")
    desk.show(".question")


def _proposed(desk: Desk) -> None:
    _draft(desk)
    desk.page.get_by_role("link", name="Proposed facts").click()
    desk.page.wait_for_load_state("networkidle")
    desk.show("#waiting-head")


def _publish(desk: Desk) -> None:
    _draft(desk)
    desk.page.get_by_role("link", name="Publish").click()
    desk.page.wait_for_load_state("networkidle")


def _map(desk: Desk) -> None:
    desk.go("map/")
    desk.page.wait_for_load_state("networkidle")
    desk.show("main .filters")


def _ledger(desk: Desk) -> None:
    case("60 Example Lane", "money/")(desk)
    desk.show("section:has(> div #ledger)")


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
    desk.fill(requires="Lay a construction entrance of stone\nSweep the mud off the road")
    desk.press("Look at the paper")
    desk.show("#look")


def _proposal(desk: Desk) -> None:
    case("29 Millrace Court", "acts/reduced/")(desk)
    desk.page.locator('[name="part"]').select_option("cost")
    desk.fill(amount="460.00", why="part of the stone was left over and went back to the yard")
    desk.press("Show what this changes")
    desk.press("Put it before a second person")
    desk.sign_in("attorney", desk.page.url)


def _several(desk: Desk) -> None:
    """As the county's reader, who signs in to no town."""
    from outfall.web.demo import load  # noqa: PLC0415 - it needs Django set up

    desk.page.context.clear_cookies()
    desk.page.goto(f"{desk.at}/")
    desk.page.get_by_label("E-mail").fill(load.OVERSEER[0])
    desk.page.get_by_label("Password", exact=True).fill(desk.password)
    desk.page.get_by_role("button", name="Sign in", exact=True).click()
    desk.page.wait_for_url("**/towns/figures/")


def _outcomes(desk: Desk) -> None:
    desk.go("hearings/")
    desk.page.locator("main a[href*='/hearings/']").filter(has_text="Storage").first.click()
    desk.page.wait_for_load_state("networkidle")
    desk.show("#outcomes")


GALLERY: dict[str, tuple[str, tuple[Shot, ...]]] = {
    "Today": (
        "What the day asks of the town, its own duties first. Each figure opens its list; *Mine*, "
        "*My role's* and *All* say whose work is shown.",
        (
            Shot(
                "today",
                "Ten figures and their lists: what the town must do, what falls due, which powers "
                "open and close, hearings, money, papers whose service is unproven.",
                at(""),
            ),
        ),
    ),
    "Cases": (
        "Every case is found by where it stands, its kind, its person and its order; the list "
        "leaves as CSV or XLSX.",
        (
            Shot(
                "cases",
                "The open cases, those that something happened in last on top.",
                at("cases/"),
            ),
            Shot(
                "intake",
                "A complaint at the counter. As soon as an address is typed, a case at the same "
                "place is shown beside it, with a button that adds the report to it.",
                _intake,
                "permit_clerk",
            ),
            Shot(
                "case",
                "The head of a case: what could be imposed, what was assessed and what is owed, "
                "which are never added; below, what the ordinance lets the town do today.",
                case("150 Example Lane"),
            ),
            Shot(
                "case-whole",
                "A whole case, from its duties over its deadlines, orders and holds to the "
                "timeline and the entries. The picture is cut at the foot.",
                case("190 Quarry Hill Road"),
                whole=True,
            ),
        ),
    ),
    "Recording": (
        "Nothing is saved before it was seen: which clocks it starts, which powers it opens or "
        "closes, which figures it moves.",
        (
            Shot(
                "changes",
                "A notice was handed over. Before it is saved, the page says which clocks start "
                "and which order comes into force.",
                _changes,
                "inspector",
            ),
            Shot(
                "refusal",
                "An act of the town's own that the ordinance does not permit that day is refused, "
                "with the paragraph, what is missing and what would be at risk.",
                _refusal,
            ),
            Shot(
                "paper",
                "A notice of violation as it would be issued, what issuing it changes, and what "
                "follows once it is served.",
                _paper,
            ),
            Shot(
                "proposal",
                "A reduction that finance has proposed, before the second person who may approve "
                "it or send it back.",
                _proposal,
                "finance",
            ),
        ),
    ),
    "Hearings": (
        "What is heard when, where and by whom, and the filings that wait for a decision.",
        (
            Shot(
                "hearings",
                "The month; below it the same as a list.",
                at("hearings/"),
                "hearing_officer",
            ),
            Shot(
                "outcomes",
                "Each outcome beside the others, before anything is decided: clocks, powers, "
                "orders and figures. What differs is marked.",
                _outcomes,
                "hearing_officer",
            ),
        ),
    ),
    "Money": (
        "One ledger a case; penalty, cost, fee and interest stay apart.",
        (
            Shot(
                "money",
                "What is owed, and how long nothing was decided on it.",
                at("money/"),
                "finance",
            ),
            Shot(
                "ledger",
                "The ledger of a case: each entry with what it does to each part.",
                _ledger,
                "finance",
            ),
            Shot(
                "payoff",
                "What pays a case off on a day, as a letter for an owner, buyer or title company.",
                case("191 Cannery Row", "payoff/"),
                "finance",
                CITY,
            ),
            Shot(
                "tax-roll",
                "What may be certified to the tax roll today, and what was certified this year.",
                at("money/tax-roll/"),
                "finance",
            ),
        ),
    ),
    "Map": (
        "Cases, outfalls and practices on the town's own layers. The table below it says the same.",
        (Shot("map", "The open cases by where they stand.", _map),),
    ),
    "Search": (
        "From every page: a number, a name, an address, a paper.",
        (
            Shot(
                "search",
                "What holds the word, by cases, people, addresses and papers.",
                at("search/?q=basin"),
            ),
        ),
    ),
    "Ordinance": (
        "The law as the office reads it, and what its text leaves open.",
        (
            Shot(
                "ordinance",
                "The ordinance paragraph by paragraph, the rules that follow from it beside it.",
                _ordinance,
                "attorney",
            ),
            Shot(
                "reading",
                "Before another reading is adopted: which open cases would stand otherwise.",
                _reading,
                "attorney",
                CITY,
            ),
        ),
    ),
    "Reading an ordinance": (
        "A published text becomes rules: Outfall reads it, an attorney looks at each fact, and two "
        "people sign.",
        (
            Shot(
                "draft",
                "The text on the left, what was read of it on the right. One fact was corrected, "
                "one was missed by the reader and added by the attorney.",
                _facts,
                "attorney",
            ),
            Shot(
                "draft-add",
                "A rule that is missing: what it would mean, and what would come of it, before it "
                "is added.",
                _missing,
                "attorney",
            ),
            Shot(
                "draft-proposed",
                "What a program of the town's own proposes. It counts for nothing before the "
                "attorney has looked at it.",
                _proposed,
                "attorney",
            ),
            Shot(
                "draft-questions",
                "What the text leaves open, each answer with what it changes in sample cases.",
                _questions,
                "attorney",
            ),
            Shot(
                "draft-publish",
                "What stands in the way of the first signature.",
                _publish,
                "attorney",
            ),
        ),
    ),
    "Reports": (
        "Counted from the record. Each figure opens the cases behind it.",
        (
            Shot(
                "report",
                "Enforcement actions by type, as the annual report of an MS4 asks for them.",
                at("reports/enforcement/"),
            ),
            Shot(
                "several",
                "Several towns beside each other, as a county's reader sees them: figures, and no "
                "case. Each town is counted within its own scope.",
                _several,
                whole=True,
            ),
            Shot(
                "record",
                "The record of the town, and how anybody verifies it without a network.",
                at("record/"),
                "records_officer",
            ),
        ),
    ),
    "Settings": (
        "What the town sets for itself, without a developer; each change is on record.",
        (
            Shot("settings", "All settings.", at("settings/"), "administrator"),
            Shot(
                "people",
                "Who works here, and in which roles.",
                at("settings/people/"),
                "administrator",
            ),
        ),
    ),
    "On a phone": (
        "The same pages, at 390 pixels.",
        (
            Shot("phone-today", "Today.", at(""), "inspector", width=PHONE),
            Shot("phone-case", "A case.", case("150 Example Lane"), "inspector", width=PHONE),
            Shot(
                "phone-intake",
                "A case that may be the same, at intake.",
                _intake_phone,
                "inspector",
                width=PHONE,
            ),
        ),
    ),
}
SHOTS = tuple(shot for _, shots in GALLERY.values() for shot in shots)

HEAD = """\
# The office in pictures

The town's case work on screen, from the first report to the release of the lien. The pictures
show the two invented towns that `make demo` serves, on Monday, June 15, 2026. People, firms and
places are invented. This page and its pictures are made by `make screenshots`.

[The first day in the office](tutorial/3-first-day-in-the-office.md) walks through these pages;
[who may do what](reference/permissions.md) is one table.
"""


def page() -> str:
    """The text of docs/office.md."""
    parts = [HEAD]
    for heading, (says, shots) in GALLERY.items():
        parts.append(f"## {heading}\n\n{says}\n")
        parts += [f"![{shot.says}](office/{shot.name}.png)\n\n{shot.says}\n" for shot in shots]
    return "\n".join(parts)


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
    chance = random.Random(SEED)
    clock.now = timezone.now = lambda: NOW
    uuid.uuid4 = lambda: uuid.UUID(int=chance.getrandbits(128), version=4)
    office_django.set_up()
    office_django.migrate()
    (home / "static").mkdir(exist_ok=True)
    from outfall.web.demo import load, script  # noqa: PLC0415 - these need Django set up
    from outfall.web.wsgi import application  # noqa: PLC0415

    towns = {one.town.slug: one for one in load.load()}
    numbers = {
        slug: {case.address: case.number for case in one.cases.values()}
        for slug, one in towns.items()
    }
    domains = {slug: str(script.town(slug)["domain"]) for slug in towns}
    with make_server("127.0.0.1", 0, application, _Server, _Quiet) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Office(f"http://127.0.0.1:{server.server_port}", numbers, domains, load.PASSWORD)
        server.shutdown()


# The pictures


def taken(
    office: Office, browser: Browser, shots: tuple[Shot, ...]
) -> Iterator[tuple[Shot, bytes]]:
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
        desk = Desk(page, office.at, shot.town, office.numbers[shot.town], domain, office.password)
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
    if shots == SHOTS and args.into == PICTURES:
        wanted = {f"{shot.name}.png" for shot in SHOTS}
        for file in PICTURES.glob("*.png"):
            if file.name not in wanted:
                file.unlink()
        PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
