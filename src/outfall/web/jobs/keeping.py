"""A whole office in one file, and an office from such a file.

A backup is a ZIP: the database as it was at one moment, each stored file under its town and digest,
the packs that the towns have put to work, and a manifest with the head of each town's record and
the digest of every file. The key that signs sessions is not in it: people sign in anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

from django.conf import settings
from django.db import connection

from outfall import __version__
from outfall.record.entry import Link
from outfall.web import clock
from outfall.web.casework import storing
from outfall.web.jobs import dumping
from outfall.web.jobs.checks import BACKUP_MARK
from outfall.web.towns.models import Town

FORMAT = "outfall-backup/1"
MANIFEST, FILES, PACKS = "manifest.json", "files/", "packs/"
CHUNK = 1024 * 1024
MANIFEST_MOST = 512 * 1024 * 1024

Watch = Callable[[int, int], object]


class NoBackup(Exception):
    """What was given is no whole backup, or can't be laid there; the text says why."""


@dataclass
class Made:
    """A backup that was written: its files and their size, and files that are damaged already."""

    files: int = 0
    size: int = 0
    towns: dict[str, Link] = field(default_factory=dict)
    damaged: list[str] = field(default_factory=list)


def backup(target: BinaryIO, watch: Watch = lambda done, of: None) -> Made:
    """Write the whole office to an empty file. Raises ``dumping.NoDump``.

    The database comes first. Files are kept before the entries that name them and never changed, so
    that those found after it are all that it names.
    """
    made, digests = Made(), {}
    with tempfile.TemporaryDirectory(prefix="outfall-backup-") as aside:
        snapshot, heads = dumping.dump(Path(aside))
        stored = list(_stored())
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
            todo = [(snapshot.name, snapshot, False), *stored]
            for n, (name, path, packed) in enumerate(todo, start=1):
                digests[name] = _put(archive, name, path, name == snapshot.name or packed)
                made.files, made.size = made.files + 1, made.size + digests[name]["bytes"]
                named = PurePosixPath(name).name
                if name.startswith(FILES) and digests[name]["sha256"] != named:
                    made.damaged.append(name)
                watch(n, len(todo))
            made.towns = heads
            archive.writestr(MANIFEST, _manifest(snapshot.name, heads, digests))
    return made


def _stored() -> Iterator[tuple[str, Path, bool]]:
    """Every stored file and pack: its name in the backup, its place, and whether to pack it."""
    for town in Town.objects.order_by("slug"):
        for sha256 in storing.kept(town.slug):
            yield f"{FILES}{town.slug}/{sha256}", storing.path_of(town.slug, sha256), False
    packs = settings.HOME / "packs"
    for path in sorted(packs.rglob("*")) if packs.is_dir() else ():
        if path.is_file():
            yield PACKS + path.relative_to(packs).as_posix(), path, True


def _put(archive: zipfile.ZipFile, name: str, path: Path, packed: bool) -> dict[str, Any]:
    """Put a file into the archive; gives its digest and size, as they were read."""
    member = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    member.compress_type = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
    found, size = hashlib.sha256(), 0
    with path.open("rb") as source, archive.open(member, "w", force_zip64=True) as out:
        while part := source.read(CHUNK):
            found.update(part)
            size += len(part)
            out.write(part)
    return {"sha256": found.hexdigest(), "bytes": size}


def _manifest(database: str, heads: dict[str, Link], digests: dict[str, Any]) -> str:
    told = {
        "format": FORMAT,
        "made_at": clock.now().isoformat(),
        "version": __version__,
        "engine": connection.vendor,
        "database": database,
        "towns": {slug: {"n": head.n, "digest": head.digest} for slug, head in heads.items()},
        "files": digests,
    }
    return json.dumps(told, indent=1, sort_keys=True)


def marked() -> None:
    """Note that a backup was made, for whoever asks whether the office is well."""
    (settings.HOME / BACKUP_MARK).write_text(clock.now().isoformat() + "\n", encoding="utf-8")


@contextmanager
def opened(path: Path) -> Iterator[tuple[zipfile.ZipFile, dict[str, Any]]]:
    """A backup and its manifest. Raises ``NoBackup`` where it is cut off, or is none."""
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive, _read_manifest(archive)
    except (zipfile.BadZipFile, EOFError, KeyError, ValueError) as error:
        raise NoBackup(f"it is cut off, damaged or no backup ({error})") from None
    except OSError as error:
        raise NoBackup(f"it can't be read ({error.strerror or error})") from None


def _read_manifest(archive: zipfile.ZipFile) -> dict[str, Any]:
    with archive.open(MANIFEST) as file:
        told: dict[str, Any] = json.loads(file.read(MANIFEST_MOST))
    if told.get("format") != FORMAT:
        raise NoBackup(f"its form is {told.get('format')}, and this version reads {FORMAT}")
    names = [member.filename for member in archive.infolist()]
    if sorted(names) != sorted([MANIFEST, *told["files"]]):
        odd = sorted({*names} ^ {MANIFEST, *told["files"]}) or ["a file twice"]
        raise NoBackup(f"its files are not those of its manifest, such as {odd[0]}")
    return told


def laid(path: Path, home: Path, watch: Watch = lambda done, of: None) -> dict[str, Any]:
    """Unpack a backup beside an empty place, hold every byte to its manifest, and put it there.

    The database is proven first: each chain anew, up to the head of the manifest. Raises
    ``NoBackup``, and leaves nothing behind. Gives the manifest.
    """
    if home.exists() and (not home.is_dir() or any(home.iterdir())):
        raise NoBackup(f"{home} is not empty. Name a folder that is empty, or not there yet")
    home.parent.mkdir(parents=True, exist_ok=True)
    aside = Path(tempfile.mkdtemp(prefix=".outfall-restore-", dir=home.parent))
    try:
        with opened(path) as (archive, told):
            for n, name in enumerate(told["files"], start=1):
                _unpack(archive, name, told["files"][name], aside)
                watch(n, len(told["files"]))
            _database(aside / told["database"], told)
        os.chmod(aside, 0o750)
        os.replace(aside, home)
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise
    return told


def _database(place: Path, told: dict[str, Any]) -> None:
    """The database of a backup is proven; a dump is put into the database of DATABASE_URL first."""
    if told["engine"] != connection.vendor:
        where = "leave DATABASE_URL unset" if told["engine"] == "sqlite" else "set DATABASE_URL"
        raise NoBackup(f"its database is of {told['engine']}: {where}, and restore it again")
    if told["engine"] == "sqlite":
        dumping.proven(place, told)
        return
    dumping.restore(place)
    dumping.proven_here(told)
    place.unlink()


def _unpack(archive: zipfile.ZipFile, name: str, told: dict[str, Any], aside: Path) -> None:
    """One file, in the place that the office keeps it, with the bytes that the manifest names."""
    place = _place(name, aside)
    place.parent.mkdir(parents=True, exist_ok=True)
    found, size = hashlib.sha256(), 0
    with archive.open(name) as source, place.open("xb") as out:
        while part := source.read(CHUNK):
            found.update(part)
            size += len(part)
            if size > told["bytes"]:
                raise NoBackup(f"{name} is longer than its manifest says")
            out.write(part)
        out.flush()
        os.fsync(out.fileno())
    if (found.hexdigest(), size) != (told["sha256"], told["bytes"]):
        raise NoBackup(f"{name} is not as its manifest says: it was changed, or cut off")


def _place(name: str, aside: Path) -> Path:
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts or "\\" in name:
        raise NoBackup(f"{name!r} would be unpacked elsewhere")
    if parts[0] == "files" and len(parts) == 3:
        return aside / "files" / parts[1] / parts[2][:2] / parts[2]
    if parts[0] == "packs" or len(parts) == 1:
        return aside.joinpath(*parts)
    raise NoBackup(f"{name!r} belongs to no backup")
