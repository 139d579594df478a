"""What a fact can be, grouped as an attorney looks for it: every word of the vocabulary once."""

from __future__ import annotations

from collections.abc import Mapping

from outfall.reading.vocabulary import (
    IMPRISONMENT,
    INSTALLMENTS,
    INTEREST,
    LIENS,
    NOTICE_ELEMENTS,
    REMEDIES,
    TIERS,
    WHAT,
)
from outfall.told.phrases import capital

GROUPS: Mapping[str, tuple[str, ...]] = {
    "Appeal, hearing and court": (
        *("appeal_window", "permit_action_appeal_window", "further_appeal_window"),
        *("judicial_review_window", "hearing_within", "decision_within", "hearing_notice_min"),
        *("hearing_publication_min", "appeal_fee", "no_stay_of_penalty"),
    ),
    "Time to correct": (
        *("cure_period", "cure_period_extended_max", "remediation_complete_within"),
        *("abatement_after_decision", "city_correction_after", "emergency_notice_period"),
        *("response_plan_due", "statement_due"),
    ),
    "Times of the municipality's": (
        *("notice_issue_within", "denial_due", "deemed_service_after", "lookback_period"),
        "transition_period",
    ),
    "What a notice must say": tuple(NOTICE_ELEMENTS),
    "Civil penalties": (
        *("civil_penalty_per_day_max", "civil_penalty_per_day_min"),
        *("civil_penalty_per_violation_max", "civil_penalty_per_violation_min"),
        *("civil_penalty_per_violation_exact", "civil_penalty_total_max", "fine_exact"),
        *("separate_offense_period", "penalty_payment_due", "reinspection_fee_min"),
    ),
    "Fines by the first, second and later offense": tuple(TIERS),
    "Fines and jail of a court": (
        *("criminal_fine_max", "criminal_fine_min", "criminal_fine_per_day_max"),
        *("criminal_fine_per_day_min", "criminal_fine_per_day_exact"),
        *("court_penalty_per_violation_max", *IMPRISONMENT),
    ),
    "Costs and their payment": (
        *("cost_notice_within", "cost_protest_within", "cost_payment_due"),
        *("cost_payment_due_after_appeal", "suit_after", *INSTALLMENTS),
    ),
    "Interest": tuple(INTEREST),
    "Liens and the tax roll": tuple(LIENS),
    "Powers and remedies": tuple(REMEDIES),
}
"""The groups in their order, each with its words."""

KIND_OF: Mapping[str, str] = {what: kind for kind, own in WHAT.items() for what in own}
"""The kind of each word: no two kinds have the same."""


def choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """The groups for a form, each word with what it means."""
    return [
        (group, [(what, capital(WHAT[KIND_OF[what]][what])) for what in own])
        for group, own in GROUPS.items()
    ]
