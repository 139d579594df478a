"""Periods of the text as last days of a pack: starts that a text leaves open become readings, and
so do two periods for one thing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from outfall.reading.drafting.book import Book, Choice, Question
from outfall.reading.fact import Fact
from outfall.reading.vocabulary import ANCHORS
from outfall.reading.words import value_in_words

Due = dict[str, Any]
Starts = Mapping[str, Any]
"""Choices of a start: the name of each, and the start itself."""

SEVERAL_MOST = 12
"""Periods for one right between which a reading chooses; further ones are not taken up."""

SAID = {
    "service": "From service of the paper.",
    "date": "From the date of the paper.",
    "receipt": "From receipt of the paper, where the record shows it.",
    "abatement": "From the end of the abatement.",
    "decision": "From the day of the decision.",
    "filing": "From the day on which the appeal was filed.",
    "observation": "From the day on which the violation was observed.",
    "lapse": "From the day on which the time of the notice is over.",
    "hearing": "From the day of the hearing.",
}


def of_paper(paper: str | None) -> dict[str, Any]:
    """The starts that a paper gives: of the rule's own paper, or of one named."""
    if paper is None:
        return {"service": "service", "date": "issue", "receipt": "receipt"}
    return {
        "service": {"service": paper},
        "date": {"issue": paper},
        "receipt": {"receipt": paper},
    }


FIXED: dict[str, Any] = {
    "receipt_of_appeal": {"filing": "appeal"},
    "hearing": "hearing",
    "decision": {"decision": "appeal"},
    "abatement_complete": {"event": "abated"},
    "discovery": "discovery",
    "determination": "observation",
    "decision_on_cost_appeal": {"decision": "protest"},
    "previous_violation": "observation",
}
_OF_PAPER = {
    "service_of_notice": "service",
    "date_of_notice": "date",
    "date_of_citation": "date",
    "date_of_bill": "date",
    "receipt_of_notice": "receipt",
    "receipt_of_order": "receipt",
    "receipt_of_cost_notice": "receipt",
}
_UNSURE = {
    "notice": ("service", "date", "receipt"),
    "notification": ("service", "receipt", "date"),
    "prior_notice": ("service", "date", "receipt"),
    "cost_notice": ("service", "date", "receipt"),
    "notice_of_intended_action": ("service", "receipt", "date"),
    "enforcement_action": ("receipt", "service", "date"),
    "agency_action": ("service", "receipt", "date"),
    "receipt_of_action": ("receipt", "service"),
}
LATER = {
    "appeal": ("receipt_of_appeal", "hearing", "decision", "decision_on_cost_appeal"),
    "cost_protest": ("decision_on_cost_appeal",),
}
"""What comes only after a period is used, and can't start it."""


def length(fact: Fact) -> str:
    """A length as a pack writes it: ``15 days``, ``1 month``."""
    unit = (fact.unit or "days").replace("_", " ")
    return f"{fact.value} {unit[:-1] if fact.value == 1 else unit}"


def start(book: Book, fact: Fact, deadline: str, starts: Starts) -> tuple[Any, Question | None]:
    """The start of a period: itself, or a question whose choices are names in ``starts``."""
    anchor = fact.anchor or "unspecified"
    if anchor == "postmark_of_cost_notice":
        return {"postmark": "cost_notice"}, None
    if anchor in FIXED and anchor not in LATER.get(deadline, ()):
        return FIXED[anchor], None
    if anchor in _OF_PAPER and _OF_PAPER[anchor] in starts:
        return starts[_OF_PAPER[anchor]], None
    if anchor in ("notice_of_decision", "service_of_decision"):
        book.ask(_decision_told(book, fact, deadline))
        return FIXED["decision"], None
    if anchor == "failure_of_compliance":
        return ({"lapse": "comply"} if "comply" in book.deadlines else "observation"), None
    names = [name for name in _UNSURE.get(anchor, tuple(starts)) if name in starts] or list(starts)
    return None, _start_unsaid(book, fact, deadline, names)


def _decision_told(book: Book, fact: Fact, deadline: str) -> Question:
    return Question(
        f"{deadline}_from_decision_told",
        "unclear",
        fact.cite,
        "The period runs from the day on which the decision is made known. A case records the "
        "day of the decision, and the draft counts from it.",
        do="Record a decision on the day on which it is served, or grant an extension.",
        quotes=(book.quote(fact),),
    )


def _start_unsaid(book: Book, fact: Fact, deadline: str, names: Sequence[str]) -> Question:
    period, anchor = value_in_words(fact), fact.anchor or "unspecified"
    if anchor == "unspecified":
        says = f"The text gives {period} and does not say from when. From when do they run?"
    elif anchor in LATER.get(deadline, ()):
        says = (
            f"The text counts {period} from {ANCHORS[anchor]}. In a case that is what the period "
            "leads to, so that it can't be its start. From when do they run?"
        )
    else:
        says = f"The text counts {period} from {ANCHORS.get(anchor, anchor)}. Which day is that?"
    return Question(
        f"{deadline}_starts",
        "unclear" if anchor != "unspecified" else "silent",
        fact.cite,
        says,
        tuple(Choice(name, SAID[name]) for name in names),
        quotes=(book.quote(fact),),
    )


def term(book: Book, fact: Fact, deadline: str, starts: Starts, **more: Any) -> Due | None:
    """One period as a last day; None where the text leaves its length blank."""
    if fact.value is None:
        book.ask(
            Question(
                f"{deadline}_blank",
                "blank" if fact.is_blank else "cut",
                fact.cite,
                "The text gives this period no length. The draft has no such deadline.",
                do="Find the figure in the official text and add the deadline; none is made up.",
                quotes=(book.quote(fact),),
            )
        )
        return None
    begins, question = start(book, fact, deadline, starts)
    cite = {"cite": fact.cite}
    if question is None:
        return {"after": begins, "length": length(fact), **more, **cite}
    return book.by(
        question,
        {
            choice.id: {"after": starts[choice.id], "length": length(fact), **more, **cite}
            for choice in question.choices
        },
    )


def due(
    book: Book, facts: Sequence[Fact], deadline: str, right: str, starts: Starts, **more: Any
) -> Due | None:
    """The last day that facts give together: one period, or a conflict between several.

    ``right`` says in the question what the period is for. Of two periods the later is adopted:
    whoever relied on either has then kept it.
    """
    apart = {(f.value, f.unit, f.anchor): f for f in reversed(facts)}
    several = list(reversed(apart.values()))
    for fact in several[SEVERAL_MOST:]:
        book.taken.discard(book.facts.index(fact))
    made = [(f, term(book, f, deadline, starts, **more)) for f in several[:SEVERAL_MOST]]
    terms = [(fact, one) for fact, one in made if one is not None]
    if len(terms) < 2:
        return terms[0][1] if terms else None
    names = [_name(fact, n) for n, (fact, _) in enumerate(terms, 1)]
    said = [f"{value_in_words(f)} from {_from(f)} ({f.cite})" for f, _ in terms]
    question = Question(
        f"{deadline}_window",
        "conflict",
        terms[0][0].cite,
        f"The text gives {len(terms)} periods for {right}: {'; '.join(said)}. Which holds?",
        (
            Choice("later_of_all", "Whichever ends last, since a party may rely on any of them."),
            *(Choice(name, f"{text}.") for name, text in zip(names, said, strict=True)),
        ),
        quotes=tuple(book.quote(fact) for fact, _ in terms),
    )
    return book.by(
        question,
        {
            "later_of_all": {"latest": [one for _, one in terms]},
            **{name: one for name, (_, one) in zip(names, terms, strict=True)},
        },
    )


def _from(fact: Fact) -> str:
    return ANCHORS.get(fact.anchor or "unspecified", "a start that the text does not say")


def _name(fact: Fact, n: int) -> str:
    return f"p{n}_{length(fact).replace(' ', '_')}"
