"""Setting what a town has adopted, and who set it before: both are entries of the town's record."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.db import transaction

from outfall.web import permissions
from outfall.web.casework.forms import KeyedForm
from outfall.web.casework.kinds import TOWN_SET
from outfall.web.casework.models import Entry, Key
from outfall.web.casework.recording import Actor, KeyReused
from outfall.web.casework.words import ROLE_NAMES
from outfall.web.towns import founding, scope
from outfall.web.towns.middleware import OfficeRequest
from outfall.web.towns.models import Setting, Town

HISTORY_MOST = 40


@dataclass(frozen=True, slots=True)
class Set:
    """One time that a topic was set: by whom, when, to what, and why. ``at`` is the town's time."""

    n: int
    at: datetime
    who: str
    role: str
    value: dict[str, Any]
    why: str


def history(topic: str, zone: str, most: int = HISTORY_MOST) -> list[Set]:
    """The times that a topic was set in the town in scope, the last one first."""
    rows = Entry.objects.filter(
        case__isnull=True, kind=TOWN_SET, content__contains=f'"topic":"{topic}"'
    ).order_by("-n")
    found = []
    for row in rows[:most]:
        content = json.loads(row.content)
        body, by = content["body"], content["by"]
        if body["topic"] == topic:
            role = ROLE_NAMES.get(by["role"], by["role"])
            at = row.at.astimezone(ZoneInfo(zone))
            found.append(Set(row.n, at, by["name"], role, body["value"], body.get("why", "")))
    return found


def version_of(topic: str) -> int:
    """What a form on a topic is based on: the entry that set it last, or 0."""
    row = Setting.objects.filter(topic=topic).values_list("entry_n", flat=True).first()
    return row or 0


def actor_of(request: OfficeRequest, page: str) -> Actor:
    """The person in a role that may send a page's form. Raises ``PermissionDenied``."""
    able = sorted(request.roles & permissions.PAGES[page].write)
    if not able:
        raise PermissionDenied
    return Actor(request.person, able[0])


def save(
    request: OfficeRequest,
    page: str,
    form: KeyedForm,
    topic: str,
    value: Mapping[str, Any],
    *,
    why: str = "",
    then: Callable[[], object] | None = None,
) -> bool:
    """Set a topic as a form says; False where it was refused, and the form says why.

    A form sent twice sets it once. One that was opened before somebody else set the topic is told
    so. ``then`` is done in the same transaction, once.
    """
    actor, key = actor_of(request, page), form.cleaned_data["key"]
    try:
        with transaction.atomic():
            Town.objects.select_for_update().get(pk=scope.current())
            again = Key.objects.filter(key=key).exists()
            if not again and _is_stale(form, topic):
                return False
            founding.set_topic(topic, value, actor, key=key, why=why)
            if then is not None and not again:
                then()
    except KeyReused:
        form.add_error(
            None,
            "This form was sent before with other values. Open the page anew and fill it in again.",
        )
        return False
    return True


def _is_stale(form: KeyedForm, topic: str) -> bool:
    now, based_on = version_of(topic), form.cleaned_data.get("based_on")
    if based_on is None or based_on == now:
        return False
    row = Setting.objects.get(topic=topic)
    form.add_error(
        None,
        f"{row.set_by} has set this since you opened the page. What you typed is kept. "
        "Look at what is set now, and send it again if yours still holds.",
    )
    form.renew(now)
    return True
