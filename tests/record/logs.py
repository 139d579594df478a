"""Invented records: a town with several cases, entry by entry, and every way to tamper with one."""

from __future__ import annotations

import copy
import hashlib
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from outfall.record.canonical import canonical
from outfall.record.entry import FIRST, Entry, Law, Link, Person, instant

BEGUN = datetime(2026, 11, 30, 20, 20, 5, 123456, UTC)
ADA = Person("p-1", "Ada Example", "inspector")
BEN = Person("p-2", "Ben Muster", "supervisor")
LAW = Law("webster-ny", "undated", hashlib.sha256(b"law").hexdigest())
Fields = dict[str, Any]


@dataclass
class Log:
    """A record that grows: the contents of its entries, and the heads of its chains."""

    town: str = "example-town"
    lines: list[bytes] = field(default_factory=list)
    head: Link = FIRST
    cases: dict[str, Link] = field(default_factory=dict)

    def add(self, case: str | None, body: Fields, **more: Any) -> Entry:
        tip = self.cases.get(case, FIRST) if case else FIRST
        n = self.head.n + 1
        given = {
            "at": instant(BEGUN + timedelta(seconds=7 * n)), "day": "2026-11-30",
            "zone": "America/New_York", "by": ADA, "second": None, "key": f"key-{n}", "law": LAW,
            "kind": "noted", **more,
        }  # fmt: skip
        entry = Entry(
            town=self.town, n=n, before=self.head.digest, case=case,
            case_n=tip.n + 1 if case else None, case_before=tip.digest, body=body, **given,
        )  # fmt: skip
        self.lines.append(entry.content())
        self.head = entry.link
        if case is not None:
            self.cases[case] = entry.case_link
        return entry


def stored(n: int) -> bytes:
    """The content of the file that entry n of ``made`` names."""
    return b"an invented picture %d" % n


def made(entries: int, cases: int = 7, seed: int = 1, files: bool = False) -> Log:
    """A record of so many entries, the same for the same seed."""
    chance, log = random.Random(seed), Log()
    for n in range(1, entries + 1):
        case = chance.choice([None, *(f"W-2026-{number:03}" for number in range(cases))])
        body: Fields = {"note": f"Zañartu “{n}”", "cents": n * 100, "parts": [True, None, {"a": n}]}
        if files and n % 5 == 0:
            sha256 = hashlib.sha256(stored(n)).hexdigest()
            body["shown"] = [
                {"file": {"sha256": sha256, "name": "a b.jpg", "bytes": len(stored(n))}}
            ]
        more: Fields = {"second": BEN} if n % 4 == 0 else {}
        if case is None:
            more["law"] = None
        log.add(case, body, **more)
    return log


# Tampering. Each change keeps the form of an entry: the form alone must not be what catches it.


def other_digest(value: str) -> str:
    return hashlib.sha256(value.encode()).hexdigest() if value else "f" * 64


CHANGES: dict[str, Callable[[Fields], Any]] = {
    "format": lambda e: e.update(format="outfall-entry/2"),
    "town": lambda e: e.update(town="another-town"),
    "n": lambda e: e.update(n=e["n"] + 3),
    "n lower": lambda e: e.update(n=max(e["n"] - 2, 1) if e["n"] != 2 else 3),
    "before": lambda e: e.update(before=other_digest(e["before"])),
    "case": lambda e: e.update(case=None if e["case"] is None else "W-2026-003x"),
    "no case": lambda e: (
        e.update(case=None, case_n=None, case_before="", note=1)
        if e["case"] is None
        else e.update(case=None, case_n=None, case_before="")
    ),
    "case_n": lambda e: e.update(case_n=(e["case_n"] or 0) + 1),
    "case_before": lambda e: e.update(case_before=other_digest(e["case_before"])),
    "at earlier": lambda e: e.update(at="2026-11-30T00:00:00.000000Z"),
    "at later": lambda e: e.update(at="2027-11-30T00:00:00.000000Z"),
    "at by a microsecond": lambda e: e.update(at=e["at"][:-2] + "7Z"),
    "day": lambda e: e.update(day="2026-11-29"),
    "zone": lambda e: e.update(zone="America/Chicago"),
    "by id": lambda e: e["by"].update(id="p-2"),
    "by name": lambda e: e["by"].update(name="Ada Other"),
    "by role": lambda e: e["by"].update(role="clerk"),
    "second": lambda e: e.update(second=None if e["second"] else e["by"]),
    "key": lambda e: e.update(key=e["key"] + "#2"),
    "law": lambda e: e.update(law=None if e["law"] else dict(LAW._asdict())),
    "law version": lambda e: e.update(law={**LAW._asdict(), "version": "2027"}),
    "law digest": lambda e: e.update(law={**LAW._asdict(), "digest": "a" * 64}),
    "kind": lambda e: e.update(kind="voided"),
    "body": lambda e: e["body"].update(cents=e["body"]["cents"] + 1),
    "deep in the body": lambda e: e["body"]["parts"][2].update(a=0),
    "a field less": lambda e: e.pop("zone"),
    "a field more": lambda e: e.update(more=1),
}
"""Every field, and ways to change it."""


def changed(line: bytes, change: Callable[[Fields], Any]) -> bytes:
    fields = json.loads(line)
    change(fields)
    return canonical(fields)


def respelled(line: bytes) -> bytes:
    """The same data, written in another way."""
    return json.dumps(json.loads(line), sort_keys=True, ensure_ascii=False).encode()


def forged(lines: list[bytes], place: int) -> bytes:
    """An entry that fits the one before it, to be put in at a place (from 0)."""
    fields = json.loads(lines[min(place, len(lines) - 1)])
    before = hashlib.sha256(lines[place - 1]).hexdigest() if place else ""
    fields.update(n=place + 1, before=before, case=None, case_n=None, case_before="", key="forged")
    if place:
        fields["at"] = json.loads(lines[place - 1])["at"]
    return canonical(fields)


def rechained(lines: list[bytes]) -> list[bytes]:
    """The same entries, every ``before`` put right: what who holds the whole record can do."""
    out: list[bytes] = []
    for line in lines:
        fields = json.loads(line)
        if type(fields.get("n")) is int and fields["n"] > 1 and out:
            fields["before"] = hashlib.sha256(out[-1]).hexdigest()
        out.append(canonical(fields))
    return out


def tampered(lines: list[bytes], chance: random.Random) -> list[bytes]:
    """One to three random changes of a record, often with the chain put right after them."""
    out = copy.copy(lines)
    for _ in range(chance.choice((1, 1, 2, 3))):
        k = chance.randrange(len(out))
        way = chance.choice(
            ("change", "change", "delete", "insert", "swap", "twice", "cut", "spell")
        )
        if way == "change":
            with_fields = list(CHANGES.values())
            try:
                out[k] = changed(out[k], chance.choice(with_fields))
            except (KeyError, ValueError):
                continue
        elif way == "delete" and len(out) > 1:
            del out[k]
        elif way == "insert":
            out.insert(k, forged(out, k))
        elif way == "swap" and k + 1 < len(out):
            out[k], out[k + 1] = out[k + 1], out[k]
        elif way == "twice":
            out.insert(k, out[k])
        elif way == "cut" and k:
            del out[k:]
        elif way == "spell":
            out[k] = respelled(out[k])
    return rechained(out) if chance.random() < 0.4 else out


def numbered(lines: list[bytes]) -> Iterator[tuple[int, bytes]]:
    """Lines with their places from 1."""
    return enumerate(lines, start=1)
