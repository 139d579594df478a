"""How an exposure, interest or an account comes about, with every day that counts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from outfall.law.argument import Argument, Asked, DayLine, Line, adopted_of, says_of
from outfall.law.standing import Exposure, Span
from outfall.law.words import dollars

LEFT_OUT = {
    "cure": "left out: still within the time to cure",
    "tolled": "left out: a timely appeal was undecided",
}


def by_money(asked: Asked, what: str, section: str | bool) -> Argument | None:
    """The argument for a figure of money: an exposure, interest or the account."""
    standing = asked.standing
    if what in ("exposure.civil", "civil"):
        return _exposure(asked, standing.civil)
    if what in ("exposure.criminal", "criminal"):
        return _exposure(asked, standing.criminal)
    if what in ("interest", "account.interest"):
        return _interest(asked)
    return _account(asked) if what == "account" else None


def _exposure(asked: Asked, item: Exposure) -> Argument:
    unit = {"day": "day", "week": "week", "offense": "offense"}[
        next((r.unit for r in asked.law.penalties if r.track == item.track), "day")
    ]
    lines: list[Line] = []
    days: list[DayLine] = []
    for found in item.counts:
        plural = "" if found.units == 1 else "s"
        most = "without a ceiling" if found.max is None else f"at most {dollars(found.max)}"
        tier = f", offense tier {found.tier}" if item.tier is not None else ""
        jail = f", up to {found.jail_days} days in jail" if found.jail_days else ""
        lines.append(
            Line(
                f"Violation {found.violation}{tier}: {found.units} {unit}{plural} "
                f"that count, at least {dollars(found.min)}, {most}{jail}.",
                found.cite,
            )
        )
        days += list(_spans(found.spans, unit, found.units))
    lines += list(_earlier(asked, item))
    for id in item.reading:
        lines += list(adopted_of(asked, id))
    most = "no ceiling" if item.max is None else dollars(item.max)
    conclusion = (
        f"On {asked.standing.as_of} the law would allow {most}. That is not owed: what the town "
        "assessed and what a court decided are figures of their own."
    )
    if not item.counts:
        conclusion = f"On {asked.standing.as_of} there is no exposure on this track."
    return Argument(
        f"exposure.{item.track}",
        f"{item.track} exposure",
        conclusion,
        item.cite or "",
        tuple(lines),
        tuple(days),
        says_of(asked.law, item.cite or ""),
    )


def _earlier(asked: Asked, item: Exposure) -> Iterator[Line]:
    if item.tier is None:
        return
    rule = next(r for r in asked.law.penalties if r.track == item.track)
    within = f" within {rule.repeat.within}" if rule.repeat and rule.repeat.within else ""
    for prior in asked.case.history:
        state = f"convicted {prior.convicted_on}" if prior.convicted_on else "not convicted"
        yield Line(
            f"Earlier offense of {prior.offense_on}, {state}; offenses{within} before count.",
            item.cite or "",
            None,
            1,
        )


def _spans(spans: tuple[Span, ...], unit: str, units: int) -> Iterator[DayLine]:
    number = 0
    for span in spans:
        if unit == "week":
            for n in range(units):
                yield DayLine(
                    span.first + timedelta(days=7 * n),
                    n + 1,
                    "a further week" if n else "the violation",
                )
            return
        for n in range(span.days):
            number += not span.why
            note = LEFT_OUT.get(span.why, span.why)
            yield DayLine(span.first + timedelta(days=n), None if span.why else number, note)


def _interest(asked: Asked) -> Argument:
    account = asked.standing.account
    rule = asked.law.interest
    lines, days, number = [], [], 0
    for span in account.spans:
        lines.append(
            Line(
                f"{span.first} to {span.last}: {span.days} days at {span.rate} % a year "
                f"({span.year.replace('_', '/')}) on {dollars(span.principal)}.",
                account.cite or "",
            )
        )
        for n in range(span.days):
            number += 1
            days.append(DayLine(span.first + timedelta(days=n), number, dollars(span.principal)))
    lines.append(
        Line(
            "A day bears interest on what is unpaid at its end: the day of a charge counts, the "
            "day of a payment does not."
        )
    )
    if rule is None:
        lines = [Line("This code sets no interest.")]
    for state in asked.standing.readings:
        if state.id.startswith("interest"):
            lines += list(adopted_of(asked, state.id))
    return Argument(
        "interest",
        "interest",
        f"{dollars(account.interest)} by {asked.standing.as_of}; "
        f"{dollars(account.per_diem)} for the next day.",
        account.cite or "",
        tuple(lines),
        tuple(days),
        says_of(asked.law, account.cite or ""),
    )


def _account(asked: Asked) -> Argument:
    account = asked.standing.account
    lines = [
        Line(
            f"{name}: charged {dollars(part.charged)}, reduced {dollars(part.reduced)}, "
            f"paid {dollars(part.paid)}, owed {dollars(part.owed)}."
        )
        for name, part in account.parts
        if part.charged
    ]
    accrued, forgiven = dollars(account.interest), dollars(account.interest_reduced)
    lines.append(
        Line(
            f"interest: accrued {accrued}, reduced {forgiven}, "
            f"paid {dollars(account.interest_paid)}, owed {dollars(account.interest_owed)}.",
            account.cite or "",
        )
    )
    if account.credit:
        lines.append(Line(f"{dollars(account.credit)} was paid beyond what is owed: a credit."))
    for payment in account.plan:
        lines.append(
            Line(
                f"payment {payment.number}: {dollars(payment.amount)} by {payment.due}, "
                f"{payment.status}."
            )
        )
    lines += [
        Line(f"{party} bears {dollars(cents)} of the cost.") for party, cents in account.allocation
    ]
    return Argument(
        "account",
        "account",
        f"{dollars(account.owed)} is owed at the end of {asked.standing.as_of}.",
        account.cite or "",
        tuple(lines),
    )
