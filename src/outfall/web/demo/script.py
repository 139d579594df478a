"""The invented towns and cases, read from their files, with every day counted from today.

Nothing here touches a database: a test reads the cases as of any day and asks the law about them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from importlib.resources import files
from typing import Any

import yaml

from outfall.files.case_file import read_case
from outfall.files.text import Document
from outfall.law.assess import assess
from outfall.law.events import EVENTS
from outfall.law.ordinance import Ordinance
from outfall.web.casework import kinds

TOWNS = ("town-of-example", "city-of-example")
DRAFTS = TOWNS[0]
"""The town whose attorney is in the middle of a draft."""
DAYS = frozenset(
    {"comply_by", "received_on", "postmarked_on", "held_on", "until", "first_due"}
    | {"offense_on", "convicted_on", "discovered_on", "recorded_on"}
)
"""Fields of an entry that hold a day."""
SHIFT_STARTS, MINUTES_APART = time(8, 30), 7
STREET_ENDS = 200
"""The house number at which a street ends."""


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of a case as it will be recorded: its local hour, its kind, its body, by whom."""

    at: datetime
    kind: str
    body: dict[str, Any]
    by: str = ""
    photo: str = ""
    pay_all: bool = False


@dataclass(frozen=True, slots=True)
class Story:
    """An invented case: what it is an example of, how it was opened, and what happened since."""

    shows: str
    opened: dict[str, Any]
    at: datetime
    lines: tuple[Line, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Calendar:
    """Days counted from today: past ones move back to a working day, days ahead move on to one."""

    today: date

    def day(self, told: int | str) -> date:
        """The day of ``-20`` or of ``-20 09:15``.

        >>> Calendar(date(2026, 6, 15)).day(-1), Calendar(date(2026, 6, 15)).day("5 18:30")
        (datetime.date(2026, 6, 12), datetime.date(2026, 6, 22))
        """
        offset = int(str(told).split()[0])
        found = self.today + timedelta(days=offset)
        step = timedelta(days=1 if offset > 0 else -1)
        while offset and found.weekday() > 4:
            found += step
        return found

    def written(self, told: int | str) -> str:
        """The day as a case file has it, with its hour where one is told."""
        hour = str(told).partition(" ")[2]
        return self.day(told).isoformat() + (f"T{hour}" if hour else "")


def town(slug: str) -> Mapping[str, Any]:
    """All that the file of a town says."""
    return _read(slug)


@lru_cache(maxsize=4)
def _read(slug: str) -> Mapping[str, Any]:
    text = files("outfall.web.demo").joinpath(f"{slug}.yaml").read_text(encoding="utf-8")
    found: Mapping[str, Any] = yaml.safe_load(text)
    return found


def stories(slug: str, today: date) -> list[Story]:
    """The cases of a town as of a day, each with its entries in order."""
    calendar, found = Calendar(today), _read(slug)
    return [_story(found, n, told, calendar) for n, told in enumerate(found["cases"], start=1)]


def _story(town: Mapping[str, Any], n: int, told: Mapping[str, Any], calendar: Calendar) -> Story:
    rows = list(told.get("entries", []))
    first = told["day"] if "day" in told else rows[0]["day"]
    start = _instant(calendar, first, n)
    opened: dict[str, Any] = {
        "date": calendar.day(first).isoformat(),
        "place": _place(town, n, told),
        "parties": _parties(town, told),
        **told.get("opened", {"source": "inspection"}),
    }
    if "history" in told:
        history = [{k: calendar.written(v) for k, v in past.items()} for past in told["history"]]
        opened["history"] = history
    places = enumerate(rows, start=3 if "assigned" in told else 2)
    marks = {row["mark"]: f"e{place}" for place, row in places if "mark" in row}
    lines = [_line(row, calendar, n, marks) for row in rows]
    if "assigned" in told:
        lines.insert(0, Line(start, kinds.ASSIGNED, {"date": opened["date"]}, told["assigned"]))
    return Story(told["shows"], opened, start, tuple(_in_order(lines, start)))


def _in_order(lines: list[Line], start: datetime) -> Iterator[Line]:
    """Entries of one day follow one another by some minutes, as somebody types them."""
    last = start
    for line in lines:
        last = max(line.at, last + timedelta(minutes=MINUTES_APART))
        yield replace(line, at=last)


def _line(row: Mapping[str, Any], calendar: Calendar, n: int, marks: Mapping[str, str]) -> Line:
    at, day = _instant(calendar, row["day"], n), calendar.day(row["day"]).isoformat()
    if "photo" in row:
        return Line(at, kinds.FILE, {"date": day}, photo=row["photo"])
    if "note" in row and "event" not in row:
        return Line(at, kinds.NOTE, {"date": day, "text": row["note"]})
    if "hearing" in row:
        body = {"date": day, "entry": marks[row["hearing"]]}
        return Line(at, kinds.HEARING, body | {k: row[k] for k in ("room", "officer")})
    if "event" not in row:
        return Line(at, kinds.PARTY, {"date": day, "party": _plain(row["party"])})
    known = {k: v for k, v in row.items() if k not in ("day", "event", "mark", "all")}
    body = {"date": calendar.written(row["day"]), **{k: _plain(v) for k, v in known.items()}}
    body |= {k: calendar.written(row[k]) for k in DAYS & row.keys()}
    if row["event"] == "voided":
        body["entry"] = marks[row["entry"]]
    return Line(at, row["event"], body, pay_all=bool(row.get("all")))


def _plain(value: Any) -> Any:
    """A value of the file as the record keeps it: a share is text."""
    if isinstance(value, dict):
        return {k: str(v) if k == "share" else _plain(v) for k, v in value.items()}
    return value


def _instant(calendar: Calendar, told: int | str, n: int) -> datetime:
    """The local hour at which it was typed in; cases of one day are some minutes apart."""
    hour = str(told).partition(" ")[2]
    start = time.fromisoformat(hour) if hour else SHIFT_STARTS
    return datetime.combine(calendar.day(told), start) + timedelta(minutes=n)


def _place(town: Mapping[str, Any], n: int, told: Mapping[str, Any]) -> dict[str, str]:
    number, _, street = told["at"].partition(" ")
    ends = town["streets"][street]
    part = int(number) / STREET_ENDS
    aside = 0.00018 if int(number) % 2 else -0.00018
    found = {
        "address": told["at"],
        "parcel": town["parcels"].format(n=n),
        "latitude": f"{ends[0] + (ends[2] - ends[0]) * part + aside:.6f}",
        "longitude": f"{ends[1] + (ends[3] - ends[1]) * part + aside:.6f}",
    }
    return found | ({"description": told["place"]} if "place" in told else {})


def _parties(town: Mapping[str, Any], told: Mapping[str, Any]) -> list[dict[str, Any]]:
    below = town["office"]["address"].partition("\n")[2]
    found = []
    if "owner" in told:
        address = f"{told['at']}\n{below}"
        found = [{"id": "owner", "role": "owner", "name": told["owner"], "address": address}]
    return found + [_plain(party) for party in told.get("parties", [])]


def law_file(slug: str, story: Story) -> dict[str, Any]:
    """A case as a case file has it, for the law alone: what ``outfall assess`` reads."""
    shown = ("address", "parcel", "description")
    events = [
        {**line.body, "event": line.kind, "id": f"e{n}"}
        for n, line in enumerate(story.lines, start=2)
        if line.kind in EVENTS
    ]
    place = {k: v for k, v in story.opened["place"].items() if k in shown}
    found = {"case": "example", "ordinance": _read(slug)["pack"], "place": place, "events": events}
    if story.opened["parties"]:
        found["parties"] = story.opened["parties"]
    if "history" in story.opened:
        found["history"] = story.opened["history"]
    return found


def settled(law: Ordinance, slug: str, story: Story) -> Story:
    """The same, where somebody pays all that is owed: the amount is what the law makes of it."""
    for n, line in enumerate(story.lines):
        if line.pay_all:
            before = replace(story, lines=story.lines[:n])
            case = read_case(Document(law_file(slug, before)))
            owed = assess(law, case, line.at.date()).account.owed
            body = {**line.body, "amount": f"{owed // 100}.{owed % 100:02}"}
            paid = replace(line, body=body, pay_all=False)
            story = replace(story, lines=(*story.lines[:n], paid, *story.lines[n + 1 :]))
    return story
