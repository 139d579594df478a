"""Payments from the town's receiver: a list is uploaded, looked over, and recorded row by row."""

from __future__ import annotations

import base64
import binascii
import hashlib
import io
import json
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse

from outfall.law.words import dollars
from outfall.web import clock, permissions
from outfall.web.casework import paying
from outfall.web.casework.forms import KeyedForm
from outfall.web.casework.models import Case, Entry
from outfall.web.payments import ADAPTERS
from outfall.web.payments.csv_import import BYTES_MOST
from outfall.web.screens.acting import actor_for, page
from outfall.web.towns.middleware import OfficeRequest
from outfall.web.towns.models import Town

RECENT = 20


class UploadForm(KeyedForm):
    """The list of the receiver."""

    file = forms.FileField(
        label="List of payments (CSV)",
        help_text="The first row names the columns: case, date, amount, and reference if there is "
        "one. Nothing is recorded before you have looked it over.",
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,text/csv"}),
        error_messages={
            "required": "Choose the file with the list of payments.",
            "empty": "The file is empty. Export the list of payments again.",
        },
    )


class ConfirmForm(KeyedForm):
    """The list that was looked over, carried along, and the rows that somebody says are others."""

    content = forms.CharField(widget=forms.HiddenInput, max_length=2 * BYTES_MOST)
    name = forms.CharField(widget=forms.HiddenInput, max_length=200, required=False)
    adapter = forms.ChoiceField(
        widget=forms.HiddenInput,
        choices=[(name, name) for name, adapter in ADAPTERS.items() if adapter.upload],
    )

    def clean_content(self) -> bytes:
        """The bytes of the list."""
        try:
            return base64.b64decode(self.cleaned_data["content"], validate=True)
        except (binascii.Error, ValueError):
            says = "The list was damaged on its way. Upload it again."
            raise forms.ValidationError(says) from None

    def anyway(self) -> set[int]:
        """The rows that look like payments on record, and are others."""
        listed = self.data.getlist("anyway") if isinstance(self.data, QueryDict) else []
        return {int(row) for row in listed if row.isascii() and row.isdigit()}


def payments_import(request: OfficeRequest, town: str) -> HttpResponse:
    """Upload, look over, confirm."""
    if request.method != "POST":
        return _start(request, UploadForm())
    actor = actor_for(request, ["paid"])
    if "content" not in request.POST:
        return _look_over(request, UploadForm(request.POST, request.FILES))
    form = ConfirmForm(request.POST)
    if not form.is_valid():
        return _again(request, form)
    said = form.cleaned_data
    with transaction.atomic():
        Town.objects.select_for_update().get(pk=request.town.pk)
        plan = _plan(request, said["content"], said["adapter"], form.anyway())
        rows = plan.of(paying.NEW)
        refused = paying.record(rows, actor)
    _tell(request, plan, [row for row in rows if row not in refused])
    if not refused:
        return redirect("payments_import", town)
    for row in refused:
        form.add_error(None, f"Row {row.payment.row}, case {row.payment.case}: {row.says}")
    after = _plan(request, said["content"], said["adapter"], form.anyway())
    return _preview(request, form, after, said["content"], said["name"])


def _plan(request: OfficeRequest, content: bytes, adapter: str, anyway: set[int]) -> paying.Plan:
    digest = hashlib.sha256(content).hexdigest()
    read = ADAPTERS[adapter].read(io.BytesIO(content))
    return paying.plan(request.town, digest, read, clock.today(request.town.zone), anyway)


def _look_over(request: OfficeRequest, form: UploadForm) -> HttpResponse:
    """The list as it would be recorded; a file that can't be read at all goes back to its field."""
    if not form.is_valid():
        return _start(request, form)
    upload = form.cleaned_data["file"]
    content = upload.read(BYTES_MOST + 1)
    plan = _plan(request, content, "csv", set())
    whole = [fault for fault in plan.faults if fault.row == 0]
    if whole:
        for fault in whole:
            form.add_error("file", fault.says)
        return _start(request, form)
    initial = {
        "content": base64.b64encode(content).decode(),
        "name": upload.name[:200],
        "adapter": "csv",
    }
    return _preview(request, ConfirmForm(initial=initial), plan, content, upload.name)


def _again(request: OfficeRequest, sent: ConfirmForm) -> HttpResponse:
    """The start anew, where the list that was carried along can't be read any more."""
    form = UploadForm(request.POST, request.FILES)
    form.is_valid()
    form.errors.clear()
    for errors in sent.errors.values():
        for error in errors:
            form.add_error(None, str(error))
    return _start(request, form)


def _preview(
    request: OfficeRequest, form: ConfirmForm, plan: paying.Plan, content: bytes, name: str
) -> HttpResponse:
    context = {
        "plan": plan,
        "new": plan.of(paying.NEW),
        "alike": plan.of(paying.ALIKE),
        "left": plan.of(paying.RECORDED, paying.REPEAT),
        "name": name,
        "digest": hashlib.sha256(content).hexdigest(),
        "crumbs": _crumbs(request, "What would be recorded"),
    }
    return page(request, "payments_preview", context, form)


def _tell(request: OfficeRequest, plan: paying.Plan, recorded: list[paying.Row]) -> None:
    cents = sum(row.payment.cents for row in recorded)
    if recorded:
        says = f"{_number(len(recorded), 'payment')} recorded, {dollars(cents)} in all."
        messages.success(request, says)
    else:
        messages.info(request, "Nothing was recorded: no row of the list was new.")
    known = [row for row in plan.of(paying.RECORDED) if row not in recorded]
    if known:
        messages.info(request, f"{_number(len(known), 'row')} recorded before, once. Left alone.")
    left = len(plan.of(paying.REPEAT, paying.ALIKE)) + len({f.row for f in plan.faults})
    if left:
        says = f"{_number(left, 'row')} left out: repeats, and rows with a fault."
        messages.warning(request, says)


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _crumbs(request: OfficeRequest, *more: str) -> list[dict[str, str]]:
    slug = request.town.slug
    own = reverse("payments_import", args=[slug])
    found = [
        {"label": "Money", "href": reverse("money", args=[slug])},
        {"label": "Payments received", "href": own},
    ]
    return [*found, *({"label": label, "href": ""} for label in more)]


def _start(request: OfficeRequest, form: UploadForm) -> HttpResponse:
    asked = request.GET.get("case", "").strip()
    found = Case.objects.filter(number__iexact=asked).first() if asked else None
    if found is not None and permissions.may_record("paid", request.roles):
        return redirect("act", request.town.slug, found.number, "paid")
    context = {
        "may_import": permissions.may_open("payments_import", "POST", request.roles),
        "may_enter": permissions.may_record("paid", request.roles),
        "adapters": list(ADAPTERS.values()),
        "asked": asked,
        "recent": _recent(),
        "crumbs": _crumbs(request),
    }
    return page(request, "payments", context, form)


def _recent() -> list[dict[str, Any]]:
    """The payments last recorded, with whoever recorded them."""
    rows = Entry.objects.filter(kind="paid").select_related("case").order_by("-n")[:RECENT]
    found = []
    for row in rows:
        content = json.loads(row.content)
        body = content["body"]
        found.append(
            {
                "entry": row,
                "cents": paying.cents_of(body),
                "reference": paying.reference_of(str(body.get("note", ""))),
                "who": content["by"]["name"],
            }
        )
    return found


PATHS: list[URLPattern] = [
    path("money/payments/", payments_import, name="payments_import"),
]
