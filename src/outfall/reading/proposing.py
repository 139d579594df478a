"""A town's own program, a language model for example, may propose facts; a person decides.

The program is the town's: it is started with the command that the town gives, gets the paragraphs
as JSON on standard input, and answers with a JSON list of facts on standard output. Outfall brings
no model, and sends nothing anywhere. What comes back is held to the vocabulary and to the words of
the text, is marked as proposed, and makes no rule until a person has accepted it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Any

from outfall.reading.asking import ANSWER_MOST, answer_of, refused
from outfall.reading.fact import Fact
from outfall.reading.fields import fields_of, out_of_range
from outfall.reading.provisions import Text
from outfall.reading.vocabulary import ANCHORS, UNITS, WHAT

FACTS_MOST = 5_000
NO_LIST = "does not answer with a JSON list of facts. See docs/how-to/propose-facts"


def asked(text: Text) -> str:
    """What the program gets: the paragraphs, and the words in which it has to answer."""
    rows = [
        {"cite": one.cite, "words": one.text} for one in text.provisions if one.text and one.cite
    ]
    answer = {
        "kind": "deadline",
        "what": "appeal_window",
        "value": 15,
        "unit": "days",
        "anchor": "service_of_notice",
        "cite": "C.6",
        "quote": "within 15 days of service",
    }
    return json.dumps(
        {"paragraphs": rows, "what": WHAT, "units": UNITS, "anchors": ANCHORS, "answer": [answer]},
        ensure_ascii=False,
    )


def propose(text: Text, found: Sequence[Fact], command: str) -> tuple[list[Fact], list[str]]:
    """Facts that a program proposes and that were not found without it, with notes on the rest.

    Raises ``Refused`` where the program can't be run, or does not answer with a list.
    """
    try:
        given = listed(answer_of(command, asked(text)))
    except ValueError:
        raise refused(NO_LIST) from None
    return taken(text, found, given)


def listed(answer: str) -> list[Any]:
    """The rows of an answer. Raises ``ValueError`` where it is no JSON list, or one so long or so
    deep that nobody wrote it for this."""
    try:
        given = json.loads(answer, parse_float=Decimal) if len(answer) <= ANSWER_MOST else None
    except RecursionError:
        given = None
    if not isinstance(given, list):
        raise ValueError("no JSON list")
    return given


def taken(
    text: Text, found: Iterable[Fact], given: Sequence[Any], most: int = FACTS_MOST
) -> tuple[list[Fact], list[str]]:
    """The facts of an answer's rows that are none of those found, ``most`` of them, with notes on
    what was left out and why."""
    known = {_said(fact) for fact in found}
    facts: list[Fact] = []
    notes: list[str] = []
    for number, row in enumerate(given[:FACTS_MOST], 1):
        trouble = _trouble(row)
        fact = None if trouble else _fact(text, row)
        if fact is None:
            trouble = trouble or "its quote does not stand in that paragraph"
            notes.append(f"Proposal {number} was left out: {trouble}.")
        elif _said(fact) not in known:
            known.add(_said(fact))
            facts.append(fact)
    over = max(0, len(given) - FACTS_MOST) + max(0, len(facts) - most)
    if over:
        notes.append(f"{over:,} proposals were left out: too many.")
    return facts[:most], notes


def _trouble(row: Any) -> str:
    """Why a proposal is no fact; empty where it is one."""
    if not isinstance(row, dict):
        return "it is no object"
    kind, what = row.get("kind"), row.get("what")
    if not isinstance(kind, str) or not isinstance(what, str) or what not in WHAT.get(kind, {}):
        return "its kind and what are not in the vocabulary"
    unit, anchor, value = row.get("unit"), row.get("anchor"), row.get("value")
    if unit is not None and (not isinstance(unit, str) or unit not in UNITS):
        return "its unit is not in the vocabulary"
    if anchor is not None and (not isinstance(anchor, str) or anchor not in ANCHORS):
        return "its anchor is not in the vocabulary"
    if value is not None and (isinstance(value, bool) or not isinstance(value, int | Decimal)):
        return "its value is no number"
    fields = fields_of(kind, what)
    if unit is not None and unit not in fields.units:
        return "its unit is none in which such a fact is told"
    if value is not None and (unit is None or out_of_range(value, unit)):
        return "its value is out of range, or has no unit"
    if not isinstance(row.get("quote"), str) or not row["quote"].strip():
        return "it quotes nothing"
    return ""


def _fact(text: Text, row: dict[str, Any]) -> Fact | None:
    """A proposal as a fact, where its quote stands in the paragraph that it cites."""
    quote = " ".join(row["quote"].split())
    for place, one in _cited(text, row.get("cite")):
        at = text.provisions[place].text.find(quote)
        if at >= 0:
            return Fact(
                row["kind"],
                row["what"],
                text.provisions[place].cite,
                one[at],
                one[at + len(quote) - 1] + 1,
                _figure(row.get("value")),
                row.get("unit"),
                row.get("anchor"),
                provision=place,
                is_blank=row.get("value") is None and row.get("unit") is not None,
                is_proposed=True,
            )
    return None


def _cited(text: Text, cite: Any) -> Iterator[tuple[int, tuple[int, ...]]]:
    for place, one in enumerate(text.provisions):
        if one.cite == cite:
            yield place, one.places


def _figure(value: int | Decimal | None) -> int | Decimal | None:
    """A whole number as such: fifteen days are 15 however they are written."""
    if isinstance(value, Decimal) and value == value.to_integral_value():
        return int(value)
    return value


def _said(fact: Fact) -> tuple[object, ...]:
    """What a fact says, and of which paragraph: twice the same is once."""
    return fact.kind, fact.what, fact.cite, fact.value, fact.unit, fact.anchor
