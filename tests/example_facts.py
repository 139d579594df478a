"""Facts that another reader found in a text, and whether an example pack takes each of them up.

A fact is ``{kind, what, value, unit, anchor, cite}``, as ``outfall read --facts`` prints it. Each
is turned into what a pack must have under that paragraph: all of one of several sets of marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.example_packs import Data, Read, figures, name_of, rules

Fact = dict[str, Any]


class Mark(NamedTuple):
    """A figure or a rule that a pack must have: an empty value or no starts ask for none."""

    name: str
    value: str = ""
    starts: tuple[str, ...] = ()


DEADLINES = {
    "appeal_window": ("appeal",),
    "judicial_review_window": ("court_review",),
    "hearing_within": ("hearing",),
    "decision_within": ("findings",),
    "abatement_after_decision": ("comply_after_decision",),
    "cost_notice_within": ("cost_notice",),
    "cost_protest_within": ("cost_protest",),
    "cost_payment_due": ("cost_payment",),
    "cost_payment_due_after_appeal": ("cost_payment",),
    "cure_period": ("cure", "comply"),
    "response_plan_due": ("remediation_plan",),
    "remediation_complete_within": ("measures_complete",),
    "penalty_payment_due": ("payment",),
}
NOTICE = ("issue", "service", "receipt")
STARTS = {
    "service_of_notice": ("service",),
    "date_of_notice": ("issue",),
    "date_of_citation": ("issue",),
    "receipt_of_notice": ("receipt",),
    "notice": NOTICE,
    "notice_of_intended_action": NOTICE,
    "receipt_of_appeal": ("filing appeal",),
    "hearing": ("hearing appeal",),
    "decision": ("decision appeal",),
    "notice_of_decision": ("decision appeal",),
    "decision_on_cost_appeal": ("decision protest", "decision appeal"),
    "abatement_complete": ("event abated",),
    "cost_notice": ("service cost_notice", "issue cost_notice", "receipt cost_notice"),
    "receipt_of_cost_notice": ("receipt cost_notice",),
    "postmark_of_cost_notice": ("postmark cost_notice",),
    "discovery": ("discovery",),
}
"""Where a pack can start what a text starts so; a text that says nothing leaves it to the pack."""

ELEMENTS = {
    "violator_name_address": "recipient",
    "location": "place",
    "nature": "nature",
    "remedial_measures_schedule": "remedy",
    "penalty_statement": "penalties",
    "appeal_statement": "appeal",
    "city_abatement_statement": "town_work",
}
RULES = {
    "special_assessment_lien": ("action record_lien",),
    "lien": ("action record_lien",),
    "tax_roll_collection": ("action certify_to_tax_roll",),
    "injunction": ("action seek_injunction",),
    "emergency_entry": ("action abate_without_notice",),
    "citation": ("action prosecute",),
    "public_nuisance": ("action nuisance_action",),
    "stop_work_order": ("instrument stop_work_order",),
    "withhold_occupancy": ("hold occupancy_permit", "action withhold_occupancy_permit"),
    "withhold_permit": ("hold building_permit",),
    "permit_suspension": ("action revoke_permit",),
    "compensatory_action": ("action impose_compensatory_action",),
    "restoration": ("action town_correction",),
    "attorney_fees": ("costs",),
}
AMOUNTS = {
    "civil_penalty_per_day_min": ("civil min",),
    "civil_penalty_per_day_max": ("civil max",),
    "civil_penalty_per_violation_max": ("civil cap",),
    "criminal_fine_max": ("criminal max",),
    "criminal_fine_per_day_exact": ("criminal min", "criminal max"),
    "tier_fine_min": ("civil min",),
    "tier_fine_max": ("civil max",),
    "tier_fine_exact": ("civil min", "civil max"),
}


def plain(cite: str) -> str:
    """A cite by its letters and digits; a paragraph without a marker goes by the one above it."""
    return "".join(c for c in re.sub(r"\.?p\d+$", "", cite.lower()) if c.isalnum())


def told(fact: Fact) -> str:
    """A fact in a line, as the list of what is left out names it."""
    size = "" if fact.get("value") is None else f" {fact['value']} {fact['unit']}"
    return f"{fact['cite']}: {fact['what']}{size}"


def wanted(fact: Fact) -> Iterator[tuple[Mark, ...]]:
    """The sets of marks of which a pack must have one, whole."""
    what, value, unit = fact["what"], fact.get("value"), fact.get("unit")
    starts = STARTS.get(fact.get("anchor") or "", ())
    if what in DEADLINES:
        words = "working days" if unit == "business_days" else unit
        yield from ((Mark(name, f"{value} {words}", starts),) for name in DEADLINES[what])
    elif what in RULES:
        yield from ((Mark(name),) for name in RULES[what])
    elif what in ELEMENTS:
        yield (Mark("notice_of_violation", ELEMENTS[what]),)
    elif what in AMOUNTS:
        for tier in (f" tier {fact.get('tier')}", ""):
            yield tuple(Mark(f"{name}{tier}", f"{value:.2f}") for name in AMOUNTS[what])
    elif what == "fine_exact":
        for track in ("civil", "criminal"):
            yield tuple(Mark(f"{track} {m}", f"{value:.2f}") for m in ("min", "max"))
    else:
        yield from _others(what, value, unit, starts, fact)


def _others(
    what: str, value: Any, unit: Any, starts: tuple[str, ...], fact: Fact
) -> Iterator[tuple[Mark, ...]]:
    left_open = Mark("interest percent", "the figure interest_percent")
    if what == "separate_offense_period":
        word = {(1, "days"): "day", (1, "weeks"): "week"}.get((value, unit), "")
        yield from ((Mark(f"{track} unit", word),) for track in ("civil", "criminal") if word)
    elif what == "tier_warning":
        yield (Mark(f"civil warning tier {fact['tier']}", "True"),)
    elif what == "imprisonment_max":
        yield (Mark("criminal jail_days", str(value)),)
    elif what == "lookback_period":
        yield from (
            (Mark(f"{track} repeat", f"{value} {unit}"),) for track in ("civil", "criminal")
        )
    elif what == "installments_max":
        yield (Mark("plan", str(value)),)
    elif what == "interest_start_day":
        yield from ((Mark("interest", f"{value} {days}", starts),) for days in ("day", "days"))
    elif what == "interest_rate" and value is not None:
        yield (Mark("interest percent", str(value)),)
    elif what in ("interest_rate", "interest_by_statute", "interest_on_cost"):
        yield (left_open, Mark("policy interest_percent", "0"))


def not_taken_up(facts: list[Fact], pack: Data, read: Read) -> list[str]:
    """The facts of a text of which its pack has nothing under their paragraph."""
    here: dict[str, set[tuple[str, str, str]]] = {}
    for figure in figures(pack):
        here.setdefault(plain(figure.cite), set()).add(figure[1:])
    for cite, kind, rule in rules(pack):
        where = here.setdefault(plain(rule.get("cite", cite)), set())
        where.add((name_of(kind, rule), "", ""))
    missing = []
    for fact in facts:
        moved = read.elsewhere.get(told(fact), {})
        cite = moved.get("cite") or read.prefix + fact["cite"]
        found = here.get(plain(cite), set())
        sets = [
            [mark._replace(starts=(moved["start"],)) for mark in marks]
            if "start" in moved
            else list(marks)
            for marks in wanted(fact)
        ]
        if not any(all(_has(found, mark) for mark in marks) for marks in sets):
            missing.append(told(fact))
    return missing


def _has(found: set[tuple[str, str, str]], mark: Mark) -> bool:
    return any(
        name == mark.name
        and (not mark.value or value == mark.value)
        and (not mark.starts or start in mark.starts)
        for name, value, start in found
    )
