"""The versions of its ordinance that a town has published, found as every other pack is found.

The table is the truth. A folder under ``cache`` in the office's home is laid out from it when it is
asked for, under the digest of what it holds, and can be removed at any time.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterable
from datetime import date
from pathlib import Path

import yaml
from django.conf import settings

from outfall.files.pack_file import packs
from outfall.record.canonical import canonical, digest
from outfall.web.drafts.models import Pack
from outfall.web.towns.models import Town

Listed = tuple[str, str, date]
"""A version: its name, the digest of its file, the first day on which it is law."""


def pack_name(town: Town) -> str:
    """The name of a town's own pack: the town's, unless an ordinance that ships has it."""
    slug = town.slug
    shipped = {Path(pack).name for pack in packs()}
    return f"own-{slug}" if slug in shipped or not slug[0].isalpha() else slug


def versions_yaml(name: str, rows: Iterable[Listed]) -> str:
    """The file that tells a pack's versions."""
    listed = [
        {"version": version, "file": f"{version}.yaml", "since": since.isoformat()}
        for version, _, since in rows
    ]
    return yaml.safe_dump({"ordinance": name, "versions": listed}, sort_keys=False)


def folder(name: str) -> Path | None:
    """Where the town in scope has the pack of a name; None where it published none."""
    found = Pack.objects.filter(name=name).order_by("since")
    rows: list[Listed] = list(found.values_list("version", "digest", "since"))
    if not rows:
        return None
    mark = digest(canonical([name, [[v, d, s.isoformat()] for v, d, s in rows]]))
    place = settings.HOME / "cache" / "packs" / mark / name
    if not _is_whole(place, rows):
        _lay(place, rows)
    return Path(place)


def _is_whole(place: Path, rows: list[Listed]) -> bool:
    """Whether what lies there is what was published, to the last byte."""
    try:
        for version, known, _ in rows:
            if hashlib.sha256((place / f"{version}.yaml").read_bytes()).hexdigest() != known:
                return False
        return (place / "versions.yaml").read_text() == versions_yaml(place.name, rows)
    except OSError:
        return False


def _lay(place: Path, rows: list[Listed]) -> None:
    """Lay the files out; each is put in place in one step, so that two may do it at once."""
    place.mkdir(parents=True, exist_ok=True)
    contents = dict(Pack.objects.filter(name=place.name).values_list("version", "content"))
    files = {f"{version}.yaml": contents[version] for version, _, _ in rows}
    for name, text in {**files, "versions.yaml": versions_yaml(place.name, rows)}.items():
        handle, beside = tempfile.mkstemp(dir=place, suffix=".part")
        with open(handle, "w", encoding="utf-8", newline="\n") as out:
            out.write(text)
        os.replace(beside, place / name)
