"""Reading a file: what is kept as it was written, where it stood, and what can do no harm."""

from __future__ import annotations

import io
import json
import os
import sys
import threading
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from outfall.files.nodes import path_of, steps_of
from outfall.files.text import Document, Limits, load_file, read_text
from outfall.law.faults import Fault, Refused

CODES = {
    "file-too-large", "not-utf8", "duplicate-key", "alias-not-allowed", "tag-not-allowed",
    "too-deep", "too-many-nodes", "several-documents", "not-yaml", "not-json", "empty-file",
    "missing-file", "is-a-folder", "not-a-file", "unreadable-file", "control-character",
    "scalar-too-long", "key-not-text", "more-faults",
}  # fmt: skip

CASE = """\
case: W-2026-014
ordinance: webster-ny            # a pack's id
place: {address: 12 Example Lane, parcel: 063.01-1-1}
parties:
  - {id: owner, role: owner, name: "Example Holdings", share: 1}
events:
  - {date: 2026-03-02, event: violation_observed, danger: true}
  - date: 2026-03-03 10:30
    event: cost_recorded
    amount: 3500.00
    "lot 4.b": [a, b]
"""


def codes(source: str | bytes, limits: Limits | None = None) -> list[str]:
    with pytest.raises(Refused) as caught:
        read_text(source, limits or Limits())
    return [fault.code for fault in caught.value.faults]


# What a word means


@pytest.mark.parametrize(
    ("written", "means"),
    [
        ("null", None), ("~", None), ("", None),
        ("true", True), ("True", True), ("TRUE", True),
        ("false", False), ("False", False), ("FALSE", False),
        ("0", 0), ("-0", 0), ("63", 63), ("-5", -5), ("9" * 18, 10**18 - 1),
        ("3500.00", Decimal("3500.00")), ("-0.50", Decimal("-0.50")), ("0.1", Decimal("0.1")),
    ],
)  # fmt: skip
def test_words_with_a_meaning(written: str, means: object) -> None:
    value = read_text(f"a: {written}\n").data["a"]  # type: ignore[index, call-overload]
    assert value == means
    assert type(value) is type(means)
    if isinstance(value, Decimal):
        assert str(value) == written


@pytest.mark.parametrize(
    "written",
    [
        "2026-02-30", "2026-03-02", "2026-03-02 10:30", "2026-03-02T10:30:00Z", "12:30", "12:30:45",
        "yes", "no", "on", "off", "y", "n", "Yes", "NO", "Null", "NULL", "tRUE",
        "063", "00", "-01", "0x1F", "0o17", "0b1", "1_000", "1,000.00", "$350", "+15855551234",
        "1e5", "1E5", "1.5e3", ".5", "5.", "-.5", "--5", "1.2.3", ".inf", ".nan", "NaN",
        "Infinity", "9" * 19, "0." + "1" * 19, "063.01-1-1", "5 days", "５", "=", "--", "-x",
    ],
)  # fmt: skip
def test_words_that_stay_text(written: str) -> None:
    assert read_text(f"a: {written}\n").data == {"a": written}


@pytest.mark.parametrize("written", ["null", "true", "5", "5.00", "", "~"])
@pytest.mark.parametrize("quote", ["'", '"'])
def test_what_is_quoted_is_text(written: str, quote: str) -> None:
    assert read_text(f"a: {quote}{written}{quote}\n").data == {"a": written}


@pytest.mark.parametrize(
    ("as_yaml", "as_json"),
    [
        (CASE, None),
        ("a: 3500.00", '{"a": 3500.00}'),
        ("a: 1e5", '{"a": 1e5}'),
        ("a: 12345678901234567890", '{"a": 12345678901234567890}'),
        ("a: {b: [], c: {}}", '{"a": {"b": [], "c": {}}}'),
        ("- 1\n- x\n", '[1, "x"]'),
        ("a: |\n  one\n  two\n", '{"a": "one\\ntwo\\n"}'),
        ("a: 😀 é", '{"a": "\\ud83d\\ude00 \\u00e9"}'),
        ("a: a/b", '{"a": "a\\/b"}'),
        ("%YAML 1.2\n---\na: b\n...\n", '\ufeff\r\n {"a": "b"} \r\n'),
        ('{a: b, "c": [d,],}', '{"a": "b", "c": ["d"]}'),
    ],
)
def test_both_spellings_say_the_same(as_yaml: str, as_json: str | None) -> None:
    data = read_text(as_yaml).data
    other = read_text(json.dumps(data, default=float) if as_json is None else as_json).data
    assert repr(data).replace("3500.00", "3500.0") == repr(other).replace("3500.00", "3500.0")
    assert read_text(b"\xef\xbb\xbf" + as_yaml.encode()).data == data
    assert read_text(as_yaml.replace("\n", "\r\n")).data == data


def test_json_that_is_nearly_json_is_read_as_yaml() -> None:
    assert read_text('{"a": 1, // no\n}'.replace("// no", "# no")).data == {"a": 1}
    assert read_text("[2026-03-02, x]").data == ["2026-03-02", "x"]
    assert read_text("{a: '[[[[" + "[" * 60 + "'}").data == {"a": "[" * 64}


# Where it stood


@pytest.mark.parametrize(
    ("path", "value", "name"),
    [
        ("", (1, 1), (1, 1)),
        ("case", (1, 7), (1, 1)),
        ("place", (3, 8), (3, 1)),
        ("place.parcel", (3, 43), (3, 35)),
        ("parties[0]", (5, 5), (5, 5)),
        ("events", (7, 3), (6, 1)),
        ("events[0].danger", (7, 59), (7, 51)),
        ("events[1].amount", (10, 13), (10, 5)),
        ('events[1]["lot 4.b"]', (11, 16), (11, 5)),
        ('events[1]["lot 4.b"][1]', (11, 20), (11, 20)),
    ],
)
def test_places(path: str, value: tuple[int, int], name: tuple[int, int]) -> None:
    document = read_text(CASE)
    assert document.place(path) == value
    assert document.place(path, key=True) == name


@pytest.mark.parametrize(
    "path", ["x", "events[9]", "events.date", "case.x", "case[0]", "[0]", "events[", "a..b", '["a']
)
def test_no_such_place(path: str) -> None:
    assert read_text(CASE).place(path) is None


def test_places_in_json() -> None:
    document = read_text('{"a": "x\\ny",\r\n\t"b":\n [1,\n  {"c\\u00e9": null}]}')
    assert document.place("a") == (1, 7)
    assert document.place("b", key=True) == (2, 2)
    assert document.place("b[0]") == (3, 3)
    assert document.place('b[1]["cé"]') == (4, 15)
    assert document.place("a.a") is None


# Files


def refused(path: str, limits: Limits | None = None) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        load_file(path, limits or Limits())
    (fault,) = caught.value.faults
    return fault.code, fault.says


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(CASE, encoding="utf-8")
    document = load_file(str(path))
    assert document.data == read_text(CASE).data
    assert document.name == str(path)


def test_what_is_no_file_is_named(tmp_path: Path) -> None:
    missing = str(tmp_path / "nothing.yaml")
    assert refused(missing) == (
        "missing-file",
        f"There is no file '{missing}'. Check the name, and the folder that you are in.",
    )
    assert refused(str(tmp_path)) == (
        "is-a-folder",
        f"'{tmp_path}' is a folder. Name one file in it, such as '{tmp_path}/case.yaml'.",
    )
    assert refused("a\0b")[0] == "missing-file"
    assert refused("")[0] == "missing-file"
    assert refused("a" * 5000)[0] == "unreadable-file"
    assert refused("/dev/zero") == (
        "not-a-file",
        "'/dev/zero' is a device or a pipe, not a file. Save the case as a file and name that, "
        "or use '-' for standard input.",
    )
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert refused(str(loop))[0] == "unreadable-file"


def test_a_file_without_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(CASE, encoding="utf-8")

    def forbid(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", forbid)
    assert refused(str(path)) == (
        "unreadable-file",
        f"You may not read '{path}'. Ask whoever owns it for access, or copy it.",
    )


def test_a_pipe_that_nobody_writes_to_is_refused_and_would_hang(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    assert refused(str(path))[0] == "not-a-file"
    # The harm without the guard: opening it waits until somebody writes.
    waiting = threading.Thread(target=path.read_bytes, daemon=True)
    waiting.start()
    waiting.join(0.2)
    assert waiting.is_alive()
    path.write_bytes(b"x")
    waiting.join()


def test_no_more_than_the_limit_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.yaml"
    path.write_bytes(b"x" * 10_000_000)
    assert refused(str(path))[1].startswith("This file has 10,000,000 bytes or more")
    # A file that grows after its size was asked for: only one byte too many is ever read.
    small = os.stat(tmp_path / "large.yaml")
    shrunk = os.stat_result((*small[:6], 5, *small[7:]))
    monkeypatch.setattr(os, "fstat", lambda _: shrunk)
    assert refused(str(path), Limits(bytes_max=100))[1].startswith("This file has 101 bytes")


def test_a_name_that_becomes_a_pipe_while_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    ordinary = os.stat(__file__)
    monkeypatch.setattr(os, "stat", lambda _: ordinary)
    assert refused(str(path))[0] == "not-a-file"


class Input:
    """Standard input with these bytes."""

    def __init__(self, raw: bytes) -> None:
        self.buffer = io.BytesIO(raw)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Input(CASE.encode()))
    assert load_file("-").data == read_text(CASE).data
    monkeypatch.setattr(sys, "stdin", io.StringIO(CASE))
    assert load_file("-").data == read_text(CASE).data
    monkeypatch.setattr(sys, "stdin", Input(b"x" * 200))
    assert refused("-", Limits(bytes_max=100))[1].startswith("This file has 101 bytes or more")
    monkeypatch.setattr(sys, "stdin", None)
    assert refused("-")[0] == "missing-file"
    closed = io.StringIO()
    closed.close()
    monkeypatch.setattr(sys, "stdin", closed)
    assert refused("-")[0] == "unreadable-file"


# Any bytes at all

SOUP = st.text(
    st.sampled_from("{}[]:,-?&*!|>'\"%@`#~ \n\t\r\\ab01.\u00e9\u2028\ufeff\x00\U0001f600"),
    max_size=60,
)
BROKEN_CASE = st.tuples(
    st.integers(0, len(CASE)), st.integers(0, 12), st.sampled_from([CASE, '{"a": [1, {"b": "c"}]}'])
).flatmap(lambda cut: SOUP.map(lambda soup: cut[2][: cut[0]] + soup + cut[2][cut[0] + cut[1] :]))


@given(st.one_of(st.binary(max_size=200), SOUP, BROKEN_CASE, st.text(max_size=60)))
def test_any_text_is_read_or_refused(source: str | bytes) -> None:
    try:
        document = read_text(source)
    except Refused as refused:
        assert_that_all_are_sound(refused.faults, len(source))
    else:
        assert_plain(document)


def assert_that_all_are_sound(faults: tuple[Fault, ...], length: int) -> None:
    assert faults
    for fault in faults:
        assert fault.code in CODES
        assert fault.says.isprintable()
        assert fault.where.isprintable()
        assert fault.line is None or 1 <= fault.line <= length + 1


def assert_plain(document: Document) -> None:
    """Nothing but plain data, each with a place of its own that its path leads to."""
    waiting: list[tuple[list[str | int], Any]] = [([], document.data)]
    while waiting:
        steps, value = waiting.pop()
        assert document.place(path_of(steps)) is not None
        assert steps_of(path_of(steps)) == steps
        assert type(value) in (dict, list, str, int, Decimal, bool, type(None))
        if type(value) is dict:
            waiting.extend(([*steps, key], inner) for key, inner in value.items())
        elif type(value) is list:
            waiting.extend(([*steps, index], inner) for index, inner in enumerate(value))


PRINTED = st.text(
    st.characters(
        exclude_categories=["Cs", "Cc", "Zl", "Zp"],
        exclude_characters="\ufeff\ufffe\uffff",
        include_characters="\n\t\r",
    ),
    max_size=20,
)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(1 - 10**18, 10**18 - 1) | PRINTED,
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(PRINTED, inside, max_size=4),
    max_leaves=20,
)


class Written(yaml.SafeDumper):
    """PyYAML's writer, told not to point from one equal part to another."""

    def ignore_aliases(self, _: object) -> bool:
        return True


@given(PLAIN.filter(lambda data: isinstance(data, dict | list)))
def test_plain_data_comes_back_as_it_was_written(data: Any) -> None:
    as_json = json.dumps(data)
    assert read_text(as_json).data == data
    assert read_text(json.dumps(data, ensure_ascii=False, indent=1)).data == data
    assert read_text("# YAML\n" + json.dumps(data, ensure_ascii=False)).data == data
    assert read_text("---\n" + yaml.dump(data, Dumper=Written, allow_unicode=True)).data == data
    assert_plain(read_text(as_json))
