"""Reports: what the town did in a period, each figure opening the cases that it counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse

from outfall.papers.tables import Column, Table
from outfall.web import clock
from outfall.web.casework import geography, report_acts, report_times
from outfall.web.casework.models import Case
from outfall.web.casework.reporting import (
    YEARS_SHOWN,
    Cell,
    Hit,
    Hits,
    Line,
    Period,
    Report,
    chunks,
    year_of,
)
from outfall.web.casework.words import STAGES
from outfall.web.screens.mapping import geojson
from outfall.web.screens.tabled import table_response
from outfall.web.towns.middleware import OfficeRequest
from outfall.web.towns.oversight import towns_of

PAGE = 50


@dataclass(frozen=True, slots=True)
class Kind:
    """A report: its words, what finds its hits, what counts them, and what an amount of it is."""

    name: str
    title: str
    tells: str
    find: Callable[[Period, date], Hits]
    count: Callable[[Hits, Period], Report]
    amount: str = "money"
    dated: bool = True


REPORTS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind(
            "enforcement",
            "Enforcement actions by type",
            "What an MS4 annual report asks for: warnings, notices, orders, penalties, liens.",
            report_acts.enforcement_hits,
            report_acts.enforcement,
        ),
        Kind(
            "times",
            "Time from finding to each step",
            "Days to the notice, its service, the remedy, hearing, decision, lien and closing.",
            report_times.step_hits,
            report_times.steps,
            "days",
        ),
        Kind(
            "deadlines",
            "Deadlines of the town",
            "Which last days the town and its board kept, and which they missed.",
            report_times.deadline_hits,
            report_times.deadlines,
        ),
        Kind(
            "money",
            "Money by month",
            "Penalties assessed, fines, costs, what was collected and what was waived.",
            report_times.money_hits,
            report_times.money,
        ),
        Kind(
            "outstanding",
            "Outstanding by age",
            "What is owed today, by how long nothing was decided on it.",
            report_times.outstanding_hits,
            report_times.outstanding,
            dated=False,
        ),
        Kind(
            "incomplete",
            "Incomplete records",
            "Cases with an enforcement action whose record lacks something it must hold.",
            report_acts.incomplete_hits,
            report_acts.incomplete,
        ),
    )
}


class PeriodForm(forms.Form):
    """The days of a report; a year is chosen by a link."""

    since = forms.DateField(label="From")
    until = forms.DateField(label="To")

    def clean(self) -> dict[str, Any]:
        """The last day is not before the first."""
        found: dict[str, Any] = super().clean() or {}
        first, last = found.get("since"), found.get("until")
        if first and last and last < first:
            self.add_error("until", "The last day is before the first. Exchange them.")
        return found


def asked_period(request: OfficeRequest, today: date) -> tuple[Period, PeriodForm]:
    """The period that an address asks for; this year where it asks for none that is real."""
    asked = request.GET
    form = PeriodForm(asked if "since" in asked or "until" in asked else None)
    if form.is_bound and form.is_valid():
        return Period(form.cleaned_data["since"], form.cleaned_data["until"]), form
    year = asked.get("year", "")
    period = year_of(int(year) if year.isdecimal() and 1900 <= int(year) <= 2200 else today.year)
    if not form.is_bound:
        form = PeriodForm(initial={"since": period.first, "until": period.last})
    return period, form


def query_of(period: Period) -> dict[str, str]:
    """The period as an address has it."""
    return {"since": period.first.isoformat(), "until": period.last.isoformat()}


def reports(request: OfficeRequest, town: str) -> HttpResponse:
    """All reports, each with what it tells."""
    summed = sum(1 for _ in towns_of(request.person, "several"))
    return render(request, "office/reports.html", {"reports": REPORTS.values(), "summed": summed})


def kind_or_404(name: str) -> Kind:
    """A report by its name."""
    kind = REPORTS.get(name)
    if kind is None:
        raise Http404
    return kind


def report(request: OfficeRequest, town: str, name: str) -> HttpResponse:
    """A report with its chart; with ``list`` the cases behind one of its figures."""
    kind, today = kind_or_404(name), clock.today(request.town.zone)
    period, form = asked_period(request, today)
    hits = kind.find(period, today)
    query = query_of(period)
    context: dict[str, Any] = {
        "kind": kind,
        "period": period,
        "form": form,
        "query": urlencode(query),
        "crumbs": [{"label": "Reports", "href": reverse("reports", args=[town])}],
    }
    if "list" in request.GET:
        return _behind(request, town, kind, hits, context)
    context["crumbs"].append({"label": kind.title, "href": ""})
    context |= {
        "report": kind.count(hits, period),
        "years": [today.year - n for n in range(YEARS_SHOWN)],
    }
    return render(request, "office/report.html", context)


def _behind(
    request: OfficeRequest, town: str, kind: Kind, hits: Hits, context: dict[str, Any]
) -> HttpResponse:
    """The cases that one figure counts, page by page."""
    asked = request.GET["list"]
    period: Period = context["period"]
    label = label_of(kind.count(hits, period), asked)
    if label is None:
        raise Http404
    found = sorted(hits.get(asked, ()), key=lambda hit: (hit.day, hit.case), reverse=True)
    listed = Paginator(found, PAGE).get_page(request.GET.get("page"))
    cases = Case.objects.in_bulk([hit.case for hit in listed.object_list])
    href = f"{reverse('report', args=[town, kind.name])}?{context['query']}"
    crumbs = [{"label": kind.title, "href": href}, {"label": label, "href": ""}]
    context |= {
        "label": label,
        "page_obj": listed,
        "rows": [{"hit": hit, "case": cases[hit.case]} for hit in listed.object_list],
        "cases": len({hit.case for hit in found}),
        "query": urlencode({**query_of(period), "list": asked}),
        "amounts": any(hit.amount is not None for hit in found),
        "crumbs": [*context["crumbs"], *crumbs],
    }
    return render(request, "office/report_list.html", context)


def label_of(report: Report, asked: str) -> str | None:
    """What the figure is called that opens these hits; None where the report has no such figure."""
    for line in report.lines:
        for head, cell in zip(report.heads, line.cells, strict=True):
            if cell.behind == asked:
                only = sum(bool(one.behind) for one in line.cells) < 2
                return line.label if only else f"{line.label}: {head[:1].lower()}{head[1:]}"
    return None


def report_export(request: OfficeRequest, town: str, name: str, ending: str) -> HttpResponse:
    """The report as a table; with ``list`` the cases behind a figure; as GeoJSON its cases."""
    kind, today = kind_or_404(name), clock.today(request.town.zone)
    period, _ = asked_period(request, today)
    hits, asked = kind.find(period, today), request.GET.get("list")
    if asked is not None and label_of(kind.count(hits, period), asked) is None:
        raise Http404
    file = f"{kind.name}-{town}-{period.first}-{period.last}"
    if ending == "geojson":
        chosen = hits.get(asked, []) if asked is not None else _all(hits)
        return geojson(geography.collection(list(_places(chosen))), f"{file}.geojson")
    if asked is not None:
        table = Table("Cases", _columns(kind), _rows(kind, hits.get(asked, [])))
    else:
        table = _table(kind, kind.count(hits, period))
    return table_response(table, file, ending)


def _all(hits: Hits) -> list[Hit]:
    return [hit for rows in hits.values() for hit in rows]


def _places(hits: list[Hit]) -> Iterator[dict[str, Any]]:
    for ids in chunks(hit.case for hit in hits):
        yield from geography.features(geography.placed(Case.objects.filter(pk__in=ids)))


def _columns(kind: Kind) -> tuple[Column, ...]:
    amount = Column("Days", "whole") if kind.amount == "days" else Column("Amount", "money")
    day = Column("Day", "date")
    heads = ("Case", "What", "Entry", "Address", "Owner", "Stands")
    case, what, entry, *more = (Column(head) for head in heads)
    return (case, day, what, amount, entry, *more)


def _rows(kind: Kind, hits: list[Hit]) -> Iterator[tuple[Any, ...]]:
    by_case: dict[int, list[Hit]] = {}
    for hit in hits:
        by_case.setdefault(hit.case, []).append(hit)
    for ids in chunks(by_case):
        for case in Case.objects.filter(pk__in=ids).order_by("pk"):
            for hit in by_case[case.pk]:
                stands = STAGES.get(case.stage, case.stage)
                about = (case.address, case.owner, stands)
                yield (case.number, hit.day, hit.says, hit.amount, hit.entry, *about)


def _table(kind: Kind, report: Report) -> Table:
    """The report as a table. Days with a half are written as text, as they are shown."""
    first = report.lines[0].cells if report.lines else ()
    kinds = [cell.kind if cell.kind == "money" else "whole" for cell in first]
    kinds = ["text" if cell.kind == "days" else k for cell, k in zip(first, kinds, strict=True)]
    heads = report.heads if first else ()
    columns = [Column(head, sort) for head, sort in zip(heads, kinds, strict=True)]
    lines = [*report.lines, *([report.total] if report.total else [])]
    grouped = any(line.group for line in lines)
    names = [Column("Group"), Column("What")] if grouped else [Column("What")]
    return Table(kind.title[:31], (*names, *columns), (_line(line, grouped) for line in lines))


def _line(line: Line, grouped: bool) -> tuple[Any, ...]:
    names = (line.group, line.label) if grouped else (line.label,)
    return (*names, *(_value(cell) for cell in line.cells))


def _value(cell: Cell) -> Any:
    if cell.kind == "days":
        return "" if cell.value is None else f"{cell.value:g}"
    return cell.value


PATHS: list[URLPattern] = [
    path("reports/", reports, name="reports"),
    path("reports/<slug:name>/", report, name="report"),
    path("reports/<slug:name>/export.<str:ending>", report_export, name="report_export"),
]
