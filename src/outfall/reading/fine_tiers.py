"""Of which offense the sums of a sentence are: by column, clause, caption or what stands above."""

from __future__ import annotations

import re
from dataclasses import replace

from outfall.reading.fine import Fine
from outfall.reading.scope import Place, Scope, Span, pieces
from outfall.reading.tiering import Tiers, mentions, opening_tier

__all__ = ["inherited_tier", "with_tiers"]

LONGEST_LINE = 40
"""Characters of a line that names a tier and nothing else."""

_REPEAT = re.compile(r"\brepeat(?:ed)?\s+(?:offen|violat|infraction)", re.IGNORECASE)
"""A repeat offense that a caption and its sentence both name is the same one, not the next."""


def with_tiers(scope: Scope, place: Place, sentence: Span, made: list[Fine]) -> list[Fine]:
    """Tell of which offense each sum is: by its column, its clause, its caption or its parents."""
    text = place.text
    spots = [one.span for one in made]
    seen = _seen(scope, place, sentence)
    tiered: list[Fine] = []
    for clause in pieces(text, sentence):
        tiers = Tiers.of(text, clause, spots, seen)
        seen = max([seen, *(mention.tier for mention in tiers.found)])
        inside = [one for one in made if clause.start <= one.span.start < clause.end]
        apart = _apart(text, tiers, inside)
        for one in inside:
            told = None if one.span in apart else tiers.at(one.span)
            tier = one.tier or told or inherited_tier(scope, place)
            tiered.append(replace(one, tier=tier))
    return _first_before_second(tiered)


def _apart(text: str, tiers: Tiers, inside: list[Fine]) -> set[Span]:
    """The sums of a clause to which its one later offense does not reach.

    "$100, and for a second offense $200" and "$100, and $200 for each further offense": the first
    sum is of no later offense. A range is one sum, and a sum of another sort is left alone.
    """
    if {one.tier for one in tiers.found} != {2} or len({one.per for one in inside}) != 1:
        return set()
    groups = _groups(inside)
    mention = tiers.found[0]
    before = [group for group in groups if group[-1].span.end <= mention.start]
    if len(groups) < 2 or not before:
        return set()
    ends = before[-1][-1].span.end
    if len(before) == len(groups):
        before = before[:-1]
    elif tiers.is_tied_to(ends, mention):
        return set()
    return {one.span for group in before for one in group}


def _groups(inside: list[Fine]) -> list[list[Fine]]:
    """Sums of a clause, the two ends of a range together."""
    found: list[list[Fine]] = []
    for one in inside:
        last = found[-1] if found else []
        if len(last) == 1 and (last[0].bound, one.bound) == ("min", "max"):
            last.append(one)
        else:
            found.append([one])
    return found


def _first_before_second(tiered: list[Fine]) -> list[Fine]:
    """Sums that stand before those of a later offense in one sentence are of the first."""
    named = [one.tier for one in tiered]
    place = named.index(2) if 2 in named and 1 not in named else 0
    firsts = tiered[:place]
    if any(one.tier for one in firsts) or any(one.per == "total" for one in tiered):
        return tiered
    return [*(replace(one, tier=1) for one in firsts), *tiered[place:]]


def _seen(scope: Scope, place: Place, sentence: Span) -> int:
    """The highest tier that the provision, or its neighbour before, has named so far."""
    earlier = mentions(place.text, Span(0, sentence.start))
    named = [mention.tier for mention in earlier]
    if named and _REPEAT.search(sentence.of(place.text)):
        named = [
            one.tier for one in earlier if not _REPEAT.match(place.text, one.start, one.end)
        ] or [0]
    if not named:
        before = scope.before(place.number)
        named = [one.tier for one in mentions(before, Span(0, len(before)))] if before else []
    return max(named, default=0)


def inherited_tier(scope: Scope, place: Place) -> int | None:
    """The tier with which a provision, its caption or one above it opens ("Second violation.")."""
    for words in (place.provision.caption, place.text):
        if words and (tier := opening_tier(words)):
            return tier
    for above in scope.parents(place.number):
        for words in (above.provision.caption, above.text):
            if words and (tier := opening_tier(words)):
                return tier
    return _tier_of_line_above(scope, place)


def _tier_of_line_above(scope: Scope, place: Place) -> int | None:
    """The tier that a line of its own gives to the unmarked lines under it."""
    if place.provision.marker:
        return None
    for line in scope.lines_before(place.number, most=4):
        tier = opening_tier(line) if len(line) < LONGEST_LINE else None
        if tier:
            return tier
    return None
