"""Packs that can't be run are refused before a case meets them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.law.facts_told import CITY, march, pack

from outfall.files.case_file import read_case
from outfall.files.pack_wiring import wired
from outfall.files.text import Document
from outfall.law.assess import assess
from outfall.law.lengths import Days
from outfall.law.ordinance import ActionRule, Condition, Ordinance
from outfall.law.periods import Anchor, Counted


def with_appeal_after(anchor: Anchor) -> Ordinance:
    law = pack(CITY)
    due = Counted(anchor, Days(7))
    rules = [replace(r, due=due) if r.id == "appeal" else r for r in law.deadlines]
    return replace(law, deadlines=tuple(rules))


@pytest.mark.parametrize(
    "anchor", [Anchor("filing", "appeal"), Anchor("decision", "appeal"), Anchor("lapse", "appeal")]
)
def test_a_period_that_starts_with_what_it_leads_to_is_a_circle(anchor: Anchor) -> None:
    says = [fault.says for fault in wired(with_appeal_after(anchor))]
    assert any(said.startswith("deadline appeal: it starts with") for said in says)


def test_without_the_look_for_circles_a_case_would_never_be_answered() -> None:
    law = with_appeal_after(Anchor("filing", "appeal"))
    notice = {"date": "2026-03-03", "instrument": "notice_of_violation"}
    events = [
        {"date": "2026-03-02", "event": "violation_observed", "kind": "discharge"},
        {**notice, "event": "notice_issued", "contents": ["nature"]},
        {**notice, "event": "served", "method": "personal"},
        {"date": "2026-03-04", "event": "appeal_filed"},
    ]
    case = read_case(Document({"case": "C-1", "ordinance": CITY, "events": events}))
    with pytest.raises(RecursionError):
        assess(law, case, march(20))


def test_a_condition_on_one_word_refuses_two() -> None:
    law = pack(CITY)
    rule = ActionRule("suspend_permit", "A", (Condition("permit", ("held", "unsaid")),))
    says = [fault.says for fault in wired(replace(law, actions=(*law.actions, rule)))]
    assert says == [
        "action suspend_permit: permit names one word alone. Write two conditions under any"
    ]


def test_the_packs_that_ship_run_in_no_circle() -> None:
    assert wired(pack(CITY)) == []
