"""A fact that the reader missed is added to a draft: by whom, when, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from outfall.reading.drafting.book import Question
from outfall.reading.fact import Fact
from outfall.reading.provisions import Provision
from outfall.reading.words import fact_in_words
from outfall.told.phrases import capital
from outfall.web import clock
from outfall.web.drafts import kept, told
from outfall.web.drafts.bench import ACCEPTED, REJECTED, Bench, Looked, key_of
from outfall.web.drafts.conflicts import against, same
from outfall.web.drafts.models import FACT, Addition, Draft, Offer, Ruling
from outfall.web.drafts.ruling import grown, locked
from outfall.web.screens.ordinance_told import RuleShown
from outfall.web.towns.models import Person

ADDED_MOST = 2_000
"""Facts that are added to one draft at most."""


class NotAdded(Exception):
    """A fact that is not taken in; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a draft would be with one more fact: its rules and questions beside those of today."""

    words: str
    more: tuple[RuleShown, ...]
    gone: tuple[RuleShown, ...]
    asked: tuple[Question, ...]
    faults: tuple[str, ...]
    against: tuple[Looked, ...]

    @property
    def is_held(self) -> bool:
        """Whether a rule or a question comes of it: otherwise it changes nothing."""
        return bool(self.more or self.gone or self.asked or self.faults)


def span(one: Provision, words: str) -> tuple[int, int] | None:
    """Where words stand in the whole text, by their paragraph; the whole of it without any."""
    if not one.places:
        return None
    if not words:
        return one.places[0], one.places[-1] + 1
    at = one.text.find(words)
    if at < 0:
        at = one.text.lower().find(words.lower())
    if at < 0 or at + len(words) > len(one.places):
        return None
    return one.places[at], one.places[at + len(words) - 1] + 1


def outlook(bench: Bench, fact: Fact) -> Outlook:
    """What would come of a fact, worked out and not kept."""
    (plain,) = kept.facts_plain([fact])
    more = Addition(n=len(bench.facts), fact=plain)
    then = Bench(bench.row, bench.town, bench.rulings, [*bench.additions, more])
    before, after = _rules(bench), _rules(then)
    known = {key_of(question) for question in bench.made.questions}
    return Outlook(
        capital(fact_in_words(fact)),
        tuple(rule for text, rule in after.items() if text not in before),
        tuple(rule for text, rule in before.items() if text not in after),
        tuple(one for one in then.made.questions if key_of(one) not in known),
        then.faults,
        tuple(against(bench.facts, fact)),
    )


def _rules(bench: Bench) -> dict[tuple[str, str, str], RuleShown]:
    if bench.law is None:
        return {}
    return {
        (one.label, one.text, one.cite): one for rules in told.rules_of(bench.law) for one in rules
    }


def why_not(bench: Bench, fact: Fact) -> str:
    """Why a fact is not added: the draft has it already; empty where it has not."""
    for one in bench.facts:
        if same(one.now, fact):
            if one.answer == REJECTED:
                return (
                    f"Fact {one.n + 1} says the same of this paragraph and was rejected. Look at "
                    "it again there."
                )
            return f"Fact {one.n + 1} says the same of this paragraph already."
    return ""


def add(bench: Bench, fact: Fact, by: Person, *, key: str, note: str = "") -> int:
    """Add a fact that a person states, as accepted by that person; gives its place.

    The same key is the same fact, added once. Raises ``Closed`` and ``NotAdded``.
    """
    row = bench.row
    with transaction.atomic():
        found = locked(row)
        known = Addition.objects.filter(draft=row, key=key).first()
        if known is not None:
            return known.n
        if trouble := why_not(_as_it_is(bench), fact):
            raise NotAdded(trouble)
        (n,) = put(found, [fact], by, key=key)
        Ruling.objects.create(
            town_id=row.town_id, draft=row, what=FACT, of=str(n), answer=ACCEPTED, note=note,
            by=by, at=clock.now(),
        )  # fmt: skip
        grown(row, found)
    return n


def _as_it_is(bench: Bench) -> Bench:
    """The draft as it is in the database now: another may have added the same meanwhile."""
    rulings = list(Ruling.objects.filter(draft=bench.row).select_related("by"))
    added = list(Addition.objects.filter(draft=bench.row).order_by("n"))
    return Bench(bench.row, bench.town, rulings, added)


def put(
    found: Draft, facts: Sequence[Fact], by: Person, *, key: str, offer: Offer | None = None
) -> range:
    """Put facts behind those of a locked draft; gives their places. Raises ``NotAdded``."""
    many = Addition.objects.filter(draft=found).count()
    if many + len(facts) > ADDED_MOST:
        raise NotAdded(f"At most {ADDED_MOST:,} facts are added to a draft, and it has {many:,}.")
    first, at = len(found.facts) + many, clock.now()
    Addition.objects.bulk_create(
        Addition(
            town_id=found.town_id, draft=found, n=first + place, key=key, fact=plain, by=by, at=at,
            offer=offer,
        )
        for place, plain in enumerate(kept.facts_plain(facts))
    )  # fmt: skip
    return range(first, first + len(facts))
