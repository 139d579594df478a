"""The figures of several towns, for somebody whose role in each of them allows it.

Each town is read within its own scope, one after the other; what leaves a scope are numbers. There
is no query over towns, and none outside of a scope but that for somebody's own memberships.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta

from django.db.models import Count, Q, Sum

from outfall.web import clock, permissions
from outfall.web.casework.agenda import AGENDA
from outfall.web.casework.models import Case, DeadlineRow
from outfall.web.casework.report_times import AGES
from outfall.web.towns import scope
from outfall.web.towns.middleware import roles_of
from outfall.web.towns.models import Membership, Person, Town

WEEKS = 6
"""Calendar weeks of which it is said what falls due, this one first."""


@dataclass(slots=True)
class Figures:
    """A town's docket in numbers, on the town's own day. Money is cents, and no two sorts of it are
    ever one sum. ``weeks`` counts last days by the Monday of their week; ``ages`` what is owed by
    how long nothing was decided. ``reckoned`` is the oldest day that an amount is as of."""

    town: Town
    roles: frozenset[str]
    today: date
    open: int = 0
    stages: Counter[str] = field(default_factory=Counter)
    weeks: Counter[date] = field(default_factory=Counter)
    missed: int = 0
    duties: int = 0
    opening: int = 0
    closing: int = 0
    could: int = 0
    unlimited: int = 0
    assessed: int = 0
    owed: int = 0
    owing: int = 0
    ages: Counter[str] = field(default_factory=Counter)
    reckoned: date | None = None

    @property
    def may_see(self) -> bool:
        """Whether the person may look into the town itself."""
        return self.may_open("today")

    def may_open(self, page: str) -> bool:
        """Whether the person may open a page of this town."""
        return permissions.may_open(page, "GET", self.roles)


def towns_of(person: Person, page: str) -> Iterator[tuple[Town, frozenset[str]]]:
    """The towns in which a role that somebody holds today lets them see figures on a page."""
    with scope.person(person.pk):
        ids = set(Membership.objects.values_list("town_id", flat=True))
    for town in Town.objects.filter(pk__in=ids):
        with scope.town(town.pk):
            roles = roles_of(person, town)
        if roles & permissions.ACROSS[page]:
            yield town, roles


def several(person: Person, page: str) -> list[Figures]:
    """The figures of every town that somebody may see on a page, by the towns' names."""
    found = []
    for town, roles in towns_of(person, page):
        with scope.town(town.pk):
            found.append(figures(town, roles, clock.today(town.zone)))
    return found


def monday(day: date) -> date:
    """The first day of a day's week."""
    return day - timedelta(days=day.weekday())


def figures(town: Town, roles: frozenset[str], today: date) -> Figures:
    """The figures of the town in scope."""
    found = Figures(town, roles, today)
    waiting = Case.objects.filter(closed_on=None)
    counted = waiting.order_by().values_list("stage").annotate(many=Count("pk"))
    found.stages = Counter(dict(counted))
    found.open = found.stages.total()
    _deadlines(found)
    for name in ("duties", "opening", "closing"):
        setattr(found, name, AGENDA[name].find(today).count())
    sums = waiting.aggregate(
        could=Sum("exposure"), assessed=Sum("assessed"), unlimited=Count("pk", Q(exposure=None))
    )
    found.could, found.assessed = sums["could"] or 0, sums["assessed"] or 0
    found.unlimited = sums["unlimited"]
    _owed(found)
    grown = Case.objects.filter(Q(owed__gt=0) | Q(closed_on=None), judged_on__lt=today)
    grown = grown.filter(Q(per_diem__gt=0) | Q(exposure=None) | Q(exposure__gt=0))
    found.reckoned = grown.order_by("judged_on").values_list("judged_on", flat=True).first()
    return found


def _deadlines(found: Figures) -> None:
    """Last days of the parties by week, and those of the town's own that were missed."""
    today, first = found.today, monday(found.today)
    now = Q(since__lte=today) & (Q(until=None) | Q(until__gt=today))
    live = DeadlineRow.objects.filter(now, live=True)
    last = first + timedelta(weeks=WEEKS)
    due = live.filter(bound="party", status="open", due__gte=today, due__lt=last)
    for day, many in due.order_by().values_list("due").annotate(many=Count("pk")):
        found.weeks[monday(day)] += many
    found.missed = live.filter(bound__in=("town", "body"), status="missed").count()


def _owed(found: Figures) -> None:
    """What is owed, by age; a case that was closed can owe still."""
    rows = Case.objects.filter(owed__gt=0).order_by()
    for since, owed in rows.values_list("owed_since", "owed").iterator():
        age = max((found.today - (since or found.today)).days, 0)
        found.ages[next(id for id, _, low, high in AGES if low <= age <= high)] += owed
        found.owed += owed
        found.owing += 1
