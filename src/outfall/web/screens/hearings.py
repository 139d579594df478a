"""Hearings: the calendar, what waits for one, a hearing's page, and the calendars that leave."""

from __future__ import annotations

import calendar as months
import secrets
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse

from outfall.law.assess import assess
from outfall.web import clock, permissions
from outfall.web.casework import assembling, filings, many
from outfall.web.casework.calendar import MINUTES, Hearing, between, ics, mark_clashes, of_cases
from outfall.web.casework.forms import KeyedForm
from outfall.web.casework.kinds import HEARING
from outfall.web.casework.models import Case, DeadlineRow
from outfall.web.casework.recording import New
from outfall.web.screens.acting import actor_for, case_or_404, page, try_record
from outfall.web.screens.case import asked_day, crumbs
from outfall.web.towns import scope
from outfall.web.towns.adopted import setting
from outfall.web.towns.middleware import OfficeRequest
from outfall.web.towns.models import Town

VIEWS = ("month", "week")
A_PAGE = 50
PAST_KEPT = timedelta(days=90)
AHEAD_KEPT = timedelta(days=800)
STATEMENTS_KEPT = timedelta(days=30)


class RoomForm(KeyedForm):
    """The room and the officer of a hearing; with a clash, whether it is meant so."""

    room = forms.CharField(label="Room", max_length=60, required=False)
    officer = forms.CharField(label="Who hears it", max_length=120, required=False)
    anyway = forms.BooleanField(label="Set it all the same: it is meant so", required=False)

    def __init__(self, *args: Any, rooms: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field, known in (("room", "rooms"), ("officer", "officers")):
            now = str(self.initial.get(field) or "")
            options = names_of(rooms.get(known, []))
            if options and now and now not in options:
                options.append(now)
            if options:
                self.fields[field] = forms.ChoiceField(
                    label=self.fields[field].label,
                    required=False,
                    choices=[("", "not said yet"), *((name, name) for name in options)],
                    widget=forms.Select(attrs={"class": "usa-select"}),
                    error_messages={"invalid_choice": "Choose one of the list."},
                )


def names_of(listed: Sequence[Any]) -> list[str]:
    """The names of a list of rooms or officers, whether each is a name or has one."""
    return [str(one.get("name", "")) if isinstance(one, dict) else str(one) for one in listed]


def _minutes(rooms: dict[str, Any]) -> int:
    """How long a hearing is taken to last, by what the town has set."""
    found = rooms.get("minutes")
    return found if isinstance(found, int) and found > 0 else MINUTES


# The calendar


def hearings(request: OfficeRequest, town: str) -> HttpResponse:
    """The hearings of a month or a week, and what waits for one."""
    today, on = clock.today(request.town.zone), asked_day(request)
    view = request.GET.get("view", "month")
    view = view if view in VIEWS else "month"
    weeks = _weeks(on, view)
    found = between(weeks[0][0], weeks[-1][-1])
    mark_clashes(found, _minutes(setting("rooms")))
    by_day: dict[date, list[Hearing]] = {}
    for item in found:
        by_day.setdefault(item.on, []).append(item)
    shown = [item for item in found if view == "week" or item.on.month == on.month]
    back, forth = _steps(on, view, weeks)
    context = {
        "view": view,
        "on": on,
        "grid": [
            [
                {
                    "day": day,
                    "in": view == "week" or day.month == on.month,
                    "today": day == today,
                    "hearings": by_day.get(day, []),
                }
                for day in week
            ]
            for week in weeks
        ],
        "days": weeks[0],
        "first": weeks[0][0],
        "last": weeks[-1][-1],
        "hearings": shown,
        "clashing": [item for item in shown if item.clashes],
        "back": back,
        "forth": forth,
        "feed_href": _feed_url(request),
        **_waiting(request, today),
        **_clocks(today),
    }
    return page(request, "hearings", context)


def _weeks(on: date, view: str) -> list[list[date]]:
    """The weeks that are shown, each from its Sunday."""
    if view == "week":
        sunday = on - timedelta(days=(on.weekday() + 1) % 7)
        return [[sunday + timedelta(days=n) for n in range(7)]]
    return months.Calendar(firstweekday=6).monthdatescalendar(on.year, on.month)


def _steps(on: date, view: str, weeks: list[list[date]]) -> tuple[date, date]:
    """The day that the page before and the page after are asked for with."""
    if view == "week":
        return weeks[0][0] - timedelta(days=7), weeks[0][0] + timedelta(days=7)
    first = on.replace(day=1)
    return (first - timedelta(days=1)).replace(day=1), (first + timedelta(days=32)).replace(day=1)


def _feed_url(request: OfficeRequest) -> str:
    key = request.town.feed_key
    if not key:
        return ""
    return request.build_absolute_uri(reverse("hearings_feed", args=[request.town.slug, key]))


def _waiting(request: OfficeRequest, today: date) -> dict[str, Any]:
    """A page of undecided filings; the law is asked about the cases on the page alone."""
    found = Paginator(filings.waiting_cases(), A_PAGE).get_page(request.GET.get("page"))
    rows = Case.objects.filter(pk__in=list(found.object_list)).order_by("pk")
    listed = []
    for row, assembled in many.assembled(rows, request.town):
        standing = assess(assembled.law, assembled.case, today)
        listed += [(row, filing) for filing in filings.pending(assembled, standing)]
    listed.sort(key=lambda item: _order(item[1]))
    return {"page_obj": found, "waiting": listed}


def _order(filing: filings.Filing) -> tuple[bool, date]:
    return filing.hearing is None, filing.hearing.due if filing.hearing else filing.filed_on


def _clocks(today: date) -> dict[str, Any]:
    """The clocks of the body that hears, and the written statements that are due or have come."""
    now = Q(since__lte=today) & (Q(until__isnull=True) | Q(until__gt=today))
    rows = DeadlineRow.objects.filter(now, live=True).select_related("case").order_by("due", "pk")
    whose = Q(bound="body") | Q(bound="town", name__startswith="hearing")
    clocks = rows.filter(whose, status__in=("open", "missed"))
    statements = rows.filter(name__startswith="written_statement")
    come = Q(status__in=("met", "late"), done_on__gte=today - STATEMENTS_KEPT)
    return {
        "clocks": list(clocks[:A_PAGE]),
        "statements": list(statements.filter(Q(status__in=("open", "missed")) | come)[:A_PAGE]),
    }


# A hearing


def hearing(request: OfficeRequest, town: str, number: str, entry: str) -> HttpResponse:
    """A hearing: when and where, before whom, about what, and what each outcome would do."""
    row = case_or_404(number)
    found = _hearing_or_404(row, entry)
    rooms = setting("rooms")
    initial = {"room": found.room, "officer": found.officer}
    if request.method == "POST":
        form = RoomForm(request.POST, rooms=rooms, initial=initial)
        return _set_room(request, row, found, form, _minutes(rooms))
    found.clashes = _clashes(found, _minutes(rooms))
    return _page(request, row, found, RoomForm(rooms=rooms, based_on=row.length, initial=initial))


def _hearing_or_404(row: Case, entry: str) -> Hearing:
    for item in of_cases(Case.objects.filter(pk=row.pk)):
        if entry in item.entries:
            return item
    raise Http404


def _set_room(
    request: OfficeRequest, row: Case, found: Hearing, form: RoomForm, minutes: int
) -> HttpResponse:
    actor = actor_for(request, [HEARING])
    if form.is_valid() and not found.goes_on:
        form.add_error(None, f"This hearing is {found.state}: no room is set for it any more.")
    said = form.cleaned_data
    if form.is_valid():
        found.room, found.officer = said["room"], said["officer"]
        found.clashes = _clashes(found, minutes)
        for clash in () if said["anyway"] else found.clashes:
            says = f"{clash} at that time. Choose another, or tick the box below."
            form.add_error(None, says)
    if not form.is_valid():
        return _page(request, row, found, form)
    body = {
        "date": clock.today(request.town.zone).isoformat(),
        "entry": found.entry,
        "room": said["room"],
        "officer": said["officer"],
    }
    done = try_record(request, row, form, [New(HEARING, body)], actor)
    if done is None:
        return _page(request, row, found, form)
    if not done.again:
        messages.success(request, "Room and officer are set. Calendars that follow will show it.")
    return redirect("hearing", request.town.slug, row.number, found.entry)


def _clashes(found: Hearing, minutes: int) -> list[str]:
    """What this hearing would share with the others of its day."""
    name = (found.case.pk, found.first)
    others = [h for h in between(found.on, found.on) if (h.case.pk, h.first) != name]
    found.clashes = []
    mark_clashes([found, *others], minutes)
    return found.clashes


def _page(request: OfficeRequest, row: Case, found: Hearing, form: RoomForm) -> HttpResponse:
    town, today = request.town, clock.today(request.town.zone)
    assembled = assembling.assemble(row, town)
    waiting = filings.pending(assembled, assess(assembled.law, assembled.case, today))
    about = [f for f in waiting if not found.notice or f.notice == found.notice]
    filing = about[0] if about else None
    decided_on = max(today, found.on, asked_day(request))
    compared = None
    if filing is not None and found.state != "cancelled":
        compared = filings.compare(row, town, filing, decided_on, found.on)
    context = {
        "case": row,
        "hearing": found,
        "filing": filing,
        "compared": compared,
        "decided_on": decided_on,
        "may_set": permissions.may_open("hearing", "POST", request.roles) and found.goes_on,
        "clash_asked": form.is_bound and bool(found.clashes),
        "ways": _ways(request, row, found, filing),
        "crumbs": crumbs(town, row.number, "Hearing"),
    }
    return page(request, "hearing", context, form)


def _ways(
    request: OfficeRequest, row: Case, found: Hearing, filing: filings.Filing | None
) -> list[dict[str, str]]:
    """What can be done about a hearing, by somebody with these roles."""
    kinds = []
    if found.goes_on:
        if filing is None or filing.kind == "appeal":
            kinds.append(("hearing_held", "Record that it was held"))
        kinds.append(("hearing_set", "Move it to another day or hour"))
    if filing is not None:
        kinds.append((filing.decided_by, "Record the decision"))
    query = f"?notice={found.notice}" if found.notice else ""
    return [
        {"name": name, "href": reverse("act", args=[request.town.slug, row.number, kind]) + query}
        for kind, name in kinds
        if permissions.may_record(kind, request.roles)
    ]


# Calendars that leave the office


def hearings_ics(request: OfficeRequest, town: str) -> HttpResponse:
    """The hearings for somebody's own calendar program, with parties and places."""
    return _ics(request.town, open_url=False)


def hearings_feed(request: HttpRequest, town: str, feed_key: str) -> HttpResponse:
    """The town's feed of hearings: whoever has its secret address may follow it, without names."""
    row = Town.objects.filter(slug=town).first()
    known = row.feed_key if row and row.feed_key else secrets.token_hex(16)
    if not secrets.compare_digest(known.encode(), feed_key.encode()) or row is None:
        raise Http404
    with scope.town(row.pk):
        return _ics(row, open_url=True)


def _ics(town: Town, *, open_url: bool) -> HttpResponse:
    today = clock.today(town.zone)
    found = between(today - PAST_KEPT, today + AHEAD_KEPT, cancelled=True)
    content = ics(town, found, open_url=open_url, minutes=_minutes(setting("rooms")))
    response = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    response.headers["Content-Disposition"] = 'attachment; filename="hearings.ics"'
    if open_url:
        response.headers["Cache-Control"] = "private, max-age=300"
    return response


PATHS: list[URLPattern] = [
    path("hearings/", hearings, name="hearings"),
    path("hearings.ics", hearings_ics, name="hearings_ics"),
    path("hearings-<str:feed_key>.ics", hearings_feed, name="hearings_feed"),
    path("cases/<str:number>/hearings/<str:entry>/", hearing, name="hearing"),
]
