"""A draft tried on cases: files, the town's own open cases and samples, each beside the law in
force."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse

from outfall.law.faults import Refused
from outfall.web import clock
from outfall.web.casework import storing
from outfall.web.casework.forms import KeyedForm
from outfall.web.casework.models import Case
from outfall.web.drafts import trials
from outfall.web.drafts.models import Draft, Trial
from outfall.web.drafts.trials import Given
from outfall.web.screens.acting import page
from outfall.web.screens.draft_desk import crumbs, draft_of, number, shared
from outfall.web.towns.middleware import OfficeRequest

OFFERED = 200
TRIALS_MOST = 100


class TrialForm(KeyedForm):
    """A case to try the draft on: a file, or one of the town's open cases."""

    file = forms.FileField(
        label="A case file",
        required=False,
        help_text="YAML or JSON, as the command line reads it and as each case's page gives it.",
    )
    number = forms.CharField(
        label="Or an open case of the town's",
        max_length=60,
        required=False,
        widget=forms.TextInput(attrs={"list": "open-cases", "autocomplete": "off"}),
        help_text="Its number. The case is looked at and not changed.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].widget.attrs["accept"] = ".yaml,.yml,.json"
        self.made = Trial()

    def clean(self) -> dict[str, Any]:
        """A file that is a case, or a case that is open."""
        found = super().clean() or {}
        given, number = found.get("file"), str(found.get("number") or "").strip()
        if self.errors:
            return found
        if bool(given) == bool(number):
            says = "Choose one of the two." if given else "Choose a file, or name an open case."
            self.add_error("file", says)
        elif given:
            self._read(given)
        else:
            self._open(number)
        return found

    def _read(self, given: Any) -> None:
        try:
            text = storing.read_bounded(given.chunks(), trials.CASE_MOST).decode("utf-8-sig")
            case = trials.read_file(text)
        except storing.NotTaken as refused:
            self.add_error("file", str(refused))
        except UnicodeDecodeError:
            self.add_error("file", "This is no text in UTF-8. Save the case file as such.")
        except Refused as refused:
            for fault in refused.faults[:20]:
                self.add_error("file", f"{fault}.")
        else:
            name = storing.clean_name(given.name, "text").removesuffix(".txt")
            self.made = Trial(title=f"{case.id} ({name})"[:200], text=text)

    def _open(self, number: str) -> None:
        case = Case.objects.filter(number=number, closed_on__isnull=True).first()
        if case is None:
            self.add_error("number", "No open case has this number. Look it up under Cases.")
            return
        self.made = Trial(title=case.number, case=case)


def draft_cases(request: OfficeRequest, town: str, draft: int) -> HttpResponse:
    """The cases that the draft is tried on, each with what differs from the law in force."""
    row, bench = draft_of(request, draft)
    context = shared(request, row, bench, "draft_cases")
    form = TrialForm() if context["may"] else None
    if request.method == "POST":
        if "remove" in request.POST and context["may"]:
            Trial.objects.filter(draft=row, pk=number(str(request.POST["remove"]))).delete()
            return redirect("draft_cases", town, row.pk)
        form = TrialForm(request.POST, request.FILES)
        if form.is_valid() and _added(request, row, form, context["closed"]):
            return redirect("draft_cases", town, row.pk)
    found = []
    if bench.law is not None:
        given = trials.cases_of(row, request.town, bench.law)
        found = [trials.tried(one, bench.law, request.town) for one in given]
    open_cases = Case.objects.filter(closed_on__isnull=True).order_by("-last_on", "-id")
    context |= {
        "own": [one for one in found if one.sort != "sample"],
        "samples": [one for one in found if one.sort == "sample"],
        "offered": open_cases.values_list("number", "address")[:OFFERED] if form else [],
        "crumbs": crumbs(town, (row.title, reverse("draft", args=[town, row.pk])), ("Cases", "")),
    }
    return page(request, "draft_cases", context, form)


def _added(request: OfficeRequest, row: Draft, form: TrialForm, closed: str) -> bool:
    """Keep a case with the draft; the same one twice is one."""
    made = form.made
    if closed:
        form.add_error(None, closed)
        return False
    own = Trial.objects.filter(draft=row)
    if own.filter(title=made.title, text=made.text, case=made.case).exists():
        return True
    if own.count() >= TRIALS_MOST:
        form.add_error(None, f"A draft is tried on {TRIALS_MOST} cases at most. Take some out.")
        return False
    made.draft, made.added_by, made.added_at = row, request.person, clock.now()
    made.save()
    messages.success(request, f"The draft is tried on {made.title}.")
    return True


def draft_case(request: OfficeRequest, town: str, draft: int, trial: str) -> HttpResponse:
    """One case under the draft on a day: its standing, and what differs from the law in force."""
    row, bench = draft_of(request, draft)
    if bench.law is None:
        raise Http404
    given = _given(row, request, bench.law, trial)
    asked, trouble = _day(str(request.GET.get("on", "")))
    found = trials.tried(given, bench.law, request.town, asked)
    home = reverse("draft", args=[town, row.pk])
    listed = reverse("draft_cases", args=[town, row.pk])
    context = {
        **shared(request, row, bench, "draft_cases"),
        "tried": found,
        "trouble": trouble,
        "crumbs": crumbs(town, (row.title, home), ("Cases", listed), (found.title, "")),
    }
    return render(request, "office/draft_case.html", context, status=422 if trouble else 200)


def _given(row: Draft, request: OfficeRequest, law: Any, trial: str) -> Given:
    for one in trials.cases_of(row, request.town, law):
        if one.id == trial:
            return one
    raise Http404


def _day(text: str) -> tuple[date | None, str]:
    if not text:
        return None, ""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None, f"{text[:40]} is not a day. Choose one, such as 2026-06-15."
    if not 1900 <= found.year <= 2199:
        return None, f"{text[:40]} is out of range. Choose a day of the years 1900 to 2199."
    return found, ""


PATHS = [
    path("ordinance/drafts/<int:draft>/cases/", draft_cases, name="draft_cases"),
    path("ordinance/drafts/<int:draft>/cases/<slug:trial>/", draft_case, name="draft_case"),
]
