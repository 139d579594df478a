"""Recording what happened: a form, what it would change, and then the entry.

The first press of the button shows what the entry starts, stops, opens and closes; the second saves
it. What the ordinance does not let the town do is refused at the first, with its paragraph.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path

from outfall.law.assess import assess
from outfall.law.events import EVENTS
from outfall.web import clock
from outfall.web.casework import assembling, permitted, proposing, recording
from outfall.web.casework.forms import EntryForm, choices_of
from outfall.web.casework.models import Case
from outfall.web.casework.previewing import Change, changes, what_if
from outfall.web.casework.recording import New
from outfall.web.casework.words import title_of
from outfall.web.screens.acting import actor_for, attempt, case_or_404, page, try_record
from outfall.web.screens.case import crumbs
from outfall.web.towns.adopted import setting
from outfall.web.towns.middleware import OfficeRequest

PREFILLED = frozenset(
    {"date", "instrument", "notice", "violation", "nature", "kind", "amount", "deadline", "entry"}
    | {"part", "method", "received_on", "finding", "outcome", "what", "reason", "note"}
)


def act(request: OfficeRequest, town: str, number: str, kind: str) -> HttpResponse:
    """The form of one kind of entry; what it would change; and its recording."""
    if kind not in EVENTS or kind == "voided":
        raise Http404
    row = case_or_404(number)
    if kind == "notice_issued":
        return redirect("paper_choose", town, number)
    actor = actor_for(request, [kind])
    today = clock.today(request.town.zone)
    assembled = assembling.assemble(row, request.town)
    standing = assess(assembled.law, assembled.case, today)
    choices = choices_of(assembled, standing)
    given = proposing.said_before(row, request.person, kind, request.GET.get("again", ""))
    given |= {name: request.GET[name] for name in request.GET if name in PREFILLED}
    if request.method != "POST":
        form = EntryForm(kind, choices, today, based_on=row.length, initial=given)
        return _page(request, row, kind, form)
    form = EntryForm(kind, choices, today, request.POST)
    if not form.is_valid():
        return _page(request, row, kind, form)
    new = New(kind, form.body())
    second = proposing.needs_second(kind, "", setting("approvals"))
    if "save" not in request.POST:
        found = _preview(form, row, new, request)
        return _page(request, row, kind, form, found, second=second)
    if second:
        return _propose(request, row, form, new)
    done = try_record(request, row, form, [new], actor)
    if done is None:
        return _page(request, row, kind, form)
    if not done.again:
        messages.success(request, f"{title_of(kind)}: recorded.")
    return redirect("case", town, number)


def _preview(form: EntryForm, row: Case, new: New, request: OfficeRequest) -> list[Change] | None:
    """What the entry would change; None where it is refused, and the form says why."""
    today = clock.today(request.town.zone)

    def look() -> list[Change]:
        recording.as_seen(row, form.cleaned_data.get("based_on"))
        return changes(*what_if(row, [new], request.town, today))

    return attempt(form, look, lambda: row.length)


def _propose(request: OfficeRequest, row: Case, form: EntryForm, new: New) -> HttpResponse:
    if _preview(form, row, new, request) is None:
        return _page(request, row, new.kind, form)
    proposal = proposing.propose(
        row,
        new.kind,
        dict(new.body),
        by=request.person,
        key=form.cleaned_data["key"],
        based_on=row.length,
    )
    messages.success(request, "Proposed. It is recorded when a second person approves it.")
    return redirect("proposal", request.town.slug, row.number, proposal.pk)


def _page(
    request: OfficeRequest,
    row: Case,
    kind: str,
    form: EntryForm,
    found: list[Change] | None = None,
    *,
    second: bool = False,
) -> HttpResponse:
    town = request.town.slug
    power = next((a for a, event in permitted.EVENT_OF.items() if event == kind), "")
    context: dict[str, Any] = {
        "case": row,
        "kind": kind,
        "says": EVENTS[kind].says,
        "by": EVENTS[kind].by,
        "power": power,
        "found": found,
        "second": second,
        "crumbs": crumbs(request.town, row.number, title_of(kind)),
        "town_slug": town,
    }
    return page(request, "act", context, form)


PATHS: list[URLPattern] = [
    path("cases/<str:number>/acts/<str:kind>/", act, name="act"),
]
