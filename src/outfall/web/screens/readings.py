"""Adopting a reading, a figure or a version: what it would change is shown before it is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse

from outfall.law.faults import Refused
from outfall.law.ordinance import Ordinance, Policy, Reading
from outfall.law.words import name_of
from outfall.told.phrases import capital, shown
from outfall.web import permissions
from outfall.web.casework.forms import KeyedForm
from outfall.web.screens import versions_adopted
from outfall.web.screens.acting import page
from outfall.web.screens.effects_table import answer, file_asked
from outfall.web.towns import reading_effects as effects
from outfall.web.towns.adopted import every_setting
from outfall.web.towns.effects_at_once import look
from outfall.web.towns.middleware import OfficeRequest
from outfall.web.towns.setting_record import actor_of, history, save, version_of

HISTORY_MOST = 200


class AdoptForm(KeyedForm):
    """What is adopted, and why."""

    choice = forms.CharField(widget=forms.HiddenInput, max_length=200)
    why = forms.CharField(
        label="Reason",
        max_length=2000,
        widget=forms.Textarea,
        help_text="On whose advice, and why. It stands in the town's record for good.",
    )


def reading(request: OfficeRequest, town: str, id: str) -> HttpResponse:
    """A question that the text leaves open: its answers, and what another one would change."""
    values = every_setting()
    law, found = _reading(effects.every_law(request.town, values), id)
    if request.method == "POST" and "again" in request.POST:
        return _work_on(request, "reading", id)
    choices, form = dict(found.choices), _form(request, "readings")
    choice = _asked(request)
    if choice not in choices or (choice == found.adopted and not _sent_before(form)):
        choice = ""
    if request.method == "POST":
        if not choice:
            form.add_error(None, "Choose an answer other than the one that is adopted.")
        elif form.is_valid():
            then = effects.with_one(values, "readings", id, choice)
            if _adopt(request, form, "reading", "readings", then, id):
                return redirect("reading", town, id)
    context = _context(request, id, found, law)
    context["choices"] = [
        {"id": name, "meaning": says, "adopted": name == found.adopted, "asked": name == choice}
        for name, says in found.choices
    ]
    context["past"] = _past(request, "readings", id, lambda value: choices.get(value, value))
    if choice:
        context |= {"choice": choice, "meaning": choices[choice]}
        then = effects.with_one(values, "readings", id, choice)
        if file_asked(request):
            return _table(request, then, id)
        context |= _effects(request, then, reading=id)
    return page(request, "reading", context, form)


def policy(request: OfficeRequest, town: str, id: str) -> HttpResponse:
    """A figure that the code leaves to the town, and what another one would change."""
    values = every_setting()
    law, found = _policy(effects.every_law(request.town, values), id)
    if request.method == "POST" and "again" in request.POST:
        return _work_on(request, "policy", id)
    text, form = _asked(request), _form(request, "policy")
    value, trouble = _figure(law, found, text) if text else (found.value, "")
    other = bool(text) and not trouble and value != found.value
    if request.method == "POST":
        if trouble or not (other or _sent_before(form)):
            form.add_error(None, trouble or "Give a figure other than the one that is set.")
        elif form.is_valid():
            then = effects.with_one(values, "policy", id, _plain(value))
            if _adopt(request, form, "policy", "policy", then, id):
                return redirect("policy", town, id)
    context = _context(request, id, found, law)
    context |= {
        "name": capital(name_of(id)),
        "now": shown(found.value),
        "text": text,
        "trouble": trouble if request.method == "GET" else "",
        "same": bool(text) and not trouble and not other,
        "parts": _parts(found, value),
        "options": _options(law, found),
        "past": _past(request, "policy", id, _figure_said),
    }
    if other:
        context["choice"] = shown(value)
        then = effects.with_one(values, "policy", id, _plain(value))
        if file_asked(request):
            return _table(request, then, id)
        context |= _effects(request, then)
    return page(request, "policy", context, form)


def _asked(request: OfficeRequest) -> str:
    sent = request.POST if request.method == "POST" else request.GET
    parts = [str(sent[name]) for name in sorted(sent) if name.startswith("part_")]
    return (", ".join(parts) if parts else str(sent.get("choice", "")).strip())[:200]


def _form(request: OfficeRequest, topic: str) -> AdoptForm:
    if request.method == "POST":
        return AdoptForm(request.POST)
    return AdoptForm(based_on=version_of(topic), initial={"choice": _asked(request)})


def _sent_before(form: AdoptForm) -> bool:
    """Whether this very form has been recorded: a second click finds its choice adopted."""
    return form.is_bound and effects.is_known(str(form["key"].value() or ""))


def _reading(laws: list[Ordinance], id: str) -> tuple[Ordinance, Reading]:
    for law in laws:
        for found in law.readings:
            if found.id == id:
                return law, found
    raise Http404


def _policy(laws: list[Ordinance], id: str) -> tuple[Ordinance, Policy]:
    for law in laws:
        for found in law.policy:
            if found.id == id:
                return law, found
    raise Http404


def _context(request: OfficeRequest, id: str, item: Any, law: Ordinance) -> dict[str, Any]:
    home = reverse("ordinance", args=[request.town.slug])
    return {
        "item": item,
        "law": law,
        "waiting": effects.waiting(request.town),
        "may_adopt": bool(request.roles & permissions.PAGES["reading"].write),
        "cite_href": f"{home}#{item.cite}",
        "crumbs": [
            {"label": "Ordinance", "href": home},
            {"label": capital(name_of(id)), "href": ""},
        ],
    }


def _effects(request: OfficeRequest, then: dict[str, Any], reading: str = "") -> dict[str, Any]:
    """What it would change, or why the town's law leaves no such choice."""
    each, sent = "each" in request.GET, request.GET.copy()
    sent.pop("first", None)
    try:
        effects.every_law(request.town, then)
        looked = look(request.town, then, reading=reading, first=_first(request), each=each)
        return {"effects": looked.effects, "look": sent.urlencode() if sent else ""}
    except Refused as refused:
        return {"faults": [fault.says for fault in refused.faults]}


def _first(request: OfficeRequest) -> int:
    """The place of the first case to be looked at."""
    first = str(request.GET.get("first", "0"))
    return int(first) if first.isascii() and first.isdecimal() and len(first) < 8 else 0


def _table(request: OfficeRequest, then: dict[str, Any], id: str) -> HttpResponse:
    """The cases that it would change, to take away; 404 where there is no such choice."""
    try:
        effects.every_law(request.town, then)
        return answer(request, look(request.town, then, first=_first(request)), id)
    except Refused as refused:
        raise Http404 from refused


def _adopt(
    request: OfficeRequest,
    form: AdoptForm,
    name: str,
    topic: str,
    then: dict[str, Any],
    id: str,
) -> bool:
    """Adopt it, and work out anew what lists keep of the cases; False where it was refused."""
    try:
        effects.every_law(request.town, then)
    except Refused as refused:
        form.take([replace(fault, where="") for fault in refused.faults])
        return False
    why = form.cleaned_data["why"]
    mark = effects.mark
    if not save(request, name, form, topic, then[topic], why=why, then=lambda: mark(request.town)):
        return False
    done = effects.reproject_waiting(request.town)
    _tell(request, f"{capital(name_of(id))} is adopted.", done)
    return True


def _tell(request: OfficeRequest, says: str, done: int) -> None:
    left = effects.waiting(request.town)
    cases = "one case was" if done == 1 else f"{done} cases were"
    worked = f" What lists show of {cases} worked out anew." if done else ""
    more = f" {left} still wait: their own pages are right already, lists follow." if left else ""
    messages.success(request, f"{says}{worked}{more}")


def _work_on(request: OfficeRequest, name: str, id: str) -> HttpResponse:
    """The next cases that wait are worked out anew."""
    actor_of(request, name)
    _tell(request, "Done.", effects.reproject_waiting(request.town))
    return redirect(name, request.town.slug, id)


def _past(
    request: OfficeRequest, topic: str, id: str, say: Callable[[Any], str]
) -> list[dict[str, Any]]:
    """When this one reading or figure was set otherwise, the last time first."""
    found: list[dict[str, Any]] = []
    before: Any = None
    for one in reversed(history(topic, request.town.zone, HISTORY_MOST)):
        value = one.value.get(id)
        if value != before:
            says = "As the pack adopts it" if value is None else say(value)
            found.append({"set": one, "says": says})
        before = value
    return found[::-1]


def _figure_said(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list) else str(value)


def _plain(value: int | str | tuple[str, ...]) -> int | str | list[str]:
    return list(value) if isinstance(value, tuple) else value


def _parts(item: Policy, value: Any) -> list[tuple[str, str]]:
    """Of a figure that is an order of things: each place's field, and what stands there."""
    if not isinstance(item.value, tuple):
        return []
    return [(f"part_{n}", name) for n, name in enumerate(value)]


def _options(law: Ordinance, item: Policy) -> list[tuple[str, str]]:
    """What can be chosen for a figure that is a word, or an order of words."""
    if isinstance(item.value, tuple):
        return [(name, name) for name in sorted(item.value)]
    if item.id == law.allocation:
        return [("owners", "owners"), ("beneficial_users", "beneficial users")]
    return []


def _figure(law: Ordinance, item: Policy, text: str) -> tuple[int | str | tuple[str, ...], str]:
    """A figure as it was typed, and what is wrong with it."""
    if isinstance(item.value, tuple):
        found = tuple(part.strip() for part in text.split(","))
        if sorted(found) != sorted(item.value):
            return item.value, f"Name each of these once: {', '.join(sorted(item.value))}."
        return found, ""
    options = [name for name, _ in _options(law, item)]
    if options:
        says = f"Choose one of: {', '.join(options)}."
        return (text, "") if text in options else (item.value, says)
    if text.isascii() and text.isdecimal() and len(text) <= 5:
        return (int(text), "") if isinstance(item.value, int) else (text, "")
    percent = law.interest is not None and law.interest.policy == item.id
    if isinstance(item.value, int) and not percent:
        return item.value, f"{text} is not a number. Write a whole number of 0 or more."
    return text, ""


PATHS = [
    path("ordinance/readings/<slug:id>/", reading, name="reading"),
    path("ordinance/figures/<slug:id>/", policy, name="policy"),
    path("ordinance/version/", versions_adopted.version, name="version"),
]
