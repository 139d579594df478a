"""What every page of a town knows: the town, the person, the day and the ways to go."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from outfall.web import clock
from outfall.web.towns.models import ROLES

NAV = (
    ("today", "Today"),
    ("cases", "Cases"),
    ("hearings", "Hearings"),
    ("money", "Money"),
    ("map", "Map"),
    ("ordinance", "Ordinance"),
    ("reports", "Reports"),
    ("settings", "Settings"),
)
# Pages that belong under a way of the navigation other than their own name says.
UNDER = {
    "act": "cases",
    "entry": "cases",
    "proposal": "cases",
    "proposals": "today",
    "file": "cases",
    "paper": "cases",
    "checklist": "cases",
    "checklist_done": "cases",
    "file_original": "cases",
    "hearing": "hearings",
    "reading": "ordinance",
    "policy": "ordinance",
    "version": "ordinance",
    "compare": "ordinance",
    "drafts": "ordinance",
    "draft": "ordinance",
    "draft_fact": "ordinance",
    "draft_add": "ordinance",
    "draft_proposed": "ordinance",
    "draft_questions": "ordinance",
    "draft_cases": "ordinance",
    "draft_case": "ordinance",
    "draft_publish": "ordinance",
    "draft_pack": "ordinance",
    "layers": "map",
    "report": "reports",
    "record": "reports",
    "intake": "cases",
    "tax_roll": "money",
    "disposal": "settings",
    "payments_import": "money",
    "today_list": "today",
}


def office(request: HttpRequest) -> dict[str, Any]:
    """The town, the person and their roles, today, and the navigation; empty without a town."""
    town = getattr(request, "town", None)
    if town is None:
        return {}
    names = dict(ROLES)
    match = request.resolver_match
    here = UNDER.get(match.url_name or "", (match.url_name or "").split("_")[0]) if match else ""
    roles = sorted(request.roles)  # type: ignore[attr-defined]
    return {
        "town": town,
        "person": request.person,  # type: ignore[attr-defined]
        "roles": request.roles,  # type: ignore[attr-defined]
        "role_names": ", ".join(names[role] for role in roles),
        "today": clock.today(town.zone),
        "record_head": f"{town.length}:{town.head[:16]}" if town.head else "",
        "record_href": reverse("record", args=[town.slug]),
        "idle_seconds": settings.SESSION_IDLE_SECONDS,
        "nav": [
            {
                "label": label,
                "href": reverse(name, args=[town.slug]),
                "current": here == name or (name == "cases" and here == "case"),
            }
            for name, label in NAV
        ],
    }
