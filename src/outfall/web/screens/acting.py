"""What every page that records something does alike: the role, the answer, and each refusal."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from outfall.law.events import EVENTS
from outfall.law.faults import Refused
from outfall.web import permissions
from outfall.web.casework import disposing, recording
from outfall.web.casework.forms import KeyedForm
from outfall.web.casework.models import Case
from outfall.web.casework.recording import Actor, Done, New
from outfall.web.casework.words import title_of
from outfall.web.towns.middleware import Instead, OfficeRequest

Made = TypeVar("Made")


def case_or_404(number: str) -> Case:
    """A case of the town in scope; another town's is as absent as one that never was.

    In the place of every page of a case that was disposed of stands the page that says so.
    """
    found = Case.every.filter(number=number).first()
    if found is None:
        raise Http404
    if found.disposed_on is not None:
        raise Instead(partial(_disposed, found))
    return found


def _disposed(row: Case, request: OfficeRequest) -> HttpResponse:
    """When a case was disposed of, by whom, under which rule, and what is left of it."""
    match = request.resolver_match
    own = match is not None and match.url_name == "case" and request.method == "GET"
    cases = {"label": "Cases", "href": reverse("cases", args=[request.town.slug])}
    context = {"gone": disposing.of_case(row), "crumbs": [cases, {"label": row.number, "href": ""}]}
    return render(request, "office/disposed.html", context, status=200 if own else 410)


def actor_for(request: OfficeRequest, kinds: Sequence[str]) -> Actor:
    """The person in a role that may record all of these kinds. Raises ``PermissionDenied``."""
    law = [kind for kind in kinds if kind in EVENTS]
    able = [role for role in sorted(request.roles) if all(_may(role, kind) for kind in law)]
    writing = [role for role in able if role != "auditor"]
    if not writing:
        raise PermissionDenied
    return Actor(request.person, writing[0])


def _may(role: str, kind: str) -> bool:
    return permissions.may_record(kind, frozenset({role}))


def try_record(
    request: OfficeRequest, case: Case, form: KeyedForm, new: Sequence[New], actor: Actor
) -> Done | None:
    """Record what a form says; None where it was refused, and the form says why.

    Whoever was overtaken by another entry is shown it, and sends the form again knowingly.
    """
    based_on = form.cleaned_data.get("based_on")
    return attempt(
        form,
        lambda: recording.record(case, new, actor, key=form.cleaned_data["key"], based_on=based_on),
        lambda: Case.objects.get(pk=case.pk).length,
        request,
    )


def attempt(
    form: KeyedForm,
    act: Callable[[], Made],
    length: Callable[[], int],
    request: OfficeRequest | None = None,
) -> Made | None:
    """Do an act of the record, or look at one, and turn each refusal into the form's words."""
    try:
        done = act()
    except Refused as refused:
        form.take(refused.faults)
        return None
    except recording.NotPermitted as refused:
        for remark in refused.remarks:
            cite = f" (§ {remark.cite})" if remark.cite else ""
            form.add_error(None, f"{remark.text}{cite}. {remark.risk or ''}".strip())
        return None
    except recording.Stale as stale:
        form.add_error(None, stale_words(stale))
        form.renew(length())
        return None
    except Case.DoesNotExist:
        form.add_error(None, "The case was disposed of meanwhile. Nothing can be added to it.")
        return None
    except recording.KeyReused:
        says = (
            "This form was sent before with other values. Open the page anew and fill it in again."
        )
        form.add_error(None, says)
        return None
    if request is not None and isinstance(done, Done) and done.again:
        messages.info(request, "This was recorded already, once. Nothing was added.")
    return done


def stale_words(stale: recording.Stale) -> str:
    """What was added since the form was opened, by whom."""
    told = []
    for entry in stale.added:
        who = json.loads(entry.content)["by"]["name"]
        told.append(f"{title_of(entry.kind)} ({entry.day}, by {who})")
    return (
        "The case has changed since you opened this form: "
        + "; ".join(told)
        + ". What you typed is kept. Look it over, and send it again if it still holds."
    )


def page(
    request: OfficeRequest, template: str, context: dict[str, Any], form: KeyedForm | None = None
) -> HttpResponse:
    """A page; with status 422 where its form was sent and refused."""
    refused = form is not None and form.is_bound and bool(form.errors)
    if form is not None:
        context = {"form": form, **context}
    return render(request, f"office/{template}.html", context, status=422 if refused else 200)
