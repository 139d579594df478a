"""Making a town's paper and issuing it: the entry, the paper's bytes and their digest at once.

A paper that was issued is frozen. Its bytes lie under their own SHA-256 and are never made again,
however the letterhead, the words or the law change later; so does its record, by which a hearing
packet can show it as it was.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

from django.conf import settings
from django.db import transaction

from outfall.files.office import Office
from outfall.law.events import EVENTS
from outfall.law.faults import Fault, Refused
from outfall.law.standing import Standing
from outfall.papers.make import Order, Ready, prepare
from outfall.papers.press import Press
from outfall.web import clock
from outfall.web.casework import assembling, recording, storing
from outfall.web.casework.kinds import FILE
from outfall.web.casework.models import Case, Entry, Key, StoredFile
from outfall.web.casework.recording import Actor, Done, New
from outfall.web.towns.adopted import every_setting, office_of
from outfall.web.towns.models import Town

PAPER, RECORD = "paper", "record"
_press_lock = Lock()


@dataclass(frozen=True, slots=True)
class Asked:
    """A paper that is asked for, with the entry that it makes.

    ``kind`` is the event to be recorded with it, and ``body`` its fields; or ``FILE``, where the
    paper is made of an entry on record (``of_entry`` of the body) or of the standing of a day.
    """

    paper: str
    kind: str
    body: Mapping[str, Any]
    language: str = "en"

    @property
    def records(self) -> bool:
        """Whether an event is recorded with the paper."""
        return self.kind in EVENTS


@dataclass(frozen=True, slots=True)
class Issued:
    """A paper that was issued: what was recorded, and the file that is kept."""

    done: Done
    file: StoredFile


# Who writes, and with which templates


def papers_folder(town: Town) -> Path | None:
    """The town's own templates, words and seal; None where it has none."""
    found = Path(settings.HOME) / "towns" / town.slug / "papers"
    return found if found.is_dir() else None


def office_for(town: Town, values: dict[str, Any] | None = None) -> Office:
    """Who writes. Raises ``Refused`` where the letterhead names a seal that is not there."""
    office = office_of(town, values)
    if not office.seal:
        return office
    name, folder = Path(office.seal).name, papers_folder(town)
    if folder is None or not (folder / name).is_file():
        says = f"the letterhead names the seal {name}, and there is no such picture"
        raise Refused((Fault("office.seal of the town's file", says, "no-seal"),))
    return replace(office, seal=name)


@lru_cache(maxsize=8)
def _press(folder: Path | None, changed: int) -> Press:
    return Press(folder)


def press_of(town: Town) -> Press:
    """The press with the town's own templates, kept warm until one of them changes."""
    return _press(*papers_as_now(town))


def papers_as_now(town: Town) -> tuple[Path | None, int]:
    """The town's own templates, and the instant of their last change: another one, other papers."""
    folder = papers_folder(town)
    changed = max((f.stat().st_mtime_ns for f in folder.rglob("*")), default=0) if folder else 0
    return folder, changed


def printed(ready: Ready, town: Town) -> bytes:
    """The PDF of a paper; at its foot stands how far the town's record had come.

    So the head of the chain leaves the house with each paper, and a record that was written anew
    behind it is seen by whoever holds one.
    """
    data = {**ready.data, "head": f"{town.length}:{town.head}"} if town.head else ready.data
    with _press_lock:
        return press_of(town).pdf(data, ready.record)


def lacking(text: str, town: Town) -> str:
    """The first letter of a text that no paper of the town can show; nothing where all can be.

    Every font has plain letters, so that those are not asked about.
    """
    if text.isascii():
        return ""
    with _press_lock:
        return press_of(town).lacks(text)


def pictured(ready: Ready, town: Town, ppi: int = 80) -> list[bytes]:
    """The pages of a paper as pictures, to look at on a screen."""
    with _press_lock:
        return press_of(town).pictures(ready.data, ready.record, ppi=ppi)


# From what is asked to a paper


def made(
    case: Case, asked: Asked, town: Town, *, draft: bool = False, strict: bool = True
) -> Ready:
    """The paper as it would be issued now; with ``draft``, marked as one.

    Raises ``Refused`` with everything that the paper lacks, and, where ``strict``,
    ``NotPermitted`` where the ordinance does not let its entry be recorded.
    """
    values = every_setting()
    office, folder = office_for(town, values), papers_folder(town)
    if not asked.records:
        if not draft:
            _once(case, asked)
        found = assembling.assemble(case, town, values)
        entry = str(asked.body.get("of_entry") or "") or None
        on = date.fromisoformat(str(asked.body["date"]))
        order = Order(asked.paper, on, asked.language, entry, draft=draft)
        return prepare(order, found.case, found.law, office, folder)
    _, after, law = recording.preview(case, [New(asked.kind, asked.body)], town, strict=strict)
    event = after.events[-1]
    order = Order(asked.paper, event.on, asked.language, event.id, draft=draft)
    return prepare(order, after, law, office, folder)


def _once(case: Case, asked: Asked) -> None:
    """Raises ``Refused`` where this paper was issued of this entry before."""
    entry = str(asked.body.get("of_entry") or "")
    if entry and asked.language in languages_issued(case, entry, asked.paper):
        says = f"this paper of {entry} was issued before. It is frozen, and is never made again"
        raise Refused((Fault("paper", says, "issued-before"),))


def languages_issued(case: Case, entry: str, paper: str) -> set[str]:
    """The languages in which a paper was issued of an entry."""
    own = StoredFile.objects.filter(case=case, kind=PAPER, of_entry=entry, paper=paper)
    return {str(origin.get("language", "")) for origin in own.values_list("origin", flat=True)}


def served(ready: Ready) -> tuple[Standing, Standing] | None:
    """The standing of the paper's day, and that of the day on which it goes out, as if it were
    served and received then; None for a paper that is no notice."""
    entry = ready.subject.entry
    if entry is None or entry.name != "notice_issued":
        return None
    return ready.subject.standing, ready.subject.served


def issue(
    case: Case,
    asked: Asked,
    actor: Actor,
    town: Town,
    *,
    key: str,
    based_on: int | None = None,
) -> Issued:
    """Record the entry, and keep the paper that is made of it: both, or neither.

    Sent again with the same key it is the same paper. Raises what ``recording.record`` raises,
    ``Refused`` with everything that the paper lacks, and ``NoRoom`` where it can't be kept.
    """
    row = Case.objects.get(pk=case.pk)
    before = _issued_before(key, asked)
    if before is not None:
        return before
    recording.as_seen(row, based_on)
    ready = made(row, asked, town)
    if ready.draft:
        says = "the letterhead has no address, so nobody signs this paper, and it stays a draft"
        raise Refused((Fault("office.address of the town's file", says, "no-letterhead"),))
    content = printed(ready, town)
    digest = storing.keep(town.slug, content)
    storing.keep(town.slug, ready.record)
    body = _file_body(ready, asked, digest, len(content), clock.today(town.zone))
    new = [New(asked.kind, asked.body)] if asked.records else []
    with transaction.atomic():
        done = recording.record(row, [*new, New(FILE, body)], actor, key=key, based_on=row.length)
        if done.again:
            return Issued(done, _file_of(done.entries))
        _same_law(done.entries[-1], ready)
        file = _rows(row, done.entries[-1], body)
    case.length, case.head = row.length, row.head
    return Issued(done, file)


def _file_body(ready: Ready, asked: Asked, digest: str, size: int, today: date) -> dict[str, Any]:
    entry = ready.subject.entry
    name = f"{ready.sheet.title}, {ready.subject.on}.pdf".replace("/", "-")
    beside = {"sha256": ready.digest, "name": "record.json", "bytes": len(ready.record)}
    return {
        "date": today.isoformat(),
        "file": {"sha256": digest, "name": name[-200:], "bytes": size},
        "sort": "pdf",
        "says": f"{ready.sheet.title} of {ready.subject.on}",
        "paper": asked.paper,
        "of_entry": entry.id if entry is not None else "",
        "of_day": ready.subject.on.isoformat(),
        "record": ready.digest,
        "beside": {"file": beside},
        "language": asked.language,
    }


def _rows(case: Case, entry: Entry, body: dict[str, Any]) -> StoredFile:
    """The rows of a paper and of its record; the latter belongs to no list of files."""
    file, beside = body["file"], body["beside"]["file"]
    common = {
        "entry_n": entry.n,
        "paper": body["paper"],
        "of_entry": body["of_entry"],
        "added_on": entry.day,
        "origin": {name: body[name] for name in ("record", "language", "of_day")},
    }
    StoredFile.objects.create(
        sha256=beside["sha256"], name=beside["name"], size=beside["bytes"], kind=RECORD, **common
    )
    return StoredFile.objects.create(
        case=case,
        sha256=file["sha256"],
        name=file["name"],
        size=file["bytes"],
        kind=PAPER,
        says=body["says"],
        **common,
    )


def _file_of(entries: Sequence[Entry]) -> StoredFile:
    return StoredFile.objects.get(kind=PAPER, entry_n=entries[-1].n)


def _issued_before(key: str, asked: Asked) -> Issued | None:
    """The paper that was issued under a key; raises ``KeyReused`` where it was another one."""
    known = Key.objects.filter(key=key).first()
    if known is None:
        return None
    found = Entry.objects.filter(n__gte=known.first_n, n__lte=known.last_n).order_by("n")
    entries = tuple(found.select_related("case"))
    if not _same(entries, asked):
        raise recording.KeyReused
    return Issued(Done(entries, again=True), _file_of(entries))


def _same(entries: Sequence[Entry], asked: Asked) -> bool:
    """Whether entries that were recorded are those of a paper that is asked for."""
    bodies = [json.loads(entry.content)["body"] for entry in entries]
    of = bodies[-1]
    if entries[-1].kind != FILE or of.get("paper") != asked.paper:
        return False
    if of.get("language") != asked.language or len(entries) != 1 + asked.records:
        return False
    if not asked.records:
        return bool(of.get("of_entry", "") == asked.body.get("of_entry", ""))
    told, given = (
        {name: value for name, value in body.items() if name not in ("id", "event")}
        for body in (bodies[0], asked.body)
    )
    return entries[0].kind == asked.kind and told == given


def _same_law(entry: Entry, ready: Ready) -> None:
    """A reading that was adopted between the making and the recording sends both back."""
    law = json.loads(entry.content)["law"]
    if law is not None and law["digest"] != ready.data["ordinance"]["digest"]:
        says = "what the town has adopted was changed just now. Look at the paper again"
        raise Refused((Fault("ordinance", says, "law-changed"),))
