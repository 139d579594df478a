"""From a case to a paper: find the entry, see that it may be made, fill the sheet, set the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from outfall.files.case_file import read_event
from outfall.files.nodes import shown
from outfall.files.office import Office
from outfall.files.shapes import Faults, near
from outfall.law.case import Case, Event
from outfall.law.data import data as standing_data
from outfall.law.days import counted
from outfall.law.faults import Fault, Refused
from outfall.law.ordinance import Ordinance
from outfall.law.words import name_of, reason
from outfall.papers.catalog import PAPERS, Paper
from outfall.papers.record import FORMAT, canonical, case_data, digest
from outfall.papers.sheet import Sheet
from outfall.papers.speech import speech
from outfall.papers.subject import Subject
from outfall.papers.unseen import hidden, unseen

MANY = ("requires", "violations", "contents")
NOT_ON_RECORD = ". No such entry is on record: give its fields with --set, or record it first"


@dataclass(frozen=True, slots=True)
class Order:
    """What is asked for: a paper, of which entry, on which day, in which language.

    ``entered`` are fields of an entry that is not on record yet, each name with its values: they
    make a draft.
    """

    paper: str
    on: date
    language: str = "en"
    entry: str | None = None
    entered: Mapping[str, Sequence[str]] | None = None
    draft: bool = False


@dataclass(frozen=True, slots=True)
class Ready:
    """A paper with everything that stands on it; ``data`` is what a template sets."""

    paper: str
    data: dict[str, Any]
    record: bytes
    digest: str
    draft: bool
    subject: Subject
    sheet: Sheet


def prepare(
    order: Order, case: Case, law: Ordinance, office: Office, folder: Path | None = None
) -> Ready:
    """The paper that an order asks for, whole.

    Raises ``Refused`` with everything that keeps it from being made.
    """
    paper = _known(order.paper, law)
    _fitting(paper, order)
    if hidden := tuple(unseen(case)):
        raise Refused(hidden)
    words = speech(order.language, folder).of(office.town or law.title)
    entry = None if order.entered else _entry(paper, order, case)
    recorded = entry is not None or not paper.events
    if entry is None and paper.events:
        entry = _drafted(paper, order, case, law)
    draft = order.draft or not office.address or not recorded
    whole = _until(case, entry, order.on)
    on = entry.on if entry is not None else order.on
    subject = Subject(paper.id, law, whole, on, entry, office, words, draft, recorded)
    if not _known_power(subject, paper):
        says = f"{law.title} gives no power to {name_of(paper.powers[0])}"
        subject.lacks("paper", says, "no-such-power")
    _mailed_in_time(subject)
    try:
        if not subject.faults and (entry is None or not recorded):
            _permitted(subject, paper)
        if subject.faults:
            raise Refused(tuple(subject.faults))
        sheet = paper.build(subject)
        if subject.faults:
            raise Refused(tuple(subject.faults))
        return _ready(subject, sheet)
    except Refused as refused:
        if recorded or entry is None:
            raise
        raise Refused(tuple(_as_set(f, entry.place) for f in refused.faults)) from None


def _known(id: str, law: Ordinance) -> Paper:
    paper = PAPERS.get(id.replace("-", "_"))
    if paper is None:
        hint = near(id.replace("-", "_"), list(PAPERS)).capitalize()
        says = f"there is no paper {shown(id)}. {hint}`outfall notice CASE --list` lists them"
        raise Refused((Fault("paper", says, "unknown-paper"),))
    if paper.instrument and paper.instrument not in {i.id for i in law.instruments}:
        own = ", ".join(i.id for i in law.instruments) or "none"
        says = f"{law.title} knows no {name_of(paper.instrument)}. Its instruments: {own}"
        raise Refused((Fault("paper", says, "no-such-instrument"),))
    return paper


def _fitting(paper: Paper, order: Order) -> None:
    """An entry is named or its fields are given, and only for a paper that is made of one."""
    given = [("--entry", order.entry), ("--set", order.entered)]
    asked = [option for option, value in given if value]
    if asked and not paper.events:
        says = f"this paper is made of the standing of a day. Leave {asked[0]} out"
        raise Refused((Fault(asked[0], says, "no-entry-needed"),))
    if len(asked) > 1:
        says = "--set gives an entry that is not on record, --entry names one that is. Use one"
        raise Refused((Fault("--entry", says, "entry-or-fields"),))


def _entry(paper: Paper, order: Order, case: Case) -> Event | None:
    """The entry of which the paper is made: the one named, or the last of its kind by the day."""
    valid = counted(case)
    found = [
        e
        for e in valid
        if e.name in paper.events and (paper.instrument is None or e.instrument == paper.instrument)
    ]
    if order.entry is None:
        found = [e for e in found if e.on <= order.on]
        return found[-1] if found else None
    named = [e for e in found if e.id == order.entry]
    if named:
        return named[0]
    void = order.entry in {e.id for e in case.events} - {e.id for e in valid}
    if void and any(e.entry == order.entry for e in case.events):
        says = f"{order.entry} was voided: no paper is made of it"
    else:
        kinds = " or ".join(paper.events)
        of = f"{kinds} of a {name_of(paper.instrument)}" if paper.instrument else kinds
        fitting = ", ".join(e.id for e in found) or "none is on record"
        says = f"{shown(order.entry)} is no entry for this paper, which is made of {of}: {fitting}"
    raise Refused((Fault("--entry", says, "no-such-entry"),))


def _drafted(paper: Paper, order: Order, case: Case, law: Ordinance) -> Event:
    """An entry that is not on record yet, from the fields that were given for it."""
    item: dict[str, Any] = {"date": order.on.isoformat(), "event": paper.events[0]}
    if paper.instrument:
        item["instrument"] = paper.instrument
        known = next(i for i in law.instruments if i.id == paper.instrument)
        item["contents"] = [element for element, _ in known.elements]
    faults: Faults = list(_given(order.entered or {}, item))
    if item["event"] not in paper.events:
        kinds = " or ".join(paper.events)
        says = f"this paper is made of {kinds}, not of {shown(item['event'])}"
        faults.append(Fault("--set event", says, "no-such-entry"))
    if faults:
        raise Refused(tuple(faults))
    place = len(case.events)
    event = read_event(item, place, faults)
    if event is None:
        told = (_as_set(fault, place) for fault in faults)
        raise Refused(
            tuple(
                replace(f, says=f.says + NOT_ON_RECORD) if f.code == "missing-field" else f
                for f in told
            )
        )
    return replace(event, id="draft")


def _given(entered: Mapping[str, Sequence[str]], item: dict[str, Any]) -> Iterator[Fault]:
    """Put the fields that were given into an entry, each where it belongs."""
    for name, values in entered.items():
        group, _, field = name.partition(".")
        inside = group == "paper" and field != ""
        many = name in MANY
        if name in ("id", "paper", "photos"):
            says = (
                "this can't be given with --set. Record the entry first, or give its other fields"
            )
            yield Fault(f"--set {name}", says, "not-for-a-draft")
        elif len(values) > 1 and not many:
            says = f"this is given {len(values)} times. Give it once"
            yield Fault(f"--set {shown(name)}", says, "given-twice")
        elif found := next(filter(None, map(hidden, values)), ""):
            says = f"this holds {found}, which is invisible and changes what is read. Take it out"
            yield Fault(f"--set {shown(name)}", says, "unseen-character")
        elif inside:
            item.setdefault("paper", {})[field] = values[0]
        else:
            item[name] = list(values) if many else values[0]


def _as_set(fault: Fault, place: int) -> Fault:
    """A fault of an entry that is not on record, at the field as it was given."""
    own = f"events[{place}]."
    if not fault.where.startswith(own):
        return fault
    return Fault(f"--set {shown(fault.where.removeprefix(own))}", fault.says, fault.code)


def _until(case: Case, entry: Event | None, on: date) -> Case:
    """The case up to the entry: a paper never knows what came after it."""
    if entry is None:
        return replace(case, events=tuple(e for e in case.events if e.on <= on))
    before = tuple(
        e for e in case.events if e.on < entry.on or (e.on == entry.on and e.place <= entry.place)
    )
    return replace(case, events=before if entry in case.events else (*before, entry))


def _known_power(subject: Subject, paper: Paper) -> bool:
    known = {action.id for action in subject.law.actions}
    return paper.free or not paper.powers or any(power in known for power in paper.powers)


def _mailed_in_time(subject: Subject) -> None:
    """A paper goes out on its day or later: an earlier day is a slip, and is not passed over."""
    mailed = dict(subject.entry.paper).get("mailed_on") if subject.entry else None
    if isinstance(mailed, date) and mailed < subject.on:
        says = (
            f"{mailed} is before the paper's own day ({subject.on}). Give that day or a later one"
        )
        subject.lacks(subject.at_entry("paper.mailed_on"), says, "mailed-before-day")


def _permitted(subject: Subject, paper: Paper) -> None:
    """A draft of what the law does not permit is refused, with the reason."""
    entry = subject.entry
    before = replace(subject.case, events=tuple(e for e in subject.case.events if e is not entry))
    known = {a.id for a in subject.law.actions}
    powers = [power for power in paper.powers if power in known]
    if not powers:
        return
    looked = replace(subject, case=before, entry=None, faults=[])
    found = [looked.action(power) for power in powers]
    if any(action is not None and action.permitted for action in found):
        return
    action = found[0]
    assert action is not None
    step = next((s for s in action.because if not s.holds), None)
    why = reason(step) if step else "nothing calls for it"
    opens = f". It opens on {action.not_before}" if action.not_before else ""
    cite = (step.cite if step else "") or action.cite
    says = f"{name_of(powers[0])} is not permitted on {subject.on}: {why} ({cite}){opens}"
    subject.lacks("paper", says[:1].upper() + says[1:], "not-permitted")


def _ready(subject: Subject, sheet: Sheet) -> Ready:
    law, words = subject.law, subject.speech
    head = {
        "format": FORMAT,
        "paper": subject.paper,
        "language": words.language,
        "draft": subject.draft,
        "on": subject.on.isoformat(),
        "ordinance": {"id": law.id, "version": law.version, "digest": law.digest},
        "entry": subject.entry.id if subject.entry else None,
        "town": _town(subject),
        "to": _addressee(subject) if sheet.to_party else None,
        "sheet": sheet.data(),
        "case": case_data(subject.case),
        "standing": standing_data(subject.standing),
    }
    record = canonical(head)
    mark = digest(record)
    view = {
        name: head[name]
        for name in ("paper", "language", "draft", "on", "ordinance", "town", "to", "sheet")
    }
    view |= {"digest": mark, "case": subject.case.id, "day": words.day(subject.on)}
    view["words"] = words.get("page")
    view["mailed"] = _mailed(subject) if sheet.to_party and subject.entry is not None else ""
    view["cover"] = _cover(subject, sheet)
    return Ready(subject.paper, view, record, mark, subject.draft, subject, sheet)


def town_of(office: Office, law: Ordinance) -> dict[str, Any]:
    """Who writes, as a template shows it."""
    return {
        "name": office.town or law.title,
        "department": office.department,
        "address": office.address.splitlines(),
        "contact": [v for k, v in office.contact.items() if k != "hours"],
        "hours": office.contact.get("hours", ""),
        "signer": office.signer,
        "signer_title": office.signer_title,
        "seal": Path(office.seal).name if office.seal else "",
    }


def _town(subject: Subject) -> dict[str, Any]:
    """The same, with the signer that the entry names."""
    found = town_of(subject.office, subject.law)
    if subject.said("signer"):
        own = {"signer": subject.said("signer"), "signer_title": subject.said("signer_title")}
        found |= own
    return found


def _addressee(subject: Subject) -> dict[str, Any] | None:
    name, address = subject.addressee
    return {"name": name, "address": address.splitlines()} if name else None


def _mailed(subject: Subject) -> str:
    words, how = subject.speech, subject.said("by")
    day = words.day(subject.mailed_on)
    if not how:
        return words.say("page.mailed_plain", day=day)
    return words.say("page.mailed", day=day, how=words.name("methods_out", how))


def _cover(subject: Subject, sheet: Sheet) -> dict[str, Any] | None:
    """The page in plain language: what this is, what to do, until when, and who helps."""
    if not subject.office.cover or not sheet.to_party or not sheet.key:
        return None
    say = subject.speech.say
    key = f"papers.{subject.paper}.plain"
    return {
        "title": say("cover.title"),
        "about": say(key) if subject.speech.knows(key) else sheet.lead[0] if sheet.lead else "",
        "key": sheet.key,
        "help": say("cover.help", department=subject.office.department or subject.office.town),
        "contact": list(subject.office.contact.values()),
        "legal": say("cover.legal"),
    }
