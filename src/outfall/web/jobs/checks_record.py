"""Whether the record of a town is whole: its chains, its columns, its projections, its files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Any

from django.db import transaction

from outfall.record.disposed import known_as
from outfall.record.entry import EMPTIED, FIRST, Link, named_files, parsed
from outfall.record.verifying import Chain
from outfall.web import clock
from outfall.web.casework import storing
from outfall.web.casework.exporting import heads_now
from outfall.web.casework.kinds import EMPTIED as KIND_EMPTIED
from outfall.web.casework.models import Case, Entry, Removal
from outfall.web.jobs import rebuilding
from outfall.web.jobs.checks import Found
from outfall.web.towns import scope
from outfall.web.towns.adopted import every_setting
from outfall.web.towns.models import Town

QUICK_ENTRIES, QUICK_FILES = 1000, 200
SAMPLE, QUICK_SAMPLE = 500, 25
AT_ONCE = 500
RESTORE = "Do not write on. Restore the last backup, and compare it with this record"

Watch = Callable[[int, int], object]


def record(town: Town, quick: bool, watch: Watch = lambda done, of: None) -> Iterator[Found]:
    """Every check of a town's record; ``quick`` looks at its end alone."""
    with scope.town(town.pk):
        heads = heads_now(town)
        first = max(1, heads.head.n - QUICK_ENTRIES + 1) if quick else 1
        reading = Reading(town, first)
        for entry in _entries(first, heads.head.n):
            reading.take(entry)
            watch(entry.n - first + 1, heads.head.n - first + 1)
        yield reading.chain_found(heads.head, heads.cases)
        yield reading.columns_found()
        yield _projections(town, QUICK_SAMPLE if quick else SAMPLE)
        files = reading.files[-QUICK_FILES:] if quick else reading.files
        yield _files(town, files)
        yield _removals(town)


def _entries(first: int, last: int) -> Iterable[Entry]:
    found = Entry.objects.filter(n__gte=first, n__lte=last).select_related("case").order_by("n")
    return found.iterator(chunk_size=AT_ONCE)


class Reading:
    """One pass over entries: their links, and what stands beside each of them."""

    def __init__(self, town: Town, first: int) -> None:
        self.town, self.first = town, first
        self.chain = Chain() if first == 1 else None
        self.files: list[str] = []
        self.before = self._digest_of(first - 1)
        self.count, self.broken, self.wrong = 0, [], []  # type: int, list[str], list[str]

    def _digest_of(self, n: int) -> str:
        found = Entry.objects.filter(n=n).values_list("digest", flat=True).first()
        return found or ""

    def take(self, entry: Entry) -> None:
        """The next entry."""
        line = entry.content.encode("utf-8")
        self.count += 1
        known = self.chain.take(line) if self.chain is not None else parsed(line)[0]
        found = known_as(line, known)
        try:
            fields = json.loads(line)
            self.files += [file["sha256"] for file in named_files(line)]
            links = fields["n"] == self.first + self.count - 1 and fields["before"] == self.before
            wrong = list(_differing(self.town, entry, fields, found))
        except (ValueError, LookupError, TypeError):
            links, wrong = False, ["content"]
        if not links:
            self.broken.append(str(entry.n))
        if wrong:
            self.wrong.append(f"entry {entry.n} ({', '.join(wrong)})")
        self.before = found

    def chain_found(self, head: Link, cases: Any) -> Found:
        """Whether every link holds, up to the heads that are kept beside the entries."""
        report = self.chain.done() if self.chain is not None else None
        of = f"of all {self.count:,}" if report else f"of the last {self.count:,}"
        if report is not None and report.bad:
            says = f"the chain is broken: {report.first}"
        elif self.broken:
            says = f"the chain is broken at entry {self.broken[0]}"
        elif self.before != head.digest or (report is not None and report.head != head):
            says = f"the record ends at another entry than its head says ({head})"
        elif report is not None and dict(cases) != report.cases:
            bad = sorted(_other(report.cases, dict(cases)))
            says = f"the head of case {bad[0]} is not that of its last entry"
        else:
            says = f"the links {of} entries hold; head {head.n}:{head.digest[:16]}"
            return Found("chain", True, says, town=self.town.slug)
        return Found("chain", False, says, RESTORE, self.town.slug)

    def columns_found(self) -> Found:
        """Whether the columns say the same as the content that the chain is made of."""
        says = f"the columns of {self.count:,} entries say what their content says"
        if self.wrong:
            says = f"{len(self.wrong)} entries say otherwise than their content: {self.wrong[0]}"
        return Found("columns", not self.wrong, says, RESTORE, self.town.slug)


def _other(one: dict[str, Link], two: dict[str, Link]) -> Iterator[str]:
    for name in one.keys() | two.keys():
        if one.get(name, FIRST) != two.get(name, FIRST):
            yield name


def _differing(town: Town, entry: Entry, fields: dict[str, Any], found: str) -> Iterator[str]:
    """The columns of an entry that are not copies of its content."""
    number = entry.case.number if entry.case is not None else None
    at = datetime.fromisoformat(fields["at"].replace("Z", "+00:00"))
    if fields["format"] == EMPTIED:
        fields = {**fields, **_of_emptied(entry, fields)}
    who = None if fields["by"]["id"] == "0" else fields["by"]["id"]
    pairs = {
        "town": (town.slug, fields["town"]),
        "n": (entry.n, fields["n"]),
        "case": (number, fields["case"]),
        "case_n": (entry.case_n, fields["case_n"]),
        "kind": (entry.kind, fields["kind"]),
        "day": (entry.day.isoformat(), fields["day"]),
        "at": (entry.at, at),
        "person": (None if entry.person_id is None else str(entry.person_id), who),
        "key": (entry.key, fields["key"]),
        "digest": (entry.digest, found),
    }
    return (name for name, (column, said) in pairs.items() if column != said)


def _of_emptied(entry: Entry, fields: dict[str, Any]) -> dict[str, Any]:
    """What the columns of an emptied entry say; without a disposal behind it nothing fits."""
    gone = entry.case is not None and entry.case.disposed_on is not None
    return {
        "kind": KIND_EMPTIED if gone else "",
        "day": fields["at"][:10],
        "by": {"id": "0"},
        "key": fields["digest"],
    }


def _projections(town: Town, most: int) -> Found:
    """A sample of cases is projected anew, compared with what is stored, and rolled back."""
    ids = list(Case.objects.order_by("pk").values_list("pk", flat=True))
    step = max(1, len(ids) // most)
    chosen, wrong, values = ids[::step][:most], [], every_setting()
    for pk in chosen:
        with transaction.atomic():
            row = Case.objects.select_for_update().get(pk=pk)
            try:
                same = rebuilding.anew(row, town, values, clock.today(town.zone))
            except Exception:
                same = False
            if not same:
                wrong.append(row.number)
            transaction.set_rollback(True)
    says = f"what lists show of {len(chosen):,} cases is what their entries say"
    if wrong:
        says = f"lists show {len(wrong)} of {len(chosen):,} cases wrongly, such as {wrong[0]}"
    return Found("projections", not wrong, says, f"Run outfall rebuild {town.slug}", town.slug)


def _removals(town: Town) -> Found:
    """Files of disposed cases are gone from the disk the night after, at the latest."""
    left = Removal.objects.count()
    says = f"{left} files of disposed cases wait to be removed"
    do = "See that this machine's user may delete in the folder of files; the night tries again"
    return Found("removals", not left, says, do, town.slug)


def _files(town: Town, names: list[str]) -> Found:
    bad = []
    for sha256 in dict.fromkeys(names):
        try:
            storing.fetch(town.slug, sha256)
        except storing.Damaged as damaged:
            bad.append(str(damaged))
    says = f"{len(set(names)):,} files have the bytes that the record names"
    if bad:
        says = f"{len(bad)} files are damaged: {bad[0]}"
    return Found("files", not bad, says, "Put them back from a backup", town.slug)
