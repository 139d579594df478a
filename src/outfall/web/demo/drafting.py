"""A draft in the demonstration: an invented chapter that an attorney is in the middle of.

One fact was corrected and one added, a program has proposed another, and the rest waits.
"""

from __future__ import annotations

from pathlib import Path

from outfall.reading.fact import Fact
from outfall.reading.sources import Source
from outfall.web.drafts import adding, making, offering
from outfall.web.drafts.bench import CORRECTED, Bench, bench_of
from outfall.web.drafts.models import FACT, Draft
from outfall.web.drafts.ruling import accept_all, rule
from outfall.web.towns.models import Person, Town

TITLE = "Chapter 30, Storm drains (proposed)"
TEXT = Path(__file__).with_name("chapter.txt")
PROPOSED = {
    "kind": "deadline",
    "what": "judicial_review_window",
    "value": 4,
    "unit": "months",
    "anchor": "decision",
    "cite": "30-2/(c)",
    "quote": "lay the matter before a court within four months of it",
}


MISSED = "24 hours' notice"
WHY_ADDED = "The reader passed it over: it is the notice that suffices in an emergency."


def draft(town: Town, attorney: Person, administrator: Person, key: str) -> Draft:
    """The draft of the town in scope, with what was said of it so far."""
    source = Source("the Town Clerk, for the public hearing", "text", TEXT.read_text("utf-8"))
    row, _ = making.make(source, TITLE, "NY", attorney, key=key)
    facts = bench_of(row, town).facts
    of_notice = [one.n for one in facts if one.read.cite.startswith("30-1/(a)")]
    accept_all(row, of_notice, attorney)
    one = next(one for one in facts if one.read.what == "cure_period")
    value = {"what": one.read.what, "value": 15, "unit": "business_days"}
    rule(
        row, FACT, str(one.n), CORRECTED, attorney, seen=0,
        value={**value, "anchor": one.read.anchor, "condition": None},
        note="As amended at the second reading.",
    )  # fmt: skip
    offering.sent(
        bench_of(row, town), [PROPOSED], administrator, key=f"{key}-p", source="model-answer.json"
    )
    bench = bench_of(row, town)
    adding.add(bench, _missed(bench), attorney, key=f"{key}-a", note=WHY_ADDED)
    return row


def _missed(bench: Bench) -> Fact:
    """What the reader does not know: that a short notice suffices in an emergency."""
    place, own = next(
        (place, one) for place, one in enumerate(bench.text.provisions) if MISSED in one.text
    )
    first, last = adding.span(own, MISSED) or (own.start, own.end)
    return Fact(
        "deadline", "emergency_notice_period", own.cite, first, last, 24, "hours", "unspecified",
        condition="emergency", provision=place,
    )  # fmt: skip
