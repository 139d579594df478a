"""The hearing packet of a case from the office's own record: papers as issued, photographs, files.

What was frozen goes in as it is kept, and what stands on an exhibit is what stood on it when it was
issued, whatever the letterhead says today.
"""

from __future__ import annotations

import json
import re
import tempfile
import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, time
from pathlib import Path
from typing import Any

from django.conf import settings

from outfall.law.case import Case as LawCase
from outfall.law.case import Photo
from outfall.law.days import counted
from outfall.papers.bundle import File, bundle, head_of
from outfall.papers.make import Ready
from outfall.papers.packet import Packet, files_of, gather, printed
from outfall.papers.pictures import PIXELS_MOST, kind_of, pixels
from outfall.papers.press import Press
from outfall.papers.record import canonical, digest
from outfall.web.casework import assembling, issuing, storing
from outfall.web.casework.assembling import Assembled
from outfall.web.casework.models import Case, StoredFile
from outfall.web.towns.adopted import every_setting
from outfall.web.towns.models import Town

SHOWN = ("paper", "language", "draft", "on", "ordinance", "town", "to", "sheet")
NO_ENTRY = "it belongs to no entry that the law reads"
UNPRINTED = "it can't be printed"
GONE = "its file is damaged or gone"
_ENTRY = re.compile(r"e?(\d+)")
Left = Sequence[tuple[StoredFile, str]]
AT_HAND_MOST, AT_HAND_BYTES_MOST = 2, 50_000_000


@dataclass(frozen=True, slots=True)
class Packed:
    """A packet: its PDF, its ZIP, the ZIP's digest, and what is told of it."""

    pdf: bytes
    archive: bytes
    digest: str
    files: tuple[tuple[str, int, str], ...]
    untold: tuple[str, ...]


_at_hand: dict[tuple[Any, ...], Packed] = {}
_at_hand_lock = threading.Lock()


def pack(case: Case, town: Town, on: date, language: str) -> Packed:
    """The packet of a case at the end of a day, as its page, its PDF and its ZIP all show it.

    The last ones stay at hand until the town's record, law or templates change, so that whoever
    opens all three waits once. Raises ``Refused`` where the record can't be printed: every reason
    at once.
    """
    values = every_setting()
    found = assembling.assemble(case, town, values)
    head = Town.objects.values_list("length", "head").get(pk=town.pk)
    papers = issuing.papers_as_now(town)
    kept = (settings.MEDIA_ROOT, town.pk, *head, found.law.digest, papers, case.pk, on, language)
    with _at_hand_lock:
        if kept in _at_hand:
            return _at_hand[kept]
    packed = _packed(case, town, on, language, values, found)
    if len(packed.pdf) + len(packed.archive) <= AT_HAND_BYTES_MOST:
        with _at_hand_lock:
            _at_hand[kept] = packed
            while len(_at_hand) > AT_HAND_MOST:
                del _at_hand[next(iter(_at_hand))]
    return packed


def _packed(
    case: Case, town: Town, on: date, language: str, values: dict[str, Any], found: Assembled
) -> Packed:
    office, folder = issuing.office_for(town, values), issuing.papers_folder(town)
    every = StoredFile.objects.filter(case=case).order_by("entry_n")
    stored = [file for file in every if _day_of(file) <= on]
    with tempfile.TemporaryDirectory(prefix="outfall-packet-") as name:
        beside = Path(name)
        shown, left = _with_photos(found.case, stored, town, beside)
        packet = gather(
            shown, found.law, office, on, language=language, folder=folder, beside=beside
        )
        packet = _as_issued(packet, stored, town)
        press = Press(folder)
        try:
            pdf = printed(packet, press)
            files = _frozen(files_of(packet, pdf, press), packet, stored, town)
        finally:
            press.close()
        files += _others(stored, left, town)
        archive = beside / "packet.zip"
        mark = bundle(archive, head_of(packet.standing), files)
        told = tuple((name, len(content), what) for name, content, what in files)
        return Packed(pdf, archive.read_bytes(), mark, told, (*packet.untold, *_unshown(left)))


def _day_of(file: StoredFile) -> date:
    """The day to which a file belongs: a paper's own, and else that on which it was added."""
    own = file.origin.get("of_day") if file.kind == issuing.PAPER else None
    return date.fromisoformat(own) if own else file.added_on


# Photographs


def _with_photos(
    case: LawCase, stored: Sequence[StoredFile], town: Town, beside: Path
) -> tuple[LawCase, Left]:
    """The case with the kept photographs at their entries, and those that can't be shown, with why.

    The files are put into a folder, where the packet looks for them.
    """
    of: dict[str, list[Photo]] = defaultdict(list)
    known = {event.id for event in counted(case)}
    left: list[tuple[StoredFile, str]] = []
    for file in stored:
        if file.kind != "photo":
            continue
        match = _ENTRY.fullmatch(file.of_entry)
        entry = f"e{match[1]}" if match else ""
        try:
            content = storing.fetch(town.slug, file.sha256)
        except storing.Damaged:
            left.append((file, GONE))
            continue
        if entry not in known:
            left.append((file, NO_ENTRY))
        elif kind_of(content) is None or (pixels(content) or PIXELS_MOST + 1) > PIXELS_MOST:
            left.append((file, UNPRINTED))
        else:
            of[entry].append(_photo(file, content, beside))
    events = tuple(replace(e, photos=(*e.photos, *of.get(e.id, ()))) for e in case.events)
    return replace(case, events=events), left


def _photo(file: StoredFile, content: bytes, beside: Path) -> Photo:
    inside = f"{file.sha256[:12]}/{file.name}"
    place = beside / inside
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(content)
    day, at = _taken(file)
    spot = ", ".join(filter(None, (file.origin.get("latitude"), file.origin.get("longitude"))))
    says = file.says or file.name
    return Photo(inside, says, day, at, file.origin.get("by"), spot or None)


def _taken(file: StoredFile) -> tuple[date, time | None]:
    """When a picture was taken, by what the camera wrote; else the day on which it was added."""
    day, _, hour = str(file.origin.get("taken_at", "")).partition("T")
    try:
        return date.fromisoformat(day), time.fromisoformat(hour[:5])
    except ValueError:
        return file.added_on, None


def _unshown(left: Left) -> Iterator[str]:
    for file, why in left:
        where = "It is in neither file" if why == GONE else "It is in the ZIP, under files"
        yield f"Photograph {file.name} is not among the exhibits, for {why}. {where}."


# Papers


def _kept(stored: Sequence[StoredFile]) -> dict[tuple[str, str], StoredFile]:
    """The first paper that was issued of each entry, by entry and paper."""
    found: dict[tuple[str, str], StoredFile] = {}
    for file in stored:
        if file.kind == issuing.PAPER and file.of_entry:
            found.setdefault((file.of_entry, file.paper), file)
    return found


def _as_issued(packet: Packet, stored: Sequence[StoredFile], town: Town) -> Packet:
    """The packet with each frozen paper as it was issued, where today's would be another."""
    kept = _kept(stored)
    papers: list[tuple[str, Ready]] = []
    served: list[dict[str, Any]] = []
    for (entry, ready), shown in zip(packet.papers, packet.data["served"], strict=True):
        old = _record(kept.get((entry, ready.paper)), ready, town)
        papers.append((entry, _with(ready, old)))
        served.append({**shown, "data": _exhibit(shown["data"], ready, old)})
    head = json.loads(packet.record)
    head["papers"] = [[entry, ready.digest] for entry, ready in papers]
    record = canonical(head)
    mark = digest(record)
    data = {**packet.data, "served": served, "digest": mark}
    return replace(packet, papers=tuple(papers), data=data, record=record, digest=mark)


def _record(file: StoredFile | None, ready: Ready, town: Town) -> dict[str, Any]:
    """What stood on a paper when it was issued, where that is not what would stand on it now."""
    if file is None or file.origin.get("record") == ready.digest:
        return {}
    try:
        found = json.loads(storing.fetch(town.slug, str(file.origin.get("record", ""))))
    except (storing.Damaged, ValueError):
        return {}
    return {**{name: found[name] for name in SHOWN}, "digest": file.origin["record"]}


def _with(ready: Ready, old: dict[str, Any]) -> Ready:
    return replace(ready, data={**ready.data, **old}, digest=old.get("digest", ready.digest))


def _exhibit(shown: dict[str, Any], ready: Ready, old: dict[str, Any]) -> dict[str, Any]:
    """What an exhibit shows: the old paper under its number among the exhibits."""
    if not old:
        return shown
    title = shown["sheet"]["title"].replace(ready.sheet.title, old["sheet"]["title"])
    return {**shown, **old, "sheet": {**old["sheet"], "title": title}}


def _frozen(
    files: Sequence[File], packet: Packet, stored: Sequence[StoredFile], town: Town
) -> list[File]:
    """The ZIP's files, with the kept bytes of each paper in place of what was set anew."""
    kept = _kept(stored)
    own: dict[str, StoredFile] = {}
    for entry, ready in packet.papers:
        file = kept.get((entry, ready.paper))
        if file is not None:
            own[f"papers/{packet.named[entry]}-{ready.paper}.pdf"] = file
    return [(name, *_bytes(own.get(name), content, what, town)) for name, content, what in files]


def _bytes(file: StoredFile | None, anew: bytes, what: str, town: Town) -> tuple[bytes, str]:
    """The kept bytes of a paper; those that were set anew where none are kept, or not whole."""
    if file is None:
        return anew, what
    try:
        return storing.fetch(town.slug, file.sha256), what
    except storing.Damaged:
        return anew, f"{what}; the kept file is damaged, and this was set anew"


def _others(stored: Sequence[StoredFile], left: Left, town: Town) -> list[File]:
    """Scans, proofs, papers in another language, and the photographs that are no exhibits."""
    first = {file.pk for file in _kept(stored).values()}
    apart = {file.pk for file, _ in left}
    found: list[File] = []
    for file in stored:
        if file.pk in first or (file.kind == "photo" and file.pk not in apart):
            continue
        try:
            content = storing.fetch(town.slug, file.sha256)
        except storing.Damaged:
            continue
        name = re.sub(r"[^A-Za-z0-9._-]+", "-", file.name).strip("-.") or "file"
        what = " ".join((file.says or file.name).split())
        found.append((f"files/{file.entry_n}-{name[-80:]}", content, what))
    return found
