"""The town's days off: those of the statute, those declared, and what a further one would move."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from django.http import HttpResponse

from outfall.law.ordinance import Ordinance
from outfall.web import clock
from outfall.web.screens.settings_forms import CalendarForm
from outfall.web.screens.settings_looked import looked_page
from outfall.web.screens.settings_page import Topic
from outfall.web.towns.adopted import law_of, setting
from outfall.web.towns.middleware import OfficeRequest

CALENDAR = Topic("settings_calendar", "calendar", "Calendar")
SATURDAY = 5


def settings_calendar(request: OfficeRequest, town: str) -> HttpResponse:
    """The next twelve months' days off; declaring another, after a look at what it would move."""
    now, today = setting("calendar"), clock.today(request.town.zone)
    law = law_of(request.town, today)
    return looked_page(
        request,
        CALENDAR,
        lambda *args, **more: CalendarForm(*args, days=now.get("added_holidays", []), **more),
        {"days": days_off(law, now, today), "law": law},
        lambda then: list(told(law, now, then)),
    )


def days_off(law: Ordinance, value: dict[str, Any], today: date) -> list[dict[str, Any]]:
    """The holidays of the next twelve months, each with what makes it one."""
    added = set(value.get("added_holidays", []))
    rules = {name: rule for name, _, rule in law.counting}
    plain = rules.get("plain")
    cite = plain.cite if plain is not None and "holiday" in plain.rolls else ""
    found = []
    for n in range(366):
        day = today + timedelta(days=n)
        name = law.calendar.holiday(day)
        if name is not None:
            own = day.isoformat() in added
            found.append({"day": day, "name": name, "own": own, "cite": "" if own else cite})
    return found


def told(law: Ordinance, before: dict[str, Any], then: dict[str, Any]) -> Iterator[str]:
    """In sentences, which days would be off and which no longer.

    ``before`` and ``then`` are values of the topic; ``law`` counts by the one in force.
    """
    was, now = (set(value.get("added_holidays", [])) for value in (before, then))
    for text in sorted(now - was):
        day = date.fromisoformat(text)
        name = law.calendar.holiday(day)
        if name is not None:
            yield f"{_said(day)} is a day off already: {name}."
        elif day.weekday() >= SATURDAY:
            yield f"{_said(day)} would be declared. It is a {day:%A}, on which offices rest anyway."
        else:
            yield f"{_said(day)} would be a day off."
    for text in sorted(was - now):
        yield f"{_said(date.fromisoformat(text))} would no longer be declared."


def _said(day: date) -> str:
    return f"{day:%A, %B} {day.day}, {day.year}"
