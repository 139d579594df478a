"""How the number of a new case looks, with the next numbers as they would be given."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.http import HttpResponse

from outfall.web import clock
from outfall.web.screens.settings_forms import SettingForm
from outfall.web.screens.settings_page import Topic, setting_page
from outfall.web.towns import numbering
from outfall.web.towns.adopted import number_is_taken, setting
from outfall.web.towns.middleware import OfficeRequest
from outfall.web.towns.models import Town

NUMBERING = Topic("settings_numbering", "numbering", "Case numbers")
SHOWN = 3


class NumberingForm(SettingForm):
    """The parts of a case number."""

    topic = "numbering"
    before = forms.RegexField(
        r"^[A-Za-z0-9][A-Za-z0-9._-]*$",
        label="Before the number",
        required=False,
        max_length=numbering.BEFORE_MOST,
        help_text="Such as SW- for stormwater. Letters, digits, hyphens, periods, underscores.",
        error_messages={
            "invalid": "Begin with a letter or a digit; then letters, digits, hyphens, periods "
            "and underscores. The number is part of addresses and of names of files."
        },
    )
    year = forms.ChoiceField(label="Year in which the case is opened")
    between = forms.ChoiceField(
        label="Between year and count",
        required=False,
        choices=[("-", "a hyphen"), (".", "a period"), ("", "nothing")],
    )
    digits = forms.TypedChoiceField(
        label="Digits of the count, at least",
        coerce=int,
        choices=[(n, f"{n}, as in {1:0{n}}") for n in numbering.DIGITS],
        help_text="Zeros are put before a shorter count. A longer one is written out.",
    )

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["year"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("full", f"{today:%Y}"), ("short", f"{today:%y}"), ("none", "no year")]

    @staticmethod
    def initial_of(value: dict[str, Any]) -> dict[str, Any]:
        found = numbering.parts_of(str(value["pattern"])) or numbering.Parts("", "full", "-", 4)
        return {
            "before": found.before,
            "year": found.year,
            "between": found.between,
            "digits": found.digits,
        }

    def clean(self) -> None:
        """Digits before the year or the count would be read as a part of it."""
        if self.cleaned_data.get("before", "")[-1:].isdigit():
            self.add_error(
                "before",
                "This ends in a digit, which would be read as a part of what follows. "
                "End it with a letter or a hyphen.",
            )

    def value(self, before: dict[str, Any]) -> dict[str, Any]:
        data = self.cleaned_data
        parts = numbering.Parts(data["before"], data["year"], data["between"], data["digits"])
        return {**before, "pattern": parts.pattern}


def settings_numbering(request: OfficeRequest, town: str) -> HttpResponse:
    """The parts of a case number, and the next ones as they would be given."""
    today = clock.today(request.town.zone)
    given = Town.objects.values_list("cases", flat=True).get(pk=request.town.pk)
    pattern = str(setting("numbering")["pattern"])
    return setting_page(
        request,
        NUMBERING,
        lambda *args, **more: NumberingForm(*args, today=today, **more),
        {"given": given, "by_hand": "" if numbering.parts_of(pattern) else pattern},
        example=lambda value: {"numbers": next_numbers(str(value["pattern"]), given, today)},
    )


def next_numbers(pattern: str, given: int, today: date) -> list[str]:
    """The next case numbers after ``given`` ones, as the record would give them today."""
    found: list[str] = []
    for _ in range(SHOWN):
        given, number = numbering.next_free(pattern, today.isoformat(), given, number_is_taken)
        found.append(number)
    return found
