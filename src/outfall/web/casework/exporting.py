"""A town's record as one file that anybody can verify, without a database and without Outfall."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from django.db import transaction

from outfall.record import bundle
from outfall.record.entry import FIRST, Link
from outfall.record.program import Heads
from outfall.web.casework import storing
from outfall.web.casework.models import Case, Entry
from outfall.web.towns import scope
from outfall.web.towns.models import Town

AT_ONCE = 500


class Missing(Exception):
    """A file that an entry names is not where files are kept."""


def export_record(town: Town, target: BinaryIO) -> Heads:
    """Write the record of a town to an empty file that can be sought in; gives its heads.

    What is written is the record of one moment: entries that are added meanwhile are left out.
    Raises ``Missing``. A file with other bytes than its digest says goes in, and verifying tells.
    """
    with scope.town(town.pk):
        heads = heads_now(town)
        bundle.write(target, _lines(heads.head.n), lambda sha256: _file(town, sha256), heads)
    return heads


def heads_now(town: Town) -> Heads:
    """The heads of all chains of the town in scope, as they are kept beside the entries."""
    with transaction.atomic():
        row = Town.objects.select_for_update().get(pk=town.pk)
        cases = Case.every.filter(length__gt=0).values_list("number", "length", "head")
        kept = {number: Link(length, head) for number, length, head in cases.iterator()}
        return Heads(row.slug, Link(row.length, row.head) if row.length else FIRST, kept)


def _lines(last: int) -> Iterator[bytes]:
    entries = Entry.objects.filter(n__lte=last).order_by("n").values_list("content", flat=True)
    for content in entries.iterator(chunk_size=AT_ONCE):
        yield content.encode("utf-8")


def _file(town: Town, sha256: str) -> BinaryIO:
    try:
        return storing.path_of(town.slug, sha256).open("rb")
    except OSError as error:
        raise Missing(f"{sha256} is named by an entry and is not there") from error
