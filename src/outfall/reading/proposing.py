"""A town's own program, a language model for example, may propose facts; a person decides.

The program is the town's: it is started with the command that the town gives, gets the paragraphs
as JSON on standard input, and answers with a JSON list of facts on standard output. Outfall brings
no model, and sends nothing anywhere. What comes back is held to the vocabulary and to the words of
the text, is marked as proposed, and makes no rule until a person has accepted it.
"""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from outfall.law.faults import Fault, Refused
from outfall.reading.fact import Fact
from outfall.reading.provisions import Text
from outfall.reading.vocabulary import ANCHORS, UNITS, WHAT

SECONDS_MOST = 300
ANSWER_MOST = 4_000_000
"""Characters of an answer at most."""
FACTS_MOST = 5_000


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
    given = _answer(command, asked(text))
    facts: list[Fact] = []
    notes: list[str] = []
    for number, row in enumerate(given[:FACTS_MOST], 1):
        trouble = _trouble(row)
        fact = None if trouble else _fact(text, row)
        if fact is None:
            trouble = trouble or "its quote does not stand in that paragraph"
            notes.append(f"Proposal {number} was left out: {trouble}.")
        elif not any(_same(fact, known) for known in (*found, *facts)):
            facts.append(fact)
    if len(given) > FACTS_MOST:
        notes.append(f"{len(given) - FACTS_MOST:,} proposals were left out: too many.")
    return facts, notes


def _answer(command: str, question: str) -> list[Any]:
    try:
        parts = shlex.split(command)
        run = subprocess.run(
            parts,
            input=question,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=SECONDS_MOST,
            check=False,
        )
    except (OSError, ValueError, IndexError, UnicodeError):
        raise _refused("can't be started, or does not write UTF-8. Check the command") from None
    except subprocess.TimeoutExpired:
        raise _refused(f"takes more than {SECONDS_MOST} seconds. Give it less to read") from None
    if run.returncode:
        last = (run.stderr.strip().splitlines() or ["it says nothing"])[-1][:200]
        raise _refused(f"ended with {run.returncode}: {last}. See to it, and read again")
    try:
        given = json.loads(run.stdout[:ANSWER_MOST], parse_float=Decimal)
    except ValueError:
        given = None
    if not isinstance(given, list):
        raise _refused("does not answer with a JSON list of facts. See docs/how-to/propose-facts")
    return given


def _refused(says: str) -> Refused:
    return Refused((Fault("--propose", f"the program {says}", "no-proposals"),))


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
    if value is not None and not 0 <= value <= 10**9:
        return "its value is out of range"
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
                row.get("value"),
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


def _same(one: Fact, other: Fact) -> bool:
    """Whether two facts say the same of the same paragraph."""

    def said(fact: Fact) -> tuple[object, ...]:
        return fact.kind, fact.what, fact.cite, fact.value, fact.unit, fact.anchor

    return said(one) == said(other)
