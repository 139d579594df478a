"""Disposing of records: which cases the town's rule lets go, why the others stay, and asking."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse

from outfall.web import clock, permissions
from outfall.web.casework import kinds, letting_go, proposing
from outfall.web.casework.forms import KeyedForm
from outfall.web.casework.letting_go import Terms
from outfall.web.casework.models import Case, Disposal, Proposal
from outfall.web.screens.acting import page
from outfall.web.towns.middleware import OfficeRequest

PAGE = 50
SHOWN = (
    ("over", "Years are over"),
    ("kept", "Years still run, or open"),
    ("gone", "Disposed of"),
)


class ProposeForm(KeyedForm):
    """The cases that are to be disposed of, by their numbers."""

    case = forms.MultipleChoiceField(
        label="Cases",
        error_messages={"required": "Tick the cases that are to be disposed of."},
    )

    def __init__(self, *args: Any, numbers: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["case"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(number, number) for number in numbers]
        field.error_messages["invalid_choice"] = (
            "Case %(value)s is not let go any more. Look at the list anew."
        )


def disposal(request: OfficeRequest, town: str) -> HttpResponse:
    """The cases whose years are over, each with its rule; those that go can be proposed."""
    shown = request.GET.get("show", "over")
    if shown not in dict(SHOWN):
        raise Http404
    terms = letting_go.terms_of(request.town, clock.today(request.town.zone))
    if request.method == "POST":
        return _propose(request, terms)
    return _page(request, terms, shown, ProposeForm(numbers=[]))


def _propose(request: OfficeRequest, terms: Terms) -> HttpResponse:
    """Put each chosen case before a second person; nothing where one of them is kept."""
    asked = Case.objects.filter(number__in=request.POST.getlist("case")[:PAGE])
    found = letting_go.rulings(asked, terms)
    form = ProposeForm(request.POST, numbers=[one.case.number for one in found if one.goes])
    if not form.is_valid():
        return _page(request, terms, "over", form)
    for one in found:
        body = {"date": terms.today.isoformat(), "case": one.case.number, "rule": one.rule.body()}
        proposing.propose(
            one.case,
            kinds.DISPOSED,
            body,
            by=request.person,
            key=form.cleaned_data["key"],
            based_on=one.case.length,
        )
    many = f"{len(found)} cases wait" if len(found) > 1 else "One case waits"
    messages.success(request, f"{many} for a second person. Nothing is removed until then.")
    return redirect("disposal", request.town.slug)


def _page(request: OfficeRequest, terms: Terms, shown: str, form: ProposeForm) -> HttpResponse:
    cases = letting_go.of_age(terms) if shown == "over" else letting_go.younger(terms)
    gone = Disposal.objects.select_related("case", "tombstone").order_by("-tombstone__n")
    number = request.GET.get("page")
    listed: Page[Any] = Paginator(gone if shown == "gone" else cases, PAGE).get_page(number)
    waiting = Proposal.objects.filter(kind=kinds.DISPOSED, state=proposing.WAITING)
    asked = dict(waiting.values_list("case_id", "pk"))
    found = [] if shown == "gone" else letting_go.rulings(listed.object_list, terms)
    context = {
        "page_obj": listed,
        "shown": shown,
        "ways": SHOWN,
        "rules": list(terms.rules.values()),
        "rows": [(one, asked.get(one.case.pk)) for one in found],
        "some_go": any(one.goes for one in found),
        "gone": listed.object_list if shown == "gone" else [],
        "may_propose": permissions.may_open("disposal", "POST", request.roles),
        "crumbs": [
            {"label": "Settings", "href": reverse("settings", args=[request.town.slug])},
            {"label": "Disposal of records", "href": ""},
        ],
    }
    return page(request, "disposal", context, form)


PATHS: list[URLPattern] = [path("disposal/", disposal, name="disposal")]
