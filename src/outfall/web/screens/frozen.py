"""Papers that were issued, as they are kept; and the hearing packet that has all of them."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils.http import content_disposition_header

from outfall.files.office import Office
from outfall.law.faults import Refused
from outfall.web import permissions
from outfall.web.casework import drafting, issuing, storing
from outfall.web.casework.models import Entry, HearingRow, StoredFile
from outfall.web.casework.packing import Packed, pack
from outfall.web.casework.service import service_of
from outfall.web.casework.telling import told
from outfall.web.casework.templatetags.office import aloud
from outfall.web.screens.case import crumbs
from outfall.web.screens.desk import Desk, desk_of
from outfall.web.towns.adopted import office_of
from outfall.web.towns.middleware import OfficeRequest


def pdf_of(content: bytes, name: str) -> HttpResponse:
    """A PDF that the browser shows by itself."""
    response = HttpResponse(content, content_type="application/pdf")
    response.headers["Content-Disposition"] = content_disposition_header(False, name) or "inline"
    return response


def _issued(desk: Desk, pk: int) -> StoredFile:
    file = StoredFile.objects.filter(case=desk.row, kind=issuing.PAPER, pk=pk).first()
    if file is None:
        raise Http404
    return file


def paper(request: OfficeRequest, town: str, number: str, pk: int) -> HttpResponse:
    """A paper that was issued: what is kept, how it was served, and what waits for its service."""
    desk = desk_of(request, number)
    file = _issued(desk, pk)
    try:
        storing.fetch(town, file.sha256)
        damaged = False
    except storing.Damaged:
        damaged = True
    events = desk.found.case.events
    context = {
        "case": desk.row,
        "file": file,
        "kept": told(Entry.objects.get(n=file.entry_n)),
        "damaged": damaged,
        "paper_title": drafting.title_in(desk.found.law, file.paper),
        "event": next((e for e in events if e.id == file.of_entry), None),
        "voided": drafting.void_by(desk.found.case).get(file.of_entry),
        "service": service_of(desk.found, desk.standing, file.of_entry),
        "others": _others(desk, file),
        "languages": _languages(desk, file),
        "of_day": date.fromisoformat(file.origin["of_day"]),
        "language": drafting.LANGUAGES.get(file.origin["language"], file.origin["language"]),
        "crumbs": crumbs(request.town, number, aloud(file.says)),
    }
    return render(request, "office/paper.html", context)


def _others(desk: Desk, file: StoredFile) -> list[StoredFile]:
    """The other papers that were made of the same entry, and the proofs of its service."""
    served = {
        e.id for e in desk.found.case.events if e.name == "served" and e.notice == file.of_entry
    }
    own = StoredFile.objects.filter(case=desk.row, kind=issuing.PAPER).exclude(pk=file.pk)
    return list(own.filter(of_entry__in={file.of_entry, *served} - {""}).order_by("entry_n"))


def _languages(desk: Desk, file: StoredFile) -> list[tuple[str, str]]:
    """The town's other languages, in which this paper was not issued yet."""
    if not file.of_entry or not desk.request.roles & permissions.STAFF:
        return []
    done = issuing.languages_issued(desk.row, file.of_entry, file.paper)
    own = office_of(desk.request.town).languages
    return [(code, drafting.LANGUAGES.get(code, code)) for code in own if code not in done]


def paper_pdf(request: OfficeRequest, town: str, number: str, pk: int) -> HttpResponse:
    """The kept bytes of a paper, never made again. What does not have its digest is not shown."""
    desk = desk_of(request, number)
    file = _issued(desk, pk)
    try:
        content = storing.fetch(town, file.sha256)
    except storing.Damaged:
        messages.error(request, "The kept file is damaged or gone, so it is not shown.")
        return redirect("paper", town, number, pk)
    response = pdf_of(content, file.name)
    response.headers["ETag"] = f'"{file.sha256}"'
    return response


# The hearing packet


class PacketForm(forms.Form):
    """The day at whose end a packet is closed, and the language of its headings."""

    on = drafting.day_field(
        "The day of the hearing, or on which the packet is closed",
        "Nothing that came later is in it.",
    )

    def __init__(self, office: Office, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"] = drafting.language_field(office, "Language of its headings")


def case_packet(request: OfficeRequest, town: str, number: str) -> HttpResponse:
    """The hearing packet: a PDF to read, and a ZIP that anybody can check."""
    desk = desk_of(request, number)
    office = office_of(request.town)
    asked = "on" in request.GET
    form = PacketForm(office, request.GET if asked else None, initial=_hearing(desk))
    packed = _packed(desk, form) if asked and form.is_valid() else None
    if packed is not None and request.GET.get("as") in ("pdf", "zip"):
        return _sent(packed, number, form.cleaned_data["on"], request.GET["as"])
    context = {
        "case": desk.row,
        "form": form,
        "packed": packed,
        "crumbs": crumbs(request.town, number, "Hearing packet"),
    }
    status = 422 if form.errors else 200
    return render(request, "office/packet.html", context, status=status)


def _hearing(desk: Desk) -> dict[str, Any]:
    """The next hearing that is set; today without one."""
    today = desk.standing.as_of
    coming = HearingRow.objects.filter(case=desk.row, held_on__gte=today, held=False)
    day = coming.order_by("held_on").values_list("held_on", flat=True).first()
    return {"on": day or today}


def _packed(desk: Desk, form: PacketForm) -> Packed | None:
    given = form.cleaned_data
    try:
        return pack(desk.row, desk.request.town, given["on"], given["language"])
    except Refused as refused:
        for fault in refused.faults:
            form.add_error(None, f"{fault.where}: {fault.says}.")
    return None


def _sent(packed: Packed, number: str, on: date, what: str) -> HttpResponse:
    name = f"{number} packet {on}.{what}".replace("/", "-")
    if what == "pdf":
        return pdf_of(packed.pdf, name)
    response = HttpResponse(packed.archive, content_type="application/zip")
    response.headers["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    return response


PATHS: list[URLPattern] = [
    path("cases/<str:number>/papers/<int:pk>/", paper, name="paper"),
    path("cases/<str:number>/papers/<int:pk>/paper.pdf", paper_pdf, name="paper_pdf"),
    path("cases/<str:number>/packet/", case_packet, name="case_packet"),
]
