"""Dockets to test and to measure with: invented cases, the same again from the same seed.

``wild`` cases are what a town could write down, likely and unlikely: several violations and papers
side by side, papers that come back, hours, entries made in error, acts before their day, money in
any order; some can't have happened, and are refused. ``plain`` cases have twelve events each, in
the order in which a case mostly goes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from random import Random
from typing import Any

from outfall.law import events as known
from outfall.law.case import Case, Event, Party, PriorOffense
from outfall.law.ordinance import Ordinance

GAPS = (0, 0, 0, 1, 1, 2, 3, 4, 5, 7, 8, 10, 14, 15, 16, 30, 31, 45, 90, 400)
SOON = (0, 0, 1, 1, 2, 3, 4, 7, 10, 14, 28, 30)
CENTS = (1, 3, 99, 100, 1_000, 12_345, 75_000, 100_001, 365_000)
HOLIDAYS = (date(2024, 2, 29), date(2025, 7, 2), date(2026, 3, 6), date(2026, 12, 23))
# What is likely to come next, once something of the kind has happened.
NEXT = {
    "violation_observed": "notice_issued notice_issued corrected abated",
    "notice_issued": "served served served",
    "served": "appeal_filed petition_filed service_returned corrected penalty_assessed abated "
    "statement_received extension_granted compliance_confirmed non_compliance_observed "
    "cost_protested served notice_issued",
    "corrected": "practices_accepted compliance_confirmed violation_observed closed",
    "abated": "cost_recorded cost_recorded notice_issued practices_accepted",
    "appeal_filed": "hearing_held appeal_decided appeal_decided",
    "petition_filed": "petition_decided",
    "cost_protested": "protest_decided",
    "cost_recorded": "cost_protested lien_recorded plan_agreed paid paid reduced",
    "penalty_assessed": "paid paid plan_agreed reduced notice_issued",
    "plan_agreed": "paid paid paid extension_granted",
    "lien_recorded": "lien_released certified_to_tax_roll ownership_changed",
    "charged": "convicted",
    "access_suspended": "access_reinstated",
    "access_terminated": "access_reinstated",
    "compensation_imposed": "compensation_completed compensation_defaulted",
    "closed": "reopened",
}
NAMES = tuple(known.EVENTS)
PLAIN = (
    "violation_observed", "notice_issued", "served", "inspected", "appeal_filed", "hearing_held",
    "appeal_decided", "corrected", "cost_recorded", "notice_issued", "served", "paid",
)  # fmt: skip


@dataclass
class Draft:
    """A case as it grows."""

    law: Ordinance
    random: Random
    on: date
    events: list[Event] = field(default_factory=list)
    papers: list[Event] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)

    def pick(self, values: Any) -> Any:
        return self.random.choice(tuple(values))

    def soon(self) -> date:
        return self.on + timedelta(self.pick(SOON))

    def add(self, name: str, **said: Any) -> None:
        """Add an event of the draft's day."""
        place = len(self.events)
        event = Event(f"x{place + 1}", name, self.on, place, **said)
        self.events.append(event)
        if name == "notice_issued":
            self.papers.append(event)
        if name == "violation_observed" and event.violation not in self.violations:
            self.violations.append(event.violation)


def _amount(d: Draft) -> int:
    return d.random.randint(1, 2_000_000) if d.random.random() < 0.5 else int(d.pick(CENTS))


def _notice(d: Draft) -> str | None:
    return d.pick([None, None, *(p.id for p in d.papers)]) if d.papers else None


def _contents(d: Draft) -> tuple[str, ...]:
    without = d.pick(["", "", "", "", *known.ELEMENTS])
    return tuple(e for e in known.ELEMENTS if e != without)


def _named(d: Draft) -> tuple[str, ...] | None:
    if len(d.violations) < 2 or d.random.random() < 0.5:
        return None
    return tuple(d.random.sample(d.violations, d.random.randint(1, len(d.violations))))


def _deadline(d: Draft) -> str:
    name = d.pick([rule.id for rule in d.law.deadlines] + ["payment_1", "payment_3"])
    return f"{name}:{d.pick(d.papers).id}" if d.papers and d.random.random() < 0.3 else str(name)


FIELDS: dict[str, Callable[[Draft, str], Any]] = {
    "violation": lambda d, name: d.pick(
        ["v1", "v1", "v2", "v3"] if name == "violation_observed" else d.violations or ["v1"]
    ),
    "violations": lambda d, name: _named(d),
    "kind": lambda d, name: d.pick(
        known.VIOLATION_KINDS if name == "violation_observed" else known.COST_KINDS
    ),
    "danger": lambda d, name: d.pick([True, False]),
    "permit": lambda d, name: d.pick(known.PERMITS),
    "discovered_on": lambda d, name: d.on - timedelta(d.pick([0, 1, 5, 29, 30, 200])),
    "instrument": lambda d, name: (
        d.pick(
            [i.id for i in d.law.instruments]
            + [paper for rule in d.law.deadlines for paper in rule.papers]
        )
        if name == "notice_issued"
        else d.pick([p.instrument for p in d.papers] or ["cost_notice"])
    ),
    "notice": lambda d, name: _notice(d),
    "contents": lambda d, name: _contents(d),
    "comply_by": lambda d, name: d.soon(),
    "cure_days": lambda d, name: d.pick([1, 2, 5, 30]),
    "method": lambda d, name: d.pick([*known.METHODS, "personal", "personal"]),
    "received_on": lambda d, name: d.soon(),
    "postmarked_on": lambda d, name: d.on - timedelta(d.pick([0, 0, 0, 1])),
    "finding": lambda d, name: d.pick(known.FINDINGS),
    "deadline": lambda d, name: _deadline(d),
    "until": lambda d, name: d.soon(),
    "outcome": lambda d, name: d.pick(
        known.PETITION_OUTCOMES if name == "petition_decided" else known.APPEAL_OUTCOMES
    ),
    "amount": lambda d, name: _amount(d),
    "offense_on": lambda d, name: d.on - timedelta(d.pick([0, 5, 31, 400])),
    "fine": lambda d, name: _amount(d),
    "days": lambda d, name: d.pick([0, 5, 15]),
    "payments": lambda d, name: d.random.randint(1, 6),
    "first_due": lambda d, name: d.soon(),
    "every": lambda d, name: d.pick(known.EVERY),
    "part": lambda d, name: d.pick(known.PARTS),
    "party": lambda d, name: "a-new-owner",
    "approved": lambda d, name: d.pick([True, False]),
    "held_on": lambda d, name: d.soon(),
    "entry": lambda d, name: d.pick([event.id for event in d.events] or ["x1"]),
}
LIKELY = {"contents": 0.9, "comply_by": 0.7, "received_on": 0.6, "kind": 0.8, "fine": 0.7}


def proposed(d: Draft, name: str) -> None:
    """Add an event of a kind with what it needs and some of what it may have."""
    kind = known.EVENTS[name]
    wanted = [*kind.needs, *(f for f in kind.may if d.random.random() < LIKELY.get(f, 0.3))]
    said = {which: FIELDS[which](d, name) for which in wanted if which in FIELDS}
    paper = next((p for p in d.papers if p.id == said.get("notice")), None)
    if paper is not None and "instrument" in said:
        said["instrument"] = paper.instrument
    if "violation" in said and name in ("inspected", "practices_accepted"):
        said["violations"] = (said["violation"],)
    if name == "served" and d.random.random() < 0.2:
        said["at"] = time(d.random.randint(0, 23), d.pick([0, 0, 15, 59]))
    d.add(name, **{k: v for k, v in said.items() if v is not None})


def head(law: Ordinance, random: Random, choices: float) -> dict[str, Any]:
    """Parties, history, and with some chance choices of the case's own."""
    own = random.random() < choices
    priors = []
    for _ in range(random.choice([0, 0, 0, 1, 2, 3])):
        on = date(2018, 1, 1) + timedelta(random.randint(0, 3000))
        to = random.choice([None, 0, 30, 400])
        priors.append(PriorOffense(on, None if to is None else on + timedelta(to)))
    return {
        "parties": (Party("owner", "owner", "Example Holdings LLC"),),
        "history": tuple(priors),
        "readings": tuple(
            (reading.id, random.choice([name for name, _ in reading.choices]))
            for reading in law.readings
            if own and random.random() < 0.4
        ),
        "policy": tuple(
            (item.id, random.randint(1, 30))
            for item in law.policy
            if own and item.id.endswith("_days")
        ),
        "added_holidays": (random.choice(HOLIDAYS),) if own and random.random() < 0.3 else (),
        "profile": random.choice([None, *(p.id for p in law.profiles)]) if own else None,
    }


def wild(law: Ordinance, random: Random, number: int = 0, choices: float = 0.5) -> Case:
    """A case of 3 to 18 events, likely and unlikely ones."""
    start = date(2022, 1, 1) + timedelta(random.randint(0, 2000))
    d = Draft(law, random, start)
    for name in ["violation_observed", *random.choice([("notice_issued", "served"), ()])]:
        proposed(d, name)
        d.on += timedelta(random.choice([0, 0, 1, 2]))
    for _ in range(random.randint(2, 15)):
        d.on += timedelta(random.choice(GAPS))
        pool = [name for e in d.events[-4:] for name in NEXT.get(e.name, "").split()]
        likely = bool(pool) and random.random() < 0.85
        proposed(d, random.choice(pool if likely else NAMES))
    events = d.events
    if random.random() < 0.1:
        random.shuffle(events)
        events = [
            Event(**{**{f: getattr(e, f) for f in Event.__slots__}, "place": n})
            for n, e in enumerate(events)
        ]
    return Case(f"W-{number}", law.id, tuple(events), **head(law, random, choices))


def plain(law: Ordinance, random: Random, number: int = 0) -> Case:
    """A case of twelve events in the order in which a case mostly goes; no two of one day clash."""
    d = Draft(law, random, date(2022, 1, 1) + timedelta(random.randint(0, 1500)))
    papers = [i.id for i in law.instruments]
    appealed = next((rule.papers for rule in law.proceedings if rule.id == "appeal"), ())
    first = random.choice(appealed or papers)
    bill = "cost_notice" if "cost_notice" in papers else random.choice(papers)
    told: dict[str, Callable[[], dict[str, Any]]] = {
        "violation_observed": lambda: {
            "kind": random.choice(known.VIOLATION_KINDS),
            "danger": random.random() < 0.15,
        },
        "notice_issued": lambda: {
            "instrument": bill if d.papers else first,
            "contents": known.ELEMENTS,
            "comply_by": d.on + timedelta(30),
        },
        "served": lambda: {
            "instrument": d.papers[-1].instrument,
            "method": random.choice(known.METHODS),
            "received_on": d.on + timedelta(random.choice([0, 1, 3])),
        },
        "inspected": lambda: {"finding": random.choice(known.FINDINGS[:2])},
        "appeal_decided": lambda: {"outcome": random.choice(known.APPEAL_OUTCOMES[:2])},
        "cost_recorded": lambda: {"amount": random.randint(100, 900_000), "kind": "abatement"},
        "paid": lambda: {"amount": random.randint(100, 900_000)},
    }
    for usual in PLAIN:
        contests = "appeal" in usual or usual == "hearing_held"
        name = "inspected" if contests and not appealed else usual
        d.add(name, **told.get(name, dict)())
        d.on += timedelta(random.choice([1, 1, 2, 3, 5, 8, 13, 21]))
    return Case(f"P-{number}", law.id, tuple(d.events), **head(law, random, 0))


def day_for(case: Case, random: Random) -> date:
    """A day on which to ask: one of the case's own, or some days after one."""
    on = random.choice([event.on for event in case.events])
    return on + timedelta(random.choice([0, 0, 1, 2, 7, 15, 31, 33, 100, 366]))
