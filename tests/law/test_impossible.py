"""What can't have happened as the file tells it: each with its place, its words and its code.

The codes are published and the words are all that a clerk has to put the file right, so that both
are held here to the letter. Beside each stands the nearest case that is still possible.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from pathlib import Path

import pytest
from tests.law.test_notions_of_packs import standing

from outfall.files.case_file import read_case
from outfall.files.pack_file import folder_of, load_pack
from outfall.files.text import read_text
from outfall.law.assess import assess, check
from outfall.law.case import Case, Event
from outfall.law.facts import Facts
from outfall.law.faults import Refused
from outfall.law.fold import Impossible, apply
from outfall.law.ordinance import Ordinance

OPEN = "{date: 2026-03-02, event: violation_observed, kind: discharge}"
NOTICE = "{date: 2026-03-03, event: notice_issued, id: n1, instrument: notice_of_violation}"
SERVED = "date: 2026-03-04, event: served, instrument: notice_of_violation, method: mail"
ACCESS = "{date: 2026-03-04, event: access_suspended}"
RECORD = "Record its violation_observed first, or name the right one"
PLAN = "date: 2026-03-04, event: plan_agreed, payments: 3, every: month"
FIRST_RECORD = "Record its notice_issued first"


@cache
def pack(name: str) -> Ordinance:
    return load_pack(folder_of(name))


def case_of(lines: list[str], law: str) -> Case:
    text = f"case: X\nordinance: {law}\nevents: [{', '.join(lines)}]\n"
    return read_case(read_text(text.encode()))


def faults(lines: list[str], law: str = "city-9-3-12") -> list[tuple[str, str, str]]:
    """Every fault of a case of these entries: where, code and words."""
    case = case_of(lines, law)
    return [(fault.where, fault.code, fault.says) for fault in check(pack(law), case)]


# What came before, the impossible entry, its field, its code, its words.
IMPOSSIBLE = [
    (
        [],
        f"{OPEN[:-1]}, discovered_on: 2026-03-03}}",
        "discovered_on",
        "discovered-after-observed",
        "2026-03-03 is after the observation itself (2026-03-02). "
        "Give the day of the discovery, or leave it out",
    ),
    (
        [],
        "{date: 2026-03-04, event: corrected}",
        "violation",
        "unknown-violation",
        f"no violation v1 has been observed by 2026-03-04 (observed: none yet). {RECORD}",
    ),
    (
        [OPEN, "{date: 2026-03-02, event: violation_observed, violation: v2, kind: discharge}"],
        "{date: 2026-03-04, event: abated, violation: v9}",
        "violation",
        "unknown-violation",
        f"no violation v9 has been observed by 2026-03-04 (observed: v1, v2). {RECORD}",
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: convicted, violation: v9}",
        "violation",
        "unknown-violation",
        f"no violation v9 has been observed by 2026-03-04 (observed: v1). {RECORD}",
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: cost_recorded, amount: 5, violation: v9}",
        "violation",
        "unknown-violation",
        f"no violation v9 has been observed by 2026-03-04 (observed: v1). {RECORD}",
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: practices_accepted, violation: v9}",
        "violation",
        "unknown-violation",
        f"no violation v9 has been observed by 2026-03-04. {RECORD}",
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: inspected, finding: continuing, violation: v9}",
        "violation",
        "unknown-violation",
        f"no violation v9 has been observed by 2026-03-04. {RECORD}",
    ),
    (
        [OPEN],
        f"{NOTICE[:-1]}, violations: [v1, v9]}}",
        "violations",
        "unknown-violation",
        f"no violation v9 has been observed by 2026-03-03. {RECORD}",
    ),
    (
        [],
        "{date: 2026-03-04, event: inspected, finding: continuing}",
        "event",
        "unknown-violation",
        "no violation has been observed by 2026-03-04. Record violation_observed first",
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: danger_passed}",
        "event",
        "no-danger",
        "no danger was recorded before it. Set danger: true on the violation_observed entry",
    ),
    (
        [OPEN],
        f"{NOTICE[:-1]}, comply_by: 2026-03-02}}",
        "comply_by",
        "comply-before-issue",
        "2026-03-02 is before the notice itself (2026-03-03). Give a day after it",
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: notice_issued, instrument: danger_notice}",
        "instrument",
        "unknown-instrument",
        "city-9-3-12 knows no danger_notice; it knows warning_notice, notice_of_violation, "
        "cost_notice, cease_and_desist_order, suspension_order, termination_notice, "
        "penalty_notice",
    ),
    (
        [OPEN],
        f"{{{SERVED}}}",
        "instrument",
        "nothing-to-serve",
        f"no notice_of_violation has been issued by 2026-03-04. {FIRST_RECORD}",
    ),
    (
        [OPEN, NOTICE],
        f"{{{SERVED}, notice: n2}}",
        "notice",
        "nothing-to-serve",
        f"no notice_of_violation with the id n2 has been issued by 2026-03-04. {FIRST_RECORD}",
    ),
    (
        [OPEN, NOTICE],
        f"{{{SERVED}, received_on: 2026-03-02}}",
        "received_on",
        "received-before-issue",
        "2026-03-02 is before the paper was issued (2026-03-03). Correct one of the two",
    ),
    (
        [OPEN, NOTICE],
        f"{{{SERVED}, postmarked_on: 2026-03-02}}",
        "postmarked_on",
        "postmarked-before-issue",
        "2026-03-02 is before the paper was issued (2026-03-03)",
    ),
    (
        [OPEN, NOTICE],
        "{date: 2026-03-04, event: service_returned, instrument: notice_of_violation}",
        "event",
        "nothing-returned",
        "the notice_of_violation of 2026-03-03 was not served before 2026-03-04. "
        "Record its served first",
    ),
    (
        [OPEN, NOTICE],
        "{date: 2026-03-04, event: extension_granted, deadline: cur, until: 2026-04-01}",
        "deadline",
        "unknown-deadline",
        "city-9-3-12 knows no deadline cur; it knows comply, appeal, hearing, "
        "comply_after_decision, cost_notice, cost_protest, written_statement, cure, payment_1, "
        "payment_2, payment_3, payment_4, payment_5. Name one of them",
    ),
    (
        [OPEN, NOTICE],
        "{date: 2026-03-04, event: extension_granted, deadline: 'cure:n2', until: 2026-04-01}",
        "deadline",
        "unknown-notice",
        "no notice with the id n2 has been issued by 2026-03-04. "
        "Name the entry that issued it, or cure alone for every notice",
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: petition_filed}",
        "event",
        "nothing-to-contest",
        "there is nothing to file a petition against: no termination_notice "
        f"has been issued by 2026-03-04. {FIRST_RECORD}",
    ),
    (
        [OPEN, NOTICE],
        "{date: 2026-03-04, event: appeal_filed, notice: n2}",
        "notice",
        "unknown-notice",
        "no notice with the id n2. Name the entry that issued it",
    ),
    (
        [OPEN, NOTICE],
        "{date: 2026-03-04, event: hearing_held}",
        "event",
        "no-appeal",
        "no undecided appeal has been filed by 2026-03-04. Record its appeal_filed first",
    ),
    (
        [OPEN, NOTICE, "{date: 2026-03-04, event: appeal_filed}"],
        "{date: 2026-03-05, event: appeal_decided, outcome: upheld, notice: n2}",
        "event",
        "no-appeal",
        "no undecided appeal has been filed by 2026-03-05. Record its appeal_filed first",
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: petition_decided, outcome: denied}",
        "event",
        "no-petition",
        "no undecided petition has been filed by 2026-03-04. Record its petition_filed first",
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: protest_decided, amount: 5}",
        "event",
        "no-protest",
        "no undecided protest has been filed by 2026-03-04. Record its cost_protested first",
    ),
    (
        [OPEN],
        f"{{{PLAN}, first_due: 2026-03-03}}",
        "first_due",
        "first-due-before-agreement",
        "2026-03-03 is before the agreement itself (2026-03-04). Give a day on or after it",
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: lien_released}",
        "event",
        "no-lien",
        "no lien was recorded before it. Record lien_recorded first",
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: access_reinstated, approved: false}",
        "event",
        "access-not-cut",
        "access was not suspended or ended before it. Record access_suspended first",
    ),
    (
        [OPEN, ACCESS, "{date: 2026-03-05, event: access_reinstated, approved: true}"],
        "{date: 2026-03-06, event: access_reinstated, approved: true}",
        "event",
        "access-not-cut",
        "access was not suspended or ended before it. Record access_suspended first",
    ),
    *(
        (
            before,
            f"{{date: 2026-03-06, event: compensation_{end}}}",
            "event",
            "no-compensation",
            "no compensatory action is being performed on that day. "
            "Record compensation_imposed first",
        )
        for before, end in (
            ([OPEN], "completed"),
            ([OPEN], "defaulted"),
            (
                [
                    OPEN,
                    "{date: 2026-03-03, event: compensation_imposed}",
                    "{date: 2026-03-04, event: compensation_completed}",
                ],
                "defaulted",
            ),
        )
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: reopened}",
        "event",
        "not-closed",
        "the case was not closed before it. Record closed first, or take this out",
    ),
    (
        [
            OPEN,
            "{date: 2026-03-04, event: closed}",
            "{date: 2026-03-05, event: reopened}",
        ],
        "{date: 2026-03-06, event: reopened}",
        "event",
        "not-closed",
        "the case was not closed before it. Record closed first, or take this out",
    ),
]


@pytest.mark.parametrize(("before", "entry", "field", "code", "says"), IMPOSSIBLE)
def test_what_cannot_have_happened(
    before: list[str], entry: str, field: str, code: str, says: str
) -> None:
    assert faults(before) == []
    assert faults([*before, entry]) == [(f"events[{len(before)}].{field}", code, says)]
    law = "city-9-3-12"
    with pytest.raises(Refused) as refused:
        assess(pack(law), case_of([*before, entry], law), date(2026, 12, 31))
    assert [fault.says for fault in refused.value.faults] == [says]


POSSIBLE = [
    [f"{OPEN[:-1]}, discovered_on: 2026-03-02}}"],
    [OPEN, f"{NOTICE[:-1]}, comply_by: 2026-03-03}}"],
    [OPEN, NOTICE, f"{{{SERVED}, received_on: 2026-03-03, postmarked_on: 2026-03-03}}"],
    [OPEN, NOTICE, f"{{{SERVED}, notice: n1}}"],
    [OPEN, f"{{{PLAN}, first_due: 2026-03-04}}"],
    [OPEN, NOTICE, "{date: 2026-03-04, event: appeal_filed, notice: n1}"],
    # A cost that no violation is named for is the property's, whatever was found there.
    ["{date: 2026-03-04, event: cost_recorded, amount: 5}"],
    # A charged cost can be protested before any paper tells of it.
    [
        OPEN,
        "{date: 2026-03-04, event: cost_recorded, amount: 5}",
        "{date: 2026-03-05, event: cost_protested}",
    ],
    *(
        [
            OPEN,
            NOTICE,
            f"{{date: 2026-03-04, event: extension_granted, deadline: '{id}', until: 2026-04-01}}",
        ]
        for id in ("cure", "cure:n1", "payment_1", "payment_5")
    ),
    # Within a day the order of the file says nothing where only one order makes sense.
    [OPEN, "{date: 2026-03-02, event: corrected}"],
    ["{date: 2026-03-02, event: corrected}", OPEN],
]


@pytest.mark.parametrize("lines", POSSIBLE)
def test_the_nearest_that_can_have_happened(lines: list[str]) -> None:
    assert faults(lines) == []


def test_a_code_without_a_plan_knows_no_payments() -> None:
    entry = "{date: 2026-03-04, event: extension_granted, deadline: payment_1, until: 2026-04-01}"
    known = ", ".join(rule.id for rule in pack("webster-ny").deadlines)
    assert faults([OPEN, entry], "webster-ny") == [
        (
            "events[1].deadline",
            "unknown-deadline",
            f"webster-ny knows no deadline payment_1; it knows {known}. Name one of them",
        )
    ]
    assert "payment" not in known


def test_a_protest_with_no_cost_charged_names_every_paper_that_it_could_be_against(
    tmp_path: Path,
) -> None:
    rules = """- {instrument: cost_notice, title: C, needs: []}
- {instrument: penalty_notice, title: P, needs: []}
- {proceeding: protest, against: [cost_notice, penalty_notice]}"""
    filed = "{date: 2026-03-04, event: cost_protested}"
    with pytest.raises(Refused) as refused:
        standing(tmp_path, rules, f"{OPEN}\n{filed}", "2026-03-04")
    assert refused.value.faults[0].says == (
        "there is nothing to file a protest against: no cost_notice or penalty_notice "
        f"has been issued by 2026-03-04. {FIRST_RECORD}"
    )


def test_faults_come_in_the_order_of_the_file_not_of_the_days() -> None:
    lines = [
        "{date: 2026-03-09, event: reopened}",
        OPEN,
        "{date: 2026-03-05, event: lien_released}",
        "{date: 2026-03-05, event: danger_passed}",
    ]
    assert [(where, code) for where, code, _ in faults(lines)] == [
        ("events[0].event", "not-closed"),
        ("events[2].event", "no-lien"),
        ("events[3].event", "no-danger"),
    ]


def test_what_cannot_have_happened_leaves_the_facts_as_they_were() -> None:
    """It says its words as an exception too, and is not among what happened."""
    facts, event = Facts(), Event("e1", "reopened", date(2026, 3, 4), 0)
    with pytest.raises(Impossible) as trouble:
        apply(facts, event, pack("city-9-3-12"))
    assert str(trouble.value) == trouble.value.says
    assert trouble.value.field == "event"
    assert facts.happened == {}
