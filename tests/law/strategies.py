"""Cases as a town could have them: any pack, a few years, and what may happen in them.

A case is built event by event in the order of the days, and an event stays only where the fold
finds no fault in the case with it: what can't have happened is not drawn, what the law did not
permit is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from datetime import date, time, timedelta
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, TypeVar

from hypothesis import strategies as st

from outfall.files.calendar_file import PACKS
from outfall.files.pack_file import load_pack, packs
from outfall.law import events as known
from outfall.law.assess import check
from outfall.law.case import Case, Event, Party, PriorOffense
from outfall.law.faults import Refused
from outfall.law.ordinance import Ordinance

T = TypeVar("T")


class Draw(Protocol):
    """What a composite strategy, or ``data().draw``, draws with."""

    def __call__(self, strategy: st.SearchStrategy[T], /) -> T: ...


@lru_cache(maxsize=1)
def laws() -> tuple[Ordinance, ...]:
    """The newest version of each pack that ships and can be read."""
    found = []
    for name in packs():
        try:
            found.append(load_pack(PACKS / name))
        except Refused:
            continue
    return tuple(found)


# A day near a weekend, a holiday, the end of a month or a leap day, or any day at all.
SPECIAL = [
    date(2023, 12, 29), date(2024, 1, 31), date(2024, 2, 27), date(2024, 2, 29), date(2025, 2, 26),
    date(2025, 5, 22), date(2025, 7, 2), date(2025, 8, 29), date(2025, 11, 25), date(2026, 1, 30),
    date(2026, 3, 6), date(2026, 10, 30), date(2026, 12, 23),
]  # fmt: skip
STARTS = st.sampled_from(SPECIAL) | st.dates(date(2022, 1, 1), date(2027, 12, 31))
GAPS = st.sampled_from([0, 0, 0, 0, 1, 1, 1, 2, 3, 4, 5, 7, 8, 10, 14, 15, 16, 30, 31, 45, 90, 400])
SOON = st.sampled_from([0, 0, 1, 1, 2, 3, 4, 7, 10, 14, 28, 30])
CENTS = st.sampled_from([1, 3, 99, 100, 1_000, 12_345, 75_000, 100_001, 365_000]) | st.integers(
    1, 2_000_000
)
# What is likely to come next, once something of the kind has happened.
NEXT: dict[str, tuple[str, ...]] = {
    "violation_observed": ("notice_issued",) * 3 + ("corrected", "abated"),
    "notice_issued": ("served", "served", "served", "served"),
    "served": (
        "appeal_filed", "appeal_filed", "petition_filed", "served", "service_returned", "corrected",
        "penalty_assessed", "abated", "statement_received", "extension_granted", "notice_issued",
        "compliance_confirmed", "non_compliance_observed", "cost_protested",
    ),
    "corrected": ("practices_accepted", "compliance_confirmed", "violation_observed", "closed"),
    "abated": ("cost_recorded", "cost_recorded", "notice_issued", "practices_accepted"),
    "appeal_filed": ("hearing_held", "appeal_decided", "appeal_decided"),
    "petition_filed": ("petition_decided", "petition_decided"),
    "cost_protested": ("protest_decided", "protest_decided"),
    "cost_recorded": ("cost_protested", "lien_recorded", "plan_agreed", "paid", "paid", "reduced"),
    "penalty_assessed": ("paid", "paid", "plan_agreed", "reduced", "notice_issued"),
    "plan_agreed": ("paid", "paid", "paid", "extension_granted"),
    "lien_recorded": ("lien_released", "certified_to_tax_roll", "ownership_changed"),
    "charged": ("convicted",),
    "access_suspended": ("access_reinstated",),
    "access_terminated": ("access_reinstated",),
    "compensation_imposed": ("compensation_completed", "compensation_defaulted"),
    "closed": ("reopened",),
}  # fmt: skip
NAMES = [name for name in known.EVENTS if name != "voided"]
FILINGS = {"appeal_filed": "appeal", "petition_filed": "petition", "cost_protested": "protest"}


@dataclass
class Draft:
    """A case that is being drawn, and the day it has come to."""

    law: Ordinance
    case: Case
    on: date
    papers: list[Event] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)

    def keep(self, event: Event) -> bool:
        """Add an event, if it can have happened."""
        longer = replace(self.case, events=(*self.case.events, event))
        if check(self.law, longer):
            return False
        self.case = longer
        if event.name == "notice_issued":
            self.papers.append(event)
        if event.name == "violation_observed" and event.violation not in self.violations:
            self.violations.append(event.violation)
        return True

    def likely(self) -> list[str]:
        """The kinds of event to draw the next from; what the ordinance does not know, seldom."""
        last = [event.name for event in self.case.events[-4:]]
        pool = [name for before in last for name in NEXT.get(before, ()) if self._known(name)]
        return pool + pool + NAMES

    def _known(self, name: str) -> bool:
        acts = known.EVENTS[name].acts
        filing = FILINGS.get(name)
        return (not acts or any(rule.id in acts for rule in self.law.actions)) and (
            filing is None or any(rule.id == filing for rule in self.law.proceedings)
        )

    def event(self, name: str, **said: Any) -> Event:
        place = len(self.case.events)
        return Event(f"x{place + 1}", name, self.on, place, **said)


Field = Callable[[Draw, Draft, str], Any]


def _of(*values: Any) -> Field:
    return lambda draw, draft, name: draw(st.sampled_from(values))


def _from(strategy: st.SearchStrategy[Any]) -> Field:
    return lambda draw, draft, name: draw(strategy)


def _before(draw: Draw, draft: Draft, name: str) -> date:
    return draft.on - timedelta(draw(st.sampled_from([0, 1, 5, 29, 30, 31, 200])))


def _after(draw: Draw, draft: Draft, name: str) -> date:
    return draft.on + timedelta(draw(SOON))


def _violation(draw: Draw, draft: Draft, name: str) -> str:
    if name == "violation_observed":
        return draw(st.sampled_from(["v1", "v1", "v2", "v3"]))
    return draw(st.sampled_from(draft.violations or ["v1"]))


def _violations(draw: Draw, draft: Draft, name: str) -> tuple[str, ...] | None:
    if len(draft.violations) < 2:
        return None
    return (draw(st.sampled_from(draft.violations)),)


def _kind(draw: Draw, draft: Draft, name: str) -> str:
    kinds = known.VIOLATION_KINDS if name == "violation_observed" else known.COST_KINDS
    return draw(st.sampled_from(kinds))


def _instrument(draw: Draw, draft: Draft, name: str) -> str:
    if name != "notice_issued":
        return draw(st.sampled_from([p.instrument or "" for p in draft.papers] or ["cost_notice"]))
    starting = [paper for rule in draft.law.deadlines for paper in rule.papers]
    return draw(st.sampled_from([i.id for i in draft.law.instruments] + starting))


def _notice(draw: Draw, draft: Draft, name: str) -> str | None:
    if not draft.papers:
        return None
    return draw(st.sampled_from([None, None, *(p.id for p in draft.papers)]))


def _contents(draw: Draw, draft: Draft, name: str) -> tuple[str, ...]:
    missing = draw(
        st.sampled_from([(), (), (), (), *((e,) for e in known.ELEMENTS), known.ELEMENTS])
    )
    return tuple(e for e in known.ELEMENTS if e not in missing)


def _deadline(draw: Draw, draft: Draft, name: str) -> str:
    return draw(st.sampled_from([d.id for d in draft.law.deadlines] + ["payment_1", "payment_3"]))


def _outcome(draw: Draw, draft: Draft, name: str) -> str:
    petition = name == "petition_decided"
    return draw(st.sampled_from(known.PETITION_OUTCOMES if petition else known.APPEAL_OUTCOMES))


def _amount(draw: Draw, draft: Draft, name: str) -> int:
    return draw(st.just(0) | CENTS if name == "protest_decided" else CENTS)


FIELDS: dict[str, Field] = {
    "violation": _violation,
    "violations": _violations,
    "kind": _kind,
    "nature": _of("silt in the basin"),
    "severity": _of("high"),
    "danger": _of(True, False),
    "permit": _of(*known.PERMITS),
    "discovered_on": _before,
    "instrument": _instrument,
    "notice": _notice,
    "contents": _contents,
    "comply_by": _after,
    "cure_days": _of(1, 2, 5, 30),
    "requires": _of(("clean-up",)),
    "method": _of(*known.METHODS, "personal", "personal"),
    "received_on": _after,
    "postmarked_on": _before,
    "reason": _of("unclaimed"),
    "finding": _of(*known.FINDINGS),
    "deadline": _deadline,
    "until": _after,
    "outcome": _outcome,
    "amount": _amount,
    "offense_on": _before,
    "fine": _from(CENTS),
    "days": _of(0, 5, 15),
    "payments": _of(1, 2, 3, 4, 5, 6),
    "first_due": _after,
    "every": _of(*known.EVERY),
    "part": _of(*known.PARTS),
    "why": _of("hardship"),
    "party": _of("a-new-owner"),
    "recorded_on": _after,
    "approved": _of(True, False),
    "what": _of("creek cleanup"),
    "held_on": _after,
    "where": _of("Room 2"),
}
# Fields that say nothing in a standing are drawn seldom, those that start or end a clock often.
LIKELY = {"contents": 9, "comply_by": 7, "received_on": 6, "kind": 7, "danger": 4, "fine": 7}


def proposed(draw: Draw, draft: Draft, name: str) -> Event:
    """An event of a kind on the draft's day, with what it needs and some of what it may have."""
    kind = known.EVENTS[name]
    found = {which: FIELDS[which](draw, draft, name) for which in kind.needs}
    for which in kind.may:
        if draw(st.integers(0, 9)) < LIKELY.get(which, 3):
            found[which] = FIELDS[which](draw, draft, name)
    if name == "plan_agreed":
        found["first_due"] = max(found["first_due"], draft.on)
    if "instrument" in found and found.get("notice"):
        paper = next(p for p in draft.papers if p.id == found["notice"])
        found["instrument"] = paper.instrument
    if "violation" in found and name in ("inspected", "practices_accepted"):
        found["violations"] = (found["violation"],)
    at = draw(st.none() | st.times().map(_minute)) if name == "served" else None
    return draft.event(name, at=at, **{k: v for k, v in found.items() if v is not None})


def _minute(at: time) -> time:
    return at.replace(second=0, microsecond=0)


@st.composite
def heads(draw: st.DrawFn, law: Ordinance) -> Case:
    """A case before its first event: parties, history, holidays, readings, policy and profile."""
    shares = st.none() | st.fractions(0, 3, max_denominator=7)
    roles = st.sampled_from(["owner", "beneficial_user"])
    parties = draw(st.lists(st.tuples(roles, shares), max_size=4))
    priors = st.builds(
        lambda on, to: PriorOffense(on, None if to is None else on + timedelta(to)),
        st.dates(date(2018, 1, 1), date(2026, 12, 31)),
        st.sampled_from([None, 0, 30, 400]),
    )
    return Case(
        "C-1", law.id, (),
        tuple(
            Party(f"p{n}", role, f"P {n}", share=share and Fraction(share))
            for n, (role, share) in enumerate(parties)
        ),
        tuple(draw(st.lists(priors, max_size=3))),
        tuple(
            (reading.id, draw(st.sampled_from([name for name, _ in reading.choices])))
            for reading in law.readings
            if draw(st.integers(0, 3)) == 0
        ),
        tuple(_policy(draw, law)),
        tuple(sorted(draw(st.lists(st.sampled_from(SPECIAL), max_size=2, unique=True)))),
        draw(st.sampled_from([None, None, *(profile.id for profile in law.profiles)])),
    )  # fmt: skip


def _policy(draw: Draw, law: Ordinance) -> list[tuple[str, int | str | tuple[str, ...]]]:
    found: list[tuple[str, int | str | tuple[str, ...]]] = []
    for item in law.policy:
        if draw(st.booleans()):
            continue
        if isinstance(item.value, tuple):
            found.append((item.id, tuple(draw(st.permutations(item.value)))))
        elif item.id == "costs_borne_by":
            found.append((item.id, draw(st.sampled_from(["owners", "beneficial_users"]))))
        elif isinstance(item.value, int) and item.id.endswith("_days"):
            found.append((item.id, draw(st.integers(1, 30))))
    return found


@st.composite
def drafts(draw: st.DrawFn, law: Ordinance | None = None, least: int = 4, most: int = 15) -> Draft:
    """A case of some events in the order of their days, from an observation on."""
    law = draw(st.sampled_from(laws())) if law is None else law
    draft = Draft(law, draw(heads(law)), draw(STARTS))
    opening = [
        "violation_observed",
        *draw(st.sampled_from([("notice_issued", "served")] * 3 + [()])),
    ]
    for name in opening:
        draft.keep(proposed(draw, draft, name))
        draft.on += timedelta(draw(st.sampled_from([0, 0, 1, 2])))
    for _ in range(draw(st.integers(least, most))):
        draft.on += timedelta(draw(GAPS))
        name = draw(st.sampled_from(draft.likely()))
        draft.keep(proposed(draw, draft, name))
    return draft


@st.composite
def moments(draw: st.DrawFn, draft: Draft) -> date:
    """A day on which to ask: one of the case's own, or some days after one."""
    on = draw(st.sampled_from(sorted({event.on for event in draft.case.events})))
    return on + timedelta(draw(st.sampled_from([0, 0, 1, 2, 7, 15, 31, 33, 100, 366])))


class Asked(NamedTuple):
    """An ordinance, a case under it and a day, shown as a clerk would write them."""

    law: Ordinance
    case: Case
    on: date

    def __repr__(self) -> str:
        case = self.case
        heads = (case.readings, case.policy, case.added_holidays, case.history, case.profile)
        lines = [f"{self.law.id} on {self.on}: {heads} {case.parties}"]
        return "\n  ".join([*lines, *(line(event) for event in case.events)])


def line(event: Event) -> str:
    """An event with the fields that it has."""
    said = {
        item.name: getattr(event, item.name)
        for item in fields(Event)
        if item.name not in ("id", "name", "on", "place")
        and getattr(event, item.name) != item.default
    }
    return f"{event.id} {event.on} {event.name} {said}"


@st.composite
def cases(draw: st.DrawFn) -> Asked:
    """An ordinance, a case under it and a day."""
    draft = draw(drafts())
    return Asked(draft.law, draft.case, draw(moments(draft)))


ACCOUNT = (
    *("cost_recorded", "cost_recorded", "fee_charged", "penalty_assessed", "convicted"),
    *("paid", "paid", "paid", "reduced", "plan_agreed", "plan_agreed"),
    *("cost_protested", "protest_decided", "extension_granted", "corrected", "closed"),
)


@st.composite
def accounts(draw: st.DrawFn) -> Asked:
    """A case that is mostly about money, under an ordinance that lets it be owed."""
    law = draw(
        st.sampled_from([law for law in laws() if law.interest or law.plan or law.allocation])
    )
    head = draw(heads(law))
    owners = tuple(Party(f"o{n}", "owner", "An owner") for n in range(draw(st.integers(0, 3))))
    draft = Draft(law, replace(head, parties=head.parties + owners), draw(STARTS))
    for name in ("violation_observed", "cost_recorded"):
        draft.keep(proposed(draw, draft, name))
    for _ in range(draw(st.integers(1, 9))):
        draft.on += timedelta(draw(GAPS))
        draft.keep(proposed(draw, draft, draw(st.sampled_from(ACCOUNT))))
    return Asked(law, draft.case, draw(moments(draft)))
