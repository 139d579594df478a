"""The town's record: how long it is, its head, who wrote last, and how anybody verifies it."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from typing import overload

from django.core.paginator import Paginator
from django.http import FileResponse, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path

from outfall.web import clock, permissions
from outfall.web.casework.exporting import Missing, export_record
from outfall.web.casework.models import Case, Entry
from outfall.web.casework.telling import told
from outfall.web.towns.middleware import OfficeRequest

PAGE = 50


class Newest(Sequence[Entry]):
    """A town's entries from the last to the first, by their places: no page has to be counted to.

    The places of a chain have no gap, so that the nth from the end is known by its number.
    """

    def __init__(self, length: int) -> None:
        self.length = length

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, place: int) -> Entry: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Entry]: ...
    def __getitem__(self, place: int | slice) -> Entry | Sequence[Entry]:
        if isinstance(place, int):
            return Entry.objects.get(n=self.length - place)
        first, last, _ = place.indices(self.length)
        found = Entry.objects.filter(n__gt=self.length - last, n__lte=self.length - first)
        return list(found.select_related("case").order_by("-n"))


def record(request: OfficeRequest, town: str) -> HttpResponse:
    """The chain of the town: its head in full, and its entries from the last back."""
    listed = Paginator(Newest(request.town.length), PAGE).get_page(request.GET.get("page"))
    rows = [{"n": entry.n, "entry": entry, "told": told(entry)} for entry in listed.object_list]
    head = f"{request.town.length}:{request.town.head}" if request.town.head else ""
    context = {
        "page_obj": listed,
        "rows": rows,
        "head": head,
        "cases": Case.every.count(),
        "may_export": permissions.may_open("record_export", "GET", request.roles),
        "file": file_name(request),
    }
    return render(request, "office/record.html", context)


def file_name(request: OfficeRequest) -> str:
    """What the export is called: the town, the day, and the length of the record."""
    day = clock.today(request.town.zone)
    return f"record-{request.town.slug}-{day}-{request.town.length}.zip"


def record_export(request: OfficeRequest, town: str) -> HttpResponse:
    """The whole record with its files and its own verifier, as one ZIP."""
    target = tempfile.TemporaryFile()  # noqa: SIM115 -- the response reads it, and closes it
    try:
        export_record(request.town, target)
    except Missing as missing:
        target.close()
        context = {"says": str(missing)}
        return render(request, "office/record_missing.html", context, status=409)
    target.seek(0)
    return FileResponse(
        target, as_attachment=True, filename=file_name(request), content_type="application/zip"
    )  # type: ignore[return-value]


PATHS: list[URLPattern] = [
    path("record/", record, name="record"),
    path("record/export.zip", record_export, name="record_export"),
]
