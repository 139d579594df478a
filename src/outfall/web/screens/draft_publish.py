"""Publishing a draft: what stands in the way, what would change, and two signatures."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse

from outfall.law.ordinance import Ordinance
from outfall.told.points import Finding, alike, points
from outfall.web import clock, permissions
from outfall.web.casework.forms import KeyedForm
from outfall.web.casework.templatetags.office import day as day_in_words
from outfall.web.drafts import publishing, trials
from outfall.web.drafts.bench import Bench
from outfall.web.drafts.models import SIGNED, WORKING, Draft
from outfall.web.drafts.publishing import NotPublished
from outfall.web.screens.acting import page
from outfall.web.screens.draft_desk import crumbs, draft_of, number, shared
from outfall.web.towns import reading_effects
from outfall.web.towns.adopted import law_of
from outfall.web.towns.middleware import OfficeRequest


class Texts(frozenset[str]):
    """What a code says on a point, whatever the paragraph: for asking whether the other has it."""

    def __contains__(self, item: object) -> bool:
        return super().__contains__(item.text if isinstance(item, Finding) else item)


@dataclass(frozen=True, slots=True)
class Sides:
    """One point: what the one code says, and the other."""

    name: str
    now: list[Finding]
    then: list[Finding]

    @property
    def in_now(self) -> Texts:
        """What the first says."""
        return Texts(item.text for item in self.now)

    @property
    def in_then(self) -> Texts:
        """What the second says."""
        return Texts(item.text for item in self.then)


class SignForm(KeyedForm):
    """The first signature: from which day on, and why. ``based_on`` is the draft's length."""

    since = forms.DateField(
        label="Law for violations found from this day on",
        help_text="Cases of violations found before keep the version that they have.",
    )
    why = forms.CharField(
        label="Reason",
        max_length=2000,
        widget=forms.Textarea,
        help_text="Such as the local law and the day of its adoption. It stands in the record.",
    )


class SecondForm(KeyedForm):
    """The second signature, or the reason why there is none."""

    why = forms.CharField(
        label="What is to be changed, or why it is not done",
        widget=forms.Textarea,
        max_length=2000,
        required=False,
    )


def draft_publish(request: OfficeRequest, town: str, draft: int) -> HttpResponse:
    """What stands in the way, which open cases would stand otherwise, and the two signatures."""
    row, bench = draft_of(request, draft)
    form: KeyedForm | None = None
    if "second" in request.POST and row.second_by_id == request.person.pk:
        messages.info(request, "You signed this already, once. Nothing was added.")
        return redirect("draft_publish", town, row.pk)
    if request.method == "POST":
        form = SecondForm(request.POST) if row.stage == SIGNED else SignForm(request.POST)
        if form.is_valid() and _done(request, row, form):
            return redirect("draft_publish", town, row.pk)
        row, bench = draft_of(request, draft)
    elif row.stage == WORKING:
        form = SignForm(based_on=row.length)
    elif row.stage == SIGNED:
        form = SecondForm(based_on=row.length)
    context = {
        **shared(request, row, bench, "draft_publish"),
        "reasons": list(publishing.reasons(bench)) if row.stage != "published" else [],
        "attorney": bool(request.roles & permissions.LEGAL),
        "why_not": publishing.why_not_second(row, request.person, request.roles),
        "own": row.signed_by_id == request.person.pk,
        "crumbs": crumbs(town, (row.title, reverse("draft", args=[town, row.pk])), ("Publish", "")),
        **_outlook(request, bench),
    }
    return page(request, "draft_publish", context, form)


def _done(request: OfficeRequest, row: Draft, form: KeyedForm) -> bool:
    """Sign, sign as the second, or send back; False where it was refused, and the form says why."""
    asked, town = form.cleaned_data, request.town
    try:
        if isinstance(form, SecondForm):
            return _second(request, row, form)
        if not request.roles & permissions.LEGAL:
            raise NotPublished(["An attorney puts the first signature. Yours can be the second."])
        since: date = asked["since"]
        length = asked.get("based_on")
        publishing.sign(
            row, since, asked["why"], request.person, town,
            length=row.length if length is None else length,
        )  # fmt: skip
    except NotPublished as refused:
        for reason in refused.reasons:
            form.add_error(None, reason)
        return False
    messages.success(request, "Signed. It is law once somebody else signs it too.")
    return True


def _second(request: OfficeRequest, row: Draft, form: SecondForm) -> bool:
    town, person = request.town, request.person
    if "back" in request.POST:
        why = form.cleaned_data["why"].strip()
        if not why and row.signed_by_id != person.pk:
            form.add_error("why", "Say why: whoever signed it is told nothing else.")
            return False
        publishing.back(row, person, why, town)
        messages.success(request, "The draft can be changed again. Nothing was published.")
        return True
    pack = publishing.publish(row, person, request.roles, town)
    done = reading_effects.reproject_waiting(town)
    worked = f" What lists show of {done} cases was worked out anew." if done else ""
    messages.success(
        request,
        f"Published. {row.title} is law for violations found from {day_in_words(pack.since)} on. "
        f"Older cases keep their version.{worked}",
    )
    return True


def _outlook(request: OfficeRequest, bench: Bench) -> dict[str, Any]:
    """The draft beside the law in force, and the open cases as if it governed them."""
    law = bench.law
    if law is None or bench.row.stage == "published":
        return {}
    now = law_of(request.town, clock.today(request.town.zone))
    first = max(number(str(request.GET.get("first", "0"))), 0)
    under = trials.open_cases_under(request.town, law, first)
    return {"under": under, "effects": under.effects, "look": "look=1", **beside(now, law)}


def beside(now: Ordinance, then: Ordinance) -> dict[str, Any]:
    """Two codes point by point: those that differ, and those that are alike."""
    found = [Sides(name, left, right) for name, left, right in points(now, then)]
    return {
        "law": now,
        "then": then,
        "differ": [point for point in found if not alike(point.now, point.then)],
        "alike": [point for point in found if alike(point.now, point.then)],
    }


PATHS = [
    path("ordinance/drafts/<int:draft>/publish/", draft_publish, name="draft_publish"),
]
