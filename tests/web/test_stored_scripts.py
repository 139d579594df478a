"""What is typed to run never does: each text field, each page that shows it, each file that leaves.

Payloads are written through the office's own forms, in turn, so that every field holds many of
them; then a real browser goes through every page. What was typed is there, letter for letter.
"""

from __future__ import annotations

import csv
import io
import json
import re
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import cycle
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

import icalendar
import pytest
from django.forms import Form
from django.template import Context, Engine
from django.template.loader import render_to_string
from django.test import Client
from django.utils.html import format_html
from playwright.sync_api import Browser, Dialog, Page
from pypdf import PdfReader
from pytest_django import DjangoDbBlocker
from tests.web.cast import Cast, found_town
from tests.web.drafted import TEXT, bench
from tests.web.everywhere import cookies
from tests.web.ground import pages
from tests.web.ground.databases import Database, Maker, Step
from tests.web.ground.servers import Office, serving
from tests.web.ground.stub import POLICY, page_of, site
from tests.web.made_files import PDF, picture, sent
from tests.web.paperwork import filled, text_of
from tests.web.payloads import LETTERS, MARKUP, PAYLOADS, SCRIPTS, one_line

from outfall.papers.unseen import hidden
from outfall.web.casework import recording
from outfall.web.casework.agenda import AGENDA
from outfall.web.casework.checklists import checklists, shipped
from outfall.web.casework.forms import AS_TYPED
from outfall.web.casework.models import Case, Entry, Layer, Proposal, StoredFile
from outfall.web.casework.recording import New
from outfall.web.drafts.models import Draft, Trial
from outfall.web.screens.reports import REPORTS
from outfall.web.towns.adopted import setting
from outfall.web.towns.models import Membership, Town

TOWN = "example"
TOWN_NAME = f"Town of {SCRIPTS[7]}"
DAY = "2026-06-15"
CASES = 12
# Letters that are invisible and change what is read: no form takes them.
HIDDEN = [text for text in PAYLOADS if hidden(text)]
TAKEN = [text for text in PAYLOADS if text not in HIDDEN]
# What the fonts that ship can print; of any other letter a paper says that it lacks a font.
PRINTED = [text for text in PAYLOADS if text not in LETTERS]
# What would run or lead away, wherever it stands in a page: none is anybody's but the office's own.
LIVE = """() => {
  const bad = [];
  for (const each of document.querySelectorAll('*')) {
    for (const {name, value} of each.attributes) {
      if (/^on|^hx-on|^srcdoc$/i.test(name)) bad.push(`${each.localName} ${name}`);
      const leads = /^(href|src|action|formaction|data|xlink:href|hx-get|hx-post|poster)$/i;
      if (leads.test(name) && (/^\\s*(javascript|vbscript):/i.test(value)
          || (/^\\s*data:/i.test(value) && each.localName !== 'img')
          || /elsewhere/.test(new URL(value, document.baseURI).host)))
        bad.push(`${each.localName} ${name}=${value}`);
    }
    if (each.localName === 'script' && !each.getAttribute('src')?.startsWith('/static/')
        && each.type !== 'application/json') bad.push(each.outerHTML.slice(0, 90));
    if (/^(iframe|object|embed|base|style|marquee|math|video)$/.test(each.localName))
      bad.push(each.localName);
  }
  if (document.querySelector('meta[http-equiv]')) bad.push('meta');
  return {bad, ran: typeof window.__pwned, text: document.documentElement.textContent,
    values: [...document.querySelectorAll('input, textarea')].map(each => each.value)};
}"""


@dataclass
class Writer:
    """Somebody who fills every field with what should not run."""

    cast: Cast
    turn: Iterator[str] = field(default_factory=lambda: cycle(TAKEN))
    typed: dict[str, list[str]] = field(default_factory=dict)

    def next(self, name: str, longest: int = 200, without: str = "") -> str:
        """The next payload that fits a field; which field got what is kept in ``typed``."""
        for text in self.turn:
            if len(text) <= longest and not any(each in text for each in without):
                self.typed.setdefault(name, []).append(text)
                return text
        raise AssertionError

    def send(self, path: str, by: str = "supervisor", **form: Any) -> Any:
        """Send a form; it must be taken, at the second time where it warns of a letter."""
        form = {"key": str(uuid.uuid4()), "based_on": "", **form}
        client, at = self.cast.client(by), f"/{TOWN}/{path}"
        answer = client.post(at, form)
        if answer.status_code == 422 and AS_TYPED in answer.context["form"].data:
            answer = client.post(at, {**form, AS_TYPED: answer.context["form"].data[AS_TYPED]})
        if answer.status_code != 302:
            form_of = answer.context and answer.context.get("form")
            raise AssertionError((path, answer.status_code, form_of and form_of.errors))
        return answer

    def intake(self, n: int) -> str:
        """A case, opened by the form."""
        answer = self.send(
            "cases/new/",
            source="inspection",
            date=DAY,
            kind="discharge",
            other="1",
            latitude=f"43.{2000 + n}",
            longitude=f"-77.{4000 + n}",
            nature="\n".join(PRINTED) if n == 0 else self.next("nature"),
            address=self.next("address"),
            parcel=self.next("parcel", 60),
            description=self.next("description"),
            severity=self.next("severity"),
            reporter_name=self.next("reporter"),
            reporter_contact=self.next("reporter's contact"),
            owner_name=self.next("owner"),
            owner_address=self.next("owner's address"),
        )
        number = str(answer["Location"]).rstrip("/").rpartition("/")[2]
        return f"cases/{number}"

    def case(self, n: int) -> None:
        """A case with everything that a person can say about it."""
        at = self.intake(n)
        self.send(f"{at}/notes/", text="\n".join(TAKEN) if n == 0 else self.next("note"))
        person = {"role": "beneficial_user", "share": "1", "phone": self.next("phone", 40)}
        party = {"name": self.next("party"), "address": self.next("party's address")}
        self.send(f"{at}/people/", **person, **party, note=self.next("party's note"))
        self.send(f"{at}/assign/", note=self.next("a word"), person=self._id("inspector"))
        self.send(
            f"{at}/history/",
            offense_on_0="2025-01-02",
            convicted_on_0="2025-03-03",
            note_0=self.next("history"),
        )
        seen = {"date": DAY, "finding": "continuing", "note": self.next("inspection")}
        self.send(f"{at}/acts/inspected/", save="1", **seen)
        name = f"{self.next('file name', without='/')}.pdf"
        self.send(f"{at}/files/", files=sent(PDF, name), files_new=self.next("file"))
        photo = sent(picture(size=(64 + n, 48)), "photo.jpg")
        self.send(f"{at}/files/", files=photo, files_new=self.next("photo"))

    def rich(self, at: str) -> None:
        """What one case has besides: a checklist, hearings, a proposal, a void entry, a paper."""
        listed = next(each for each in shipped() if each.id == "outfall_screening")
        form: dict[str, Any] = {"date": DAY, "time": "09:40", "says": self.next("checklist")}
        for item in listed.items:
            form[f"a_{item.id}"] = item.fails[0] if item.fails else self.next("answer", 300)
            if item.answers and not item.fails:
                form[f"a_{item.id}"] = item.answers[0]
            form[f"n_{item.id}"] = self.next("checklist note")
        sample = listed.samples[0]
        form |= {f"s_{sample.id}_{part}": text for part, text in _sample(sample, self).items()}
        self.send(f"{at}/checklists/{listed.id}/", **form)
        self.send(f"{at}/acts/cost_recorded/", save="1", date=DAY, kind="abatement", amount="90")
        for _ in range(2):
            why = {"why": self.next("reason"), "part": "cost", "amount": "1.00", "date": DAY}
            self.send(f"{at}/acts/reduced/", "finance", save="1", **why)
            self.send(f"{at}/notes/", text="in between")
        with self.cast.scope():
            back = Proposal.objects.earliest("pk")
        self.send(f"{at}/proposals/{back.pk}/", "attorney", back="1", why=self.next("sent back"))
        with self.cast.scope():
            seen = Entry.objects.filter(kind="inspected").earliest("pk")
        self.send(
            f"{at}/entries/e{seen.case_n}/void/", save="1", date=DAY, why=self.next("voiding")
        )
        self.paper(at)

    def paper(self, at: str) -> None:
        """A notice whose every word is somebody's own."""
        client = self.cast.client("supervisor")
        address = f"/{TOWN}/{at}/papers/notice_of_violation/"
        page = client.get(address)
        assert page.status_code == 200
        own: dict[str, Any] = {"comply_by": "2026-07-20", "paper__by": "certified_mail"}
        own["requires"] = "\n".join(PRINTED)
        for name in page.context["form"].fields:
            if name in ("paper__remedy", "paper__findings", "paper__says", "paper__signer"):
                own[name] = self.next(name)
        answer = client.post(address, filled(page, **own, issue="1"))
        assert answer.status_code == 302, answer.context["form"].errors

    def settings(self) -> None:
        """What the town says of itself."""
        names: tuple[str, ...] = (
            "department",
            "signer__name",
            "signer__title",
            "phone",
            "email",
            "web",
            "hours",
        )
        names += ("county", "state", "address", "appeals__name", "appeals__address")
        names += ("appeals__how", "payments__to", "payments__address", "payments__how")
        form: dict[str, Any] = {name: self.next("letterhead") for name in names}
        form |= {"email": "office@example.gov", "languages": ["en"], "why": self.next("why")}
        self.send("settings/letterhead/", "administrator", **form)
        rooms = [text for text in TAKEN if len(text) <= 60 and one_line(text) == text]
        self.typed["room"] = rooms
        self.send("settings/rooms/", "administrator", rooms="\n".join(rooms), officers=rooms[0])
        lists = {"title": self.next("list"), "kind": "discharge", "questions": _questions(self)}
        self.send("settings/checklists/?new", "administrator", **lists)
        person = {"name": self.next("person", 120), "email": "new@example.com", "since": DAY}
        self.send("settings/people/", "administrator", **person, roles=["inspector"])
        said = {"name": self.next("layer", 80), "sort": "outfalls"}
        properties = {self.next("property"): self.next("value"), "name": self.next("feature")}
        at = {"type": "Point", "coordinates": [-77.45, 43.21]}
        feature = {"type": "Feature", "geometry": at, "properties": properties}
        data = json.dumps({"type": "FeatureCollection", "features": [feature]}).encode()
        self.send("map/layers/", "administrator", file=sent(data, "a.geojson"), **said)
        words = "settings/words/?language=en&group=papers.maintenance_notice"
        page = self.cast.client("attorney").get(f"/{TOWN}/{words}")
        keys = [name for name in page.context["form"].fields if name.startswith("w.")]
        own = {name: self.next("words", without="{}") for name in keys}
        self.send(words, "attorney", **own)

    def draft(self) -> None:
        """A text whose every paragraph is somebody's own, a fact and a question with a note, and a
        case file that the draft is tried on."""
        lines = "\n\n".join(one_line(text) for text in PAYLOADS)
        named = {"title": self.next("draft"), "origin": self.next("origin"), "state": "NY"}
        at = str(self.send("ordinance/drafts/", text=f"{TEXT}\n{lines}", **named)["Location"])
        at = at.removeprefix(f"/{TOWN}/")
        fact = {"what": "appeal_window", "value": "9", "unit": "days", "anchor": "date_of_notice"}
        more = {"condition": SCRIPTS[0], "note": self.next("fact's note")}
        self.send(f"{at}facts/5/", **fact, **more)
        own = {"save": "1", "words": "", "condition": SCRIPTS[0]}
        self.send(f"{at}paragraphs/10/add/?what=lien", **own, note=self.next("added fact's note"))
        row = {"kind": "remedy", "what": "injunction", "cite": "9-2/p1", "quote": "The Board shall"}
        file = sent(json.dumps([row, {"kind": SCRIPTS[0]}]).encode(), f"{MARKUP[13]}.json")
        self.send(f"{at}proposed/", file=file)
        with self.cast.scope():
            asked = bench(self.cast, Draft.objects.get()).questions
            keys = {bool(one.question.choices): one.key for one in asked}
        given = {"question": keys[False], "seen": "0", "choice": "settled"}
        self.send(f"{at}questions/", **given, note=self.next("question's note"))
        case = {"case": "TEST-1", "ordinance": "x", "events": []}
        file = sent(json.dumps(case).encode(), f"{MARKUP[14]}.yaml")
        self.send(f"{at}cases/", file=file)

    def _id(self, role: str) -> str:
        return str(self.cast.people[role].pk)


def _sample(sample: Any, writer: Writer) -> dict[str, str]:
    return {"value": "7", "unit": sample.units[0], "method": writer.next("method", 120)}


def _questions(writer: Writer) -> str:
    """A checklist of the town's own; its signs at the beginning of a line are its own as well."""
    asks = [writer.next("question", without="|#!?") for _ in range(6)]
    return "\n".join(["# " + writer.next("section", without="|"), *asks])


def _text(answer: Any) -> str:
    text: str = answer.content.decode()
    return text


def fill_everything() -> None:
    """A town in which nothing was typed in good faith."""
    writer = Writer(found_town(TOWN, "webster-ny", TOWN_NAME))
    for role in set(writer.cast.people) - {"supervisor", "auditor"}:
        with writer.cast.scope():
            Membership.objects.create(
                person=writer.cast.people["supervisor"], role=role, since="2020-01-01",
                town=writer.cast.town,
            )  # fmt: skip
    for n in range(CASES):
        writer.case(n)
    with writer.cast.scope():
        first = Case.objects.earliest("pk")
    writer.rich(f"cases/{first.number}")
    writer.settings()
    writer.draft()
    where = f"Room 1\r\nBEGIN:VALARM\r\n{MARKUP[0]}"
    with writer.cast.scope():
        last = Case.objects.latest("pk")
    told = {"date": DAY, "event": "hearing_set", "held_on": "2026-06-20T19:00", "where": where}
    with writer.cast.scope():
        actor, key = writer.cast.actor(), str(uuid.uuid4())
        recording.record(last, [New("hearing_set", told)], actor, key=key, lenient=True)
    TYPED.update(writer.typed)


ADDING = ("facts/LAST/", "proposed/", f"paragraphs/10/add/?what=lien&words={quote(SCRIPTS[0])}")
TYPED: dict[str, list[str]] = {}
SEED: tuple[Step, ...] = (fill_everything,)


@dataclass
class Scene:
    """The office in which all of it was written."""

    database: Database
    office: Office
    browser: Browser
    first: str
    numbers: list[str]

    def addresses(self) -> Iterator[str]:
        """Every page that shows what somebody typed."""
        yield from ("", "cases/", "cases/new/", "hearings/", "map/", "map/layers/", "record/")
        yield from (
            "proposals/",
            "money/",
            "money/payments/",
            "reports/",
            "ordinance/",
            "settings/",
        )
        yield from (f"today/{name}/" for name in AGENDA)
        yield from (f"reports/{name}/" for name in REPORTS)
        for name in ("people", "letterhead", "rooms", "checklists", "words", "approvals", "feeds"):
            yield f"settings/{name}/"
        yield "settings/words/?language=en&group=papers.maintenance_notice"
        yield "search/?q=pwned"
        yield f"search/?q={quote(MARKUP[5])}"
        yield f"cases/?q={quote(MARKUP[5])}"
        yield from (f"cases/{number}/" for number in self.numbers)
        at = f"cases/{self.first}/"
        for part in (
            "people",
            "place",
            "notes",
            "assign",
            "history",
            "files",
            "checklists",
            "money",
        ):
            yield f"{at}{part}/"
        yield from (
            f"{at}papers/new/",
            f"{at}payoff/",
            f"{at}packet/?on={DAY}&language=en",
            f"{at}?all",
        )
        yield f"{at}acts/inspected/?note={quote(MARKUP[5])}"
        yield f"{at}acts/notice_issued/"
        yield f"{at}papers/stop_work_order/"
        for row in Entry.objects.filter(case__number=self.first):
            yield f"{at}entries/{row.case_n}/"
        for file in StoredFile.objects.filter(case__number=self.first):
            yield f"{at}{'papers' if file.kind == 'paper' else 'files'}/{file.pk}/"
        for proposal in Proposal.objects.all():
            yield f"{at}proposals/{proposal.pk}/"
        listed = Entry.objects.get(case__number=self.first, kind="office.checklist")
        yield f"{at}checklists/done/{listed.case_n}/"
        own = next(iter(set(checklists(setting("checklists"))) - {one.id for one in shipped()}))
        yield f"{at}checklists/{own}/"
        yield f"map/layers/{Layer.objects.get().pk}/"
        new = Membership.objects.get(person__email="new@example.com").person
        yield f"settings/people/{new.pk}/"
        yield from self.drafts()
        yield f"{at}people/?party={quote(self.party(), safe='')}"
        yield f"{at}people/?leave={quote(self.party(), safe='')}"

    def drafts(self) -> Iterator[str]:
        """The pages of the draft, and those that name it."""
        draft, trial = Draft.objects.get(), Trial.objects.get()
        for part in (
            "",
            "questions/",
            "cases/",
            "publish/",
            "facts/5/",
            "?waiting",
            "?page=2",
            *ADDING,
        ):
            last = str(len(draft.facts))
            yield f"ordinance/drafts/{draft.pk}/{part.replace('LAST', last)}"
        yield f"ordinance/drafts/{draft.pk}/cases/own-{trial.pk}/"
        yield from ("ordinance/drafts/", f"ordinance/compare/?b=draft-{draft.pk}")

    def party(self) -> str:
        """The id of a party that was entered by its form."""
        row = Entry.objects.filter(case__number=self.first, kind="office.party").earliest("pk")
        found: str = json.loads(row.content)["body"]["party"]["id"]
        return found


@pytest.fixture(scope="module")
def scene(
    databases: Maker, browser: Browser, django_db_blocker: DjangoDbBlocker
) -> Iterator[Scene]:
    with (
        django_db_blocker.unblock(),
        databases.fresh(SEED) as database,
        serving(database) as office,
        database.here(),
    ):
        town = Town.objects.get(slug=TOWN)
        with Cast(town).scope():
            numbers = [*Case.objects.order_by("pk").values_list("number", flat=True)]
            yield Scene(database, office, browser, numbers[0], numbers)


@dataclass
class Look:
    """A page on which nothing may happen, and what happened."""

    page: Page
    watch: pages.Watch
    seen: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)

    def dialog(self, dialog: Dialog) -> None:
        """Nobody asks anything in a dialog."""
        self.faults.append(f"a dialog: {dialog.message}")
        dialog.dismiss()

    def at(self, url: str) -> None:
        """Go there, and see what the page became."""
        answer = self.page.goto(url)
        if answer is None or answer.status != 200:
            said = self.page.locator("main").inner_text()[-900:]
            self.faults.append(f"{url}: {answer and answer.status}: {said}")
        self.judge(url)

    def judge(self, where: str) -> None:
        """Whether anything ran, would run, or leads away; and remember what can be read."""
        found = self.page.evaluate(LIVE)
        self.seen.update([one_line(found["text"]), *map(one_line, found["values"])])
        told = [*found["bad"], *self.watch.faults]
        if found["ran"] != "undefined":
            told.append("it ran")
        self.faults += [f"{where}: {each}" for each in told]
        self.watch.faults.clear()


@pytest.fixture
def look(scene: Scene) -> Iterator[Look]:
    watch = pages.Watch()
    person = Membership.objects.filter(role="finance").latest("pk").person
    signed_in = cookies(person, scene.office.url)
    with pages.visiting(scene.browser, watch) as page:
        page.context.add_cookies(signed_in)  # type: ignore[arg-type]
        one = Look(page, watch)
        page.on("dialog", one.dialog)
        yield one


def test_nothing_runs_on_any_page_and_all_can_be_read(scene: Scene, look: Look) -> None:
    for address in scene.addresses():
        look.at(scene.office.at(f"/{TOWN}/{address}"))
    assert not look.faults, "\n".join(look.faults)
    whole = "\n".join(look.seen)
    missing = [
        (name, text)
        for name, texts in TYPED.items()
        for text in texts
        if name not in NOT_SHOWN and one_line(text) not in whole
    ]
    assert missing == []
    assert len(PAYLOADS) > 40


# Kept as another text than was typed, or shown where this walk does not come.
NOT_SHOWN = {"file name"}


def test_nothing_runs_where_the_map_opens_what_it_shows(scene: Scene, look: Look) -> None:
    look.at(scene.office.at(f"/{TOWN}/map/"))
    look.page.wait_for_selector("[data-ready]")
    spots = look.page.locator("button[data-spot]")
    assert spots.count() >= CASES
    for n in range(spots.count()):
        spots.nth(n).click()
        look.judge(f"spot {n}")
    assert look.faults == []


def test_nothing_runs_when_somebody_touches_everything(scene: Scene, look: Look) -> None:
    """The events that a handler would wait for: the pointer, the focus, a press, a toggle."""
    for address in (f"cases/{scene.first}/", f"cases/{scene.first}/people/", "cases/"):
        look.at(scene.office.at(f"/{TOWN}/{address}"))
        look.page.evaluate(
            "() => { for (const each of document.querySelectorAll('main *'))"
            " for (const name of ['pointerover', 'mouseover', 'focus', 'toggle', 'load', 'error'])"
            " each.dispatchEvent(new Event(name)); }"
        )
        look.judge(address)
    assert look.faults == []


@pytest.mark.parametrize("text", HIDDEN, ids=ascii)
def test_letters_that_nobody_sees_are_not_taken_in(scene: Scene, text: str) -> None:
    at = f"/{TOWN}/cases/{scene.first}"
    for address, name in ((f"{at}/notes/", "text"), (f"{at}/people/", "name")):
        form = {"key": str(uuid.uuid4()), "role": "owner", name: text}
        answer = client_of(scene).post(address, form)
        assert answer.status_code == 422
        assert f"This holds {hidden(text)}" in answer.context["form"].errors[name][0]


def test_a_link_in_a_refusal_is_a_link() -> None:
    """What a paper lacks is told with the way to where it is entered, and its words are text."""
    form = Form({})
    form.is_valid()
    way = format_html('{} <a href="{}">{}</a>', MARKUP[0], "/on/2026-06-15/", "Enter it")
    form.add_error(None, way)
    shown = render_to_string("parts/form_errors.html", {"form": form})
    assert '<a href="/on/2026-06-15/">Enter it</a>' in shown
    assert "&lt;script&gt;" in shown


# Files and feeds


def client_of(scene: Scene) -> Any:
    """A browser of somebody who may do everything, in this process."""
    client = Client()
    person = Membership.objects.filter(role="finance").latest("pk").person
    client.force_login(person, "django.contrib.auth.backends.ModelBackend")
    return client


def test_a_table_holds_the_text_and_computes_nothing(scene: Scene) -> None:
    answer = client_of(scene).get(f"/{TOWN}/cases/export.csv")
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    cells = [cell for row in rows[1:] for cell in row]
    assert len(rows) == CASES + 1
    for text in TYPED["address"] + TYPED["owner"]:
        assert any(one_line(cell).lstrip("'") == one_line(text).lstrip("'") for cell in cells), text
    risky = [c for c in cells if c.lstrip()[:1] in ("=", "@", "+") or re.match(r"\s*-\D", c)]
    assert risky == []


def test_a_picture_of_the_case_holds_no_script(scene: Scene) -> None:
    for number in scene.numbers:
        content = client_of(scene).get(f"/{TOWN}/cases/{number}/timeline.svg").content
        tags = {
            element.tag.rpartition("}")[2] for element in ElementTree.fromstring(content).iter()
        }
        assert not tags & {"script", "foreignObject", "a", "image", "use", "animate", "iframe"}


def test_places_leave_as_plain_text(scene: Scene) -> None:
    found = json.loads(client_of(scene).get(f"/{TOWN}/map/cases.geojson").content)
    said = {feature["properties"]["address"] for feature in found["features"]}
    assert said == {one.strip() for one in TYPED["address"]}
    layer = Layer.objects.get()
    answer = client_of(scene).get(f"/{TOWN}/map/layers/{layer.pk}.geojson")
    (feature,) = json.loads(answer.content)["features"]
    assert set(TYPED["value"]) <= set(feature["properties"].values())
    assert answer.headers["Content-Type"] == "application/geo+json"


def test_a_paper_says_what_was_typed_and_does_nothing(scene: Scene) -> None:
    paper = StoredFile.objects.get(kind="paper")
    answer = client_of(scene).get(f"/{TOWN}/cases/{scene.first}/papers/{paper.pk}/paper.pdf")
    reader = PdfReader(io.BytesIO(answer.content))
    for word in (b"/JavaScript", b"/JS", b"/Launch", b"/OpenAction"):
        assert word not in answer.content, word
    links = [
        str(note.get_object().get("/A", {}).get("/URI", ""))
        for page in reader.pages
        for note in page.get("/Annots", [])
    ]
    assert not any("elsewhere" in link or "javascript" in link for link in links)
    said = re.sub(r"[\s\u00ad-]", "", text_of(answer.content))
    left = [text for text in PRINTED if re.sub(r"[\s-]", "", text) not in said]
    assert left == []
    assert "root:" not in said


def test_a_calendar_takes_no_line_of_its_own_from_a_text(scene: Scene) -> None:
    for address in ("hearings.ics", f"hearings-{Town.objects.get(slug=TOWN).feed_key}.ics"):
        content = client_of(scene).get(f"/{TOWN}/{address}").content
        calendar = icalendar.Calendar.from_ical(content)
        (event,) = calendar.walk("VEVENT")
        assert not calendar.walk("VALARM")
        assert "BEGIN:VALARM" in str(event["LOCATION"])
        assert MARKUP[0] in str(event["LOCATION"])


# What comes back from an address at once


class Tags(HTMLParser):
    """The tags of a page, with their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, tuple[str, ...]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep it; an address counts without what it asks for."""
        self.found.append((tag, tuple(sorted(name for name, _ in attrs))))


def tags(answer: Any) -> list[tuple[str, tuple[str, ...]]]:
    """The tags of a page in their order."""
    reader = Tags()
    reader.feed(_text(answer))
    return reader.found


@pytest.mark.parametrize(
    "address",
    [
        "search/?q={}",
        "cases/?q={}",
        "cases/?stage={}",
        "cases/new/?nature={}",
        "hearings/?view={}",
        "today/due/?whose={}",
        "cases/{{}}/acts/inspected/?note={}",
        "reports/enforcement/?from={}",
        "map/?q={}",
        "ordinance/compare/?b={}",
    ],
)
def test_an_address_brings_no_tag_into_its_page(scene: Scene, address: str) -> None:
    client, at = client_of(scene), f"/{TOWN}/{address}".replace("{{}}", scene.first)
    plain = set(tags(client.get(at.format("nothingisfound"))))
    for text in PAYLOADS[::3]:
        answer = client.get(at.format(quote(text, safe="")))
        assert answer.status_code in (200, 422), text
        for tag, names in tags(answer):
            assert not any(name.startswith(("on", "hx-on")) for name in names), text
            assert tag not in ("iframe", "object", "embed", "base", "style", "math"), text
        scripts = [one for one in tags(answer) if one[0] == "script"]
        assert set(scripts) <= plain, text


# Controls: the same texts run where nothing guards


@pytest.fixture
def shown(browser: Browser) -> Callable[[str, str], tuple[bool, list[str]]]:
    """Whether a text ran, and what the browser said, on a page with it under a policy."""

    def show(body: str, policy: str) -> tuple[bool, list[str]]:
        watch = pages.Watch()
        with site({"/page": page_of(body)}, policy) as address:
            context = browser.new_context()
            context.on("page", watch.listen)
            page = context.new_page()
            page.on("dialog", lambda dialog: dialog.dismiss())
            page.goto(f"{address}/page")
            page.wait_for_timeout(100)
            ran = bool(page.evaluate("window.__pwned === 1"))
            context.close()
        return ran, watch.faults

    return show


LAX = "default-src * 'unsafe-inline' data:"
Show = Callable[[str, str], tuple[bool, list[str]]]


def written(text: str, escaped: bool) -> str:
    """A text in a page of the test's own."""
    how = "on" if escaped else "off"
    page = "{% autoescape " + how + " %}<p>{{ words }}</p>{% endautoescape %}"
    return Engine().from_string(page).render(Context({"words": text}))


RUNNING = [SCRIPTS[0], SCRIPTS[5], MARKUP[14], "<svg onload=window.__pwned=1>"]


@pytest.mark.parametrize("text", RUNNING)
def test_unescaped_and_without_a_policy_it_runs(shown: Show, text: str) -> None:
    assert shown(written(text, escaped=False), LAX)[0]


@pytest.mark.parametrize("text", RUNNING)
def test_escaping_alone_keeps_it_from_running(shown: Show, text: str) -> None:
    assert shown(written(text, escaped=True), LAX) == (False, [])


@pytest.mark.parametrize("text", RUNNING)
def test_the_policy_alone_keeps_it_from_running(shown: Show, text: str) -> None:
    ran, said = shown(written(text, escaped=False), POLICY)
    assert not ran
    assert any("against the policy" in each for each in said)
