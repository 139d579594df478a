"""The worked cases of the papers, entered in an office's record."""

from __future__ import annotations

import datetime
import re
from html import unescape
from pathlib import Path
from typing import Any

import yaml
from tests.web.cast import Cast

from outfall.web.casework.models import Case, Entry

WORKED = Path(__file__).parents[2] / "cases" / "papers"


def plain(value: Any) -> Any:
    """Values as an office keeps them: no float, days and hours as text."""
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, float):
        return f"{value:.2f}"
    if isinstance(value, datetime.datetime):
        return value.isoformat()[:16]
    if isinstance(value, datetime.date):
        return value.isoformat()
    return value


def worked(cast: Cast, name: str, until: str = "9999", number: str = "") -> Case:
    """A worked case up to a day, under its own number or another."""
    told = plain(yaml.safe_load((WORKED / f"{name}.yaml").read_text()))
    events = [event for event in told["events"] if event["date"][:10] <= until]
    given = {key: told[key] for key in ("parties", "place", "history") if key in told}
    return cast.case(*events, lenient=True, number=number or told["case"], **given)


def kinds_of(cast: Cast, case: Case) -> list[str]:
    """The kinds of a case's entries, in the order of its chain."""
    with cast.scope():
        rows = Entry.objects.filter(case=case).order_by("case_n")
        return list(rows.values_list("kind", flat=True))


def words(response: Any) -> str:
    """What a page says, without its marks, on one line."""
    text = re.sub(r"<(script|style).*?</\1>", " ", response.content.decode(), flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


def on_day(settings: Any, day: str) -> None:
    """It is this day in every office, and a password alone signs in."""
    settings.OUTFALL_TODAY = day
    settings.OUTFALL_REQUIRE_MFA = False
