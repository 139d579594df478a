"""A standing as the plain values of the public contract: what ``--json`` prints."""

from __future__ import annotations

from datetime import date
from typing import Any

from outfall.law.standing import (
    Account,
    Action,
    Deadline,
    Exposure,
    Hold,
    NoticeState,
    Order,
    Part,
    ReadingState,
    Remark,
    Standing,
    Step,
)
from outfall.law.words import reason


def amount(cents: int | None) -> str | None:
    """Cents as a decimal string with two places.

    >>> amount(-5), amount(315000)
    ('-0.05', '3150.00')
    """
    if cents is None:
        return None
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def day(value: date | None) -> str | None:
    """A date as ISO text."""
    return value.isoformat() if value is not None else None


def data(standing: Standing) -> dict[str, Any]:
    """The standing as dicts, lists, text, numbers and booleans, in the contract's order."""
    law = {
        "id": standing.ordinance,
        "version": standing.version,
        "digest": standing.digest,
    }
    return {
        "case": standing.case,
        "as_of": day(standing.as_of),
        "ordinance": law,
        "deadlines": [_deadline(item) for item in standing.deadlines],
        "actions": [_action(item) for item in standing.actions],
        "orders": [_order(item) for item in standing.orders],
        "holds": [_hold(item) for item in standing.holds],
        "notices": [_notice(item) for item in standing.notices],
        "exposure": {"civil": _civil(standing.civil), "criminal": _criminal(standing.criminal)},
        "assessed": {"penalty": amount(standing.assessed)},
        "account": _account(standing.account),
        "irregularities": [_remark(item) for item in standing.irregularities],
        "warnings": [_remark(item) for item in standing.warnings],
        "readings": [_reading(item) for item in standing.readings],
    }


def _in_force(item: Order | Hold) -> dict[str, Any]:
    return {
        "id": item.id,
        "in_force": item.in_force,
        "since": day(item.since),
        "until": day(item.until),
        "cite": item.cite,
    }


def _order(item: Order) -> dict[str, Any]:
    return {**_in_force(item), "scope": item.scope}


def _hold(item: Hold) -> dict[str, Any]:
    return {**_in_force(item), "released_by": item.released_by, "blocks": item.blocks}


def _notice(item: NoticeState) -> dict[str, Any]:
    return {
        "event": item.event,
        "instrument": item.instrument,
        "complete": item.complete,
        "missing": [element for element, _ in item.missing],
        "missing_cites": [cite for _, cite in item.missing],
        "served_on": day(item.served_on),
        "received_on": day(item.received_on),
    }


def _reading(item: ReadingState) -> dict[str, Any]:
    return {
        "id": item.id,
        "adopted": item.adopted,
        "cite": item.cite,
        "otherwise": [
            {"reading": choice, "changes": dict(changes)} for choice, changes in item.otherwise
        ],
    }


def _deadline(item: Deadline) -> dict[str, Any]:
    source = item.source
    found: dict[str, Any] = {
        "id": item.id,
        "for": item.bound,
        "from": {"event": source.event, "date": day(source.start)},
        "length": source.length,
        "due": day(item.due),
        "extended_from": day(item.extended_from),
        "status": item.status,
        "done_on": day(item.done_on),
        "cite": item.cite,
        "reading": item.reading,
        "notice": item.notice,
    }
    if source.due_at is not None and item.extended_from is None:
        found["due_at"] = source.due_at.isoformat()
    if source.others:
        found["compared"] = [
            {"due": day(other.due), "length": other.length, "cite": other.cite}
            for other in source.others
        ]
    return found


def _action(item: Action) -> dict[str, Any]:
    return {
        "id": item.id,
        "permitted": item.permitted,
        "obligatory": item.obligatory,
        "since": day(item.since),
        "not_before": day(item.not_before),
        "cite": item.cite,
        "because": [step(part, item.cite) for part in item.because],
        "notice": item.notice,
    }


def step(item: Step, cite: str) -> dict[str, Any]:
    """A condition, whether it holds, in words, with the paragraph that sets it."""
    found: dict[str, Any] = {"holds": item.holds, "text": reason(item), "cite": item.cite or cite}
    if item.parts:
        found["parts"] = [step(part, item.cite or cite) for part in item.parts]
    return found


def _civil(item: Exposure) -> dict[str, Any]:
    return {
        "max": amount(item.max),
        "min": amount(item.min),
        "per_day": amount(item.per_unit),
        "days": item.units,
        "tier": item.tier,
        "unit": item.unit or None,
        "says": item.says or None,
        "cite": item.cite,
    }


def _criminal(item: Exposure) -> dict[str, Any]:
    return {
        "tier": item.tier,
        "violations": item.units,
        "min": amount(item.min),
        "max": amount(item.max),
        "jail_days_max": item.jail_days,
        "unit": item.unit or None,
        "says": item.says or None,
        "cite": item.cite,
    }


def _part(part: Part) -> dict[str, Any]:
    return {
        "charged": amount(part.charged),
        "reduced": amount(part.reduced),
        "paid": amount(part.paid),
        "owed": amount(part.owed),
    }


def _account(item: Account) -> dict[str, Any]:
    return {
        "charges": amount(item.charges),
        "interest": amount(item.interest),
        "reduced": amount(sum(part.reduced for _, part in item.parts) + item.interest_reduced),
        "paid": amount(item.paid),
        "balance": amount(item.owed),
        "credit": amount(item.credit),
        "per_diem": amount(item.per_diem),
        "lien": item.lien,
        "plan": [
            {
                "number": payment.number,
                "due": day(payment.due),
                "amount": amount(payment.amount),
                "status": payment.status,
                "done_on": day(payment.done_on),
            }
            for payment in item.plan
        ],
        "parts": {
            **{name: _part(part) for name, part in item.parts},
            "interest": _part(Part(item.interest, item.interest_reduced, item.interest_paid)),
        },
        "allocation": [
            {"party": party, "amount": amount(cents)} for party, cents in item.allocation
        ],
        "cite": item.cite,
    }


def _remark(item: Remark) -> dict[str, Any]:
    return {
        "id": item.id,
        "event": item.event,
        "text": item.text,
        "cite": item.cite,
        "risk": item.risk,
    }
