"""The walk finds powers that never open or open too early, and clears those that are corrected."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from time import process_time

import pytest
from tests.checking.planted import (
    APPEAL,
    COMPLY,
    COST_NOTICE,
    NOTICE,
    PROTEST,
    SAFE_LIEN,
    SERVED,
    WAITS,
    WHOLE,
    entry,
    lines,
    window,
)
from tests.law.made_up import law_of

from outfall.checking.check import Checked, check
from outfall.checking.walk import MOST, Walk, walk
from outfall.files.pack_file import folder_of, load_pack, packs
from outfall.law.ordinance import Ordinance

SECONDS = 2.0


@cache
def law(pack: str) -> Ordinance:
    return load_pack(folder_of(pack))


def early(found: Walk) -> dict[str, set[str]]:
    return {power: {right.words for right in rights} for power, (_, rights) in found.early.items()}


FILE = "the time to file the {} still runs"
PENDING = "the {} that was filed is undecided"
CURE = "the time for the compliance date still runs"


@pytest.mark.parametrize("pack", packs())
def test_every_power_of_an_ordinance_that_ships_opens(pack: str) -> None:
    found = walk(law(pack))
    assert {rule.id for rule in law(pack).actions} == {*found.opened}
    assert found.tried < MOST + 60, "one step too many"


@pytest.mark.parametrize("pack", packs())
def test_an_ordinance_is_checked_in_time(pack: str) -> None:
    ordinance, began = law(pack), process_time()
    check(ordinance)
    assert process_time() - began < 3 * SECONDS, "even on a slow machine"


def test_the_same_pack_gives_the_same_findings() -> None:
    def told(checked: Checked) -> tuple[object, ...]:
        return checked.findings, checked.walked.tried

    assert told(check(law("webster-ny"))) == told(check(law("webster-ny")))


def test_the_walk_ends_where_it_is_told_to(tmp_path: Path) -> None:
    ring = lines(WHOLE, "- {action: revoke_permit, needs: [unremedied, remedied]}")
    found = walk(law_of(tmp_path, ring), most=120)
    assert 120 <= found.tried < 150
    assert "revoke_permit" not in found.opened


@pytest.mark.parametrize(
    "needs",
    [
        "[danger, danger_over]",
        "[expired: appeal, open: appeal]",
        "[event: abated, unremedied]",
        "[served: warning_notice]",
        "[proceeding: [appeal, upheld], proceeding: [appeal, none]]",
    ],
)
def test_a_power_that_no_case_can_open_is_found(needs: str, tmp_path: Path) -> None:
    rules = lines(
        WHOLE,
        "- {instrument: warning_notice, title: W, needs: [remedied, unremedied]}",
        f"- {{action: revoke_permit, needs: {needs}}}",
    )
    assert "revoke_permit" not in walk(law_of(tmp_path, rules)).opened


@pytest.mark.parametrize(
    "needs",
    [
        "[danger]",
        "[closed: appeal, proceeding: [appeal, none]]",
        "[event: danger_passed, unremedied]",
        "[proceeding: [appeal, upheld], unremedied, closed: hearing]",
        "[late: comply, remedied]",
        "[permit: held, unremedied: connection]",
    ],
)
def test_a_power_that_some_case_opens_is_not(needs: str, tmp_path: Path) -> None:
    rules = lines(WHOLE, f"- {{action: revoke_permit, needs: {needs}}}")
    assert "revoke_permit" in walk(law_of(tmp_path, rules)).opened


@pytest.mark.parametrize(
    ("needs", "wanted"),
    [
        ((*SERVED, *WAITS), set()),
        ((*SERVED, *WAITS[:2]), {PENDING.format("appeal")}),
        ((*SERVED, WAITS[0], WAITS[2]), {FILE.format("appeal")}),
        (SERVED, {FILE.format("appeal"), PENDING.format("appeal"), CURE}),
    ],
)  # fmt: skip
def test_an_entry_waits_for_the_cure_and_the_appeal(
    needs: tuple[str, ...], wanted: set[str], tmp_path: Path
) -> None:
    found = early(walk(law_of(tmp_path, lines(WHOLE, entry(*needs)))))
    assert found.get("enter_and_abate", set()) == wanted


@pytest.mark.parametrize(
    ("lien", "wanted"),
    [
        (SAFE_LIEN, set()),
        (SAFE_LIEN.replace("closed: protest, ", ""), {FILE.format("protest")}),
        (
            SAFE_LIEN.replace(", proceeding: [protest, not_pending]", ""),
            {PENDING.format("protest")},
        ),
    ],
)
def test_a_lien_waits_for_the_protest(lien: str, wanted: set[str], tmp_path: Path) -> None:
    found = early(walk(law_of(tmp_path, lines(WHOLE, PROTEST, lien))))
    assert found.get("record_lien", set()) == wanted


TERMINATION = lines(
    "- {instrument: termination_notice, title: T, needs: [unremedied]}",
    "- {proceeding: petition, against: termination_notice, deadline: petition, body: the board}",
    "- {deadline: petition, for: party, of: termination_notice, "
    "due: {after: service, length: 9 days}, done_by: {filing: petition}}",
)


@pytest.mark.parametrize(
    ("needs", "wanted"),
    [
        ("closed: petition, proceeding: [petition, not_pending]", set()),
        ("proceeding: [petition, not_pending]", {FILE.format("petition")}),
        ("closed: petition", {PENDING.format("petition")}),
    ],
)
def test_a_termination_waits_for_the_petition(needs: str, wanted: set[str], tmp_path: Path) -> None:
    power = (
        "- {action: terminate_access, of: termination_notice, "
        f"needs: [unremedied, served: termination_notice, {needs}]}}"
    )
    found = early(walk(law_of(tmp_path, lines(TERMINATION, power))))
    assert found.get("terminate_access", set()) == wanted


def test_an_emergency_takes_precedence_over_rights(tmp_path: Path) -> None:
    rules = lines(WHOLE, entry(*SERVED, "danger"))
    found = walk(law_of(tmp_path, rules))
    assert "enter_and_abate" in found.opened
    assert found.early == {}


def test_of_two_ways_one_that_waits_is_enough(tmp_path: Path) -> None:
    """The other way is only taken for early where it alone is open."""
    safe = ", ".join(["served: notice_of_violation", *WAITS])
    needs = f"[unremedied, any: [all: [{safe}], cost]]"
    rules = lines(WHOLE, COST_NOTICE, f"- {{action: revoke_permit, needs: {needs}}}")
    assert "revoke_permit" not in walk(law_of(tmp_path, rules)).early


def test_a_sequence_is_told_without_what_it_does_not_need(tmp_path: Path) -> None:
    rules = lines(
        NOTICE, COMPLY, APPEAL, window("{after: service, length: 14 days}"), entry(*SERVED)
    )
    at, _ = walk(law_of(tmp_path, rules)).early["enter_and_abate"]
    assert [event.name for event in at.events] == ["violation_observed", "notice_issued", "served"]
