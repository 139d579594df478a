"""What a pack's files said, put together as law."""

from __future__ import annotations

from datetime import date
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from outfall.files.calendar_file import calendar_file, load_calendar
from outfall.law.calendar import Calendar
from outfall.law.counting import CountingRule
from outfall.law.faults import Fault, Refused
from outfall.law.ordinance import (
    ActionRule,
    Clause,
    Dated,
    DeadlineRule,
    HoldRule,
    Instrument,
    InterestRule,
    OrderRule,
    Ordinance,
    Paragraph,
    PenaltyRule,
    PlanRule,
    Policy,
    ProceedingRule,
    Profile,
    Reading,
    Repeat,
    ServiceRule,
    Tier,
    WarningRule,
)
from outfall.law.periods import ByReading


class _Rules:
    """The rules of all paragraphs, gathered by kind."""

    def __init__(self) -> None:
        self.instruments: list[Instrument] = []
        self.deadlines: list[DeadlineRule] = []
        self.actions: list[ActionRule] = []
        self.orders: list[OrderRule] = []
        self.holds: list[HoldRule] = []
        self.penalties: list[PenaltyRule] = []
        self.proceedings: list[ProceedingRule] = []
        self.warnings: list[WarningRule] = []
        self.cost_kinds: list[tuple[str, str]] = []
        self.interest: InterestRule | None = None
        self.plan: PlanRule | None = None
        self.allocation: str | None = None
        self.shares = ""
        self.clauses: list[Clause] = []

    def add(self, kind: str, r: dict[str, Any], cite: str) -> str:
        cite = r.get("cite") or cite
        getattr(self, f"_{kind}")(r, cite, r.get("says") or "")
        if kind == "undefined":
            return f"{kind} {self.clauses[-1].id}"
        return f"{kind} {r[kind]}" if isinstance(r[kind], str) else kind

    def _instrument(self, r: dict[str, Any], cite: str, says: str) -> None:
        self.instruments.append(
            Instrument(
                r["instrument"],
                cite,
                r["title"],
                tuple(r.get("elements", ())),
                tuple(r.get("may_require", ())),
            )
        )
        self.actions.append(
            ActionRule(
                f"issue_{r['instrument']}",
                cite,
                tuple(r["needs"]),
                None,
                r.get("duty", False),
                says,
            )
        )

    def _deadline(self, r: dict[str, Any], cite: str, says: str) -> None:
        self.deadlines.append(
            DeadlineRule(
                r["deadline"],
                r["for"],
                cite,
                r["due"],
                r["done_by"],
                _first(r.get("of")),
                r.get("stayed_by"),
                says,
                _others(r.get("of")),
            )
        )

    def _action(self, r: dict[str, Any], cite: str, says: str) -> None:
        self.actions.append(
            ActionRule(
                r["action"],
                cite,
                tuple(r["needs"]),
                _first(r.get("of")),
                r.get("duty", False),
                says,
                _others(r.get("of")),
            )
        )

    def _order(self, r: dict[str, Any], cite: str, says: str) -> None:
        self.orders.append(
            OrderRule(
                r["order"],
                cite,
                tuple(r["starts"]),
                tuple(r["ends"]),
                r.get("scope"),
                says,
                r.get("spares_remedy", False),
            )
        )

    def _hold(self, r: dict[str, Any], cite: str, says: str) -> None:
        self.holds.append(HoldRule(r["hold"], cite, r["blocks"], r["released_by"], says))

    def _penalty(self, r: dict[str, Any], cite: str, says: str) -> None:
        repeat = r.get("repeat")
        by = r["tiers"] if isinstance(r["tiers"], ByReading) else None
        self.penalties.append(
            PenaltyRule(
                r["penalty"],
                cite,
                r["unit"],
                _tiers(by.choices[0][1] if by else r["tiers"]),
                r["starts"],
                r.get("first_day") == "counts",
                r.get("of"),
                r.get("count", "each_day"),
                r.get("at_least_one", False),
                tuple(r.get("opens", ())),
                r.get("after_deadline"),
                r.get("tolled_by"),
                r.get("each_violation", True),
                r.get("escalating", False),
                Repeat(
                    repeat.get("within"),
                    repeat.get("after_conviction", False),
                    repeat.get("unconvicted", False),
                )
                if repeat is not None
                else None,
                r.get("cap"),
                says,
                ByReading(by.reading, tuple((name, _tiers(rows)) for name, rows in by.choices))
                if by
                else None,
            )
        )

    def _proceeding(self, r: dict[str, Any], cite: str, says: str) -> None:
        self.proceedings.append(
            ProceedingRule(
                r["proceeding"],
                cite,
                r["against"][0],
                r.get("deadline"),
                r.get("final", False),
                _others(r["against"]),
                r.get("body") or "",
                r.get("stay") or "",
            )
        )

    def _interest(self, r: dict[str, Any], cite: str, says: str) -> None:
        body = r["interest"]
        on = body["on"]
        if isinstance(on, ByReading):
            on = ByReading(on.reading, tuple((name, tuple(parts)) for name, parts in on.choices))
        else:
            on = tuple(on)
        rates = tuple(
            Dated(_percent(row["percent"]), row.get("since"), row.get("until"))
            for row in body.get("rates", ())
        )
        if bool(rates) == ("policy" in body):
            says = "interest needs either its rates or a policy that gives the percent. Write one"
            raise Refused((Fault("interest", says, "no-rate"),))
        self.interest = InterestRule(
            body.get("cite") or cite,
            rates,
            on,
            body["starts"],
            body.get("year", "actual_365"),
            body.get("says") or "",
            body.get("policy"),
        )

    def _plan(self, r: dict[str, Any], cite: str, says: str) -> None:
        body = r["plan"]
        cite = body.get("cite") or cite
        self.plan = PlanRule(
            cite,
            body["most"],
            body.get("rule", "plain"),
            body.get("says") or "",
            body.get("every"),
        )

    def _costs(self, r: dict[str, Any], cite: str, says: str) -> None:
        self.cost_kinds += [(kind, cite) for kind in r["costs"]]

    def _allocation(self, r: dict[str, Any], cite: str, says: str) -> None:
        self.allocation = r["allocation"]
        self.shares = r.get("shares") or ""

    def _clause(self, r: dict[str, Any], cite: str, says: str) -> None:
        self.clauses.append(Clause(r["clause"], cite))

    def _undefined(self, r: dict[str, Any], cite: str, says: str) -> None:
        self.clauses.append(Clause("undefined", cite, r["undefined"], r.get("taken_as") or ""))

    def _warning(self, r: dict[str, Any], cite: str, says: str) -> None:
        self.warnings.append(WarningRule(r["warning"], cite, tuple(r["when"]), r["says"]))


def _percent(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        says = f"{text} is not a percentage. Write a number such as 6 or 1.5"
        raise Refused((Fault("interest.rates", says, "not-a-percentage"),)) from None


def _first(papers: list[str] | None) -> str | None:
    return papers[0] if papers else None


def _others(papers: list[str] | None) -> tuple[str, ...]:
    return tuple(papers[1:]) if papers else ()


def _tiers(offenses: list[list[dict[str, Any]]]) -> tuple[tuple[Tier, ...], ...]:
    return tuple(tuple(_tier(row) for row in rows) for rows in offenses)


def _tier(row: dict[str, Any]) -> Tier:
    warning = row.get("warning", False)
    return Tier(
        row.get("min", 0),
        row.get("max", 0 if warning else None),
        row.get("jail_days", 0),
        warning,
        row.get("since"),
        row.get("until"),
    )


def ordinance_of(
    data: dict[str, Any],
    version: str,
    since: date | None,
    until: date | None,
    digest: str,
    calendar: Calendar,
    counting: tuple[tuple[str, date | None, CountingRule], ...],
    file: Path,
) -> Ordinance:
    """One version of an ordinance, put together from what its files said."""
    rules, paragraphs = _Rules(), []
    for item in data["paragraphs"]:
        made = [rules.add(kind, body, item["cite"]) for kind, body in item.get("rules", ())]
        paragraphs.append(Paragraph(item["cite"], item["heading"], item["says"], tuple(made)))
    ceiling = data.get("ceiling")
    return Ordinance(
        data["pack"],
        version,
        digest,
        data["title"],
        data["source"],
        data.get("state"),
        since,
        until,
        calendar,
        counting,
        tuple(_service(row) for row in data.get("service", ())),
        tuple(
            Reading(r["id"], r["cite"], r["question"], tuple(r["choices"].items()), r["adopted"])
            for r in data.get("readings", ())
        ),
        tuple(
            Policy(p["id"], p["cite"], p["says"], _value(p["value"]))
            for p in data.get("policy", ())
        ),
        tuple(paragraphs),
        tuple(rules.instruments),
        tuple(rules.deadlines),
        tuple(rules.actions),
        tuple(rules.orders),
        tuple(rules.holds),
        tuple(rules.penalties),
        tuple(rules.proceedings),
        tuple(rules.warnings),
        tuple(rules.cost_kinds),
        rules.interest,
        rules.plan,
        tuple(_profile(row, file, calendar) for row in data.get("profiles", ())),
        (ceiling["amount"], ceiling["cite"]) if ceiling else None,
        rules.allocation,
        rules.shares,
        tuple(rules.clauses),
    )


def _value(value: Any) -> int | str | tuple[str, ...]:
    return tuple(str(v) for v in value) if isinstance(value, list) else value


def _service(row: dict[str, Any]) -> ServiceRule:
    return ServiceRule(
        row["method"],
        row.get("receipt", "when_shown"),
        row.get("adds", 0),
        row.get("adds_after_end", False),
        row.get("cite") or "",
        row.get("since"),
        row.get("until"),
    )


def _profile(row: dict[str, Any], file: Path, calendar: Calendar) -> Profile:
    ceiling = row.get("ceiling")
    other = load_calendar(calendar_file(file, row["calendar"]))[0] if "calendar" in row else None
    return Profile(
        row["id"],
        row["says"],
        tuple(row.get("readings", {}).items()),
        tuple((name, _value(value)) for name, value in row.get("policy", {}).items()),
        (ceiling["amount"], ceiling["cite"]) if ceiling else None,
        Calendar(other.holidays, zone=calendar.zone) if other else None,
    )
