"""A second verifier, written from docs/reference/record.md alone: it shares no line with the first.

It spells JSON by itself, keeps everything in memory, and says only whether a record is whole.
"""

from __future__ import annotations

import calendar
import hashlib
import json
import re
from typing import Any

ESCAPES = {
    '"': '\\"',
    "\\": "\\\\",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\b": "\\b",
    "\f": "\\f",
}
NAMES = [
    "at", "before", "body", "by", "case", "case_before", "case_n", "day",
    "format", "key", "kind", "law", "n", "second", "town", "zone",
]  # fmt: skip


class Bad(Exception):
    """Something is wrong."""


def need(holds: object) -> None:
    if not holds:
        raise Bad


def text(value: str) -> str:
    need(not any(0xD800 <= ord(c) <= 0xDFFF for c in value))
    return (
        '"'
        + "".join(ESCAPES.get(c) or (f"\\u{ord(c):04x}" if ord(c) < 32 else c) for c in value)
        + '"'
    )


def spell(value: Any, depth: int = 0) -> str:
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        need(abs(value) < 2**53)
        return str(value)
    if isinstance(value, str):
        return text(value)
    need(isinstance(value, list | dict) and depth < 64)
    if isinstance(value, list):
        return "[" + ",".join(spell(item, depth + 1) for item in value) + "]"
    pairs = (text(name) + ":" + spell(value[name], depth + 1) for name in sorted(value))
    return "{" + ",".join(pairs) + "}"


def is_text(value: Any, pattern: str) -> bool:
    return isinstance(value, str) and re.fullmatch(pattern, value) is not None


def is_line(value: Any) -> bool:
    return (
        isinstance(value, str)
        and 1 <= len(value) <= 200
        and all(ord(c) > 31 and ord(c) != 127 for c in value)
    )


def is_sha(value: Any) -> bool:
    return is_text(value, "[0-9a-f]{64}")


def is_int(value: Any, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def is_day(value: Any) -> bool:
    if not is_text(value, "[0-9]{4}-[0-9]{2}-[0-9]{2}"):
        return False
    year, month, day = map(int, value.split("-"))
    return year > 0 and 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1]


def is_person(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and sorted(value) == ["id", "name", "role"]
        and all(map(is_line, value.values()))
    )


def files(value: Any) -> None:
    if isinstance(value, dict):
        if "file" in value:
            file = value["file"]
            need(isinstance(file, dict) and sorted(file) == ["bytes", "name", "sha256"])
            need(is_sha(file["sha256"]) and is_line(file["name"]) and is_int(file["bytes"], 0))
        for item in value.values():
            files(item)
    elif isinstance(value, list):
        for item in value:
            files(item)


def entry_of(line: bytes) -> dict[str, Any]:
    need(len(line) <= 1024 * 1024)
    try:
        e: Any = json.loads(line.decode("utf-8"))
    except ValueError:
        raise Bad from None
    need(isinstance(e, dict) and sorted(e) == NAMES and spell(e).encode() == line)
    need(e["format"] == "outfall-entry/1" and is_text(e["town"], "[a-z0-9]+(-[a-z0-9]+)*"))
    need(is_int(e["n"], 1) and (is_sha(e["before"]) if e["n"] > 1 else e["before"] == ""))
    if e["case"] is None:
        need(e["case_n"] is None and e["case_before"] == "")
    else:
        need(is_text(e["case"], "[A-Za-z0-9][A-Za-z0-9._:/-]{0,79}") and is_int(e["case_n"], 1))
        need(is_sha(e["case_before"]) if e["case_n"] > 1 else e["case_before"] == "")
    need(is_text(e["at"], r".{10}T([01][0-9]|2[0-3])(:[0-5][0-9]){2}\.[0-9]{6}Z"))
    need(is_day(e["at"][:10]) and is_day(e["day"]))
    need(is_text(e["zone"], "[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+){0,2}") and is_line(e["key"]))
    need(is_person(e["by"]) and (e["second"] is None or is_person(e["second"])))
    law = e["law"]
    if law is not None:
        need(isinstance(law, dict) and sorted(law) == ["digest", "id", "version"])
        need(is_line(law["id"]) and is_line(law["version"]) and is_sha(law["digest"]))
    need(is_text(e["kind"], "[a-z][a-z0-9._:-]{0,79}") and isinstance(e["body"], dict))
    files(e["body"])
    return dict(e)


LEFT = ["at", "before", "case", "case_before", "case_n", "digest", "format", "n", "town"]


def left_of(line: bytes) -> dict[str, Any] | None:
    """What is left of an entry that was emptied; None where the line is another."""
    try:
        e: Any = json.loads(line.decode("utf-8"))
    except ValueError:
        return None
    if not isinstance(e, dict) or e.get("format") != "outfall-disposed/1":
        return None
    need(sorted(e) == LEFT and is_sha(e["digest"]) and isinstance(e["case"], str))
    filled = {
        "body": {}, "by": {"id": "x", "name": "x", "role": "x"}, "day": "2000-01-01", "key": "x",
        "kind": "x", "law": None, "second": None, "zone": "X",
    }  # fmt: skip
    entry_of(spell({**{k: e[k] for k in LEFT if k != "digest"}, **filled,
                    "format": "outfall-entry/1"}).encode())  # fmt: skip
    need(spell(e).encode() == line)
    return dict(e)


def disposals(lines: list[bytes], entries: list[dict[str, Any]]) -> None:
    """Each emptied entry has a tombstone after it, and each tombstone is right."""
    gone: set[str] = set()
    held: list[str] = []
    for at, e in enumerate(entries):
        if "digest" in e:
            continue
        need(e["case"] not in gone)
        if e["case"] is not None:
            continue
        body = e["body"]
        if e["kind"] == "town.set" and body.get("topic") == "retention":
            held = body["value"].get("hold", [])
        if e["kind"] == "town.disposed":
            mine = [n for n in range(at) if entries[n]["case"] == body["case"]]
            need(body["case"] not in gone and body["case"] not in held and mine)
            need(e["second"] is not None and e["second"]["id"] != e["by"]["id"])
            need(all("digest" in entries[n] for n in mine) and body["entries"] == len(mine))
            for name, n in (("first", mine[0]), ("last", mine[-1])):
                need(body[name] == {k: entries[n][k] for k in ("n", "digest")})
            sha = hashlib.sha256(b"".join(lines[n] + b"\n" for n in mine)).hexdigest()
            need(body["left"] == sha and is_line(body["rule"]["says"] and body["rule"]["cite"]))
            gone.add(body["case"])
    for n, e in enumerate(entries):
        if "digest" in e:
            after = entries[n:]
            need(any(t.get("kind") == "town.disposed" and t["case"] is None
                     and t["body"]["case"] == e["case"] for t in after))  # fmt: skip


def whole(lines: list[bytes], heads: list[tuple[int, str]]) -> bool:
    """Whether the lines are a record without a fault, that has these heads."""
    try:
        entries = [left_of(line) or entry_of(line) for line in lines]
        shas = [""]
        for line, e in zip(lines, entries, strict=True):
            shas.append(e.get("digest") or hashlib.sha256(line).hexdigest())
        tips: dict[str, list[int]] = {}
        for n, e in enumerate(entries, start=1):
            need(e["n"] == n and e["before"] == shas[n - 1])
            need(n == 1 or e["at"] >= entries[n - 2]["at"])
            need(e["town"] == entries[0]["town"])
            if e["case"] is not None:
                earlier = tips.setdefault(e["case"], [])
                need(e["case_n"] == len(earlier) + 1)
                need(e["case_before"] == (shas[earlier[-1]] if earlier else ""))
                earlier.append(n)
        keys = [e["key"] for e in entries if "key" in e]
        need(len(set(keys)) == len(keys))
        disposals(lines, entries)
        for n, sha in heads:
            need(n < len(shas) and shas[n] == sha)
    except (Bad, TypeError):
        return False
    return True
