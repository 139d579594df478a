"""Today: what the day asks of the town, each figure with the list behind it."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse

from outfall.web import clock
from outfall.web.casework.agenda import AGENDA, WHOSE, Agenda, counted, first_of, rows_of, with_case
from outfall.web.casework.models import Case, DeadlineRow, HearingRow, PaperRow, PowerRow, Proposal
from outfall.web.towns.middleware import OfficeRequest

SHOWN = 5
OPEN = "open cases"
PAGE = 50


def asked_whose(request: OfficeRequest) -> str:
    """Whose work is asked for; everybody's where nothing is said."""
    asked = request.GET.get("whose", "all")
    return asked if asked in dict(WHOSE) else "all"


def today(request: OfficeRequest, town: str) -> HttpResponse:
    """The figures of the day, and the first lines of each list."""
    day, whose = clock.today(request.town.zone), asked_whose(request)
    rows = {
        name: rows_of(item, whose, request.person, request.roles, day)
        for name, item in AGENDA.items()
    }
    count = counted({**rows, OPEN: Case.objects.filter(closed_on__isnull=True)})
    lists = [
        {
            "item": item,
            "count": count[name],
            "rows": [line(row, day) for row in first_of(rows[name], SHOWN)] if count[name] else [],
            "href": _href(item, town, whose),
        }
        for name, item in AGENDA.items()
    ]
    context = {
        "lists": lists,
        "shown": [one for one in lists if one["count"]],
        "whose": whose,
        "choices": WHOSE,
        "open_cases": count[OPEN],
    }
    return render(request, "office/today.html", context)


def _href(item: Agenda, town: str, whose: str) -> str:
    return f"{reverse('today_list', args=[town, item.name])}?whose={whose}"


def today_list(request: OfficeRequest, town: str, name: str) -> HttpResponse:
    """One list in full, page by page."""
    item = AGENDA.get(name)
    if item is None:
        raise Http404
    day, whose = clock.today(request.town.zone), asked_whose(request)
    found = with_case(rows_of(item, whose, request.person, request.roles, day))
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    context = {
        "item": item,
        "page_obj": page,
        "rows": [line(row, day) for row in page.object_list],
        "whose": whose,
        "choices": WHOSE,
        "crumbs": [
            {"label": "Today", "href": reverse("today", args=[town])},
            {"label": item.title, "href": ""},
        ],
    }
    return render(request, "office/today_list.html", context)


def line(row: Any, today: date) -> dict[str, Any]:
    """A row of any list as a page shows it: the day, what it is, the case, and its state."""
    case = row if isinstance(row, Case) else row.case
    found: dict[str, Any] = {"case": case, "cite": getattr(row, "cite", ""), "late": False}
    if isinstance(row, DeadlineRow):
        late = row.status == "missed"
        return {**found, "day": row.due, "what": row.name, "late": late, "sort": "deadline"}
    if isinstance(row, PowerRow):
        day = row.closes_on if row.closes_on and row.opens_on <= today else row.opens_on
        return {**found, "day": day, "what": row.name, "sort": "power"}
    if isinstance(row, HearingRow):
        at = row.held_at
        return {**found, "day": row.held_on, "at": at, "where": row.where, "sort": "hearing"}
    if isinstance(row, PaperRow):
        return {
            **found,
            "day": row.issued_on,
            "what": row.instrument,
            "says": row.unproven,
            "sort": "paper",
        }
    if isinstance(row, Proposal):
        return {
            **found,
            "day": row.at.date(),
            "proposal": row,
            "what": row.kind,
            "sort": "proposal",
        }
    day = row.reinspect_on or row.owed_since
    return {**found, "day": day, "late": day is not None and day < today, "sort": "case"}


PATHS: list[URLPattern] = [
    path("", today, name="today"),
    path("today/<slug:name>/", today_list, name="today_list"),
]
