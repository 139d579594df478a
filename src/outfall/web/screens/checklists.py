"""Checklists in the field: answering one with a thumb, and what a filled one leads to."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date as Day
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse

from outfall.web import clock, permissions
from outfall.web.casework import storing, uploads
from outfall.web.casework.checklists import (
    NOT_SEEN,
    YES_NO,
    Analyte,
    Checklist,
    Item,
    checklists,
    sample_value,
)
from outfall.web.casework.forms import KeyedForm
from outfall.web.casework.kinds import CHECKLIST
from outfall.web.casework.models import Case, Entry, StoredFile
from outfall.web.casework.recording import New
from outfall.web.casework.telling import told
from outfall.web.casework.uploads import Basket
from outfall.web.screens.acting import actor_for, case_or_404
from outfall.web.screens.case import crumbs
from outfall.web.screens.files import record_with_files
from outfall.web.towns.adopted import setting
from outfall.web.towns.middleware import OfficeRequest

SAMPLE_PARTS = (
    ("value", "Value"),
    ("unit", "Unit"),
    ("method", "Method"),
    ("limit", "Detection limit"),
)


class ChecklistForm(KeyedForm):
    """The questions of a checklist, each with a note; samples; and words for the whole."""

    date = forms.DateField(label="Day of the inspection")
    time = forms.TimeField(
        label="Hour",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    says = forms.CharField(
        label="Anything else", max_length=4000, required=False, widget=forms.Textarea
    )

    def __init__(self, *args: Any, listed: Checklist, today: Day, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.listed, self.today = listed, today
        for item in listed.items:
            self.fields[f"a_{item.id}"] = _answer_field(item)
            if item.optional or "rest" in self.data:
                self.fields[f"a_{item.id}"].required = False
            note = forms.CharField(label=f"Note: {item.asks}", max_length=1000, required=False)
            note.widget = forms.Textarea(attrs={"rows": 2, "class": "usa-textarea"})
            self.fields[f"n_{item.id}"] = note
        for analyte in listed.samples:
            for name, made in _sample_fields(analyte).items():
                self.fields[f"s_{analyte.id}_{name}"] = made

    def clean(self) -> dict[str, Any]:
        """What was left open is not seen, where that was said; a value fits what is measured."""
        found = super().clean() or {}
        for item in self.listed.items:
            name = f"a_{item.id}"
            if not found.get(name) and not item.optional and not self.has_error(name):
                found[name] = NOT_SEEN
        if found.get("date") and found["date"] > self.today:
            self.add_error("date", "This day lies ahead. Give the day of the inspection.")
        for analyte in self.listed.samples:
            self._sample(analyte, found)
        return found

    def _sample(self, analyte: Analyte, found: dict[str, Any]) -> None:
        name = f"s_{analyte.id}_value"
        value = (found.get(name) or "").strip()
        if not value:
            if any(found.get(f"s_{analyte.id}_{part}") for part in ("method", "limit")):
                self.add_error(name, "Give the value, or leave the whole sample empty.")
            return
        try:
            sample_value(value, analyte)
        except ValueError as error:
            self.add_error(name, str(error))
        if not found.get(f"s_{analyte.id}_unit"):
            found[f"s_{analyte.id}_unit"] = analyte.units[0] if len(analyte.units) == 1 else ""
        if not found[f"s_{analyte.id}_unit"] and not self.has_error(f"s_{analyte.id}_unit"):
            self.add_error(f"s_{analyte.id}_unit", "Choose the unit.")
        if value.startswith("<") and not (found.get(f"s_{analyte.id}_limit") or "").strip():
            found[f"s_{analyte.id}_limit"] = value.lstrip("< ")

    def answers(self, photos: Mapping[str, Basket]) -> list[dict[str, Any]]:
        """What was answered, with the words of each question as they stood."""
        rows = []
        for item in self.listed.items:
            answer = str(self.cleaned_data.get(f"a_{item.id}") or "").strip()
            row: dict[str, Any] = {"item": item.id, "asks": item.asks, "answer": answer}
            if note := self.cleaned_data.get(f"n_{item.id}"):
                row["note"] = note.strip()
            if files := [file.sha256 for file in photos[item.id].files]:
                row["photos"] = files
            if answer in item.fails:
                row |= {"fails": True, "nature": item.nature or item.asks, "kind": item.kind}
            rows.append(row)
        return rows

    def samples(self) -> list[dict[str, str]]:
        """What was measured: value, sign, unit, method and detection limit, as strings."""
        rows = []
        for analyte in self.listed.samples:
            said = {p: self.cleaned_data.get(f"s_{analyte.id}_{p}") or "" for p, _ in SAMPLE_PARTS}
            if not said["value"]:
                continue
            sign, figures = sample_value(said["value"], analyte)
            row = {"analyte": analyte.id, "name": analyte.name, "value": figures, "sign": sign}
            row |= {p: said[p].strip() for p in ("unit", "method", "limit")}
            rows.append({name: value for name, value in row.items() if value})
        return rows


def _answer_field(item: Item) -> forms.Field:
    if not item.answers:
        made: forms.Field = forms.CharField(label=item.asks, max_length=300)
        made.widget.attrs["class"] = "usa-input"
    else:
        words = [(each, each[:1].upper() + each[1:]) for each in item.answers]
        shown = forms.RadioSelect(attrs={"class": "choices"})
        made = forms.ChoiceField(label=item.asks, choices=words, widget=shown)
    made.help_text = item.hint
    says = "Choose an answer, or Not seen." if item.answers else "Write it, or: not seen."
    made.error_messages["required"] = says
    return made


def _sample_fields(analyte: Analyte) -> dict[str, forms.Field]:
    """The fields of one sample. The units offered are those that fit what is measured."""
    made: dict[str, forms.Field] = {}
    for name, words in SAMPLE_PARTS:
        label = f"{analyte.name}: {words.lower()}"
        if name == "unit":
            units = [(unit, unit) for unit in analyte.units]
            made[name] = forms.ChoiceField(label=label, choices=units, required=False)
            made[name].widget.attrs["class"] = "usa-select"
            continue
        longest = 120 if name == "method" else 20
        made[name] = forms.CharField(label=label, max_length=longest, required=False)
        made[name].widget.attrs.update({"class": "usa-input", "autocomplete": "off"})
    return made


@dataclass(frozen=True)
class Asked:
    """A question as the page shows it."""

    item: Item
    answer: forms.BoundField
    note: forms.BoundField
    picked: list[dict[str, Any]]
    open: bool

    @property
    def short(self) -> bool:
        """Whether its answers are the four of most questions, which stand in two columns."""
        return self.item.answers == YES_NO


def checklist(request: OfficeRequest, town: str, number: str, name: str = "") -> HttpResponse:
    """A checklist to be filled in; without a name, all that there are and those filled in."""
    case = case_or_404(number)
    known = checklists(setting("checklists"))
    if not name:
        return _choose(request, case, known)
    if name not in known:
        raise Http404
    listed, today = known[name], clock.today(request.town.zone)
    if request.method != "POST":
        form = ChecklistForm(listed=listed, today=today, initial={"date": today})
        return _fill_page(request, case, form, {})
    form = ChecklistForm(request.POST, listed=listed, today=today)
    photos = {item.id: uploads.basket(request, town, f"p_{item.id}") for item in listed.items}
    form.is_valid()
    _describe(form, photos)
    if form.errors:
        return _fill_page(request, case, form, photos)
    new = [New(CHECKLIST, _body(form, photos))]
    new += [one for found in photos.values() for one in found.entries(today)]
    done = record_with_files(case, new, actor_for(request, [CHECKLIST]), form, request)
    if done is None:
        return _fill_page(request, case, form, photos)
    if not done.again:
        messages.success(request, f"{listed.title}: the checklist is recorded.")
    return redirect("checklist_done", town, number, done.entries[0].case_n)


def _describe(form: ChecklistForm, photos: Mapping[str, Basket]) -> None:
    """A photo of an item is described by the item's note, so the note must say what it shows."""
    if sum(len(found.files) for found in photos.values()) > storing.FILES_MOST:
        says = (
            f"At most {storing.FILES_MOST} photos fit in one checklist. Add the rest to the case."
        )
        form.add_error(None, says)
    for item in form.listed.items:
        found, name = photos[item.id], f"n_{item.id}"
        says = (form.cleaned_data.get(name) or "").strip()
        for fault in found.faults:
            form.add_error(name, fault)
        if found.files and not says:
            form.add_error(name, "Say what the photo shows, for those who can't see it.")
        words = f"{item.asks}: {says}"[: uploads.SAYS_LONGEST]
        found.files = [replace(file, says=words) for file in found.files]


def _body(form: ChecklistForm, photos: Mapping[str, Basket]) -> dict[str, Any]:
    said, at = form.cleaned_data, form.cleaned_data["time"]
    body: dict[str, Any] = {
        "date": said["date"].isoformat(),
        "checklist": form.listed.id,
        "title": form.listed.title,
        "answers": form.answers(photos),
    }
    samples = form.samples()
    body |= {"time": f"{at:%H:%M}"} if at else {}
    body |= {"samples": samples} if samples else {}
    return body | ({"says": said["says"].strip()} if said["says"] else {})


def _fill_page(
    request: OfficeRequest, case: Case, form: ChecklistForm, photos: Mapping[str, Basket]
) -> HttpResponse:
    slug, listed = request.town.slug, form.listed
    context = {
        "case": case,
        "form": form,
        "listed": listed,
        "sections": [
            (section.title, [_asked(form, item, photos, slug) for item in section.items])
            for section in listed.sections
        ],
        "samples": [
            (analyte, [(w, form[f"s_{analyte.id}_{p}"]) for p, w in SAMPLE_PARTS])
            for analyte in listed.samples
        ],
        "crumbs": crumbs(request.town, case.number, listed.title),
        "can": permissions.may_open("checklist", "POST", request.roles),
    }
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "office/checklist.html", context, status=status)


def _asked(form: ChecklistForm, item: Item, photos: Mapping[str, Basket], slug: str) -> Asked:
    answer, note = form[f"a_{item.id}"], form[f"n_{item.id}"]
    picked = uploads.shown_files(photos[item.id], slug) if item.id in photos else []
    return Asked(item, answer, note, picked, bool(picked or note.errors or note.value()))


def _choose(request: OfficeRequest, case: Case, known: Mapping[str, Checklist]) -> HttpResponse:
    filled = Entry.objects.filter(case=case, kind=CHECKLIST).order_by("-case_n")[:100]
    context = {
        "case": case,
        "known": list(known.values()),
        "filled": [told(entry) for entry in filled],
        "crumbs": crumbs(request.town, case.number, "Checklists"),
    }
    return render(request, "office/checklist_choose.html", context)


def checklist_done(request: OfficeRequest, town: str, number: str, place: int) -> HttpResponse:
    """A filled checklist, what fails first, each with the way to record what it shows."""
    case = case_or_404(number)
    entry = Entry.objects.filter(case=case, kind=CHECKLIST, case_n=place).first()
    if entry is None:
        raise Http404
    body = json.loads(entry.content)["body"]
    named = {sha for row in body["answers"] for sha in row.get("photos", ())}
    files = StoredFile.objects.filter(case=case, sha256__in=named, entry_n__gt=entry.n)
    by_sha = {file.sha256: file for file in files.order_by("-entry_n")}
    rows: list[dict[str, Any]] = [
        {
            **row,
            "files": [by_sha[sha] for sha in row.get("photos", ()) if sha in by_sha],
            "violation_href": _violation_href(town, number, body["date"], row),
        }
        for row in body["answers"]
    ]
    able = permissions.may_record("violation_observed", request.roles)
    context = {
        "case": case,
        "entry": told(entry),
        "body": body,
        "rows": rows,
        "failing": [row for row in rows if row.get("fails")],
        "able": able,
        "inspected_href": reverse("act", args=[town, number, "inspected"]) if able else "",
        "crumbs": crumbs(request.town, number, body["title"]),
    }
    return render(request, "office/checklist_done.html", context)


def _violation_href(town: str, number: str, day: str, row: Mapping[str, Any]) -> str:
    """The form of a violation, filled in with what the answer showed."""
    nature = str(row.get("nature", ""))
    nature = f"{nature}: {row['note']}" if row.get("note") else nature
    given = {"date": day, "kind": row.get("kind", ""), "nature": nature[:1000]}
    href = reverse("act", args=[town, number, "violation_observed"])
    return f"{href}?{urlencode({name: value for name, value in given.items() if value})}"


PATHS: list[URLPattern] = [
    path("cases/<str:number>/checklists/", checklist, name="checklist"),
    path("cases/<str:number>/checklists/done/<int:place>/", checklist_done, name="checklist_done"),
    path("cases/<str:number>/checklists/<slug:name>/", checklist, name="checklist"),
]
