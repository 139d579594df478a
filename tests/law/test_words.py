"""One exact sentence for every kind of condition, and the words that amounts and lists are put in.

The sentences stand in notices and on the counter's screen, so a changed word is a changed answer.
"""

from __future__ import annotations

from datetime import date

import pytest

from outfall.law.argument import effect_of, others_of, spoken
from outfall.law.data import amount, day, step
from outfall.law.standing import Changes, ReadingState, Step
from outfall.law.words import dollars, english, fill, name_of, reason

ON = date(2026, 3, 9)
DUE = date(2026, 3, 4)
NOTICE = "notice_of_violation"
GAPS = (("nature", "C(3)"), ("penalties", "C(5)"))

SENTENCES: list[tuple[str, tuple[object, ...], str]] = [
    ("no_violation", ((),), "no violation is on record"),
    ("no_violation", (), "no violation is on record"),
    ("no_violation", (None,), "no violation is on record"),
    ("no_violation", (("discharge",),), "no violation of kind discharge is on record"),
    (
        "no_violation",
        (("discharge", "connection"),),
        "no violation of kind discharge or connection is on record",
    ),
    ("violation", ("v1", "discharge", ON), "violation v1 (discharge) was found on 2026-03-09"),
    ("unremedied", ("v1", ON), "violation v1 is unremedied since 2026-03-09"),
    ("remedied", (ON,), "the violation was remedied on 2026-03-09"),
    ("not_remedied", ("v1",), "violation v1 is not remedied"),
    ("set_aside", (ON,), "the notice was set aside on appeal on 2026-03-09"),
    ("permit_held", ("v1",), "violation v1 is of one who holds a permit"),
    ("permit_none", ("v1",), "violation v1 is of one who holds no permit"),
    ("permit_unsaid", ("",), "the record does not say whether a permit was issued"),
    ("no_danger", (), "no danger is on record"),
    ("danger", (ON,), "a danger is on record since 2026-03-09 and has not passed"),
    ("danger_over", (ON,), "the danger was over on 2026-03-09"),
    ("not_issued", (NOTICE,), "no notice of violation has been issued"),
    ("not_served", (NOTICE, ON), "the notice of violation of 2026-03-09 is not shown as served"),
    (
        "returned",
        (NOTICE, ON, "unclaimed"),
        "the notice of violation of 2026-03-09 came back (unclaimed)",
    ),
    ("served", (NOTICE, ON), "the notice of violation was served on 2026-03-09"),
    ("received", (NOTICE, ON), "the notice of violation was received on 2026-03-09"),
    (
        "receipt_unshown",
        (NOTICE, ON, "certified_mail"),
        "the notice of violation served by certified mail on 2026-03-09 is not shown as received",
    ),
    ("complete", (NOTICE,), "the notice of violation has all that it must contain"),
    (
        "no_clock",
        ("comply_after_decision",),
        "the clock of the time to comply after the decision has not started",
    ),
    (
        "met",
        ("cure", DUE, ON),
        "the time to cure was met on 2026-03-09, by its last day 2026-03-04",
    ),
    ("met_or_open", ("cure",), "the time to cure is not late"),
    ("stayed", ("comply",), "the compliance date is stayed"),
    ("running", ("appeal", DUE, None), "the appeal runs through 2026-03-04"),
    (
        "expired",
        ("cure", DUE, None),
        "the last day of the time to cure, 2026-03-04, has passed, and it was not done",
    ),
    (
        "expired",
        ("cure", DUE, ON),
        "the last day of the time to cure, 2026-03-04, has passed; it was done late, on 2026-03-09",
    ),
    ("closed", ("appeal", DUE, None), "the time for the appeal closed with 2026-03-04"),
    ("no_proceeding", ("petition",), "no petition has been filed"),
    ("already_filed", ("appeal", ON), "the appeal was filed on 2026-03-09"),
    ("late_filing", ("appeal", ON), "the appeal of 2026-03-09 was late and stops nothing"),
    ("pending", ("appeal", ON), "the appeal of 2026-03-09 is undecided"),
    ("reversed", ("appeal", ON), "the appeal was decided for the party on 2026-03-09"),
    ("upheld", ("appeal", ON, "modified"), "the appeal was decided on 2026-03-09: modified"),
    ("not_happened", ("abated",), "no abatement is on record"),
    ("happened", ("abated", ON), "abatement is on record since 2026-03-09"),
    ("ended", ("work_resumed", ON), "resumption of the work followed on 2026-03-09"),
    ("owed", ("cost", 123450), "$1,234.50 of the cost is owed"),
    ("owed", ("any", 5), "$0.05 of the account is owed"),
    ("nothing_owed", ("any",), "nothing is owed"),
    ("nothing_owed", ("fee",), "nothing of the fee is owed"),
    ("cost", (ON,), "a cost is on record since 2026-03-09"),
    ("no_cost", (None,), "no cost is on record"),
    ("exposed", ("civil",), "the law allows a civil amount"),
    ("not_exposed", ("civil",), "the law allows no civil amount today"),
    ("compensation_none", (None,), "no compensatory action stands in the way"),
    ("compensation_running", (ON,), "a compensatory action is being performed since 2026-03-09"),
    (
        "compensation_completed",
        (ON,),
        "the matter was settled by a compensatory action on 2026-03-09",
    ),
    ("compensation_defaulted", (ON,), "the compensatory action was defaulted on 2026-03-09"),
    ("lien", (ON,), "a lien is on record since 2026-03-09"),
    ("no_lien", (), "no lien is on record"),
    ("access_cut", ("suspended", ON), "access is suspended since 2026-03-09"),
    ("access_open", (), "access is neither suspended nor terminated"),
    ("held", ("occupancy_permit", ON), "the occupancy permit hold is in force since 2026-03-09"),
    ("not_held", ("occupancy_permit", None), "no occupancy permit hold is in force"),
    ("unaccepted", (), "corrected practices are still to be accepted"),
    ("all_accepted", (None,), "nothing is left to accept"),
    ("order", ("stop_work", ON), "the stop work order is in force since 2026-03-09"),
    ("no_order", ("stop_work", None), "no stop work order is in force"),
]


@pytest.mark.parametrize(("because", "facts", "text"), SENTENCES)
def test_the_sentence_of_a_condition(because: str, facts: tuple[object, ...], text: str) -> None:
    assert reason(Step(True, because, facts)) == text


def test_a_gap_is_named_with_its_paragraph_and_whether_it_is_held_to_matter() -> None:
    lacks = (
        "the notice of violation of 2026-03-09 lacks nature of the violation (C(3)) and "
        "statement of the penalties (C(5))"
    )
    facts = (NOTICE, ON, GAPS)
    assert reason(Step(False, "incomplete", facts)) == lacks
    assert reason(Step(True, "incomplete", facts)) == f"{lacks}; its gaps are held not to matter"


SERVED = Step(True, "served", (NOTICE, ON))
DANGER = Step(True, "danger", (ON,))
NONE = Step(False, "no_danger", ())
OPENS = Step(False, "running", ("cure", DUE, None), "", None, ON)
TWO_LACK = Step(
    False, "all", (), "", None, None, (NONE, Step(False, "no_lien"), Step(True, "cost", (ON,)))
)
ONE_LACKS = Step(False, "all", (), "", None, None, (SERVED, Step(False, "access_open")))


@pytest.mark.parametrize(
    ("step", "text"),
    [
        # The first way that holds is told, whatever stands before it.
        (Step(True, "any", parts=(NONE, SERVED, DANGER)), reason(SERVED)),
        # Where none holds: a way with a known day before one that a single condition lacks.
        (Step(False, "any", parts=(NONE, OPENS)), reason(OPENS)),
        # Of two without a day, the one that lacks less; of two alike, the first.
        (
            Step(False, "any", parts=(TWO_LACK, ONE_LACKS)),
            "access is neither suspended nor terminated",
        ),
        (Step(False, "any", parts=(NONE, TWO_LACK)), "no danger is on record"),
        (Step(False, "any", parts=(ONE_LACKS, NONE)), "access is neither suspended nor terminated"),
        (Step(False, "any", parts=(NONE, ONE_LACKS)), "no danger is on record"),
        # Of all: what fails is told, and only where nothing fails what holds.
        (TWO_LACK, "no danger is on record and no lien is on record"),
        (Step(True, "all", parts=(SERVED, DANGER)), f"{reason(SERVED)} and {reason(DANGER)}"),
        (Step(True, "all"), "nothing more is asked"),
        (
            Step(False, "reading", ("petition", "stays"), parts=(NONE,)),
            "no danger is on record (reading petition: stays)",
        ),
        (
            Step(True, "reading", ("petition", "does_not_stay")),
            "nothing more is asked (reading petition: does_not_stay)",
        ),
    ],
)
def test_conditions_that_are_put_together(step: Step, text: str) -> None:
    assert reason(step) == text


def test_a_step_inherits_the_paragraph_of_the_power() -> None:
    inner = Step(False, "no_danger", (), "")
    own = Step(True, "cost", (ON,), "D.2")
    outer = Step(False, "all", (), "E.1", None, None, (inner, own))
    told = step(outer, "A")
    assert told["cite"] == "E.1"
    assert [part["cite"] for part in told["parts"]] == ["E.1", "D.2"]
    assert step(Step(False, "all", (), "", None, None, (inner,)), "A")["parts"][0]["cite"] == "A"
    assert step(inner, "A") == {"holds": False, "text": "no danger is on record", "cite": "A"}


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("appeal", "appeal"),
        ("appeal:e7", "appeal (notice e7)"),
        ("issue_notice_of_violation", "issue a notice of violation"),
        ("issue_cost_notice", "issue a cost notice"),
        ("issue_stop_work_order", "issue a stop work order"),
        ("payment_3", "payment 3"),
        ("record_lien", "record a lien"),
        ("some_new_thing", "some new thing"),
        ("some_new_thing:e1", "some new thing (notice e1)"),
    ],
)
def test_how_an_id_is_said(id: str, said: str) -> None:
    assert name_of(id) == said


@pytest.mark.parametrize(
    ("cents", "said", "plain"),
    [
        (0, "$0.00", "0.00"),
        (1, "$0.01", "0.01"),
        (99, "$0.99", "0.99"),
        (100, "$1.00", "1.00"),
        (123456789, "$1,234,567.89", "1234567.89"),
        (-1, "-$0.01", "-0.01"),
        (-123456, "-$1,234.56", "-1234.56"),
    ],
)
def test_an_amount_in_words_and_as_data(cents: int, said: str, plain: str) -> None:
    assert dollars(cents) == said
    assert amount(cents) == plain


def test_what_is_absent_stays_absent() -> None:
    assert amount(None) is None
    assert day(None) is None
    assert day(ON) == "2026-03-09"


def test_lists_as_they_are_said() -> None:
    assert english(()) == ""
    assert english(["a"]) == "a"
    assert english(["a", "b"]) == "a and b"
    assert english(("a", "b", "c"), "or") == "a, b or c"


def test_the_towns_figures_go_into_a_packs_sentence() -> None:
    text = "After {days} days, {days} in all; {other} stays."
    assert fill(text, {"days": 10, "unused": "x"}) == "After 10 days, 10 in all; {other} stays."


def test_a_day_is_spoken_with_its_weekday() -> None:
    assert spoken(ON) == "Monday, March 9, 2026"


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("deadlines.appeal", None, "the clock of the appeal would not run"),
        ("deadlines.appeal:e7", None, "the clock of the appeal (notice e7) would not run"),
        (
            "deadlines.cure.due",
            "2026-03-09",
            "the last day of the time to cure would be 2026-03-09",
        ),
        ("deadlines.comply.status", "stayed", "the compliance date would be stayed"),
        ("actions.record_lien.permitted", True, "the town could record a lien"),
        ("actions.record_lien.permitted", False, "the town could not yet record a lien"),
        ("actions.enter_and_abate.obligatory", True, "the town would have to enter and abate"),
        ("actions.enter_and_abate.obligatory", False, "the town would not have to enter and abate"),
        ("actions.enter_and_abate.obligatory", None, "the town would not have to enter and abate"),
        (
            "actions.record_lien.since",
            None,
            "no day is known on which the power to record a lien opened",
        ),
        (
            "actions.record_lien.not_before",
            None,
            "no day is known on which the power to record a lien opens",
        ),
        (
            "actions.record_lien.since",
            "2026-03-09",
            "the power to record a lien would be open since 2026-03-09",
        ),
        (
            "actions.record_lien.not_before",
            "2026-03-09",
            "the power to record a lien would open on 2026-03-09",
        ),
        ("orders.stop_work.scope", "all_work", "the stop work order would cover all work"),
        ("orders.stop_work.in_force", True, "the stop work order would be in force: yes"),
        ("orders.stop_work.in_force", False, "the stop work order would be in force: no"),
        ("orders.stop_work.until", None, "stop work until would be none"),
        ("exposure.civil.max", "1250.00", "the most would be $1,250.00"),
        ("exposure.civil.max", None, "the most would be none"),
        ("exposure.civil.min", "0.00", "the least would be $0.00"),
        ("exposure.civil.days", 12, "12 days would count"),
        ("exposure.criminal.violations", 3, "3 violations would count"),
        ("exposure.criminal.tier", 2, "the tier would be 2"),
        ("exposure.criminal.jail_days_max", 30, "up to 30 days in jail"),
        ("account.interest", "8.00", "interest would be $8.00"),
        ("account.balance", "1234.56", "the balance would be $1,234.56"),
        ("account.per_diem", "0.60", "a day's interest would be $0.60"),
        ("account.charges", "10.00", "the charges would be $10.00"),
        ("account.credit", "10.00", "credit credit would be $10.00"),
    ],
)
def test_what_another_reading_would_change_is_said(path: str, value: object, said: str) -> None:
    assert effect_of(path, value) == said


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("exposure.civil.days", 1, "1 day would count"),
        ("exposure.civil.days", 0, "0 days would count"),
        ("exposure.criminal.violations", 1, "1 violation would count"),
        ("exposure.criminal.tier", 1, "the tier would be 1"),
        ("exposure.criminal.jail_days_max", 0, "up to 0 days in jail"),
    ],
)
def test_a_count_of_one_or_none_is_a_number(path: str, value: int, said: str) -> None:
    assert effect_of(path, value) == said


def others(*changes: tuple[str, Changes]) -> list[tuple[str, str, int]]:
    state = ReadingState("petition", "E.3", "stays", lambda: changes)
    says = {"a": "First.", "b": "Second", "c": "Third.", "stays": "Yes."}
    return [(line.text, line.cite, line.depth) for line in others_of(state, says)]


def test_each_other_choice_has_a_line_and_those_that_change_nothing_share_one() -> None:
    due = ("deadlines.appeal.due", "2026-03-09")
    most = ("exposure.civil.max", "5.00")
    assert others(("a", (due, most)), ("b", ()), ("c", ())) == [
        (
            "Under a (First): the last day of the appeal would be 2026-03-09 and the most would be"
            " $5.00.",
            "",
            1,
        ),
        ("Under b or c nothing would change today.", "", 1),
    ]
    assert others(("b", (most,))) == [("Under b (Second): the most would be $5.00.", "", 1)]


def test_a_power_that_would_be_open_needs_no_word_of_its_closed_day() -> None:
    opened = ("actions.record_lien.permitted", True)
    gone = ("actions.record_lien.not_before", None)
    other = ("actions.assess_costs.not_before", None)
    assert others(("a", (opened, gone))) == [
        ("Under a (First): the town could record a lien.", "", 1)
    ]
    assert "assess the costs opens" in others(("a", (opened, other)))[0][0]
    kept = others(("a", (("actions.record_lien.permitted", False), gone)))[0][0]
    assert "the power to record a lien opens" in kept
