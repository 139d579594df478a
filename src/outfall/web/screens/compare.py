"""Two codes side by side: the town's, any that ships, any of its drafts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path, reverse

from outfall.files.pack_file import load_pack
from outfall.law.faults import Refused
from outfall.law.ordinance import Ordinance
from outfall.web import clock
from outfall.web.drafts.models import Draft
from outfall.web.screens.draft_desk import draft_of, number
from outfall.web.screens.draft_publish import beside
from outfall.web.screens.versions_adopted import offered
from outfall.web.towns.adopted import law_of, pack_folder
from outfall.web.towns.middleware import OfficeRequest

TOWN, DRAFT = "town", "draft-"


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the comparison: what was asked for, and the law, or why there is none."""

    asked: str
    law: Ordinance | None = None
    faults: tuple[str, ...] = ()


def compare(request: OfficeRequest, town: str) -> HttpResponse:
    """Two codes point by point: the town's ordinance, one that ships, or a draft."""
    choices = _choices(request)
    known = dict(choices)
    one = str(request.GET.get("a", TOWN))
    other = str(request.GET.get("b", ""))
    a = _side(request, one if one in known else TOWN)
    b = _side(request, other) if other in known else Side("")
    context: dict[str, Any] = {
        "a": a,
        "b": b,
        "choices": choices,
        "faults": [*a.faults, *b.faults],
        "crumbs": [
            {"label": "Ordinance", "href": reverse("ordinance", args=[town])},
            {"label": "Compare", "href": ""},
        ],
    }
    if a.law is not None and b.law is not None:
        context |= beside(a.law, b.law)
    return render(request, "office/compare.html", context)


def _choices(request: OfficeRequest) -> list[tuple[str, str]]:
    """What can be compared: an id for an address, and what people call it."""
    drafts = Draft.objects.order_by("-made_at").values_list("pk", "title")[:100]
    return [
        (TOWN, f"The law in force in {request.town.name}"),
        *((f"{DRAFT}{pk}", f"Draft: {title}") for pk, title in drafts),
        *offered(),
    ]


def _side(request: OfficeRequest, asked: str) -> Side:
    if asked.startswith(DRAFT):
        _, bench = draft_of(request, number(asked.removeprefix(DRAFT)))
        return Side(asked, bench.law, bench.faults)
    try:
        if asked == TOWN:
            return Side(asked, law_of(request.town, clock.today(request.town.zone)))
        return Side(asked, load_pack(pack_folder(asked)))
    except Refused as refused:
        return Side(asked, None, tuple(str(fault) for fault in refused.faults))


PATHS = [path("ordinance/compare/", compare, name="compare")]
