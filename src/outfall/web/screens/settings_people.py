"""The people of a town: who works here, in which roles, and letting in and out."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse

from outfall.web import clock, permissions
from outfall.web.casework.forms import KeyedForm
from outfall.web.casework.words import ROLE_NAMES
from outfall.web.screens.acting import page
from outfall.web.screens.settings_forms import BOXES
from outfall.web.towns import inviting
from outfall.web.towns.inviting import LastAdministrator, Staff
from outfall.web.towns.middleware import OfficeRequest
from outfall.web.towns.models import ROLES, Membership, Person
from outfall.web.towns.setting_record import actor_of

LAST = (
    "This is the town's only administrator: without one nobody could let people in. "
    "Make somebody else an administrator first."
)


class AddForm(KeyedForm):
    """Somebody new."""

    name = forms.CharField(label="Name", max_length=120, help_text="As it stands on papers.")
    email = forms.EmailField(label="E-mail address", help_text="They sign in with it.")
    roles = forms.MultipleChoiceField(
        label="Roles", choices=ROLES, widget=forms.CheckboxSelectMultiple(attrs=BOXES)
    )
    since = forms.DateField(label="From")


class RoleForm(KeyedForm):
    """A further role."""

    role = forms.ChoiceField(label="Role", choices=ROLES)
    since = forms.DateField(label="From")


class EndForm(KeyedForm):
    """The last day of a role."""

    held = forms.IntegerField(widget=forms.HiddenInput)
    until = forms.DateField(label="Last day")


def settings_people(request: OfficeRequest, town: str) -> HttpResponse:
    """Everybody, and the form for somebody new."""
    today = clock.today(request.town.zone)
    form = AddForm(request.POST) if request.method == "POST" else AddForm(initial={"since": today})
    if request.method == "POST" and form.is_valid():
        return _added(request, form)
    everybody = inviting.staff(request.town)
    context = {
        "here": [one for one in everybody if one.works_here],
        "gone": [one for one in everybody if not one.works_here],
        "unused": sum(one.unused for one in everybody),
        "may_set": _may(request),
        "crumbs": _crumbs(request),
    }
    return page(request, "settings_people", context, form)


def _added(request: OfficeRequest, form: AddForm) -> HttpResponse:
    known = Person.objects.filter(email=form.cleaned_data["email"].lower()).first()
    found = {one.person.pk for one in inviting.staff(request.town, known)} if known else set()
    actor = actor_of(request, "settings_people")
    if known and known.pk in found:
        messages.info(request, f"{known.name} is on the list already. Give further roles here.")
        return redirect("settings_person", request.town.slug, known.pk)
    data = form.cleaned_data
    person = inviting.add(
        request.town, data["name"], data["email"], data["roles"], actor, data["since"]
    )
    _invited(request, person)
    return redirect("settings_person", request.town.slug, person.pk)


def _invited(request: OfficeRequest, person: Person) -> None:
    shown = inviting.link_is_shown(person, request.town)
    link = inviting.invite(request, person)
    messages.success(request, f"An e-mail with a link goes to {person.email}.")
    if shown:
        request.session["invited"] = {"person": person.pk, "link": link}


def settings_person(request: OfficeRequest, town: str, id: int) -> HttpResponse:
    """One person: roles, the second factor, and what an administrator can do."""
    person = Person.objects.filter(pk=id).first()
    found = inviting.staff(request.town, person) if person else []
    if not found:
        raise Http404
    one, today = found[0], clock.today(request.town.zone)
    role, end = RoleForm(initial={"since": today}, prefix="role"), None
    if request.method == "POST":
        act = request.POST.get("act")
        if act == "role":
            role = RoleForm(request.POST, prefix="role")
            if role.is_valid() and _given(request, one, role):
                return redirect("settings_person", town, id)
        elif act == "end":
            end = EndForm(request.POST)
            if end.is_valid() and _ended(request, one, end, today):
                return redirect("settings_person", town, id)
        elif act == "invite" and one.works_here:
            _invited(request, one.person)
            return redirect("settings_person", town, id)
        elif act == "shut_out":
            _shut_out(request, one)
            return redirect("settings_person", town, id)
    return page(request, "settings_person", _context(request, one, role, end, today), end or role)


def _context(
    request: OfficeRequest, one: Staff, role: RoleForm, end: EndForm | None, today: date
) -> dict[str, Any]:
    invited = request.session.get("invited")
    link = ""
    if invited and invited["person"] == one.person.pk:
        link = invited["link"]
        del request.session["invited"]
    return {
        "one": one,
        "role_form": role,
        "end_form": end,
        "ends": [(held, EndForm(initial={"held": held.pk, "until": today})) for held in one.roles],
        "link": link,
        "is_me": one.person.pk == request.person.pk,
        "may_set": _may(request),
        "crumbs": [
            *_crumbs(request)[:-1],
            {"label": "People", "href": reverse("settings_people", args=[request.town.slug])},
            {"label": one.person.name, "href": ""},
        ],
    }


def _may(request: OfficeRequest) -> bool:
    return bool(request.roles & permissions.PAGES["settings_people"].write)


def _crumbs(request: OfficeRequest) -> list[dict[str, str]]:
    home = reverse("settings", args=[request.town.slug])
    return [{"label": "Settings", "href": home}, {"label": "People", "href": ""}]


def _given(request: OfficeRequest, one: Staff, form: RoleForm) -> bool:
    role, since = form.cleaned_data["role"], form.cleaned_data["since"]
    actor = actor_of(request, "settings_person")
    if not inviting.give(request.town, one.person, role, actor, since):
        form.add_error("role", f"{one.person.name} has this role already.")
        return False
    own = one.person.pk == request.person.pk
    more = " You gave it to yourself, and the record says so." if own else ""
    messages.success(request, f"{one.person.name} is {ROLE_NAMES[role]} from {since} on.{more}")
    return True


def _ended(request: OfficeRequest, one: Staff, form: EndForm, today: date) -> bool:
    held: Membership | None = next(
        (m for m in one.roles if m.pk == form.cleaned_data["held"]), None
    )
    until = form.cleaned_data["until"]
    if held is None:
        form.add_error(None, "This role has ended already.")
    elif until < held.since:
        form.add_error("until", f"The role began on {held.since}. Choose that day or a later one.")
    else:
        try:
            inviting.end(request.town, held, actor_of(request, "settings_person"), until)
        except LastAdministrator:
            form.add_error(None, LAST)
            return False
        messages.success(request, f"{ROLE_NAMES[held.role]} until {until}.")
        return True
    return False


def _shut_out(request: OfficeRequest, one: Staff) -> None:
    try:
        inviting.shut_out(request.town, one.person, actor_of(request, "settings_person"))
    except LastAdministrator:
        messages.error(request, LAST)
        return
    messages.success(request, f"{one.person.name} has no access to the town any more.")


PATHS = [
    path("settings/people/", settings_people, name="settings_people"),
    path("settings/people/<int:id>/", settings_person, name="settings_person"),
]
