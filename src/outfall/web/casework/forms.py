"""Forms for entries, made from the same table of shapes that reads a case file.

A form lists the fields of its kind of entry, offers the choices that this case has (violations,
papers and deadlines), and gives the entry's body. What is wrong with it is said by the reader of
case files and by the law, and put at the field that it belongs to.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict

from outfall.files.case_file import EVENT_SHAPES, PAPER
from outfall.files.shapes import Day, Fields, Flag, ListOf, Money, Name, OneOf, Share, Text, Whole
from outfall.law.days import counted
from outfall.law.events import EVENTS
from outfall.law.faults import Fault
from outfall.law.standing import Standing
from outfall.law.words import name_of
from outfall.papers.unseen import hidden
from outfall.record.canonical import canonical, digest
from outfall.web.casework import issuing
from outfall.web.casework.assembling import Assembled
from outfall.web.casework.words import title_of
from outfall.web.towns import scope
from outfall.web.towns.models import Town

# The words of a paper that are asked for with an entry; others are asked where the paper is made.
PAPER_FIELDS: dict[str, tuple[str, ...]] = {
    "served": ("to", "address", "server", "tracking"),
    "service_returned": ("tracking",),
    "lien_recorded": ("recorded",),
    "lien_released": ("recorded",),
    "appeal_decided": ("findings",),
    "petition_decided": ("findings",),
    "protest_decided": ("findings",),
    "compensation_imposed": ("terms",),
    "plan_agreed": ("says",),
    "hearing_set": ("by", "says"),
    "extension_granted": ("by", "says"),
    "penalty_assessed": ("findings", "by"),
    "notice_issued": ("by", "mailed_on", "remedy", "findings", "says", "signer", "signer_title"),
}
LONG = frozenset({"nature", "why", "note", "remedy", "findings", "terms", "says", "what"})
LABELS = {
    "kind": "Kind",
    "nature": "What was found",
    "severity": "How severe",
    "danger": "A danger to public safety or health, or imminent and substantial",
    "permit": "Permit for the activity",
    "discovered_on": "Day of discovery, where other than the date",
    "instrument": "Which paper",
    "contents": "Elements that the paper carries",
    "comply_by": "Last day for the remedy",
    "cure_days": "Days to cure",
    "requires": "Measures that it requires, one on each line",
    "method": "How it was served",
    "received_on": "Day of receipt, as the record shows it",
    "postmarked_on": "Day of the postmark",
    "notice": "Which paper it is about",
    "violations": "Which violations it is about",
    "violation": "Which violation",
    "entry": "Which entry",
    "offense_on": "Day of the offense",
    "held_on": "Day of the hearing",
    "where": "Room and address",
    "first_due": "First payment due",
    "every": "How often",
    "payments": "How many payments",
    "part": "Which part of the account",
    "why": "Reason",
    "party": "Name of the new owner",
    "recorded_on": "Day on which the deed was recorded",
    "approved": "With the town's approval",
    "what": "The compensatory action",
    "fine": "Fine, in dollars",
    "days": "Days of jail",
    "amount": "Amount, in dollars",
    "until": "New last day",
    "deadline": "Which deadline",
    "outcome": "Outcome",
    "finding": "What the inspection found",
    "reason": "Why it came back",
}
FOUND = "violation_observed"
LABELS_OF = {
    (FOUND, "violation"): "Is it another one, or found again",
    ("served", "notice"): "Which paper was served",
    ("served", "paper__to"): "Handed or mailed to, where not the party",
    ("served", "paper__address"): "Address where it was served",
    ("service_returned", "notice"): "Which paper came back",
}
ANSWERS = {
    "held": "held",
    "none": "none was issued",
    "personal": "in person",
    "mail": "by first-class mail",
    "certified_mail": "by certified mail",
    "posting": "by posting it at the place",
    "email": "by e-mail",
}


AS_TYPED = "as_typed"
OF_THE_FORM = frozenset({"key", "based_on", AS_TYPED})
_LACKS = (
    "A paper that names it can't be printed until the town adds one that has it. "
    "Write it in other letters, or send the form again to keep it as it is."
)


@dataclass(frozen=True)
class Choices:
    """What this case offers a form: ids with the words that a person knows them by."""

    violations: list[tuple[str, str]] = field(default_factory=list)
    notices: list[tuple[str, str]] = field(default_factory=list)
    deadlines: list[tuple[str, str]] = field(default_factory=list)
    entries: list[tuple[str, str]] = field(default_factory=list)
    instruments: list[tuple[str, str]] = field(default_factory=list)
    instrument_of: dict[str, str] = field(default_factory=dict)


def _plain(day: date) -> str:
    """A day as a choice of a form names it."""
    return f"{day:%b} {day.day}, {day.year}"


def choices_of(assembled: Assembled, standing: Standing) -> Choices:
    """The choices that a case has on the standing's day."""
    events = counted(assembled.case)
    found = {e.violation: e for e in events if e.name == "violation_observed"}
    titles = {i.id: i.title for i in assembled.law.instruments}
    return Choices(
        [
            (id, f"{e.nature or name_of(e.kind or '')}, found {_plain(e.on)}")
            for id, e in found.items()
        ],
        [
            (e.id, f"{titles.get(e.instrument or '', e.instrument)} of {_plain(e.on)}")
            for e in events
            if e.name == "notice_issued"
        ],
        [
            (d.id, f"{name_of(d.id.partition(':')[0])}, due {_plain(d.due)}")
            for d in standing.deadlines
        ],
        [(e.id, f"{_plain(e.on)}: {title_of(e.name)}") for e in reversed(events)],
        list(titles.items()),
        {e.id: e.instrument or "" for e in events if e.name == "notice_issued"},
    )


class KeyedForm(forms.Form):
    """A form that is one act however often it is sent, and knows what it was based on.

    ``printed`` are its fields of names and addresses: whoever types a letter there that no paper
    can show is told at once, and not when the paper is issued.
    """

    printed: ClassVar[frozenset[str]] = frozenset()
    key = forms.CharField(widget=forms.HiddenInput, max_length=60)
    based_on = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, based_on: int | None = None, **kwargs: Any) -> None:
        given = kwargs.pop("initial", {})
        kwargs["initial"] = {"key": str(uuid.uuid4()), "based_on": based_on, **given}
        super().__init__(*args, **kwargs)
        if self.printed:
            self.fields[AS_TYPED] = forms.CharField(required=False, widget=forms.HiddenInput)
        for name, bound in self.fields.items():
            _dress(name, bound)

    def full_clean(self) -> None:
        """Nothing is taken in of which no paper could be made: text that shows as another text."""
        super().full_clean()
        for name, value in list(getattr(self, "cleaned_data", {}).items()):
            if isinstance(value, str) and (code := hidden(value)):
                says = f"This holds {code}, which is invisible and changes what is read."
                self.add_error(name, f"{says} Take it out: type the text anew.")
        if self.printed and self.is_bound:
            self._warn_of_letters()

    def _warn_of_letters(self) -> None:
        """Stop once at letters that no font here has. Sent again as it is, the text is taken in.

        A name is what it is; it is the town's fonts that can change.
        """
        typed = {name: str(self.cleaned_data.get(name) or "") for name in sorted(self.printed)}
        if all(text.isascii() for text in typed.values()):
            return
        town = Town.objects.get(pk=scope.current())
        found = {name: issuing.lacking(text, town) for name, text in typed.items()}
        seen = digest(canonical([typed[name] for name, letter in found.items() if letter]))
        if not any(found.values()) or self.cleaned_data.get(AS_TYPED) == seen:
            return
        for name, letter in found.items():
            if letter:
                self.add_error(name, f"No font here has the letter {letter}. {_LACKS}")
        self._put(AS_TYPED, seen)

    def take(self, faults: Iterable[Fault]) -> None:
        """Put faults at the fields that they belong to, and the others above the form."""
        for fault in faults:
            name = fault.where.partition("].")[2] or fault.where
            name = name.partition("[")[0].replace(".", "__")
            self.add_error(name if name in self.fields else None, _sentence(fault.says))

    def renew(self, based_on: int) -> None:
        """Base the form on the case as it is now: what was typed stays."""
        self._put("based_on", str(based_on))

    def _put(self, name: str, value: str) -> None:
        """Give a field another value than was sent, for when the form is shown again."""
        data = QueryDict(mutable=True)
        data.update(self.data)
        data[self.add_prefix(name)] = value
        self.data = data


def _sentence(text: str) -> str:
    found = text[:1].upper() + text[1:]
    return found if found.endswith((".", "!", "?")) else found + "."


class EntryForm(KeyedForm):
    """The form of one kind of entry that the law reads."""

    printed = frozenset({"party", "where", "paper__to", "paper__address"})

    def __init__(
        self,
        kind: str,
        choices: Choices,
        today: date,
        *args: Any,
        fixed: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        self.kind, self.choices, self.fixed = kind, choices, dict(fixed or {})
        initial = {"date": today, **self.fixed, **kwargs.pop("initial", {})}
        self._by_notice = kind in ("served", "service_returned") and bool(choices.notices)
        if self._by_notice:
            initial.setdefault("notice", self._last(initial.get("instrument")))
        super().__init__(*args, initial=initial, **kwargs)
        shape = EVENT_SHAPES[kind]
        own = {"date": forms.DateField(label="Date"), "time": _time(shape.needs["date"])}
        for name in self._names():
            found = {**shape.needs, **shape.may}[name]
            needed = name in EVENTS[kind].needs or (name == "notice" and self._by_notice)
            needed = needed or (name == "violation" and kind == FOUND)
            own |= self._fields(name, found, needed)
        for name in PAPER_FIELDS.get(kind, ()):
            own |= self._fields(f"paper__{name}", PAPER.may[name], False)
        own["note"] = forms.CharField(label="Note", required=False, widget=forms.Textarea)
        for name, made in own.items():
            if made is not None:
                self.fields[name] = made
                _dress(name, made)

    def _names(self) -> tuple[str, ...]:
        """The fields of the kind; one that says which paper says which instrument too."""
        kind = EVENTS[self.kind]
        if self.kind == FOUND and not self.choices.violations:
            return tuple(name for name in (*kind.needs, *kind.may) if name != "violation")
        if not self._by_notice:
            return (*kind.needs, *kind.may)
        others = (name for name in (*kind.needs, *kind.may) if name not in ("instrument", "notice"))
        return ("notice", *others)

    def _last(self, instrument: object) -> str:
        """The last paper of an instrument, or of all."""
        of = self.choices.instrument_of
        return next((id for id in reversed(of) if instrument in (None, "", of[id])), "")

    def _fields(self, name: str, shape: Any, needed: bool) -> dict[str, forms.Field | None]:
        made = _field(name, shape, needed, self._offered(name))
        made.label = LABELS_OF.get((self.kind, name), made.label)
        found: dict[str, forms.Field | None] = {name: made}
        if isinstance(shape, Day) and shape.hour:
            found[f"{name}_time"] = _time(shape)
        return found

    def _offered(self, name: str) -> list[tuple[str, str]] | None:
        known = {
            "violation": self.choices.violations,
            "violations": self.choices.violations,
            "notice": self.choices.notices,
            "deadline": self.choices.deadlines,
            "entry": self.choices.entries,
            "instrument": self.choices.instruments,
        }
        if name == "violation" and self.kind == FOUND:
            again = [(id, f"found again: {says}") for id, says in self.choices.violations]
            return [(self._next_violation(), "another violation"), *again]
        return known.get(name)

    def _next_violation(self) -> str:
        """The short name of the next violation of this case: v2 after v1."""
        used = {id for id, _ in self.choices.violations}
        return next(f"v{n}" for n in range(1, len(used) + 2) if f"v{n}" not in used)

    def body(self) -> dict[str, Any]:
        """The entry's body in the words of the case file; what was left empty is left out."""
        shape = EVENT_SHAPES[self.kind]
        body: dict[str, Any] = {"event": self.kind}
        for name, value in self.cleaned_data.items():
            if name in OF_THE_FORM or name.endswith("time") or value in (None, "", [], ()):
                continue
            said = self._said(name, value)
            if name.startswith("paper__"):
                body.setdefault("paper", {})[name.removeprefix("paper__")] = said
            elif said is not False or name in shape.needs:
                body[name] = said
        if self._by_notice and "notice" in body:
            body["instrument"] = self.choices.instrument_of[body["notice"]]
        return body

    def _said(self, name: str, value: Any) -> Any:
        if isinstance(value, date):
            at = self.cleaned_data.get("time" if name == "date" else f"{name}_time")
            return f"{value.isoformat()}T{at:%H:%M}" if at else value.isoformat()
        if name == "requires":
            return [line.strip() for line in value.splitlines() if line.strip()]
        if isinstance(value, bool | int | list):
            return value
        return str(value).strip()


def _time(shape: Any) -> forms.Field | None:
    if not (isinstance(shape, Day) and shape.hour):
        return None
    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    return forms.TimeField(label="Time, where the hour matters", required=False, widget=widget)


def _field(
    name: str, shape: Any, needed: bool, offered: list[tuple[str, str]] | None
) -> forms.Field:
    """A form's field for a shape of the case file."""
    bare = name.removeprefix("paper__")
    label = LABELS.get(bare) or (shape.about[:1].upper() + shape.about[1:])
    common: dict[str, Any] = {"label": label, "required": needed}
    if name == "requires":
        return forms.CharField(widget=forms.Textarea, **common)
    if isinstance(shape, ListOf):
        options = offered or [(o, name_of(o)) for o in getattr(shape.item, "options", ())]
        return forms.MultipleChoiceField(
            choices=options, widget=forms.CheckboxSelectMultiple, **common
        )
    if offered is not None:
        empty = [] if needed and offered else [("", "the only one, or the last")]
        return forms.ChoiceField(choices=[*empty, *offered], **common)
    if isinstance(shape, OneOf):
        options = [(o, ANSWERS.get(o) or name_of(o)) for o in shape.options]
        empty = [] if needed else [("", "not stated")]
        return forms.ChoiceField(choices=[*empty, *options], **common)
    if isinstance(shape, Flag):
        return forms.BooleanField(label=label, required=False)
    if isinstance(shape, Day):
        return forms.DateField(**common)
    if isinstance(shape, Whole):
        return forms.IntegerField(min_value=shape.least, max_value=shape.most, **common)
    if isinstance(shape, Money | Share):
        return forms.CharField(max_length=20, **common)
    if isinstance(shape, Text | Name | Fields):
        widget: Any = forms.Textarea if bare in LONG else forms.TextInput
        return forms.CharField(widget=widget, max_length=4000, **common)
    raise TypeError(f"no field is made of {shape!r}")


def _dress(name: str, made: forms.Field) -> None:
    """The design system's classes, and the browser's own pickers and keyboards."""
    widget = made.widget
    if isinstance(made, forms.DateField):
        made.widget = widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    if isinstance(widget, forms.HiddenInput):
        return
    usual = "usa-input"
    if isinstance(widget, forms.Textarea):
        usual, widget.attrs["rows"] = "usa-textarea", 3
    elif isinstance(widget, forms.CheckboxInput | forms.CheckboxSelectMultiple | forms.RadioSelect):
        return
    elif isinstance(widget, forms.Select):
        usual = "usa-select"
    elif isinstance(widget, forms.FileInput):
        usual = "usa-file-input"
    widget.attrs.setdefault("class", usual)
    if name in ("amount", "fine"):
        widget.attrs["inputmode"] = "decimal"
