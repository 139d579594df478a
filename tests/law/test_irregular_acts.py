"""Acts that the law did not permit: each with its exact words, paragraph, entry and risk.

They are what a clerk reads aloud and what an attorney is shown, so that nothing of them may change
unseen. Beside each stands the nearest act that the law does permit.
"""

from __future__ import annotations

from datetime import date
from functools import cache

import pytest

from outfall.files.case_file import read_case
from outfall.files.pack_file import folder_of, load_pack
from outfall.files.text import read_text
from outfall.law.assess import assess
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Remark, Standing

OPEN = "{date: 2026-03-02, event: violation_observed, kind: discharge}"
DANGER = "{date: 2026-03-02, event: violation_observed, kind: discharge, danger: true}"
ALL = "contents: [recipient, place, nature, remedy, penalties, appeal, town_work]"
ISSUED = f"{{date: 2026-03-03, event: notice_issued, instrument: notice_of_violation, {ALL}}}"
SERVED = "{date: 2026-03-04, event: served, instrument: notice_of_violation, method: personal}"
NOTICE = [OPEN, ISSUED, SERVED]
APPEAL = "{date: 2026-03-10, event: appeal_filed}"
DECIDED = "{date: 2026-03-12, event: appeal_decided, outcome: upheld}"
COST = "{date: 2026-03-05, event: cost_recorded, amount: 5, kind: other}"
CITY, WEBSTER = "city-9-3-12", "webster-ny"

UNDOES = "A court may disregard it."
NO_COST = "The town may not recover the cost of the work, and the entry may be a trespass."
NO_PENALTY = "A penalty that the law did not allow on that day can be set aside."
NO_LIEN = "A lien recorded before its day does not bind, and a court can strike it."
NO_ROLL = "A charge sent to the tax roll too early can be struck from it."
NO_START = "A notice that lacks a required part starts nothing against the party."
NO_CUT = "Ending service without the notice due can be undone, with damages."
NO_UTILITY = "Ending service before it is allowed can be undone, with damages."
NO_PLAN = "The plan has no effect: no payment of it is due."


@cache
def pack(name: str) -> Ordinance:
    return load_pack(folder_of(name))


def stands(lines: list[str], law: str = CITY, on: str = "2026-04-30") -> Standing:
    """The standing under a pack that ships; the last entry is named ``x``."""
    entries = [*lines[:-1], f"{lines[-1][:-1]}, id: x}}"]
    text = f"case: X\nordinance: {law}\nevents: [{', '.join(entries)}]\n"
    return assess(pack(law), read_case(read_text(text.encode())), date.fromisoformat(on))


def told(lines: list[str], law: str = CITY) -> list[Remark]:
    """What is told of the last entry."""
    return [remark for remark in stands(lines, law).irregularities if remark.event == "x"]


# The case before it, the act, and its id, words, paragraph and risk.
CITY_ACTS = [
    (
        [OPEN],
        "{date: 2026-03-04, event: abated}",
        "not_permitted",
        "Enter and abate was not permitted on 2026-03-04: no notice of violation has been issued",
        "D.1",
        NO_COST,
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: penalty_assessed, amount: 5}",
        "not_permitted",
        "Impose a civil penalty was not permitted on 2026-03-04: "
        "no notice of violation has been issued",
        "F",
        NO_PENALTY,
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: lien_recorded}",
        "not_permitted",
        "Record a lien was not permitted on 2026-03-04: nothing of the cost is owed",
        "D.2.a",
        NO_LIEN,
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: certified_to_tax_roll}",
        "no_such_power",
        "A city's section 9-3-12 gives no power to certify to the tax roll",
        "",
        NO_ROLL,
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: notice_issued, instrument: warning_notice, contents: [nature]}",
        "incomplete_notice",
        "The warning notice lacks request to investigate and resolve (B)",
        "B",
        NO_START,
    ),
    (
        [OPEN],
        ISSUED.replace("place, ", "").replace("appeal, ", ""),
        "incomplete_notice",
        "The notice of violation lacks address or description of the place (C.1.a(2)), "
        "appeal (C.1.a(6))",
        "C.1.a(2)",
        NO_START,
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: notice_issued, instrument: cease_and_desist_order}",
        "not_permitted",
        "Issue a cease and desist order was not permitted on 2026-03-04: no danger is on record",
        "E.1",
        NO_START,
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: access_terminated}",
        "not_permitted",
        "Terminate storm sewer access was not permitted on 2026-03-04: "
        "no termination notice has been issued",
        "E.3",
        NO_CUT,
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: utilities_terminated}",
        "not_permitted",
        "Terminate utilities was not permitted on 2026-03-04: "
        "no cease and desist order is in force",
        "E.1",
        NO_UTILITY,
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: access_suspended}",
        "not_permitted",
        "Suspend storm sewer access was not permitted on 2026-03-04: no danger is on record",
        "E.2",
        UNDOES,
    ),
    (
        [OPEN, "{date: 2026-03-03, event: compensation_imposed}"],
        "{date: 2026-03-04, event: charged}",
        "not_permitted",
        "Prosecute was not permitted on 2026-03-04: "
        "a compensatory action is being performed since 2026-03-03",
        "H",
        UNDOES,
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: practices_accepted}",
        "no_such_power",
        "A city's section 9-3-12 gives no power to accept the corrected practices",
        "",
        UNDOES,
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: plan_agreed, payments: 6, first_due: 2026-04-01, every: week}",
        "too_many_payments",
        "A plan of 6 payments: the law allows at most 5",
        "D.2.b",
        NO_PLAN,
    ),
    (
        NOTICE,
        APPEAL.replace("10", "19"),
        "late_filing",
        "The appeal of 2026-03-19 came after its last day, 2026-03-18",
        "C.2",
        "It stops nothing: what the town may do goes on as if no appeal had been filed.",
    ),
    (
        [*NOTICE, APPEAL],
        APPEAL.replace("10", "11"),
        "repeated_filing",
        "This appeal repeats the one of 2026-03-10, which counts",
        "C.2",
        "It changes nothing.",
    ),
    (
        [*NOTICE, APPEAL, DECIDED],
        APPEAL.replace("10", "13"),
        "already_decided",
        "The appeal was decided on 2026-03-12, and the decision is final",
        "C.2",
        "It stops nothing.",
    ),
    (
        [DANGER, "{date: 2026-03-03, event: access_suspended}"],
        "{date: 2026-03-04, event: access_reinstated, approved: true}",
        "not_permitted",
        "Approve reinstatement of access was not permitted on 2026-03-04: "
        "a danger is on record since 2026-03-02 and has not passed",
        "E.3",
        UNDOES,
    ),
    *(
        (
            [DANGER, "{date: 2026-03-03, event: access_suspended}"],
            f"{{date: 2026-03-04, event: access_reinstated{approved}}}",
            "unapproved_reinstatement",
            "Access was taken up again on 2026-03-04 without approval: a separate violation",
            "E.3",
            "It is an offense of the party's own, counted from that day.",
        )
        for approved in ("", ", approved: false")
    ),
    (
        [OPEN, COST],
        "{date: 2026-03-06, event: ownership_changed, party: B}",
        "sold_before_lien",
        "The property changed hands on 2026-03-06 before any lien was recorded",
        "D.2.a",
        "A buyer who did not know of the debt may take the property free of it.",
    ),
    (
        [
            OPEN,
            COST,
            "{date: 2026-03-06, event: lien_recorded}",
            "{date: 2026-03-07, event: lien_released}",
        ],
        "{date: 2026-03-08, event: ownership_changed, party: B}",
        "sold_before_lien",
        "The property changed hands on 2026-03-08 before any lien was recorded",
        "D.2.a",
        "A buyer who did not know of the debt may take the property free of it.",
    ),
    (
        [OPEN, COST],
        "{date: 2026-03-06, event: closed}",
        "closed_open",
        "The case was closed with these still open: violation v1, $5.00 owed",
        "",
        "What is still in force goes on binding, and nobody is watching it.",
    ),
    (
        [OPEN],
        "{date: 2026-03-06, event: reduced, part: penalty, amount: 5}",
        "reduction_too_large",
        "The reduction of $5.00 is more than is owed of the penalty: the rest reduces nothing",
        "",
        "It can't be carried over to another part.",
    ),
]


@pytest.mark.parametrize(("before", "act", "id", "text", "cite", "risk"), CITY_ACTS)
def test_an_act_that_the_city_s_code_does_not_permit(
    before: list[str], act: str, id: str, text: str, cite: str, risk: str
) -> None:
    assert told([*before, act]) == [Remark(id, text, cite, "x", risk)]


COMPLETE = ISSUED.replace(", town_work", "")
STOPPED = [OPEN.replace("discharge", "development"), COMPLETE, SERVED]
WEBSTER_ACTS = [
    (
        [OPEN],
        "{date: 2026-03-04, event: petition_filed}",
        "no_such_right",
        "Town of Webster, New York provides for no petition",
        "",
        UNDOES,
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: cost_protested}",
        "no_such_right",
        "Town of Webster, New York provides for no protest",
        "",
        UNDOES,
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: plan_agreed, payments: 1, first_due: 2026-04-01, every: week}",
        "no_such_right",
        "Town of Webster, New York provides for no payment plan",
        "",
        NO_PLAN,
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: penalty_assessed, amount: 5}",
        "no_such_power",
        "Town of Webster, New York gives no power to impose a civil penalty",
        "",
        NO_PENALTY,
    ),
    (
        [OPEN],
        "{date: 2026-03-04, event: injunction_sought}",
        "not_permitted",
        "Seek an injunction was not permitted on 2026-03-04: "
        "no violation of kind development is on record",
        "B",
        UNDOES,
    ),
    (
        STOPPED,
        "{date: 2026-03-05, event: work_resumed}",
        "order_breached",
        "Work went on again on 2026-03-05 while the stop work order was in force",
        "D",
        "It is a breach of the order by the party.",
    ),
    (
        [*STOPPED, COST],
        "{date: 2026-03-06, event: closed}",
        "closed_open",
        "The case was closed with these still open: "
        "occupancy permit, stop work, violation v1, $5.00 owed",
        "F",
        "What is still in force goes on binding, and nobody is watching it.",
    ),
]


@pytest.mark.parametrize(("before", "act", "id", "text", "cite", "risk"), WEBSTER_ACTS)
def test_an_act_that_webster_s_code_does_not_permit(
    before: list[str], act: str, id: str, text: str, cite: str, risk: str
) -> None:
    assert told([*before, act], WEBSTER) == [Remark(id, text, cite, "x", risk)]


LAWFUL = [
    (CITY, [*NOTICE, APPEAL.replace("10", "18")]),
    (CITY, [OPEN, ISSUED]),
    (CITY, [OPEN, "{date: 2026-03-04, event: injunction_sought}"]),
    (CITY, [DANGER, "{date: 2026-03-04, event: abated}"]),
    (CITY, [OPEN, "{date: 2026-03-06, event: ownership_changed, party: B}"]),
    (
        CITY,
        [
            OPEN,
            COST,
            "{date: 2026-03-06, event: lien_recorded}",
            "{date: 2026-03-07, event: ownership_changed, party: B}",
        ],
    ),
    (
        CITY,
        [
            OPEN,
            "{date: 2026-03-04, event: plan_agreed, payments: 5, first_due: 2026-04-01, "
            "every: week}",
        ],
    ),
    (CITY, [OPEN, "{date: 2026-03-04, event: corrected}", "{date: 2026-03-05, event: closed}"]),
    (
        CITY,
        [
            DANGER,
            "{date: 2026-03-03, event: access_suspended}",
            "{date: 2026-03-04, event: danger_passed}",
            "{date: 2026-03-05, event: access_reinstated, approved: true}",
        ],
    ),
    (WEBSTER, [OPEN, "{date: 2026-03-05, event: work_resumed}"]),
    # Webster's code doesn't call the decision final: a further appeal is out of time or nothing.
    (WEBSTER, [*STOPPED, APPEAL, DECIDED, APPEAL.replace("10", "13")]),
]


@pytest.mark.parametrize(("law", "lines"), LAWFUL)
def test_the_nearest_act_that_the_law_permits(law: str, lines: list[str]) -> None:
    assert told(lines, law) == []


def test_a_receipt_recorded_ahead_starts_the_clock_on_its_own_day() -> None:
    """What was asked before the paper came to hand is asked anew after it."""
    received = f"{SERVED[:-1].replace('personal', 'certified_mail')}, received_on: 2026-03-10}}"
    assessed = [
        f"{{date: 2026-03-{day}, event: penalty_assessed, amount: 1, id: p{day}}}"
        for day in ("09", "12")
    ]
    told = stands([OPEN, ISSUED, received, *assessed, "{date: 2026-03-13, event: corrected}"])
    assert [r.event for r in told.irregularities if r.id == "not_permitted"] == ["p09"]


@pytest.mark.parametrize(("kind", "told"), [("sampling", True), ("administrative", False)])
def test_a_cost_of_no_kind_that_the_code_lists_is_told(kind: str, told: bool) -> None:
    cost = f"{{date: 2026-03-05, event: cost_recorded, amount: 12.5, kind: {kind}}}"
    found = [r for r in stands([OPEN, cost], WEBSTER).warnings if r.id == "cost_not_listed"]
    assert [(r.text, r.cite, r.event) for r in found] == (
        [
            (
                "The cost of $12.50 (sampling) is of no kind that the ordinance says can be "
                "charged",
                "A",
                "x",
            )
        ]
        if told
        else []
    )


def test_a_receipt_recorded_ahead_counts_on_its_own_day_and_so_does_the_next() -> None:
    """Two papers under way at once: each comes to hand on its day, and neither hides the other."""
    received = f"{SERVED[:-1].replace('personal', 'certified_mail')}, received_on: 2026-03-10}}"
    again = [
        "{date: 2026-03-05, event: notice_issued, id: w, instrument: warning_notice, "
        "contents: [nature, request]}",
        "{date: 2026-03-05, event: served, instrument: warning_notice, method: mail, "
        "received_on: 2026-03-12}",
        "{date: 2026-03-13, event: notice_issued, id: w2, instrument: warning_notice, "
        "contents: [nature, request]}",
        "{date: 2026-03-13, event: served, instrument: warning_notice, notice: w2, method: mail, "
        "received_on: 2026-03-14}",
    ]
    assessed = [
        f"{{date: 2026-03-{day}, event: penalty_assessed, amount: 1, id: p{day}}}"
        for day in ("09", "10", "12")
    ]
    lines = [OPEN, ISSUED, received, *again[:2], *assessed, *again[2:]]
    told = {
        str(r.event): r.text
        for r in stands([*lines, "{date: 2026-03-15, event: corrected}"]).irregularities
        if r.id == "not_permitted"
    }
    assert sorted(told) == ["p09", "p10"]
    assert "not shown as received" in told["p09"]
    assert "not shown as received" not in told["p10"]
    assert "2026-03-11" in told["p10"]
