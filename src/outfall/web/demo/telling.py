"""What a demonstration says as it starts: who can sign in as what, and which pages to look at."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import NoReverseMatch, reverse

from outfall.web.casework.models import Case
from outfall.web.demo import script
from outfall.web.demo.load import PASSWORD
from outfall.web.towns import scope
from outfall.web.towns.models import ROLES, Membership, Town

SHOWN = {"town-of-example": "150 Example Lane", "city-of-example": "118 Sample Road"}


def lines(at: str) -> list[str]:
    """The sign-ins and the pages of every town of the demonstration, under an address."""
    towns = list(Town.objects.filter(slug__in=script.TOWNS).order_by("-slug"))
    if not towns:
        return []
    found = ["", f"Sign in with one of these addresses and the password  {PASSWORD}"]
    for town in towns:
        with scope.town(town.pk):
            found += ["", town.name, *_people(), "  Look at", *_pages(town, at)]
    return found


def _people() -> Iterator[str]:
    rows = {row.role: row for row in Membership.objects.select_related("person").order_by("-pk")}
    for role, title in ROLES:
        if role in rows:
            person = rows[role].person
            yield f"  {title.partition(' (')[0]:16}  {person.email:40}  {person.name}"


def _pages(town: Town, at: str) -> Iterator[str]:
    case = Case.objects.filter(address=SHOWN[town.slug]).first()
    pages = [("today", [town.slug]), ("ordinance", [town.slug])]
    if case is not None:
        pages.insert(1, ("case", [town.slug, case.number]))
    for name, args in pages:
        try:
            yield f"    {at}{reverse(name, args=args)}"
        except NoReverseMatch:
            continue
