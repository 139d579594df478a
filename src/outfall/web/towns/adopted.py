"""What a town has adopted: its ordinance, readings, figures, holidays and letterhead.

Each topic is set by an entry of the town's own record, so that who set what and when is evidence
too; ``Setting`` holds what each topic was last set to.
"""

from __future__ import annotations

import json
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings

from outfall.files.office import Office
from outfall.files.pack_file import folder_of, load_pack, versions
from outfall.files.text import Document
from outfall.files.town_file import read_office, read_town
from outfall.law.choices import adopt
from outfall.law.faults import Refused
from outfall.law.ordinance import Ordinance
from outfall.record.canonical import canonical
from outfall.web import clock
from outfall.web.casework.models import Case
from outfall.web.drafts import published
from outfall.web.towns import numbering
from outfall.web.towns.models import Setting, Town

# Every topic that a town can set, with what it holds where nothing was set.
TOPICS: dict[str, dict[str, Any]] = {
    "ordinance": {"adopted": []},
    "readings": {},
    "policy": {},
    "profile": {},
    "calendar": {"added_holidays": []},
    "office": {},
    "approvals": {"entries": ["reduced", "penalty_assessed"], "papers": []},
    "checklists": {},
    "rooms": {"rooms": [], "officers": []},
    "words": {},
    "retention": {"years": 7},
    "feeds": {},
    "numbering": {"pattern": "{year}-{n:04}"},
    "place": {},
}


def setting(topic: str) -> dict[str, Any]:
    """What a topic was last set to in the town in scope."""
    row = Setting.objects.filter(topic=topic).first()
    return dict(row.value) if row else dict(TOPICS[topic])


def every_setting() -> dict[str, dict[str, Any]]:
    """All topics of the town in scope, in one query."""
    found = {topic: dict(value) for topic, value in TOPICS.items()}
    found.update({row.topic: dict(row.value) for row in Setting.objects.all()})
    return found


def town_document(town: Town, values: dict[str, dict[str, Any]] | None = None) -> dict[str, Any]:
    """The town's file, as ``outfall assess --town`` would read it."""
    found = values if values is not None else every_setting()
    document: dict[str, Any] = {"town": town.name, "ordinance": pack_of(found, None)}
    for topic in ("readings", "policy", "calendar", "office"):
        if found[topic]:
            document[topic] = found[topic]
    if found["profile"].get("profile"):
        document["profile"] = found["profile"]["profile"]
    return document


def pack_of(values: dict[str, dict[str, Any]], on: date | None) -> str:
    """The pack that was adopted for cases found on a day; the newest where no day is given."""
    adopted = sorted(values["ordinance"]["adopted"], key=lambda row: row["since"])
    if not adopted:
        return ""
    held = [row for row in adopted if on is None or row["since"] <= on.isoformat()]
    return str((held or adopted[:1])[-1]["pack"])


def pack_folder(name: str) -> Path:
    """The folder of a pack: one that ships, one put to work here, or one that the town published.

    Raises ``Refused`` where there is none of this name.
    """
    try:
        return folder_of(name, settings.HOME / "packs")
    except Refused:
        found = published.folder(name)
        if found is None:
            raise
        return found


def law_of(town: Town, on: date | None, values: dict[str, Any] | None = None) -> Ordinance:
    """The ordinance in force for a case that was found on a day, under the town's own choices.

    A case without a violation yet is under the law of today. A choice that the pack of that day
    does not know was made for another of the town's packs, and is left out. Raises ``Refused``
    where the town has adopted none, or chooses what its pack does not leave open.
    """
    found = values if values is not None else every_setting()
    day = on or clock.today(town.zone)
    document = town_document(town, found)
    name = pack_of(found, day)
    return _chosen(_pack(name, day), {**document, "ordinance": name})


def under_choices(town: Town, pack: Ordinance, values: dict[str, Any] | None = None) -> Ordinance:
    """A pack that the town has not adopted yet, under the town's own choices. Raises as above."""
    return _chosen(pack, {**town_document(town, values), "ordinance": pack.id})


def _chosen(pack: Ordinance, document: dict[str, Any]) -> Ordinance:
    """A pack under the choices of a town's file that it knows."""
    document.pop("office", None)
    for topic, known in (("readings", pack.readings), ("policy", pack.policy)):
        names = {item.id for item in known}
        kept = {name: value for name, value in document.get(topic, {}).items() if name in names}
        document.pop(topic, None)
        if kept:
            document[topic] = kept
    if document.get("profile") not in {profile.id for profile in pack.profiles}:
        document.pop("profile", None)
    return _law(pack, canonical(document).decode())


def _pack(name: str, on: date) -> Ordinance:
    """The version of a pack that was law on a day, read once for as long as its files stay."""
    folder = pack_folder(name)
    changed = max(file.stat().st_mtime_ns for file in folder.glob("*.yaml"))
    for version, since, until in _versions(folder, changed):
        if (since or date.min) <= on <= (until or date.max):
            return _read(folder, since or until or on, changed, version)
    return load_pack(folder, on)


@lru_cache(maxsize=256)
def _versions(folder: Path, changed: int) -> list[tuple[str, date | None, date | None]]:
    return [(name, since, until) for name, since, until, _ in reversed(versions(folder))]


@lru_cache(maxsize=256)
def _read(folder: Path, on: date, changed: int, version: str) -> Ordinance:
    return load_pack(folder, on)


@lru_cache(maxsize=1024)
def _law(pack: Ordinance, document: str) -> Ordinance:
    return adopt(pack, read_town(Document(json.loads(document))))


def office_of(town: Town, values: dict[str, dict[str, Any]] | None = None) -> Office:
    """Who writes the town's papers; its name alone where no letterhead was set."""
    return read_office(Document(town_document(town, values)))


def next_number(town: Town, values: dict[str, Any], day: str) -> str:
    """The town's next case number, by its own pattern; one that a case has already is left out.

    ``day`` is the day on which the case is opened, as YYYY-MM-DD.
    """
    pattern = str(values["numbering"]["pattern"])
    town.cases, number = numbering.next_free(pattern, day, town.cases, number_is_taken)
    town.save(update_fields=["cases"])
    return number


def number_is_taken(number: str) -> bool:
    """Whether a case of the town in scope has this number."""
    return Case.every.filter(number=number).exists()
