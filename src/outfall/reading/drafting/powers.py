"""Powers and remedies: injunction, abatement, orders, holds, suspension, compensation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outfall.reading.drafting.book import Book, Choice, Question
from outfall.reading.drafting.notices import NOTICE
from outfall.reading.drafting.periods import due, of_paper
from outfall.reading.fact import Fact

Rules = list[dict[str, Any]]


def draft(book: Book) -> None:
    """The rules on powers that the facts make."""
    for what, make in MAKE.items():
        facts = book.take(what)
        if facts:
            for rule in make(book, facts[0]):
                book.rule(facts[0].cite, rule)
    _abatement(book)
    _statement(book)


def _action(name: str, *needs: Any, **more: Any) -> Rules:
    return [{"action": name, **more, "needs": list(needs)}]


def _stop_work(book: Book, fact: Fact) -> Rules:
    starts = [{"receipt": "stop_work_order"}]
    if NOTICE in book.instruments and "receiving a notice" in book.words(fact):
        starts.insert(0, {"receipt": NOTICE})
    book.instruments["stop_work_order"] = fact.cite
    return [
        {"instrument": "stop_work_order", "title": "Stop-work order", "needs": ["unremedied"]},
        {"order": "stop_work", "starts": starts, "ends": ["compliance_confirmed"]},
        *_action("confirm_compliance", {"order": "stop_work"}, "remedied"),
    ]


def _cease(book: Book, fact: Fact) -> Rules:
    words = book.words(fact)
    urgent = any(w in words for w in ("emergency", "imminent", "immediate", "endanger"))
    book.instruments["cease_and_desist_order"] = fact.cite
    return [
        {
            "instrument": "cease_and_desist_order",
            "title": "Order to cease and desist",
            "needs": ["danger" if urgent else "unremedied"],
        },
        {
            "order": "cease_and_desist",
            "starts": [{"receipt": "cease_and_desist_order"}],
            "ends": ["danger_passed" if urgent else "remedied"],
        },
    ]


def _hold(name: str, grant: str) -> Callable[[Book, Fact], Rules]:
    def make(book: Book, fact: Fact) -> Rules:
        accepted = "accept" in book.words(fact)
        return [
            {
                "hold": name,
                "blocks": grant,
                "released_by": "practices_accepted" if accepted else "corrected",
            },
            *(_action("accept_practices", "unaccepted", "remedied") if accepted else []),
            *_action(grant, {"free": name}),
        ]

    return make


def _suspension(book: Book, fact: Fact) -> Rules:
    book.instruments["suspension_order"] = fact.cite
    return [
        {
            "instrument": "suspension_order",
            "title": "Order suspending access",
            "needs": ["danger"],
        },
        *_action("suspend_access", "danger"),
        {
            "order": "access_suspended",
            "starts": [{"event": "access_suspended"}],
            "ends": ["access_reinstated"],
        },
    ]


def _simple(name: str, *needs: Any) -> Callable[[Book, Fact], Rules]:
    def make(book: Book, fact: Fact) -> Rules:
        if any(rule.get("action") == name for rule in book.every()):
            return []
        return _action(name, *needs)

    return make


def _attorney(book: Book, fact: Fact) -> Rules:
    return [{"costs": ["attorney_fees", "court_costs", "sampling", "monitoring"]}]


PERMIT_HELD = {"any": [{"permit": "held"}, {"permit": "unsaid"}]}
MAKE: dict[str, Callable[[Book, Fact], Rules]] = {
    "injunction": _simple("seek_injunction", "violation"),
    "emergency_entry": _simple("abate_without_notice", "danger"),
    "stop_work_order": _stop_work,
    "cease_and_desist": _cease,
    "withhold_occupancy": _hold("occupancy_permit", "grant_occupancy_permit"),
    "withhold_permit": _hold("building_permit", "grant_building_permit"),
    "permit_suspension": _simple("suspend_permit", "unremedied", PERMIT_HELD),
    "emergency_suspension": _suspension,
    "compensatory_action": _simple(
        "impose_compensatory_action", "violation", {"compensation": "free"}
    ),
    "public_nuisance": _simple("nuisance_action", "violation"),
    "citation": _simple("prosecute", "violation"),
    "restoration": _simple("order_restoration", "unremedied"),
    "consent_order": _simple("enter_consent_order", "unremedied"),
    "pass_through": _simple("pass_fines_through", "violation"),
    "bond_forfeiture": _simple("forfeit_bond", "unremedied"),
    "attorney_fees": _attorney,
}


def _abatement(book: Book) -> None:
    """The power to enter and do the work, once every period that comes before it has run."""
    stated = book.take("city_abatement", "city_correction_after")
    after = book.deadlines.get("comply_after_decision")
    costs = "cost_notice" in book.instruments and NOTICE in book.instruments
    if not stated and after is None and not costs:
        return
    cite = after or (stated[0].cite if stated else book.instruments["cost_notice"])
    if NOTICE not in book.instruments:
        book.rule(cite, {"action": "enter_and_abate", "needs": ["unremedied"]})
        _work_without_notice(book, cite)
        return
    waits = [f for f in stated if f.what == "city_correction_after"]
    last = due(book, waits, "before_correction", "the town's own work", of_paper(None))
    if last is not None:
        rule = {"deadline": "before_correction", "for": "party", "of": NOTICE, "due": last}
        book.rule(waits[0].cite, {**rule, "done_by": "remedy"})
    names = ["comply"] if "comply" in book.deadlines else ["cure"]
    names = [n for n in (*names, "before_correction") if n in book.deadlines]
    first = [{"expired": name} for name in names]
    needs: list[Any] = [{"unremedied": []}, {"served": NOTICE}, {"complete": NOTICE}]
    if "appeal" in book.deadlines:
        needs.append(_unless_appealed(book, first))
    else:
        needs += first
    book.rule(cite, {"action": "enter_and_abate", "of": NOTICE, "needs": needs})


def _unless_appealed(book: Book, first: list[Any]) -> dict[str, Any]:
    cite = book.deadlines["appeal"]
    question = Question(
        "abate_during_appeal_window",
        "silent",
        cite,
        "May the town enter while an appeal could still be filed?",
        (
            Choice("wait", "No. Not before the time to appeal is over."),
            Choice("schedule_only", "Yes. Once the time to comply has ended."),
        ),
    )
    wait = book.by(question, {"wait": [{"closed": "appeal"}], "schedule_only": []})
    undisputed = {"all": [{"proceeding": ["appeal", "none"]}, *first, wait]}
    if "comply_after_decision" in book.deadlines:
        upheld: list[Any] = [
            {"proceeding": ["appeal", "upheld"]},
            {"expired": "comply_after_decision"},
        ]
    else:
        upheld = [{"proceeding": ["appeal", "upheld"]}, *first]
    return {"any": [undisputed, {"all": upheld}]}


def _work_without_notice(book: Book, cite: str) -> None:
    book.ask(
        Question(
            "abatement_without_notice",
            "cut",
            cite,
            "The power to abate is stated and the notice that comes before it is not in the text.",
            do="Paste the section on notices as well and read again.",
        )
    )


def _statement(book: Book) -> None:
    """The written statement that a party owes after an emergency order."""
    facts = book.take("statement_due")
    if facts and "cease_and_desist_order" in book.instruments:
        starts = of_paper("cease_and_desist_order")
        last = due(book, facts, "written_statement", "the written statement", starts)
        if last is not None:
            rule = {"deadline": "written_statement", "for": "party", "due": last}
            more = {"of": "cease_and_desist_order", "done_by": {"event": "statement_received"}}
            book.rule(facts[0].cite, {**rule, **more})
    else:
        book.taken.difference_update(book.facts.index(fact) for fact in facts)
