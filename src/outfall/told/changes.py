"""What changes between two standings of a case, in words."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from outfall.law.words import name_of
from outfall.told.phrases import short

AMOUNTS = ("min", "max", "charges", "interest", "balance", "per_diem")
DAYS = ("due", "since", "until", "not_before")
PHRASES = {
    "due": "last day {}",
    "status": "{}",
    "permitted": ("permitted", "not permitted"),
    "obligatory": ("a duty", "no duty"),
    "in_force": ("in force", "not in force"),
    "since": "since {}",
    "not_before": "from {}",
    "until": "until {}",
    "scope": "reach: {}",
    "days": "days {}",
    "violations": "violations {}",
    "tier": "tier {}",
    "min": "at least {}",
    "max": "at most {}",
    "jail_days_max": "days in jail {}",
    "charges": "charges {}",
    "interest": "interest {}",
    "balance": "balance {}",
    "per_diem": "each further day {}",
}


def in_words(changes: Iterable[tuple[str, Any]]) -> str:
    """The changes of a standing as they are said, those of one thing together.

    >>> in_words([("deadlines.appeal.due", "2026-03-10"), ("deadlines.appeal.status", "missed")])
    'the appeal: last day Tue 2026-03-10, missed'
    >>> in_words([("exposure.civil.max", "22500.00"), ("orders.stop_work", None)])
    'the civil exposure: at most $22,500.00; the stop work order: absent'
    >>> in_words([("irregularities.e4", None), ("irregularities.e7.id", "late_filing")])
    'entry e4: regular; entry e7: irregular (late filing)'
    """
    said: dict[str, list[str]] = {}
    for path, value in changes:
        name, field = _split(path)
        regular = "regular" if value is None else f"irregular ({str(value).replace('_', ' ')})"
        phrase = regular if field == "irregular" else _phrase(field, value)
        said.setdefault(name, []).append(phrase)
    return "; ".join(
        f"{name}: {', '.join(filter(None, parts)) or 'from no day that is known'}"
        for name, parts in said.items()
    )


def _split(path: str) -> tuple[str, str]:
    """What a path of a standing speaks of, and the field of it."""
    place, _, rest = path.partition(".")
    if place == "account":
        return "the account", rest
    if place == "irregularities":
        return f"entry {rest.removesuffix('.id')}", "irregular"
    id, _, field = rest.rpartition(".")
    if field not in PHRASES:
        id, field = rest, ""
    kind = {"exposure": " exposure", "orders": " order", "holds": " hold"}.get(place, "")
    return f"{'power to ' if place == 'actions' else 'the '}{name_of(id)}{kind}", field


def _phrase(field: str, value: Any) -> str:
    phrase = PHRASES.get(field, "{}")
    if not isinstance(phrase, str):
        return phrase[0] if value else phrase[1]
    if value is None:
        return (
            "" if field in ("since", "not_before") else phrase.format("none") if field else "absent"
        )
    if field in AMOUNTS:
        whole, _, cents = str(value).partition(".")
        return phrase.format(f"${int(whole):,}.{cents}")
    if field in DAYS:
        return phrase.format(short(date.fromisoformat(str(value))))
    return phrase.format(str(value).replace("_", " "))
