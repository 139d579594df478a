"""What the town's own program proposes for a draft: its file is sent, or a run of it is queued."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse

from outfall.reading.asking import SECONDS_MOST
from outfall.reading.proposing import asked, listed
from outfall.web import permissions
from outfall.web.casework import storing
from outfall.web.casework.forms import KeyedForm
from outfall.web.drafts import offering, told
from outfall.web.drafts.adding import NotAdded
from outfall.web.drafts.bench import Bench
from outfall.web.drafts.conflicts import conflicts
from outfall.web.drafts.models import Draft, Offer
from outfall.web.drafts.ruling import CLOSED, Closed
from outfall.web.screens.acting import page
from outfall.web.screens.draft_desk import crumbs, draft_of, shared
from outfall.web.towns.middleware import OfficeRequest

FILE_MOST = 4 * 1024 * 1024
SHOWN_MOST = 20


class FileForm(KeyedForm):
    """The file that a program of the town's own made."""

    file = forms.FileField(
        label="The file that your program made",
        help_text="JSON, a list of facts in the words of the question, at most "
        f"{FILE_MOST // 1_048_576} MB.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].widget.attrs["accept"] = ".json,application/json"
        self.given: list[Any] = []
        self.name = ""

    def clean_file(self) -> Any:
        """The rows of the file, read as what they are and no more."""
        given = self.cleaned_data["file"]
        try:
            text = storing.read_bounded(given.chunks(), FILE_MOST).decode("utf-8-sig")
            self.given = listed(text)
        except storing.NotTaken as refused:
            raise forms.ValidationError(str(refused)) from None
        except UnicodeDecodeError:
            says = "This is no text in UTF-8. Have the program write its answer as such."
            raise forms.ValidationError(says) from None
        except ValueError:
            says = "This is no JSON list of facts. Send what the program wrote, as it wrote it."
            raise forms.ValidationError(says) from None
        if not self.given:
            raise forms.ValidationError("The list is empty: the program proposes nothing.")
        self.name = storing.clean_name(given.name, "text").removesuffix(".txt")
        return given


def draft_proposed(request: OfficeRequest, town: str, draft: int) -> HttpResponse:
    """What was proposed, what became of it, and the two ways to have more proposed."""
    row, bench = draft_of(request, draft)
    may = bool(request.roles & permissions.PAGES["draft_proposed"].write)
    open_now = may and row.stage not in CLOSED
    form = FileForm() if open_now else None
    if request.method == "POST":
        form = FileForm(request.POST, request.FILES)
        done = _queued(request, row, form) if "run" in request.POST else _sent(request, bench, form)
        if done:
            return redirect("draft_proposed", town, row.pk)
        row, bench = draft_of(request, draft)
    own = [one for one in bench.facts if one.read.is_proposed]
    waiting = [one for one in own if not one.answer]
    apart = conflicts(bench.facts)
    context = {
        **shared(request, row, bench, "draft"),
        "offers": list(Offer.objects.filter(draft=row).select_related("by").order_by("-pk")[:50]),
        "proposed": len(own),
        "waiting": [told.fact_shown(one, (), apart) for one in waiting[:SHOWN_MOST]],
        "more": max(0, len(waiting) - SHOWN_MOST),
        "sends": open_now,
        "asking": Offer.objects.filter(draft=row, ended_at=None).exists(),
        "has_program": bool(settings.OUTFALL_PROPOSER),
        "minutes": SECONDS_MOST // 60,
        "crumbs": crumbs(
            town, (row.title, reverse("draft", args=[town, row.pk])), ("Proposed facts", "")
        ),
    }
    return page(request, "draft_proposed", context, form)


def _sent(request: OfficeRequest, bench: Bench, form: FileForm) -> bool:
    """Take in a file; False where it was refused, and the form says why."""
    if not form.is_valid():
        return False
    try:
        offer, new = offering.sent(
            bench, form.given, request.person, key=form.cleaned_data["key"], source=form.name
        )
    except NotAdded as refused:
        for line in str(refused).split("\n"):
            form.add_error("file", line)
        return False
    except Closed as refused:
        form.add_error(None, str(refused))
        return False
    many = f"{offer.added} facts stand" if offer.added != 1 else "One fact stands"
    if not offer.added:
        messages.info(request, "Nothing in it is new: the draft has all of it already.")
    elif new:
        messages.success(request, f"{many} in the draft as proposed. An attorney looks at each.")
    return True


def _queued(request: OfficeRequest, row: Draft, form: FileForm) -> bool:
    """Queue a run of the program; False where it was refused, and the form says why."""
    key = str(request.POST.get("key", ""))[:60]
    form.errors.clear()
    try:
        if not key:
            raise offering.Waits("This form has lost its key. Open the page anew.")
        offering.queue(row, request.person, key=key)
    except (Closed, offering.Waits) as refused:
        form.add_error(None, str(refused))
        return False
    messages.success(request, "The program is asked within a minute. Its answer comes here.")
    return True


def draft_asked(request: OfficeRequest, town: str, draft: int) -> HttpResponse:
    """What a program of the town's own is asked: the paragraphs, and the words to answer in."""
    row, bench = draft_of(request, draft)
    response = HttpResponse(asked(bench.text), content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="question-{row.pk}.json"'
    return response


PATHS = [
    path("ordinance/drafts/<int:draft>/proposed/", draft_proposed, name="draft_proposed"),
    path("ordinance/drafts/<int:draft>/proposed/question.json", draft_asked, name="draft_asked"),
]
