"""What a hearing packet says itself: where the case stands, its money, its law, its entries."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from outfall.law.case import Case, Event
from outfall.law.explain import explain
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Hold, InterestSpan, Order, Standing
from outfall.papers.ledger_rows import cells, ledger_rows, what_of
from outfall.papers.sheet import Block, Sheet, day_list, items, rows, table, text
from outfall.papers.speech import Speech, deadline_name
from outfall.papers.tables import Row

LEDGER_SHOWN = ("Day", "Kind", "Charge", "Reduction", "Payment", "Owed", "Entry")


def packet_sheet(case: Case, law: Ordinance, standing: Standing, words: Speech) -> Sheet:
    """The three figures, the matter, where it stands, its money and the law that is applied."""
    say, money = words.say, words.money
    sheet = Sheet(say("packet.title"), law.source, signed=False, to_party=False)
    civil, criminal = standing.civil, standing.criminal
    most = max((m for m in (civil.max, criminal.max) if m is not None), default=0)
    sheet.see(say("labels.could_be_most"), money(most))
    sheet.see(say("labels.assessed"), money(standing.assessed))
    sheet.see(say("labels.owed"), money(standing.account.owed))
    place = dict(case.place)
    people = [
        (words.name("roles", p.role), ", ".join(filter(None, (p.name, p.address or ""))))
        for p in case.parties
    ]
    sheet.part(
        "matter",
        say("parts.matter"),
        rows(
            [
                (say("labels.case"), case.id),
                (say("labels.address"), place.get("address", "")),
                (say("labels.parcel"), place.get("parcel", "")),
                (say("labels.description"), place.get("description", "")),
                *people,
            ]
        ),
    )
    _stands(sheet, standing, words)
    _ledger(sheet, case, law, standing, words)
    _days(sheet, case, law, standing, words)
    sheet.part("law", say("packet.law"), *_paragraphs(law, words))
    return sheet


def _stands(sheet: Sheet, standing: Standing, words: Speech) -> None:
    say = words.say
    lines = [
        (
            deadline_name(words, d.id),
            words.day(d.due),
            words.name("deadline_statuses", d.status),
            d.cite,
        )
        for d in standing.deadlines
    ]
    heads = [say(f"labels.{n}") for n in ("deadline", "last_day", "status", "cite")]
    sheet.part("deadlines", say("packet.deadlines"), table(heads, lines, [], wide=0))
    found: list[Order | Hold] = [*standing.orders, *standing.holds]
    force = [
        say("packet_texts.in_force", name=words.name("order_names", o.id), day=words.day(o.since))
        for o in found
        if o.in_force
    ]
    sheet.part("orders", say("packet.orders"), items(force))
    remarks = [f"{r.text} ({r.cite})" if r.cite else r.text for r in standing.irregularities]
    sheet.part("irregular", say("packet.irregular"), items(remarks))


def _ledger(sheet: Sheet, case: Case, law: Ordinance, standing: Standing, words: Speech) -> None:
    spans = iter(standing.account.spans)
    lines = [_told(row, words, spans) for row in ledger_rows(case, law, standing)]
    heads = [words.name("ledger", name) for name in LEDGER_SHOWN]
    found = table(heads, lines, [2, 3, 4, 5], wide=1) if lines else None
    sheet.part("ledger", words.say("packet.ledger"), found)


def _told(row: Row, words: Speech, spans: Iterator[InterestSpan]) -> list[str]:
    """A row of the ledger for print: what it is in one cell, then its figures and its entry."""
    cell = cells(row)
    figures = [cell[name] for name in LEDGER_SHOWN[2:6]]
    day = cell["Day"]
    return [
        words.day(day) if isinstance(day, date) else "",
        _bore(next(spans), words) if cell["Kind"] == "interest" else what_of(row, words),
        *(words.money(cents) if isinstance(cents, int) else "" for cents in figures),
        str(cell["Entry"] or ""),
    ]


def _bore(span: InterestSpan, words: Speech) -> str:
    """A stretch of days that bore interest."""
    return words.say(
        "packet_texts.bore",
        first=words.day(span.first),
        last=words.day(span.last),
        days=span.days,
        rate=f"{span.rate.normalize():f}",
        principal=words.money(span.principal),
    )


def _days(sheet: Sheet, case: Case, law: Ordinance, standing: Standing, words: Speech) -> None:
    """The list of every day, week or offense behind the two exposures."""
    for track, exposure in (("civil", standing.civil), ("criminal", standing.criminal)):
        if not exposure.units:
            continue
        told = explain(law, case, f"exposure.{track}", standing.as_of).days
        counted_days = sorted(line.day for line in told if line.number is not None)
        listed = [words.day(day) for day in counted_days]
        one = "one" if exposure.units == 1 else "more"
        units = words.say(f"units.{exposure.unit or 'offense'}.{one}", n=exposure.units)
        most = "" if exposure.max is None else words.money(exposure.max)
        sheet.part(
            f"days_{track}",
            words.say(f"packet.days_{track}"),
            text(words.say("packet_texts.counted", units=units, most=most)),
            day_list(listed),
            cite=exposure.cite or "",
        )


def _paragraphs(law: Ordinance, words: Speech) -> Iterator[Block]:
    since = words.day(law.since) if law.since else ""
    yield rows(
        [
            (words.say("labels.ordinance"), law.title),
            (words.say("labels.version"), law.version),
            (words.say("labels.in_force_since"), since),
            (words.say("labels.digest"), law.digest),
        ]
    )
    heads = [words.say(f"labels.{n}") for n in ("cite", "says")]
    lines = [(p.cite, f"{p.heading}. {' '.join(p.says.split())}") for p in law.paragraphs]
    yield table(heads, lines, [], wide=1)


def _more(event: Event, words: Speech) -> str:
    """What an entry says besides its name."""
    told = [words.name("instruments", event.instrument)] if event.instrument else []
    told += [words.money(event.amount)] if event.amount else []
    told += [words.name("methods", event.method)] if event.method else []
    told += [deadline_name(words, event.deadline)] if event.deadline else []
    told += [words.name("results", result) for result in (event.outcome, event.finding) if result]
    told += [words.day(day) for day in (event.until, event.comply_by, event.held_on) if day]
    told += filter(None, (event.nature, event.why, event.what, event.reason, event.where))
    return ", ".join(told)


def every_entry(case: Case, on: date, words: Speech) -> dict[str, Any]:
    """A table of all entries up to a day, voided ones marked."""
    void: dict[str, str] = {}
    for event in sorted(case.events, key=lambda e: (e.on, e.place), reverse=True):
        if event.name == "voided" and event.entry and event.id not in void:
            void[event.entry] = event.id
    lines = []
    for event in sorted(case.events, key=lambda e: (e.on, e.place)):
        if event.on > on:
            continue
        said = words.name("events", event.name)
        more = _more(event, words)
        if event.id in void:
            more = words.say("packet_texts.void", entry=void[event.id])
        lines.append((event.id, words.day(event.on), said, more))
    heads = [words.say(f"labels.{n}") for n in ("entry", "day", "what", "more")]
    return table(heads, lines, [], wide=3)
