"""What the town spends and gets back: cost notice, protest, payment, lien, interest, plan."""

from __future__ import annotations

from typing import Any

from outfall.reading.drafting.book import Book, Choice, Question
from outfall.reading.drafting.periods import due, length, of_paper, start, term
from outfall.reading.fact import Fact

PAPER = "cost_notice"
COSTS = (
    *("cost_notice_within", "cost_protest_within", "cost_payment_due", "suit_after"),
    *("cost_payment_due_after_appeal", "special_assessment_lien", "special_assessment", "lien"),
    *("tax_roll_collection", "interest_on_cost"),
)
YEAR = (
    Choice("actual_365", "Actual days over 365."),
    Choice("actual_360", "Actual days over 360."),
    Choice("actual_actual", "Actual days over those of the calendar year."),
    Choice("thirty_360", "A month as a twelfth of a year and a day as a thirtieth of a month."),
)
BEARS = (
    Choice("costs", "The costs of the abatement alone."),
    Choice("all_liability", "Costs, fees and civil penalties."),
)


def draft(book: Book) -> None:
    """The rules on costs that the facts make."""
    if book.has(*COSTS):
        _paper(book)
        _protest(book)
        _payment(book)
        _liens(book)
    _interest(book)
    _plan(book)


def _paper(book: Book) -> None:
    facts = book.take("cost_notice_within")
    cite = facts[0].cite if facts else next(f.cite for f in book.facts if f.what in COSTS)
    book.instruments[PAPER] = cite
    book.rule(
        cite,
        {
            "instrument": PAPER,
            "title": "Notice of the cost of abatement",
            "needs": [{"event": "abated"}, "cost"],
            **({"duty": True} if facts else {}),
        },
    )
    book.rule(cite, {"costs": ["abatement", "administrative", "other"]})
    starts = {"abatement": {"event": "abated"}}
    last = due(book, facts, "cost_notice", "telling the owner the cost", starts)
    if last is not None:
        rule = {"deadline": "cost_notice", "for": "town", "due": last}
        book.rule(cite, {**rule, "done_by": {"service": PAPER}})
        book.warn(
            cite,
            "cost_notice_late",
            [{"late": "cost_notice"}],
            "The owner was not told the cost in time; every later step is open to that objection.",
        )
    book.rule(cite, {"action": "assess_costs", "needs": ["cost", {"event": "abated"}]})


def _protest(book: Book) -> None:
    facts = book.take("cost_protest_within")
    if facts:
        cite = facts[0].cite
        starts = {**of_paper(PAPER), "abatement": {"event": "abated"}}
        last = due(book, facts, "cost_protest", "the protest of the cost", starts)
        proceeding = {"proceeding": "protest", "against": PAPER}
        if last is None:
            book.rule(cite, proceeding)
            return
        book.rule(cite, {**proceeding, "deadline": "cost_protest"})
        rule = {"deadline": "cost_protest", "for": "party", "due": last}
        book.rule(cite, {**rule, "done_by": {"filing": "protest"}})
        book.warn(
            cite,
            "protest_without_decision",
            [{"proceeding": ["protest", "pending"]}],
            "No rule on who decides a protest, and by when, was read in the text.",
        )


def _payment(book: Book) -> None:
    facts = book.take("cost_payment_due")
    after = book.take("cost_payment_due_after_appeal")
    starts = {**of_paper(PAPER), "abatement": {"event": "abated"}}
    last = due(book, facts, "cost_payment", "paying the cost", starts)
    if last is not None:
        later = term(book, after[0], "cost_payment", starts) if after else None
        if later is not None and "protest" in _proceedings(book):
            last = {"first_known": [later, last]}
        rule = {"deadline": "cost_payment", "for": "party", "due": last}
        book.rule(facts[0].cite, {**rule, "done_by": {"settled": "cost"}})
    suit = book.take("suit_after")
    later = due(book, suit, "suit", "the time before a suit", starts)
    if later is not None:
        rule = {"deadline": "before_suit", "for": "party", "due": later}
        book.rule(suit[0].cite, {**rule, "done_by": {"settled": "cost"}})
        needs: list[Any] = [{"owed": "cost"}, {"expired": "before_suit"}]
        book.rule(suit[0].cite, {"action": "sue_for_costs", "needs": needs})


def _proceedings(book: Book) -> set[str]:
    return {rule["proceeding"] for rule in book.every() if "proceeding" in rule}


def _liens(book: Book) -> None:
    facts = book.take("special_assessment_lien", "special_assessment", "lien")
    ready = _ready(book)
    if facts:
        needs = [{"owed": "cost"}, "no_lien", *ready]
        book.rule(facts[0].cite, {"action": "record_lien", "needs": needs})
        if not ready:
            book.ask(
                Question(
                    "lien_from_when",
                    "silent",
                    facts[0].cite,
                    "The text makes unpaid cost a lien and no time to pay or protest was read.",
                    do="Say how long the owner has; until then a lien is open once a cost is owed.",
                    quotes=(book.quote(facts[0]),),
                )
            )
    for fact in book.take("tax_roll_collection")[:1]:
        needs = [{"owed": "cost"}, *ready]
        book.rule(fact.cite, {"action": "certify_to_tax_roll", "needs": needs})
    book.taken.update(n for n, f in enumerate(book.facts) if f.what == "tax_roll_collection")


def _ready(book: Book) -> list[Any]:
    """What must have run before unpaid cost can be made a charge on the property."""
    if "cost_payment" in book.deadlines:
        return [{"expired": "cost_payment"}]
    if "cost_protest" in book.deadlines:
        undisputed = {"all": [{"proceeding": ["protest", "none"]}, {"closed": "cost_protest"}]}
        return [{"any": [undisputed, {"proceeding": ["protest", "upheld"]}]}]
    return []


def _interest(book: Book) -> None:
    rates = book.take("interest_rate")
    begins = book.take("interest_start_day")
    book.take("payments_to_interest_first")
    unknown = book.take("interest_by_statute", "interest_on_late_payment", "interest_on_cost")
    known = [fact for fact in rates if fact.value is not None]
    for fact in [*unknown, *(f for f in rates if f.value is None)]:
        _no_rate(book, fact)
    if len({fact.value for fact in known}) > 1:
        book.taken.difference_update(book.facts.index(fact) for fact in known[1:])
    if known:
        rate, first = known[0], (begins or known)[0]
        book.rule(
            rate.cite,
            {
                "interest": {
                    "rates": [{"percent": str(rate.value)}],
                    "on": _bears(book, rate),
                    "starts": _begins(book, first, begins),
                    "year": _year(book, rate),
                }
            },
        )
        if rate.condition:
            book.taken.discard(book.facts.index(rate))


def _bears(book: Book, rate: Fact) -> dict[str, Any]:
    says = "What is the balance that bears interest?"
    question = Question(
        "interest_on", "unclear", rate.cite, says, BEARS, quotes=(book.quote(rate),)
    )
    return book.by(question, {"costs": ["cost"], "all_liability": ["cost", "fee", "penalty"]})


def _year(book: Book, rate: Fact) -> dict[str, Any]:
    says = "How is a year of interest counted?"
    question = Question("interest_year", "silent", rate.cite, says, YEAR)
    return book.by(question, {choice.id: choice.id for choice in YEAR})


def _begins(book: Book, fact: Fact, stated: list[Fact]) -> dict[str, Any]:
    """The first day that bears interest."""
    starts = {"abatement": {"event": "abated"}, **of_paper(PAPER)}
    if fact.anchor in ("assessment", "late_payment", "unspecified", None):
        return {"after": "charge", "length": length(fact) if stated else "0 days", "rule": "fixed"}
    if fact.anchor == "cost_payment_due":
        found = (r["due"] for r in book.every() if r.get("deadline") == "cost_payment")
        return next(found, {"after": "charge", "length": "0 days", "rule": "fixed"})
    begins, question = start(book, fact, "interest", starts)
    days = length(fact) if stated else "0 days"
    if question is None:
        return {"after": begins, "length": days, "rule": "fixed"}
    values = {
        c.id: {"after": starts[c.id], "length": days, "rule": "fixed"} for c in question.choices
    }
    return book.by(question, values)


def _no_rate(book: Book, fact: Fact) -> None:
    book.ask(
        Question(
            f"{fact.what}_rate",
            "blank" if fact.is_blank else "silent",
            fact.cite,
            "The text speaks of interest and no rate was read. The draft charges none.",
            do="Find the rate, in the official text or the statute, and add it; none is made up.",
            quotes=(book.quote(fact),),
        )
    )


def _plan(book: Book) -> None:
    facts = book.take("installments_max")
    if facts:
        book.rule(facts[0].cite, {"plan": {"most": int(facts[0].value or 1)}})
        book.ask(
            Question(
                "plan_interval",
                "silent",
                facts[0].cite,
                "The text limits how many payments there are, and no time between them was read.",
                do="Agree on the days of payment in each plan.",
                quotes=(book.quote(facts[0]),),
            )
        )
