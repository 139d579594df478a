"""One entry of the record as it stands, and the voiding of one that was made in error."""

from __future__ import annotations

import json
import re
from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path

from outfall.files.case_file import EVENT_SHAPES, PAPER
from outfall.law.case import Event
from outfall.law.events import EVENTS
from outfall.law.standing import Remark
from outfall.law.words import name_of
from outfall.record.canonical import digest
from outfall.web import permissions
from outfall.web.casework import drafting, issuing, proposing, recording
from outfall.web.casework.forms import LABELS, KeyedForm
from outfall.web.casework.models import Entry, StoredFile
from outfall.web.casework.previewing import Change, changes, what_if
from outfall.web.casework.recording import New
from outfall.web.casework.telling import told
from outfall.web.casework.templatetags.office import day
from outfall.web.screens.acting import actor_for, attempt, page, try_record
from outfall.web.screens.case import crumbs
from outfall.web.screens.desk import Desk, desk_of
from outfall.web.towns.adopted import setting
from outfall.web.towns.middleware import OfficeRequest

VOIDED = "voided"
MONEY = frozenset({"amount", "fine"})
NAMED = frozenset({"instrument", "method", "contents", "part", "outcome", "kind", "finding"})
NAMED |= {"by", "deadline", "paper", "every", "permit"}
_DAY = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d)?")


class VoidForm(KeyedForm):
    """Why an entry counts for nothing."""

    date = forms.DateField(label="Date")
    why = forms.CharField(
        label="What was wrong with it",
        widget=forms.Textarea,
        max_length=2000,
        error_messages={"required": "Say what was wrong: whoever reads the case will ask."},
    )


def _entry(desk: Desk, id: str) -> Entry:
    """The entry by its place in the case, with or without the letter before it."""
    plain = id.removeprefix("e")
    own = Entry.objects.filter(case=desk.row)
    found = own.filter(case_n=int(plain)).first() if plain.isdigit() else None
    if found is None:
        raise Http404
    return found


def entry(request: OfficeRequest, town: str, number: str, id: str) -> HttpResponse:
    """An entry: what it says, who wrote it when, its place in both chains, and its bytes."""
    desk = desk_of(request, number)
    row = _entry(desk, id)
    content, line = json.loads(row.content), told(row)
    void = drafting.void_by(desk.found.case).get(line.id, "")
    place, papers = row.case_n or 1, _papers(desk, row, line.id)
    context = {
        "case": desk.row,
        "entry": row,
        "line": line,
        "content": content,
        "pretty": json.dumps(content, indent=2, ensure_ascii=False, sort_keys=True),
        "whole": digest(row.content.encode()) == row.digest,
        "words": words_of(content["body"]),
        "void": void,
        "can_void": not void and line.of_law and permissions.may_record(VOIDED, request.roles),
        "remarks": _remarks(desk, line.id),
        "papers": papers,
        "makes": [] if void else _makes(desk, line.id, {file.paper for file in papers}),
        "before": place - 1,
        "after": place + 1 if place < desk.row.length else 0,
        "crumbs": crumbs(request.town, number, f"Entry {place}"),
    }
    return render(request, "office/entry.html", context)


def _event(desk: Desk, id: str) -> Event | None:
    return next((e for e in desk.found.case.events if id and e.id == id), None)


def _makes(desk: Desk, id: str, issued: set[str]) -> list[tuple[str, str]]:
    """The papers that can be made of an entry and were not yet, each with its title."""
    event, law = _event(desk, id), desk.found.law
    if event is None or not desk.request.roles & permissions.STAFF:
        return []
    able = [p.id for p in drafting.papers_for(event, law) if p.id not in issued]
    return [(id, drafting.title_in(law, id)) for id in able]


def _remarks(desk: Desk, id: str) -> list[Remark]:
    every = (*desk.standing.irregularities, *desk.standing.warnings)
    return [remark for remark in every if id and remark.event == id]


def _papers(desk: Desk, row: Entry, id: str) -> list[StoredFile]:
    """The papers that were made of an entry, or the one that this entry keeps."""
    own = StoredFile.objects.filter(case=desk.row, kind=issuing.PAPER).order_by("entry_n")
    return list(own.filter(of_entry=id) if id else own.filter(entry_n=row.n))


def words_of(body: dict[str, Any]) -> list[tuple[str, str]]:
    """What a body says, field by field, with the labels of the forms, in their order."""
    shape = EVENT_SHAPES.get(str(body.get("event", "")))
    order = [*shape.needs, *shape.may] if shape is not None else list(body)
    found: list[tuple[str, str]] = []
    for name in sorted(body, key=lambda n: order.index(n) if n in order else len(order)):
        value = body[name]
        if name in ("event", "id"):
            continue
        if name == "paper" and isinstance(value, dict):
            found += [(_paper_label(n), _plain(n, v)) for n, v in value.items()]
        else:
            found.append((_label(name), _plain(name, value)))
    return [(label, text) for label, text in found if text]


def _label(name: str) -> str:
    said = (LABELS.get(name) or name.replace("_", " ")).partition(", one on each line")[0]
    return said[:1].upper() + said[1:]


def _paper_label(name: str) -> str:
    shape = PAPER.may.get(name)
    return f"On the paper: {getattr(shape, 'about', name)}"


def _plain(name: str, value: Any) -> str:
    """A value in words: a day as it is said, an id by its name, money as money."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "; ".join(_plain(name, item) for item in value)
    if isinstance(value, dict):
        return "; ".join(f"{_label(k).lower()}: {_plain(k, v)}" for k, v in value.items())
    text = "" if value is None else str(value)
    if _DAY.fullmatch(text):
        said, _, hour = text.partition("T")
        return f"{day(date.fromisoformat(said))}{f', {hour}' if hour else ''}"
    if name in MONEY and text.replace(".", "", 1).isdigit():
        return f"${text}"
    return name_of(text) if name in NAMED else text


# Voiding


def entry_void(request: OfficeRequest, town: str, number: str, id: str) -> HttpResponse:
    """Void an entry: first what follows from it, then another entry. Nothing is taken away."""
    desk = desk_of(request, number)
    row = _entry(desk, id)
    if row.kind not in EVENTS:
        raise Http404
    actor = actor_for(request, [VOIDED])
    sent = request.method == "POST"
    if not sent and f"e{row.case_n}" in drafting.void_by(desk.found.case):
        messages.info(request, "This entry was voided before.")
        return redirect("entry", town, number, row.case_n)
    form = _void_form(desk)
    if not sent or not form.is_valid():
        return _page(desk, row, form)
    new = _new(form, row)
    if "save" not in request.POST:
        return _page(desk, row, form, _changes(desk, form, new))
    if _second(row):
        return _propose(desk, row, form, new)
    done = try_record(request, desk.row, form, [new], actor)
    if done is None:
        return _page(desk, row, form)
    if not done.again:
        messages.success(request, "Voided. Both entries stay on the record.")
    return redirect("entry", town, number, row.case_n)


def _void_form(desk: Desk) -> VoidForm:
    if desk.request.method == "POST":
        return VoidForm(desk.request.POST)
    asked = desk.request.GET.get("again", "")
    again = proposing.said_before(desk.row, desk.request.person, VOIDED, asked)
    return VoidForm(based_on=desk.row.length, initial={"date": desk.standing.as_of, **again})


def _second(row: Entry) -> bool:
    """Whether voiding wants a second person: by the town's list, or as the entry itself did."""
    body = json.loads(row.content)["body"]
    found, paper = setting("approvals"), str(body.get("instrument", ""))
    kinds = (VOIDED, row.kind)
    return any(proposing.needs_second(kind, paper, found) for kind in kinds)


def _new(form: VoidForm, row: Entry) -> New:
    on, why = form.cleaned_data["date"], " ".join(form.cleaned_data["why"].split())
    return New(VOIDED, {"date": on.isoformat(), "entry": f"e{row.case_n}", "why": why})


def _propose(desk: Desk, row: Entry, form: VoidForm, new: New) -> HttpResponse:
    if _changes(desk, form, new) is None:
        return _page(desk, row, form)
    proposal = proposing.propose(
        desk.row,
        new.kind,
        new.body,
        by=desk.request.person,
        key=form.cleaned_data["key"],
        based_on=desk.row.length,
    )
    messages.success(desk.request, "Proposed. It is voided when a second person approves it.")
    return redirect("proposal", desk.town, desk.row.number, proposal.pk)


def _changes(desk: Desk, form: VoidForm, new: New) -> list[Change] | None:
    """What the voiding would change; None where it is refused, and the form says why."""

    def look() -> list[Change]:
        recording.as_seen(desk.row, form.cleaned_data.get("based_on"))
        return changes(*what_if(desk.row, [new], desk.request.town, desk.standing.as_of))

    return attempt(form, look, lambda: desk.row.length)


def _page(
    desk: Desk, row: Entry, form: VoidForm, found: list[Change] | None = None
) -> HttpResponse:
    own = StoredFile.objects.filter(case=desk.row, kind=issuing.PAPER)
    context = {
        "case": desk.row,
        "entry": row,
        "line": told(row),
        "found": found,
        "papers": list(own.filter(of_entry=f"e{row.case_n}")),
        "second": _second(row),
        "crumbs": crumbs(desk.request.town, desk.row.number, f"Void entry {row.case_n}"),
    }
    return page(desk.request, "entry_void", context, form)


PATHS: list[URLPattern] = [
    path("cases/<str:number>/entries/<slug:id>/", entry, name="entry"),
    path("cases/<str:number>/entries/<slug:id>/void/", entry_void, name="entry_void"),
]
