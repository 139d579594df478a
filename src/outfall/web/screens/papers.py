"""Papers: choosing one, completing it, looking at it, issuing it."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path

from outfall.law.assess import assess
from outfall.law.faults import Refused
from outfall.papers.catalog import PAPERS, Paper
from outfall.papers.make import Ready
from outfall.web.casework import drafting, issuing, proposing, recording, storing
from outfall.web.casework.drafting import AnyForm, MadeForm, PaperForm
from outfall.web.casework.forms import choices_of
from outfall.web.casework.issuing import Asked
from outfall.web.casework.kinds import FILE
from outfall.web.casework.models import Case, Proposal, StoredFile
from outfall.web.casework.previewing import Change, changes
from outfall.web.casework.recording import New
from outfall.web.screens import frozen
from outfall.web.screens.acting import actor_for, attempt, page
from outfall.web.screens.case import crumbs
from outfall.web.screens.desk import Desk, desk_of
from outfall.web.screens.frozen import pdf_of
from outfall.web.towns.adopted import office_of, setting
from outfall.web.towns.middleware import OfficeRequest

Found = TypeVar("Found")


def paper_choose(request: OfficeRequest, town: str, number: str) -> HttpResponse:
    """Every paper that the ordinance knows: what can be made today, what the others wait for."""
    desk = desk_of(request, number)
    kept = StoredFile.objects.filter(case=desk.row, kind=issuing.PAPER)
    files = list(kept.order_by("-entry_n"))
    issued = {(file.of_entry, file.paper) for file in files}
    context = {
        "case": desk.row,
        "law": desk.found.law,
        "papers": drafting.papers_of(desk.found, desk.standing, request.roles, issued),
        "files": files,
        "crumbs": crumbs(request.town, number, "Papers"),
    }
    return render(request, "office/paper_choose.html", context)


def paper_draft(request: OfficeRequest, town: str, number: str, paper: str) -> HttpResponse:
    """The form of a paper; what it lacks and changes; and its issue."""
    desk = desk_of(request, number)
    kind = _known(paper, desk)
    entry = _entry(desk, kind, request.POST.get("entry") or request.GET.get("entry", ""))
    if kind.events and not entry and not drafting.made_anew(kind, desk.found.law):
        return _of_which(desk, kind)
    actor_for(request, [_kind(kind, entry)])
    form = _form(desk, kind, entry)
    if request.method != "POST" or not form.is_valid():
        return _page(desk, kind, entry, form)
    asked = form.asked()
    if "issue" not in request.POST:
        return _page(desk, kind, entry, form, _review(desk, form, asked))
    if proposing.needs_second(asked.kind, asked.paper, setting("approvals")):
        return _propose(desk, kind, entry, form, asked)
    return _issue(desk, kind, entry, form, asked)


def _known(id: str, desk: Desk) -> Paper:
    found = PAPERS.get(id)
    if found is None or not drafting.known(found, desk.found.law):
        raise Http404
    return found


def _entry(desk: Desk, paper: Paper, id: str) -> str:
    """The entry on record that is asked for; it must be one of which this paper is made."""
    if not id:
        return ""
    found = next((e for e in desk.found.case.events if e.id == id), None)
    if found is None or paper not in drafting.papers_for(found, desk.found.law):
        raise Http404
    return id


def _kind(paper: Paper, entry: str) -> str:
    return FILE if entry or not paper.events else paper.events[0]


def _form(desk: Desk, paper: Paper, entry: str) -> AnyForm:
    today, length = desk.standing.as_of, desk.row.length
    office = office_of(desk.request.town)
    sent = [desk.request.POST] if desk.request.method == "POST" else []
    if _kind(paper, entry) == FILE:
        given = {"language": desk.request.GET.get("language") or (office.languages or ("en",))[0]}
        return MadeForm(paper, office, today, *sent, entry=entry, based_on=length, initial=given)
    choices = choices_of(desk.found, desk.standing)
    law, asked = desk.found.law, desk.request.GET.get("again", "")
    again = proposing.said_before(desk.row, desk.request.person, paper.events[0], asked)
    return PaperForm(paper, law, office, choices, today, *sent, based_on=length, initial=again)


@dataclass(frozen=True)
class Review:
    """What a person looks at before a paper is issued."""

    changes: list[Change]
    on_service: list[Change]
    pages: list[str]
    second: bool


def _review(desk: Desk, form: AnyForm, asked: Asked) -> Review | None:
    """The paper and what it changes; None where it is refused, and the form says why."""
    return _told(desk, form, lambda: _looked_at(desk, form, asked))


def _looked_at(desk: Desk, form: AnyForm, asked: Asked) -> Review:
    town = desk.request.town
    recording.as_seen(desk.row, form.cleaned_data.get("based_on"))
    issuing.made(desk.row, asked, town)
    ready = issuing.made(desk.row, asked, town, draft=True)
    found: list[Change] = []
    if asked.records:
        new = [New(asked.kind, asked.body)]
        before, after, law = recording.preview(desk.row, new, town)
        on = max(ready.subject.on, desk.standing.as_of)
        found = changes(assess(law, before, on), assess(law, after, on))
    served = issuing.served(ready)
    return Review(
        found,
        changes(*served) if served else [],
        _pages(ready, desk),
        proposing.needs_second(asked.kind, asked.paper, setting("approvals")),
    )


def _pages(ready: Ready, desk: Desk) -> list[str]:
    drawn = issuing.pictured(ready, desk.request.town)
    return ["data:image/png;base64," + base64.b64encode(page).decode() for page in drawn]


def _told(desk: Desk, form: AnyForm, act: Callable[[], Found]) -> Found | None:
    """Do something with a paper; None where it is refused, and the form says all of it."""

    def within() -> Found:
        try:
            return act()
        except Refused as refused:
            drafting.put(form, refused.faults, desk.found.case.events, desk.town, desk.row.number)
            raise Refused(()) from None
        except storing.NoRoom as trouble:
            form.add_error(None, str(trouble))
            raise Refused(()) from None

    return attempt(form, within, lambda: Case.objects.get(pk=desk.row.pk).length)


def _issue(desk: Desk, paper: Paper, entry: str, form: AnyForm, asked: Asked) -> HttpResponse:
    request, sent = desk.request, form.cleaned_data
    actor = actor_for(request, [asked.kind])

    def act() -> issuing.Issued:
        return issuing.issue(
            desk.row, asked, actor, request.town, key=sent["key"], based_on=sent["based_on"]
        )

    issued = _told(desk, form, act)
    if issued is None:
        return _page(desk, paper, entry, form)
    if issued.done.again:
        messages.info(request, "This was issued already, once. Nothing was added.")
    else:
        messages.success(request, "Issued, and frozen: this is what is kept, and never made again.")
    return redirect("paper", desk.town, desk.row.number, issued.file.pk)


def _propose(desk: Desk, paper: Paper, entry: str, form: AnyForm, asked: Asked) -> HttpResponse:
    if _review(desk, form, asked) is None:
        return _page(desk, paper, entry, form)
    proposal = proposing.propose(
        desk.row,
        asked.kind,
        asked.body,
        by=desk.request.person,
        key=form.cleaned_data["key"],
        based_on=desk.row.length,
        paper=asked.paper,
        language=asked.language,
    )
    says = "Put before a second person. The paper is issued when somebody else approves it."
    messages.success(desk.request, says)
    return redirect("proposal", desk.town, desk.row.number, proposal.pk)


def _of_which(desk: Desk, paper: Paper) -> HttpResponse:
    """A paper that is made of entries of others: which of them, or how to record one."""
    entries = [
        {"id": event.id, "name": event.name, "day": event.on}
        for event in reversed(desk.found.case.events)
        if paper in drafting.papers_for(event, desk.found.law)
    ]
    title = drafting.title_in(desk.found.law, paper.id)
    context = {
        "case": desk.row,
        "paper": paper.id,
        "paper_title": title,
        "entries": entries,
        "kinds": paper.events,
        "crumbs": crumbs(desk.request.town, desk.row.number, title),
    }
    return render(desk.request, "office/paper_of.html", context)


def _demand(desk: Desk, form: AnyForm) -> None:
    """Let a form show what the ordinance demands: what an empty paper would lack."""
    if not isinstance(form, PaperForm) or form.instrument is None:
        return
    bare = {
        "date": desk.standing.as_of.isoformat(),
        "instrument": form.instrument.id,
        "contents": [element for element, _ in form.instrument.elements],
    }
    try:
        issuing.made(
            desk.row, Asked(form.paper.id, form.kind, bare), desk.request.town, strict=False
        )
    except Refused as refused:
        form.demand(refused.faults, len(desk.found.case.events))


def _page(
    desk: Desk, paper: Paper, entry: str, form: AnyForm, review: Review | None = None
) -> HttpResponse:
    title = drafting.title_in(desk.found.law, paper.id)
    anew = _kind(paper, entry) != FILE
    _demand(desk, form)
    context = {
        "case": desk.row,
        "paper": paper.id,
        "paper_title": title,
        "review": review,
        "entry": next((e for e in desk.found.case.events if e.id == entry), None),
        "waits": drafting.waits_for(paper, desk.standing, desk.found.law) if anew else None,
        "elements": form.elements if isinstance(form, PaperForm) else [],
        "crumbs": crumbs(desk.request.town, desk.row.number, title),
    }
    return page(desk.request, "paper_draft", context, form)


def paper_preview(request: OfficeRequest, town: str, number: str, paper: str) -> HttpResponse:
    """The paper as a PDF that says on each page that it is a draft; nothing is recorded."""
    desk = desk_of(request, number)
    kind = _known(paper, desk)
    if request.method != "POST":
        return _proposed(desk, paper)
    entry = _entry(desk, kind, request.POST.get("entry", ""))
    form = _form(desk, kind, entry)
    if not form.is_valid():
        return _page(desk, kind, entry, form)
    asked = form.asked()
    ready = _told(desk, form, lambda: issuing.made(desk.row, asked, request.town, draft=True))
    if ready is None:
        return _page(desk, kind, entry, form)
    return pdf_of(issuing.printed(ready, request.town), f"draft of {ready.sheet.title}.pdf")


def _proposed(desk: Desk, paper: str) -> HttpResponse:
    """The draft of a paper that waits for a second person."""
    id = desk.request.GET.get("proposal", "")
    own = Proposal.objects.filter(case=desk.row, paper=paper)
    proposal = own.filter(pk=int(id)).first() if id.isdigit() else None
    if proposal is None:
        raise Http404
    asked = Asked(proposal.paper, proposal.kind, proposal.body, proposal.language)
    try:
        ready = issuing.made(desk.row, asked, desk.request.town, draft=True)
    except (Refused, recording.NotPermitted):
        says = "This paper can't be made any more as it was proposed. The page says why."
        messages.error(desk.request, says)
        return redirect("proposal", desk.town, desk.row.number, proposal.pk)
    return pdf_of(issuing.printed(ready, desk.request.town), f"draft of {ready.sheet.title}.pdf")


PATHS: list[URLPattern] = [
    path("cases/<str:number>/papers/new/", paper_choose, name="paper_choose"),
    *frozen.PATHS,
    path("cases/<str:number>/papers/<slug:paper>/", paper_draft, name="paper_draft"),
    path("cases/<str:number>/papers/<slug:paper>/preview/", paper_preview, name="paper_preview"),
]
