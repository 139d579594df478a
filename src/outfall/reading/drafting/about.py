"""What a draft takes from its state, and what a person says of the town."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from outfall.files.calendar_file import PACKS
from outfall.files.text import load_file
from outfall.law.faults import Fault, Refused
from outfall.reading.drafting.book import About

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@cache
def states() -> dict[str, Any]:
    """Each state's zone and calendar, by its two letters."""
    data = load_file(str(Path(__file__).with_name("states.yaml"))).data
    assert isinstance(data, dict)
    return data


def name_of(title: str) -> str:
    """A pack's id made of a title.

    >>> name_of("Town of Example, New York"), name_of("54.23 (draft)")
    ('town-of-example-new-york', 'code-54-23-draft')
    """
    said = "-".join(re.findall(r"[a-z0-9]+", title.lower())) or "code"
    return (said if said[0].isalpha() else f"code-{said}")[:60].rstrip("-")


def about(
    title: str,
    source: str,
    *,
    id: str | None = None,
    state: str | None = None,
    zone: str | None = None,
    calendar: str | None = None,
) -> About:
    """What is known of a draft. Raises ``Refused`` with every value that can't be used."""
    faults = []
    if id is not None and not _NAME.fullmatch(id):
        says = f"{id} can't be a pack's id. Write small letters, digits and hyphens: my-town-ny"
        faults.append(Fault("id", says, "pack-id"))
    code = state.upper() if state else None
    if code is not None and code not in states():
        says = f"{state} is no state. Write its two letters, such as NY"
        faults.append(Fault("state", says, "unknown-state"))
    calendars = sorted(path.stem for path in (PACKS / "calendars").glob("*.yaml"))
    if calendar is not None and calendar not in calendars:
        says = f"there is no calendar {calendar}. Name one that ships: {', '.join(calendars)}"
        faults.append(Fault("calendar", says, "unknown-calendar"))
    if faults:
        raise Refused(tuple(faults))
    own = states()[code] if code else {}
    return About(
        id or name_of(title),
        title,
        source,
        zone or own.get("zone", "America/New_York"),
        calendar or own.get("calendar", "federal"),
        code,
        is_zone_known=zone is not None or (code is not None and not own.get("split")),
        is_calendar_known=calendar is not None or "calendar" in own,
    )
