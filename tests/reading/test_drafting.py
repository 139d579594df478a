"""Facts become rules with their paragraphs; every doubt becomes a question, and nothing is lost."""

from __future__ import annotations

from datetime import date

import pytest
from tests.reading.drafts import ABOUT, Said, asked, drafted, facts_of, law_of, text_of

from outfall.law.assess import assess
from outfall.reading.drafting.draft import draft
from outfall.reading.drafting.effects import samples, with_effects
from outfall.reading.drafting.written import pack_yaml, questions_md

NOTICE = {
    "A": "The notice names the person and the place, and what has to be done by which day.",
    "B": "Whoever gets it may appeal within 20 days of service.",
    "C": "An appeal has to arrive within 10 days from the date of the notice.",
    "D": "The town may do the work itself after the appeal is lost and 7 days have gone by.",
}
ELEMENTS: tuple[Said, ...] = (
    ("the person", "notice_element", "violator_name_address", None, None, None),
    ("the place", "notice_element", "location", None, None, None),
    ("what has to be done", "notice_element", "remedial_measures_schedule", None, None, None),
)
BY_SERVICE: Said = ("20 days", "deadline", "appeal_window", 20, "days", "service_of_notice")
BY_DATE: Said = ("10 days", "deadline", "appeal_window", 10, "days", "date_of_notice")
AFTER: Said = ("7 days", "deadline", "abatement_after_decision", 7, "days", "decision")


def test_each_rule_stands_under_its_paragraph_and_runs() -> None:
    law = law_of(drafted(NOTICE, *ELEMENTS, BY_SERVICE, AFTER))
    assert {d.id: d.cite for d in law.deadlines} == {
        "comply": "A",
        "appeal": "B",
        "comply_after_decision": "D",
    }
    (notice,) = law.instruments
    assert notice.elements == (("recipient", "A"), ("place", "A"), ("remedy", "A"))
    title, case = list(samples(law))[1]
    standing = assess(law, case, date(2026, 5, 1))
    due = {d.id: d.due for d in standing.deadlines}
    assert title.startswith("A notice of March 4")
    assert due["appeal"] == date(2026, 3, 24)
    assert due["comply"] == date(2026, 3, 18)
    (power,) = [a for a in standing.actions if a.id == "enter_and_abate"]
    assert power.permitted
    assert power.since == date(2026, 3, 25)


def test_two_periods_for_one_right_are_a_conflict_and_none_is_lost() -> None:
    made = drafted(NOTICE, *ELEMENTS, BY_SERVICE, BY_DATE)
    question = asked(made, "appeal_window")
    assert question.kind == "conflict"
    assert question.quotes == (("B", "20 days"), ("C", "10 days"))
    assert [c.id for c in question.choices] == ["later_of_all", "p1_20_days", "p2_10_days"]
    law = law_of(made)
    (title, case) = list(samples(law))[1]
    assert title
    shown = {r.id: dict(r.otherwise) for r in assess(law, case, date(2026, 3, 12)).readings}
    changes = dict(shown["appeal_window"]["p2_10_days"])
    assert changes["deadlines.appeal.due"] == "2026-03-16"


def test_the_page_of_questions_says_what_each_choice_changes() -> None:
    made = drafted(NOTICE, *ELEMENTS, BY_SERVICE, BY_DATE)
    page = questions_md(with_effects(made, law_of(made)))
    assert "## The text says two things" in page
    assert "> C: 10 days" in page
    assert "- `later_of_all` **(adopted)**: Whichever ends last" in page
    assert "A notice of March 4, received on March 6, not obeyed: the appeal: last day" in page


@pytest.mark.parametrize(
    ("anchor", "kind", "choices"),
    [
        ("notice", "unclear", ["service", "date", "receipt"]),
        ("unspecified", "silent", ["service", "date", "receipt"]),
        ("receipt_of_appeal", "unclear", ["service", "date", "receipt"]),
        ("decision", "unclear", ["service", "date", "receipt"]),
    ],
)
def test_a_start_that_the_text_leaves_open_is_asked(
    anchor: str, kind: str, choices: list[str]
) -> None:
    made = drafted(NOTICE, *ELEMENTS, ("20 days", "deadline", "appeal_window", 20, "days", anchor))
    question = asked(made, "appeal_starts")
    assert (question.kind, [c.id for c in question.choices]) == (kind, choices)
    assert law_of(made).readings


def test_a_blank_is_asked_and_no_figure_is_made_up() -> None:
    text = text_of({"A": "An appeal is filed within ____ days of service."})
    blank = facts_of(
        text,
        ("____ days", "deadline", "appeal_window", None, "days", "service_of_notice"),
        is_blank=True,
    )
    made = draft(text, blank, ABOUT)
    assert asked(made, "appeal_blank").kind == "blank"
    law = law_of(made)
    assert not law.deadlines
    assert [p.id for p in law.proceedings] == ["appeal"]


def test_a_fact_that_no_rule_takes_up_is_listed() -> None:
    court: Said = (
        "90 days",
        "deadline",
        "judicial_review_window",
        90,
        "days",
        "notice_of_decision",
    )
    made = drafted({"A": "Whoever lost may go to court within 90 days."}, court)
    question = asked(made, "unmodelled_judicial_review_window")
    assert question.quotes == (("A", "90 days"),)
    assert "time to go to court: 90 days" in question.says


def test_a_paragraph_that_binds_and_gave_no_rule_is_listed() -> None:
    made = drafted({"A": "The owner shall sweep the yard.", "B": "A yard is a place."})
    assert asked(made, "paragraphs_without_a_rule").quotes == (
        ("A", "The owner shall sweep the yard."),
    )


TIERS = {"A": "On conviction $100 at the first, $200 to $400 at the second within two years; jail."}


def test_tiers_with_jail_are_for_a_court_and_count_earlier_offenses() -> None:
    text = text_of(TIERS)
    low, high = (
        facts_of(text, ("$100", "tier", "tier_fine_max", 100, "usd", None), tier=1),
        facts_of(
            text,
            ("$200", "tier", "tier_fine_min", 200, "usd", None),
            ("$400", "tier", "tier_fine_max", 400, "usd", None),
            ("jail", "imprisonment", "imprisonment_max", 10, "days", None),
            tier=2,
        ),
    )
    within = facts_of(
        text, ("two years", "deadline", "lookback_period", 2, "years", "previous_violation")
    )
    law = law_of(draft(text, (*low, *high, *within), ABOUT))
    (rule,) = law.penalties
    assert (rule.track, rule.unit) == ("criminal", "offense")
    assert [(r.min, r.max, r.jail_days) for (r,) in rule.tiers] == [
        (0, 10000, 0),
        (20000, 40000, 10),
    ]
    assert rule.repeat is not None
    assert str(rule.repeat.within) == "2 years"


def test_two_amounts_for_one_thing_are_asked_and_the_lower_is_used() -> None:
    made = drafted(
        {"A": "A civil penalty of up to $500 a day.", "B": "At most $250 a day."},
        ("$500", "penalty", "civil_penalty_per_day_max", 500, "usd_per_day", None),
        ("$250", "penalty", "civil_penalty_per_day_max", 250, "usd_per_day", None),
    )
    assert asked(made, "two_amounts_civil_penalty_per_day_max").kind == "conflict"
    ((row,),) = law_of(made).penalties[0].tiers
    assert row.max == 25000


def test_interest_without_a_rate_charges_none_and_is_asked() -> None:
    made = drafted(
        {"A": "The cost is billed, with interest, and becomes a lien."},
        ("interest", "interest", "interest_on_cost", None, None, None),
        ("a lien", "lien", "lien", None, None, None),
    )
    assert asked(made, "interest_on_cost_rate").do
    assert law_of(made).interest is None


COSTS = {
    "A": "Within 30 days of the work the owner hears the cost and may protest within 14 days.",
    "B": "Unpaid 60 days after the postmark it is a lien, with 8% from day 10, in 12 payments.",
}


def test_costs_from_the_notice_to_the_lien() -> None:
    made = drafted(
        COSTS,
        ("30 days", "deadline", "cost_notice_within", 30, "days", "abatement_complete"),
        ("14 days", "deadline", "cost_protest_within", 14, "days", "receipt_of_cost_notice"),
        ("60 days", "deadline", "cost_payment_due", 60, "days", "postmark_of_cost_notice"),
        ("a lien", "lien", "special_assessment_lien", None, None, None),
        ("8%", "interest", "interest_rate", 8, "percent_per_year", "postmark_of_cost_notice"),
        ("day 10", "interest", "interest_start_day", 10, "days", "postmark_of_cost_notice"),
        ("12 payments", "installments", "installments_max", 12, "count", None),
    )
    law = law_of(made)
    assert {d.id for d in law.deadlines} == {"cost_notice", "cost_protest", "cost_payment"}
    assert law.plan is not None
    assert law.plan.max_payments == 12
    assert law.interest is not None
    assert str(law.interest.rates[0].value) == "8"
    (lien,) = [a for a in law.actions if a.id == "record_lien"]
    assert ("expired", ("cost_payment",)) in [(c.kind, c.args) for c in lien.needs]


def test_the_same_facts_make_the_same_files() -> None:
    first, second = (drafted(NOTICE, *ELEMENTS, BY_SERVICE, BY_DATE, AFTER) for _ in range(2))
    assert pack_yaml(first) == pack_yaml(second)


def test_two_periods_with_other_starts_are_two_questions() -> None:
    text = text_of(
        {
            "A": "The cost may be protested within 10 days after the notice of it.",
            "B": "The cost may be protested within 12 days.",
        }
    )
    facts = facts_of(
        text,
        ("10 days", "deadline", "cost_protest_within", 10, "days", "cost_notice"),
        ("12 days", "deadline", "cost_protest_within", 12, "days", "unspecified"),
    )
    law = law_of(draft(text, facts, ABOUT))
    choices = {r.id: [name for name, _ in r.choices] for r in law.readings}
    assert choices["cost_protest_starts"] == ["service", "date", "receipt"]
    assert choices["cost_protest_starts_2"] == ["service", "date", "receipt", "abatement"]


def test_a_long_text_keeps_the_paragraphs_that_bear_on_a_rule() -> None:
    paragraphs = {f"A.{n}": f"The owner shall sweep yard {n}." for n in range(1000)} | NOTICE
    made = drafted(paragraphs, *ELEMENTS, BY_SERVICE)
    assert asked(made, "long_text").kind == "cut"
    assert {row["cite"] for row in made.pack["paragraphs"]} == {"A", "B"}
    assert law_of(made).deadlines
