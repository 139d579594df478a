"""Acts that the law did not permit on their day: kept as they happened, and told."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from outfall.law.account import account_of
from outfall.law.actions import action
from outfall.law.books import books_of
from outfall.law.case import Event
from outfall.law.clocks import last_day
from outfall.law.events import EVENTS
from outfall.law.facts import Proceeding
from outfall.law.fold import contested
from outfall.law.orders import hold, order
from outfall.law.ordinance import ProceedingRule
from outfall.law.penalties import exposure_of
from outfall.law.standing import Remark, Step
from outfall.law.view import View
from outfall.law.words import dollars, name_of, reason

RISKS = {
    "abated": "The town may not recover the cost of the work, and the entry may be a trespass.",
    "penalty_assessed": "A penalty that the law did not allow on that day can be set aside.",
    "lien_recorded": "A lien recorded before its day does not bind, and a court can strike it.",
    "certified_to_tax_roll": "A charge sent to the tax roll too early can be struck from it.",
    "notice_issued": "A notice that lacks a required part starts nothing against the party.",
    "access_terminated": "Ending service without the notice due can be undone, with damages.",
    "utilities_terminated": "Ending service before it is allowed can be undone, with damages.",
    "plan_agreed": "The plan has no effect: no payment of it is due.",
}
DEFAULT_RISK = "A court may disregard it."


def irregularity(view: View, event: Event) -> Remark | None:
    """Why an event was not permitted when it happened; the facts are those just before it."""
    special = _SPECIAL.get(event.name)
    if special is not None:
        found = special(view, event)
        if found is not None:
            return found
    acts = EVENTS[event.name].acts
    if event.name == "notice_issued":
        acts = (f"issue_{event.instrument}",)
    if event.name == "access_reinstated" and event.approved:
        acts = ("reinstate_access",)
    if not acts:
        return None
    known = [view.plan.actions[name] for name in acts if name in view.plan.actions]
    if not known:
        text = f"{view.plan.law.title} gives no power to {name_of(acts[0])}"
        return _remark(event, "no_such_power", text, "")
    steps: list[tuple[str, Step]] = []
    for rule in known:
        found_action = action(view, rule)
        if found_action.permitted:
            return None
        steps += [(rule.cite, step) for step in found_action.because if not step.holds]
    cite, step = steps[0]
    text = f"{name_of(known[0].id)} was not permitted on {event.on}: {reason(step)}"
    return _remark(event, "not_permitted", text, step.cite or cite)


def _remark(event: Event, id: str, text: str, cite: str) -> Remark:
    return Remark(
        id, text[:1].upper() + text[1:], cite, event.id, RISKS.get(event.name, DEFAULT_RISK)
    )


def _late(kind: str, view: View, event: Event) -> Remark | None:
    """A filing that came too late, or again, or for which the code has no place."""
    rule = view.plan.proceedings.get(kind)
    if rule is None:
        return _remark(event, "no_such_right", f"{view.plan.law.title} provides for no {kind}", "")
    notice = contested(view.facts, event, rule.papers)
    if notice is not None and notice.proceeding is not None:
        return _again(rule, event, notice.proceeding)
    if rule.deadline is None:
        return None
    last = last_day(view, view.plan.deadlines[rule.deadline], notice)
    if last is None or event.on <= last:
        return None
    text = f"the {kind} of {event.on} came after its last day, {last}"
    risk = f"It stops nothing: what the town may do goes on as if no {kind} had been filed."
    return _said(event, "late_filing", text, rule.cite, risk)


def _again(rule: ProceedingRule, event: Event, first: Proceeding) -> Remark | None:
    """A filing after one that is undecided is a repeat; after a final decision it has no effect."""
    if first.decided is None:
        text = f"this {rule.id} repeats the one of {first.filed}, which counts"
        return _said(event, "repeated_filing", text, rule.cite, "It changes nothing.")
    if not rule.final:
        return None
    text = f"the {rule.id} was decided on {first.decided}, and the decision is final"
    return _said(event, "already_decided", text, rule.cite, "It stops nothing.")


def _said(event: Event, id: str, text: str, cite: str, risk: str) -> Remark:
    return Remark(id, text[:1].upper() + text[1:], cite, event.id, risk)


def _incomplete(view: View, event: Event) -> Remark | None:
    instrument = next((i for i in view.plan.law.instruments if i.id == event.instrument), None)
    if instrument is None:
        return None
    missing = [
        (element, cite) for element, cite in instrument.elements if element not in event.contents
    ]
    if not missing:
        return None
    lacking = ", ".join(f"{name_of(element)} ({cite})" for element, cite in missing)
    return _remark(
        event, "incomplete_notice", f"the {name_of(instrument.id)} lacks {lacking}", missing[0][1]
    )


def _above(view: View, event: Event) -> Remark | None:
    rule = next((r for r in view.plan.law.penalties if r.track == "civil"), None)
    if rule is None:
        return None
    exposed = exposure_of(view, "civil")
    most, total = exposed.max, view.facts.assessed + (event.amount or 0)
    if exposed.units and total < exposed.min:
        text = (
            f"{dollars(total)} assessed in all is below the least that the law allowed on "
            f"{event.on}, {dollars(exposed.min)}"
        )
        return _remark(event, "below_minimum", text, rule.cite)
    if most is None or total <= most or most == 0:
        return None
    text = (
        f"{dollars(total)} assessed in all is {dollars(total - most)} above the most that the law "
        f"allowed on {event.on}, {dollars(most)}"
    )
    return _remark(event, "above_maximum", text, rule.cite)


def _plan(view: View, event: Event) -> Remark | None:
    rule = view.plan.law.plan
    if rule is None:
        return _remark(
            event, "no_such_right", f"{view.plan.law.title} provides for no payment plan", ""
        )
    if (event.payments or 0) <= rule.max_payments:
        return None
    text = f"a plan of {event.payments} payments: the law allows at most {rule.max_payments}"
    return _remark(event, "too_many_payments", text, rule.cite)


def open_matters(view: View) -> list[tuple[str, str]]:
    """What keeps a case from being closed: holds and orders in force, violations, money owed."""
    law = view.plan.law
    found = [
        (name_of(h.id), h.cite) for h in (hold(view, r) for r in law.holds) if h and h.in_force
    ]
    found += [
        (name_of(o.id), o.cite) for o in (order(view, r) for r in law.orders) if o and o.in_force
    ]
    found += [(f"violation {v.id}", "") for v in view.facts.found if v.lasting]
    owed = account_of(view).owed
    return found + ([(f"{dollars(owed)} owed", "")] if owed > 0 else [])


def _closed(view: View, event: Event) -> Remark | None:
    still = open_matters(view)
    if not still:
        return None
    cites = [cite for _, cite in still if cite]
    text = f"the case was closed with these still open: {', '.join(name for name, _ in still)}"
    return Remark("closed_open", text[:1].upper() + text[1:], cites[0] if cites else "", event.id,
                  "What is still in force goes on binding, and nobody is watching it.")  # fmt: skip


def _resumed(view: View, event: Event) -> Remark | None:
    for rule in view.plan.law.orders:
        found = order(view, rule)
        if found is not None and found.in_force and rule.id == "stop_work":
            text = (
                f"work went on again on {event.on} while the {name_of(rule.id)} order was in force"
            )
            return Remark("order_breached", text[:1].upper() + text[1:], rule.cite, event.id,
                          "It is a breach of the order by the party.")  # fmt: skip
    return None


def _unapproved(view: View, event: Event) -> Remark | None:
    if event.approved:
        return None
    rule = view.plan.actions.get("reinstate_access")
    return Remark(
        "unapproved_reinstatement",
        f"Access was taken up again on {event.on} without approval: a separate violation",
        rule.cite if rule else "",
        event.id,
        "It is an offense of the party's own, counted from that day.",
    )


def _owner(view: View, event: Event) -> Remark | None:
    facts = view.facts
    if not facts.cost_charged or (facts.lien_since is not None and facts.lien_until is None):
        return None
    rule = view.plan.actions.get("record_lien")
    return Remark(
        "sold_before_lien",
        f"The property changed hands on {event.on} before any lien was recorded",
        rule.cite if rule else "",
        event.id,
        "A buyer who did not know of the debt may take the property free of it.",
    )


def lost_cents(view: View) -> list[Remark]:
    """Reductions that went beyond the part they were aimed at."""
    found = []
    for entry in books_of(view).ledger.excess:
        text = (
            f"The reduction of {dollars(entry.amount)} is more than is owed of the {entry.part}: "
            "the rest reduces nothing"
        )
        risk = "It can't be carried over to another part."
        found.append(Remark("reduction_too_large", text, "", entry.event, risk))
    return found


def early_cost(view: View, event: Event) -> Remark | None:
    """A cost of the work itself that is dated before the power to do the work."""
    if event.kind != "abatement" or view.facts.happened_last("abated"):
        return None
    names = ("enter_and_abate", "abate_without_notice", "town_correction")
    rules = [view.plan.actions[name] for name in names if name in view.plan.actions]
    if not rules or any(action(view, rule).permitted for rule in rules):
        return None
    return Remark(
        "cost_before_authority",
        f"The cost of {dollars(event.amount or 0)} is dated {event.on}, before the town had the "
        "power to do the work",
        rules[0].cite,
        event.id,
        "Costs spent before the authority existed can't be charged to the property.",
    )


_SPECIAL: dict[str, Callable[[View, Event], Remark | None]] = {
    "notice_issued": _incomplete,
    "appeal_filed": partial(_late, "appeal"),
    "cost_protested": partial(_late, "protest"),
    "petition_filed": partial(_late, "petition"),
    "penalty_assessed": _above,
    "plan_agreed": _plan,
    "closed": _closed,
    "work_resumed": _resumed,
    "access_reinstated": _unapproved,
    "ownership_changed": _owner,
}
WATCHED = frozenset(name for name, kind in EVENTS.items() if kind.acts) | frozenset(_SPECIAL)
