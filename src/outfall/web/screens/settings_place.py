"""Where the town is: its zone and its state, as they were founded, and where its map opens."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.http import HttpResponse

from outfall.web import clock
from outfall.web.casework.models import Layer
from outfall.web.screens.fields import Degrees
from outfall.web.screens.settings_forms import SettingForm
from outfall.web.screens.settings_page import Topic, setting_page
from outfall.web.towns import place
from outfall.web.towns.adopted import law_of
from outfall.web.towns.middleware import OfficeRequest
from outfall.web.towns.place import View

PLACE = Topic("settings_place", "place", "Place")
ZOOMS = {
    8: "several counties",
    9: "a large county",
    10: "a county",
    11: "a large city",
    12: "a city, or a town of several villages",
    13: "a town",
    14: "a village",
    15: "a neighborhood",
    16: "some blocks",
    17: "a block",
}
USUAL = 13


class PlaceForm(SettingForm):
    """The middle of the map, and how near it is."""

    topic = "place"
    latitude = Degrees(85, label="Latitude of the middle", help_text="Such as 43.2123.")
    longitude = Degrees(
        180,
        label="Longitude of the middle",
        help_text="Such as -77.4299. West of Greenwich, as in all of the states but for some "
        "islands, it begins with a minus.",
    )
    zoom = forms.TypedChoiceField(
        label="What the map shows",
        coerce=int,
        choices=[(zoom, f"{says} ({zoom})") for zoom, says in ZOOMS.items()],
    )

    @staticmethod
    def initial_of(value: dict[str, Any]) -> dict[str, Any]:
        return {"zoom": USUAL, **value}

    def clean(self) -> None:
        """Both degrees, or neither for a map that opens by itself."""
        data = self.cleaned_data
        if {"latitude", "longitude"} & set(self.errors):
            return
        given = [name for name in ("latitude", "longitude") if data.get(name)]
        if len(given) == 1:
            other = "longitude" if given == ["latitude"] else "latitude"
            self.add_error(other, f"Give the {other} too, or leave both empty.")

    def value(self, before: dict[str, Any]) -> dict[str, Any]:
        data = self.cleaned_data
        if not data["latitude"]:
            return {}
        return {name: data[name] for name in ("latitude", "longitude", "zoom")}


def settings_place(request: OfficeRequest, town: str) -> HttpResponse:
    """The town's zone and state, and where its map opens."""
    zone = request.town.zone
    law = law_of(request.town, clock.today(zone))
    counted = getattr(law.calendar.zone, "key", "")
    context = {
        "zone": zone,
        "now": clock.now().astimezone(ZoneInfo(zone)),
        "other_zone": counted if counted and counted != zone else "",
        "law": law,
        "has_outline": Layer.objects.filter(sort="outline").exists(),
        "has_cases": place.around_cases() is not None,
    }
    offered = {"outline": place.around_outline, "cases": place.around_cases}.get(
        str(request.GET.get("from", ""))
    )
    found = offered() if offered else None
    return setting_page(
        request,
        PLACE,
        PlaceForm,
        context | {"offered": found is not None},
        offered=_value(found) if found else None,
        example=_example,
    )


def _value(view: View) -> dict[str, Any]:
    spot = {"latitude": f"{view.latitude:.6f}", "longitude": f"{view.longitude:.6f}"}
    return {**spot, "zoom": view.zoom}


def _example(value: dict[str, Any]) -> dict[str, Any]:
    """What the map would show, in words; empty where it opens by itself."""
    view = place.view_of(value)
    if view is None:
        return {}
    shown, placed = place.seen(view)
    miles = view.miles
    return {
        "north": f"{abs(view.latitude):.4f}° {'north' if view.latitude >= 0 else 'south'}",
        "west": f"{abs(view.longitude):.4f}° {'west' if view.longitude < 0 else 'east'}",
        "miles": f"{miles:.0f} miles" if miles >= 2 else f"{miles:.1f} miles",
        "shown": shown,
        "placed": placed,
    }
