"""The draft: a pack made of facts, and the questions that a person has to answer first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from outfall.reading.drafting import costs, notices, powers, sanctions
from outfall.reading.drafting.book import About, Book, Choice, Question, proposed
from outfall.reading.fact import Fact
from outfall.reading.provisions import Kind, Provision, Text

METHODS = ("personal", "certified_mail", "mail", "posting", "email")
LAW = (Kind.PARAGRAPH, Kind.ROW, Kind.UNREAD)
PARAGRAPHS_MOST = 800
"""Paragraphs that a pack takes; of a longer text those that bear on a rule."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft pack as data (the shape of a version's file) with its questions.

    ``questions`` holds those with choices first, each a reading of the pack under its id, then
    those that a person must settle by looking further.
    """

    about: About
    pack: dict[str, Any]
    questions: tuple[Question, ...]


def draft(text: Text, facts: Sequence[Fact], about: About) -> Draft:
    """Write the facts of a text into a pack. Pure: the same facts give the same draft.

    A fact that was only proposed makes no rule: it is asked about.
    """
    book = Book(text, tuple(fact for fact in facts if not fact.is_proposed), about)
    notices.draft(book)
    costs.draft(book)
    sanctions.draft(book)
    powers.draft(book)
    _receipt(book)
    _office(book)
    book.finish()
    for fact in facts:
        if fact.is_proposed:
            book.ask(proposed(book, fact))
    pack = _pack(book)
    return Draft(about, pack, (*book.readings.values(), *book.open))


def _receipt(book: Book) -> None:
    """Whether a clock from receipt starts where the record shows service alone."""
    if "'receipt'" in repr(book.rules):
        cite = next(iter(book.instruments.values()), "")
        book.reading(
            Question(
                "receipt_unshown",
                "silent",
                cite,
                "Does a clock that runs from receipt start where the record shows service but not "
                "receipt?",
                (
                    Choice("no_clock", "No. Without proof of receipt there is no clock."),
                    Choice("with_service", "Yes. Receipt is taken to be on the day of service."),
                ),
            )
        )


def _office(book: Book) -> None:
    """What the text can't say and a case needs."""
    about = book.about
    if "cost_notice" in book.instruments or "penalty_notice" in book.instruments:
        book.policy["payment_order"] = {
            "id": "payment_order",
            "cite": next(iter(book.instruments.values())),
            "value": ["interest", "cost", "fee", "penalty"],
            "says": "The order in which a payment is used.",
        }
    if about.state is None:
        _ask_office(book, "state", "The text names no state, or none was given.")
    if not about.is_calendar_known:
        _ask_office(book, "calendar", f"Days are counted by the calendar {about.calendar}.")
    if not about.is_zone_known:
        _ask_office(book, "zone", f"Days begin and end in {about.zone}.")


def _ask_office(book: Book, what: str, says: str) -> None:
    do = f"Name it with --{what}, or correct it in the pack."
    book.ask(Question(f"which_{what}", "office", "", says, do=do))


def _pack(book: Book) -> dict[str, Any]:
    about = book.about
    pack: dict[str, Any] = {"pack": about.id, "title": about.title, "source": about.source}
    if about.state:
        pack["state"] = about.state
    pack |= {"zone": about.zone, "calendar": about.calendar}
    pack["service"] = [
        {"method": m, "receipt": "with_service"} if m == "personal" else {"method": m}
        for m in METHODS
    ]
    if book.readings:
        pack["readings"] = [_reading(one) for one in book.readings.values()]
    if book.policy:
        pack["policy"] = list(book.policy.values())
    pack["paragraphs"] = _paragraphs(book)
    return pack


def _bearing(book: Book, law: list[Provision]) -> list[Provision]:
    """Of a long text the paragraphs with a rule or a fact, as many as a pack takes; it is asked."""
    stated = {fact.cite for fact in book.facts} | set(book.rules)
    book.ask(
        Question(
            "long_text",
            "cut",
            "",
            f"The text has {len(law):,} paragraphs. The draft holds those on which a rule or a "
            "fact rests; the text as it was read has all of them.",
            do="Read the enforcement sections alone for a draft that holds every paragraph.",
        )
    )
    ruled = [one for one in law if one.cite in book.rules]
    others = [one for one in law if one.cite in stated and one.cite not in book.rules]
    kept = {id(one) for one in (ruled + others)[:PARAGRAPHS_MOST]}
    return [one for one in law if id(one) in kept]


def _reading(question: Question) -> dict[str, Any]:
    return {
        "id": question.id,
        "cite": question.cite or "the whole",
        "question": question.says,
        "adopted": question.choices[0].id,
        "choices": {choice.id: choice.says for choice in question.choices},
    }


def _paragraphs(book: Book) -> list[dict[str, Any]]:
    """Every paragraph of the text in its order, each with the rules that it makes."""
    left = dict(book.rules)
    rows: list[dict[str, Any]] = []
    law = [one for one in book.text.provisions if one.kind in LAW and one.text]
    if len(law) > PARAGRAPHS_MOST:
        law = _bearing(book, law)
    for one in law:
        row = {"cite": one.cite or "the text", "heading": _heading(one), "says": _says(one)}
        rules = left.pop(one.cite, None)
        rows.append({**row, "rules": rules} if rules else row)
    for cite, rules in left.items():
        heading = "Rules of several paragraphs"
        rows.append(
            {"cite": cite or "the text", "heading": heading, "says": heading, "rules": rules}
        )
    return rows


def _says(one: Provision) -> str:
    """The words of a paragraph without its caption, which is its heading already."""
    rest = one.text.removeprefix(one.caption).lstrip(" .:;—–-") if one.caption else one.text
    return rest or one.text


def _heading(one: Provision) -> str:
    if one.caption:
        return one.caption
    words = one.text.split()
    return " ".join(words[:8]) + (" ..." if len(words) > 8 else "")
