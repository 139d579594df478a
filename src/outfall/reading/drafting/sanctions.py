"""What a violation can cost: civil and criminal tracks, tiers, repeated offenses, jail."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from outfall.reading.drafting.book import Book, Choice, Question
from outfall.reading.drafting.notices import NOTICE
from outfall.reading.drafting.periods import due, length, of_paper
from outfall.reading.fact import Fact
from outfall.reading.words import fact_in_words

CIVIL = (
    *("civil_penalty_per_day_max", "civil_penalty_per_day_min"),
    *("civil_penalty_per_violation_max", "civil_penalty_per_violation_min"),
    *("civil_penalty_per_violation_exact", "fine_exact"),
)
CRIMINAL = (
    *("criminal_fine_max", "criminal_fine_min", "criminal_fine_per_day_max"),
    *("criminal_fine_per_day_min", "criminal_fine_per_day_exact"),
    "court_penalty_per_violation_max",
)
TIERS = ("tier_fine_min", "tier_fine_max", "tier_fine_exact", "tier_warning")
DAYS_IN = {"days": 1, "weeks": 7, "months": 30, "years": 365}
COURT = ("convict", "misdemeanor", "imprison", "guilty", "jail", "criminal", "infraction")


def draft(book: Book) -> None:
    """The rules on penalties that the facts make."""
    repeat = book.take("lookback_period")
    period = book.take("separate_offense_period")
    unit = _unit(period)
    tiers = book.take(*TIERS)
    jail = book.take("imprisonment_max")
    track = _track(book, tiers, jail)
    civil, criminal = book.take(*CIVIL), book.take(*CRIMINAL)
    cap = book.take("civil_penalty_total_max")
    if tiers and track == "criminal":
        _leave(book, criminal)
        _penalty(book, "criminal", tiers, jail, unit, repeat)
        if civil:
            _penalty(book, "civil", civil, [], unit, [], cap)
    else:
        if tiers:
            _leave(book, civil)
        if tiers or civil:
            _penalty(book, "civil", tiers or civil, [], unit, repeat, cap)
        if criminal or jail:
            _penalty(book, "criminal", criminal, jail, unit, [])
    _no_amount(book)
    _payment(book)


def _leave(book: Book, facts: list[Fact]) -> None:
    """Facts beside tiers of the same track are not modelled, and asked about."""
    book.taken.difference_update(book.facts.index(fact) for fact in facts)


def _unit(period: Sequence[Fact]) -> str:
    units = {fact.unit for fact in period}
    return "week" if "weeks" in units else "day" if "days" in units else "offense"


def _track(book: Book, tiers: list[Fact], jail: list[Fact]) -> str:
    """Whether the tiers are for a court: those with jail beside them, or words of conviction."""
    if any(j.tier for j in jail):
        return "criminal"
    words = " ".join(book.words(fact) for fact in tiers)
    in_court = sum(word in words for word in COURT)
    track = "criminal" if in_court and "civil" not in words else "civil"
    if tiers and bool(in_court) == ("civil" in words):
        book.ask(
            Question(
                "tier_track",
                "unclear",
                tiers[0].cite,
                "The text does not say plainly whether these fines are civil or for a court. "
                f"The draft takes them as {track}.",
                do="Say which; a criminal figure is never charged before a court has decided it.",
                quotes=(book.quote(tiers[0]),),
            )
        )
    return track


def _penalty(
    book: Book,
    track: str,
    facts: list[Fact],
    jail: list[Fact],
    unit: str,
    repeat: list[Fact],
    cap: Sequence[Fact] = (),
) -> None:
    plain = [f for f in facts if f.condition is None] or facts
    _leave(book, [fact for fact in facts if fact not in plain])
    per_day = any((fact.unit or "") == "usd_per_day" for fact in plain)
    unit = "day" if per_day else unit
    cite = (plain or jail)[0].cite
    rows = _rows(book, plain, jail, cite)
    rule: dict[str, Any] = {"penalty": track, "unit": unit}
    from_notice = track == "civil" and any(f.anchor == "receipt_of_notice" for f in plain)
    if from_notice and NOTICE in book.instruments:
        rule |= {"of": NOTICE, "starts": "receipt"}
    else:
        rule |= {"starts": "observation", "first_day": "counts"}
        if unit != "offense":
            rule["at_least_one"] = True
    rule["tiers"] = rows
    if unit == "week":
        rule["count"] = _weeks(book, cite)
    if unit == "offense":
        rule["count"] = "once"
    if len(rows) > 1:
        rule["repeat"] = _repeat(book, repeat, cite)
    elif repeat:
        _leave(book, repeat)
    if cap:
        rule["cap"] = f"{Decimal(cap[0].value or 0):.2f}"
    if track == "civil":
        rule |= _civil_terms(book, cite, "of" in rule)
    book.rule(cite, rule)
    _power(book, track, cite)


def _civil_terms(book: Book, cite: str, under_notice: bool) -> dict[str, Any]:
    """What a civil penalty waits for, and whether an appeal stops its days."""
    terms: dict[str, Any] = {}
    if under_notice:
        terms["opens"] = [
            {"complete": NOTICE},
            *([{"expired": "cure"}] if "cure" in book.deadlines else []),
        ]
    if under_notice and "appeal" in book.deadlines:
        terms["opens"].append({"proceeding": ["appeal", "not_reversed"]})
        if not book.take("no_stay_of_penalty"):
            question = Question(
                "penalty_during_appeal",
                "silent",
                cite,
                "Do penalty days run while a timely appeal is undecided?",
                (
                    Choice("runs", "Yes. No stay was read in the text."),
                    Choice("tolled", "No. The days from the appeal to its decision do not count."),
                ),
            )
            terms["tolled_by"] = book.by(question, {"runs": "", "tolled": "appeal"})
    return terms


def _power(book: Book, track: str, cite: str) -> None:
    if track == "criminal":
        book.rule(cite, {"action": "prosecute", "needs": ["violation"]})
        return
    needs: list[Any] = ["violation"]
    of: dict[str, Any] = {}
    if NOTICE in book.instruments:
        of = {"of": NOTICE}
        needs = [{"served": NOTICE}, {"complete": NOTICE}]
        needs += [{"expired": name} for name in ("cure",) if name in book.deadlines]
        if "appeal" in book.deadlines:
            needs.append({"proceeding": ["appeal", "not_reversed"]})
    book.rule(cite, {"action": "impose_civil_penalty", **of, "needs": needs})
    book.rule(
        cite,
        {
            "instrument": "penalty_notice",
            "title": "Notice of a civil penalty",
            "needs": [{"event": "penalty_assessed"}],
        },
    )
    book.instruments.setdefault("penalty_notice", cite)


def _rows(book: Book, facts: list[Fact], jail: list[Fact], cite: str) -> list[dict[str, Any]]:
    """A row for each offense; where facts give two amounts for one place the lower is used, and
    the conflict is asked about."""
    last = max([f.tier or 1 for f in (*facts, *jail)], default=1)
    rows: list[dict[str, Any]] = []
    for tier in range(1, last + 1):
        own = [f for f in facts if (f.tier or 1) == tier]
        row = _row(book, own)
        days = [f for f in jail if f.tier in (None, tier)]
        if days:
            row["jail_days"] = _jail(book, days[0])
        if not row:
            row = {"warning": True}
            book.ask(
                Question(
                    f"no_fine_for_offense_{tier}",
                    "silent",
                    cite,
                    f"The text gives later offenses an amount and offense {tier} none. The draft "
                    "takes it as a warning alone.",
                    do="Confirm, or add the amount.",
                )
            )
        rows.append(row)
    return rows


def _row(book: Book, facts: list[Fact]) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for fact in facts:
        if fact.what == "tier_warning":
            return {"warning": True}
        if fact.value is None:
            book.taken.discard(book.facts.index(fact))
            continue
        amount = f"{Decimal(fact.value):.2f}"
        exact = fact.what.endswith("exact")
        for end in ("min", "max") if exact else (fact.what[-3:],):
            if row.get(end, amount) != amount:
                _two_amounts(book, fact, row[end])
                amount = min(amount, row[end], key=Decimal)
            row[end] = amount
    return row


def _two_amounts(book: Book, fact: Fact, other: str) -> None:
    book.ask(
        Question(
            f"two_amounts_{fact.what}",
            "conflict",
            fact.cite,
            f"The text gives two amounts for one thing: ${other} and {fact_in_words(fact)}. The "
            "draft takes the lower.",
            do="Say which holds, or what sets the two apart.",
            quotes=(book.quote(fact),),
        )
    )


def _jail(book: Book, fact: Fact) -> int:
    if fact.unit in ("months", "years"):
        book.ask(
            Question(
                "jail_in_days",
                "unclear",
                fact.cite,
                f"The text gives {length(fact)} of imprisonment; a pack counts days, and the draft "
                "takes a month as thirty and a year as 365.",
                do="Confirm the number of days.",
                quotes=(book.quote(fact),),
            )
        )
    return int(fact.value or 0) * DAYS_IN.get(fact.unit or "days", 1)


def _weeks(book: Book, cite: str) -> dict[str, Any]:
    question = Question(
        "week",
        "unclear",
        cite,
        "Each week of a violation is one more. What counts as a week?",
        (
            Choice("completed", "The first violation, and one more for each full week."),
            Choice("begun", "The first violation, and one more for each week begun."),
            Choice("weeks_only", "One for each full week, and at least one."),
        ),
    )
    values = {
        "completed": "additional_full",
        "begun": "additional_begun",
        "weeks_only": "full_only",
    }
    return book.by(question, values)


def _repeat(book: Book, facts: list[Fact], cite: str) -> dict[str, Any]:
    question = Question(
        "repeat_offense",
        "unclear",
        facts[0].cite if facts else cite,
        "Which earlier offense makes the next one a second?",
        (
            Choice("by_commission", "One that was committed before, whenever it was decided."),
            Choice("after_conviction", "One that a court had decided before this offense."),
        ),
        quotes=tuple(book.quote(fact) for fact in facts[:1]),
    )
    repeat: dict[str, Any] = {}
    if facts:
        repeat["within"] = length(facts[0])
        others = [f for f in facts if (f.value, f.unit) != (facts[0].value, facts[0].unit)]
        _leave(book, others)
    else:
        book.ask(
            Question(
                "no_lookback",
                "silent",
                cite,
                "No time was read within which earlier offenses count; the draft counts all.",
                do="Confirm, or adopt a time.",
            )
        )
    values = {"by_commission": False, "after_conviction": True}
    repeat["after_conviction"] = book.by(question, values)
    return repeat


def _no_amount(book: Book) -> None:
    cite = book.instruments.get(NOTICE)
    has_civil = any(rule.get("penalty") == "civil" for rule in book.every())
    if cite and book.has("penalty_statement") and not has_civil:
        book.warn(
            cite,
            "no_civil_amount",
            [{"served": NOTICE}],
            "The notice must state what penalties may be assessed, and no amount of a civil one "
            "was read in the text.",
        )


def _payment(book: Book) -> None:
    facts = book.take("penalty_payment_due")
    if facts and "penalty_notice" in book.instruments:
        starts = of_paper("penalty_notice")
        last = due(book, facts, "penalty_payment", "paying the penalty", starts)
        if last is not None:
            rule = {"deadline": "penalty_payment", "for": "party", "due": last}
            book.rule(facts[0].cite, {**rule, "done_by": {"settled": "penalty"}})
    else:
        _leave(book, facts)
