"""What a notice must contain, in lists, in prose and in text that runs on.

Only what the notice *shall* contain counts: what it may require of its reader is no element of it,
and a notice of a hearing, of the cost or of an appeal is another paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from outfall.reading import notice_words as known
from outfall.reading.elements import (
    element_of_statement,
    elements_of_item,
    elements_of_prose,
)
from outfall.reading.fact import Fact
from outfall.reading.provisions import Kind, Provision, Text
from outfall.reading.scope import Place, Scope, Span, sentences

__all__ = ["facts_of"]

LONGEST_LEAD = 60
"""Characters that "the following information" and the like take up at most."""
LONGEST_SUBJECT = 260
"""Characters that can stand between a notice and its verb: how it is served, for example."""


def facts_of(text: Text) -> list[Fact]:
    """The elements of the notices of a text, each at the item or the clause that demands it."""
    scope = Scope(text)
    found = [fact for place in scope.law() for fact in _of_provision(scope, place)]
    return _once(text, found)


def _of_provision(scope: Scope, place: Place) -> Iterator[Fact]:
    text = place.text
    condition = None
    spans = sentences(text)
    for number, sentence in enumerate(spans):
        if known.IF_REQUIRED.search(sentence.of(text)):
            condition = "abatement_required"
        start = _content(place, sentence)
        if start is None:
            continue
        content = Span(start, sentence.end)
        is_last = number + 1 == len(spans)
        items = _items(scope, place) if is_last and _leads(content.of(text)) else []
        if known.TITLE.fullmatch(sentence.of(text)):
            items = [item for item in items if known.SHALL.match(item.text)]
        told: set[str] = set()
        for item in items:
            for what, span in _of_item(content.of(text), item.text, told):
                yield _element(item, what, span, condition)
        for what, span in [] if items else elements_of_prose(text, content):
            yield _element(place, what, span, condition)


def _of_item(lead: str, text: str, told: set[str]) -> list[tuple[str, Span]]:
    """The elements of an item; under a lead that says what happens if, it is part of a statement.

    ``told`` holds the statements of the list so far, which its items make together once.
    """
    whole = Span(0, len(text))
    if known.STATES_A_CASE.search(lead):
        what = element_of_statement(lead, text)
        is_new = what not in told | {""}
        told.add(what)
        return [(what, whole)] if is_new else []
    return elements_of_item(text, whole)


def _element(place: Place, what: str, span: Span, condition: str | None) -> Fact:
    bare = place.fact("notice_element", what, _trim(place.text, span))
    return replace(bare, condition=condition)


def _leads(content: str) -> bool:
    """Whether what follows the verb leads a list in, and says nothing itself."""
    words = content.strip()
    if words.endswith((":", "—", "–", "-")) or not re.search(r"\w", words):
        return True
    return len(words) < LONGEST_LEAD and known.FOLLOWING.search(words) is not None


def _content(place: Place, sentence: Span) -> int | None:
    """Where a sentence begins to say what a notice must contain; None where it does not."""
    text = place.text
    if known.TITLE.fullmatch(sentence.of(text)):
        return sentence.end
    passive = known.IN_NOTICE.search(text, sentence.start, sentence.end)
    if passive:
        is_lead = text[passive.end() : sentence.end].rstrip().endswith((":", "—", "–"))
        return passive.end() if is_lead else sentence.start
    it = known.IT.match(text, sentence.start, sentence.end)
    if it and known.PAPER.search(text, max(0, sentence.start - 250), sentence.start):
        return it.end()
    for paper in known.PAPER.finditer(text, sentence.start, sentence.end):
        if not _is_the_notice(place, paper):
            continue
        found = None if _is_object(paper) else _verb_of(text, paper, sentence)
        found = _sent_with(text, paper, sentence) if found is None else found
        if found is not None:
            return found
    return _told_in_writing(text, sentence)


def _before(paper: re.Match[str]) -> list[str]:
    """The one or two words before a paper, articles and plain adjectives left out."""
    words = [(paper[name] or "").strip().lower() for name in ("lead", "lead2")]
    return [word for word in words if word and word not in known.PLAIN_LEADS]


def _is_object(paper: re.Match[str]) -> bool:
    """Whether the notice is what somebody receives or issues, and not what contains something."""
    words = _before(paper)
    return bool(words) and known.AFTER.match(words[-1]) is not None


def _is_the_notice(place: Place, paper: re.Match[str]) -> bool:
    """Whether a paper is the notice of a violation, and not of a hearing, a cost or an appeal."""
    if any(known.IS_OTHER.match(word) for word in _before(paper)):
        return False
    if known.HOURS.search(place.text[: paper.start()]) or known.IS_TO_TOWN.match(
        place.text, paper.end()
    ):
        return False
    if known.OWN_NAME.search(paper["paper"]):
        return True
    earlier = place.text[: paper.start("paper")]
    named = list(known.NAMED.finditer(earlier))
    if named:
        return not known.OTHER_NAMED.match(named[-1]["of"] or named[-1]["kind"])
    near = earlier[-200:].lower()
    if known.TO_TOWN.search(earlier[-300:]) and "violat" not in earlier[-300:].lower():
        return False
    if known.NEAR_OTHER.search(near) and "violat" not in near:
        return False
    caption = place.provision.caption
    return known.OF_OTHER.search(caption) is None or "violation" in caption.lower()


def _verb_of(text: str, paper: re.Match[str], sentence: Span) -> int | None:
    """Where the content begins after a notice that is the subject of "shall contain"."""
    for pattern in (known.BARE_MUST, known.MUST):
        verb = pattern.search(text, paper.end(), sentence.end)
        if verb and _is_subject_of(text[paper.end() : verb.start()]):
            return verb.end()
    modal = known.MODAL.search(text, paper.end(), sentence.end)
    if modal and _is_subject_of(text[paper.end() : modal.start()]):
        more = known.MORE.search(text, modal.end(), sentence.end)
        if more and not known.MAY.search(text, paper.end(), more.start()):
            return more.end()
    plain = known.PLAIN.match(text, paper.end(), sentence.end)
    return plain.end() if plain and not _before(paper) else None


def _is_subject_of(between: str) -> bool:
    """Whether nobody else becomes the subject between the notice and its verb."""
    if known.MAY.search(between) or len(between) > LONGEST_SUBJECT:
        return False
    return known.OTHER_SUBJECT.search(between) is None


def _sent_with(text: str, paper: re.Match[str], sentence: Span) -> int | None:
    """Where the content begins after "shall issue a notice stating": only a notice that is owed."""
    senders = list(known.SENT.finditer(text, sentence.start, paper.start("paper")))
    by_town = [one for one in senders if not _is_by_others(text, sentence, one)]
    is_owed = by_town or (not senders and known.SENT.search(text, paper.end(), sentence.end))
    which = known.WHICH.search(text, paper.end(), sentence.end)
    if not is_owed or which is None or which.start() - paper.end() > LONGEST_SUBJECT:
        return None
    return None if known.MAY.search(text, paper.end(), which.start()) else which.end()


def _is_by_others(text: str, sentence: Span, sent: re.Match[str]) -> bool:
    """Whether a permittee or an owner gives the notice, of a spill or of a start."""
    if re.search(r"\bbe\b", sent.group()):
        return False
    return known.GIVEN_BY.search(text[sentence.start : sent.start()]) is not None


def _told_in_writing(text: str, sentence: Span) -> int | None:
    """Where the content begins after "shall notify the owner in writing, stating"."""
    told = known.TOLD_IN_WRITING.search(text, sentence.start, sentence.end)
    which = known.WHICH.search(text, told.end(), sentence.end) if told else None
    return which.end() if which else None


def _style(marker: str) -> str:
    """What kind of marker it is: of figures, of small letters or of capitals."""
    return re.sub(r"[a-z]+", "a", re.sub(r"[A-Z]+", "A", re.sub(r"\d+", "1", marker)))


def _items(scope: Scope, lead: Place) -> list[Place]:
    """The items of the list that a provision leads in, without the lists of what it may require."""
    provisions = scope.text.provisions
    first = next(
        (
            n
            for n in range(lead.number + 1, len(provisions))
            if provisions[n].kind is not Kind.FURNITURE
        ),
        None,
    )
    if (
        first is None
        or provisions[first].kind is Kind.HEADING
        or provisions[first].depth < lead.provision.depth
    ):
        return []
    head = provisions[first]
    found: list[Place] = []
    is_permissive = False
    for number in range(first, len(provisions)):
        one = provisions[number]
        if one.kind is Kind.FURNITURE or one.depth > head.depth:
            continue
        if _ends_list(one, head, found):
            break
        place = Place(number, one)
        if not is_permissive or known.OPENS_ELEMENT.match(one.text):
            is_permissive = False
            found.append(place)
        if known.MAY_LIST.search(one.text) and one.text.rstrip().endswith(":"):
            is_permissive = not _has_children(scope, number)
    return found


def _has_children(scope: Scope, number: int) -> bool:
    after = scope.text.provisions[number + 1 : number + 2]
    return bool(after) and after[0].parent == number


def _ends_list(one: Provision, head: Provision, found: list[Place]) -> bool:
    """Whether a provision no longer belongs to the list that began with ``head``."""
    if (
        one.kind in (Kind.HEADING, Kind.NOTE)
        or one.depth < head.depth
        or one.section != head.section
    ):
        return True
    if one.parent != head.parent or bool(one.marker) != bool(head.marker):
        return True
    if one.marker and _style(one.marker) != _style(head.marker):
        return True
    return not one.marker and bool(found) and found[-1].text.rstrip().endswith(".")


def _trim(text: str, span: Span) -> Span:
    """A span without blank space, commas and joining words at its ends."""
    start, end = span.start, span.end
    while start < end and text[start] in " ,;:\t":
        start += 1
    words = known.JOINS_AT_END.sub("", text[start:end])
    return Span(start, start + len(words)) if words else Span(start, end)


def _once(text: Text, found: list[Fact]) -> list[Fact]:
    """Each element once for a provision; a deadline only where no schedule stands before it."""
    kept: list[Fact] = []
    for one in sorted(found, key=lambda fact: (fact.start, fact.end)):
        section = text.provisions[one.provision or 0].section
        before = [
            other for other in kept if text.provisions[other.provision or 0].section == section
        ]
        if any(other.what == one.what and other.provision == one.provision for other in before):
            continue
        if (
            one.what == "correction_deadline"
            and one.condition
            and any(other.what == "remedial_measures_schedule" for other in before)
        ):
            continue
        kept.append(one)
    return kept
