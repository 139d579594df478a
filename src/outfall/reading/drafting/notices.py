"""The notice of violation and its elements, the time to comply, appeal, hearing and decision."""

from __future__ import annotations

from typing import Any

from outfall.reading.drafting.book import Book, Choice, Question
from outfall.reading.drafting.periods import due, of_paper, term
from outfall.reading.fact import Fact

NOTICE = "notice_of_violation"
ELEMENTS = {
    "violator_name_address": "recipient",
    "location": "place",
    "nature": "nature",
    "code_section": "nature",
    "remedial_measures_schedule": "remedy",
    "remedial_measures": "remedy",
    "correction_deadline": "remedy",
    "penalty_statement": "penalties",
    "daily_accrual_statement": "penalties",
    "appeal_statement": "appeal",
    "city_abatement_statement": "town_work",
}
ON_A_NOTICE = frozenset(
    (
        *("appeal_window", "cure_period", "abatement_after_decision", "city_correction_after"),
        *("remediation_complete_within", "notice_issue_within", "response_plan_due"),
        *("civil_penalty_per_day_max", "hearing_within", "cure_period_extended_max"),
    )
)
DEFECTIVE = (
    Choice("starts_nothing", "No power, order or default of the party's."),
    Choice("substantial", "The same as on a complete one, where the gap misled nobody."),
)


def draft(book: Book) -> None:
    """The rules on notices that the facts make."""
    _instrument(book)
    _comply(book)
    _cure(book)
    _appeal(book)
    _hearing(book)
    _after_decision(book)


def _instrument(book: Book) -> None:
    elements = book.take(*ELEMENTS)
    if not elements and not book.has(*ON_A_NOTICE):
        return
    cite = _home(book, elements)
    shown: dict[str, str] = {}
    for fact in elements:
        shown.setdefault(ELEMENTS[fact.what], fact.cite)
    rule: dict[str, Any] = {
        "instrument": NOTICE,
        "title": "Notice of violation",
        "needs": ["violation"],
    }
    if shown:
        rule["elements"] = [{name: where} for name, where in shown.items()]
        book.reading(
            Question(
                "defective_notice",
                "silent",
                cite,
                "What may rest on a notice that lacks one of its elements?",
                DEFECTIVE,
            )
        )
    else:
        book.ask(
            Question(
                "notice_without_elements",
                "silent",
                cite,
                "The text speaks of a notice and does not list what it must contain.",
                do="Look whether another section lists it; adopt a form of notice all the same.",
            )
        )
    book.instruments[NOTICE] = cite
    book.rule(cite, rule)
    _separate_elements(book, elements)


def _separate_elements(book: Book, elements: list[Fact]) -> None:
    for fact in elements:
        if fact.what in ("code_section", "daily_accrual_statement"):
            book.ask(
                Question(
                    f"element_{fact.what}",
                    "unmodelled",
                    fact.cite,
                    "The notice must say this as well; a pack holds it as part of "
                    f"the element {ELEMENTS[fact.what]}.",
                    do="Put it into the town's own words of the notice.",
                    quotes=(book.quote(fact),),
                )
            )


def _home(book: Book, elements: list[Fact]) -> str:
    """The paragraph of a list of elements: that which the most of them stand under."""
    facts = elements or [f for f in book.facts if f.what in ON_A_NOTICE]
    parents: dict[str, int] = {}
    for fact in facts:
        one = book.provision(fact)
        up = None if one is None or one.parent is None else book.text.provisions[one.parent]
        cite = up.cite if up is not None and up.cite and elements else fact.cite
        parents[cite] = parents.get(cite, 0) + 1
    return max(parents, key=lambda cite: parents[cite])


def _comply(book: Book) -> None:
    """The last day that the notice itself names, where it must name one."""
    named = [
        f
        for f in book.facts
        if f.what in ("remedial_measures_schedule", "correction_deadline")
        and f.kind == "notice_element"
    ]
    whole = book.take("remediation_complete_within")
    if NOTICE in book.instruments and (named or whole):
        cite = (named or whole)[0].cite
        rule: dict[str, Any] = {"deadline": "comply", "for": "party", "of": NOTICE}
        last = due(book, whole, "remediation", "completing the correction", of_paper(None))
        if named and last is not None:
            rule["due"] = {"earliest": [{"named": "comply_by"}, last]}
        else:
            rule["due"] = {"named": "comply_by"} if named else last
        if rule["due"] is not None:
            book.rule(cite, {**rule, "done_by": "remedy"})


def _cure(book: Book) -> None:
    facts = book.take("cure_period", spare=["emergency"])
    emergency = book.take("cure_period", "emergency_notice_period")
    longest = book.take("cure_period_extended_max")
    plain = [f for f in facts if not f.tier or f.tier == 1]
    for tier in sorted({f.tier for f in facts if f.tier and f.tier > 1}):
        _more_for_tier(book, [f for f in facts if f.tier == tier], tier or 0)
    if not plain and emergency:
        plain, emergency = emergency, []
    if NOTICE in book.instruments and plain:
        least = any(f.bound == "min" or "greater period" in book.words(f) for f in plain)
        more = {"at_least": "cure_days"} if least and plain[0].unit == "days" else {}
        last = due(book, plain, "cure", "the time to correct", of_paper(None), **more)
        short = _one(book, emergency)
        if last is not None and short is not None:
            last = {"in_danger": short, "otherwise": last}
        if last is not None:
            last = _or_schedule(book, plain[0], last)
            rule = {"deadline": "cure", "for": "party", "of": NOTICE, "due": last}
            book.rule(plain[0].cite, {**rule, "done_by": "remedy"})
    for fact in longest:
        book.ask(
            Question(
                "longest_extension",
                "unmodelled",
                fact.cite,
                "The text limits how long the time to correct may be extended; an extension is "
                "recorded by a person, and nothing holds it to the limit.",
                do="Grant no extension beyond it.",
                quotes=(book.quote(fact),),
            )
        )


def _or_schedule(book: Book, fact: Fact, last: dict[str, Any]) -> dict[str, Any]:
    """The time to correct beside the last day that the notice itself names."""
    if "comply" not in book.deadlines:
        return last
    question = Question(
        "cure_or_schedule",
        "conflict",
        fact.cite,
        f"The text gives a time to correct of its own, and the notice names a day "
        f"({book.deadlines['comply']}). By when must the violation be corrected?",
        (
            Choice("later_of_both", "By the later, since a party may rely on the day it was told."),
            Choice("period_alone", "Within the period of the text, whatever the notice says."),
        ),
        quotes=(book.quote(fact),),
    )
    both = {"latest": [last, {"same_as": "comply"}]}
    return book.by(question, {"later_of_both": both, "period_alone": last})


def _one(book: Book, facts: list[Fact]) -> dict[str, Any] | None:
    """The first of the short periods of an emergency; more of them are asked about."""
    for fact in facts[1:]:
        if (fact.value, fact.unit) != (facts[0].value, facts[0].unit):
            book.taken.discard(book.facts.index(fact))
    return term(book, facts[0], "emergency_cure", of_paper(None)) if facts else None


def _more_for_tier(book: Book, facts: list[Fact], tier: int) -> None:
    for fact in facts:
        book.ask(
            Question(
                f"cure_of_offense_{tier}",
                "unmodelled",
                fact.cite,
                f"For offense {tier} the text gives a time to correct of its own.",
                do="Write it into the notice as its last day.",
                quotes=(book.quote(fact),),
            )
        )


def _appeal(book: Book) -> None:
    facts = book.take("appeal_window", spare=["emergency"])
    emergency = book.take("appeal_window")
    against = NOTICE if NOTICE in book.instruments else "penalty_notice"
    if not facts and not book.has("appeal_statement"):
        if against in book.instruments:
            book.ask(
                Question(
                    "no_appeal",
                    "silent",
                    book.instruments[against],
                    "The text gives no appeal from the notice.",
                    do="Look whether another section or the state's law gives one.",
                )
            )
        return
    cite = next((f.cite for f in facts), "") or book.instruments.get(against, "")
    last = due(book, facts, "appeal", "the appeal", of_paper(None))
    proceeding = {"proceeding": "appeal", "against": against}
    if last is None:
        book.rule(cite, proceeding)
        return
    book.rule(cite, {**proceeding, "deadline": "appeal"})
    short = _one(book, emergency)
    if short is not None:
        last = {"in_danger": short, "otherwise": last}
    rule = {"deadline": "appeal", "for": "party", "of": against, "due": last}
    book.rule(cite, {**rule, "done_by": {"filing": "appeal"}})
    needs = [{"open": "appeal"}, {"proceeding": ["appeal", "unfiled"]}]
    book.rule(cite, {"action": "accept_appeal", "of": against, "needs": needs})
    if not book.has("no_stay_of_penalty"):
        book.warn(
            cite,
            "no_stay_named",
            [{"proceeding": ["appeal", "pending"]}],
            "No stay was read in the text while an appeal is undecided; what runs, runs on.",
        )


def _hearing(book: Book) -> None:
    against = NOTICE if NOTICE in book.instruments else "penalty_notice"
    for what, id, done, right in (
        ("hearing_within", "hearing", "hearing", "the hearing"),
        ("decision_within", "decision", {"decision": "appeal"}, "the decision"),
    ):
        facts = book.take(what)
        if not facts or "appeal" not in book.deadlines:
            continue
        starts = {"filing": {"filing": "appeal"}, "hearing": "hearing"}
        if what == "hearing_within":
            del starts["hearing"]
        last = due(book, facts, id, right, starts)
        if last is not None:
            who = "town" if what == "hearing_within" else "body"
            rule = {"deadline": id, "for": who, "of": against, "due": last, "done_by": done}
            book.rule(facts[0].cite, rule)
    if "appeal" in book.deadlines and "hearing" not in book.deadlines:
        book.warn(
            book.deadlines["appeal"],
            "no_hearing_time",
            [{"proceeding": ["appeal", "pending"]}],
            "No time for the hearing of an appeal was read in the text.",
        )


def _after_decision(book: Book) -> None:
    facts = book.take("abatement_after_decision")
    if facts and "appeal" in book.deadlines:
        starts = {"decision": {"decision": "appeal"}}
        last = due(book, facts, "comply_after_decision", "complying after a decision", starts)
        if last is not None:
            rule = {"deadline": "comply_after_decision", "for": "party", "of": NOTICE, "due": last}
            book.rule(facts[0].cite, {**rule, "done_by": "remedy"})
    elif facts:
        _without_appeal(book, facts)


def _without_appeal(book: Book, facts: list[Fact]) -> None:
    for fact in facts:
        book.ask(
            Question(
                "decision_without_appeal",
                "cut",
                fact.cite,
                "The text counts from a decision, and no appeal is in the text at hand.",
                do="Paste the section on appeals as well and read again.",
                quotes=(book.quote(fact),),
            )
        )
