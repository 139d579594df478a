"""Proof of service: a certificate, or a declaration under penalty of perjury, by way of service."""

from __future__ import annotations

from datetime import date

from outfall.law.case import Event
from outfall.papers.sheet import Sheet, lines_to_sign, rows, text
from outfall.papers.subject import Subject


def certificate_of_service(subject: Subject) -> Sheet:
    """Who served which paper on whom, when, where and how."""
    return _proof(subject, sworn=False)


def declaration_of_service(subject: Subject) -> Sheet:
    """The same, declared under penalty of perjury."""
    return _proof(subject, sworn=True)


def _proof(subject: Subject, *, sworn: bool) -> Sheet:
    say, speech, entry = subject.speech.say, subject.speech, subject.entry
    assert entry is not None
    assert entry.method is not None
    sheet = Sheet(say(f"papers.{subject.paper}.title"), say("about.law", source=subject.law.source))
    paper = served_paper(subject)
    server = subject.said("server")
    if not server:
        says = "proof of service needs the name of who served it. Enter it here"
        subject.lacks(subject.at_entry("paper.server"), says, "no-server")
    to = subject.said("to") or (subject.party[1].name if subject.party else "")
    where = subject.said("address") or _usual_address(subject, entry)
    if not to:
        says = "proof of service needs the name of the person served. Enter it here"
        subject.lacks(subject.at_entry("paper.to"), says, "no-person")
    if not where:
        says = "proof of service needs the address. Enter it here"
        subject.lacks(subject.at_entry("paper.address"), says, "no-address")
    if entry.method == "certified_mail" and not subject.said("tracking"):
        says = "certified mail is proved by the carrier's number. Enter it here"
        subject.lacks(subject.at_entry("paper.tracking"), says, "no-tracking")
    if subject.faults:
        return sheet
    lead = "sworn" if sworn else "plain"
    sheet.lead.append(say(f"service.lead_{lead}", server=server))
    sheet.see(say("labels.served_on"), speech.day(entry.on, weekday=True))
    sheet.see(say("labels.method"), speech.name("methods", entry.method))
    name = speech.name("instruments", entry.instrument or "")
    day = speech.day(paper.on) if paper else ""
    act = say(f"service.{entry.method}", name=name, day=day, to=to, where=_in_a_line(where))
    sheet.part(
        "act",
        say("parts.act"),
        text(act),
        rows(
            [
                (say("labels.at_hour"), speech.hour(entry.at) if entry.at else ""),
                (say("labels.tracking"), subject.said("tracking")),
                (say("labels.postmarked"), _day(subject, entry.postmarked_on)),
                (say("labels.received_on"), _day(subject, entry.received_on)),
                (say("labels.case"), subject.case.id),
            ]
        ),
    )
    if sworn:
        words = say("texts.perjury", state=subject.office.state or "____________")
        sheet.part("sworn", say("parts.sworn"), text(words))
    sheet.part("signed", say("parts.signed"), lines_to_sign([server], say("page.day")))
    sheet.signed = False
    sheet.to_party = False
    return sheet


def served_paper(subject: Subject) -> Event | None:
    """The entry that issued the paper which was served."""
    entry = subject.entry
    assert entry is not None
    issued = [
        e
        for e in subject.events
        if e.name == "notice_issued" and e.instrument == entry.instrument and e.on <= entry.on
    ]
    if entry.notice:
        issued = [e for e in issued if e.id == entry.notice] or issued
    return issued[-1] if issued else None


def _usual_address(subject: Subject, entry: Event) -> str:
    if entry.method == "posting":
        return subject.place.get("address", "")
    return (subject.party[1].address or "") if subject.party else ""


def _in_a_line(address: str) -> str:
    return ", ".join(line.strip().rstrip(",") for line in address.splitlines())


def _day(subject: Subject, day: date | None) -> str:
    return subject.speech.day(day) if day is not None else ""
