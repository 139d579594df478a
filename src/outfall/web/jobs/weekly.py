"""What falls due in a week, told once to each person for the cases that are theirs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from django.conf import settings
from django.db.models import Q

from outfall.law.words import name_of
from outfall.web.casework.models import Case, DeadlineRow, HearingRow, PowerRow
from outfall.web.jobs import outbox
from outfall.web.towns.models import Membership, Person, Town

DAYS = 7
LINES_MOST = 200

Line = tuple[date, str, str]
"""A day, the number and place of a case, and what falls on it."""


def lay_out(town: Town, today: date) -> int:
    """A letter for each person who has something due this week; gives how many were laid out.

    A person has one letter a week, on the first night of it that is worked.
    """
    year, week, _ = today.isocalendar()
    laid = 0
    for person in _people(today):
        lines = sorted(_lines(person, today))
        if lines:
            key = f"week/{year}-{week:02}/{person.pk}"
            subject = f"{town.name}: what falls due by {_day(today + timedelta(days=DAYS - 1))}"
            laid += outbox.put(person.email, subject, _text(town, person, lines), key=key)
    return laid


def _people(today: date) -> Sequence[Person]:
    """Those who work in the town today and have open cases."""
    held = Membership.objects.filter(since__lte=today).exclude(until__lt=today)
    here = held.values_list("person_id", flat=True)
    busy = Case.objects.filter(closed_on=None, assigned__in=here, assigned__is_active=True)
    ids = busy.values_list("assigned_id", flat=True).distinct()
    return list(Person.objects.filter(pk__in=list(ids)).order_by("pk"))


def _lines(person: Person, today: date) -> Iterator[Line]:
    last = today + timedelta(days=DAYS - 1)
    mine = {"case__assigned": person, "case__closed_on": None}
    now = Q(since__lte=today) & (Q(until=None) | Q(until__gt=today))
    deadlines = DeadlineRow.objects.filter(now, due__range=(today, last), status="open", **mine)
    for row in deadlines.select_related("case"):
        whose = "the town's" if row.bound == "town" else "the party's"
        yield row.due, _case(row.case), f"last day, {name_of(row.name)} ({whose}){_cite(row.cite)}"
    powers = PowerRow.objects.filter(opens_on__gt=today, opens_on__lte=last, **mine)
    for power in powers.select_related("case"):
        what = "must" if power.obligatory else "may"
        says = f"from this day on the town {what}: {name_of(power.name)}{_cite(power.cite)}"
        yield power.opens_on, _case(power.case), says
    hearings = HearingRow.objects.filter(held_on__range=(today, last), held=False, **mine)
    for hearing in hearings.select_related("case"):
        hour = f" at {hearing.held_at:%H:%M}" if hearing.held_at else ""
        where = f", {hearing.room or hearing.where}" if hearing.room or hearing.where else ""
        yield hearing.held_on, _case(hearing.case), f"hearing{hour}{where}"
    looks = Case.objects.filter(assigned=person, closed_on=None, reinspect_on__lte=last)
    for case in looks:
        if case.reinspect_on is not None:
            yield max(case.reinspect_on, today), _case(case), "look again whether it is remedied"


def _case(case: Case) -> str:
    return f"{case.number}, {case.address}" if case.address else case.number


def _cite(cite: str) -> str:
    return f", § {cite}" if cite else ""


def _day(day: date) -> str:
    return f"{day:%A, %B} {day.day}"


def _text(town: Town, person: Person, lines: list[Line]) -> str:
    shown = lines[:LINES_MOST]
    parts = [f"{person.name},", "", f"this falls due in your cases in {town.name}:"]
    for day in dict.fromkeys(day for day, _, _ in shown):
        parts += ["", _day(day)]
        parts += [f"  {case}: {says}" for on, case, says in shown if on == day]
    if len(lines) > len(shown):
        parts += ["", f"and {len(lines) - len(shown)} more."]
    if settings.CSRF_TRUSTED_ORIGINS:
        parts += ["", f"{settings.CSRF_TRUSTED_ORIGINS[0]}/{town.slug}/"]
    parts += ["", "The page Today shows it as it stands; this letter is as of this morning."]
    return "\n".join(parts) + "\n"
