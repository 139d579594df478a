"""What waits for a second person: the list of it, and the decision on each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse

from outfall.files.case_file import read_event
from outfall.law.events import EVENTS
from outfall.law.faults import Refused
from outfall.timeline.entries import told as told_event
from outfall.web import clock
from outfall.web.casework import drafting, issuing, kinds, letting_go, proposing
from outfall.web.casework.forms import KeyedForm
from outfall.web.casework.issuing import Asked
from outfall.web.casework.models import Case, Proposal, StoredFile
from outfall.web.casework.previewing import Change, changes, what_if
from outfall.web.casework.recording import Done, New
from outfall.web.casework.storing import NoRoom
from outfall.web.casework.telling import told
from outfall.web.drafts.models import SIGNED, Draft
from outfall.web.screens.acting import attempt, page
from outfall.web.screens.case import crumbs
from outfall.web.screens.desk import Desk, desk_of
from outfall.web.screens.entries import words_of
from outfall.web.towns.middleware import OfficeRequest

STATES = (
    (proposing.WAITING, "Waiting"),
    (proposing.APPROVED, "Approved"),
    (proposing.SENT_BACK, "Sent back"),
)


class DecideForm(KeyedForm):
    """Approving a proposal, or sending it back with a reason."""

    why = forms.CharField(
        label="What is to be changed, or why it is not done",
        widget=forms.Textarea,
        max_length=2000,
        required=False,
    )


def proposals(request: OfficeRequest, town: str) -> HttpResponse:
    """The acts that wait for a second person, the oldest first; or those that were decided."""
    state = request.GET.get("state", proposing.WAITING)
    if state not in dict(STATES):
        raise Http404
    found = Proposal.objects.filter(state=state).select_related("case", "by", "decided_by")
    order = "at" if state == proposing.WAITING else "-decided_at"
    page_obj = Paginator(found.order_by(order, "pk"), 50).get_page(request.GET.get("page"))
    context = {
        "page_obj": page_obj,
        "rows": [(row, proposing.title(row), _can(request, row)) for row in page_obj],
        "state": state,
        "states": STATES,
        "drafts": Draft.objects.filter(stage=SIGNED) if state == proposing.WAITING else (),
        "crumbs": [{"label": "For a second person", "href": ""}],
    }
    return render(request, "office/proposals.html", context)


def _can(request: OfficeRequest, row: Proposal) -> bool:
    waits = row.state == proposing.WAITING
    return waits and proposing.may_decide(row, request.person, request.roles)


def proposal(request: OfficeRequest, town: str, number: str, pk: int) -> HttpResponse:
    """One proposal: what it says and changes in the case as it is now, and the decision."""
    desk = desk_of(request, number)
    row = _row(desk, pk)
    if request.method != "POST":
        return _page(desk, row, DecideForm(based_on=desk.row.length))
    form = DecideForm(request.POST)
    if not form.is_valid():
        return _page(desk, row, form)
    if "back" in request.POST:
        return _send_back(desk, row, form)
    return _approve(desk, row, form)


def _row(desk: Desk, pk: int) -> Proposal:
    own = Proposal.objects.filter(case=desk.row, pk=pk)
    found = own.select_related("by", "decided_by").first()
    if found is None:
        raise Http404
    return found


def _approve(desk: Desk, row: Proposal, form: DecideForm) -> HttpResponse:
    request, based_on = desk.request, form.cleaned_data.get("based_on")
    done = _decided(
        desk,
        form,
        lambda: proposing.approve(
            row, request.person, request.roles, request.town, based_on=based_on
        ),
    )
    if done is None:
        return _page(desk_of(request, desk.row.number), _row(desk, row.pk), form)
    if row.kind == kinds.DISPOSED:
        return redirect("case", desk.town, desk.row.number)
    if done.again:
        messages.info(request, "You approved this already, once. Nothing was added.")
    else:
        messages.success(request, "Approved. It is on the record, with both names.")
    return redirect("proposal", desk.town, desk.row.number, row.pk)


def _send_back(desk: Desk, row: Proposal, form: DecideForm) -> HttpResponse:
    request, why = desk.request, form.cleaned_data["why"].strip()
    if not why:
        form.add_error("why", "Say why: whoever proposed it is told nothing else.")
        return _page(desk, row, form)

    def act() -> Done:
        proposing.send_back(row, request.person, request.roles, why)
        return Done(())

    if _decided(desk, form, act) is None:
        return _page(desk, _row(desk, row.pk), form)
    messages.success(request, "Sent back. Nothing was recorded.")
    return redirect("proposals", desk.town)


def _decided(desk: Desk, form: KeyedForm, act: Callable[[], Done]) -> Done | None:
    """Decide; None where that is refused, and the form says why."""

    def within() -> Done:
        try:
            return act()
        except Refused as refused:
            drafting.put(form, refused.faults, desk.found.case.events, desk.town, desk.row.number)
        except (proposing.NotYours, NoRoom) as refused:
            form.add_error(None, str(refused))
        except proposing.Decided:
            form.add_error(None, "Somebody has decided on this already.")
        raise Refused(())

    return attempt(form, within, lambda: Case.objects.get(pk=desk.row.pk).length)


@dataclass(frozen=True)
class Now:
    """What a proposal would do in the case as it is now, or why it can't be done any more."""

    changes: list[Change]
    refusals: list[str]


def _now(desk: Desk, row: Proposal) -> Now:
    form = KeyedForm({"key": "looked at"})
    form.is_valid()
    found: list[Change] = []

    def act() -> Done:
        if row.kind in EVENTS:
            new = [New(row.kind, row.body)]
            found.extend(changes(*what_if(desk.row, new, desk.request.town, desk.standing.as_of)))
        if row.paper:
            asked = Asked(row.paper, row.kind, row.body, row.language)
            issuing.made(desk.row, asked, desk.request.town)
        return Done(())

    _decided(desk, form, act)
    return Now(found, [str(error) for errors in form.errors.values() for error in errors])


def _says(row: Proposal) -> str:
    event = read_event({**row.body, "event": row.kind}, 0, []) if row.kind in EVENTS else None
    text = told_event(event) if event else ""
    return text[:1].upper() + text[1:]


def _disposal_page(desk: Desk, row: Proposal, form: DecideForm) -> HttpResponse:
    """The proposal to dispose of a case: the rule, what is removed, and what is left."""
    request = desk.request
    terms = letting_go.terms_of(request.town, clock.today(request.town.zone))
    context = {
        "case": desk.row,
        "proposal": row,
        "ruling": letting_go.ruling(desk.row, terms, but=row.pk),
        "files": StoredFile.objects.filter(case=desk.row).count(),
        "why_not": proposing.why_not(row, request.person, request.roles),
        "crumbs": crumbs(request.town, desk.row.number, "For a second person"),
    }
    return page(request, "proposal_disposal", context, form)


def _again(desk: Desk, row: Proposal) -> str:
    """The form with what was proposed in it, for whoever it was sent back to."""
    mine = row.state == proposing.SENT_BACK and row.by_id == desk.request.person.pk
    case, of = [desk.town, desk.row.number], str(row.body.get("of_entry", ""))
    if not mine:
        return ""
    if row.paper:
        address = reverse("paper_draft", args=[*case, row.paper])
        return f"{address}?again={row.pk}{f'&entry={of}' if of else ''}"
    if row.kind == "voided":
        return f"{reverse('entry_void', args=[*case, row.body['entry']])}?again={row.pk}"
    return f"{reverse('act', args=[*case, row.kind])}?again={row.pk}" if row.kind in EVENTS else ""


def _page(desk: Desk, row: Proposal, form: DecideForm) -> HttpResponse:
    if row.kind == kinds.DISPOSED:
        return _disposal_page(desk, row, form)
    request = desk.request
    waits = row.state == proposing.WAITING
    context = {
        "case": desk.row,
        "proposal": row,
        "proposal_title": proposing.title(row),
        "says": _says(row),
        "words": words_of({**row.body, "event": row.kind}),
        "now": _now(desk, row) if waits else None,
        "added": [told(entry) for entry in proposing.added_since(row)] if waits else [],
        "why_not": proposing.why_not(row, request.person, request.roles) if waits else "",
        "again": _again(desk, row),
        "language": drafting.LANGUAGES.get(row.language, row.language),
        "crumbs": crumbs(request.town, desk.row.number, "For a second person"),
    }
    return page(request, "proposal", context, form)


PATHS: list[URLPattern] = [
    path("proposals/", proposals, name="proposals"),
    path("cases/<str:number>/proposals/<int:pk>/", proposal, name="proposal"),
]
