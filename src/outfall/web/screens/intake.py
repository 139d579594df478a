"""Intake: a complaint, a referral, a finding or a screened outfall becomes a case, on one page.

Before anything is saved, cases that may be about the same thing are shown: the report is added to
one of them, or is said to be another matter. Photos that were sent are kept meanwhile.
"""

from __future__ import annotations

from datetime import date as Day
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse

from outfall.law.events import PERMITS, VIOLATION_KINDS
from outfall.law.words import name_of
from outfall.web import clock, permissions
from outfall.web.casework import recording, uploads
from outfall.web.casework.alike import Spot, alike
from outfall.web.casework.forms import ANSWERS, KeyedForm
from outfall.web.casework.kinds import REPEATED
from outfall.web.casework.models import Case, Key
from outfall.web.casework.recording import Done, New
from outfall.web.casework.uploads import Basket
from outfall.web.casework.words import SOURCES
from outfall.web.screens.acting import actor_for, attempt, case_or_404
from outfall.web.screens.fields import ManyFiles, SpotForm
from outfall.web.screens.files import tell_faults
from outfall.web.towns.middleware import OfficeRequest

FINDING = "violation_observed"
REPORTS = frozenset({"complaint", "referral"})
OLDEST_DAYS = 3660
KINDS = {
    "discharge": "Illicit discharge: something other than stormwater reaches the storm sewer",
    "connection": "Illicit connection: a pipe or drain into the storm sewer",
    "development": "Construction: sediment, or work against its permit",
    "maintenance": "A stormwater practice that is not maintained",
}
_GIVEN = frozenset(
    {"source", "address", "parcel", "latitude", "longitude", "nature", "description"}
)


class IntakeForm(KeyedForm, SpotForm):
    """What is asked of a report; what is only asked of a finding is left empty for the others."""

    printed = frozenset({"address", "parcel", "description", "owner_name", "owner_address"})
    source = forms.ChoiceField(
        label="How it came in", widget=forms.RadioSelect(attrs={"class": "choices"})
    )
    date = forms.DateField(label="Day it came in or was found")
    time = forms.TimeField(
        label="Hour",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    nature = forms.CharField(
        label="What was reported or seen",
        max_length=4000,
        widget=forms.Textarea,
        help_text="In plain words: what, how much, where it runs to",
    )
    kind = forms.ChoiceField(label="Kind of violation", required=False)
    severity = forms.CharField(label="How severe", max_length=200, required=False)
    danger = forms.BooleanField(
        label="It is a danger to public safety or health, or imminent and substantial",
        required=False,
        widget=forms.CheckboxInput(attrs={"class": "choices"}),
    )
    permit = forms.ChoiceField(label="Permit for the activity", required=False)
    reporter_name = forms.CharField(label="Who reported it", max_length=200, required=False)
    reporter_contact = forms.CharField(
        label="Their phone or e-mail", max_length=200, required=False
    )
    reporter_unnamed = forms.BooleanField(
        label="Wishes to stay unnamed",
        required=False,
        widget=forms.CheckboxInput(attrs={"class": "choices"}),
    )
    owner_name = forms.CharField(label="Owner of the property", max_length=200, required=False)
    owner_address = forms.CharField(
        label="Owner's mailing address", max_length=500, required=False, widget=forms.Textarea
    )
    photos = ManyFiles(label="Photos and files")

    def __init__(self, *args: Any, today: Day, finds: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today, self.finds = today, finds
        self.fields["owner_address"].widget.attrs["rows"] = 2
        kinds = [(kind, KINDS.get(kind, name_of(kind))) for kind in VIOLATION_KINDS]
        permits = [(each, ANSWERS.get(each, each)) for each in PERMITS]
        self._choose("source", [each for each in SOURCES if finds or each[0] in REPORTS])
        self._choose("kind", [("", "not decided yet"), *kinds])
        self._choose("permit", [("", "not stated"), *permits])

    def _choose(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean(self) -> dict[str, Any]:
        """A finding names its kind; a report that nobody has looked at yet has none."""
        found = super().clean()
        day = found.get("date")
        if day and day > self.today:
            self.add_error("date", "This day lies ahead. Give the day on which it came in.")
        if day and day < self.today - timedelta(days=OLDEST_DAYS):
            self.add_error("date", "This is more than ten years ago. Look at the year.")
        source, kind = found.get("source"), found.get("kind")
        if source == "inspection" and not kind:
            self.add_error("kind", "Say what kind of violation was found.")
        if source in REPORTS and kind:
            says = "A report is looked at first. Leave this empty, or choose Inspection finding."
            self.add_error("kind", says)
        if found.get("owner_address") and not found.get("owner_name"):
            self.add_error("owner_name", "Give the name that goes with the address.")
        return found

    @property
    def is_finding(self) -> bool:
        """Whether a violation was found, and not only reported."""
        return bool(self.cleaned_data.get("kind"))

    def spot(self) -> Spot:
        """Where it is, for looking for cases alike."""
        said = self.cleaned_data
        degrees = [float(said[n]) if said.get(n) else None for n in ("latitude", "longitude")]
        return Spot(said.get("address") or "", said.get("parcel") or "", degrees[0], degrees[1])

    def received(self) -> str:
        """The day with its hour, where the hour is known."""
        day, at = self.cleaned_data["date"].isoformat(), self.cleaned_data.get("time")
        return f"{day}T{at:%H:%M}" if at else str(day)

    def report(self) -> dict[str, Any]:
        """What came in, as an entry says it; the reporter stands by itself."""
        said = self.cleaned_data
        body: dict[str, Any] = {
            "date": said["date"].isoformat(),
            "source": said["source"],
            "received": self.received(),
            "summary": said["nature"].strip(),
            "place": self.place(),
        }
        names = {"name": said["reporter_name"], "contact": said["reporter_contact"]}
        reporter: dict[str, Any] = {name: text.strip() for name, text in names.items() if text}
        if said["reporter_unnamed"]:
            reporter["unnamed"] = True
        return body | ({"reporter": reporter} if reporter else {})

    def parties(self) -> list[dict[str, str]]:
        """The owner, where one is named."""
        name, address = self.cleaned_data["owner_name"], self.cleaned_data["owner_address"]
        if not name:
            return []
        owner = {"id": "owner", "role": "owner", "name": name.strip()}
        return [owner | ({"address": address.strip()} if address else {})]

    def finding(self) -> dict[str, Any]:
        """The violation as the law reads it."""
        said = self.cleaned_data
        body: dict[str, Any] = {"date": self.received(), "kind": said["kind"]}
        body |= {n: said[n].strip() for n in ("nature", "severity", "permit") if said[n]}
        return body | ({"danger": True} if said["danger"] else {})


def intake(request: OfficeRequest, town: str) -> HttpResponse:
    """The form; then, where there is something to look at first, a second look; then the case."""
    today = clock.today(request.town.zone)
    finds = permissions.may_record(FINDING, request.roles)
    if request.method != "POST":
        given = {name: value for name, value in request.GET.items() if name in _GIVEN}
        initial = {"date": today, "source": "inspection" if finds else "complaint", **given}
        form = IntakeForm(today=today, finds=finds, initial=initial)
        return _form_page(request, form, Basket())
    form = IntakeForm(request.POST, today=today, finds=finds)
    found = uploads.basket(request, town, "photos")
    form.is_valid()
    looked, back = "looked" in request.POST, "back" in request.POST or "more" in request.POST
    tell_faults(form, found, "photos", asked=looked and not back)
    if looked and not back and list(form.errors) == ["photos"]:
        return _look_page(request, form, found)
    if form.errors or back:
        return _form_page(request, form, found)
    if request.POST.get("add_to"):
        return _repeated(request, form, found)
    sent_before = Key.objects.filter(key=form.cleaned_data["key"]).exists()
    decided = sent_before or "other" in request.POST
    if found.undescribed or (not decided and alike(form.spot(), today)):
        return _look_page(request, form, found)
    return _open(request, form, found)


def _form_page(request: OfficeRequest, form: IntakeForm, found: Basket) -> HttpResponse:
    near = alike(form.spot(), form.today) if form.is_bound and not form.errors else []
    context = {
        "form": form,
        "crumbs": _crumbs(request),
        "picked": uploads.shown_files(found, request.town.slug),
        "alike": near,
        "can": permissions.may_open("intake", "POST", request.roles),
    }
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "office/intake.html", context, status=status)


def _look_page(request: OfficeRequest, form: IntakeForm, found: Basket) -> HttpResponse:
    """The report once more, with the cases that it may belong to and what the photos show."""
    carried = [
        (name, value)
        for name in form.fields
        if name != "photos"
        for value in request.POST.getlist(name)
        if value
    ]
    context = {
        "form": form,
        "crumbs": _crumbs(request),
        "carried": carried,
        "picked": uploads.shown_files(found, request.town.slug),
        "asked": "looked" in request.POST or "add_to" in request.POST,
        "alike": alike(form.spot(), form.today),
        "source": dict(SOURCES)[form.cleaned_data["source"]],
    }
    return render(request, "office/intake_look.html", context, status=422 if form.errors else 200)


def _crumbs(request: OfficeRequest) -> list[dict[str, str]]:
    cases = {"label": "Cases", "href": reverse("cases", args=[request.town.slug])}
    return [cases, {"label": "New case", "href": ""}]


def _open(request: OfficeRequest, form: IntakeForm, found: Basket) -> HttpResponse:
    """Open the case with all that was said and sent, as one act."""
    opened = {**form.report(), "parties": form.parties()}
    new = [New(FINDING, form.finding())] if form.is_finding else []
    new += found.entries(form.today, "e2" if form.is_finding else "")
    actor = actor_for(request, [FINDING] if form.is_finding else [])
    cases: list[Case] = []

    def act() -> Done:
        with transaction.atomic():
            case, done = recording.open_case(opened, new, actor, key=form.cleaned_data["key"])
            uploads.file_rows(case, done)
        cases.append(case)
        return done

    done = attempt(form, act, lambda: 0, request)
    if done is None:
        return _form_page(request, form, found)
    number = cases[0].number
    if not done.again:
        messages.success(request, f"Case {number} is opened.")
    return redirect("case", request.town.slug, number)


def _repeated(request: OfficeRequest, form: IntakeForm, found: Basket) -> HttpResponse:
    """The same matter again: it is written down in the case that there is."""
    case = case_or_404(request.POST["add_to"])
    if found.undescribed:
        tell_faults(form, found, "photos")
        return _look_page(request, form, found)
    body = form.report()
    if form.is_finding:
        body["finding"] = form.finding()
    new = [New(REPEATED, body), *found.entries(form.today)]
    actor = actor_for(request, [])

    def act() -> Done:
        with transaction.atomic():
            done = recording.record(case, new, actor, key=form.cleaned_data["key"])
            uploads.file_rows(case, done)
        return done

    done = attempt(form, act, lambda: case.length, request)
    if done is None:
        return _form_page(request, form, found)
    if not done.again:
        messages.success(request, f"The report is added to case {case.number}.")
    if not form.is_finding:
        return redirect("case", request.town.slug, case.number)
    says = "Another violation was found? Look it over and record it; else go back to the case."
    messages.info(request, says)
    given = {name: value for name, value in form.finding().items() if name in ("kind", "nature")}
    given["date"] = form.cleaned_data["date"].isoformat()
    act_href = reverse("act", args=[request.town.slug, case.number, FINDING])
    return redirect(f"{act_href}?{urlencode(given)}")


def intake_alike(request: OfficeRequest, town: str) -> HttpResponse:
    """Cases near what is being typed: a part of the intake page."""
    degrees = [_degrees(request.GET.get(name, "")) for name in ("latitude", "longitude")]
    address, parcel = request.GET.get("address", "")[:200], request.GET.get("parcel", "")[:60]
    found = alike(Spot(address, parcel, degrees[0], degrees[1]), clock.today(request.town.zone))
    return render(request, "office/intake_alike.html", {"alike": found, "typing": True})


def _degrees(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if abs(value) <= 180 else None


PATHS: list[URLPattern] = [
    path("cases/new/", intake, name="intake"),
    path("cases/new/alike/", intake_alike, name="intake_alike"),
]
