"""Papers of an appeal, a petition or a protest: its receipt, its hearing, its decision."""

from __future__ import annotations

from datetime import date

from outfall.law.case import Event
from outfall.law.standing import Deadline
from outfall.papers.sheet import Sheet, items, rows, strong, text
from outfall.papers.speech import deadline_name
from outfall.papers.subject import Subject

FILED = {"appeal_filed": "appeal", "petition_filed": "petition", "cost_protested": "protest"}
DECIDED = {
    "appeal_decided": "appeal",
    "petition_decided": "petition",
    "protest_decided": "protest",
}


def appeal_receipt(subject: Subject) -> Sheet:
    """That a filing has come, when, whether in time, and what follows."""
    say, speech, entry = subject.speech.say, subject.speech, subject.entry
    assert entry is not None
    kind = FILED[entry.name]
    sheet = _sheet(subject, kind)
    sheet.see(say("labels.received_on"), speech.day(entry.on, weekday=True))
    hearing = _of_hearing(subject)
    late = any(
        r.event == entry.id and r.id in ("late_filing", "already_decided", "repeated_filing")
        for r in subject.standing.irregularities
    )
    if hearing is not None and not late:
        sheet.see(say("labels.heard_by"), speech.day(hearing.due, weekday=True))
    notice = filed_against(subject)
    sheet.part("filing", say("parts.filing"), rows(matter(subject, notice)))
    if late:
        remark = next(r for r in subject.standing.irregularities if r.event == entry.id)
        last = _last_day(subject, kind)
        words = say("texts.late_filing", day=speech.day(last)) if last else remark.text
        sheet.part("late", say("parts.late"), strong(words), cite=remark.cite)
        return sheet
    body = subject.office.appeals.get("name", "")
    sheet.part(
        "next",
        say("parts.next"),
        text(say("texts.heard_before", body=body) if body else ""),
        text(say("texts.heard_by", day=speech.day(hearing.due)) if hearing else ""),
        items(stayed(subject)),
        cite=hearing.cite if hearing else "",
    )
    return sheet


def stayed(subject: Subject) -> list[str]:
    """What waits while the filing is undecided, as the standing has it."""
    say = subject.speech.say
    waits = []
    for deadline in subject.standing.deadlines:
        if deadline.status == "stayed":
            name = deadline_name(subject.speech, deadline.id)
            waits.append(say("texts.stayed", name=name))
    for action in subject.standing.actions:
        held = any(not s.holds and "proceeding" in _kinds(s) for s in action.because)
        if held and subject.speech.knows(f"powers.{action.id}"):
            waits.append(say("texts.waits", power=say(f"powers.{action.id}")))
    return waits


def _kinds(step: object) -> set[str]:
    """The kinds of condition of a step and of its parts that fail over a filing."""
    because = getattr(step, "because", "")
    found = {"proceeding"} if because in ("pending", "no_proceeding_decided") else set()
    for part in getattr(step, "parts", ()):
        if not part.holds:
            found |= _kinds(part)
    return found


def hearing_notice(subject: Subject) -> Sheet:
    """When and where a matter is heard, before whom, and what the party may do there."""
    say, speech, entry = subject.speech.say, subject.speech, subject.entry
    assert entry is not None
    sheet = _sheet(subject, "")
    if not any(event.name in FILED for event in subject.events):
        says = "nothing was filed that could be heard: record the appeal, petition or protest first"
        subject.lacks("events", says, "nothing-filed")
    if entry.held_on is None:
        subject.lacks(subject.at_entry("held_on"), "a hearing needs its day. Enter it", "no-day")
        return sheet
    if entry.held_at is None:
        says = "a hearing needs its hour: write held_on as YYYY-MM-DDTHH:MM"
        subject.lacks(subject.at_entry("held_on"), says, "no-hour")
    if not entry.where:
        says = "a hearing needs its room and address. Enter them here"
        subject.lacks(subject.at_entry("where"), says, "no-place")
    if subject.faults:
        return sheet
    assert entry.held_at is not None
    day = speech.day(entry.held_on, weekday=True)
    sheet.see(say("labels.hearing"), say("days.at", day=day, hour=speech.hour(entry.held_at)))
    sheet.see(say("labels.where"), entry.where or "")
    sheet.see(say("labels.before"), subject.office.appeals.get("name", ""))
    sheet.part("filing", say("parts.matter"), rows(matter(subject, filed_against(subject))))
    found = subject.violations()
    nature = [event.nature for event in found if event.nature]
    sheet.part("nature", say("parts.nature"), items(nature))
    sheet.part("rights", say("parts.rights"), items(subject.speech.every("texts.rights")))
    return sheet


def decision(subject: Subject) -> Sheet:
    """How a matter was decided, why, and what follows."""
    say, speech, entry = subject.speech.say, subject.speech, subject.entry
    assert entry is not None
    kind = DECIDED[entry.name]
    sheet = _sheet(subject, kind)
    outcome = entry.outcome or "amount"
    words = say(f"outcomes.{outcome}.any", amount=speech.money(entry.amount or 0))
    sheet.see(say("labels.decision"), words)
    follows = _after_decision(subject)
    for deadline in follows:
        label = say(f"deadlines.{deadline.id}.label")
        sheet.see(label, speech.day(deadline.due, weekday=True))
    if not subject.said("findings"):
        says = "a decision needs its reasons. Enter them in paper.findings"
        subject.lacks(subject.at_entry("paper.findings"), says, "no-findings")
    notice = filed_against(subject)
    sheet.part("filing", say("parts.matter"), rows(matter(subject, notice)))
    sheet.part("findings", say("parts.findings"), text(subject.said("findings")))
    rule = next((p for p in subject.law.proceedings if p.id == kind), None)
    final = rule is not None and rule.final
    sheet.part(
        "follows",
        say("parts.follows"),
        text(say(f"outcomes.{outcome}.follows")),
        text(say("texts.by_then")) if follows else None,
        text(say("texts.final")) if final else None,
        cite=rule.cite if rule else "",
    )
    return sheet


def filed_against(subject: Subject) -> Event | None:
    """The paper that a filing is directed against: the one it names, or the last of its kind."""
    entry = subject.entry
    issued = [e for e in subject.events if e.name == "notice_issued" and e.on <= subject.on]
    if entry is not None and entry.notice:
        return next((e for e in issued if e.id == entry.notice), None)
    against = {
        paper
        for rule in subject.law.proceedings
        if entry is None or rule.id in (_kind_of(entry), "") or _kind_of(entry) == ""
        for paper in rule.papers
    }
    found = [e for e in issued if e.instrument in against]
    return found[-1] if found else None


def _kind_of(entry: Event) -> str:
    return FILED.get(entry.name) or DECIDED.get(entry.name) or ""


def matter(subject: Subject, notice: Event | None) -> list[tuple[str, str]]:
    """The case and the paper that a filing is about."""
    say, speech = subject.speech.say, subject.speech
    found = [(say("labels.case"), subject.case.id)]
    if notice is not None:
        name = speech.name("instruments", notice.instrument or "")
        found.append(
            (say("labels.against"), say("texts.paper_of", name=name, day=speech.day(notice.on)))
        )
    found.append((say("labels.address"), subject.place.get("address", "")))
    return found


def _sheet(subject: Subject, kind: str) -> Sheet:
    say = subject.speech.say
    group = f"papers.{subject.paper}"
    title = (
        f"{group}.title_{kind}"
        if kind and subject.speech.knows(f"{group}.title_{kind}")
        else f"{group}.title"
    )
    sheet = Sheet(say(title), say("about.law", source=subject.law.source))
    filing = say(f"filings.{kind}") if kind else ""
    sheet.lead.append(say(f"{group}.lead", town=subject.town, filing=filing))
    return sheet


def _of_hearing(subject: Subject) -> Deadline | None:
    """The last day for the hearing of this very filing."""
    entry = subject.entry
    assert entry is not None
    hearings = (d for d in subject.standing.deadlines if d.id.partition(":")[0] == "hearing")
    return next((d for d in hearings if d.source.event == entry.id), None)


def _last_day(subject: Subject, kind: str) -> date | None:
    rule = next((p for p in subject.law.proceedings if p.id == kind), None)
    if rule is None or rule.deadline is None:
        return None
    found = next(
        (d for d in subject.standing.deadlines if d.id.partition(":")[0] == rule.deadline), None
    )
    return found.due if found else None


def _after_decision(subject: Subject) -> list[Deadline]:
    entry = subject.entry
    assert entry is not None
    return [
        d
        for d in subject.standing.deadlines
        if d.bound == "party" and d.source.event == entry.id and d.status == "open"
        and subject.speech.knows(f"deadlines.{d.id}.label")
    ]  # fmt: skip
