"""What a paper must carry: each element has its words, or keeps the paper from being made.

The ordinance says which elements an instrument needs. Beside them every instrument has an
addressee, a place and what was found: without those a letter is none. What is missing is told all
at once: the element, its paragraph, and the field of the file where it belongs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from outfall.law.ordinance import Instrument
from outfall.law.words import name_of
from outfall.papers.subject import Subject

ALWAYS = ("recipient", "place", "nature")
# Service is not taken away without a way to dispute it before somebody who can put it right:
# Memphis Light, Gas & Water Division v. Craft, 436 U.S. 1 (1978).
ALSO = {"termination_notice": ("dispute",)}


def demanded(instrument: Instrument) -> dict[str, str]:
    """The elements of an instrument with their paragraphs, those of every letter first."""
    found = dict.fromkeys((*ALWAYS, *ALSO.get(instrument.id, ())), instrument.cite)
    return {**found, **dict(instrument.elements)}


def check_elements(subject: Subject) -> None:
    """Put down every element that the entry's paper would lack."""
    instrument = subject.instrument
    if instrument is None or subject.entry is None:
        return
    title = instrument.title
    own = dict(instrument.elements)
    for element, cite in demanded(instrument).items():
        for field, what in CHECKS[element](subject):
            says = f"the {title} can't be made without {what} ({cite}). Enter it here"
            subject.lacks(field, says, f"paper-lacks-{element.replace('_', '-')}")
    if not subject.draft:
        for element, cite in own.items():
            if element not in subject.entry.contents:
                says = (
                    f"by this record the {title} did not carry {name_of(element)} "
                    f"({cite}). List it in contents if it did; else issue a new paper"
                )
                code = f"paper-lacks-{element.replace('_', '-')}"
                subject.lacks(subject.at_entry("contents"), says, code)


def _recipient(subject: Subject) -> Iterator[tuple[str, str]]:
    name, address = subject.addressee
    if subject.party is None:
        if not name or not address:
            yield "parties", "somebody to send it to: a party with role, name and address"
        return
    place = subject.party[0]
    if not name:
        yield f"parties[{place}].name", "the name of the person it is directed to"
    if not address:
        yield f"parties[{place}].address", "the address of the person it is directed to"


def _place(subject: Subject) -> Iterator[tuple[str, str]]:
    if not subject.place.get("address") and not subject.place.get("description"):
        yield "place.address", "the address or a description of the place"


def _nature(subject: Subject) -> Iterator[tuple[str, str]]:
    found = subject.violations()
    if not found:
        yield "events", "a violation_observed with what was found"
    for event in found:
        if not event.nature:
            yield f"events[{event.place}].nature", f"what was found (violation {event.violation})"


def _remedy(subject: Subject) -> Iterator[tuple[str, str]]:
    assert subject.entry is not None
    if not subject.entry.requires and not subject.said("remedy"):
        yield subject.at_entry("requires"), "the measures that it demands"
    if subject.entry.comply_by is None and subject.entry.instrument == "notice_of_violation":
        yield subject.at_entry("comply_by"), "the time schedule: the last day for the measures"


def _penalties(subject: Subject) -> Iterator[tuple[str, str]]:
    if not subject.law.penalties:
        yield "ordinance", "the penalties, of which the ordinance's pack has none"


def _appeal(subject: Subject) -> Iterator[tuple[str, str]]:
    assert subject.entry is not None
    instrument = subject.entry.instrument or ""
    rule = next((p for p in subject.law.proceedings if instrument in p.papers), None)
    if rule is None:
        yield "ordinance", "a way to appeal, of which the ordinance's pack has none"
    elif rule.deadline and subject.deadline(rule.deadline, subject.served) is None:
        yield subject.at_entry("paper.mailed_on"), "the last day of the appeal"
    yield from _where_to_file(subject)


def _where_to_file(subject: Subject) -> Iterator[tuple[str, str]]:
    if not subject.draft and not subject.office.appeals:
        what = "the body with which, and the address at which, an appeal is filed"
        yield "office.appeals of the town's file", what


def _dispute(subject: Subject) -> Iterator[tuple[str, str]]:
    if not subject.draft and not subject.office.appeals:
        what = "how to dispute it: the body that can put it right, and its address"
        yield "office.appeals of the town's file", what


def _nothing(subject: Subject) -> Iterator[tuple[str, str]]:
    return iter(())


CHECKS: dict[str, Callable[[Subject], Iterator[tuple[str, str]]]] = {
    "recipient": _recipient,
    "place": _place,
    "nature": _nature,
    "remedy": _remedy,
    "penalties": _penalties,
    "appeal": _appeal,
    "dispute": _dispute,
    "town_work": _nothing,
    "request": _nothing,
}
