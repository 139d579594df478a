"""A setting that the law reads: what it would change is shown first, and set in a second step.

The first form asks by GET, so that looking changes nothing, needs no script, and has an address;
the second sends the very values that were looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect

from outfall.law.faults import Refused
from outfall.web.screens.effects_table import answer, file_asked
from outfall.web.screens.settings_forms import SettingForm
from outfall.web.screens.settings_page import LOOK, Topic, set_topic_of, show
from outfall.web.towns import reading_effects
from outfall.web.towns.adopted import every_setting
from outfall.web.towns.effects_at_once import look
from outfall.web.towns.middleware import OfficeRequest
from outfall.web.towns.setting_record import actor_of, version_of

FIRST, AGAIN, EACH = "first", "again", "each"
_OWN = ("key", "based_on", "why")


def looked_page(
    request: OfficeRequest,
    topic: Topic,
    make: Callable[..., SettingForm],
    context: dict[str, Any],
    told: Callable[[dict[str, Any]], list[str]],
) -> HttpResponse:
    """A page whose form is looked at before it is set.

    ``told`` says in sentences what a value would set otherwise than the one in force.
    """
    values = every_setting()
    before = values[topic.topic]
    if request.method == "POST" and AGAIN in request.POST:
        actor_of(request, topic.page)
        messages.success(request, worked_out(request))
        return redirect(topic.page, request.town.slug)
    form = _form(request, topic, make, before)
    then: dict[str, Any] = {}
    if form.is_bound and set(form.errors) <= {"why"}:
        then = {**values, topic.topic: form.value(before)}
        sent = request.method == "POST" and form.is_valid()
        if sent and _set(request, topic, form, values, then):
            return redirect(topic.page, request.town.slug)
    context = {**context, "waiting": reading_effects.waiting(request.town)}
    if then and then[topic.topic] == before:
        context["same"] = True
    elif then and file_asked(request):
        return _table(request, topic, then)
    elif then:
        context |= _looked(request, form, then)
        context["told"] = told(then[topic.topic])
    return show(request, topic, form, context)


def _form(
    request: OfficeRequest, topic: Topic, make: Callable[..., SettingForm], before: dict[str, Any]
) -> SettingForm:
    """The form as it was sent, as it is looked at, or as the town has set it."""
    if request.method == "POST":
        return make(request.POST)
    plain = make(based_on=version_of(topic.topic))
    fresh = make(based_on=version_of(topic.topic), initial=plain.initial_of(before))
    if LOOK not in request.GET:
        return fresh
    asked = request.GET.copy()
    asked["key"], asked["based_on"] = fresh["key"].value(), str(version_of(topic.topic))
    return make(asked)


def _looked(request: OfficeRequest, form: SettingForm, then: dict[str, Any]) -> dict[str, Any]:
    """What it would change in the open cases, and the values for the form that sets it."""
    sent = list(_sent(form))
    way = QueryDict(mutable=True)
    way[LOOK] = "1"
    for name, value in sent:
        way.appendlist(name, value)
    each = EACH in request.GET
    if each:
        way[EACH] = "1"
    try:
        reading_effects.every_law(request.town, then)
        found = look(request.town, then, first=_first(request), each=each).effects
    except Refused as refused:
        return {"faults": [fault.says for fault in refused.faults]}
    return {"effects": found, "look": way.urlencode(), "sent": sent}


def _first(request: OfficeRequest) -> int:
    """The place of the first case to be looked at."""
    text = request.GET.get(FIRST, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else 0


def _table(request: OfficeRequest, topic: Topic, then: dict[str, Any]) -> HttpResponse:
    """The cases that it would change, to take away; 404 where there is no such choice."""
    try:
        reading_effects.every_law(request.town, then)
        return answer(request, look(request.town, then, first=_first(request)), topic.topic)
    except Refused as refused:
        raise Http404 from refused


def _sent(form: SettingForm) -> Iterator[tuple[str, str]]:
    """Each value of the form's own fields, by its name, as a browser sends it."""
    assert isinstance(form.data, QueryDict)
    for name in form.fields:
        if name not in _OWN:
            yield from ((name, value) for value in form.data.getlist(name))


def _set(
    request: OfficeRequest,
    topic: Topic,
    form: SettingForm,
    values: dict[str, Any],
    then: dict[str, Any],
) -> bool:
    """Set it, and work out anew what lists keep of the cases; False where it was refused."""
    try:
        reading_effects.every_law(request.town, then)
    except Refused as refused:
        form.take([replace(fault, where="") for fault in refused.faults])
        return False
    return set_topic_of(
        request,
        topic,
        form,
        values[topic.topic],
        lambda: reading_effects.mark(request.town),
        lambda: worked_out(request),
    )


def worked_out(request: OfficeRequest) -> str:
    """Work out anew what lists show of the first cases that wait, and say so."""
    done = reading_effects.reproject_waiting(request.town)
    left = reading_effects.waiting(request.town)
    more = f" {left} more follow tonight." if left else ""
    cases = "one case was" if done == 1 else f"{done} cases were"
    return f"What lists show of {cases} worked out anew.{more}"
