"""The forms of a town's settings: each reads what is set, and gives what would be set instead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.core.files.uploadedfile import UploadedFile

from outfall.files.office import OFFICE
from outfall.files.shapes import Faults
from outfall.law.events import EVENTS
from outfall.papers.speech import languages
from outfall.web.casework.forms import KeyedForm
from outfall.web.casework.models import Case
from outfall.web.casework.proposing import ALWAYS
from outfall.web.casework.words import title_of
from outfall.web.towns import letterhead, retention

# The browser's own boxes, which the office's style makes large enough for a thumb.
BOX, BOXES = {"class": "box"}, {"class": "boxes"}
LANGUAGE_NAMES = {"en": "English", "es": "Spanish"}


class SettingForm(KeyedForm):
    """A form on one topic, with a reason that stands in the record."""

    topic: ClassVar[str] = ""
    asks_why: ClassVar[bool] = True

    why = forms.CharField(
        label="Reason", required=False, max_length=500, help_text="It stands in the town's record."
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.order_fields([name for name in self.fields if name != "why"])

    @staticmethod
    def initial_of(value: dict[str, Any]) -> dict[str, Any]:
        """What the fields show where this is set."""
        return value

    def value(self, before: dict[str, Any]) -> dict[str, Any]:
        """What would be set."""
        raise NotImplementedError


class CalendarForm(SettingForm):
    """Days off that the town or the governor has declared."""

    topic = "calendar"
    keep = forms.MultipleChoiceField(
        label="Days that are declared",
        required=False,
        widget=forms.CheckboxSelectMultiple(attrs=BOXES),
        help_text="Take the tick away where a day was declared in error.",
    )
    add = forms.DateField(label="Declare a further day", required=False)

    def __init__(self, *args: Any, days: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if days:
            options = [(d, _day(date.fromisoformat(d))) for d in sorted(days)]
            _choices(self, "keep", options)
        else:
            del self.fields["keep"]

    @staticmethod
    def initial_of(value: dict[str, Any]) -> dict[str, Any]:
        return {"keep": list(value.get("added_holidays", []))}

    def value(self, before: dict[str, Any]) -> dict[str, Any]:
        days = set(self.cleaned_data.get("keep", []))
        if self.cleaned_data.get("add"):
            days.add(self.cleaned_data["add"].isoformat())
        return {**before, "added_holidays": sorted(days)}


class ApprovalsForm(SettingForm):
    """What waits for a second person."""

    topic = "approvals"
    entries = forms.MultipleChoiceField(
        label="Entries that need a second person",
        required=False,
        widget=forms.CheckboxSelectMultiple(attrs=BOXES),
    )
    papers = forms.MultipleChoiceField(
        label="Papers that need a second person",
        required=False,
        widget=forms.CheckboxSelectMultiple(attrs=BOXES),
    )

    def __init__(self, *args: Any, papers: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = [name for name, event in EVENTS.items() if event.by == "town" and name not in ALWAYS]
        _choices(self, "entries", [(name, title_of(name)) for name in own])
        _choices(self, "papers", papers)

    def value(self, before: dict[str, Any]) -> dict[str, Any]:
        entries = {*self.cleaned_data["entries"], *ALWAYS}
        return {**before, "entries": sorted(entries), "papers": sorted(self.cleaned_data["papers"])}


class RoomsForm(SettingForm):
    """Where hearings are held, by whom, and how long one takes."""

    topic = "rooms"
    rooms = forms.CharField(
        label="Rooms",
        required=False,
        widget=forms.Textarea,
        help_text="One on each line, as it stands on a hearing notice.",
    )
    officers = forms.CharField(
        label="Hearing officers", required=False, widget=forms.Textarea, help_text="One a line."
    )
    minutes = forms.IntegerField(
        label="Minutes for a hearing", min_value=5, max_value=480, required=False
    )

    @staticmethod
    def initial_of(value: dict[str, Any]) -> dict[str, Any]:
        return {
            "rooms": "\n".join(map(str, value.get("rooms", []))),
            "officers": "\n".join(map(str, value.get("officers", []))),
            "minutes": value.get("minutes"),
        }

    def clean(self) -> None:
        """Each name once, and short enough for the calendar."""
        for name, longest in (("rooms", 60), ("officers", 120)):
            found = _lines(self.cleaned_data.get(name, ""))
            for line in found:
                if len(line) > longest:
                    self.add_error(name, f"“{line[:30]}…” is too long: {longest} letters at most.")
            if len(set(found)) != len(found):
                self.add_error(name, "A name stands here twice. Write it once.")

    def value(self, before: dict[str, Any]) -> dict[str, Any]:
        data = self.cleaned_data
        found = {"rooms": _lines(data["rooms"]), "officers": _lines(data["officers"])}
        rest = {k: v for k, v in before.items() if k not in ("rooms", "officers", "minutes")}
        return {**rest, **found, **({"minutes": data["minutes"]} if data["minutes"] else {})}


class RetentionForm(SettingForm):
    """How long records are kept."""

    topic = "retention"
    hold = forms.CharField(
        label="Cases under a legal hold",
        required=False,
        widget=forms.Textarea,
        help_text="One number on each line. Nothing of these cases is ever given up, "
        "whatever their age.",
    )

    def __init__(self, *args: Any, floors: dict[str, int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.floors = floors
        for kind in retention.KINDS:
            self.fields[kind.id] = forms.IntegerField(
                label=kind.says,
                min_value=floors[kind.id],
                max_value=200,
                help_text=f"Years. At least {floors[kind.id]}.",
                widget=forms.NumberInput(attrs={"class": "usa-input"}),
                error_messages={
                    "min_value": "This must be kept for at least %(limit_value)s years."
                },
            )
        self.order_fields([*(kind.id for kind in retention.KINDS), "hold", "why"])

    @staticmethod
    def initial_of(value: dict[str, Any]) -> dict[str, Any]:
        return {**retention.years_of(value), "hold": "\n".join(value.get("hold", []))}

    def clean_hold(self) -> str:
        """Each number is one of the town's cases."""
        asked = _lines(self.cleaned_data["hold"])
        known = set(Case.objects.filter(number__in=asked).values_list("number", flat=True))
        strange = [number for number in asked if number not in known]
        if strange:
            raise forms.ValidationError(f"There is no case {strange[0]}. Write a case's number.")
        return "\n".join(asked)

    def value(self, before: dict[str, Any]) -> dict[str, Any]:
        kinds = {kind.id: self.cleaned_data[kind.id] for kind in retention.KINDS}
        years = kinds[retention.KINDS[0].id]
        return {"years": years, "kinds": kinds, "hold": _lines(self.cleaned_data["hold"])}


class LetterheadForm(SettingForm):
    """Who writes, signs, hears and is paid; the fields are those of a town's file."""

    topic = "office"
    NEEDED = ("department", "address", "signer__name")
    LONG = ("address", "appeals__address", "payments__address")
    LABELS: ClassVar[dict[str, str]] = {
        "department": "Department",
        "address": "Mailing address",
        "signer__name": "Who signs",
        "signer__title": "Title of who signs",
        "phone": "Telephone",
        "email": "E-mail",
        "web": "Page on the web",
        "hours": "Hours",
        "county": "County",
        "state": "State",
        "appeals__name": "Body that hears appeals",
        "appeals__address": "Where an appeal is brought or sent",
        "appeals__how": "How to file an appeal",
        "appeals__phone": "Telephone of that body",
        "appeals__email": "E-mail of that body",
        "payments__to": "Payments are made out to",
        "payments__address": "Where payments are made or sent",
        "payments__how": "Ways to pay",
    }
    languages = forms.MultipleChoiceField(
        label="Languages of the papers",
        required=False,
        widget=forms.CheckboxSelectMultiple(attrs=BOXES),
        choices=[(code, LANGUAGE_NAMES.get(code, code)) for code in languages()],
    )
    cover = forms.BooleanField(
        label="A page in plain language goes before each paper to a party",
        required=False,
        widget=forms.CheckboxInput(attrs=BOX),
    )
    seal = forms.FileField(
        label="The town's seal", required=False, help_text="A PNG picture of at most 2 MB."
    )
    no_seal = forms.BooleanField(
        label="Print papers without a seal",
        required=False,
        widget=forms.CheckboxInput(attrs=BOX),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in self.LABELS.items():
            widget: Any = forms.Textarea if name in self.LONG else forms.TextInput
            field = forms.CharField(
                label=label, required=name in self.NEEDED, max_length=1000, widget=widget
            )
            long = name in self.LONG
            field.widget.attrs["class"] = "usa-textarea" if long else "usa-input"
            if long:
                field.widget.attrs["rows"] = 3
            self.fields[name] = field
        last = ("languages", "cover", "seal", "no_seal", "why")
        self.order_fields([*self.LABELS, *last])

    @staticmethod
    def initial_of(value: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, held in value.items():
            if isinstance(held, dict):
                found |= {f"{name}__{part}": text for part, text in held.items()}
            else:
                found[name] = held
        found["languages"] = list(value.get("languages", ["en"]))
        return {k: v for k, v in found.items() if k not in ("seal", "folder")}

    def clean_seal(self) -> bytes | None:
        """The bytes of a picture that can be printed."""
        sent = self.cleaned_data.get("seal")
        if not isinstance(sent, UploadedFile):
            return None
        content: bytes = sent.read(letterhead.SEAL_BYTES_MOST + 1)
        trouble = letterhead.seal_trouble(content)
        if trouble:
            raise forms.ValidationError(trouble)
        return content

    def clean(self) -> None:
        """The shape of a town's file reads it, and says at each field what is wrong."""
        faults: Faults = []
        OFFICE.read(self.value({}), "", faults)
        have = set(self.errors)
        self.take(f for f in faults if f.where.strip(".").replace(".", "__") not in have)

    def value(self, before: dict[str, Any]) -> dict[str, Any]:
        data = self.cleaned_data
        found: dict[str, Any] = {}
        for name in self.LABELS:
            text = str(data.get(name) or "").replace("\r\n", "\n").strip()
            group, _, part = name.rpartition("__")
            if text and group:
                found.setdefault(group, {})[part] = text
            elif text:
                found[name] = text
        if data.get("languages"):
            found["languages"] = list(data["languages"])
        if data.get("cover"):
            found["cover"] = True
        kept: dict[str, Any] = {n: before[n] for n in ("seal", "folder") if n in before}
        if data.get("no_seal"):
            kept.pop("seal", None)
        return {**kept, **found}


def _choices(form: forms.Form, name: str, options: Iterable[tuple[str, str]]) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(options)


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _day(value: date) -> str:
    return f"{value:%a, %b} {value.day}, {value.year}"
