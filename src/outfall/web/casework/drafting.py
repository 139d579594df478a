"""Papers before they are issued: which can be made today, their forms, and where a lack is put."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.html import format_html

from outfall.files.office import Office
from outfall.law.case import Case, Event
from outfall.law.days import counted
from outfall.law.events import EVENTS
from outfall.law.faults import Fault
from outfall.law.ordinance import Instrument, Ordinance
from outfall.law.standing import Action, Standing
from outfall.law.words import name_of, reason
from outfall.papers.catalog import PAPERS, Paper
from outfall.papers.elements import demanded
from outfall.papers.speech import speech
from outfall.web import permissions
from outfall.web.casework import permitted
from outfall.web.casework.assembling import Assembled
from outfall.web.casework.forms import Choices, EntryForm, KeyedForm
from outfall.web.casework.issuing import Asked
from outfall.web.casework.kinds import FILE
from outfall.web.casework.words import title_of

LANGUAGES = {"en": "English", "es": "Spanish"}
PROOFS = ("certificate_of_service", "declaration_of_service")
_OF_ENTRY = re.compile(r"events\[(\d+)\]\.?(.*)")
_CITE = re.compile(r"\(([^()]*(?:\([^()]*\))*)\)\. Enter it here$")
_LAST = ("note", "language")


def title_in(law: Ordinance, paper: str) -> str:
    """What a paper is called under an ordinance."""
    own = next((i.title for i in law.instruments if i.id == paper), "")
    return own or plain_title(paper)


def plain_title(paper: str) -> str:
    """What a paper is called under no ordinance in particular."""
    key = f"papers.{paper}.title"
    return speech().say(key) if speech().knows(key) else paper.replace("_", " ").capitalize()


# Which papers there are


@dataclass(frozen=True, slots=True)
class Choice:
    """A paper that can be made, or what it waits for. ``entry`` is set where one is on record."""

    paper: str
    title: str
    cite: str = ""
    why: str = ""
    entry: str = ""
    day: date | None = None
    able: bool = True
    issued: bool = False


@dataclass(frozen=True, slots=True)
class Papers:
    """Every paper of an ordinance, in the order of a page: duties first."""

    must: tuple[Choice, ...]
    may: tuple[Choice, ...]
    recorded: tuple[Choice, ...]
    of_day: tuple[Choice, ...]
    waits: tuple[Choice, ...]


def papers_of(
    found: Assembled, standing: Standing, roles: frozenset[str], issued: set[tuple[str, str]]
) -> Papers:
    """The papers of a case on the standing's day; ``issued`` are entry and paper of each kept."""
    must: list[Choice] = []
    may: list[Choice] = []
    waits: list[Choice] = []
    of_day: list[Choice] = []
    for paper in PAPERS.values():
        if not known(paper, found.law):
            continue
        action = _action(paper, standing)
        if waiting := waits_for(paper, standing, found.law):
            waits.append(waiting)
        elif not paper.events:
            of_day.append(_ready(paper, action, found.law, roles))
        elif made_anew(paper, found.law):
            duty = action is not None and action.obligatory
            (must if duty else may).append(_ready(paper, action, found.law, roles))
    waits.sort(key=lambda choice: (choice.day is None, choice.day or date.max))
    recorded = tuple(_of_record(found, roles, issued))
    return Papers(tuple(must), tuple(may), recorded, tuple(of_day), tuple(waits))


def known(paper: Paper, law: Ordinance) -> bool:
    """Whether an ordinance knows a paper: its instrument, and a power to make it."""
    if paper.instrument is not None:
        return any(i.id == paper.instrument for i in law.instruments)
    own = {action.id for action in law.actions}
    return paper.free or not paper.powers or bool(own & set(paper.powers))


def made_anew(paper: Paper, law: Ordinance) -> bool:
    """Whether a paper is made together with its entry, by one form.

    Not where the entry is somebody else's act, which is recorded first, nor for a proof of service.
    """
    if len(paper.events) != 1 or paper.id in PROOFS:
        return False
    event = EVENTS[paper.events[0]]
    able = not event.acts or any(action.id in event.acts for action in law.actions)
    return event.by == "town" and (paper.instrument is not None or able)


def _action(paper: Paper, standing: Standing) -> Action | None:
    """The power that decides: the first that is permitted, else the first that the law knows."""
    found = [a for a in map(standing.action, paper.powers) if a is not None]
    return next((a for a in found if a.permitted), found[0] if found else None)


def _ready(paper: Paper, action: Action | None, law: Ordinance, roles: frozenset[str]) -> Choice:
    why = EVENTS[paper.events[0]].says if paper.events else ""
    if action is not None:
        held = [reason(step) for step in action.because if step.holds]
        why = action.says or "; ".join(held)
    able = bool(roles & permissions.STAFF)
    able = able and all(permissions.may_record(kind, roles) for kind in paper.events[:1])
    cite = action.cite if action is not None else ""
    return Choice(paper.id, title_in(law, paper.id), cite, _sentence(why), able=able)


def _lacking(paper: Paper, standing: Standing, law: Ordinance) -> str:
    """What the entry of a paper lacks that is made together with it; empty for every other."""
    if not made_anew(paper, law):
        return ""
    return permitted.missing(paper.events[0], law, standing.account)


def _waiting(paper: Paper, action: Action, law: Ordinance) -> Choice:
    step = next((s for s in action.because if not s.holds), None)
    why = reason(step) if step is not None else "nothing on record calls for it"
    cite = (step.cite if step is not None else "") or action.cite
    return Choice(paper.id, title_in(law, paper.id), cite, _sentence(why), day=action.not_before)


def waits_for(paper: Paper, standing: Standing, law: Ordinance) -> Choice | None:
    """What a paper waits for on the standing's day; None where it can be made."""
    action = _action(paper, standing)
    if action is not None and not action.permitted:
        return _waiting(paper, action, law)
    lacks = _lacking(paper, standing, law)
    return Choice(paper.id, title_in(law, paper.id), why=_sentence(lacks)) if lacks else None


def _of_record(
    found: Assembled, roles: frozenset[str], issued: set[tuple[str, str]]
) -> Iterator[Choice]:
    """Each entry of which a paper can be made, the last first, with whether it was issued."""
    able = bool(roles & permissions.STAFF)
    for event in reversed(counted(found.case)):
        for paper in papers_for(event, found.law):
            done = (event.id, paper.id) in issued
            title, of = title_in(found.law, paper.id), title_of(event.name)
            yield Choice(paper.id, title, "", of, event.id, event.on, able and not done, done)


def papers_for(event: Event, law: Ordinance) -> Iterator[Paper]:
    """The papers that are made of an entry."""
    for paper in PAPERS.values():
        fits = paper.instrument is None or paper.instrument == event.instrument
        if event.name in paper.events and fits and known(paper, law):
            yield paper


def void_by(case: Case) -> dict[str, str]:
    """The entries that count for nothing, each with the entry that voids it."""
    counts = {event.id for event in counted(case)}
    voids = [e for e in case.events if e.name == "voided" and e.entry]
    voids.sort(key=lambda e: (e.on, e.place))
    return {str(e.entry): e.id for e in voids if e.entry not in counts}


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


# The forms


def language_field(office: Office, label: str = "Language of the paper") -> forms.ChoiceField:
    """The languages of a town's papers, the usual one first."""
    own = office.languages or ("en",)
    options = [(code, LANGUAGES.get(code, code)) for code in own]
    widget = forms.Select(attrs={"class": "usa-select"})
    return forms.ChoiceField(choices=options, label=label, initial=own[0], widget=widget)


def day_field(label: str, hint: str = "") -> forms.DateField:
    """A day, with the browser's own picker."""
    widget = forms.DateInput(attrs={"type": "date", "class": "usa-input"}, format="%Y-%m-%d")
    return forms.DateField(label=label, help_text=hint, widget=widget)


class PaperForm(EntryForm):
    """The form of a paper that is made together with its entry.

    The instrument is given, and so are the elements: the press puts each of them on the page, and
    refuses the paper where one has no words.
    """

    def __init__(
        self,
        paper: Paper,
        law: Ordinance,
        office: Office,
        choices: Choices,
        today: date,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        self.paper = paper
        self.instrument = next((i for i in law.instruments if i.id == paper.instrument), None)
        fixed: dict[str, Any] = {}
        if self.instrument is not None:
            elements = [element for element, _ in self.instrument.elements]
            fixed = {"instrument": self.instrument.id, "contents": elements}
        super().__init__(paper.events[0], choices, today, *args, fixed=fixed, **kwargs)
        if self.instrument is not None:
            self._give(self.instrument)
        self.fields["language"] = language_field(office)

    def _give(self, instrument: Instrument) -> None:
        given = self.fields["instrument"]
        assert isinstance(given, forms.ChoiceField)
        given.choices = [(instrument.id, instrument.title)]
        given.widget = forms.HiddenInput()
        self.fields["contents"].widget = forms.MultipleHiddenInput()
        self.fields["violations"].widget.attrs.pop("class", None)

    def demand(self, faults: Iterable[Fault], own: int) -> None:
        """Show which fields the ordinance demands, by what the paper would lack without them.

        ``own`` is the place of the form's entry. It is for a page alone: nothing is validated.
        """
        for fault in faults:
            match, cite = _OF_ENTRY.fullmatch(fault.where), _CITE.search(fault.says)
            if match is None or int(match[1]) != own:
                continue
            field = self.fields.get(match[2].replace(".", "__"))
            if field is not None:
                field.required = True
                field.help_text = f"The ordinance demands it: § {cite[1]}." if cite else ""

    def body(self) -> dict[str, Any]:
        """The entry's body; the language is the paper's, and no part of it."""
        found = super().body()
        found.pop("language", None)
        return found

    def asked(self) -> Asked:
        """The paper that the form asks for."""
        return Asked(self.paper.id, self.kind, self.body(), self.cleaned_data["language"])

    @property
    def elements(self) -> list[tuple[str, str]]:
        """What the ordinance demands of the paper, each with its paragraph."""
        if self.instrument is None:
            return []
        return [(name_of(id), cite) for id, cite in demanded(self.instrument).items()]

    def of_law(self) -> list[forms.BoundField]:
        """The fields that the law reads."""
        own = self.visible_fields()
        return [f for f in own if not f.name.startswith("paper__") and f.name not in _LAST]

    def of_paper(self) -> list[forms.BoundField]:
        """The fields that are words of the paper alone."""
        own = self.visible_fields()
        return [f for f in own if f.name.startswith("paper__") or f.name in _LAST]


class MadeForm(KeyedForm):
    """The form of a paper that is made of an entry on record, or of the standing of a day."""

    def __init__(
        self,
        paper: Paper,
        office: Office,
        today: date,
        *args: Any,
        entry: str = "",
        **kwargs: Any,
    ) -> None:
        self.paper, self.entry, self.today = paper, entry, today
        super().__init__(*args, initial={"date": today, **kwargs.pop("initial", {})}, **kwargs)
        if not entry:
            self.fields["date"] = day_field("As of which day")
        self.fields["language"] = language_field(office)

    def asked(self) -> Asked:
        """The paper that the form asks for."""
        day = self.cleaned_data.get("date") or self.today
        body = {"date": day.isoformat(), "of_entry": self.entry}
        return Asked(self.paper.id, FILE, body, self.cleaned_data["language"])

    def of_law(self) -> list[forms.BoundField]:
        """No field of it is read by the law."""
        return []

    def of_paper(self) -> list[forms.BoundField]:
        """All fields."""
        return self.visible_fields()


AnyForm = PaperForm | MadeForm


def initial_of(body: dict[str, Any]) -> dict[str, Any]:
    """The values of a form that would give this body: of a proposal that was sent back, say.

    >>> initial_of({"date": "2026-05-21T09:30", "requires": ["a", "b"], "paper": {"by": "mail"}})
    {'date': '2026-05-21', 'time': '09:30', 'requires': 'a\\nb', 'paper__by': 'mail'}
    """
    found: dict[str, Any] = {}
    for name, value in body.items():
        if name == "paper":
            found |= {f"paper__{field}": said for field, said in value.items()}
        elif name == "requires":
            found[name] = "\n".join(value)
        elif isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d", value):
            day, _, hour = value.partition("T")
            found |= {name: day, "time" if name == "date" else f"{name}_time": hour}
        else:
            found[name] = value
    return found


# What a paper lacks, put where it is entered


def put(
    form: KeyedForm, faults: Iterable[Fault], events: Sequence[Event], town: str, number: str
) -> None:
    """Put each lack at its field of the form, or above it with the way to where it is entered.

    ``events`` are those on record: an entry that is not among them is the form's own.
    """
    for fault in faults:
        text = fault.says.removesuffix(". Enter it here")
        text = _sentence(text if text.endswith((".", "!", "?")) else f"{text}.")
        name, href, label = _place(fault, events, town, number)
        if name in form.fields:
            form.add_error(name, text)
        elif href:
            form.add_error(None, format_html('{} <a href="{}">{}</a>', text, href, label))
        else:
            form.add_error(None, text)


def _place(fault: Fault, events: Sequence[Event], town: str, number: str) -> tuple[str, str, str]:
    """The field of the form that a fault belongs to; else a page, and what to do there."""
    match = _OF_ENTRY.fullmatch(fault.where)
    if match is not None:
        at, field = int(match[1]), match[2].partition("[")[0].replace(".", "__")
        if at >= len(events):
            return field, "", ""
        href = reverse("entry", args=[town, number, events[at].id.removeprefix("e")])
        return "", href, "An entry is never changed: void it, and record it anew with it."
    head = re.split(r"[.\[]", fault.where)[0]
    if head == "parties":
        return "", reverse("case_people", args=[town, number]), "Enter it among the people."
    if head == "place":
        return "", reverse("case_place", args=[town, number]), "Enter it at the place."
    if head == "office":
        return "", reverse("settings_letterhead", args=[town]), "Set it in the letterhead."
    return fault.where, "", ""
