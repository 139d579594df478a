"""A fact that the reader missed: what it is, its fields, what it would mean, and then it stands.

The first press of the button shows what the fact would make of the draft; the second adds it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse

from outfall.reading.fact import Fact
from outfall.reading.fields import Fields, fields_of
from outfall.reading.provisions import Provision
from outfall.reading.quantities import Quantity, quantities
from outfall.reading.vocabulary import ANCHORS, UNITS, WHAT
from outfall.told.phrases import capital
from outfall.web import permissions
from outfall.web.casework.forms import KeyedForm
from outfall.web.drafts import adding, told
from outfall.web.drafts.adding import NotAdded, Outlook
from outfall.web.drafts.bench import Bench
from outfall.web.drafts.choosing import KIND_OF, choices
from outfall.web.drafts.ruling import Closed
from outfall.web.screens.acting import page
from outfall.web.screens.draft_desk import A_PAGE, crumbs, draft_of, shared
from outfall.web.screens.draft_numbers import number_of, place_of
from outfall.web.towns.middleware import OfficeRequest

VALUES = {
    "usd": "Amount, in dollars",
    "usd_per_day": "Amount, in dollars a day",
    "percent_per_year": "Rate, in percent a year",
    "count": "How many",
}
OFFENSES = [("1", "the first"), ("2", "the second"), ("3", "the third or a later one")]
CONDITIONS = ("emergency", "no permit", "stop work order", "default of payment")


class WhatForm(forms.Form):
    """The kind of fact, chosen before the fields that it has."""

    what = forms.ChoiceField(
        label="What do the words say?", widget=forms.Select(attrs={"class": "usa-select"})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["what"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", "choose one"), *choices()]


class AddForm(KeyedForm):
    """A fact of one kind: only the fields that this kind has."""

    words = forms.CharField(
        label="The words that say so", max_length=2000, required=False,
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
        help_text="Copied from the paragraph. Left empty, it is the whole paragraph.",
    )  # fmt: skip
    value = forms.CharField(
        label="How long", max_length=20, required=False,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )  # fmt: skip
    unit = forms.ChoiceField(label="Of what", required=False)
    blank = forms.BooleanField(label="The text leaves the figure blank", required=False)
    anchor = forms.ChoiceField(label="What starts it", required=False)
    least = forms.BooleanField(
        label="At the least: the notice itself may give more", required=False
    )
    tier = forms.ChoiceField(label="For which offense", required=False)
    condition = forms.CharField(
        label="Only in this case", max_length=60, required=False,
        widget=forms.TextInput(attrs={"list": "conditions", "autocomplete": "off"}),
        help_text="A word or two, such as: emergency. Left empty, it holds in every case.",
    )  # fmt: skip
    note = forms.CharField(
        label="Why", max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Such as what the reader passed over. It stands beside the fact.",
    )  # fmt: skip

    def __init__(self, *args: Any, what: str, place: int, own: Provision, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.what, self.kind, self.place, self.own = what, KIND_OF[what], place, own
        self.has: Fields = fields_of(self.kind, what)
        self.made: Fact | None = None
        units = self.has.units
        if len(units) == 1:
            self.fields["value"].label = VALUES.get(units[0], "How long, in days")
        self._offer("unit", [(unit, UNITS[unit]) for unit in units])
        silent = [] if self.kind == "deadline" else [("", "no start of its own")]
        starts = [(name, says) for name, says in ANCHORS.items() if name != "unspecified"]
        last = [("unspecified", ANCHORS["unspecified"])] if self.kind == "deadline" else []
        self._offer("anchor", [*silent, *last, *starts])
        every = "choose one" if self.has.offense == "must" else "every offense"
        self._offer("tier", [("", every), *OFFENSES])
        for name, needed in (
            ("value", bool(units)),
            ("unit", len(units) > 1),
            ("anchor", self.kind == "deadline"),
            ("tier", self.has.offense == "must"),
        ):
            self.fields[name].required = needed
        for name in self._without():
            del self.fields[name]

    def _without(self) -> Iterator[str]:
        """The fields that this kind of fact does not have."""
        if not self.has.units:
            yield from ("value", "blank")
        if len(self.has.units) < 2:
            yield "unit"
        yield from (
            name
            for name, told in (
                ("anchor", self.has.starts),
                ("least", self.has.least),
                ("tier", self.has.offense),
            )
            if not told
        )

    def _offer(self, name: str, offered: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = offered

    def clean_words(self) -> str:
        """Words that stand in the paragraph, or none."""
        words = " ".join(str(self.cleaned_data["words"]).split())
        if adding.span(self.own, words) is None:
            raise forms.ValidationError(
                "These words do not stand in the paragraph. Copy them from it as they are, or "
                "leave this empty for the whole of it."
            )
        return words

    def clean(self) -> dict[str, Any]:
        """The fact, where nothing is wrong with any field."""
        found = super().clean() or {}
        unit = str(found.get("unit") or (self.has.units[0] if self.has.units else ""))
        value = self._value(found, unit)
        if not self.errors:
            self.made = self._fact(found, value, unit)
        return found

    def _value(self, found: dict[str, Any], unit: str) -> Any:
        if not self.has.units:
            return None
        text, blank = str(found.get("value") or ""), bool(found.get("blank"))
        if blank and not text:
            self.errors.pop("value", None)
        elif blank:
            self.add_error("value", "It is left blank and has a figure. Take one of the two away.")
        if blank or self.has_error("value") or self.has_error("unit"):
            return None
        figure, trouble = number_of(text, unit)
        if trouble:
            self.add_error("value", trouble)
        return figure

    def _fact(self, found: dict[str, Any], value: Any, unit: str) -> Fact:
        first, last = adding.span(self.own, found["words"]) or (0, 0)
        condition = "_".join(str(found["condition"] or "").split()).lower() or None
        tier = str(found.get("tier") or "")
        return Fact(
            self.kind, self.what, self.own.cite, first, last, value, unit or None,
            found.get("anchor") or None, int(tier) if tier else None, condition,
            "min" if found.get("least") else None, self.place, bool(found.get("blank")),
        )  # fmt: skip


def draft_add(request: OfficeRequest, town: str, draft: int, paragraph: int) -> HttpResponse:
    """A fact that is missing in a paragraph: what it is, then its fields, then what it means."""
    row, bench = draft_of(request, draft)
    own = _paragraph(bench, paragraph)
    context = shared(request, row, bench, "draft")
    what = str(request.GET.get("what", ""))
    words = " ".join(str(request.GET.get("words", "")).split())[:500]
    known = what in KIND_OF and context["may"]
    form = _form(request, what, paragraph, own, words) if known else None
    seen: Outlook | None = None
    if form is not None and request.method == "POST" and form.is_valid():
        seen = _look(request, bench, form)
        if seen is not None and "save" in request.POST:
            n = _added(request, bench, form)
            if n is not None:
                at = reverse("draft", args=[town, row.pk])
                return redirect(f"{at}{place_of(paragraph, A_PAGE)}#fact-{n + 1}")
    shown = next(one for one in told.paragraphs(bench) if one.place == paragraph)
    home = reverse("draft", args=[town, row.pk])
    context |= {
        "para": shown,
        "chooser": WhatForm(initial={"what": what}),
        "words": words,
        "what": capital(WHAT[KIND_OF[what]][what]) if known else "",
        "unknown": bool(what) and what not in KIND_OF,
        "seen": seen if form is not None and not form.errors else None,
        "against": [told.fact_shown(one) for one in seen.against] if seen is not None else [],
        "conditions": CONDITIONS,
        "back": f"{home}{place_of(paragraph, A_PAGE)}#para-{paragraph}",
        "crumbs": crumbs(town, (row.title, home), ("Add a rule", "")),
    }
    return page(request, "draft_add", context, form)


def _paragraph(bench: Bench, place: int) -> Provision:
    """A paragraph of the text to which a fact can be added."""
    if place >= len(bench.text.provisions):
        raise Http404
    own = bench.text.provisions[place]
    if own.kind not in told.LAW or not own.text:
        raise Http404
    return own


def _form(request: OfficeRequest, what: str, place: int, own: Provision, words: str) -> AddForm:
    if request.method == "POST":
        return AddForm(request.POST, what=what, place=place, own=own)
    units = fields_of(KIND_OF[what], what).units
    found = next(((q, unit) for q in _figures(own, words) if (unit := _unit(q, units))), None)
    initial: dict[str, Any] = {"words": words if adding.span(own, words) else ""}
    if units:
        initial["unit"] = units[0]
    if found is not None:
        figure, unit = found
        initial |= {"unit": unit, "value": "" if figure.value is None else figure.value}
        initial["blank"] = figure.is_blank
    return AddForm(what=what, place=place, own=own, initial=initial)


def _unit(one: Quantity, units: tuple[str, ...]) -> str:
    """The unit of a fact in which a figure of the text is told; empty where it is in none."""
    return next((unit for unit in units if unit.startswith(one.unit)), "")


def _figures(own: Provision, words: str) -> Iterator[Quantity]:
    """The figures that stand in the words of a paragraph that somebody has pointed at."""
    at = own.text.find(words) if words else -1
    if at >= 0:
        for one in quantities(own.text):
            if at <= one.start and one.end <= at + len(words):
                yield one


def _look(request: OfficeRequest, bench: Bench, form: AddForm) -> Outlook | None:
    """What would come of the fact; None where it is not to be added, and the form says why."""
    assert form.made is not None
    if "save" not in request.POST and (trouble := adding.why_not(bench, form.made)):
        form.add_error(None, trouble)
        return None
    return adding.outlook(bench, form.made)


def _added(request: OfficeRequest, bench: Bench, form: AddForm) -> int | None:
    """Add the fact; None where it was refused, and the form says why."""
    assert form.made is not None
    if not request.roles & permissions.PAGES["draft_add"].write:
        return None
    asked = form.cleaned_data
    try:
        n = adding.add(bench, form.made, request.person, key=asked["key"], note=asked["note"])
    except (Closed, NotAdded) as refused:
        form.add_error(None, str(refused))
        return None
    messages.success(request, f"Fact {n + 1} stands in the draft, as added by you.")
    return n


PATHS = [
    path(
        "ordinance/drafts/<int:draft>/paragraphs/<int:paragraph>/add/", draft_add, name="draft_add"
    ),
]
