"""Several towns: the figures of each town in which somebody's role allows it, beside each other.

A figure leads into that town's own list where the person may see it. A town in which somebody has
no such role is nowhere on the page, and who has none at all is told that there is no such page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, cast
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.views.decorators.cache import never_cache

from outfall.papers.tables import Column, Table
from outfall.web.casework.report_times import AGES
from outfall.web.casework.words import STAGES
from outfall.web.screens.tabled import table_response
from outfall.web.towns.models import Person
from outfall.web.towns.oversight import WEEKS, Figures, monday, several

OPEN_STAGES = {name: label for name, label in STAGES.items() if name != "closed"}


@dataclass(frozen=True, slots=True)
class Asked:
    """One column: its head, its number in a town, its kind, and where that town lists it."""

    head: str
    number: Callable[[Figures], int]
    kind: str = "whole"
    page: str = ""
    args: tuple[str, ...] = ()
    query: str = ""

    def href(self, found: Figures) -> str:
        """The list behind a figure; empty where the person may not open it, or it is nothing."""
        if not self.page or not self.number(found) or not found.may_open(self.page):
            return ""
        return reverse(self.page, args=[found.town.slug, *self.args]) + self.query


@dataclass(frozen=True, slots=True)
class Panel:
    """A table of the towns with bars: ``bar`` is the number that they show, ``kind`` its look."""

    id: str
    title: str
    tells: str
    columns: tuple[Asked, ...]
    bar: Asked
    kind: str = ""


def panels(first: date) -> list[Panel]:
    """All tables; ``first`` is the Monday of the first week that is told of."""
    weeks = [first + timedelta(weeks=n) for n in range(WEEKS)]
    due = Asked("In six weeks", lambda f: sum(f.weeks[week] for week in weeks))
    every = Asked("Open", lambda f: f.open, page="cases")
    duties = _listed("Must act now", "duties", lambda f: f.duties)
    return [
        Panel(
            "open",
            "Open cases by where they stand",
            "Each open case stands in one column. The bars show the open cases.",
            (every, *(_stage(name, label) for name, label in OPEN_STAGES.items())),
            every,
        ),
        Panel(
            "due",
            "What falls due, by week",
            "Open last days of the parties, by the week that begins on a Monday, this one from "
            "today on. The bars show those of six weeks.",
            (due, *(_week(week) for week in weeks)),
            due,
            "due",
        ),
        Panel(
            "powers",
            "What the towns must and may do",
            "Duties that wait, powers that open or close today or in the seven days after, and "
            "last days of the town's own that were missed. The bars show the duties.",
            (
                duties,
                _listed("Open this week", "opening", lambda f: f.opening),
                _listed("Close this week", "closing", lambda f: f.closing),
                _listed("Own last days missed", "own", lambda f: f.missed),
            ),
            duties,
            "must",
        ),
        *_money_panels(),
    ]


def _money_panels() -> list[Panel]:
    owed = Asked("Owed", lambda f: f.owed, "money", "money")
    return [
        Panel(
            "money",
            "Money",
            "Three sorts that are never added: what the ordinance would allow in open cases and "
            "nobody owes, what was imposed in them, and what is owed, in closed cases too. The "
            "bars show what is owed.",
            (
                Asked("Could be imposed", lambda f: f.could, "money"),
                Asked("Cases without a limit", lambda f: f.unlimited),
                Asked("Assessed", lambda f: f.assessed, "money"),
                owed,
                Asked("Cases that owe", lambda f: f.owing, page="money"),
            ),
            owed,
        ),
        Panel(
            "ages",
            "How long nothing was decided about what is owed",
            "What is owed, by the days since a payment, a charge or a decision about it. The bars "
            "show what has waited for more than 30 days.",
            tuple(_age(id, label) for id, label, *_ in AGES),
            Asked("", lambda f: f.owed - f.ages[AGES[0][0]], "money"),
            "due",
        ),
    ]


def _stage(name: str, label: str) -> Asked:
    query = "?" + urlencode({"stage": name})
    return Asked(label, lambda f: f.stages[name], page="cases", query=query)


def _week(week: date) -> Asked:
    return Asked(f"{week:%b} {week.day}", lambda f: f.weeks[week])


def _listed(head: str, name: str, number: Callable[[Figures], int]) -> Asked:
    return Asked(head, number, page="today_list", args=(name,))


def _age(id: str, label: str) -> Asked:
    query = "?" + urlencode({"list": id})
    return Asked(label, lambda f: f.ages[id], "money", "report", ("outstanding",), query)


def _found(request: HttpRequest, page: str) -> list[Figures]:
    """The figures that somebody may see; 404 where there are none."""
    found = several(cast(Person, request.user), page)
    if not found:
        raise Http404
    return found


def _first(found: Iterable[Figures]) -> date:
    return monday(min(one.today for one in found))


@never_cache
def several_towns(request: HttpRequest) -> HttpResponse:
    """The figures of every town in which the person's role allows it."""
    found = _found(request, "several")
    tables = [_shown(panel, found) for panel in panels(_first(found))]
    context = {
        "found": found,
        "panels": tables,
        "person": request.user,
        "idle_seconds": settings.SESSION_IDLE_SECONDS,
        "crumbs": [{"label": "Your towns", "href": "/"}, {"label": "Several towns", "href": ""}],
    }
    return render(request, "office/several.html", context)


def _shown(panel: Panel, found: list[Figures]) -> dict[str, Any]:
    """A table as the page shows it: a line for each town, and one for all together."""
    lines = [
        {
            "town": one.town,
            "bar": panel.bar.number(one),
            "cells": [_cell(c, c.number(one), c.href(one)) for c in panel.columns],
        }
        for one in found
    ]
    total = [_cell(c, sum(c.number(one) for one in found), "") for c in panel.columns]
    most = max(panel.bar.number(one) for one in found) or 1
    return {"panel": panel, "lines": lines, "total": total, "most": most}


def _cell(column: Asked, number: int, href: str) -> dict[str, Any]:
    return {"head": column.head, "number": number, "kind": column.kind, "href": href}


@never_cache
def several_export(request: HttpRequest, ending: str) -> HttpResponse:
    """The same figures as a table for a spreadsheet: a row for each town."""
    found = _found(request, "several_export")
    first = _first(found)
    columns = [column for panel in panels(first) for column in panel.columns]
    heads = [f"{panel.title}: {c.head}" for panel in panels(first) for c in panel.columns]
    asked = (Column("Town"), Column("On", "date"), Column("Amounts as of", "date"))
    more = tuple(Column(head, c.kind) for head, c in zip(heads, columns, strict=True))
    table = Table("Several towns", (*asked, *more), _rows(found, columns))
    return table_response(table, f"several-towns-{max(one.today for one in found)}", ending)


def _rows(found: list[Figures], columns: list[Asked]) -> Iterator[tuple[Any, ...]]:
    for one in found:
        numbers = (column.number(one) for column in columns)
        yield (one.town.name, one.today, one.reckoned or one.today, *numbers)


PATHS: list[URLPattern] = [
    path("towns/figures/", several_towns, name="several"),
    path("towns/figures.<str:ending>", several_export, name="several_export"),
]
