"""Fields that several of the office's forms have: degrees, a place, and files, several at once."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms


class Degrees(forms.DecimalField):
    """Degrees of latitude or longitude; a string with six places, which is never a float."""

    def __init__(self, most: int, **kwargs: Any) -> None:
        self.most = most
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(required=False, widget=widget, **kwargs)

    def clean(self, value: Any) -> Any:
        """The degrees as text, or None."""
        found: Decimal | None = super().clean(value)
        if found is None:
            return None
        if abs(found) > self.most:
            raise forms.ValidationError(f"It lies between -{self.most} and {self.most} degrees.")
        return f"{found.quantize(Decimal('0.000001')):f}"


class ManyPicked(forms.ClearableFileInput):
    """A control for files of which several can be chosen."""

    allow_multiple_selected = True


class ManyFiles(forms.Field):
    """Files of a form. What they are is looked at where they are taken in, not here."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            required=False, widget=ManyPicked(attrs={"class": "pick__input"}), **kwargs
        )

    def clean(self, value: Any) -> None:
        """Nothing: the files are read from the request."""
        return None


class SpotForm(forms.Form):
    """Where it is: the fields that a report and a case's place have in common."""

    address = forms.CharField(
        label="Address", max_length=200, required=False, help_text="House number and street"
    )
    parcel = forms.CharField(label="Parcel", max_length=60, required=False)
    description = forms.CharField(
        label="Where exactly",
        max_length=500,
        required=False,
        help_text="Such as: the culvert behind the second house",
    )
    latitude = Degrees(90, label="Latitude")
    longitude = Degrees(180, label="Longitude")

    def clean(self) -> dict[str, Any]:
        """Both degrees or neither; and a place that somebody can find."""
        found = super().clean() or {}
        faulty = self.has_error("latitude") or self.has_error("longitude")
        given = [name for name in ("latitude", "longitude") if found.get(name)]
        if len(given) == 1 and not faulty:
            other = "longitude" if given == ["latitude"] else "latitude"
            self.add_error(other, f"Give the {other} too, or leave both empty.")
        known = any(found.get(name) for name in ("address", "parcel", "description", "latitude"))
        if not known and not faulty:
            self.add_error("address", "Say where it is: an address, a parcel or a description.")
        return found

    def place(self) -> dict[str, str]:
        """The place as an entry says it."""
        names = ("address", "parcel", "description", "latitude", "longitude", "note")
        found = {name: str(self.cleaned_data.get(name) or "").strip() for name in names}
        return {name: value for name, value in found.items() if value}
