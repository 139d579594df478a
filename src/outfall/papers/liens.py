"""Papers for the register and the roll: the claim of a lien, its release, amounts for the taxes."""

from __future__ import annotations

from outfall.law.case import Event
from outfall.papers.money import account_parts, bill_sheet, share_parts
from outfall.papers.sheet import Sheet, rows, table, text
from outfall.papers.subject import Subject


def lien_claim(subject: Subject) -> Sheet:
    """The claim that is put on record against the property."""
    say, speech = subject.speech.say, subject.speech
    sheet = bill_sheet(subject)
    account = subject.standing.account
    _property(subject, sheet)
    if account.owed <= 0:
        subject.lacks("events", "nothing is owed on this day: there is no lien to claim", "no-debt")
        return sheet
    sheet.see(say("labels.claimed"), speech.money(account.owed))
    if account.per_diem:
        sheet.see(say("labels.per_diem"), speech.money(account.per_diem))
    account_parts(subject, sheet, account)
    action = subject.action("record_lien")
    basis = say("texts.lien_basis", law=subject.law.source, cite=action.cite if action else "")
    sheet.part("basis", say("parts.basis"), text(basis), rows(_recorded(subject)))
    sheet.part("sworn", say("parts.sworn"), text(say("texts.notary", **_venue(subject))))
    sheet.to_party = False
    return sheet


def lien_release(subject: Subject) -> Sheet:
    """The release of a lien that was put on record."""
    say, speech = subject.speech.say, subject.speech
    sheet = bill_sheet(subject)
    lien = _last(subject, "lien_recorded")
    _property(subject, sheet)
    if lien is None:
        subject.lacks("events", "no lien is on record: there is none to release", "no-lien")
        return sheet
    sheet.see(say("labels.lien_of"), speech.day(lien.on))
    account = subject.standing.account
    number = dict(lien.paper).get("recorded")
    sheet.part(
        "release",
        say("parts.release"),
        text(say("texts.released", day=speech.day(lien.on))),
        rows([(say("labels.recorded"), str(number or "")), *_recorded(subject)]),
        text(say("texts.paid_in_full") if account.owed <= 0 else ""),
    )
    sheet.part("sworn", say("parts.sworn"), text(say("texts.notary", **_venue(subject))))
    sheet.to_party = False
    return sheet


def tax_roll(subject: Subject) -> Sheet:
    """The amounts to be put on the tax roll, a line to each parcel or share."""
    say, speech = subject.speech.say, subject.speech
    sheet = bill_sheet(subject, county=subject.office.county)
    account = subject.standing.account
    _property(subject, sheet)
    if account.owed <= 0:
        subject.lacks("events", "nothing is owed on this day: there is none to certify", "no-debt")
        return sheet
    sheet.see(say("labels.certified"), speech.money(account.owed))
    party = subject.party[1].name if subject.party else ""
    parcel = subject.place.get("parcel", "")
    line = [parcel, party, subject.place.get("address", ""), speech.money(account.owed)]
    heads = [say(f"labels.{name}") for name in ("parcel", "owner", "address", "amount")]
    sheet.part("roll", say("parts.roll"), table(heads, [line], [3], wide=1))
    account_parts(subject, sheet, account)
    share_parts(subject, sheet, account)
    sheet.to_party = False
    return sheet


def _property(subject: Subject, sheet: Sheet) -> None:
    say, place = subject.speech.say, subject.place
    party = subject.party[1] if subject.party else None
    if not place.get("parcel"):
        subject.lacks(
            "place.parcel", "the property has no parcel number. Enter it here", "no-parcel"
        )
    if party is None or party.name == party.id:
        subject.lacks("parties", "the property has no owner with a name. Enter one", "no-owner")
    sheet.part(
        "property",
        say("parts.property"),
        rows(
            [
                (say("labels.parcel"), place.get("parcel", "")),
                (say("labels.address"), place.get("address", "")),
                (say("labels.owner"), party.name if party else ""),
                (say("labels.county"), subject.office.county),
            ]
        ),
    )


def _recorded(subject: Subject) -> list[tuple[str, str]]:
    return [(subject.speech.say("labels.recorded_now"), subject.said("recorded"))]


def _venue(subject: Subject) -> dict[str, str]:
    return {
        "county": subject.office.county or "____________",
        "state": subject.office.state or "____________",
    }


def _last(subject: Subject, name: str) -> Event | None:
    found = [e for e in subject.events if e.name == name and e.on <= subject.on]
    return found[-1] if found else None
