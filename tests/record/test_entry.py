"""An entry: frozen bytes, one form, read back strictly with everything that is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from tests.record import second
from tests.record.logs import ADA, BEN, CHANGES, LAW, Log, changed, made, respelled

from outfall.record.canonical import canonical, digest
from outfall.record.entry import (
    ENTRY_MOST,
    FIRST,
    Broken,
    Entry,
    Link,
    head_of,
    instant,
    named_files,
    read,
)

SHA = "ab" * 32
FIRST_DIGEST = "8ad38cc61528947e7a69a75ad0279bbe8e989584ccce70d01513a6f2358c10e3"
FIRST_ENTRY = Entry(
    town="example-town",
    n=1,
    before="",
    case="W-2026-014",
    case_n=1,
    case_before="",
    at="2026-11-30T20:20:05.123456Z",
    day="2026-11-30",
    zone="America/New_York",
    by=ADA,
    second=None,
    key="5d0f#2",
    law=None,
    kind="opened",
    body={"place": "12 Example Lane", "nature": "“no” silt fence"},
)
GOLDEN = (
    '{"at":"2026-11-30T20:20:05.123456Z","before":"","body":{"nature":"“no” silt fence",'
    '"place":"12 Example Lane"},"by":{"id":"p-1","name":"Ada Example","role":"inspector"},'
    '"case":"W-2026-014","case_before":"","case_n":1,"day":"2026-11-30",'
    '"format":"outfall-entry/1","key":"5d0f#2","kind":"opened","law":null,"n":1,"second":null,'
    '"town":"example-town","zone":"America/New_York"}'
)
LATER = replace(
    FIRST_ENTRY, n=2, before=SHA, case=None, case_n=None, second=BEN, law=LAW,
    body={"shown": [{"file": {"sha256": SHA, "name": "a.jpg", "bytes": 0}}]},
)  # fmt: skip
GOLDEN_LATER = (
    '{"at":"2026-11-30T20:20:05.123456Z","before":"' + SHA + '","body":{"shown":[{"file":{'
    '"bytes":0,"name":"a.jpg","sha256":"' + SHA + '"}}]},"by":{"id":"p-1","name":"Ada Example",'
    '"role":"inspector"},"case":null,"case_before":"","case_n":null,"day":"2026-11-30",'
    '"format":"outfall-entry/1","key":"5d0f#2","kind":"opened","law":{"digest":'
    '"8f1f74adf65864c86d3d471ea8ca9e329d4282489edc156c99604264090774bf","id":"webster-ny",'
    '"version":"undated"},"n":2,"second":{"id":"p-2","name":"Ben Muster","role":"supervisor"},'
    '"town":"example-town","zone":"America/New_York"}'
)


def told(content: bytes) -> tuple[str, ...]:
    with pytest.raises(Broken) as broken:
        read(content)
    return broken.value.faults


def with_field(**fields: Any) -> bytes:
    return canonical({**json.loads(FIRST_ENTRY.content()), **fields})


def test_the_bytes_of_an_entry_are_frozen() -> None:
    assert FIRST_ENTRY.content() == GOLDEN.encode()
    assert LATER.content() == GOLDEN_LATER.encode()
    assert FIRST_ENTRY.digest == digest(GOLDEN.encode()) == FIRST_DIGEST


def test_an_entry_is_read_as_it_was_written() -> None:
    for entry in (FIRST_ENTRY, LATER):
        assert read(entry.content()) == entry
        assert read(entry.content()).content() == entry.content()
    for line in made(50, files=True).lines:
        assert read(line).content() == line


def test_the_heads_that_an_entry_makes() -> None:
    assert FIRST_ENTRY.link == FIRST_ENTRY.case_link == Link(1, FIRST_ENTRY.digest)
    assert (LATER.link, LATER.case_link) == (Link(2, LATER.digest), FIRST)
    assert head_of(f" {str(LATER.link).upper()}\n") == LATER.link
    for text in ("", "2", "2:", ":" + SHA, "0:" + SHA, "02:" + SHA, "2:" + SHA + "0", "x:" + SHA):
        with pytest.raises(ValueError, match="a head is a number"):
            head_of(text)


def test_an_entry_does_not_change_once_it_is_made() -> None:
    with pytest.raises(FrozenInstanceError):
        FIRST_ENTRY.n = 2  # type: ignore[misc]
    log = Log()
    body: dict[str, Any] = {"cents": 1}
    entry = log.add(None, body)
    body["cents"] = 2
    assert (digest(entry.content()), b'"cents":1}' in entry.content()) == (entry.digest, True)


def test_an_instant_is_told_in_utc_to_the_microsecond() -> None:
    eastern = timezone(timedelta(hours=-5))
    assert instant(datetime(2026, 11, 30, 15, 20, 5, 7, eastern)) == "2026-11-30T20:20:05.000007Z"
    assert instant(datetime(2026, 12, 31, 23, 0, 0, 0, UTC)) == "2026-12-31T23:00:00.000000Z"
    with pytest.raises(ValueError, match="an instant needs its zone"):
        instant(datetime(2026, 11, 30))  # noqa: DTZ001 -- the one that must be refused


AT = "its at is not an instant such as 2026-11-30T20:20:05.123456Z"
FILE = "a file in its body is not named by sha256, name and bytes"
CASE_BEFORE = "its case_before is empty for the first entry of a case, and for no other"
BEFORE = "its before is empty for the first entry, and for no other"
BY = "its by is not a person with id, name and role"
TOWN = "its town is not a short name: small letters, digits and dashes"
PLACE = "its n is not a whole number from 1"
KEY = "its key is not text of 1 to 200 characters on one line"
NO_LAW = "its law is not a law with id, version and digest, or null"
SHA_BEFORE = "its before is not 64 digits of a SHA-256, in small letters, or empty"
FORMS: list[tuple[dict[str, Any], str]] = [
    ({"format": "outfall-entry/2"}, "its format is not outfall-entry/1"),
    ({"town": "Example"}, TOWN),
    ({"town": ""}, TOWN),
    ({"town": "a\n"}, TOWN),
    ({"n": 0}, PLACE),
    ({"n": True}, PLACE),
    ({"n": "1"}, PLACE),
    ({"n": 2}, BEFORE),
    ({"before": SHA}, BEFORE),
    ({"n": 2, "before": SHA.upper()}, SHA_BEFORE),
    ({"case": ""}, "its case is not the number of a case, or null"),
    ({"case": 14}, "its case is not the number of a case, or null"),
    ({"case": None}, "its case_n is null without a case, and only then"),
    ({"case_n": None}, "its case_n is null without a case, and only then"),
    ({"case_n": 2}, CASE_BEFORE),
    ({"case_before": SHA}, CASE_BEFORE),
    ({"at": "2026-11-30T20:20:05Z"}, AT),
    ({"at": "2026-11-30T24:00:00.000000Z"}, AT),
    ({"at": "2026-11-30T23:59:60.000000Z"}, AT),
    ({"at": "2026-02-29T20:20:05.123456Z"}, AT),
    ({"day": "2026-02-29"}, "its day is not a day such as 2026-11-30"),
    ({"day": "2026-W48-1"}, "its day is not a day such as 2026-11-30"),
    ({"day": "２026-11-30"}, "its day is not a day such as 2026-11-30"),
    ({"zone": "America/New York"}, "its zone is not the name of a time zone"),
    ({"by": None}, BY),
    ({"by": {"id": "p", "name": "A"}}, BY),
    ({"by": {"id": 1, "name": "A", "role": "b"}}, BY),
    ({"by": {"id": "p", "name": "", "role": "b"}}, BY),
    ({"second": {}}, "its second is not a person with id, name and role, or null"),
    ({"key": ""}, KEY),
    ({"key": "a\nb"}, KEY),
    ({"key": "k" * 201}, KEY),
    ({"law": {"id": "a", "version": "b"}}, NO_LAW),
    ({"kind": "Opened"}, "its kind is not the name of a kind of entry"),
    ({"body": []}, "its body is not an object"),
    ({"body": {"a": [{"file": SHA}]}}, FILE),
    ({"body": {"file": {"sha256": SHA, "name": "a", "bytes": -1}}}, FILE),
    ({"body": {"file": {"sha256": SHA, "name": "a", "bytes": 1, "b": 1}}}, FILE),
    ({"more\n": 1}, "it has a field more\\n more"),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "says"), FORMS)
def test_every_field_has_one_form(fields: dict[str, Any], says: str) -> None:
    assert told(with_field(**fields)) == (says,)
    with pytest.raises(second.Bad):
        second.entry_of(with_field(**fields))


@pytest.mark.parametrize("name", json.loads(GOLDEN))
def test_a_field_that_is_missing_is_told(name: str) -> None:
    assert told(changed(FIRST_ENTRY.content(), lambda e: e.pop(name))) == (
        f"it has no field {name}",
    )


def test_everything_that_is_wrong_is_told_at_once() -> None:
    assert told(with_field(n=0, key="", body=None, more=1)) == (
        "it has a field more more",
        "its n is not a whole number from 1",
        "its key is not text of 1 to 200 characters on one line",
        "its body is not an object",
    )


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"nothing", b"\xff", b"\xef\xbb\xbf" + GOLDEN.encode(), b"[" * 100_000,
     GOLDEN.replace('"n":1', '"n":1.0').encode(), GOLDEN.replace('"n":1', '"n":1e0').encode(),
     GOLDEN.replace('"n":1', '"n":NaN').encode(), GOLDEN.replace('"n":1', f'"n":{2**53}').encode(),
     GOLDEN.replace('"n":1', '"n":' + "9" * 5000).encode(),
     GOLDEN.replace("12 Ex", "\\ud800").encode()],
)  # fmt: skip
def test_what_can_not_be_read_is_told(content: bytes) -> None:
    assert told(content) == ("it can't be read: it is no JSON of whole numbers, text and lists",)


def test_what_is_no_object_or_too_large_or_too_deep_is_told() -> None:
    assert told(b"[]") == ("it is no object",)
    assert told(b" " * (ENTRY_MOST + 1)) == (f"it is longer than {ENTRY_MOST} bytes",)
    deep = b'{"a":' * 70 + b"1" + b"}" * 70
    assert told(deep) == ("its lists and objects are more than 64 deep",)


@pytest.mark.parametrize(
    "content",
    [respelled(GOLDEN.encode()), GOLDEN.replace('"n":1,', '"n":01,').encode(),
     b" " + GOLDEN.encode(),
     GOLDEN.encode() + b"\n", GOLDEN.encode() + b"\r", GOLDEN.replace("“", "\\u201c").encode(),
     GOLDEN.replace('"n":1,', '"n":1,"n":1,').encode(),
     GOLDEN.replace('"n":1,', "").replace("{", '{"n":1,', 1).encode(),
     GOLDEN.replace("Lane", "L\\u0061ne").encode(), GOLDEN.replace("/1", "\\/1").encode()],
)  # fmt: skip
def test_another_spelling_of_the_same_entry_is_told(content: bytes) -> None:
    assert len(told(content)) == 1
    with pytest.raises(second.Bad):
        second.entry_of(content)


def test_what_is_no_entry_can_not_be_made() -> None:
    with pytest.raises(Broken, match=r"its town is not.*; its n is not"):
        replace(FIRST_ENTRY, town="", n=0)
    with pytest.raises(Broken, match="it can't be written: float has no canonical spelling"):
        replace(FIRST_ENTRY, body={"dollars": 0.5})
    with pytest.raises(Broken, match=f"longer than {ENTRY_MOST} bytes"):
        replace(FIRST_ENTRY, body={"note": "a" * ENTRY_MOST})


def test_the_files_that_an_entry_names_are_found_and_no_text_is_taken_for_one() -> None:
    assert named_files(LATER.content()) == [{"sha256": SHA, "name": "a.jpg", "bytes": 0}]
    assert named_files(FIRST_ENTRY.content()) == []
    assert named_files(with_field(body={"note": '"file":{"sha256":'})) == []


@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
def test_each_change_of_a_field_is_another_digest(change: Callable[[Any], Any]) -> None:
    """Nothing that may be pleaded stands outside of the digest."""
    line = made(20).lines[16]
    assert digest(changed(line, change)) != digest(line)
