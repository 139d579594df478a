"""A case lived day by day: what must hold after each entry, whatever comes next."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tests.law import invariants as hold
from tests.law import invariants_money as money
from tests.law import strategies as drawn

from outfall.law.assess import assess
from outfall.law.case import Case
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Standing

# What a deadline's status can become. A day that was met in time stays met.
NEXT = {
    "open": {"open", "stayed", "met", "late", "missed"},
    "stayed": {"stayed", "open", "missed", "met", "late"},
    "missed": {"missed", "late", "stayed"},
    "late": {"late"},
    "met": {"met"},
}
# Entries that give a clock a new start, or undo what was done: then nothing is said of its status.
ANEW = frozenset(
    {"notice_issued", "served", "service_returned", "violation_observed", "extension_granted"}
    | {"appeal_filed", "petition_filed", "cost_protested", "plan_agreed", "access_reinstated"}
    | {"access_suspended", "access_terminated", "protest_decided", "abated", "cost_recorded"}
    | {"fee_charged", "penalty_assessed", "convicted", "appeal_decided", "petition_decided"}
    | {"hearing_held"}
)


class Lived(RuleBasedStateMachine):
    """One case under one ordinance, from its first violation on."""

    law: Ordinance

    def __init__(self) -> None:
        super().__init__()
        self.draft: drawn.Draft | None = None
        self.past: list[tuple[date, dict[str, Any]]] = []
        self.before: Standing | None = None
        self.now: Standing | None = None

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        draft = drawn.Draft(self.law, data.draw(drawn.heads(self.law)), data.draw(drawn.STARTS))
        draft.keep(drawn.proposed(data.draw, draft, "violation_observed"))
        self.draft = draft
        self._look()

    @rule(days=st.sampled_from([1, 1, 2, 7, 8, 14, 15, 30, 31, 200]))
    def days_pass(self, days: int) -> None:
        assert self.draft is not None
        self.past.append((self.draft.on, hold.answer(self.law, self.draft.case, self.draft.on)))
        self.draft.on += timedelta(days)
        self._look()

    @rule(data=st.data())
    def paper_is_served(self, data: st.DataObject) -> None:
        self._happens(data, data.draw(st.sampled_from(["notice_issued", "served"])))

    @rule(data=st.data())
    def something_happens(self, data: st.DataObject) -> None:
        assert self.draft is not None
        self._happens(data, data.draw(st.sampled_from(self.draft.likely())))

    def _happens(self, data: st.DataObject, name: str) -> None:
        assert self.draft is not None
        if self.draft.keep(drawn.proposed(data.draw, self.draft, name)):
            self._look()

    def _look(self) -> None:
        assert self.draft is not None
        self.before, self.now = self.now, assess(self.law, self.draft.case, self.draft.on)
        if self.before is not None:
            legal(self.before, self.now, self.draft.case, self.law)

    @invariant()
    def sums_agree(self) -> None:
        if self.draft is not None:
            money.account_adds_up(self.law, self.draft.case, self.draft.on)
            money.plan_adds_up(self.law, self.draft.case, self.draft.on)
            hold.exposure_within_rate_and_days(self.law, self.draft.case, self.draft.on)
            hold.powers_wait(self.law, self.draft.case, self.draft.on)

    def teardown(self) -> None:
        """No day that has passed has changed since."""
        if self.draft is not None:
            for day, then in self.past[-6:]:
                hold.same(then, hold.answer(self.law, self.draft.case, day), f"{day} seen later")


def legal(before: Standing, now: Standing, case: Case, law: Ordinance) -> None:
    """Each change from one look to the next is one that the entries between them can make."""
    last = case.events[-1]
    fresh = last.name if last.on == now.as_of else ""
    _clocks(before, now, fresh)
    _orders(before, now, case, law)
    _holds(before, now, fresh)
    assert before.assessed <= now.assessed or fresh == "appeal_decided"
    charged = (before.account.charges, now.account.charges)
    assert charged[0] <= charged[1], f"charges fell from {charged[0]} to {charged[1]}"
    told = {remark.event for remark in before.irregularities if remark.id != "reduction_too_large"}
    if before.as_of < now.as_of:
        lost = told - {remark.event for remark in now.irregularities}
        assert not lost, f"an irregular act of an earlier day is told no more: {lost}"


def _clocks(before: Standing, now: Standing, fresh: str) -> None:
    if fresh in ANEW:
        return
    status = {deadline.id: deadline.status for deadline in now.deadlines}
    for deadline in before.deadlines:
        became = status.get(deadline.id)
        assert became in NEXT[deadline.status], (
            f"{deadline.id} was {deadline.status} and is {became} after {fresh or 'some days'}"
        )


def _orders(before: Standing, now: Standing, case: Case, law: Ordinance) -> None:
    """An order ends by what the ordinance names, on that day, or with the notice on appeal."""
    ends = {rule.id: rule.ends for rule in law.orders}
    for order in now.orders:
        if order.until is None:
            continue
        named = {event.name for event in case.events if event.on == order.until}
        ended = named & {*ends[order.id], "appeal_decided"}
        remedied = named & {"corrected", "abated", "inspected"} | named & {"access_suspended"}
        assert ended or ("remedied" in ends[order.id] and remedied), f"{order.id} ended by {named}"
    gone = {order.id for order in before.orders} - {order.id for order in now.orders}
    last = case.events[-1].name
    assert not gone or last in ("service_returned", "served"), f"{gone} gone after {last}"


def _holds(before: Standing, now: Standing, fresh: str) -> None:
    """A hold goes by what releases it, or with a reversal on appeal, and by nothing else."""
    held = {hold.id: hold for hold in now.holds}
    for was in before.holds:
        found = held.get(was.id)
        assert found is not None, f"{was.id} is gone after {fresh}"
        if was.in_force and not found.in_force:
            by = {was.released_by, "appeal_decided"}
            if was.released_by == "corrected":
                by |= {"abated", "inspected", "access_suspended", "access_terminated"}
            assert fresh in by, f"{was.id} was released by {fresh or 'nothing'}"


@pytest.mark.parametrize("law", drawn.laws(), ids=lambda law: law.id)
def test_a_case_lived_day_by_day(law: Ordinance) -> None:
    machine: type[Lived] = type("Lived", (Lived,), {"law": law})
    limits = settings(
        max_examples=12, stateful_step_count=18, suppress_health_check=list(HealthCheck)
    )
    machine.TestCase.settings = limits
    case = machine.TestCase()
    case.runTest()
