"""The page of a case: three figures, what is in force, the picture, and what can be done today."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import yaml
from django.db.models import QuerySet
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse

from outfall.law.assess import assess
from outfall.law.data import data
from outfall.law.explain import explain
from outfall.law.faults import Refused
from outfall.law.standing import Standing
from outfall.law.words import dollars
from outfall.timeline.picture import picture
from outfall.timeline.svg import svg
from outfall.web import clock
from outfall.web.casework import assembling, permitted
from outfall.web.casework.kinds import NOTE
from outfall.web.casework.models import Case, Entry, HearingRow, Proposal, StoredFile
from outfall.web.casework.telling import told
from outfall.web.casework.templatetags.office import law_named
from outfall.web.casework.words import STAGES
from outfall.web.screens.acting import case_or_404
from outfall.web.towns.middleware import OfficeRequest
from outfall.web.towns.models import Town

ENTRIES_SHOWN = 60


def asked_day(request: OfficeRequest) -> date:
    """The day that a page is asked for with ``?on=``; today where none is, or none that is real."""
    try:
        return date.fromisoformat(request.GET.get("on", ""))
    except ValueError:
        return clock.today(request.town.zone)


def crumbs(town: Town, number: str, *more: str) -> list[dict[str, str]]:
    """The way to a page of a case."""
    found = [
        {"label": "Cases", "href": reverse("cases", args=[town.slug])},
        {"label": number, "href": reverse("case", args=[town.slug, number])},
    ]
    return [*found, *({"label": label, "href": ""} for label in more)]


def case(request: OfficeRequest, town: str, number: str) -> HttpResponse:
    """The case on a day, today where none is asked for."""
    row = case_or_404(number)
    on = asked_day(request)
    assembled = assembling.assemble(row, request.town)
    standing = assess(assembled.law, assembled.case, on)
    every = "all" in request.GET
    entries = Entry.objects.filter(case=row).order_by("-case_n")
    context: dict[str, Any] = {
        "case": row,
        "crumbs": crumbs(request.town, number),
        "on": on,
        "file": assembled.file,
        "law": assembled.law,
        "standing": standing,
        "stage": STAGES.get(row.stage, row.stage),
        "acts": permitted.acts_of(standing, town, number, request.roles),
        "recordable": permitted.recordable(
            town, number, request.roles, assembled.law, standing.account
        ),
        "orders": [o for o in standing.orders if o.in_force],
        "holds": [h for h in standing.holds if h.in_force],
        "running": [d for d in standing.deadlines if d.status in ("open", "stayed", "missed")],
        "settled": [d for d in standing.deadlines if d.status in ("met", "late")],
        "history": [told(entry) for entry in (entries if every else entries[:ENTRIES_SHOWN])],
        "more": not every and row.length > ENTRIES_SHOWN,
        "parts": [(name, part) for name, part in standing.account.parts if part.charged],
        "parties": list(assembled.file.parties.values()),
        "voided": {e.entry for e in assembled.case.events if e.name == "voided"},
        "irregular": {remark.event for remark in standing.irregularities},
        **_figures(standing, request.town, number),
        **_beside(row, entries),
    }
    return render(request, "office/case.html", context)


def _figures(standing: Standing, town: Town, number: str) -> dict[str, Any]:
    """What the law would allow on each track, with its paragraph and the way to the argument."""
    shown = [e for e in (standing.civil, standing.criminal) if e.max is None or e.max]
    per_diem = standing.account.per_diem
    could = [
        {
            "label": f"Could be imposed, {item.track}",
            "cents": item.max,
            "cite": item.cite or "",
            "note": f"{item.units} {item.unit or 'unit'}{'' if item.units == 1 else 's'} counted",
            "href": reverse("case_why", args=[town.slug, number, f"exposure.{item.track}"]),
        }
        for item in shown
    ]
    nothing = {
        "label": "Could be imposed",
        "cents": 0,
        "note": "the most the law would allow today",
    }
    return {
        "could": could or [nothing],
        "money_href": reverse("case_money", args=[town.slug, number]),
        "owed_note": f"{dollars(per_diem)} more each day" if per_diem else "what is owed today",
    }


def _beside(row: Case, entries: QuerySet[Entry]) -> dict[str, Any]:
    """What stands beside the standing: files, papers, hearings, notes, acts that wait."""
    files = list(StoredFile.objects.filter(case=row).order_by("-entry_n"))
    notes = entries.filter(kind=NOTE)[:20]
    return {
        "papers": [file for file in files if file.kind == "paper"],
        "photos": [file for file in files if file.kind == "photo"],
        "documents": [file for file in files if file.kind not in ("paper", "photo")],
        "hearings": list(HearingRow.objects.filter(case=row).order_by("held_on")),
        "notes": [told(entry) for entry in notes],
        "proposals": list(Proposal.objects.filter(case=row, state="waiting").select_related("by")),
    }


def case_timeline(request: OfficeRequest, town: str, number: str) -> HttpResponse:
    """The picture of a case as SVG. It holds its own style, and is shown as an image."""
    assembled = assembling.assemble(case_or_404(number), request.town)
    drawn = picture(assembled.case, assembled.law, asked_day(request))
    text = svg(replace(drawn, law=law_named(assembled.law)))
    response = HttpResponse(text, content_type="image/svg+xml")
    response.headers["Content-Security-Policy"] = (
        "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    )
    return response


def case_file(request: OfficeRequest, town: str, number: str) -> HttpResponse:
    """The case as a file that ``outfall assess`` reads: a town's data leave with it at any time."""
    row = case_or_404(number)
    assembled = assembling.assemble(row, request.town)
    text = yaml.safe_dump(assembled.file.document(), sort_keys=False, allow_unicode=True)
    response = HttpResponse(text, content_type="application/yaml; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{number}.yaml"'
    return response


def case_standing(request: OfficeRequest, town: str, number: str) -> HttpResponse:
    """The standing for a program: the public contract."""
    assembled = assembling.assemble(case_or_404(number), request.town)
    standing = assess(assembled.law, assembled.case, asked_day(request))
    return JsonResponse(data(standing), json_dumps_params={"indent": 1, "ensure_ascii": False})


def case_why(request: OfficeRequest, town: str, number: str, what: str) -> HttpResponse:
    """How one date, amount or power comes about: the argument, line by line, with its cites."""
    row = case_or_404(number)
    on = asked_day(request)
    assembled = assembling.assemble(row, request.town)
    try:
        argument = explain(assembled.law, assembled.case, what, on)
    except Refused as refused:
        raise Http404(str(refused)) from None
    context = {
        "case": row,
        "on": on,
        "argument": argument,
        "what": what,
        "crumbs": crumbs(request.town, number, "Why"),
    }
    return render(request, "office/case_why.html", context)


PATHS: list[URLPattern] = [
    path("cases/<str:number>/", case, name="case"),
    path("cases/<str:number>/timeline.svg", case_timeline, name="case_timeline"),
    path("cases/<str:number>/case.yaml", case_file, name="case_file"),
    path("cases/<str:number>/standing.json", case_standing, name="case_standing"),
    path("cases/<str:number>/why/<str:what>/", case_why, name="case_why"),
]
