"""The door: who has signed in goes to their town."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from outfall.web.towns import scope
from outfall.web.towns.models import Membership, Person, Town


@login_required
def home(request: HttpRequest) -> HttpResponse:
    """To the only town of a person, or the choice among several."""
    person = cast(Person, request.user)
    with scope.person(person.pk):
        ids = set(Membership.objects.values_list("town_id", flat=True))
    towns = list(Town.objects.filter(pk__in=ids))
    if len(towns) == 1:
        return redirect("today", towns[0].slug)
    return render(request, "office/home.html", {"towns": towns})


def healthz(request: HttpRequest) -> HttpResponse:
    """That the server and its database answer."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("well\n", content_type="text/plain")
