"""Facts put into words, when somebody asks: one sentence for each kind of condition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from outfall.law.facts import Notice
from outfall.law.standing import Remark, Step
from outfall.law.view import View

NAMES = {
    "ms4": "MS4",
    "issue_notice_of_violation": "issue a notice of violation",
    "accept_appeal": "take in an appeal",
    "town_correction": "correct at the party's expense",
    "enter_and_abate": "enter and abate",
    "abate_without_notice": "abate without notice",
    "assess_costs": "assess the costs",
    "record_lien": "record a lien",
    "certify_to_tax_roll": "certify to the tax roll",
    "impose_civil_penalty": "impose a civil penalty",
    "prosecute": "prosecute",
    "seek_injunction": "seek an injunction",
    "nuisance_action": "begin a nuisance action",
    "suspend_access": "suspend storm sewer access",
    "terminate_access": "terminate storm sewer access",
    "reinstate_access": "approve reinstatement of access",
    "terminate_utilities": "terminate utilities",
    "impose_compensatory_action": "impose a compensatory action",
    "confirm_compliance": "confirm compliance in writing",
    "accept_practices": "accept the corrected practices",
    "grant_occupancy_permit": "grant the occupancy permit",
    "comply": "compliance date",
    "appeal": "appeal",
    "hearing": "hearing of the appeal",
    "comply_after_decision": "time to comply after the decision",
    "danger_repair": "repair of the danger",
    "reasonable_notice": "reasonable notice",
    "cure": "time to cure",
    "cost_notice": "cost notice",
    "cost_protest": "protest of the cost",
    "written_statement": "written statement",
    "recipient": "name and address of the recipient",
    "place": "address or description of the place",
    "nature": "nature of the violation",
    "remedy": "remedial measures with their time schedule",
    "penalties": "statement of the penalties",
    "town_work": "statement that the town will do the work at the party's expense",
    "request": "request to investigate and resolve",
    "violation_observed": "violation",
    "danger_passed": "end of the danger",
    "notice_issued": "notice",
    "served": "service",
    "service_returned": "return of a service",
    "inspected": "inspection",
    "corrected": "correction",
    "compliance_confirmed": "written confirmation of compliance",
    "practices_accepted": "acceptance of the corrected practices",
    "extension_granted": "extension",
    "appeal_filed": "appeal",
    "hearing_set": "setting of a hearing",
    "hearing_held": "hearing",
    "appeal_decided": "decision of the appeal",
    "entry_refused": "refusal of entry",
    "abated": "abatement",
    "cost_recorded": "cost",
    "cost_protested": "protest",
    "protest_decided": "decision of the protest",
    "penalty_assessed": "assessment of a civil penalty",
    "charged": "charge in court",
    "convicted": "conviction",
    "plan_agreed": "payment plan",
    "paid": "payment",
    "reduced": "reduction",
    "fee_charged": "fee",
    "ownership_changed": "change of owner",
    "lien_recorded": "lien",
    "lien_released": "release of the lien",
    "certified_to_tax_roll": "certification to the tax roll",
    "access_suspended": "suspension of access",
    "access_terminated": "termination of access",
    "access_reinstated": "reinstatement of access",
    "petition_filed": "petition",
    "petition_decided": "decision of the petition",
    "statement_received": "written statement of the party",
    "non_compliance_observed": "failure to comply with the order",
    "utilities_terminated": "end of a utility",
    "compensation_imposed": "compensatory action",
    "compensation_completed": "completion of the compensatory action",
    "compensation_defaulted": "default of the compensatory action",
    "work_stopped": "stop of the work",
    "work_resumed": "resumption of the work",
    "injunction_sought": "application for an injunction",
    "nuisance_action_begun": "nuisance action",
    "closed": "closing of the case",
    "reopened": "reopening of the case",
    "voided": "voiding of an entry",
}


def name_of(id: str) -> str:
    """An id as it would be said at the counter."""
    plain, _, notice = id.partition(":")
    if plain.startswith("issue_") and plain not in NAMES:
        return f"issue a {name_of(plain[6:])}"
    said = NAMES.get(plain, plain.replace("_", " "))
    return f"{said} (notice {notice})" if notice else said


def dollars(cents: int) -> str:
    """An amount for a person to read.

    >>> dollars(315000), dollars(-5)
    ('$3,150.00', '-$0.05')
    """
    sign = "-" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def english(items: tuple[str, ...] | list[str], joint: str = "and") -> str:
    """A list as it is said: a, b and c."""
    found = [str(item) for item in items]
    if len(found) < 2:
        return next(iter(found), "")
    return f"{', '.join(found[:-1])} {joint} {found[-1]}"


class _Said:
    """A fact inside a sentence: as a name of the counter's, or as it is."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __format__(self, how: str) -> str:
        if how == "name":
            return name_of(str(self.value))
        if how == "spaced":
            return str(self.value).replace("_", " ")
        return str(self.value)


def reason(step: Step) -> str:
    """The sentence of one condition, whether it holds or not."""
    sentence = _SENTENCES[step.because]
    if isinstance(sentence, str):
        return sentence.format(*map(_Said, step.facts))
    return sentence(step)


def fill(text: str, policy: Mapping[str, Any]) -> str:
    """A pack's own sentence with the town's figures put in: ``{reasonable_notice_days}``."""
    for name, value in policy.items():
        text = text.replace("{" + name + "}", str(value))
    return text


def missing_proof(view: View, notice: Notice) -> Iterator[Remark]:
    """What keeps a notice's clocks from running, and what its gaps put at risk."""
    name = name_of(notice.instrument)
    if notice.returned:
        text = (
            f"The {name} of {notice.issued} came back ({notice.returned}): that service counts for "
            "nothing until it is repeated, and no clock that waits for it runs"
        )
        yield Remark("service_returned", text, "", notice.event)
    elif notice.service is None:
        text = (
            f"The {name} of {notice.issued} is not shown as served: no clock that waits for "
            "service runs"
        )
        yield Remark("proof_of_service_missing", text, "", notice.event)
    elif view.receipt(notice) is None:
        text = (
            f"The {name} served by {notice.service.method.replace('_', ' ')} on "
            f"{notice.service.on} is not shown as received: no clock that waits for receipt runs. "
            "Record received_on when the proof arrives"
        )
        yield Remark("proof_of_receipt_missing", text, "", notice.event)
    if notice.service and "postmark_unshown" in view.plan.bits and view.postmark(notice) is None:
        text = (
            f"The {name} of {notice.issued} has no postmark on record: no clock that waits for the "
            "postmark runs. Record postmarked_on when the proof arrives"
        )
        yield Remark("proof_of_postmark_missing", text, "", notice.event)
    if not notice.complete:
        lacking = english([f"{name_of(element)} ({cite})" for element, cite in notice.missing])
        text = (
            f"The {name} of {notice.issued} lacks {lacking}: no power and no default may rest on it"
        )
        yield Remark("incomplete_notice", text, notice.missing[0][1], notice.event)


def _of(kinds: tuple[str, ...]) -> str:
    return f" of kind {english(list(kinds), 'or')}" if kinds else ""


def _lacks(s: Step) -> str:
    instrument, issued, lacking = s.facts
    missing = english([f"{name_of(element)} ({cite})" for element, cite in lacking])
    held = "; its gaps are held not to matter" if s.holds else ""
    return f"the {name_of(instrument)} of {issued} lacks {missing}{held}"


def _past(s: Step) -> str:
    id, due, done = s.facts
    late = f"; it was done late, on {done}" if done else ", and it was not done"
    return f"the last day of the {name_of(id)}, {due}, has passed{late}"


def _nothing(s: Step) -> str:
    kinds = s.facts[0] if s.facts else ()
    return f"no violation{_of(kinds or ())} is on record"


def _owed(s: Step) -> str:
    part, cents = s.facts
    return f"{dollars(cents)} of {'the account' if part == 'any' else f'the {part}'} is owed"


def _none_owed(s: Step) -> str:
    return "nothing is owed" if s.facts[0] == "any" else f"nothing of the {s.facts[0]} is owed"


def _joined(s: Step) -> str:
    if s.because == "any":
        held = [part for part in s.parts if part.holds]
        return reason(held[0] if held else min(s.parts, key=_far))
    failing = [part for part in s.parts if not part.holds]
    told = failing or s.parts
    return " and ".join(reason(part) for part in told) or "nothing more is asked"


def _far(way: Step) -> tuple[bool, int]:
    """How far a way is from being open: a known day is nearer, then what lacks less."""
    return way.opens is None, sum(not part.holds for part in way.parts) or 1


def _chosen(s: Step) -> str:
    return f"{_joined(s)} (reading {s.facts[0]}: {s.facts[1]})"


_SENTENCES: dict[str, str | Callable[[Step], str]] = {
    "no_violation": _nothing,
    "violation": "violation {0} ({1}) was found on {2}",
    "unremedied": "violation {0} is unremedied since {1}",
    "remedied": "the violation was remedied on {0}",
    "not_remedied": "violation {0} is not remedied",
    "set_aside": "the notice was set aside on appeal on {0}",
    "permit_held": "violation {0} is of one who holds a permit",
    "permit_none": "violation {0} is of one who holds no permit",
    "permit_unsaid": "the record does not say whether a permit was issued",
    "no_danger": "no danger is on record",
    "danger": "a danger is on record since {0} and has not passed",
    "danger_over": "the danger was over on {0}",
    "not_issued": "no {0:name} has been issued",
    "not_served": "the {0:name} of {1} is not shown as served",
    "returned": "the {0:name} of {1} came back ({2})",
    "served": "the {0:name} was served on {1}",
    "received": "the {0:name} was received on {1}",
    "receipt_unshown": "the {0:name} served by {2:spaced} on {1} is not shown as received",
    "complete": "the {0:name} has all that it must contain",
    "incomplete": _lacks,
    "no_clock": "the clock of the {0:name} has not started",
    "met": "the {0:name} was met on {2}, by its last day {1}",
    "met_or_open": "the {0:name} is not late",
    "stayed": "the {0:name} is stayed",
    "running": "the {0:name} runs through {1}",
    "expired": _past,
    "closed": "the time for the {0:name} closed with {1}",
    "no_proceeding": "no {0} has been filed",
    "already_filed": "the {0} was filed on {1}",
    "late_filing": "the {0} of {1} was late and stops nothing",
    "pending": "the {0} of {1} is undecided",
    "reversed": "the {0} was decided for the party on {1}",
    "upheld": "the {0} was decided on {1}: {2}",
    "not_happened": "no {0:name} is on record",
    "happened": "{0:name} is on record since {1}",
    "ended": "{0:name} followed on {1}",
    "owed": _owed,
    "nothing_owed": _none_owed,
    "cost": "a cost is on record since {0}",
    "no_cost": "no cost is on record",
    "exposed": "the law allows a {0} amount",
    "not_exposed": "the law allows no {0} amount today",
    "compensation_none": "no compensatory action stands in the way",
    "compensation_running": "a compensatory action is being performed since {0}",
    "compensation_completed": "the matter was settled by a compensatory action on {0}",
    "compensation_defaulted": "the compensatory action was defaulted on {0}",
    "lien": "a lien is on record since {0}",
    "no_lien": "no lien is on record",
    "access_cut": "access is {0} since {1}",
    "access_open": "access is neither suspended nor terminated",
    "held": "the {0:name} hold is in force since {1}",
    "not_held": "no {0:name} hold is in force",
    "unaccepted": "corrected practices are still to be accepted",
    "all_accepted": "nothing is left to accept",
    "order": "the {0:name} order is in force since {1}",
    "no_order": "no {0:name} order is in force",
    "any": _joined,
    "all": _joined,
    "reading": _chosen,
}
