"""Facts put into words, when somebody asks: one sentence for each kind of condition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date
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
}


def name_of(id: str) -> str:
    """An id as it would be said at the counter."""
    plain, _, notice = id.partition(":")
    if plain.startswith("issue_") and plain not in NAMES:
        return f"issue a {NAMES.get(plain[6:], plain[6:].replace('_', ' '))}"
    if plain.startswith("payment_"):
        return f"payment {plain[8:]}"
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
    return " ".join((", ".join(found[:-1]), joint, found[-1])) if len(found) > 1 else "".join(found)


def reason(step: Step) -> str:
    """The sentence of one condition, whether it holds or not."""
    return _SENTENCES[step.because](step)


def fill(text: str, policy: Mapping[str, Any]) -> str:
    """A pack's own sentence with the town's figures in their places: ``{reasonable_notice_days}``."""
    for name, value in policy.items():
        text = text.replace("{" + name + "}", str(value))
    return text


def missing_proof(view: View, notice: Notice) -> Iterator[Remark]:
    """What keeps a notice's clocks from running, and what its gaps put at risk."""
    name = name_of(notice.instrument)
    if notice.returned:
        text = (
            f"The {name} of {notice.issued} came back ({notice.returned}): that service counts for nothing "
            "until it is repeated, and no clock that waits for it runs"
        )
        yield Remark("service_returned", text, "", notice.event)
    elif notice.service is None:
        text = f"The {name} of {notice.issued} is not shown as served: no clock that waits for service runs"
        yield Remark("proof_of_service_missing", text, "", notice.event)
    elif view.receipt(notice) is None:
        text = (
            f"The {name} served by {notice.service.method.replace('_', ' ')} on {notice.service.on} is not shown "
            "as received: no clock that waits for receipt runs. Record received_on when the proof arrives"
        )
        yield Remark("proof_of_receipt_missing", text, "", notice.event)
    if not notice.complete:
        lacking = english([f"{name_of(element)} ({cite})" for element, cite in notice.missing])
        text = f"The {name} of {notice.issued} lacks {lacking}: no power and no default may rest on it"
        yield Remark("incomplete_notice", text, notice.missing[0][1], notice.event)


def _of(kinds: tuple[str, ...]) -> str:
    return f" of kind {english(list(kinds), 'or')}" if kinds else ""


def _lacks(s: Step) -> str:
    instrument, issued, lacking = s.facts
    missing = english([f"{name_of(element)} ({cite})" for element, cite in lacking])
    held = "; its gaps are held not to matter" if s.holds else ""
    return f"the {name_of(instrument)} of {issued} lacks {missing}{held}"


def _running(s: Step) -> str:
    id, due, _ = s.facts
    return f"the {name_of(id)} runs through {due}"


def _past(s: Step) -> str:
    id, due, done = s.facts
    late = f"; it was done late, on {done}" if done else ", and it was not done"
    return f"the last day of the {name_of(id)}, {due}, has passed{late}"


def _compensation(words: str) -> Callable[[Step], str]:
    return lambda s: f"{words}{f' since {s.facts[0]}' if s.facts and s.facts[0] else ''}"


def _joined(s: Step) -> str:
    if s.because == "any":
        held = [part for part in s.parts if part.holds]
        return reason(held[0]) if held else " or ".join(reason(part) for part in s.parts)
    failing = [part for part in s.parts if not part.holds]
    told = failing or [part for part in s.parts]
    return " and ".join(reason(part) for part in told) or "nothing more is asked"


def _chosen(s: Step) -> str:
    inner = _joined(s) if s.parts else "nothing more is asked"
    return f"{inner} (reading {s.facts[0]}: {s.facts[1]})"


def _day(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)


_SENTENCES: dict[str, Callable[[Step], str]] = {
    "no_violation": lambda s: f"no violation{_of(s.facts[0] if s.facts and s.facts[0] else ())} is on record",
    "violation": lambda s: f"violation {s.facts[0]} ({s.facts[1]}) was found on {s.facts[2]}",
    "unremedied": lambda s: f"violation {s.facts[0]} is unremedied since {s.facts[1]}",
    "remedied": lambda s: f"the violation was remedied on {s.facts[0]}",
    "not_remedied": lambda s: f"violation {s.facts[0]} is not remedied",
    "set_aside": lambda s: f"the notice was set aside on appeal on {s.facts[0]}",
    "no_danger": lambda s: "no danger is on record",
    "danger": lambda s: f"a danger is on record since {s.facts[0]} and has not passed",
    "danger_over": lambda s: f"the danger was over on {s.facts[0]}",
    "not_issued": lambda s: f"no {name_of(s.facts[0])} has been issued",
    "not_served": lambda s: f"the {name_of(s.facts[0])} of {s.facts[1]} is not shown as served",
    "returned": lambda s: f"the {name_of(s.facts[0])} of {s.facts[1]} came back ({s.facts[2]})",
    "served": lambda s: f"the {name_of(s.facts[0])} was served on {s.facts[1]}",
    "received": lambda s: f"the {name_of(s.facts[0])} was received on {s.facts[1]}",
    "receipt_unshown": lambda s: (
        f"the {name_of(s.facts[0])} served by {s.facts[2].replace('_', ' ')} on {s.facts[1]} "
        "is not shown as received"
    ),
    "complete": lambda s: f"the {name_of(s.facts[0])} has all that it must contain",
    "incomplete": _lacks,
    "no_clock": lambda s: f"the clock of the {name_of(s.facts[0])} has not started",
    "met_or_open": lambda s: f"the {name_of(s.facts[0])} is not late",
    "met": lambda s: f"the {name_of(s.facts[0])} was met on {s.facts[2]}, by its last day {s.facts[1]}",
    "stayed": lambda s: f"the {name_of(s.facts[0])} is stayed",
    "running": _running,
    "expired": _past,
    "closed": lambda s: f"the time for the {name_of(s.facts[0])} closed with {s.facts[1]}",
    "no_proceeding": lambda s: f"no {s.facts[0]} has been filed",
    "already_filed": lambda s: f"the {s.facts[0]} was filed on {s.facts[1]}",
    "late_filing": lambda s: f"the {s.facts[0]} of {s.facts[1]} was late and stops nothing",
    "pending": lambda s: f"the {s.facts[0]} of {s.facts[1]} is undecided",
    "reversed": lambda s: f"the {s.facts[0]} was decided for the party on {s.facts[1]}",
    "upheld": lambda s: f"the {s.facts[0]} was decided on {s.facts[1]}: {s.facts[2]}",
    "not_happened": lambda s: f"no {name_of(s.facts[0])} is on record",
    "happened": lambda s: f"{name_of(s.facts[0])} is on record since {_day(s.facts[1])}",
    "ended": lambda s: f"{name_of(s.facts[0])} followed on {s.facts[1]}",
    "owed": lambda s: f"{dollars(s.facts[1])} of {'the account' if s.facts[0] == 'any' else s.facts[0]} is owed",
    "nothing_owed": lambda s: f"nothing{'' if s.facts[0] == 'any' else f' of {s.facts[0]}'} is owed",
    "cost": lambda s: f"a cost is on record since {s.facts[0]}",
    "no_cost": lambda s: "no cost is on record",
    "compensation_none": _compensation("no compensatory action stands in the way"),
    "compensation_running": _compensation("a compensatory action is being performed"),
    "compensation_completed": _compensation("the matter was settled by a compensatory action"),
    "compensation_defaulted": _compensation("the compensatory action was defaulted"),
    "lien": lambda s: f"a lien is on record since {s.facts[0]}",
    "no_lien": lambda s: "no lien is on record",
    "access_cut": lambda s: f"access is {s.facts[0]} since {s.facts[1]}",
    "access_open": lambda s: "access is neither suspended nor terminated",
    "held": lambda s: f"the {name_of(s.facts[0])} hold is in force since {s.facts[1]}",
    "not_held": lambda s: f"no {name_of(s.facts[0])} hold is in force",
    "unaccepted": lambda s: "corrected practices are still to be accepted",
    "all_accepted": lambda s: "nothing is left to accept",
    "order": lambda s: f"the {name_of(s.facts[0])} order is in force since {s.facts[1]}",
    "no_order": lambda s: f"no {name_of(s.facts[0])} order is in force",
    "any": _joined,
    "all": _joined,
    "reading": _chosen,
}
