"""The hearing packet: a case as a hearing officer needs it, one PDF and one ZIP.

The PDF has an index with page numbers, where the case stands, the timeline as a picture, each paper
with the proof of its service, photographs with their origin, the ledger with the days it counts,
and the paragraphs of the version in force. The ZIP has the same as files, with a manifest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from outfall.files.office import Office
from outfall.law.assess import assess
from outfall.law.case import Case, Event
from outfall.law.data import data as standing_data
from outfall.law.days import counted
from outfall.law.faults import Refused
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Standing
from outfall.papers import make
from outfall.papers.catalog import PAPERS
from outfall.papers.make import Ready, prepare, town_of
from outfall.papers.packet_parts import every_entry, packet_sheet
from outfall.papers.photographs import Photograph, captions, photographs
from outfall.papers.press import Press
from outfall.papers.record import FORMAT, canonical, case_data, digest
from outfall.papers.sheet import Block, table, text
from outfall.papers.speech import Speech, speech
from outfall.papers.unseen import unseen
from outfall.papers.verifying import folded
from outfall.timeline.picture import picture
from outfall.timeline.svg import described, svg

TIMELINE = "timeline.svg"
SHOWN = "packet/timeline.svg"  # where the press has it, away from the names of a town's own files


@dataclass(frozen=True, slots=True)
class Packet:
    """A packet made ready: the PDF's data, and the files that go into the ZIP beside it."""

    data: dict[str, Any]
    record: bytes
    digest: str
    papers: tuple[tuple[str, Ready], ...]
    photos: tuple[Photograph, ...]
    named: dict[str, str]
    timeline: str
    standing: Standing
    untold: tuple[str, ...]


def gather(
    case: Case,
    law: Ordinance,
    office: Office,
    on: date,
    *,
    language: str = "en",
    folder: Path | None = None,
    beside: Path | None = None,
) -> Packet:
    """Everything of a case up to a day.

    ``beside`` is the folder in which the photographs' files are looked for. A paper whose words the
    record has not is left out and told. Raises ``Refused`` where a photograph is missing, is no
    picture, or is too large: all of them at once.
    """
    if hidden := tuple(unseen(case)):
        raise Refused(hidden)
    words = speech(language, folder).of(office.town or law.title)
    named = _file_names(case)
    standing = assess(law, case, on)
    papers, untold = _papers(case, law, office, on, words, folder)
    photos = photographs(case, on, beside, named)
    drawn = picture(case, law, on)
    sheet = packet_sheet(case, law, standing, words)
    head = {
        "format": FORMAT,
        "paper": "packet",
        "language": words.language,
        "draft": not office.address,
        "on": on.isoformat(),
        "ordinance": {"id": law.id, "version": law.version, "digest": law.digest},
        "town": town_of(office, law),
        "sheet": sheet.data(),
        "case": case_data(case),
        "standing": standing_data(standing),
        "papers": [[entry, ready.digest] for entry, ready in papers],
        "photos": [[photo.name, photo.digest] for photo in photos],
    }
    record = canonical(head)
    shown = ("paper", "language", "draft", "on", "ordinance", "town", "sheet")
    view: dict[str, Any] = {name: head[name] for name in shown}
    view |= {
        "case": case.id,
        "day": words.day(on),
        "digest": digest(record),
        "words": words.get("page"),
        "headings": words.get("packet"),
        "mailed": "",
        "to": None,
        "cover": None,
        "served": [
            _served(n, entry, ready, case, on, words) for n, (entry, ready) in enumerate(papers, 1)
        ],
        "untold": list(untold),
        "photos": captions(photos, words),
        "timeline": {"file": SHOWN, "alt": " ".join(described(drawn))[:4000]},
        "events": every_entry(case, on, words),
    }
    return Packet(view, record, digest(record), papers, photos, named, svg(drawn), standing, untold)


def printed(packet: Packet, press: Press) -> bytes:
    """The packet's PDF."""
    press.forget("photos")
    press.put(SHOWN, packet.timeline.encode(), "the timeline")
    for photo in packet.photos:
        press.put(photo.name, photo.content, photo.where)
    return press.pdf(packet.data, packet.record, "packet.typ")


def files_of(
    packet: Packet, pdf: bytes, press: Press, step: Callable[[], object] = lambda: None
) -> list[tuple[str, bytes, str]]:
    """The files of the ZIP: name inside, content, what it is.

    ``step`` is called after each paper.
    """
    found = [
        ("packet.pdf", pdf, "the packet to read and to print"),
        ("record.json", packet.record, "the case, its standing and what the packet says of them"),
        (TIMELINE, packet.timeline.encode(), "the case as one picture"),
    ]
    for entry, ready in packet.papers:
        what = f"{ready.sheet.title} of {ready.subject.on}, as it was issued"
        content = press.pdf(ready.data, ready.record)
        found.append((f"papers/{packet.named[entry]}-{ready.paper}.pdf", content, what))
        step()
    return [*found, *((p.name, p.content, " ".join(p.photo.says.split())) for p in packet.photos)]


def _file_names(case: Case) -> dict[str, str]:
    """Each entry's id as every system can have it in a file's name, and no two of them alike."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for event in case.events:
        name = re.sub(r"[^A-Za-z0-9._-]+", "-", event.id)
        while folded(name) in taken:
            name = f"{name}-{event.place + 1}"
        taken.add(folded(name))
        found[event.id] = name
    return found


def _papers(
    case: Case,
    law: Ordinance,
    office: Office,
    on: date,
    words: Speech,
    folder: Path | None,
) -> tuple[tuple[tuple[str, Ready], ...], tuple[str, ...]]:
    """Each paper on record with its words; and what is said of those without."""
    found: list[tuple[str, Ready]] = []
    untold: list[str] = []
    for entry, paper in _of_record(case, law, on):
        asked = make.Order(paper, on, words.language, entry.id)
        try:
            found.append((entry.id, prepare(asked, case, law, office, folder)))
        except Refused as refused:
            name = words.say(f"papers.{paper}.title")
            why = "; ".join(fault.says.removesuffix(". Enter it here") for fault in refused.faults)
            untold.append(
                words.say(
                    "packet_texts.untold",
                    name=name,
                    day=words.day(entry.on),
                    entry=entry.id,
                    why=why[:1].upper() + why[1:],
                )
            )
    return tuple(found), tuple(untold)


def _of_record(case: Case, law: Ordinance, on: date) -> Iterator[tuple[Event, str]]:
    """The entries of which a paper is made, each with it, in their order."""
    own = {i.id for i in law.instruments}
    for event in counted(case):
        if event.on > on:
            return
        for paper in PAPERS.values():
            if event.name not in paper.events or paper.id == "declaration_of_service":
                continue
            if paper.id == "certificate_of_service" and not dict(event.paper).get("server"):
                continue
            if paper.instrument is None or (
                paper.instrument == event.instrument and paper.instrument in own
            ):
                yield event, paper.id


def _served(
    number: int, entry: str, ready: Ready, case: Case, on: date, words: Speech
) -> dict[str, Any]:
    """A paper as it is shown in the packet, with how it was served."""
    sheet = ready.data["sheet"]
    title = words.say("packet.exhibit", n=number, title=sheet["title"])
    data = {**ready.data, "sheet": {**sheet, "title": title}}
    return {"entry": entry, "data": data, "proof": _proof(entry, case, on, words)}


def services(entry: Event, case: Case, on: date) -> Iterator[Event]:
    """How a paper was served and came back: as the law takes it, a service that names no paper is
    of the last one of its kind that was issued before it."""
    last = ""
    for event in counted(case):
        if event.on > on:
            return
        if event.instrument != entry.instrument:
            continue
        if event.name == "notice_issued":
            last = event.id
        elif event.name in ("served", "service_returned") and (event.notice or last) == entry.id:
            yield event


def _proof(entry: str, case: Case, on: date, words: Speech) -> Block | None:
    issued = next((e for e in case.events if e.id == entry), None)
    if issued is None or issued.name != "notice_issued":
        return None
    lines = []
    for event in services(issued, case, on):
        said = {name: str(value) for name, value in event.paper}
        how = words.name("methods", event.method or "")
        if event.name == "service_returned":
            how = words.say("packet_texts.returned", why=event.reason or "")
        received = words.day(event.received_on) if event.received_on else ""
        who = ", ".join(filter(None, (said.get("server", ""), said.get("tracking", ""))))
        lines.append((event.id, words.day(event.on), how, received, who))
    if not lines:
        return text(words.say("packet_texts.no_proof"))
    heads = [words.say(f"labels.{n}") for n in ("entry", "day", "method", "received_on", "by_whom")]
    return table(heads, lines, [], wide=4)
