"""The door: who has signed in goes to their town."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from outfall.web.permissions import may_open
from outfall.web.towns import scope
from outfall.web.towns.models import Membership, Person, Town
from outfall.web.towns.oversight import towns_of


@login_required
def home(request: HttpRequest) -> HttpResponse:
    """To the only town of a person, or the choice among several.

    Whoever sees a town's figures alone has no way into it: the figures of all towns are theirs.
    """
    person = cast(Person, request.user)
    with scope.person(person.pk):
        ids = set(Membership.objects.values_list("town_id", flat=True))
    towns = list(Town.objects.filter(pk__in=ids))
    summed = list(towns_of(person, "several"))
    only = {town.pk for town, roles in summed if not may_open("today", "GET", roles)}
    inside = [town for town in towns if town.pk not in only]
    if only and not inside:
        return redirect("several")
    if len(towns) == 1:
        return redirect("today", towns[0].slug)
    context = {"towns": inside, "overseen": len(only), "summed": len(summed)}
    return render(request, "office/home.html", context)


def healthz(request: HttpRequest) -> HttpResponse:
    """That the server and its database answer."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("well\n", content_type="text/plain")
