"""Disposing of a case: what was said in it is removed for good, and the record says that it was.

In one transaction the tombstone is written, the entries are emptied to their links, and every row
that knew the case's people goes. The bytes of its files are removed once that is certain; what an
interruption leaves is finished by the night's work.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial
from typing import Any

from django.db import transaction

from outfall.law.faults import Fault, Refused
from outfall.record.disposed import bound, emptied
from outfall.record.entry import named_files
from outfall.web import clock
from outfall.web.casework import assembling, kinds, letting_go, recording, storing, uploads
from outfall.web.casework.models import (
    Case,
    DeadlineRow,
    Disposal,
    Entry,
    HearingRow,
    HoldRow,
    Key,
    PaperRow,
    PartyRow,
    PowerRow,
    Proposal,
    Removal,
    SearchEntry,
    StoredFile,
)
from outfall.web.casework.recording import Actor, Done
from outfall.web.jobs.models import Message
from outfall.web.towns import scope
from outfall.web.towns.models import Town

log = logging.getLogger(__name__)
ROWS = (DeadlineRow, PowerRow, HoldRow, HearingRow, PaperRow, PartyRow, SearchEntry)
# What is left of a case in its row: its number, the head of its chain, and that it is no more.
LEFT = frozenset({"id", "town_id", "number", "length", "head", "opened_on", "closed_on"})


@dataclass(frozen=True, slots=True)
class Gone:
    """What a case's page says once it was disposed of; all of it stands in its tombstone."""

    number: str
    on: date
    at: datetime
    n: int
    who: str
    second: str
    says: str
    cite: str
    entries: int
    files: int


def of_case(row: Case) -> Gone:
    """What the tombstone of a case says. Raises ``Disposal.DoesNotExist`` for one without."""
    entry = Disposal.objects.select_related("tombstone").get(case=row).tombstone
    content = json.loads(entry.content)
    body = content["body"]
    return Gone(
        row.number,
        entry.day,
        entry.at,
        entry.n,
        content["by"]["name"],
        content["second"]["name"],
        body["rule"]["says"],
        body["rule"]["cite"],
        body["entries"],
        body["files"],
    )


def dispose(
    case: Case,
    actor: Actor,
    town: Town,
    *,
    key: str,
    based_on: int | None = None,
    proposal: int | None = None,
) -> Done:
    """Dispose of a case, by the two persons of ``actor``: all of it, or nothing.

    ``proposal`` is the one that asks for it, and stays. Raises ``Stale`` where the case has grown
    since it was seen, and ``Refused`` with everything that keeps it.
    """
    with transaction.atomic():
        held = Town.objects.select_for_update().get(pk=town.pk)
        row = Case.every.select_for_update().get(pk=case.pk)
        if row.disposed_on is not None:
            raise Refused((Fault("", "this case was disposed of already", "disposed"),))
        recording.as_seen(row, based_on)
        rule = _let_go(row, held, proposal)
        entries = list(Entry.objects.filter(case=row).order_by("case_n"))
        left = [emptied(entry.content.encode()) for entry in entries]
        files = _files(row, entries)
        body = _body(row, rule, entries, left, files)
        done = recording.record_town(kinds.DISPOSED, body, actor, key=key)
        Disposal.objects.create(case=row, tombstone=done.entries[0], town=held)
        for entry, line in zip(entries, left, strict=True):
            _empty(entry, line)
        _forget(row, entries, proposal)
        _bare(row, done.entries[0].day)
        _to_remove(held, files)
        transaction.on_commit(partial(_certain, held, row), robust=True)
    return done


def _let_go(row: Case, town: Town, proposal: int | None) -> letting_go.Rule:
    """The rule that lets a case go as it is now. Raises ``Refused`` with all that keeps it."""
    terms = letting_go.terms_of(town, clock.today(town.zone))
    found = letting_go.ruling(row, terms, but=proposal)
    if not found.goes:
        raise Refused(tuple(Fault("", _said(reason), "kept") for reason in found.reasons))
    return found.rule


def _said(reason: letting_go.Reason) -> str:
    until = f", until {reason.until}" if reason.until else ""
    cite = f" ({reason.cite})" if reason.cite else ""
    return f"the case is kept. {reason.says}{until}{cite}"


def _body(
    row: Case,
    rule: letting_go.Rule,
    entries: Sequence[Entry],
    left: Sequence[bytes],
    files: Iterable[str],
) -> dict[str, Any]:
    """The tombstone: which case, under which rule, how many entries, and what is left of them."""
    ends = [{"n": entry.n, "digest": entry.digest} for entry in (entries[0], entries[-1])]
    return {
        "case": row.number,
        "rule": rule.body(),
        "entries": len(entries),
        "first": ends[0],
        "last": ends[1],
        "left": bound(left),
        "files": len(list(files)),
    }


def _files(row: Case, entries: Sequence[Entry]) -> list[str]:
    """The digests of all that is kept of a case: photographs, papers, and the papers' records."""
    found: set[str] = set()
    for sha256, origin in StoredFile.objects.filter(case=row).values_list("sha256", "origin"):
        found |= {sha256, *(str(v) for v in origin.values() if storing.is_digest(str(v)))}
    for entry in entries:
        found |= {file["sha256"] for file in named_files(entry.content.encode())}
    return sorted(found)


def _empty(entry: Entry, line: bytes) -> None:
    Entry.objects.filter(pk=entry.pk).update(
        kind=kinds.EMPTIED,
        person=None,
        key=entry.digest,
        day=entry.at.astimezone(UTC).date(),
        content=line.decode(),
    )


def _forget(row: Case, entries: Sequence[Entry], proposal: int | None) -> None:
    """Every row that knew the case goes: lists, search, files, waiting acts, keys, letters."""
    for table in (*ROWS, StoredFile):
        table.objects.filter(case=row).delete()
    for other in Proposal.objects.filter(case=row):
        if other.pk != proposal:
            other.delete()
    Key.objects.filter(first_n__in=[entry.n for entry in entries]).delete()
    Message.objects.filter(text__contains=row.number).exclude(sent_at=None).delete()


def _bare(row: Case, today: date) -> None:
    """The case's row as if nothing had been said of it."""
    for column in Case._meta.concrete_fields:
        if column.attname not in LEFT:
            setattr(row, column.attname, column.get_default())
    row.opened_on = row.closed_on = row.disposed_on = today
    row.ordinance, row.source, row.stage = "", "", "disposed"
    row.save()


# The files


def _to_remove(town: Town, files: Iterable[str]) -> None:
    for sha256 in files:
        with suppress(OSError):
            touched = storing.path_of(town.slug, sha256).stat().st_mtime_ns
            Removal.objects.update_or_create(
                sha256=sha256, town=town, defaults={"touched": touched}
            )


def _certain(town: Town, row: Case) -> None:
    """The disposal is certain: nothing of the case stays in memory, nor on the disk."""
    assembling.forget(row)
    with scope.town(town.pk):
        remove_files(town)


def remove_files(town: Town) -> int:
    """Remove what waits to be removed, in the scope of its town; gives how many files went.

    A file that an entry of another case names stays, and so does one that was kept anew meanwhile.
    One that the disk does not give up waits for the next night.
    """
    waiting = list(Removal.objects.order_by("pk"))
    named = uploads.recorded() if waiting else set()
    gone = 0
    for row in waiting:
        try:
            gone += row.sha256 not in named and _removed(town.slug, row)
        except OSError:
            log.exception("a file of a disposed case of %s could not be removed", town.slug)
        else:
            row.delete()
    return gone


def _removed(slug: str, row: Removal) -> bool:
    """Remove the bytes and the copies that pages show of them; gives whether they were there."""
    place = storing.path_of(slug, row.sha256)
    try:
        if place.stat().st_mtime_ns != row.touched:
            return False
        place.unlink()
        there = True
    except FileNotFoundError:
        there = False
    for copy in (storing.folder(slug) / "shown").glob(f"{row.sha256}-*.jpg"):
        copy.unlink(missing_ok=True)
    return there
