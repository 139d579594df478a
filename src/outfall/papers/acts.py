"""Papers of the town's other acts: confirmation, acceptance, extension, compensation, charge."""

from __future__ import annotations

from dataclasses import replace

from outfall.law.assess import assess
from outfall.law.case import Event
from outfall.law.explain import explain
from outfall.law.standing import Count, Standing
from outfall.papers.money import signers
from outfall.papers.sanctions import sanctions
from outfall.papers.sheet import (
    Block,
    Sheet,
    day_list,
    items,
    lines_to_sign,
    rows,
    strong,
    table,
    text,
)
from outfall.papers.speech import deadline_name
from outfall.papers.subject import Subject


def compliance_confirmation(subject: Subject) -> Sheet:
    """That the activity complies: the paper that ends a stop-work order."""
    say, speech = subject.speech.say, subject.speech
    sheet = _sheet(subject)
    sheet.see(say("labels.complies_since"), speech.day(subject.on, weekday=True))
    _matter(subject, sheet)
    before = _before(subject)
    ended = [
        order
        for order in before.orders
        if order.in_force
        and not any(o.id == order.id and o.in_force for o in subject.standing.orders)
    ]
    for order in ended:
        words = say(f"orders.{order.id}.ended", since=speech.day(order.since))
        sheet.part(
            order.id, say(f"orders.{order.id}.heading_ended"), strong(words), cite=order.cite
        )
    held = [h for h in subject.standing.holds if h.in_force]
    if held:
        sheet.part(
            "holds",
            say("parts.holds"),
            items(say(f"holds.{h.id}.still", since=speech.day(h.since)) for h in held),
            cite=held[0].cite,
        )
    return sheet


def practices_acceptance(subject: Subject) -> Sheet:
    """That corrected practices are accepted: the paper that releases a hold at the counter."""
    say, speech = subject.speech.say, subject.speech
    sheet = _sheet(subject)
    sheet.see(say("labels.accepted_on"), speech.day(subject.on, weekday=True))
    _matter(subject, sheet)
    released = [h for h in subject.standing.holds if not h.in_force]
    still = [h for h in subject.standing.holds if h.in_force]
    lines = [say(f"holds.{h.id}.released", since=speech.day(h.since)) for h in released]
    lines += [say(f"holds.{h.id}.still", since=speech.day(h.since)) for h in still]
    cite = subject.standing.holds[0].cite if subject.standing.holds else ""
    sheet.part("holds", say("parts.holds"), *map(strong, lines), cite=cite)
    return sheet


def extension(subject: Subject) -> Sheet:
    """A deadline moved in writing: the day that was, and the day that is."""
    say, speech, entry = subject.speech.say, subject.speech, subject.entry
    assert entry is not None
    sheet = _sheet(subject)
    id = (entry.deadline or "").partition(":")[0]
    found = next((d for d in subject.standing.deadlines if d.id == entry.deadline), None)
    if found is None or entry.until is None:
        says = (
            f"the deadline {entry.deadline} does not run on this day: there is nothing to extend. "
            "Name one of the standing's deadlines"
        )
        subject.lacks(subject.at_entry("deadline"), says, "no-such-deadline")
        return sheet
    name = deadline_name(speech, id)
    sheet.see(say("labels.new_day"), speech.day(found.due, weekday=True), name)
    before = found.extended_from or found.source.due
    sheet.part(
        "extension",
        say("parts.extension"),
        rows(
            [
                (say("labels.for_what"), name),
                (say("labels.day_before"), speech.day(before, weekday=True)),
                (say("labels.new_day"), speech.day(found.due, weekday=True)),
                (say("labels.why"), entry.why or ""),
            ]
        ),
        text(say("texts.no_longer") if entry.until <= before else ""),
        text(say("texts.else_unchanged")),
        cite=found.cite,
    )
    _matter(subject, sheet)
    return sheet


def compensation_agreement(subject: Subject) -> Sheet:
    """Work that a party does instead of enforcement, and what both promise."""
    say, entry = subject.speech.say, subject.entry
    assert entry is not None
    sheet = _sheet(subject)
    if not entry.what:
        says = "the agreement needs the work that is to be done. Enter it here"
        subject.lacks(subject.at_entry("what"), says, "no-work")
    if not subject.said("terms"):
        says = "the agreement needs its terms: how much, where, by when, who checks it"
        subject.lacks(subject.at_entry("paper.terms"), says, "no-terms")
    action = subject.action("impose_compensatory_action")
    cite = action.cite if action else ""
    sheet.see(say("labels.work"), entry.what or "")
    _matter(subject, sheet)
    sheet.part("terms", say("parts.terms"), text(subject.said("terms")), cite=cite)
    promises = subject.speech.every("texts.compensation")
    sheet.part("promises", say("parts.promises"), items(promises), cite=cite)
    sheet.part("agreed", say("parts.agreed"), lines_to_sign(signers(subject), say("page.day")))
    return sheet


def criminal_facts(subject: Subject) -> Sheet:
    """The facts that a prosecutor needs: each offense with its dates, and what it can cost."""
    say, speech = subject.speech.say, subject.speech
    sheet = _sheet(subject)
    exposure = subject.standing.criminal
    if not exposure.units:
        says = "no offense is counted on this day: there are no facts to charge"
        subject.lacks("events", says, "no-offense")
        return sheet
    sheet.see(say("labels.offenses"), str(exposure.units))
    if exposure.max is not None:
        money = say(
            "sanctions.between", low=speech.money(exposure.min), high=speech.money(exposure.max)
        )
        fixed = say("sanctions.fixed", amount=speech.money(exposure.max))
        sheet.see(say("labels.could_be"), fixed if exposure.min == exposure.max else money)
    if exposure.jail_days:
        sheet.see(say("labels.jail"), say("units.day.more", n=exposure.jail_days))
    _matter(subject, sheet)
    sheet.part("counts", say("parts.counts"), _counts(subject), cite=exposure.cite or "")
    told = explain(subject.law, subject.case, "exposure.criminal", subject.on).days
    listed = [speech.day(line.day) for line in told if line.number is not None]
    sheet.part("days", say("parts.days_counted"), day_list(listed), cite=exposure.cite or "")
    _earlier(subject, sheet)
    found = [block for block, cite in sanctions(subject) if cite == exposure.cite]
    sheet.part(
        "penalties", say("parts.penalties"), *found, text(exposure.says), cite=exposure.cite or ""
    )
    sheet.to_party = False
    return sheet


def _counts(subject: Subject) -> Block:
    say, speech = subject.speech.say, subject.speech
    exposure = subject.standing.criminal
    nature = {e.violation: e for e in subject.events if e.name == "violation_observed"}
    lines = [
        (
            str(n),
            _named(nature, count),
            speech.day(count.spans[0].first) if count.spans else "",
            speech.day(count.spans[-1].last) if count.spans else "",
            str(count.units),
            "" if count.max is None else speech.money(count.max),
        )
        for n, count in enumerate(exposure.counts, 1)
    ]
    names = ("number", "violation", "first_day", "last_day", "offenses", "most")
    return table([say(f"labels.{n}") for n in names], lines, [0, 4, 5], wide=1)


def _named(nature: dict[str, Event], count: Count) -> str:
    event = nature.get(count.violation)
    return (event.nature if event else None) or count.violation


def _earlier(subject: Subject, sheet: Sheet) -> None:
    say, speech = subject.speech.say, subject.speech
    lines = [
        (
            speech.day(p.offense_on),
            speech.day(p.convicted_on) if p.convicted_on else say("texts.not_convicted"),
        )
        for p in subject.case.history
    ]
    heads = [say("labels.offense_on"), say("labels.convicted_on")]
    sheet.part("earlier", say("parts.earlier"), table(heads, lines, []))


def _sheet(subject: Subject) -> Sheet:
    say = subject.speech.say
    sheet = Sheet(say(f"papers.{subject.paper}.title"), say("about.law", source=subject.law.source))
    sheet.lead.append(say(f"papers.{subject.paper}.lead", town=subject.town))
    return sheet


def _matter(subject: Subject, sheet: Sheet) -> None:
    """The place and what was found there."""
    say = subject.speech.say
    sheet.part("place", say("parts.place"), text(subject.where()))
    found = [event.nature for event in subject.violations() if event.nature]
    sheet.part(
        "nature", say("parts.nature"), items(found) if len(found) > 1 else text("".join(found))
    )


def _before(subject: Subject) -> Standing:
    """The standing without the entry itself: what was in force just before it."""
    assert subject.entry is not None
    events = tuple(e for e in subject.case.events if e.id != subject.entry.id)
    return assess(subject.law, replace(subject.case, events=events), subject.on)
