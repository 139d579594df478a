"""The papers that are instruments of the ordinance: warnings, notices, orders."""

from __future__ import annotations

from datetime import timedelta

from outfall.law.case import Event
from outfall.law.ordinance import Instrument
from outfall.law.standing import Deadline
from outfall.papers.elements import check_elements
from outfall.papers.money import cost_parts, penalty_parts
from outfall.papers.sanctions import adopted, sanctions
from outfall.papers.sheet import Block, Sheet, items, rows, strong, text
from outfall.papers.speech import deadline_name
from outfall.papers.subject import Subject

SEEN_MOST = 3
DISPUTES = ("cease_and_desist_order", "suspension_order", "termination_notice")


def instrument_sheet(subject: Subject) -> Sheet:
    """The paper of an instrument; what it lacks is put into the subject's faults."""
    check_elements(subject)
    instrument, entry = subject.instrument, subject.entry
    assert instrument is not None
    assert entry is not None
    say = subject.speech.say
    sheet = Sheet(_title(subject, instrument), say("about.law", source=subject.law.source))
    sheet.lead.append(say(f"papers.{instrument.id}.lead", town=subject.town))
    if subject.faults:
        return sheet
    if subject.speech.knows(f"papers.{instrument.id}.see.value"):
        group = f"papers.{instrument.id}.see"
        sheet.see(say(f"{group}.label"), say(f"{group}.value"))
    due = _due(subject)
    for item in due[:SEEN_MOST]:
        _see(subject, sheet, item)
    if not any(instrument.id in rule.papers for rule in subject.law.proceedings):
        sheet.lead += _counted(subject, due)
    _about(subject, sheet)
    _found(subject, sheet, instrument)
    _demanded(subject, sheet, instrument)
    _ordered(subject, sheet, instrument)
    if instrument.id == "cost_notice":
        cost_parts(subject, sheet)
    if instrument.id == "penalty_notice":
        penalty_parts(subject, sheet)
    _at_stake(subject, sheet, instrument)
    _contest(subject, sheet, instrument)
    sheet.part("further", say("packet.deadlines"), _further(subject, due[SEEN_MOST:]))
    sheet.part("says", say("parts.says"), text(subject.said("says")))
    return sheet


def _title(subject: Subject, instrument: Instrument) -> str:
    """The pack's own title in the language of the pack, else the words' own."""
    if subject.speech.language == "en":
        return instrument.title
    return subject.speech.say(f"papers.{instrument.id}.title")


def _due(subject: Subject) -> list[Deadline]:
    """What the party has to do or may do under this paper, by its last day."""
    found = [d for d in subject.deadlines(subject.served) if d.bound == "party"]
    if subject.entry is not None and subject.entry.instrument == "cost_notice":
        found += [
            d
            for d in subject.served.deadlines
            if d.bound == "party" and d.notice is None and d.id.startswith("cost_")
        ]
    same = {d.due for d in found if d.id == "comply"}
    found = [d for d in found if d.id != "cure" or d.due not in same]
    return sorted(found, key=lambda d: (d.due, d.id))


def _see(subject: Subject, sheet: Sheet, item: Deadline) -> None:
    speech = subject.speech
    known = speech.knows(f"deadlines.{item.id}.label")
    label = (
        speech.say(f"deadlines.{item.id}.label")
        if known
        else speech.say("deadlines.other", name=item.id.replace("_", " "))
    )
    note = (
        speech.say(f"deadlines.{item.id}.note") if speech.knows(f"deadlines.{item.id}.note") else ""
    )
    sheet.see(label, speech.day(item.due, weekday=True), note)


def _further(subject: Subject, due: list[Deadline]) -> Block:
    """The last days for which the box has no room."""
    speech = subject.speech
    return rows(
        [(deadline_name(speech, item.id), speech.day(item.due, weekday=True)) for item in due]
    )


def _counted(subject: Subject, due: list[Deadline]) -> list[str]:
    """That the days run from service, where the last days would move with it."""
    later = subject.served_on(subject.mailed_on + timedelta(days=28))
    moved = {d.id: d.due for d in subject.deadlines(later)}
    if all(moved.get(item.id, item.due) == item.due for item in due):
        return []
    return [_from_service(subject)]


def _from_service(subject: Subject) -> str:
    speech = subject.speech
    how = speech.name("methods_out", subject.said("by"))
    key = "contest.counted" if how else "contest.counted_plain"
    return speech.say(key, mailed=speech.day(subject.mailed_on), how=how)


def _about(subject: Subject, sheet: Sheet) -> None:
    cites = dict(subject.instrument.elements) if subject.instrument else {}
    place = subject.speech.say("parts.place")
    sheet.part("place", place, text(subject.where()), cite=cites.get("place", ""))


def finding(subject: Subject, event: Event) -> str:
    """What was found, and when."""
    day = subject.speech.day(event.discovered_on or event.on)
    return subject.speech.say("findings.found", day=day, nature=event.nature or "")


def _found(subject: Subject, sheet: Sheet, instrument: Instrument) -> None:
    say = subject.speech.say
    found = subject.violations()
    lines = [finding(subject, event) for event in found]
    danger = any(event.danger for event in found)
    sheet.part(
        "nature",
        say("parts.nature"),
        items(lines) if len(lines) > 1 else text("".join(lines)),
        strong(say("findings.danger")) if danger else None,
        cite=dict(instrument.elements).get("nature", ""),
    )


def _demanded(subject: Subject, sheet: Sheet, instrument: Instrument) -> None:
    """The measures and their time, or the request of a warning."""
    say, speech, entry = subject.speech.say, subject.speech, subject.entry
    assert entry is not None
    cites = dict(instrument.elements)
    if "request" in cites:
        sheet.part(
            "request", say("parts.request"), text(say("texts.request")), cite=cites["request"]
        )
    measures = list(entry.requires)
    until = entry.comply_by
    limit = next((d for d in _due(subject) if d.id in ("danger_repair", "reasonable_notice")), None)
    last = until or (limit.due if limit else None)
    when = say("texts.comply_by", day=speech.day(last, weekday=True)) if last else ""
    sheet.part(
        "remedy",
        say("parts.remedy"),
        text(subject.said("remedy")),
        items(measures),
        text(when),
        cite=cites.get("remedy", limit.cite if limit else ""),
    )


def _ordered(subject: Subject, sheet: Sheet, instrument: Instrument) -> None:
    """What the paper orders from its receipt on."""
    say = subject.speech.say
    for rule in subject.law.orders:
        if not any(a.of == instrument.id for a in rule.starts):
            continue
        key = f"orders.{rule.id}.text"
        scope = f"orders.{rule.id}.{adopted(subject, rule.scope)}" if rule.scope else ""
        sheet.part(
            rule.id,
            say(f"orders.{rule.id}.heading"),
            strong(say(key)) if subject.speech.knows(key) else None,
            text(say(scope)) if scope and subject.speech.knows(scope) else None,
            cite=rule.cite,
        )
    key = f"papers.{instrument.id}.orders"
    if subject.speech.knows(key):
        own = f"papers.{instrument.id}.orders_heading"
        heading = say(own if subject.speech.knows(own) else "parts.orders")
        sheet.part("orders", heading, text(say(key)), cite=instrument.cite)


def _at_stake(subject: Subject, sheet: Sheet, instrument: Instrument) -> None:
    """What the party risks: the penalties, and the town's work at its expense."""
    say, cites = subject.speech.say, dict(instrument.elements)
    if "penalties" in cites:
        found = list(sanctions(subject))
        blocks: list[Block] = [block for block, _ in found]
        sheet.part("penalties", say("parts.penalties"), *blocks, cite=cites["penalties"])
    if "town_work" in cites:
        sheet.part(
            "town_work",
            say("parts.town_work"),
            text(say("texts.town_work")),
            cite=cites["town_work"],
        )
    key = f"papers.{instrument.id}.otherwise"
    if subject.speech.knows(key):
        sheet.part("otherwise", say("parts.otherwise"), text(say(key)), cite=instrument.cite)


def _contest(subject: Subject, sheet: Sheet, instrument: Instrument) -> None:
    """How to dispute the paper: with whom, until when, and what to write."""
    say, speech = subject.speech.say, subject.speech
    rule = next((p for p in subject.law.proceedings if instrument.id in p.papers), None)
    if rule is None:
        if instrument.id in DISPUTES:
            sheet.part("dispute", say("parts.dispute"), text(say("texts.dispute")), _where(subject))
        return
    due = subject.deadline(rule.deadline, subject.served) if rule.deadline else None
    blocks = [text(say(f"contest.{rule.id}.right"))]
    if due is not None:
        day = speech.day(due.due, weekday=True)
        blocks.append(strong(say(f"contest.{rule.id}.last_day", day=day)))
        blocks.append(text(_from_service(subject)))
    else:
        blocks.append(text(say(f"contest.{rule.id}.no_time")))
    cite = dict(instrument.elements).get("appeal", rule.cite)
    sheet.part(rule.id, say(f"parts.{rule.id}"), *blocks, _where(subject), cite=cite)


def _where(subject: Subject) -> Block:
    """With whom and where a filing is made, as the town's file says."""
    say, body, office = subject.speech.say, subject.office.appeals, subject.office
    if not body:
        if not office.address:
            return text(say("contest.with_us"))
        return text(say("contest.with_office", body=office.department or office.town))
    return rows(
        [
            (say("labels.file_with"), body["name"]),
            (say("labels.at"), body["address"]),
            (say("labels.how"), body.get("how", "")),
            (say("labels.phone"), body.get("phone", "")),
            (say("labels.email"), body.get("email", "")),
        ]
    )
