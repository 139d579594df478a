"""Adopting a version of the ordinance from a day on; older cases keep the one they have."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from outfall.files.pack_file import packs
from outfall.law.faults import Refused
from outfall.law.ordinance import Ordinance
from outfall.told.points import Finding, points
from outfall.web import clock, permissions
from outfall.web.casework.forms import KeyedForm
from outfall.web.casework.models import Case
from outfall.web.casework.templatetags.office import day as day_in_words
from outfall.web.screens import ordinance_told
from outfall.web.screens.acting import page
from outfall.web.towns import reading_effects
from outfall.web.towns.adopted import every_setting, law_of
from outfall.web.towns.middleware import OfficeRequest
from outfall.web.towns.setting_record import history, save, version_of


class VersionForm(KeyedForm):
    """Which pack, from which day, and why."""

    pack = forms.ChoiceField(label="Ordinance", widget=forms.HiddenInput)
    since = forms.DateField(
        label="For violations found from this day on",
        help_text="Cases of violations found before keep the version that they have.",
    )
    why = forms.CharField(
        label="Reason",
        max_length=2000,
        widget=forms.Textarea,
        required=False,
        help_text="Such as the local law and the day of its adoption. It stands in the record.",
    )

    def __init__(self, *args: Any, offered: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["pack"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = offered


def own_packs() -> list[str]:
    """The packs that were put to work beside those that ship."""
    folder = settings.HOME / "packs"
    if not folder.is_dir():
        return []
    return sorted(p.parent.name for p in folder.glob("*/versions.yaml"))


def offered() -> list[tuple[str, str]]:
    """Every pack that can be adopted: its id, and what people call it."""
    title = ordinance_told.pack_title
    own = [(name, f"{title(name)} ({name}, this office's own)") for name in own_packs()]
    shipped = [Path(pack) for pack in packs()]
    names = [p.name for p in sorted(shipped, key=lambda p: len(p.parts))]
    return own + [(name, f"{title(name)} ({name})") for name in names if name not in dict(own)]


@dataclass(frozen=True, slots=True)
class Point:
    """One point of the comparison: what the version in force says, and the other."""

    name: str
    now: list[Finding]
    then: list[Finding]


def version(request: OfficeRequest, town: str) -> HttpResponse:
    """What is adopted, what can be, how it differs point by point, and adopting it."""
    today = clock.today(request.town.zone)
    values = every_setting()
    form = _form(request)
    sent = request.method == "POST"
    if sent and form.is_valid() and _adopt(request, form, values):
        pack, since = form.cleaned_data["pack"], form.cleaned_data["since"]
        messages.success(
            request,
            f"{ordinance_told.pack_title(pack)} is adopted for violations found from "
            f"{day_in_words(since)} on. "
            "Older cases keep their version.",
        )
        return redirect("version", town)
    law = law_of(request.town, today, values)
    adopted = values["ordinance"]["adopted"]
    context: dict[str, Any] = {
        "law": law,
        "versions": ordinance_told.versions_adopted(values, today),
        "past": history("ordinance", request.town.zone),
        "titles": {row["pack"]: ordinance_told.pack_title(row["pack"]) for row in adopted},
        "may_adopt": bool(request.roles & permissions.PAGES["version"].write),
        "offered": offered(),
        "crumbs": [
            {"label": "Ordinance", "href": reverse("ordinance", args=[town])},
            {"label": "Versions", "href": ""},
        ],
    }
    asked = request.POST if sent else request.GET
    pack = str(asked.get("pack", ""))
    if pack in dict(offered()):
        day = _day(str(asked.get("since", ""))) or today
        title = ordinance_told.pack_title(pack)
        context |= {"pack": pack, "pack_title": title, **_comparison(request, law, pack, day)}
    return page(request, "version", context, form)


def _form(request: OfficeRequest) -> VersionForm:
    if request.method == "POST":
        return VersionForm(request.POST, offered=offered())
    day = _day(str(request.GET.get("since", "")))
    initial = {"pack": request.GET.get("pack", ""), "since": day}
    return VersionForm(offered=offered(), based_on=version_of("ordinance"), initial=initial)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _then(values: dict[str, Any], pack: str, since: date) -> dict[str, Any]:
    rows = [*values["ordinance"]["adopted"], {"pack": pack, "since": since.isoformat()}]
    return {**values, "ordinance": {**values["ordinance"], "adopted": rows}}


def _comparison(request: OfficeRequest, law: Ordinance, pack: str, since: date) -> dict[str, Any]:
    only = {"adopted": [{"pack": pack, "since": date.min.isoformat()}]}
    alone = {"ordinance": only, "readings": {}, "policy": {}, "profile": {}}
    try:
        then = law_of(request.town, since, {**every_setting(), **alone})
    except Refused as refused:
        return {"faults": [fault.says for fault in refused.faults]}
    found = [Point(name, left, right) for name, left, right in points(law, then)]
    return {
        "then": then,
        "differ": [point for point in found if point.now != point.then],
        "alike": [point for point in found if point.now == point.then],
    }


def _adopt(request: OfficeRequest, form: VersionForm, values: dict[str, Any]) -> bool:
    """Adopt the version; False where it was refused, and the form says why."""
    pack, since = form.cleaned_data["pack"], form.cleaned_data["since"]
    then = _then(values, pack, since)
    if reading_effects.is_known(form.cleaned_data["key"]):
        return True
    _refuse_early(form, values, since)
    try:
        reading_effects.every_law(request.town, then)
    except Refused as refused:
        form.take([replace(fault, where="") for fault in refused.faults])
    if form.errors:
        return False
    why = form.cleaned_data["why"]
    today = clock.today(request.town.zone)
    return save(
        request, "version", form, "ordinance", then["ordinance"], why=why, then=lambda: _mark(today)
    )


def _refuse_early(form: VersionForm, values: dict[str, Any], since: date) -> None:
    """A version is adopted after the last one, and after every case that has one already."""
    last = max((row["since"] for row in values["ordinance"]["adopted"]), default="")
    if since.isoformat() <= last:
        form.add_error("since", f"A version is adopted from {last} on. Choose a later day.")
    judged = Case.objects.filter(found_on__gte=since)
    newest = judged.order_by("-found_on").values_list("found_on", flat=True).first()
    if newest is not None:
        many = judged.count()
        cases = "One case is of a violation" if many == 1 else f"{many} cases are of violations"
        form.add_error(
            "since",
            f"{cases} found on or after that day, the last on {newest}, and would lose the "
            f"version under which it was begun. Choose a day after {newest}.",
        )


def _mark(today: date) -> None:
    """Cases without a violation so far are judged by the newest version, and looked at anew."""
    Case.objects.filter(found_on__isnull=True).update(turns_on=today)
