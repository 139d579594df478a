"""Files of a case: adding photos and documents, looking at one, and handing out the original.

What a page shows of a photo is a copy drawn anew; the original leaves the office as an attachment
alone, and only where its bytes are still those that were recorded.
"""

from __future__ import annotations

import json
from urllib.parse import quote

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path

from outfall.web import clock, permissions
from outfall.web.casework import assembling, photographs, recording, storing, uploads
from outfall.web.casework.forms import KeyedForm
from outfall.web.casework.kinds import FILE
from outfall.web.casework.models import Case, Entry, StoredFile
from outfall.web.casework.recording import Actor, Done, New
from outfall.web.casework.uploads import Basket
from outfall.web.casework.words import title_of
from outfall.web.screens.acting import actor_for, attempt, case_or_404
from outfall.web.screens.case import crumbs
from outfall.web.screens.fields import ManyFiles
from outfall.web.towns.middleware import OfficeRequest

SEALED = "default-src 'none'; sandbox"
SHOWN_A_PAGE = 50
ORIGIN_WORDS = (
    ("taken_at", "Taken at, by the camera's clock"),
    ("camera", "Camera"),
    ("latitude", "Latitude, by the camera"),
    ("longitude", "Longitude, by the camera"),
    ("width", "Width in pixels"),
    ("height", "Height in pixels"),
)


class FilesForm(KeyedForm):
    """Files for a case, and what they belong to."""

    files = ManyFiles(  # type: ignore[assignment]
        label="Photos and files", help_text=f"Taken in are {storing.TAKEN}."
    )
    of_entry = forms.ChoiceField(label="What they belong to", required=False)

    def __init__(self, *args: object, entries: list[tuple[str, str]], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        choice = self.fields["of_entry"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [("", "the case as a whole"), *entries]


def tell_faults(form: KeyedForm, found: Basket, name: str = "files", asked: bool = True) -> None:
    """Put what is wrong with a form's files at their field; ``asked``: photos had their words."""
    for fault in found.faults:
        form.add_error(name, fault)
    for file in found.files if asked else ():
        if file.photo and not file.says:
            says = f"{file.name}: say what it shows, for those who can't see it."
            form.add_error(name, says)


def record_with_files(
    case: Case, new: list[New], actor: Actor, form: KeyedForm, request: OfficeRequest
) -> Done | None:
    """Record entries of which some are files: the entries and the files' rows, all or none."""

    def act() -> Done:
        with transaction.atomic():
            key, based_on = form.cleaned_data["key"], form.cleaned_data.get("based_on")
            done = recording.record(case, new, actor, key=key, based_on=based_on)
            uploads.file_rows(case, done)
        return done

    def length() -> int:
        return Case.objects.get(pk=case.pk).length

    return attempt(form, act, length, request)


def case_file_add(request: OfficeRequest, town: str, number: str) -> HttpResponse:
    """The files of a case, and a form for more: photos are asked what they show before saving."""
    case = case_or_404(number)
    entries = _entries(case, request)
    if request.method != "POST":
        form = FilesForm(entries=entries, initial={"of_entry": request.GET.get("of", "")})
        return _add_page(request, case, form, Basket())
    form = FilesForm(request.POST, entries=entries)
    found = uploads.basket(request, town)
    valid = form.is_valid()
    tell_faults(form, found, asked="files_kept" in request.POST)
    if not found.files and not found.faults:
        form.add_error("files", "Choose a photo or a file.")
    if not valid or form.errors or found.undescribed or "more" in request.POST:
        return _add_page(request, case, form, found)
    new = found.entries(clock.today(request.town.zone), form.cleaned_data["of_entry"])
    done = record_with_files(case, new, actor_for(request, [FILE]), form, request)
    if done is None:
        return _add_page(request, case, form, found)
    if not done.again:
        count = len(found.files)
        says = f"{count} files were added." if count > 1 else "The file was added."
        messages.success(request, says)
    return redirect("case_file_add", town, number)


def _entries(case: Case, request: OfficeRequest) -> list[tuple[str, str]]:
    events = assembling.assemble(case, request.town).case.events
    return [(e.id, f"{e.on}: {title_of(e.name)}") for e in reversed(events)]


def _add_page(request: OfficeRequest, case: Case, form: FilesForm, found: Basket) -> HttpResponse:
    rows = StoredFile.objects.filter(case=case).exclude(kind="paper").order_by("-entry_n")
    page_obj = Paginator(rows, SHOWN_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "case": case,
        "form": form,
        "crumbs": crumbs(request.town, case.number, "Photos and files"),
        "picked": uploads.shown_files(found, request.town.slug),
        "asked": "files_kept" in request.POST,
        "page_obj": page_obj,
        "photos": [file for file in page_obj if file.kind == "photo"],
        "documents": [file for file in page_obj if file.kind != "photo"],
        "can": permissions.may_open("case_file_add", "POST", request.roles),
    }
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "office/files.html", context, status=status)


def _file_or_404(number: str, id: int) -> StoredFile:
    rows = StoredFile.objects.filter(case=case_or_404(number), pk=id).select_related("case")
    found = rows.first()
    if found is None:
        raise Http404
    return found


def file(request: OfficeRequest, town: str, number: str, id: int) -> HttpResponse:
    """A file with its digest and origin; with ``?shown`` the picture that pages show of it."""
    row = _file_or_404(number, id)
    if "shown" in request.GET:
        return _picture(request, town, row)
    entry = Entry.objects.filter(n=row.entry_n).first()
    content = json.loads(entry.content) if entry else {}
    origin = row.origin if isinstance(row.origin, dict) else {}
    try:
        storing.fetch(town, row.sha256)
        damaged = False
    except storing.Damaged:
        damaged = True
    context = {
        "case": row.case,
        "file": row,
        "crumbs": crumbs(request.town, number, row.name),
        "entry": entry,
        "by": content.get("by", {}),
        "origin": [(words, origin[name]) for name, words in ORIGIN_WORDS if origin.get(name)],
        "damaged": damaged,
    }
    return render(request, "office/file.html", context)


def _picture(request: OfficeRequest, town: str, row: StoredFile) -> HttpResponse:
    size = request.GET.get("shown") or "page"
    if row.kind != "photo" or size not in photographs.SHOWN_PIXELS:
        raise Http404
    mark = f'"{row.sha256[:32]}-{size}"'
    if request.headers.get("If-None-Match") == mark:
        response = HttpResponse(status=304)
    else:
        try:
            copy = photographs.shown_copy(town, row.sha256, size)
        except (storing.Damaged, storing.NotTaken):
            raise Http404 from None
        response = _sealed(HttpResponse(copy, content_type="image/jpeg"))
    response.headers["ETag"] = mark
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def file_original(request: OfficeRequest, town: str, number: str, id: int) -> HttpResponse:
    """The original, byte for byte, as an attachment; not where its bytes have changed."""
    row = _file_or_404(number, id)
    try:
        data = storing.fetch(town, row.sha256)
    except storing.Damaged:
        context = {"case": row.case, "file": row, "crumbs": crumbs(request.town, number, row.name)}
        return render(request, "office/file_damaged.html", context, status=500)
    response = _sealed(HttpResponse(data, content_type=storing.media_type(row.name)))
    plain = row.name.encode("ascii", "replace").decode().replace("?", "_").replace('"', "_")
    exact = quote(row.name, safe="")
    said = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{exact}"
    response.headers["Content-Disposition"] = said
    return response


def _sealed(response: HttpResponse) -> HttpResponse:
    """What came from outside runs nothing here, and is taken for nothing but what it is told as."""
    response.headers["Content-Security-Policy"] = SEALED
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    return response


PATHS: list[URLPattern] = [
    path("cases/<str:number>/files/", case_file_add, name="case_file_add"),
    path("cases/<str:number>/files/<int:id>/", file, name="file"),
    path("cases/<str:number>/files/<int:id>/original/", file_original, name="file_original"),
]
