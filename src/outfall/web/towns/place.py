"""Where a town's map opens: a middle and a zoom, and how much ground they show."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from outfall.web.casework import geography
from outfall.web.casework.geography import Box
from outfall.web.casework.models import Case, Layer

ZOOM_LEAST, ZOOM_MOST = 8, 17
TILE = 256
WIDE, HIGH = 1000, 500
"""The map that is reckoned with, in pixels: that of a desk's screen, roughly."""
MILES_AROUND = 24_901


@dataclass(frozen=True, slots=True)
class View:
    """The middle of a map in degrees, and its zoom as web maps count it."""

    latitude: float
    longitude: float
    zoom: int

    @property
    def degrees(self) -> float:
        """How many degrees of longitude the map shows from left to right."""
        return min(360.0, 360.0 * WIDE / (TILE * 2.0**self.zoom))

    @property
    def miles(self) -> float:
        """How many miles the map shows from left to right."""
        return MILES_AROUND * self.degrees / 360 * math.cos(math.radians(self.latitude))

    @property
    def box(self) -> Box:
        """The rectangle that the map shows, but for what lies beyond the date line."""
        wide = self.degrees / 2
        high = wide * HIGH / WIDE * math.cos(math.radians(self.latitude))
        return Box(
            west=max(self.longitude - wide, -180.0),
            south=max(self.latitude - high, -90.0),
            east=min(self.longitude + wide, 180.0),
            north=min(self.latitude + high, 90.0),
        )


def view_of(value: dict[str, Any]) -> View | None:
    """The view that the town has set; None where it has set none."""
    if not value.get("latitude") or not value.get("longitude"):
        return None
    return View(float(value["latitude"]), float(value["longitude"]), int(value["zoom"]))


def around(corners: list[list[float]]) -> View | None:
    """The nearest view that shows all of a rectangle: its corners southwest and northeast.

    >>> around([[43.1, -77.5], [43.3, -77.3]])
    View(latitude=43.2, longitude=-77.4, zoom=11)
    """
    if not corners:
        return None
    (south, west), (north, east) = corners
    latitude, longitude = round((south + north) / 2, 6), round((west + east) / 2, 6)
    for zoom in range(ZOOM_MOST, ZOOM_LEAST, -1):
        box = View(latitude, longitude, zoom).box
        if box.west <= west and box.east >= east and box.south <= south and box.north >= north:
            return View(latitude, longitude, zoom)
    return View(latitude, longitude, ZOOM_LEAST)


def around_cases() -> View | None:
    """The view of all cases that have a place on the map."""
    return around(geography.bounds(Case.objects.all()))


def around_outline() -> View | None:
    """The view of the town's outline, as it was uploaded as a layer."""
    found = [
        position
        for layer in Layer.objects.filter(sort="outline")
        for feature in layer.geojson.get("features", [])
        for position in _positions(feature["geometry"]["coordinates"])
    ]
    if not found:
        return None
    longitudes, latitudes = zip(*found, strict=True)
    return around([[min(latitudes), min(longitudes)], [max(latitudes), max(longitudes)]])


def _positions(coordinates: Any) -> Iterator[tuple[float, float]]:
    if coordinates and isinstance(coordinates[0], int | float):
        yield float(coordinates[0]), float(coordinates[1])
    else:
        for each in coordinates:
            yield from _positions(each)


def seen(view: View) -> tuple[int, int]:
    """How many cases the map shows when it opens, and how many have a place on it at all."""
    every = Case.objects.all()
    return geography.placed(every, view.box).count(), geography.placed(every).count()
