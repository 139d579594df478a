"""One fact of a draft: its words in their paragraph, and a form for what it should be."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse

from outfall.reading.fact import Fact
from outfall.reading.fields import fields_of
from outfall.reading.vocabulary import ANCHORS, UNITS, WHAT
from outfall.told.phrases import capital
from outfall.web import permissions
from outfall.web.casework.forms import KeyedForm
from outfall.web.drafts import told
from outfall.web.drafts.bench import CORRECTED, Bench, Looked
from outfall.web.drafts.kept import value_plain
from outfall.web.drafts.models import FACT, Draft
from outfall.web.drafts.ruling import Closed, Overtaken, rule
from outfall.web.screens.acting import page
from outfall.web.screens.draft_desk import A_PAGE, crumbs, draft_of, shared
from outfall.web.screens.draft_numbers import number_of, place_of
from outfall.web.towns.middleware import OfficeRequest

AROUND = 400
"""Characters of the text that are shown before and after the words of a fact."""


class FactForm(KeyedForm):
    """What a fact should be: ``based_on`` is how often it was looked at."""

    what = forms.ChoiceField(label="What it is")
    value = forms.CharField(
        label="Value", max_length=20, required=False,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        help_text="A number alone. Left empty, the text gives none.",
    )  # fmt: skip
    unit = forms.ChoiceField(label="Unit", required=False)
    anchor = forms.ChoiceField(label="From when it runs", required=False)
    condition = forms.CharField(
        label="Only in this case",
        max_length=60,
        required=False,
        help_text="A word or two, such as: emergency. Left empty, it holds in every case.",
    )
    note = forms.CharField(
        label="Why", max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(self, *args: Any, fact: Fact, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fact = fact
        kinds = {**WHAT.get(fact.kind, {}), **{w: _said(w) for w in fact.alternatives}}
        kinds.setdefault(fact.what, _said(fact.what))
        self._offer("what", [(name, capital(says)) for name, says in kinds.items()])
        units = {unit for what in kinds for unit in fields_of(fact.kind, what).units} | {fact.unit}
        self._offer("unit", [("", "none"), *(one for one in UNITS.items() if one[0] in units)])
        self._offer("anchor", [("", "no start"), *ANCHORS.items()])

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean(self) -> dict[str, Any]:
        """A number with its unit, or neither."""
        found = super().clean() or {}
        text, unit = str(found.get("value") or "").strip(), str(found.get("unit") or "")
        found["figure"] = None
        if not text:
            return found
        figure, trouble = number_of(text, unit)
        if trouble:
            self.add_error("value", trouble)
        elif not unit:
            self.add_error("unit", "Say what the number counts.")
        else:
            found["figure"] = value_plain(figure)
        return found

    def correction(self) -> dict[str, Any]:
        """What is put in the place of what was read."""
        asked = self.cleaned_data
        condition = "_".join(str(asked["condition"] or "").split()).lower() or None
        return {
            "what": asked["what"],
            "value": asked["figure"],
            "unit": asked["unit"] or None,
            "anchor": asked["anchor"] or None,
            "condition": condition,
        }


def _said(word: str) -> str:
    return word.replace("_", " ")


def draft_fact(request: OfficeRequest, town: str, draft: int, fact: int) -> HttpResponse:
    """One fact: the words on which it rests, and a form to correct what was read."""
    row, bench = draft_of(request, draft)
    one = next((found for found in bench.facts if found.n == fact), None)
    if one is None:
        raise Http404
    form = _form(request, one)
    if request.method == "POST" and form.is_valid() and _correct(request, row, one, form):
        return redirect(f"{reverse('draft', args=[town, row.pk])}{_where(bench, one)}")
    shown = told.fact_shown(one)
    home = reverse("draft", args=[town, row.pk])
    before, words, after = _around(bench, one.read)
    context = {
        **shared(request, row, bench, "draft"),
        "fact": shown,
        "before": before,
        "quote": words,
        "after": after,
        "back": f"{home}{_where(bench, one)}",
        "crumbs": crumbs(town, (row.title, home), (f"Fact {shown.number}", "")),
    }
    return page(request, "draft_fact", context, form)


def _form(request: OfficeRequest, one: Looked) -> FactForm:
    if request.method == "POST":
        return FactForm(request.POST, fact=one.read)
    now = one.now
    initial = {
        "what": now.what,
        "value": "" if now.value is None else str(now.value),
        "unit": now.unit or "",
        "anchor": now.anchor or "",
        "condition": _said(now.condition or ""),
        "note": one.ruling.note if one.ruling else "",
    }
    turn = one.ruling.turn if one.ruling else 0
    return FactForm(fact=one.read, based_on=turn, initial=initial)


def _correct(request: OfficeRequest, row: Draft, one: Looked, form: FactForm) -> bool:
    if not request.roles & permissions.PAGES["draft_fact"].write:
        return False
    try:
        rule(
            row, FACT, str(one.n), CORRECTED, request.person,
            seen=form.cleaned_data.get("based_on") or 0, value=form.correction(),
            note=form.cleaned_data["note"],
        )  # fmt: skip
    except (Closed, Overtaken) as refused:
        form.add_error(None, str(refused))
        if isinstance(refused, Overtaken):
            form.renew(refused.ruling.turn if refused.ruling else 0)
        return False
    return True


def _where(bench: Bench, one: Looked) -> str:
    """The page of the draft on which a fact stands, with its place on it."""
    place = one.read.provision
    at = place if place is not None else len(bench.text.provisions)
    return f"{place_of(at, A_PAGE)}#fact-{one.n + 1}"


def _around(bench: Bench, fact: Fact) -> tuple[str, str, str]:
    source = bench.text.source
    place = fact.provision
    own = bench.text.provisions[place] if place is not None else None
    first = max(own.start if own else 0, fact.start - AROUND)
    last = min(own.end if own else len(source), fact.end + AROUND)
    return source[first : fact.start], source[fact.start : fact.end], source[fact.end : last]


PATHS = [
    path("ordinance/drafts/<int:draft>/facts/<int:fact>/", draft_fact, name="draft_fact"),
]
