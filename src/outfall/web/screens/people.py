"""Who and where: parties and shares, earlier offenses, the place, notes, who works on it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path

from outfall.law.words import name_of
from outfall.web import clock, permissions
from outfall.web.casework import assembling
from outfall.web.casework.forms import KeyedForm
from outfall.web.casework.kinds import ASSIGNED, HISTORY, NOTE, PARTY, PARTY_LEFT, PLACE
from outfall.web.casework.models import Case, Entry, Key
from outfall.web.casework.recording import New
from outfall.web.casework.telling import told
from outfall.web.casework.words import ROLE_NAMES
from outfall.web.screens.acting import actor_for, case_or_404, page, try_record
from outfall.web.screens.case import crumbs
from outfall.web.screens.fields import SpotForm
from outfall.web.towns.middleware import OfficeRequest
from outfall.web.towns.models import Membership

PARTIES = (
    ("owner", "Owner"),
    ("operator", "Operator of the site"),
    ("contractor", "Contractor"),
    ("permit_holder", "Permit holder"),
    ("beneficial_user", "Beneficial user"),
    ("mortgagee", "Mortgagee"),
    ("occupant", "Occupant"),
    ("agent", "Agent or attorney of a party"),
    ("other", "Somebody else"),
)
OFFENSES_MORE = 3
_OFFENSE = {
    "offense_on": "Day of the offense",
    "convicted_on": "Day of the conviction",
    "note": "Note",
}
# Whoever may see who made a report: those who work on cases and at the counter.
SEES_REPORTER = permissions.CASE_WORK | permissions.COUNTER | permissions.RECORDS


class PartyForm(KeyedForm):
    """A party: somebody whom the case concerns."""

    printed = frozenset({"name", "address"})
    role = forms.ChoiceField(label="What they are to the case")
    name = forms.CharField(label="Full name", max_length=200, help_text="Of a person or a company")
    address = forms.CharField(
        label="Mailing address", max_length=500, required=False, widget=forms.Textarea
    )
    email = forms.EmailField(label="E-mail", max_length=200, required=False)
    phone = forms.CharField(label="Phone", max_length=40, required=False)
    share = forms.CharField(
        label="Share of a cost",
        max_length=20,
        required=False,
        help_text="Of a beneficial user: a number or a fraction, such as 1, 2.5 or 1/3",
    )
    note = forms.CharField(label="Note", max_length=500, required=False)
    party = forms.CharField(widget=forms.HiddenInput, max_length=80, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        held = str(self.initial.get("role") or "")
        extra = [(held, name_of(held).capitalize())] if held not in ("", *dict(PARTIES)) else []
        role = self.fields["role"]
        assert isinstance(role, forms.ChoiceField)
        role.choices = [*PARTIES, *extra]

    def party_of(self) -> dict[str, Any]:
        """The party as an entry says it; a new one is known by its role and the form's key."""
        names = ("role", "name", "address", "email", "phone", "share", "note")
        said = {name: str(self.cleaned_data[name]).strip() for name in names}
        id = self.cleaned_data["party"] or f"{said['role']}-{self.cleaned_data['key'][:8]}"
        return {"id": id, **{name: value for name, value in said.items() if value}}


class LeaveForm(KeyedForm):
    """A party that does not belong to the case."""

    why = forms.CharField(label="Why they do not belong to the case", max_length=500)


class PlaceForm(KeyedForm, SpotForm):
    """Where the case is."""

    printed = frozenset({"address", "parcel", "description"})
    note = forms.CharField(label="Note", max_length=500, required=False)


class NoteForm(KeyedForm):
    """A note for whoever works on the case after."""

    text = forms.CharField(label="Note", max_length=4000, widget=forms.Textarea)


class AssignForm(KeyedForm):
    """Who works on the case."""

    person = forms.ChoiceField(label="Give the case to", required=False)
    note = forms.CharField(label="A word to them", max_length=500, required=False)

    def __init__(self, *args: Any, people: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice = self.fields["person"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [("", "Nobody"), *people]


class HistoryForm(KeyedForm):
    """The earlier offenses of the party, one in a row; a row without its day falls out."""

    def __init__(self, *args: Any, rows: list[Mapping[str, Any]], **kwargs: Any) -> None:
        initial: dict[str, Any] = {}
        self.count = len(rows) + OFFENSES_MORE
        for place, row in enumerate(rows):
            initial |= {f"{name}_{place}": row.get(name) for name in _OFFENSE}
        super().__init__(*args, initial=initial, **kwargs)
        for place in range(self.count):
            for name, label in _OFFENSE.items():
                self.fields[f"{name}_{place}"] = _offense_field(name, f"{label}, row {place + 1}")

    def clean(self) -> dict[str, Any]:
        """A conviction without its offense says nothing to the ordinance."""
        found = super().clean() or {}
        for place in range(self.count):
            rest = found.get(f"convicted_on_{place}") or found.get(f"note_{place}")
            name = f"offense_on_{place}"
            if rest and not found.get(name) and not self.has_error(name):
                self.add_error(name, "Give the day of the offense, or empty the row.")
        return found

    def lines(self) -> list[list[Any]]:
        """The bound fields, row by row."""
        return [[self[f"{name}_{place}"] for name in _OFFENSE] for place in range(self.count)]

    def offenses(self) -> list[dict[str, str]]:
        """The offenses as an entry says them, in the order of their days."""
        rows = []
        for place in range(self.count):
            said = {name: self.cleaned_data.get(f"{name}_{place}") for name in _OFFENSE}
            if said["offense_on"]:
                rows.append({name: str(value) for name, value in said.items() if value})
        return sorted(rows, key=lambda row: row["offense_on"])


def _offense_field(name: str, label: str) -> forms.Field:
    if name == "note":
        words = forms.TextInput(attrs={"class": "usa-input"})
        return forms.CharField(label=label, required=False, max_length=300, widget=words)
    picker = forms.DateInput(attrs={"type": "date", "class": "usa-input"}, format="%Y-%m-%d")
    return forms.DateField(label=label, required=False, widget=picker)


def shares(parties: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The shares of the beneficial users: what each bears, their sum, and who has none yet."""
    users = [p for p in parties.values() if p.get("role") == "beneficial_user"]
    given = [(p, Fraction(str(p["share"]))) for p in users if p.get("share")]
    total = sum((share for _, share in given), Fraction(0))
    rows = [
        {
            "party": p,
            "share": p["share"],
            "part": part / total,
            "percent": float(part / total) * 100,
        }
        for p, part in given
    ]
    return {"rows": rows, "total": total, "missing": [p for p in users if not p.get("share")]}


def case_people(request: OfficeRequest, town: str, number: str) -> HttpResponse:
    """The parties of a case, and a form for one more, for one described anew, or for taking out."""
    case = case_or_404(number)
    parties = assembling.assemble(case, request.town).file.parties
    asked = request.POST if request.method == "POST" else request.GET
    if "leave" in asked:
        return _leave(request, case, parties.get(asked["leave"]))
    changed = parties.get(asked.get("party", ""))
    if asked.get("party") and changed is None:
        raise Http404
    initial = {**(changed or {}), "party": changed["id"] if changed else ""}
    form = PartyForm(based_on=case.length, initial=initial)
    if request.method == "POST":
        form = PartyForm(request.POST, initial=initial)
        if form.is_valid():
            body = {"date": _today(request).isoformat(), "party": form.party_of()}
            done = try_record(request, case, form, [New(PARTY, body)], actor_for(request, [PARTY]))
            if done is not None:
                if not done.again:
                    messages.success(request, f"{body['party']['name']} is entered.")  # type: ignore[index]
                return redirect("case_people", town, number)
    return _people_page(request, case, form, changed)


def _leave(request: OfficeRequest, case: Case, party: Mapping[str, Any] | None) -> HttpResponse:
    town = request.town.slug
    if party is None:
        if Key.objects.filter(key=request.POST.get("key", "")).exists():
            return redirect("case_people", town, case.number)
        raise Http404
    name = str(party.get("name") or party["id"])
    form = LeaveForm(based_on=case.length)
    if request.method == "POST":
        form = LeaveForm(request.POST)
        if form.is_valid():
            why, day = form.cleaned_data["why"], _today(request).isoformat()
            body = {"date": day, "party": party["id"], "name": name, "why": why}
            actor = actor_for(request, [PARTY_LEFT])
            if try_record(request, case, form, [New(PARTY_LEFT, body)], actor) is not None:
                messages.success(request, f"{name} is taken out of the case.")
                return redirect("case_people", town, case.number)
    context = _context(request, case, "case_people", "People") | {"party": party}
    return page(request, "people_leave", context, form)


def _people_page(
    request: OfficeRequest, case: Case, form: PartyForm, changed: Mapping[str, Any] | None
) -> HttpResponse:
    file = assembling.assemble(case, request.town).file
    words = dict(PARTIES)
    context = _context(request, case, "case_people", "People") | {
        "parties": [
            {**p, "words": words.get(p.get("role", ""), name_of(p.get("role", "party")))}
            for p in file.parties.values()
        ],
        "shares": shares(file.parties),
        "changed": changed,
        "history": file.history,
        "reporter": file.opened.get("reporter") if request.roles & SEES_REPORTER else None,
    }
    return page(request, "people", context, form)


def case_history(request: OfficeRequest, town: str, number: str) -> HttpResponse:
    """Earlier offenses under the same ordinance, which the tiers of a penalty read."""
    case = case_or_404(number)
    rows: list[Mapping[str, Any]] = list(assembling.assemble(case, request.town).file.history)
    form = HistoryForm(rows=rows, based_on=case.length)
    if request.method == "POST":
        form = HistoryForm(request.POST, rows=rows)
        if form.is_valid():
            body = {"date": _today(request).isoformat(), "history": form.offenses()}
            actor = actor_for(request, [HISTORY])
            if try_record(request, case, form, [New(HISTORY, body)], actor) is not None:
                messages.success(request, "The earlier offenses are entered.")
                return redirect("case_history", town, number)
    context = _context(request, case, "case_history", "Earlier offenses")
    return page(request, "history", context | {"rows": rows, "lines": form.lines()}, form)


def case_place(request: OfficeRequest, town: str, number: str) -> HttpResponse:
    """Where the case is: address, parcel, description, and degrees where they are known."""
    case = case_or_404(number)
    place = assembling.assemble(case, request.town).file.place
    form = PlaceForm(based_on=case.length, initial=dict(place))
    if request.method == "POST":
        form = PlaceForm(request.POST)
        if form.is_valid():
            body = {"date": _today(request).isoformat(), "place": form.place()}
            actor = actor_for(request, [PLACE])
            if try_record(request, case, form, [New(PLACE, body)], actor) is not None:
                messages.success(request, "The place is described anew.")
                return redirect("case", town, number)
    return page(request, "place", _context(request, case, "case_place", "Place"), form)


def case_note(request: OfficeRequest, town: str, number: str) -> HttpResponse:
    """The notes of a case, the newest first, and a form for one more."""
    case = case_or_404(number)
    form = NoteForm()
    if request.method == "POST":
        form = NoteForm(request.POST)
        if form.is_valid():
            body = {"date": _today(request).isoformat(), "text": form.cleaned_data["text"]}
            actor = actor_for(request, [NOTE])
            if try_record(request, case, form, [New(NOTE, body)], actor) is not None:
                messages.success(request, "The note is written down.")
                return redirect("case_note", town, number)
    rows = Entry.objects.filter(case=case, kind=NOTE).order_by("-case_n")
    page_obj = Paginator(rows, 50).get_page(request.GET.get("page"))
    context = _context(request, case, "case_note", "Notes")
    context |= {"page_obj": page_obj, "notes": [told(entry) for entry in page_obj]}
    return page(request, "note", context, form)


def case_assign(request: OfficeRequest, town: str, number: str) -> HttpResponse:
    """Who the case is given to: somebody with a role in the town today, or nobody."""
    case = case_or_404(number)
    people = _people(_today(request))
    held = str(case.assigned_id or "")
    form = AssignForm(people=people, based_on=case.length, initial={"person": held})
    if request.method == "POST":
        form = AssignForm(request.POST, people=people)
        if form.is_valid() and _assign(request, case, form):
            return redirect("case", town, number)
    context = _context(request, case, "case_assign", "Who works on it")
    return page(request, "assign", context | {"assigned": case.assigned}, form)


def _assign(request: OfficeRequest, case: Case, form: AssignForm) -> bool:
    id = form.cleaned_data["person"]
    found = Membership.objects.filter(person_id=id).select_related("person").first() if id else None
    name = found.person.name if found else "nobody"
    person = {"id": id, "name": name} if found else None
    body: dict[str, Any] = {"date": _today(request).isoformat(), "person": person}
    if form.cleaned_data["note"]:
        body["note"] = form.cleaned_data["note"]
    done = try_record(request, case, form, [New(ASSIGNED, body)], actor_for(request, [ASSIGNED]))
    if done is not None:
        messages.success(request, f"The case is given to {name}.")
    return done is not None


READERS = ("auditor", "overseer")


def _people(today: date) -> list[tuple[str, str]]:
    """Those with a role in the town on a day who do more than read, with their roles."""
    held = Membership.objects.filter(Q(until=None) | Q(until__gte=today), since__lte=today)
    roles: dict[tuple[str, str], list[str]] = {}
    for row in held.exclude(role__in=READERS).select_related("person").order_by("person__name"):
        if row.person.is_active:
            key = (str(row.person_id), row.person.name)
            roles.setdefault(key, []).append(ROLE_NAMES[row.role].lower())
    return [(id, f"{name} ({', '.join(held)})") for (id, name), held in roles.items()]


def _today(request: OfficeRequest) -> date:
    return clock.today(request.town.zone)


def _context(request: OfficeRequest, case: Case, name: str, label: str) -> dict[str, Any]:
    return {
        "case": case,
        "crumbs": crumbs(request.town, case.number, label),
        "can": permissions.may_open(name, "POST", request.roles),
    }


PATHS: list[URLPattern] = [
    path("cases/<str:number>/people/", case_people, name="case_people"),
    path("cases/<str:number>/place/", case_place, name="case_place"),
    path("cases/<str:number>/notes/", case_note, name="case_note"),
    path("cases/<str:number>/assign/", case_assign, name="case_assign"),
    path("cases/<str:number>/history/", case_history, name="case_history"),
]
