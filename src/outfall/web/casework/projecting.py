"""What lists need of a case, worked out from its standing and stored beside it.

It is written in the transaction of the entry that changes it. ``outfall rebuild`` makes all of it
anew, and a test holds it to ``assess`` on every day of the horizon.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from outfall import __version__
from outfall.law.case import Case as LawCase
from outfall.law.case import Event
from outfall.law.days import counted
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Deadline, Standing
from outfall.law.words import name_of
from outfall.web.casework import course
from outfall.web.casework.assembling import File
from outfall.web.casework.calendar import chains
from outfall.web.casework.models import (
    Case,
    DeadlineRow,
    HearingRow,
    HoldRow,
    OfCase,
    PaperRow,
    PartyRow,
    PowerRow,
    SearchEntry,
)

# What each filing waits for.
DECIDED_BY = {
    "appeal_filed": "appeal_decided",
    "petition_filed": "petition_decided",
    "cost_protested": "protest_decided",
}
# After these somebody has been there, and need not be sent to look again.
LOOKED = frozenset({"inspected", "abated", "corrected", "practices_accepted"})
# Warnings which say that a clock waits for proof of service.
UNPROVEN = frozenset(
    {"service_returned", "proof_of_service_missing", "proof_of_receipt_missing"}
    | {"proof_of_postmark_missing"}
)
# Acts by which a town decides something about money that is owed to it.
MONEY_ACTS = frozenset(
    {"paid", "plan_agreed", "reduced", "lien_recorded", "lien_released", "certified_to_tax_roll"}
    | {"penalty_assessed", "charged", "protest_decided"}
)


def project(row: Case, file: File, case: LawCase, law: Ordinance, today: date) -> Standing:
    """Write every projection of a case as of a day; gives the standing of that day."""
    walked = list(course.standings(law, case, today))
    standing = walked[0]
    events = counted(case)
    _head(row, file, case, law, events, walked)
    row.save()
    for table in (DeadlineRow, PowerRow, HoldRow, HearingRow, PaperRow, PartyRow, SearchEntry):
        table.objects.filter(case=row).delete()
    _put(row, list(deadline_rows(walked)))
    _put(row, list(power_rows(walked)))
    _put(row, list(hold_rows(walked)))
    _put(row, list(_hearings(file, events)))
    _put(row, list(_papers(standing, events)))
    _put(row, list(_parties(file)))
    _search(row, file, standing, law)
    return standing


def _put(row: Case, rows: Sequence[OfCase]) -> None:
    for item in rows:
        item.town_id, item.case, item.live = row.town_id, row, row.closed_on is None
        item.assigned_id = row.assigned_id
    if rows:
        type(rows[0]).objects.bulk_create(rows)  # type: ignore[attr-defined]


def _head(
    row: Case,
    file: File,
    case: LawCase,
    law: Ordinance,
    events: list[Event],
    walked: list[Standing],
) -> None:
    standing = walked[0]
    found = [e for e in events if e.name == "violation_observed"]
    row.ordinance, row.version = law.id, law.version
    row.found_on = min((e.on for e in found), default=None)
    row.closed_on = _closed(events)
    row.kinds = " ".join(dict.fromkeys(e.kind for e in found if e.kind))
    row.danger = any(e.danger for e in found)
    row.summary = next((e.nature for e in found if e.nature), file.opened.get("summary", ""))
    row.address = str(file.place.get("address", ""))[:200]
    row.parcel = str(file.place.get("parcel", ""))[:60]
    row.latitude, row.longitude = file.place.get("latitude"), file.place.get("longitude")
    row.latitude = float(row.latitude) if row.latitude not in (None, "") else None
    row.longitude = float(row.longitude) if row.longitude not in (None, "") else None
    row.owner = owner_of(file)[:200]
    row.assigned_id = file.assigned["id"] if file.assigned else None
    _money(row, standing, events)
    row.judged_on, row.judged_by = standing.as_of, judged_by(law)
    row.turns_on = walked[1].as_of if len(walked) > 1 else None
    row.reinspect_on = _reinspect_on(law, standing, events)
    row.last_on = max((e.on for e in events), default=row.opened_on)
    row.stage = _stage(row, law, standing, events)


def _money(row: Case, standing: Standing, events: list[Event]) -> None:
    civil, criminal = standing.civil.max, standing.criminal.max
    row.exposure = None if civil is None or criminal is None else civil + criminal
    row.assessed = standing.assessed
    row.owed, row.per_diem = standing.account.owed, standing.account.per_diem
    row.lien = standing.account.lien
    row.owed_since = owed_since(events, row.owed, standing.as_of)


def judged_by(law: Ordinance) -> str:
    """What a case was judged by: a version of Outfall, and the town's law in all its choices."""
    return f"{__version__} {law.digest}"


def owed_since(events: list[Event], owed: int, on: date) -> date | None:
    """Since when nothing was decided about money that is owed on a day; None where none is."""
    decided = [e.on for e in events if e.name in MONEY_ACTS or e.name == "cost_recorded"]
    return max(decided, default=on) if owed > 0 else None


def owner_of(file: File) -> str:
    """The name that a list shows for a case: its owner's, or its first party's."""
    owners = [p for p in file.parties.values() if p.get("role") == "owner"]
    first = (owners or list(file.parties.values()) or [{}])[0]
    return str(first.get("name") or first.get("id") or "")


def _closed(events: list[Event]) -> date | None:
    closed = None
    for event in events:
        if event.name in ("closed", "reopened"):
            closed = event.on if event.name == "closed" else None
    return closed


def _remedies(law: Ordinance, standing: Standing) -> list[Deadline]:
    """The deadlines by which a violation was to be remedied, and has not been."""
    rules = {rule.id for rule in law.deadlines if rule.done_by.kind == "remedy"}
    return [
        d
        for d in standing.deadlines
        if d.id.partition(":")[0] in rules and d.done_on is None and d.status != "stayed"
    ]


def _reinspect_on(law: Ordinance, standing: Standing, events: list[Event]) -> date | None:
    """The first day after a remedy was due on which nobody has looked again."""
    looked = max((e.on for e in events if e.name in LOOKED), default=date.min)
    waiting = [d.due + timedelta(days=1) for d in _remedies(law, standing)]
    return min((day for day in waiting if looked < day), default=None)


def _contested(events: list[Event]) -> bool:
    """Whether an appeal, a petition or a protest waits for its decision."""
    return any(
        sum(e.name == filed for e in events) > sum(e.name == decided for e in events)
        for filed, decided in DECIDED_BY.items()
    )


def _stage(row: Case, law: Ordinance, standing: Standing, events: list[Event]) -> str:
    """Where a case stands, in one word, for lists alone."""
    names = {e.name for e in events}
    if row.closed_on:
        return "closed"
    if row.lien:
        return "lien"
    if _contested(events):
        return "appeal"
    if row.owed > 0:
        return "owed"
    if names & {"compliance_confirmed", "practices_accepted"}:
        return "complied"
    if any(d.status == "missed" for d in _remedies(law, standing)) and "abated" not in names:
        return "overdue"
    if standing.notices:
        return "noticed"
    return "found" if "violation_observed" in names else "reported"


def deadline_rows(walked: list[Standing]) -> Iterator[DeadlineRow]:
    """Each deadline for as long as it stays as it is."""
    kept: dict[tuple[object, ...], tuple[date, Deadline]] = {}
    for standing in walked:
        now = {_key(d): d for d in standing.deadlines}
        for key in [key for key in kept if key not in now]:
            since, gone = kept.pop(key)
            yield _deadline(gone, since, standing.as_of)
        for key, deadline in now.items():
            kept.setdefault(key, (standing.as_of, deadline))
    for since, deadline in kept.values():
        yield _deadline(deadline, since, None)


def _key(item: Deadline) -> tuple[object, ...]:
    return item.id, item.notice, item.bound, item.due, item.done_on, item.status, item.cite


def _deadline(item: Deadline, since: date, until: date | None) -> DeadlineRow:
    return DeadlineRow(
        name=item.id,
        bound=item.bound,
        due=item.due,
        done_on=item.done_on,
        status=item.status,
        cite=item.cite,
        since=since,
        until=until,
    )


def power_rows(walked: list[Standing]) -> Iterator[PowerRow]:
    """Each span in which an act is permitted."""
    for span in course.powers(walked):
        yield PowerRow(
            name=span.name,
            obligatory=span.obligatory,
            opens_on=span.since,
            closes_on=span.until,
            cite=span.cite,
        )


def hold_rows(walked: list[Standing]) -> Iterator[HoldRow]:
    """Each order and hold, with the day on which it ends."""
    kept: dict[tuple[str, str, date], tuple[HoldRow, bool]] = {}
    for standing in walked:
        for sort, items in (("order", standing.orders), ("hold", standing.holds)):
            for item in items:
                key = (sort, item.id, item.since)
                until = None if item.in_force else item.until or standing.as_of
                by = getattr(item, "released_by", "")
                row = HoldRow(
                    sort=sort,
                    name=item.id,
                    since=item.since,
                    until=until,
                    cite=item.cite,
                    released_by=by,
                )
                if key not in kept or kept[key][1]:
                    kept[key] = (row, item.in_force)
    yield from (row for row, _ in kept.values())


def _hearings(file: File, events: list[Event]) -> Iterator[HearingRow]:
    """Each hearing once, where it now stands: one that was moved has left its old day."""
    for chain in chains(sorted(events, key=lambda e: e.place), {e.id for e in events}):
        event = chain.sets[-1]
        assert event.held_on is not None
        beside = next(
            (file.hearings[e.id] for e in reversed(chain.sets) if e.id in file.hearings), {}
        )
        yield HearingRow(
            entry=event.id,
            held_on=event.held_on,
            held_at=event.held_at,
            where=(event.where or "")[:200],
            room=str(beside.get("room", ""))[:60],
            officer=str(beside.get("officer", ""))[:120],
            held=chain.ended is not None,
        )


def _papers(standing: Standing, events: list[Event]) -> Iterator[PaperRow]:
    issued = {e.id: e.on for e in events if e.name == "notice_issued"}
    missing = {r.event: r.text for r in standing.warnings if r.id in UNPROVEN}
    for notice in standing.notices:
        yield PaperRow(
            entry=notice.event,
            instrument=notice.instrument,
            issued_on=issued[notice.event],
            complete=notice.complete,
            served_on=notice.served_on,
            received_on=notice.received_on,
            unproven=missing.get(notice.event, ""),
        )


def _parties(file: File) -> Iterator[PartyRow]:
    for party in file.parties.values():
        yield PartyRow(
            party=str(party["id"])[:60],
            role=str(party.get("role", ""))[:40],
            name=str(party.get("name") or party["id"])[:200],
            address=str(party.get("address") or ""),
            share=str(party.get("share") or "")[:20],
        )


def _search(row: Case, file: File, standing: Standing, law: Ordinance) -> None:
    lines = [("case", row.number, f"{row.address} {row.parcel} {row.summary} {row.owner}")]
    for party in file.parties.values():
        known = " ".join(str(party.get(name) or "") for name in ("address", "email", "phone"))
        lines.append(("person", str(party.get("name") or party["id"]), known))
    if row.address:
        lines.append(("address", row.address, f"{row.parcel} {file.place.get('description', '')}"))
    titles = {i.id: i.title for i in law.instruments}
    for notice in standing.notices:
        title = titles.get(notice.instrument, name_of(notice.instrument))
        lines.append(("paper", f"{title}, {row.number}", row.owner))
    SearchEntry.objects.bulk_create(
        SearchEntry(town_id=row.town_id, case=row, sort=sort, title=title[:200], text=text)
        for sort, title, text in lines
    )
