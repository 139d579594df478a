"""The map: cases, outfalls and practices on the town's own ground, always beside their table."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse

from outfall.law.events import VIOLATION_KINDS
from outfall.web import clock, permissions
from outfall.web.casework import geography, kinds, recording, storing
from outfall.web.casework.forms import KeyedForm
from outfall.web.casework.geography import BYTES_MOST, LAYER_SORTS, POINTS_MOST
from outfall.web.casework.models import Case, Layer, StoredFile
from outfall.web.casework.recording import Actor, Done
from outfall.web.casework.words import STAGES
from outfall.web.screens.acting import attempt, page
from outfall.web.screens.cases import filtered
from outfall.web.towns.adopted import setting
from outfall.web.towns.middleware import OfficeRequest
from outfall.web.towns.place import view_of

PAGE = 50
SORT_NAMES = dict(LAYER_SORTS)


def town_map(request: OfficeRequest, town: str) -> HttpResponse:
    """The map with its table below it: both show what the same filter finds."""
    found = filtered(request)
    listed = Paginator(found, PAGE).get_page(request.GET.get("page"))
    layers = _layers()
    query = request.GET.copy()
    query.pop("page", None)
    data_href = reverse("map_data", args=[town])
    context: dict[str, Any] = {
        "page_obj": listed,
        "rows": listed.object_list,
        "unplaced": found.filter(latitude__isnull=True).count(),
        "stages": STAGES,
        "kinds": VIOLATION_KINDS,
        "asked": request.GET,
        "query": query.urlencode(),
        "layers": layers,
        "may_upload": bool(request.roles & permissions.PAGES["layers"].write),
        "shown": json.dumps(
            {
                "cases": f"{data_href}?{query.urlencode()}",
                "case": reverse("case", args=[town, "NUMBER"]),
                "bounds": geography.bounds(found),
                "opens": _opens(),
                "layers": [
                    {
                        "name": layer.name,
                        "sort": layer.sort,
                        "href": reverse("map_data", args=[town, layer.pk]),
                    }
                    for layer in layers
                ],
            }
        ),
    }
    return render(request, "office/map.html", context)


def _opens() -> list[float]:
    """Latitude, longitude and zoom at which the town lets its map open; empty where it has none."""
    view = view_of(setting("place"))
    return [view.latitude, view.longitude, view.zoom] if view else []


def _layers() -> QuerySet[Layer]:
    return Layer.objects.defer("geojson").order_by("sort", "name", "pk")


def map_data(request: OfficeRequest, town: str, layer: int | None = None) -> HttpResponse:
    """GeoJSON: one layer; the cases within ``bbox``; or, without one, the whole list as a file."""
    if layer is not None:
        row = Layer.objects.filter(pk=layer).first()
        if row is None:
            raise Http404
        return geojson(row.geojson)
    cases = filtered(request)
    if "bbox" not in request.GET:
        whole = geography.collection(list(geography.features(geography.placed(cases))))
        return geojson(whole, f"cases-{town}.geojson")
    box = geography.box_of(request.GET["bbox"])
    if box is None:
        says = {"error": "bbox is west,south,east,north in degrees"}
        return HttpResponse(json.dumps(says), content_type="application/json", status=400)
    return geojson(_within(geography.placed(cases, box), box))


def _within(cases: QuerySet[Case], box: geography.Box) -> dict[str, Any]:
    """The cases of a rectangle one by one, or on a grid where they are too many to be seen."""
    count = cases.count()
    if count > POINTS_MOST:
        return geography.collection(geography.gathered(cases, box), gathered=True, count=count)
    return geography.collection(list(geography.features(cases)), gathered=False, count=count)


def geojson(data: dict[str, Any], name: str = "") -> HttpResponse:
    """Places as GeoJSON; with a name as a file to keep."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    response = HttpResponse(text, content_type="application/geo+json")
    if name:
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


class LayerForm(KeyedForm):
    """A layer to upload: what it shows, its name, and its file."""

    sort = forms.ChoiceField(label="What it shows", choices=LAYER_SORTS)
    name = forms.CharField(
        label="Name", max_length=80, help_text="As the map's legend will call it."
    )
    replaces: forms.ModelChoiceField[Layer] = forms.ModelChoiceField(
        label="In place of",
        queryset=None,
        required=False,
        empty_label="none: it is a new layer",
        help_text="The former layer is taken off the map. Its digest stays in the record.",
    )
    file = forms.FileField(
        label="GeoJSON file",
        help_text="Longitude and latitude (WGS 84), at most 10 MB and 50,000 features.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["replaces"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = _layers()
        self.fields["file"].widget.attrs["accept"] = ".geojson,.json,application/geo+json"
        self.read = geography.Reading()
        self.content = b""

    def clean_file(self) -> Any:
        """The file, read; each of its faults stands at the field."""
        given = self.cleaned_data["file"]
        self.content = given.read(BYTES_MOST + 1)
        self.read = geography.read_layer(self.content)
        if self.read.faults:
            raise forms.ValidationError(self.read.told())
        return given


def layers(request: OfficeRequest, town: str) -> HttpResponse:
    """The layers that the town has uploaded, and the form for another."""
    may = bool(request.roles & permissions.PAGES["layers"].write)
    form = LayerForm(request.POST or None, request.FILES or None) if may else None
    if form is not None and request.method == "POST" and form.is_valid():
        done = attempt(form, lambda: _upload(request, form), lambda: 0, request)
        if done is not None:
            if not done.again:
                count = len(form.read.features)
                name = form.cleaned_data["name"]
                messages.success(request, f"{name} is on the map: {count:,} features.")
            return redirect("layers", town)
    context = {
        "rows": _layers(),
        "sorts": SORT_NAMES,
        "may_upload": may,
        "crumbs": _crumbs(town, ("Layers", "")),
    }
    return page(request, "layers", context, form)


def _crumbs(town: str, *more: tuple[str, str]) -> list[dict[str, str]]:
    found = [("Map", reverse("map", args=[town])), *more]
    return [{"label": label, "href": href} for label, href in found]


def _upload(request: OfficeRequest, form: LayerForm) -> Done:
    """The entry of the town's record, its file and the layer itself: all or none."""
    asked, features = form.cleaned_data, form.read.features
    name = storing.clean_name(asked["file"].name, "geojson")
    sha256 = storing.keep(request.town.slug, form.content)
    replaced: Layer | None = asked["replaces"]
    body = {
        "name": asked["name"],
        "sort": asked["sort"],
        "features": len(features),
        "file": {"sha256": sha256, "name": name, "bytes": len(form.content)},
        "replaces": replaced.name if replaced else None,
    }
    able = sorted(request.roles & permissions.PAGES["layers"].write)
    with transaction.atomic():
        actor = Actor(request.person, able[0])
        done = recording.record_town(kinds.TOWN_LAYER, body, actor, key=asked["key"])
        if not done.again:
            row = replaced or Layer()
            row.name, row.sort, row.features = asked["name"], asked["sort"], len(features)
            row.added_at = clock.now()
            row.geojson = geography.collection(features)
            row.save()
            StoredFile.objects.create(
                sha256=sha256,
                name=name,
                kind="layer",
                size=len(form.content),
                says=asked["name"],
                entry_n=done.entries[0].n,
                added_on=clock.today(request.town.zone),
            )
    return done


def layer(request: OfficeRequest, town: str, layer: int) -> HttpResponse:
    """One layer as a table: every feature with its place and all that it says."""
    row = Layer.objects.filter(pk=layer).first()
    if row is None:
        raise Http404
    every = row.geojson.get("features", [])
    listed = Paginator(every, PAGE).get_page(request.GET.get("page"))
    rows = [
        {
            "name": geography.name_of_feature(item, n),
            "kind": item["geometry"]["type"],
            "spot": geography.spot_of(item),
            "says": [(name, text) for name, text in item["properties"].items() if text],
        }
        for n, item in enumerate(listed.object_list, listed.start_index())
    ]
    context = {
        "layer": row,
        "sort": SORT_NAMES.get(row.sort, row.sort),
        "page_obj": listed,
        "rows": rows,
        "crumbs": _crumbs(town, ("Layers", reverse("layers", args=[town])), (row.name, "")),
    }
    return render(request, "office/layers_one.html", context)


PATHS: list[URLPattern] = [
    path("map/", town_map, name="map"),
    path("map/cases.geojson", map_data, name="map_data"),
    path("map/layers/<int:layer>.geojson", map_data, name="map_data"),
    path("map/layers/", layers, name="layers"),
    path("map/layers/<int:layer>/", layer, name="layers"),
]
