"""The sums that can be imposed for a violation, each with its roles in the clause.

A sum of money in an ordinance is a fine only if a word for a penalty governs it: a fee, a bond, the
value of the work or another law's fine are left out. What it is follows from its roles: whether it
is the most, the least or exact; of a day, a violation or a series; civil or criminal; of which
offense. ``penalties`` and ``tiers`` make facts of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from outfall.reading import fine_words as roles
from outfall.reading import numerals
from outfall.reading.fine import Fine
from outfall.reading.fine_tiers import with_tiers
from outfall.reading.natures import nature_of
from outfall.reading.provisions import Kind
from outfall.reading.quantities import Quantity, quantities
from outfall.reading.scope import Place, Scope, Span, pieces, sentences
from outfall.reading.tables import Column, columns
from outfall.reading.tiering import mentions, opening_tier

__all__ = ["fines"]


def fines(scope: Scope) -> Iterator[Fine]:
    """Every sum of a text that a penalty's word governs, in order."""
    table = columns(scope)
    for place in scope.law():
        money = _sums(place.text)
        if not money:
            continue
        for sentence in sentences(place.text):
            inside = [one for one in money if sentence.start <= one.start < sentence.end]
            if inside:
                yield from _of_sentence(scope, place, sentence, inside, table)


def _sums(text: str) -> list[Quantity]:
    """The sums of a text, with those that share the next one's "dollars" ("one hundred nor more
    than five hundred dollars")."""
    found = [one for one in quantities(text) if one.unit == "usd"]
    for match in roles.SHARES_DOLLARS.finditer(text):
        start, end = match.span("number")
        if any(one.start == match.end() for one in found):
            value = numerals.cardinal(match["number"])
            found.append(Quantity(start, end, value, "usd"))
    return sorted(found, key=lambda one: one.start)


def _of_sentence(
    scope: Scope,
    place: Place,
    sentence: Span,
    money: list[Quantity],
    table: dict[int, list[Column]],
) -> Iterator[Fine]:
    """The fines of one sentence; a range is one group, and shares the word that governs it."""
    text, row = place.text, table.get(place.number, ())
    governed = _governed(scope, place, sentence, money)
    clauses = pieces(text, sentence)
    made: list[Fine] = []
    before: dict[Span, str] = {}
    for number, one in enumerate(money):
        span = Span(one.start, one.end)
        clause = next(p for p in clauses if p.start <= one.start < p.end).near(span)
        column = next((c for c in row if c.span.start <= one.start < c.span.end), None)
        bound = _bound(text, sentence, money, number) if governed[number] else None
        if bound is None or _is_anothers(clause.of(text)):
            continue
        if column and not _is_penal(column.head, otherwise=True):
            continue
        start = max(money[number - 1].end, clause.start) if number else clause.start
        end = clause.end
        if number + 1 < len(money):
            end = min(money[number + 1].start, end)
        left, right = text[start : one.start], text[one.end : end]
        nature = nature_of(scope, place, sentence.near(span), clause, span)
        fine = Fine(place, span, one, bound, _per_after(left, right), nature)
        tier, condition = column.tier if column else None, _condition(left, right)
        made.append(replace(fine, tier=tier, condition=condition, anchor=_anchor(right)))
        before[span] = _per(left)
    made = [replace(one, per=one.per or before[one.span]) for one in _shared(text, made)]
    made = _with_context(scope, _shared(text, made), row)
    yield from with_tiers(scope, place, sentence, made)


def _is_anothers(clause: str) -> bool:
    """Whether a clause tells of another law's penalty, or of one for paying a bill late."""
    if roles.ON_A_BILL.search(clause) and not roles.VIOLATES.search(clause):
        return True
    told = roles.OR_GREATER.sub(" ", clause)
    return roles.FOREIGN.search(told) is not None and roles.OWN.search(told) is None


def _is_penal(words: str, otherwise: bool) -> bool:
    """Whether the last telling noun of some words is one for a penalty."""
    nouns = list(roles.NOUN.finditer(words))
    return nouns[-1]["penalty"] is not None if nouns else otherwise


def _governed(scope: Scope, place: Place, sentence: Span, money: list[Quantity]) -> list[bool]:
    """Whether a word for a penalty governs each sum: the one after it, or the nearest before."""
    text, found = place.text, list[bool]()
    for number, one in enumerate(money):
        before = money[number - 1].end if number else sentence.start
        near = roles.NEXT_NOUN.match(text, one.end, sentence.end)
        beside = [other.span() for other in roles.BESIDE.finditer(text, before, one.start)]
        nouns = [
            noun
            for noun in roles.NOUN.finditer(text, before, one.start)
            if not any(start <= noun.start() < end for start, end in beside)
        ]
        if near:
            found.append(near["penalty"] is not None)
        elif nouns:
            found.append(
                nouns[-1]["penalty"] is not None or _pays_penalty(text, before, nouns, one)
            )
        elif number:
            found.append(found[-1])
        else:
            later = roles.NOUN.search(text, one.end, sentence.end)
            if later and (later["penalty"] or later.start() - one.end < 60):
                found.append(later["penalty"] is not None)
            else:
                found.append(_context_is_penal(scope, place, sentence))
    return found


def _pays_penalty(text: str, start: int, nouns: list[re.Match[str]], one: Quantity) -> bool:
    """Whether a penalty's word stands before, and the other noun only qualifies it in passing.

    "A fine, plus costs, of not more than $500" is a fine; "a fine and a fee of $50" is a fee.
    """
    if not any(noun["penalty"] for noun in nouns):
        return False
    between = text[nouns[-1].end() : one.start]
    passing = text[max(start, nouns[-1].start() - 30) : nouns[-1].start()]
    if roles.IN_PASSING.search(passing):
        return True
    return "," in between and not re.match(r"\s*(?:,\s*)?(?:of|in|not|up|shall|is)\b", between)


def _context_is_penal(scope: Scope, place: Place, sentence: Span) -> bool:
    """Whether what stands around a bare sum speaks of penalties, the nearest first."""
    text = place.text
    if mentions(text, sentence) or opening_tier(place.provision.caption):
        return True
    earlier = [one.of(text) for one in sentences(text) if one.end <= sentence.start]
    near = [*reversed(earlier), place.provision.caption, *scope.above(place.number)]
    if place.provision.kind is Kind.ROW:
        if roles.NOUN.search(text) is None and mentions(text, Span(0, len(text))):
            return True
        near.append(scope.table_head(place.number))
    said = next((words for words in near if roles.NOUN.search(words)), "")
    return _is_penal(said, otherwise=place.provision.kind is Kind.ROW)


def _bound(text: str, sentence: Span, money: list[Quantity], number: int) -> str | None:
    """Whether a sum is the most, the least or exact; None where it is a threshold and no fine."""
    one = money[number]
    before = money[number - 1] if number else None
    after = money[number + 1] if number + 1 < len(money) else None
    left = text[before.end if before else sentence.start : one.start]
    if roles.THRESHOLD.search(left):
        return None
    if after and _is_range(text[one.end : after.start], left):
        return "min"
    if before and _is_range(left, text[sentence.start : before.start]):
        return "max"
    if after is None or not text[one.end : after.start].strip().startswith(("or", "(")):
        for bound, pattern in roles.AFTER_SUM:
            if pattern.match(text, one.end, sentence.end):
                return bound
    for bound, pattern in roles.TAILS[roles.COMPARED :]:
        if pattern.search(left):
            return bound
    return _compared(text, sentence, one, left, is_second=before is not None)


def _is_range(between: str, left: str) -> bool:
    """Whether two sums are joined as a range: "$50 to $500", "between $50 and $500"."""
    if not roles.RANGE.fullmatch(between):
        return False
    return between.strip().lower() != "and" or roles.FROM.search(left) is not None


def _compared(
    text: str, sentence: Span, one: Quantity, left: str, *, is_second: bool
) -> str | None:
    """The bound of a sum behind "more than" or "less than", which needs a denial to be one."""
    for bound, pattern in roles.TAILS[: roles.COMPARED]:
        found = pattern.search(left)
        if found is None:
            continue
        at = one.start - len(left) + found.start()
        is_denied = roles.NOT.search(text, max(sentence.start, at - 60), at) is not None
        if bound == "less":
            return "min" if is_denied else "max"
        is_chained = is_second and roles.CHAINED.search(left[: found.start()]) is not None
        return "max" if is_denied or is_chained else None
    return "exact"


def _per(words: str) -> str:
    """Of what a sum is by some words beside it; empty where they say nothing."""
    told = roles.SEPARATE.sub(" ", words)
    if roles.DAY.search(told):
        return "day"
    return "violation" if roles.VIOLATION.search(told) else ""


def _per_after(left: str, right: str) -> str:
    """Of what a sum is by what follows it, or by the "total" or "aggregate" that it ends."""
    if _per(right) == "day":
        return "day"
    near = re.split(r",|\bplus\b", roles.SEPARATE.sub(" ", right))[0]
    if roles.TOTAL.search(left[-60:]) or roles.TOTAL.search(near):
        return "total"
    return _per(right)


def _condition(left: str, right: str) -> str | None:
    """The case in which alone a sum holds, where the clause names one that we know."""
    left, right = roles.OTHER_THAN.sub(" ", left), roles.OTHER_THAN.sub(" ", right)
    for condition, pattern in roles.CONDITIONS:
        if pattern.search(left) or (condition != "emergency" and pattern.search(right)):
            return condition
    return None


def _anchor(right: str) -> str | None:
    """From when a daily sum runs, where the clause says so."""
    if not roles.DAY.search(right):
        return None
    for anchor, pattern in roles.ANCHORS:
        if pattern.search(right):
            return anchor
    return None


def _linked(text: str, one: Fine, other: Fine) -> bool:
    """Whether two neighbours are one range: "from $50 to $500", "no less ... nor more"."""
    between = text[one.span.end : other.span.start]
    is_apart = ";" in between or roles.PENALTY.search(between) is not None
    return {one.bound, other.bound} == {"min", "max"} and not is_apart


def _is_carried(text: str, made: list[Fine], number: int) -> bool:
    """Whether a bound carries on: "up to $100 for the first offense, $200 for the second"."""
    before, one = made[number - 1], made[number]
    if number > 1 and _linked(text, made[number - 2], before):
        return False
    between = text[before.span.end : one.span.start]
    return before.bound != "exact" and not roles.ANEW.search(between)


def _is_series(before: Fine, one: Fine) -> bool:
    """Whether a sum is the most of a series: larger, after the most of a day or a violation."""
    if one.per or one.tier or before.per not in ("day", "violation"):
        return False
    if before.value is None or one.value is None or not one.bound == before.bound == "max":
        return False
    return one.value > before.value


def _shared(text: str, made: list[Fine]) -> list[Fine]:
    """Let a range share what only one of its ends says, and find the most of a whole series."""
    for number in range(len(made)):
        for other in (number + 1, number - 1):
            if not 0 <= other < len(made) or made[number].per:
                continue
            first, second = sorted((number, other))
            if _linked(text, made[first], made[second]):
                made[number] = replace(
                    made[number],
                    per=made[other].per,
                    anchor=made[number].anchor or made[other].anchor,
                )
    for number in range(1, len(made)):
        before, one = made[number - 1], made[number]
        if one.bound == "exact" and _is_carried(text, made, number):
            made[number] = replace(one, bound=before.bound)
        elif _is_series(before, one):
            made[number] = replace(one, per="total")
    return made


def _with_context(scope: Scope, made: list[Fine], row: Sequence[Column]) -> list[Fine]:
    """Fill in what the lead of a list, or a column's head, says for all that stands under it."""
    filled: list[Fine] = []
    for one in made:
        column = next((c for c in row if c.span.start <= one.span.start < c.span.end), None)
        lead = column.head if column else scope.lead(one.place.number)
        bound, per = one.bound, one.per
        if bound == "exact":
            bound = next(
                (b for b, pattern in roles.TAILS[roles.COMPARED :] if pattern.search(lead)), "exact"
            )
            bound = "max" if roles.NOT_TO_EXCEED.search(lead) else bound
        if not per and roles.DAY.search(roles.SEPARATE.sub(" ", lead)):
            per = "day"
        filled.append(replace(one, bound=bound, per=per))
    return filled
