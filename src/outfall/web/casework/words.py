"""The office's words for entries, roles and stages."""

from __future__ import annotations

from outfall.law.events import EVENTS
from outfall.web.casework.kinds import OFFICE_KINDS
from outfall.web.towns.models import ROLES

ROLE_NAMES = dict(ROLES)

STAGES = {
    "reported": "Reported",
    "found": "Violation found",
    "noticed": "Notice given",
    "overdue": "Remedy overdue",
    "appeal": "Under appeal",
    "complied": "Complied",
    "owed": "Money owed",
    "lien": "Lien on record",
    "closed": "Closed",
}

SOURCES = (
    ("complaint", "Complaint"),
    ("referral", "Referral from another department"),
    ("inspection", "Inspection finding"),
    ("outfall_screening", "Dry-weather outfall screening"),
)

_TITLES = {
    "violation_observed": "Violation found",
    "danger_passed": "Danger has passed",
    "notice_issued": "Notice or order issued",
    "served": "Served",
    "service_returned": "Service came back",
    "inspected": "Inspected again",
    "corrected": "Remedied by the party",
    "compliance_confirmed": "Compliance confirmed",
    "practices_accepted": "Practices accepted",
    "extension_granted": "Deadline extended",
    "appeal_filed": "Appeal filed",
    "hearing_set": "Hearing set",
    "hearing_held": "Hearing held",
    "appeal_decided": "Appeal decided",
    "entry_refused": "Entry refused",
    "abated": "Work done by the town",
    "cost_recorded": "Cost recorded",
    "cost_protested": "Cost protested",
    "protest_decided": "Protest decided",
    "penalty_assessed": "Civil penalty imposed",
    "charged": "Charged in court",
    "convicted": "Convicted",
    "plan_agreed": "Payment plan agreed",
    "paid": "Payment received",
    "reduced": "Reduction or waiver",
    "fee_charged": "Fee charged",
    "ownership_changed": "New owner",
    "lien_recorded": "Lien recorded",
    "lien_released": "Lien released",
    "certified_to_tax_roll": "Sent to the tax roll",
    "access_suspended": "Access suspended",
    "access_terminated": "Access terminated",
    "access_reinstated": "Access reinstated",
    "petition_filed": "Petition filed",
    "petition_decided": "Petition decided",
    "statement_received": "Written statement received",
    "non_compliance_observed": "Order not complied with",
    "utilities_terminated": "Utilities terminated",
    "compensation_imposed": "Compensatory action imposed",
    "compensation_completed": "Compensatory action done",
    "compensation_defaulted": "Compensatory action not done",
    "work_stopped": "Work stopped",
    "work_resumed": "Work resumed",
    "injunction_sought": "Injunction sought",
    "nuisance_action_begun": "Nuisance action begun",
    "closed": "Case closed",
    "reopened": "Case reopened",
    "voided": "Entry voided",
}


def title_of(kind: str) -> str:
    """What an entry of a kind is called on a screen, with a capital."""
    if kind in _TITLES:
        return _TITLES[kind]
    says = OFFICE_KINDS.get(kind) or (EVENTS[kind].says if kind in EVENTS else kind)
    return says[:1].upper() + says[1:]
