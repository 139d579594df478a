"""What every page of a setting does alike: the form, who set it before, and setting it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from outfall.web import permissions
from outfall.web.screens.acting import page
from outfall.web.screens.settings_forms import SettingForm
from outfall.web.towns.adopted import setting
from outfall.web.towns.middleware import OfficeRequest
from outfall.web.towns.setting_record import history, save, version_of
from outfall.web.towns.setting_words import lines

LOOK = "look"


@dataclass(frozen=True, slots=True)
class Topic:
    """A page of settings: its URL's name, the topic that it sets, and its title."""

    page: str
    topic: str
    title: str


def may_set(request: OfficeRequest, topic: Topic) -> bool:
    """Whether this person may send the page's form."""
    return bool(request.roles & permissions.PAGES[topic.page].write)


def setting_page(
    request: OfficeRequest,
    topic: Topic,
    make: Callable[..., SettingForm],
    context: dict[str, Any],
    *,
    offered: dict[str, Any] | None = None,
    example: Callable[[dict[str, Any]], dict[str, Any]] | None = None,
) -> HttpResponse:
    """A page with one form that sets one topic.

    ``offered`` is a value to begin with in place of the one in force. ``example`` says what comes
    of a value; the page shows it for what is typed, and a form sent with ``look`` sets nothing.
    """
    before = setting(topic.topic)
    value: dict[str, Any] | None = offered or before
    if request.method == "POST":
        form = make(request.POST, request.FILES)
        value = form.value(before) if form.is_valid() else None
        sent = value is not None and LOOK not in request.POST
        if sent and set_topic_of(request, topic, form, before):
            return redirect(topic.page, request.town.slug)
    else:
        kind = make()
        form = make(based_on=version_of(topic.topic), initial=kind.initial_of(value or {}))
    if example is not None and value is not None:
        context = {**context, "example": example(value)}
    return show(request, topic, form, context)


def set_topic_of(
    request: OfficeRequest,
    topic: Topic,
    form: SettingForm,
    before: dict[str, Any],
    then: Callable[[], object] | None = None,
    after: Callable[[], str] | None = None,
) -> bool:
    """Set what a valid form says, and say so; False where it was refused, and the form says why.

    ``then`` is done in the same transaction; ``after`` behind it, and says what it did.
    """
    value = form.value(before)
    if value == before:
        messages.info(request, "That is what is set already. Nothing was added to the record.")
        return True
    why = form.cleaned_data["why"]
    if not save(request, topic.page, form, topic.topic, value, why=why, then=then):
        return False
    said = after() if after else ""
    messages.success(request, f"{topic.title}: set. {said}".strip())
    return True


def show(
    request: OfficeRequest, topic: Topic, form: SettingForm, context: dict[str, Any]
) -> HttpResponse:
    """The page of a setting, with the earlier values from the record."""
    home = reverse("settings", args=[request.town.slug])
    past = [
        {"set": one, "lines": lines(topic.topic, one.value)}
        for one in history(topic.topic, request.town.zone)
    ]
    return page(
        request,
        topic.page,
        {
            "title": topic.title,
            "past": past,
            "may_set": may_set(request, topic),
            "crumbs": [{"label": "Settings", "href": home}, {"label": topic.title, "href": ""}],
            **context,
        },
        form,
    )
