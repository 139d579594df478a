"""What is kept of a paper: its words and figures, the case and law that they rest on, its digest.

The bytes are canonical: keys in order, no space, UTF-8. From the same record comes the same paper,
byte for byte.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date, time
from decimal import Decimal
from fractions import Fraction
from typing import Any

from outfall.law.case import Case
from outfall.record.canonical import canonical, digest

__all__ = ["FORMAT", "canonical", "case_data", "digest", "plain"]

FORMAT = "outfall-paper/1"


def plain(value: Any) -> Any:
    """A value of the law as JSON can hold it; fields that say nothing are left out."""
    if is_dataclass(value) and not isinstance(value, type):
        own = {f.name: getattr(value, f.name) for f in fields(value)}
        return {name: plain(item) for name, item in own.items() if item not in (None, "", ())}
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, Decimal | Fraction):
        return str(value)
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    return value


def case_data(case: Case) -> dict[str, Any]:
    """A case as plain data, amounts in cents."""
    found = plain(case)
    assert isinstance(found, dict)
    return found
