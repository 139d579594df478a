"""What a paper is about: the case as it stood, its standing, the entry, who writes and to whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property

from outfall.files.office import Office
from outfall.law.assess import assess
from outfall.law.case import Case, Event, Party
from outfall.law.days import counted
from outfall.law.faults import Fault
from outfall.law.ordinance import Instrument, Ordinance
from outfall.law.standing import Action, Deadline, Standing
from outfall.papers.speech import Speech

SERVICE = "planned-service"
OWNERS = ("owner", "applicant", "operator", "permittee", "violator", "responsible_party")


@dataclass
class Subject:
    """One paper's matter. ``case`` ends with ``entry``, what came later is not in it."""

    paper: str
    law: Ordinance
    case: Case
    on: date
    entry: Event | None
    office: Office
    speech: Speech
    draft: bool
    recorded: bool = True
    faults: list[Fault] = field(default_factory=list)

    @cached_property
    def standing(self) -> Standing:
        """The standing on the paper's day."""
        return assess(self.law, self.case, self.on)

    @cached_property
    def served(self) -> Standing:
        """The standing on the day of mailing, as if the paper were served and received then."""
        return self.served_on(self.mailed_on)

    def served_on(self, day: date) -> Standing:
        """The standing on a day, as if the paper were served and received then."""
        assert self.entry is not None
        service = Event(
            SERVICE,
            "served",
            day,
            len(self.case.events),
            notice=self.entry.id,
            instrument=self.entry.instrument,
            method=self.said("by") or "personal",
            received_on=day,
            postmarked_on=day,
        )
        case = replace(self.case, events=(*self.case.events, service))
        return assess(self.law, case, day)

    @cached_property
    def events(self) -> list[Event]:
        """The entries that count, by date and place; what was voided is not among them."""
        return counted(self.case)

    @property
    def town(self) -> str:
        """The town as a paper names it; without a town's file, what it is: the City, the Town."""
        return self.office.town if self.office.address else self.speech.us

    @property
    def mailed_on(self) -> date:
        """The day on which the paper goes out."""
        found = dict(self.entry.paper).get("mailed_on") if self.entry else None
        return found if isinstance(found, date) and found >= self.on else self.on

    def said(self, field: str) -> str:
        """What the entry says for its paper alone; nothing where it says nothing."""
        found = dict(self.entry.paper).get(field, "") if self.entry else ""
        return str(found)

    def lacks(self, field: str, says: str, code: str) -> None:
        """Put down what keeps the paper from being made."""
        self.faults.append(Fault(field, says, code))

    def at_entry(self, field: str) -> str:
        """Where a field of the entry is written: in the file, or among the fields given."""
        if self.entry is None or not self.recorded:
            return f"--set {field}"
        return f"events[{self.entry.place}].{field}"

    # People and places

    @cached_property
    def party(self) -> tuple[int, Party] | None:
        """To whom the paper goes: the new owner, the owner, or the first party of the file."""
        new = [e.party for e in self.events if e.name == "ownership_changed" and e.party]
        parties = list(enumerate(self.case.parties))
        for name in reversed(new):
            for found in parties:
                if name in (found[1].id, found[1].name):
                    return found
        for role in OWNERS:
            for found in parties:
                if found[1].role == role:
                    return found
        return parties[0] if parties else None

    @property
    def addressee(self) -> tuple[str, str]:
        """Name and address to which the paper is directed: those that the entry names, else the
        party's. A name that only repeats the party's id is none."""
        party = self.party[1] if self.party else None
        name = "" if party is None or party.name == party.id else party.name
        address = (party.address or "") if party else ""
        return self.said("to") or name, self.said("address") or address

    @property
    def place(self) -> dict[str, str]:
        return dict(self.case.place)

    def where(self) -> str:
        """The place in one line: its address, its parcel, what it is."""
        say, place = self.speech.say, self.place
        parcel = say("texts.parcel", parcel=place["parcel"]) if place.get("parcel") else ""
        parts = (place.get("address", ""), parcel, place.get("description", ""))
        return " · ".join(filter(None, parts))

    @property
    def instrument(self) -> Instrument | None:
        """The instrument that the entry issues, as the ordinance knows it."""
        if self.entry is None or self.entry.instrument is None:
            return None
        return next((i for i in self.law.instruments if i.id == self.entry.instrument), None)

    def violations(self) -> list[Event]:
        """The findings that the paper is about: those it names, or all that last."""
        named = self._billed() or (self.entry.violations if self.entry is not None else None)
        closed = self._ended()
        found: dict[str, Event] = {}
        for event in self.events:
            if event.name == "violation_observed" and event.on <= self.on:
                found[event.violation] = event
        if named:
            return [event for id, event in found.items() if id in named]
        lasting = [event for id, event in found.items() if id not in closed]
        return lasting or list(found.values())

    def _billed(self) -> set[str]:
        """The violations for which a bill is sent: those of the penalty, or of the work."""
        instrument = self.entry.instrument if self.entry is not None else None
        of = {"penalty_notice": ("penalty_assessed",), "cost_notice": ("abated",)}
        names = of.get(instrument or "", ())
        return {e.violation for e in self.events if e.name in names and e.on <= self.on}

    def _ended(self) -> set[str]:
        """The violations that were over before the paper's day, by their last entry."""
        over: set[str] = set()
        for event in self.events:
            if event.name == "violation_observed":
                over.discard(event.violation)
            elif event.name in ("corrected", "abated"):
                over.add(event.violation)
        return over

    # What follows

    def deadlines(self, standing: Standing) -> Iterator[Deadline]:
        """The deadlines of the entry's own paper in a standing, each under its plain id."""
        for found in standing.deadlines:
            if self.entry is not None and found.notice == self.entry.id:
                yield found._replace(id=found.id.partition(":")[0])

    def deadline(self, id: str, standing: Standing | None = None) -> Deadline | None:
        """One deadline by its plain id: that of the entry's paper, else any."""
        whole = standing or self.standing
        own = next((d for d in self.deadlines(whole) if d.id == id), None)
        return own or next((d for d in whole.deadlines if d.id == id), None)

    def action(self, id: str) -> Action | None:
        """A power on the paper's day."""
        return next((a for a in self.standing.actions if a.id == id), None)

    def filing(self, instrument: str) -> str | None:
        """The kind of proceeding that is open against an instrument."""
        return next((p.id for p in self.law.proceedings if instrument in p.papers), None)
