"""Search: one line for cases, people, addresses and papers, each found with its case."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path

from outfall.web.casework import searching
from outfall.web.casework.models import Case, SearchEntry
from outfall.web.casework.searching import LINES_MOST, SORTS, Found
from outfall.web.casework.words import STAGES
from outfall.web.towns.middleware import OfficeRequest

PAGE, SHOWN = 50, 5
LETTERS_MOST = 200


def search(request: OfficeRequest, town: str) -> HttpResponse:
    """The first lines of each sort, or one sort page by page. A case's number leads to the case."""
    asked = " ".join(request.GET.get("q", "").replace("\0", " ").split())[:LETTERS_MOST]
    number = case_number(asked)
    if number and "all" not in request.GET:
        return redirect("case", town, number)
    found = searching.find(asked)
    sort = request.GET.get("sort", "")
    context: dict[str, Any] = {"asked": asked, "found": found, "most": LINES_MOST}
    context["counts"] = [
        {"sort": name, "label": label, "count": len(found.lines.get(name, ()))}
        for name, label in SORTS.items()
    ]
    if sort in SORTS:
        ids = found.lines.get(sort, [])
        page = Paginator(ids, PAGE).get_page(request.GET.get("page"))
        groups = [_group(sort, ids, list(page.object_list))]
        context |= {"page_obj": page, "sort": sort, "groups": groups if ids else []}
    else:
        context["groups"] = _first(found)
    context["stages"] = STAGES
    return render(request, "office/search.html", context)


def case_number(asked: str) -> str:
    """The number of the case that was typed in full, whatever its letters' size; else empty."""
    if not asked:
        return ""
    tries = {asked, asked.upper(), asked.lower()}
    return Case.every.filter(number__in=tries).values_list("number", flat=True).first() or ""


def _first(found: Found) -> list[dict[str, Any]]:
    """The best lines of each sort, all of them by one query."""
    shown = [pk for sort in SORTS for pk in found.lines.get(sort, ())[:SHOWN]]
    rows = _rows(shown)
    return [
        _group(sort, ids, ids[:SHOWN], rows) for sort in SORTS if (ids := found.lines.get(sort))
    ]


def _group(
    sort: str, ids: list[int], shown: list[int], rows: dict[int, SearchEntry] | None = None
) -> dict[str, Any]:
    rows = rows if rows is not None else _rows(shown)
    lines = [rows[pk] for pk in shown if pk in rows]
    return {"sort": sort, "label": SORTS[sort], "count": len(ids), "rows": lines}


def _rows(ids: list[int]) -> dict[int, SearchEntry]:
    return SearchEntry.objects.select_related("case").in_bulk(ids)


PATHS: list[URLPattern] = [path("search/", search, name="search")]
