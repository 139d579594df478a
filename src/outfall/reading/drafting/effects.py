"""What each answer to a question changes, shown on sample cases that are run through the law."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from outfall.files.case_file import read_case
from outfall.files.text import Document
from outfall.law.assess import assess, check
from outfall.law.case import Case
from outfall.law.ordinance import Ordinance
from outfall.reading.drafting.book import with_changes
from outfall.reading.drafting.draft import Draft
from outfall.told.changes import in_words

FIRST = date(2026, 3, 2)
LATER = 70
"""Days after the first on which the samples are asked about."""


def with_effects(draft: Draft, law: Ordinance) -> Draft:
    """The draft whose questions say what each choice changes on the sample cases.

    A choice that changes none of them says so: the question may still matter to another case.
    """
    found: dict[str, dict[str, dict[str, str]]] = {}
    for title, case in samples(law):
        standing = assess(law, case, FIRST + timedelta(days=LATER))
        for reading in standing.readings:
            for choice, changes in reading.otherwise:
                said = in_words(changes)
                if said:
                    known = found.setdefault(reading.id, {}).setdefault(choice, {})
                    known.setdefault(said, title)
    questions = tuple(
        with_changes(
            question,
            {
                choice.id: tuple(
                    f"{title}: {said}."
                    for said, title in found.get(question.id, {}).get(choice.id, {}).items()
                )
                or ("The sample cases stay as they are.",)
                for choice in question.choices[1:]
            },
        )
        for question in draft.questions
    )
    return Draft(draft.about, draft.pack, questions)


def samples(law: Ordinance) -> Iterator[tuple[str, Case]]:
    """Cases that walk through what the law has: each with a title."""
    for title, events in _walks(law):
        data = {
            "case": "SAMPLE",
            "ordinance": law.id,
            "place": {"address": "12 Example Lane"},
            "parties": [{"id": "owner", "role": "owner", "name": "Example Holdings LLC"}],
            "events": events,
        }
        case = read_case(Document(data))
        if not check(law, case):
            yield title, case


def _walks(law: Ordinance) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    papers = {paper.id: paper for paper in law.instruments}
    found = [{"date": _day(0), "event": "violation_observed", "kind": "discharge"}]
    yield "A violation found on March 2 that lasts", found
    notice = _paper(papers, "notice_of_violation", 2, _day(16))
    if notice:
        yield "A notice of March 4, received on March 6, not obeyed", found + notice
        yield "The same without proof of receipt", found + _unreceived(notice)
        if "contents" in notice[0]:
            gap = [{**notice[0], "contents": notice[0]["contents"][1:]}, *notice[1:]]
            yield "The same with an element left out", found + gap
    proceedings = {rule.id for rule in law.proceedings}
    if notice and "appeal" in proceedings:
        filed = [{"date": _day(8), "event": "appeal_filed", "notice": "n1"}]
        yield "An appeal of March 10 that is not decided", found + notice + filed
    abated = [
        {"date": _day(40), "event": "abated"},
        {"date": _day(41), "event": "cost_recorded", "amount": "1200.00", "kind": "abatement"},
    ]
    cost = _paper(papers, "cost_notice", 44, None)
    if cost:
        yield "Work done by the town on April 11 for $1,200", found + notice + abated + cost


def _day(after: int) -> str:
    return (FIRST + timedelta(days=after)).isoformat()


def _paper(papers: Any, name: str, after: int, comply_by: str | None) -> list[dict[str, Any]]:
    if name not in papers:
        return []
    issued: dict[str, Any] = {"date": _day(after), "event": "notice_issued", "instrument": name}
    issued["id"] = "n1" if name == "notice_of_violation" else "n2"
    elements = [element for element, _ in papers[name].elements]
    if elements:
        issued["contents"] = elements
    if "remedy" in elements:
        issued["requires"] = ["Remove the connection"]
    if comply_by:
        issued["comply_by"] = comply_by
    served = {
        "date": _day(after),
        "event": "served",
        "instrument": name,
        "method": "certified_mail",
        "received_on": _day(after + 2),
    }
    return [issued, served]


def _unreceived(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{k: v for k, v in event.items() if k != "received_on"} for event in events]
