"""What a day asks of a town: the lists behind the figures of Today.

Each list is one query over stored dates; no case is judged here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import CharField, Count, Q, QuerySet, Value

from outfall.law.events import EVENTS, INSTRUMENTS
from outfall.web import permissions
from outfall.web.casework.models import (
    Case,
    DeadlineRow,
    HearingRow,
    OfCase,
    PaperRow,
    PowerRow,
    Proposal,
)
from outfall.web.casework.permitted import EVENT_OF
from outfall.web.towns.models import Person

WEEK = timedelta(days=7)
MONEY_REST_DAYS = 30
Rows = QuerySet[Any]


@dataclass(frozen=True, slots=True)
class Agenda:
    """One list: its name, what it is called, what it tells, whose it is, and its query.

    ``roles`` are those whose work it is; ``kind`` is how urgent its figure looks.
    """

    name: str
    title: str
    tells: str
    roles: frozenset[str]
    find: Callable[[date], Rows]
    kind: str = ""
    per_power: bool = False


def _in_force(today: date) -> Q:
    return Q(closes_on__isnull=True) | Q(closes_on__gt=today)


def _now(today: date) -> Q:
    return Q(since__lte=today) & (Q(until__isnull=True) | Q(until__gt=today))


# ``__in`` where one value is asked for: SQLite looks a flag up in an index only if it is compared.
def _duties(today: date) -> Rows:
    found = PowerRow.objects.filter(live=True, obligatory__in=(True,), opens_on__lte=today)
    return found.filter(_in_force(today)).order_by("opens_on", "pk")


def _own(today: date) -> Rows:
    found = DeadlineRow.objects.filter(live=True, bound__in=("town", "body"))
    found = found.filter(status__in=("open", "missed"), due__lte=today + 4 * WEEK)
    return found.filter(_now(today)).order_by("due", "pk")


def _due(today: date) -> Rows:
    found = DeadlineRow.objects.filter(live=True, bound="party", status="open")
    found = found.filter(due__gte=today, due__lte=today + WEEK)
    return found.filter(_now(today)).order_by("due", "pk")


def _opening(today: date) -> Rows:
    found = PowerRow.objects.filter(live=True, obligatory__in=(True, False))
    found = found.filter(opens_on__gte=today, opens_on__lte=today + WEEK)
    return found.order_by("opens_on", "pk")


def _closing(today: date) -> Rows:
    found = PowerRow.objects.filter(live=True, closes_on__gt=today, closes_on__lte=today + WEEK)
    return found.filter(opens_on__lte=today).order_by("closes_on", "pk")


def _hearings(today: date) -> Rows:
    found = HearingRow.objects.filter(live=True, held=False, held_on__gte=today)
    found = found.filter(held_on__lte=today + WEEK)
    return found.order_by("held_on", "held_at", "pk")


def _reinspections(today: date) -> Rows:
    found = Case.objects.filter(closed_on__isnull=True, reinspect_on__lte=today + WEEK)
    return found.order_by("reinspect_on", "pk")


def _resting(today: date) -> Rows:
    last = today - timedelta(days=MONEY_REST_DAYS)
    found = Case.objects.filter(closed_on__isnull=True, owed_since__lte=last)
    return found.order_by("owed_since", "pk")


def _unproven(today: date) -> Rows:
    return PaperRow.objects.filter(live=True).exclude(unproven="").order_by("issued_on", "pk")


def _waiting(today: date) -> Rows:
    return Proposal.objects.filter(state="waiting").order_by("at", "pk")


AGENDA: dict[str, Agenda] = {
    item.name: item
    for item in (
        Agenda(
            "duties",
            "The town must act",
            "What the ordinance obliges the town to do now.",
            permissions.CASE_WORK | permissions.MONEY | permissions.BENCH,
            _duties,
            "must",
            True,
        ),
        Agenda(
            "own",
            "The town's own deadlines",
            "Last days for the town and its board, missed ones first.",
            permissions.CASE_WORK | permissions.BENCH,
            _own,
            "must",
        ),
        Agenda(
            "due",
            "Falls due this week",
            "Last days for the parties, today and the seven days after.",
            permissions.CASE_WORK,
            _due,
            "due",
        ),
        Agenda(
            "reinspect",
            "Look again",
            "A remedy was due, and nobody has inspected since.",
            permissions.FIELD,
            _reinspections,
            "due",
        ),
        Agenda(
            "opening",
            "Powers that open",
            "What the town may do from a day of this week on.",
            permissions.CASE_WORK | permissions.MONEY,
            _opening,
            "",
            True,
        ),
        Agenda(
            "closing",
            "Windows that close",
            "What the town may do now, and no longer after this week.",
            permissions.CASE_WORK | permissions.MONEY,
            _closing,
            "due",
            True,
        ),
        Agenda(
            "hearings",
            "Hearings",
            "Hearings of today and the seven days after.",
            permissions.BENCH | permissions.LEGAL | frozenset({"supervisor"}),
            _hearings,
        ),
        Agenda(
            "resting",
            "Money at rest",
            f"Money is owed, and for {MONEY_REST_DAYS} days nothing was decided on it.",
            permissions.MONEY | permissions.LEGAL,
            _resting,
        ),
        Agenda(
            "unproven",
            "Service unproven",
            "Papers whose clocks wait for proof of service.",
            permissions.FIELD | permissions.COUNTER,
            _unproven,
            "due",
        ),
        Agenda(
            "approvals",
            "For a second person",
            "Acts that were proposed and are not on record yet.",
            permissions.STAFF,
            _waiting,
        ),
    )
}

WHOSE = (("mine", "Mine"), ("role", "My role's"), ("all", "All"))


def rows_of(item: Agenda, whose: str, person: Person, roles: frozenset[str], today: date) -> Rows:
    """The rows of a list: of the cases given to somebody, of the work of their roles, or all."""
    found = item.find(today)
    if whose == "mine":
        of_case = "case__" if found.model is Proposal else ""
        return found.filter(**{f"{of_case}assigned": person})
    if whose == "role":
        if not roles & item.roles:
            return found.none()
        if item.per_power:
            return found.filter(name__in=powers_of(roles))
    return found


def powers_of(roles: frozenset[str]) -> list[str]:
    """The powers that somebody with these roles can use."""
    able = [act for act, event in EVENT_OF.items() if permissions.may_record(event, roles)]
    if permissions.may_record("notice_issued", roles):
        able += [f"issue_{instrument}" for instrument in INSTRUMENTS]
    return sorted(able)


def counted(lists: Mapping[str, Rows]) -> dict[str, int]:
    """How many rows each of several lists has, by one query."""
    asked = [
        found.order_by().values(list=Value(name, CharField())).annotate(rows=Count("*"))
        for name, found in lists.items()
    ]
    told = asked[0].union(*asked[1:], all=True)
    return dict.fromkeys(lists, 0) | {row["list"]: row["rows"] for row in told}


def first_of(found: Rows, most: int) -> Rows:
    """The first rows of a list with their cases: found by an index alone, and only then read."""
    firsts = found.model.objects.filter(pk__in=found.values("pk")[:most])
    return with_case(firsts.order_by(*found.query.order_by))


def with_case(found: Rows) -> Rows:
    """The same rows with their cases, in one query."""
    if issubclass(found.model, OfCase):
        return found.select_related("case", "case__assigned")
    if found.model is Proposal:
        return found.select_related("case", "by")
    return found.select_related("assigned")


assert set(EVENT_OF.values()) <= set(EVENTS)
