"""Enforcement actions by type, and what their record lacks: what an MS4 annual report asks for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Concat

from outfall.law.words import name_of
from outfall.web.casework.kinds import NOTE
from outfall.web.casework.models import (
    Case,
    DeadlineRow,
    Entry,
    HoldRow,
    PaperRow,
)
from outfall.web.casework.reporting import (
    Cell,
    Hit,
    Hits,
    Line,
    Period,
    Report,
    cents_of,
    chunks,
    counted,
    voided,
)

VERBAL = "Verbal warning"


@dataclass(frozen=True, slots=True)
class Act:
    """A type of enforcement action: ``of`` is a paper, an entry's kind, or a list of its own."""

    id: str
    label: str
    group: str
    sort: str = "entry"
    money: str = ""


_WARN, _ORDER = "Warnings and notices", "Orders and access"
_COURT, _CURE, _CASE = "Penalties and courts", "Work, debts and compensation", "Cases"
ACTS = (
    Act("verbal_warning", "Verbal warnings", _WARN, "note"),
    Act("warning_notice", "Warning notices", _WARN, "paper"),
    Act("maintenance_notice", "Notices to maintain", _WARN, "paper"),
    Act("danger_notice", "Notices of danger", _WARN, "paper"),
    Act("notice_of_violation", "Notices of violation", _WARN, "paper"),
    Act("stop_work_order", "Stop-work orders", _ORDER, "paper"),
    Act("cease_and_desist_order", "Cease and desist orders", _ORDER, "paper"),
    Act("access_suspended", "Suspensions of access", _ORDER),
    Act("access_terminated", "Terminations of access", _ORDER),
    Act("utilities_terminated", "Terminations of a utility", _ORDER),
    Act("hold", "Permits withheld", _ORDER, "hold"),
    Act("penalty_assessed", "Civil penalties", _COURT, money="amount"),
    Act("charged", "Criminal charges", _COURT),
    Act("convicted", "Convictions", _COURT, money="fine"),
    Act("injunction_sought", "Injunctions sought", _COURT),
    Act("nuisance_action_begun", "Nuisance actions", _COURT),
    Act("abated", "Abatements by the town", _CURE),
    Act("lien_recorded", "Liens recorded", _CURE),
    Act("compensation_imposed", "Compensatory actions", _CURE),
    Act("opened", "Cases opened", _CASE, "case"),
    Act("closed", "Cases closed", _CASE, "case"),
)
KINDS = tuple(act.id for act in ACTS if act.sort == "entry")
MONEY = {act.id: act.money for act in ACTS if act.money}
NOTES = (
    f"The record has no entry for a verbal warning. A note that begins with “{VERBAL}” counts as "
    "one, on the note's day.",
    "A paper counts on the day of its issue, whether or not it was served. A permit counts as "
    "withheld from the day on which its hold begins.",
    "Penalties and fines are as they were imposed, before any appeal or reduction.",
    "A case counts as closed on its last closing. Entries that were voided are left out.",
)


def enforcement_hits(period: Period, today: date) -> Hits:
    """Every enforcement action of a period, by type."""
    found: Hits = {act.id: [] for act in ACTS}
    first, last = period.first, period.last
    papers = PaperRow.objects.filter(live__in=(True, False), issued_on__range=(first, last))
    for case, entry, instrument, day in papers.values_list(
        "case_id", "entry", "instrument", "issued_on"
    ):
        if instrument in found:
            found[instrument].append(Hit(case, day, _sentence(name_of(instrument)), entry))
    for item in counted([k for k in KINDS if k not in MONEY], first, last):
        found[item.kind].append(Hit(item.case, item.day, _label(item.kind), item.entry))
    for item in counted(MONEY, first, last, bodies=True):
        cents = cents_of(item.body.get(MONEY[item.kind]))
        found[item.kind].append(Hit(item.case, item.day, _label(item.kind), item.entry, cents))
    found["verbal_warning"] = list(_verbal(first, last))
    holds = HoldRow.objects.filter(sort="hold", since__range=(first, last))
    for case, name, day in holds.values_list("case_id", "name", "since"):
        found["hold"].append(Hit(case, day, _sentence(name_of(name))))
    for name, column in (("opened", "opened_on"), ("closed", "closed_on")):
        rows = Case.objects.filter(**{f"{column}__range": (first, last)})
        says = f"Case {name}"
        found[name] = [Hit(pk, day, says) for pk, day in rows.values_list("pk", column)]
    return found


def _verbal(first: date, last: date) -> Iterable[Hit]:
    """Notes that tell of a verbal warning. The canonical text of an entry has one spelling."""
    notes = Entry.objects.filter(kind=NOTE, day__range=(first, last), case__isnull=False)
    told = notes.filter(content__icontains=f'"text":"{VERBAL}')
    for case, day, n in told.order_by().values_list("case_id", "day", "case_n"):
        yield Hit(case, day, VERBAL, f"e{n}")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _label(kind: str) -> str:
    return next(act.label for act in ACTS if act.id == kind)


def enforcement(hits: Hits, period: Period) -> Report:
    """The counts by type."""
    report = Report(("Number", "Cases", "Dollars"), notes=NOTES, bars="the numbers")
    for act in ACTS:
        rows = hits[act.id]
        cents = sum(hit.amount or 0 for hit in rows) if act.money else None
        cells = (
            Cell(len(rows), behind=act.id),
            Cell(len({hit.case for hit in rows})),
            Cell(cents, "money"),
        )
        report.lines.append(Line(act.label, cells, ((len(rows), ""),), act.group))
    return report


# What the record of an action must hold, each with where it is set right.
FIELDS = {
    "party": ("Responsible party", "Enter the party on the case's page, under people."),
    "place": ("Place", "Describe the place on the case's page."),
    "nature": ("Nature of the violation", "Void the finding and record it with what was found."),
    "schedule": (
        "Schedule for the remedy",
        "No day was set for the party. Issue a paper with one.",
    ),
    "resolution": ("Day of resolution", "The case is closed, and no entry says how it ended."),
}
RESOLVES = (
    "corrected",
    "abated",
    "compliance_confirmed",
    "practices_accepted",
    "danger_passed",
    "appeal_decided",
    "convicted",
    "compensation_completed",
)


def incomplete_hits(period: Period, today: date) -> Hits:
    """The cases with an enforcement action whose record lacks something, by what it lacks."""
    acts = enforcement_hits(period, today)
    last: dict[int, Hit] = {}
    for act in ACTS:
        for hit in acts[act.id] if act.group != _CASE and act.id != "hold" else ():
            if hit.case not in last or last[hit.case].day <= hit.day:
                last[hit.case] = hit
    found: Hits = {name: [] for name in FIELDS}
    gone = voided()
    for ids in chunks(last):
        for name, case in _lacking(ids, gone):
            found[name].append(last[case]._replace(entry=""))
    return found


def _lacking(ids: list[int], gone: set[tuple[int, str]]) -> Iterable[tuple[str, int]]:
    due = DeadlineRow.objects.filter(case=OuterRef("pk"), bound="party").order_by()
    rows = Case.objects.filter(pk__in=ids).annotate(
        scheduled=Exists(due) | Exists(_named()), ended=Exists(_ends())
    )
    names = ("pk", "owner", "address", "parcel", "latitude", "summary", "closed_on")
    doubted = {case for case, _ in gone}.intersection(ids)
    for pk, party, address, parcel, latitude, nature, closed, due_, ended in rows.values_list(
        *names, "scheduled", "ended"
    ):
        lacks = {
            "party": not party,
            "place": not (address or parcel or latitude is not None),
            "nature": not nature,
            "schedule": not due_,
            "resolution": closed is not None
            and not (ended and (pk not in doubted or _ended(pk, gone))),
        }
        yield from ((name, pk) for name, missing in lacks.items() if missing)


def _of_case() -> QuerySet[Any]:
    """The entries of the outer query's case.

    ``of`` is the kind as no index knows it: the few entries of a case are looked through, and not
    the many of a kind.
    """
    rows = Entry.objects.filter(case=OuterRef("pk")).order_by()
    return rows.annotate(of=Concat("kind", Value("")))


def _named() -> QuerySet[Any]:
    """Papers that name a schedule themselves, served or not."""
    says = Q(content__contains='"comply_by":') | Q(content__contains='"cure_days":')
    return _of_case().filter(says, of="notice_issued")


def _ends() -> QuerySet[Any]:
    """The entries of a case that say how its violation ended."""
    looked = Q(of="inspected", content__contains='"finding":"corrected"')
    return _of_case().filter(Q(of__in=RESOLVES) | looked)


def _ended(case: int, gone: set[tuple[int, str]]) -> bool:
    """Whether an entry that was not voided says how a case ended."""
    rows = Entry.objects.filter(case=case).values_list("case_n", "kind", "content")
    return any(
        (kind in RESOLVES or (kind == "inspected" and '"finding":"corrected"' in content))
        and (case, f"e{n}") not in gone
        for n, kind, content in rows
    )


def incomplete(hits: Hits, period: Period) -> Report:
    """How many cases lack what."""
    notes = (
        "Cases with an enforcement action in the period. An action is fully documented when its "
        "record names the party, the place, what was found, the schedule and how it ended.",
    )
    report = Report(("Cases",), notes=notes, bars="the numbers")
    for name, (label, sub) in FIELDS.items():
        count = len(hits[name])
        report.lines.append(Line(label, (Cell(count, behind=name),), ((count, "due"),), sub=sub))
    return report
