"""The profile of a town: a bundle of choices that its ordinance offers, such as a state's."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpResponse

from outfall.law.ordinance import Ordinance, Profile
from outfall.law.words import name_of
from outfall.told.phrases import capital, shown
from outfall.web.screens.settings_forms import SettingForm
from outfall.web.screens.settings_looked import looked_page
from outfall.web.screens.settings_page import Topic
from outfall.web.towns import reading_effects
from outfall.web.towns.adopted import every_setting
from outfall.web.towns.middleware import OfficeRequest

PROFILE = Topic("settings_profile", "profile", "Profile")


class ProfileForm(SettingForm):
    """Which profile is in force; none where the choice is empty."""

    topic = "profile"
    profile = forms.ChoiceField(label="Profile", required=False)

    def __init__(self, *args: Any, offered: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["profile"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", "None"), *((id, capital(name_of(id))) for id in offered)]

    def value(self, before: dict[str, Any]) -> dict[str, Any]:
        chosen = self.cleaned_data["profile"]
        return {"profile": chosen} if chosen else {}


def settings_profile(request: OfficeRequest, town: str) -> HttpResponse:
    """Each profile that the ordinance offers, what it chooses, and what it would change."""
    values = every_setting()
    laws = reading_effects.every_law(request.town, values)
    found = {profile.id: (law, profile) for law in laws[::-1] for profile in law.profiles}
    held = str(values["profile"].get("profile", ""))
    asked = request.GET.get("profile") if request.method == "GET" else request.POST.get("profile")
    offered = [_offered(law, profile, values) for law, profile in found.values()]
    return looked_page(
        request,
        PROFILE,
        lambda *args, **more: ProfileForm(*args, offered=list(found), **more),
        {"offered": offered, "held": held, "asked": asked, "lost": held and held not in found},
        lambda then: [_told(then.get("profile", ""), held)],
    )


def _told(then: str, held: str) -> str:
    if then:
        instead = f" in place of {_named(held)}" if held else ""
        return f"The profile {_named(then)} would be in force{instead}."
    return f"The profile {_named(held)} would no longer be in force."


def _named(id: str) -> str:
    return f"“{capital(name_of(id))}”"


def _offered(law: Ordinance, profile: Profile, values: dict[str, Any]) -> dict[str, Any]:
    """What a profile chooses, row by row, and which of it the town has chosen otherwise itself."""
    rows: list[dict[str, str]] = []
    choices = {reading.id: dict(reading.choices) for reading in law.readings}
    for id, choice in profile.readings:
        own = str(values["readings"].get(id, ""))
        says = choices.get(id, {}).get(choice, choice)
        rows.append({"kind": "reading", "id": id, "says": says, "own": _own(own, choice)})
    for id, figure in profile.policy:
        own = values["policy"].get(id)
        said = shown(tuple(own) if isinstance(own, list) else own) if own is not None else ""
        rows.append(
            {"kind": "policy", "id": id, "says": shown(figure), "own": _own(said, shown(figure))}
        )
    return {
        "id": profile.id,
        "says": profile.says,
        "rows": rows,
        "ceiling": profile.ceiling,
        "calendar": profile.calendar is not None,
    }


def _own(own: str, chosen: str) -> str:
    return name_of(own) if own and own != chosen else ""
