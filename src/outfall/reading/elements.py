"""Which element of a notice a phrase names: the place, the nature, what must be done and by when.

A phrase is told by its first telling word, since what follows only qualifies it: "the address of
the land where the violation occurs" is a place, "the nature of the violation on the land" is not.
A statement that something may or will happen is told by what it says, whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from outfall.reading import element_words as known
from outfall.reading.scope import Span

__all__ = ["element_of_statement", "elements_of_item", "elements_of_prose"]

Found = tuple[str, Span]
VETO = 12
"""How far, in characters, a phrase that names no element goes before one that does."""


def elements_of_item(text: str, span: Span) -> list[Found]:
    """The elements that one item of a list names: one mostly, two where "and the" joins them."""
    words = span.of(text)
    whole = _statement(words)
    if whole and (whole == "city_abatement_statement" or known.STATEMENT_OPENS.match(words)):
        return [(whole, span)]
    return _merged(list(_parts(text, span, known.PART)))


def element_of_statement(lead: str, item: str) -> str:
    """The element of an item under a lead that states a case: "that if he fails: (1) ..."."""
    whole = _statement(f"{lead} {item}")
    return whole or ("penalty_statement" if _head(item) == "penalty_statement" else "")


def elements_of_prose(text: str, span: Span) -> list[Found]:
    """The elements that a run of prose names after "the notice shall state"."""
    found: list[Found] = []
    for is_statement, piece in _statements_apart(text, span):
        if is_statement:
            what = _named(piece.of(text))
            found += [(what, piece)] if what else []
        else:
            found += _parts(text, piece, known.COMMA)
    return _merged(found)


def _statements_apart(text: str, span: Span) -> Iterator[tuple[bool, Span]]:
    """Prose in order: statements ("advise that ..."), each with True, and what stands between."""
    start = span.start
    opened = known.THAT.match(text, start, span.end) or known.STATES.search(text, start, span.end)
    while opened:
        yield False, Span(start, opened.start())
        stop = known.NEXT_STATEMENT.search(text, opened.end(), span.end)
        yield True, Span(opened.end(), stop.start() if stop else span.end)
        if stop is None:
            return
        start = stop.end()
        opened = known.THAT.match(text, start, span.end) or known.STATES.search(
            text, start, span.end
        )
    yield False, Span(start, span.end)


def _statement(words: str) -> str:
    """The element that a statement is; empty where it is none of the statements we know."""
    told = known.NO_APPEAL.sub(lambda found: " " * len(found.group()), words)
    appeal, daily = known.APPEAL.search(told), known.DAILY.search(words)
    if appeal and not (daily and daily.start() < appeal.start()):
        return "appeal_statement"
    signals = (known.ACTOR, known.AT_EXPENSE, known.DOES)
    is_case = known.FAILS.search(words) or known.DOES_IT.search(words)
    if is_case and all(signal.search(words) for signal in signals):
        return "city_abatement_statement"
    is_penal = known.FAILS.search(words) and known.PENALIZED.search(words)
    if is_penal and not (daily and known.RUNS.search(words)):
        return "penalty_statement"
    if daily and (known.RUNS.search(words) or _head(words) != "penalty_statement"):
        return "daily_accrual_statement"
    return ""


def _head(words: str) -> str:
    """The element whose word comes first in a phrase."""
    first, best = "", len(words) + 1
    for what, pattern in known.HEADS:
        found = pattern.search(words)
        place = found.start() - (0 if what else VETO) if found else best
        if place < best:
            first, best = what, place
    return first


def _named(phrase: str) -> str:
    """The element that a phrase names; ``measures`` and ``deadline`` where a pair is still open."""
    lead = known.LEADS_IN.match(phrase)
    words = phrase[lead.end() :] if lead else phrase
    stated = _statement(words)
    if stated:
        return stated
    head = _head(words)
    has_schedule = known.SCHEDULE.search(words) is not None
    if head == "measures" and known.DONE.fullmatch(words):
        return ""
    if head == "measures":
        return "remedial_measures_schedule" if has_schedule else "measures"
    if head in ("", "nature") and has_schedule and known.DIRECTS.search(words):
        return "deadline"
    return head


def _parts(text: str, span: Span, cut: re.Pattern[str]) -> Iterator[Found]:
    """The element of each part of a span, where a part names one."""
    start = span.start
    for match in [*cut.finditer(text, span.start, span.end), None]:
        end = match.start() if match else span.end
        what = _named(text[start:end]) if text[start:end].strip() else ""
        if what:
            yield what, Span(start, end)
        start = match.end() if match else span.end


def _merged(found: list[Found]) -> list[Found]:
    """Join what must be done with by when, and say each element once."""
    whats = [what for what, _ in found]
    has_both = "remedial_measures_schedule" in whats or {"measures", "deadline"} <= set(whats)
    alone = {"measures": "remedial_measures", "deadline": "correction_deadline"}
    kept: dict[str, Span] = {}
    for what, span in found:
        is_open = what in alone
        kept.setdefault(
            "remedial_measures_schedule" if is_open and has_both else alone.get(what, what), span
        )
    return list(kept.items())
