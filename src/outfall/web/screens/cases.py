"""The list of cases: filters that make one address, and the same list as a table to take away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path

from outfall.law.events import VIOLATION_KINDS
from outfall.papers.tables import Column, Table
from outfall.web.casework.models import Case
from outfall.web.casework.words import STAGES
from outfall.web.screens.tabled import table_response
from outfall.web.towns.middleware import OfficeRequest

PAGE = 50
SORTS = {
    "recent": ("-last_on", "-pk"),
    "number": ("number", "pk"),
    "owed": ("-owed", "-pk"),
    "opened": ("opened_on", "pk"),
}


def filtered(request: OfficeRequest) -> QuerySet[Case]:
    """The cases that the address asks for: by stage, kind, person, open or closed, and order."""
    found = Case.objects.all()
    asked = request.GET
    if asked.get("stage") in STAGES:
        found = found.filter(stage=asked["stage"])
    if asked.get("kind") in VIOLATION_KINDS:
        found = found.filter(kinds__contains=asked["kind"])
    if asked.get("open", "open") == "open" and asked.get("stage") != "closed":
        found = found.filter(closed_on__isnull=True)
    elif asked.get("open") == "closed":
        found = found.filter(closed_on__isnull=False)
    if asked.get("mine"):
        found = found.filter(assigned=request.person)
    if asked.get("danger"):
        found = found.filter(danger=True)
    return found.order_by(*SORTS.get(asked.get("sort", ""), SORTS["recent"]))


def cases(request: OfficeRequest, town: str) -> HttpResponse:
    """The list of cases, page by page."""
    page = Paginator(filtered(request).select_related("assigned"), PAGE).get_page(
        request.GET.get("page")
    )
    context: dict[str, Any] = {
        "page_obj": page,
        "rows": page.object_list,
        "stages": STAGES,
        "kinds": VIOLATION_KINDS,
        "asked": request.GET,
        "query": request.GET.urlencode(),
    }
    return render(request, "office/cases.html", context)


COLUMNS = (
    Column("Case"),
    Column("Stage"),
    Column("Opened", "date"),
    Column("Closed", "date"),
    Column("Address"),
    Column("Parcel"),
    Column("Owner"),
    Column("Kinds"),
    Column("Given to"),
    Column("Could be imposed", "money"),
    Column("Assessed", "money"),
    Column("Owed", "money"),
    Column("As of", "date"),
)


def cases_export(request: OfficeRequest, town: str, ending: str) -> HttpResponse:
    """The list as it was filtered, whole, as a table for a spreadsheet."""
    table = Table("Cases", COLUMNS, _rows(filtered(request)))
    return table_response(table, f"cases-{town}", ending)


def _rows(found: QuerySet[Case]) -> Iterator[tuple[Any, ...]]:
    for row in found.select_related("assigned").iterator(2000):
        yield (
            row.number,
            STAGES.get(row.stage, row.stage),
            row.opened_on,
            row.closed_on,
            row.address,
            row.parcel,
            row.owner,
            row.kinds,
            row.assigned.name if row.assigned else None,
            row.exposure,
            row.assessed,
            row.owed,
            row.judged_on,
        )


PATHS: list[URLPattern] = [
    path("cases/", cases, name="cases"),
    path("cases/export.<str:ending>", cases_export, name="cases_export"),
]
