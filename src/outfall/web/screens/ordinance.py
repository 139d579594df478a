"""The ordinance: paragraph by paragraph, each rule beside it, and one rule in full."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Model, Q, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse

from outfall.law.ordinance import Ordinance
from outfall.law.words import name_of
from outfall.told.phrases import capital, in_force
from outfall.web import clock, permissions
from outfall.web.casework.models import DeadlineRow, HoldRow, PaperRow, PowerRow
from outfall.web.screens import ordinance_told as told
from outfall.web.towns.adopted import every_setting, law_of
from outfall.web.towns.middleware import OfficeRequest
from outfall.web.towns.setting_record import history

A_PAGE = 50


def ordinance(request: OfficeRequest, town: str) -> HttpResponse:
    """The version of today, or with ``?on=`` that of another day."""
    today = clock.today(request.town.zone)
    asked = str(request.GET.get("on", "")).strip()
    day, trouble = _day(asked, today)
    values = every_setting()
    versions = told.versions_adopted(values, today)
    shown = next((version for version in versions if version.holds(day)), None)
    if shown is None and versions:
        trouble = f"No version that the town has adopted was law on {day}. This is today's."
        day, shown = today, next((v for v in versions if v.holds(today)), None)
    law = law_of(request.town, day, values)
    past = history("ordinance", request.town.zone, 1)
    context = {
        "law": law,
        "day": day,
        "trouble": trouble,
        "shown": shown,
        "of_today": shown is None or shown.holds(today),
        "others": [version for version in versions if version != shown],
        "in_force": in_force(law.since, law.until),
        "paragraphs": told.paragraphs(law),
        "counting": told.counting(law),
        "service": told.service(law),
        "holidays": sorted({holiday.name for holiday in law.calendar.holidays}),
        "adopted": past[0] if past else None,
        "may_adopt": bool(request.roles & permissions.PAGES["version"].write),
        "crumbs": [{"label": "Ordinance", "href": ""}],
    }
    return render(request, "office/ordinance.html", context, status=422 if trouble else 200)


def _day(asked: str, today: date) -> tuple[date, str]:
    if not asked:
        return today, ""
    try:
        return date.fromisoformat(asked), ""
    except ValueError:
        return today, f"{asked[:40]} is not a day. Choose one, such as {today.isoformat()}."


def ordinance_rule(request: OfficeRequest, town: str, kind: str, id: str) -> HttpResponse:
    """One rule in full, and the open cases in which it matters today."""
    today = clock.today(request.town.zone)
    law = law_of(request.town, today)
    rules = told.rules_named(law, kind, id)
    if not rules:
        raise Http404
    name = _name(law, kind, id)
    found = _cases(law, kind, id, today)
    pages = None if found is None else Paginator(found, A_PAGE)
    context = {
        "law": law,
        "kind": told.KINDS.get(kind, capital(kind)),
        "name": name,
        "rules": rules,
        "matters": found is not None,
        "page_obj": pages.get_page(request.GET.get("page")) if pages else None,
        "crumbs": [
            {"label": "Ordinance", "href": reverse("ordinance", args=[town])},
            {"label": name, "href": ""},
        ],
    }
    return render(request, "office/ordinance_rule.html", context)


def _name(law: Ordinance, kind: str, id: str) -> str:
    titles = {i.id: i.title for i in law.instruments}
    if kind == "penalty":
        return f"{capital(id)} penalty"
    if kind == "order":
        return f"{capital(name_of(id))} order"
    return titles[id] if kind == "instrument" else capital(name_of(id))


def _cases(law: Ordinance, kind: str, id: str, today: date) -> QuerySet[Any] | None:
    """The rows of open cases in which a rule matters today; None for a rule that has none."""
    if kind == "deadline":
        named = Q(name=id) | Q(name__startswith=f"{id}:")
        running = Q(status__in=("open", "missed", "stayed")) & Q(since__lte=today)
        ended = Q(until__isnull=True) | Q(until__gt=today)
        return _open(DeadlineRow).filter(named, running, ended).order_by("due", "case__number")
    if kind == "action":
        now = Q(closes_on__isnull=True) | Q(closes_on__gt=today)
        rows = _open(PowerRow).filter(now, name=id, opens_on__lte=today)
        return rows.order_by("-obligatory", "opens_on", "case__number")
    if kind in ("order", "hold"):
        now = Q(until__isnull=True) | Q(until__gt=today)
        rows = _open(HoldRow).filter(now, sort=kind, name=id, since__lte=today)
        return rows.order_by("since", "case__number")
    if kind == "instrument":
        rows = _open(PaperRow).filter(instrument=id, live=True)
        return rows.order_by("-issued_on", "case__number")
    if kind == "proceeding":
        rule = next(p for p in law.proceedings if p.id == id)
        return _cases(law, "deadline", rule.deadline, today) if rule.deadline else None
    return None


def _open(table: type[Model]) -> QuerySet[Any]:
    rows: QuerySet[Any] = table.objects.filter(  # type: ignore[attr-defined]
        live=True
    )
    return rows.select_related("case")


PATHS = [
    path("ordinance/", ordinance, name="ordinance"),
    path("ordinance/rules/<slug:kind>/<slug:id>/", ordinance_rule, name="ordinance_rule"),
]
