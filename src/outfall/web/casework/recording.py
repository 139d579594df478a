"""The one door through which anything is written to a town's record.

Each write carries a key and the length of the case that it was based on. The town's head is locked
first, so entries follow one another; the key makes an act that is sent twice one act; and whoever
looked at an older case is told what was added since, instead of writing over it.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any

from django.db import transaction

from outfall.files.case_file import read_event
from outfall.law.assess import assess, check
from outfall.law.case import Case as LawCase
from outfall.law.events import EVENTS
from outfall.law.faults import Fault, Refused
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Remark, Standing
from outfall.record import entry as record_entry
from outfall.record.canonical import canonical, digest
from outfall.web import clock
from outfall.web.casework import assembling
from outfall.web.casework.assembling import File
from outfall.web.casework.kinds import OPENED
from outfall.web.casework.models import Case, Entry, Key
from outfall.web.casework.projecting import project
from outfall.web.towns import scope
from outfall.web.towns.adopted import every_setting, law_of, next_number, pack_of
from outfall.web.towns.models import Person, Town


@dataclass(frozen=True, slots=True)
class New:
    """An entry to be recorded: its kind, and its body in the words of the case file."""

    kind: str
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Actor:
    """Who records, in which role, and the second person where one has approved."""

    person: Person | None
    role: str
    second: Person | None = None
    second_role: str = ""


@dataclass(frozen=True, slots=True)
class Done:
    """What was recorded; ``again`` where the same act had been recorded before."""

    entries: tuple[Entry, ...]
    again: bool = False
    standing: Standing | None = None


class Stale(Exception):
    """The case has grown since the form was made: ``added`` are the entries that came since."""

    def __init__(self, added: Sequence[Entry]) -> None:
        super().__init__(f"{len(added)} entries were added since")
        self.added = tuple(added)


class NotPermitted(Exception):
    """An act of the town's own that the ordinance does not permit on its day."""

    def __init__(self, remarks: Sequence[Remark]) -> None:
        super().__init__("; ".join(f"{r.text} ({r.cite})" for r in remarks))
        self.remarks = tuple(remarks)


class KeyReused(Exception):
    """A key that was used for another act before."""


def as_seen(case: Case, based_on: int | None) -> None:
    """Raises ``Stale`` where a case has grown since it was seen; None asks nothing."""
    if based_on is not None and based_on != case.length:
        raise Stale(list(case.entries.filter(case_n__gt=based_on).order_by("case_n")))


def record(
    case: Case,
    new: Sequence[New],
    actor: Actor,
    *,
    key: str,
    based_on: int | None = None,
    at: datetime | None = None,
    lenient: bool = False,
) -> Done:
    """Add entries to a case, all or none.

    Raises ``Stale``, ``KeyReused``, ``NotPermitted``, or ``Refused`` with every fault. ``based_on``
    None takes the case as it is; ``lenient`` takes in a history that was kept elsewhere, with its
    irregular acts.
    """
    asked = digest(canonical([case.number, [[n.kind, dict(n.body)] for n in new]]))
    with transaction.atomic():
        town = Town.objects.select_for_update().get(pk=scope.current())
        done = _known(key, asked)
        if done is not None:
            return done
        row = Case.objects.select_for_update().get(pk=case.pk)
        as_seen(row, based_on)
        values = every_setting()
        assembled = assembling.assemble(row, town, values)
        numbered = _numbered(new, row.length)
        file = _with(assembled.file, numbered)
        read, law = _read(file, assembled, numbered, town, values)
        if not lenient:
            _permitted(law, read, numbered, clock.today(town.zone))
        entries = _append(town, row, numbered, actor, key, law, at)
        standing = project(row, file, read, law, clock.today(town.zone))
        assembling.keep(row, file, read)
        _remember(town, key, asked, actor, entries)
    for name in ("length", "head", "last_on", "closed_on"):
        setattr(case, name, getattr(row, name))
    return Done(entries, standing=standing)


def open_case(
    opened: Mapping[str, Any],
    new: Sequence[New],
    actor: Actor,
    *,
    key: str,
    at: datetime | None = None,
    lenient: bool = False,
) -> tuple[Case, Done]:
    """Open a case with its first entries. ``opened`` is the body of the opening entry.

    Without a number the town's next one is given. Raises as ``record`` does.
    """
    asked = digest(canonical([dict(opened), [[n.kind, dict(n.body)] for n in new]]))
    with transaction.atomic():
        town = Town.objects.select_for_update().get(pk=scope.current())
        done = _known(key, asked)
        if done is not None:
            case = done.entries[0].case
            assert case is not None
            return case, done
        values = every_setting()
        day = str(opened.get("date") or clock.today(town.zone).isoformat())
        body = {**opened, "date": day}
        body.setdefault("number", next_number(town, values, day))
        body.setdefault("ordinance", _pack(values, new, day))
        row = Case(number=body["number"], ordinance=body["ordinance"], opened_on=day)
        row.opened_on = date.fromisoformat(day)
        row.source = str(body.get("source", "inspection"))
        row.save()
        numbered = _numbered([New(OPENED, body), *new], 0)
        file = _with(File(), numbered)
        read = assembling.read(file)
        law = law_of(town, assembling.found_on(read), values)
        _faultless(law, read)
        if not lenient:
            _permitted(law, read, numbered, clock.today(town.zone))
        entries = _append(town, row, numbered, actor, key, law, at)
        standing = project(row, file, read, law, clock.today(town.zone))
        assembling.keep(row, file, read)
        _remember(town, key, asked, actor, entries)
    return row, Done(entries, standing=standing)


def record_town(
    kind: str,
    body: Mapping[str, Any],
    actor: Actor,
    *,
    key: str,
    at: datetime | None = None,
) -> Done:
    """Add an entry of the town's own, such as a reading that it adopts."""
    asked = digest(canonical([kind, dict(body)]))
    with transaction.atomic():
        town = Town.objects.select_for_update().get(pk=scope.current())
        done = _known(key, asked)
        if done is not None:
            return done
        day = clock.local_day(at, town.zone) if at else clock.today(town.zone)
        new = [New(kind, {"date": day.isoformat(), **body})]
        entries = _append(town, None, new, actor, key, None, at)
        _remember(town, key, asked, actor, entries)
    return Done(entries)


def preview(
    case: Case, new: Sequence[New], town: Town, *, strict: bool = True
) -> tuple[LawCase, LawCase, Ordinance]:
    """The case before and after entries that are not recorded yet, and the law.

    Raises ``Refused`` and, where ``strict``, ``NotPermitted``, as recording them would.
    """
    values = every_setting()
    assembled = assembling.assemble(case, town, values)
    numbered = _numbered(new, case.length)
    file = _with(assembled.file, numbered)
    read, law = _read(file, assembled, numbered, town, values)
    if strict:
        _permitted(law, read, numbered, clock.today(town.zone))
    return assembled.case, read, law


def _known(key: str, asked: str) -> Done | None:
    known = Key.objects.filter(key=key).first()
    if known is None:
        return None
    if known.asked != asked:
        raise KeyReused
    entries = Entry.objects.filter(n__gte=known.first_n, n__lte=known.last_n).order_by("n")
    return Done(tuple(entries.select_related("case")), again=True)


def _numbered(new: Sequence[New], length: int) -> list[New]:
    """The entries with an id each: the place that they will have in the case's chain."""
    found = []
    for place, item in enumerate(new, length + 1):
        body = dict(item.body)
        if item.kind in EVENTS:
            body = {**body, "event": item.kind, "id": f"e{place}"}
        found.append(New(item.kind, body))
    return found


def _with(file: File, new: Sequence[New]) -> File:
    grown = copy.copy(file)
    grown.parties, grown.hearings = dict(file.parties), dict(file.hearings)
    grown.events, grown.history = list(file.events), list(file.history)
    for item in new:
        grown.take(item.kind, dict(item.body))
    return grown


def _read(
    file: File,
    before: assembling.Assembled,
    new: Sequence[New],
    town: Town,
    values: dict[str, Any],
) -> tuple[LawCase, Ordinance]:
    """The grown case and its law. Only what is new is read where nothing but events was added."""
    if all(item.kind in EVENTS and item.kind != "voided" for item in new):
        faults: list[Fault] = []
        place = len(before.case.events)
        events = [read_event(dict(item.body), place + n, faults) for n, item in enumerate(new)]
        if faults:
            raise Refused(tuple(faults))
        added = tuple(event for event in events if event is not None)
        case = replace(before.case, events=(*before.case.events, *added))
    else:
        case = assembling.read(file)
    law = law_of(town, assembling.found_on(case), values)
    _faultless(law, case)
    return case, law


def _faultless(law: Ordinance, case: LawCase) -> None:
    faults = check(law, case)
    if faults:
        raise Refused(faults)


def _not_ahead(new: Sequence[New], today: date) -> None:
    """Raises ``Refused`` for an event of a day to come: the record tells what has happened."""
    faults = [
        Fault(
            f"events[{n}].date",
            f"{str(item.body['date'])[:10]} is after today, {today}: the record tells what has "
            "happened. Correct the day, or record it when it has happened",
            "after-today",
        )
        for n, item in enumerate(new)
        if item.kind in EVENTS and str(item.body.get("date", ""))[:10] > today.isoformat()
    ]
    if faults:
        raise Refused(tuple(faults))


def _permitted(law: Ordinance, case: LawCase, new: Sequence[New], today: date) -> None:
    """Raises ``NotPermitted`` for an act of the town's own that was irregular on its day.

    Raises ``Refused`` for an event of a day that has not come.
    """
    _not_ahead(new, today)
    own = {
        str(item.body["id"])
        for item in new
        if item.kind in EVENTS and EVENTS[item.kind].by == "town"
    }
    if not own:
        return
    last = max((event.on for event in case.events if event.id in own), default=today)
    remarks = assess(law, case, max(last, today)).irregularities
    found = [remark for remark in remarks if remark.event in own]
    if found:
        raise NotPermitted(found)


def _append(
    town: Town,
    row: Case | None,
    new: Sequence[New],
    actor: Actor,
    key: str,
    law: Ordinance | None,
    at: datetime | None,
) -> tuple[Entry, ...]:
    instant = at or clock.now()
    last = Entry.objects.filter(n=town.length).values_list("at", flat=True).first()
    if last is not None and instant < last:
        instant = last
    try:
        entries = list(_chained(town, row, new, actor, key, law, instant.astimezone(UTC)))
    except record_entry.Broken as broken:
        says = f"this can't be kept: {broken}. Shorten it, and take out what is not text"
        raise Refused((Fault("", says, "no-entry"),)) from None
    Entry.objects.bulk_create(entries)
    town.save(update_fields=["length", "head"])
    return tuple(entries)


def _chained(
    town: Town,
    row: Case | None,
    new: Sequence[New],
    actor: Actor,
    key: str,
    law: Ordinance | None,
    at: datetime,
) -> Iterator[Entry]:
    for place, item in enumerate(new, 1):
        one = record_entry.Entry(
            town=town.slug,
            n=town.length + 1,
            before=town.head,
            case=row.number if row else None,
            case_n=row.length + 1 if row else None,
            case_before=row.head if row else "",
            at=record_entry.instant(at),
            day=str(item.body["date"])[:10],
            zone=town.zone,
            by=_who(actor.person, actor.role),
            second=_who(actor.second, actor.second_role) if actor.second else None,
            key=key if place == 1 else f"{key}#{place}",
            law=record_entry.Law(law.id, law.version, law.digest) if law else None,
            kind=item.kind,
            body=dict(item.body),
        )
        content = one.content()
        town.length, town.head = one.n, digest(content)
        if row is not None:
            row.length, row.head = one.n if one.case_n is None else one.case_n, town.head
        yield Entry(
            town=town,
            n=one.n,
            case=row,
            case_n=one.case_n,
            kind=one.kind,
            day=date.fromisoformat(one.day),
            at=at,
            person=actor.person,
            key=one.key,
            content=content.decode(),
            digest=town.head,
        )


def _who(person: Person | None, role: str) -> record_entry.Person:
    if person is None:
        return record_entry.Person("0", "Outfall", role)
    return record_entry.Person(str(person.pk), " ".join(person.name.split()), role)


def _remember(town: Town, key: str, asked: str, actor: Actor, entries: Sequence[Entry]) -> None:
    Key.objects.create(
        town=town,
        key=key,
        person=actor.person,
        asked=asked,
        first_n=entries[0].n,
        last_n=entries[-1].n,
        at=entries[0].at,
    )


def _pack(values: dict[str, Any], new: Sequence[New], day: str) -> str:
    found = [str(n.body["date"])[:10] for n in new if n.kind == "violation_observed"]
    return pack_of(values, date.fromisoformat(min(found, default=day)))
