"""Every notion that a pack can use has its words."""

from __future__ import annotations

import pytest

from outfall.files import pack_terms
from outfall.files.pack_file import folder_of, load_pack
from outfall.law import money
from outfall.law.conditions import KINDS
from outfall.law.counting import CountingRule, Days
from outfall.law.events import EVENTS
from outfall.law.events import PERMITS as PERMIT_WORDS
from outfall.law.ordinance import Condition
from outfall.law.periods import (
    Anchor,
    ByReading,
    Counted,
    Extreme,
    FirstKnown,
    InDanger,
    Named,
    SameAs,
    Term,
)
from outfall.law.words import NAMES
from outfall.told.pack_words import COUNTS, YEARS
from outfall.told.rule_words import ANCHORS, CONDITIONS, PERMITS, PROCEEDINGS, Words, counting_words

WORDS = Words(load_pack(folder_of("city-9-3-12")))
SERVICE = Counted(Anchor("service"), Days(14), cite="C.1.a(6)")
ISSUE = Counted(Anchor("issue"), Days(7))


def test_every_start_has_its_words() -> None:
    assert set(ANCHORS) == set(pack_terms.ANCHORS)


def test_every_condition_has_its_words() -> None:
    assert {*CONDITIONS, *pack_terms.COMBINED} == set(KINDS)


def test_every_event_has_a_name_that_can_stand_in_a_sentence() -> None:
    assert set(EVENTS) <= set(NAMES)


def test_every_way_to_count_has_its_words() -> None:
    assert set(COUNTS) == set(pack_terms.COUNTS)
    assert set(YEARS) == set(money.YEARS)
    assert set(PERMITS) == {*PERMIT_WORDS, "unsaid"}


@pytest.mark.parametrize("state", PROCEEDINGS)
def test_every_state_of_a_proceeding_can_be_said(state: str) -> None:
    said = WORDS.condition(Condition("proceeding", ("appeal", state), "C.2"))
    assert "appeal" in said
    assert said.endswith(" (C.2)")


def test_terms_are_said_as_they_are_counted() -> None:
    paper = "notice_of_violation"
    said = {
        WORDS.term(SERVICE, paper): "14 days after service of the notice of violation (C.1.a(6))",
        WORDS.term(Extreme(True, (SERVICE, ISSUE)), paper): (
            "the later of 14 days after service of the notice of violation (C.1.a(6)) and "
            "7 days after the date of the notice of violation"
        ),
        WORDS.term(Extreme(False, (ISSUE, Named("comply_by", "C"))), paper): (
            "the earlier of 7 days after the date of the notice of violation and "
            "the day that the notice names (C)"
        ),
        WORDS.term(FirstKnown((ISSUE, SameAs("comply"))), paper): (
            "the first of these whose clock has started: 7 days after the date of the notice of "
            "violation or else the last day of the compliance date"
        ),
        WORDS.term(InDanger(ISSUE, SERVICE), paper): (
            "7 days after the date of the notice of violation where a danger was on record, "
            "otherwise 14 days after service of the notice of violation (C.1.a(6))"
        ),
        WORDS.term(
            Counted(Anchor("decision", "appeal"), None, "fixed", "", "some_days", "cure_days")
        ): (
            "? days (the town's figure some_days), or the greater number that the notice sets, "
            "after the decision of the appeal, counted by the rule fixed"
        ),
    }
    for words, wanted in said.items():
        assert words == wanted


def test_a_reading_is_said_as_adopted_and_its_others_are_told() -> None:
    term: Term = ByReading(
        "appeal_window",
        (
            ("later_of_both", SERVICE),
            ("fourteen_from_service", SERVICE),
            ("seven_from_date", ISSUE),
        ),
    )
    assert WORDS.term(term, "notice_of_violation") == WORDS.term(SERVICE, "notice_of_violation")
    assert [other[:2] for other in WORDS.others(term)] == [
        ("appeal_window", "fourteen_from_service"),
        ("appeal_window", "seven_from_date"),
    ]


def test_ways_are_held_together_by_brackets() -> None:
    both = Condition("all", (), "", (Condition("danger"), Condition("cost")))
    either = Condition("any", (), "", (both, Condition("no_lien")))
    assert WORDS.all_of((either, Condition("owed", ("cost",)))) == (
        "[either [a danger is on record and has not passed and a cost is on record] "
        "or no lien is on record] and cost is owed"
    )
    assert WORDS.all_of(()) == "nothing more is asked"


def test_counting_rules_are_said() -> None:
    georgia = CountingRule("plain", leaves_out_when_under=7, hours_leave_out=frozenset({"sunday"}))
    assert counting_words(georgia) == (
        "a last day on a Saturday, Sunday or holiday moves on to the next day that is none; "
        "a period of fewer than 7 days leaves out each Saturday, Sunday or holiday inside it; "
        "a period of hours leaves out each Sunday"
    )
