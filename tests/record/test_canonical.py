"""The one spelling: these bytes are frozen, whatever the code that makes them becomes."""

from __future__ import annotations

import enum
import json
import os
import subprocess
import sys
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from tests.record import second

from outfall.record.canonical import canonical, digest

GOLDEN: list[tuple[Any, bytes]] = [
    (None, b"null"),
    (True, b"true"),
    (False, b"false"),
    (0, b"0"),
    (-7, b"-7"),
    (2**53 - 1, b"9007199254740991"),
    ("", b'""'),
    ([], b"[]"),
    ({}, b"{}"),
    ([1, [2, {"a": None}]], b'[1,[2,{"a":null}]]'),
    ({"b": 1, "a": 2, "A": 3, "_": 4, "10": 5, "9": 6}, b'{"10":5,"9":6,"A":3,"_":4,"a":2,"b":1}'),
    ('"\\/\b\f\n\r\t\x00\x1f\x7f', b'"\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\x7f"'),
    ("é “§ 9” — 漢 \u2028", '"é “§ 9” — 漢 \u2028"'.encode()),
    ("e\u0301", b'"e\xcc\x81"'),
    ({"\U0001f600": 1, "\uffff": 2}, b'{"\xef\xbf\xbf":2,"\xf0\x9f\x98\x80":1}'),
]


@pytest.mark.parametrize(("value", "spelled"), GOLDEN)
def test_these_bytes_are_frozen(value: Any, spelled: bytes) -> None:
    assert canonical(value) == spelled
    assert second.spell(value).encode() == spelled


def test_a_digest_is_frozen() -> None:
    assert digest(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert digest(canonical({"a": [1, "é"]})) == (
        "5db14a2cddc92d31365806bb5d82ed2bc436bf6960d10cd4654140f7bdadce1c"
    )


class Word(str):
    pass


class Number(enum.IntEnum):
    ONE = 1


@pytest.mark.parametrize(
    "value",
    [0.5, 1.0, float("nan"), float("inf"), Decimal(1), b"", (1,), {1}, {1: 2}, {None: 1},
     {True: 1}, Word("a"), {Word("a"): 1}, Number.ONE, object(), {"a": [{"b": 0.1}]}],
)  # fmt: skip
def test_any_other_type_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match=r"canonical spelling|no text"):
        canonical(value)


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth - 1):
        value = [value]
    return value


@pytest.mark.parametrize("value", [2**53, -(2**53), nested(65), "\ud800", {"\udfff": 1}])
def test_what_not_every_reader_could_read_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match=r"53 bits|64 deep|surrogates"):
        canonical(value)
    assert canonical(nested(64)) == b"[" * 64 + b"]" * 64


def test_the_control_json_alone_accepts_them() -> None:
    for value in (0.5, float("nan"), {1: 2}, (1,), 2**60, nested(65)):
        assert json.dumps(value)
    assert json.dumps({1: "a", "1": "b"}) == '{"1": "a", "1": "b"}'


PLAIN = some.recursive(
    some.none() | some.booleans() | some.integers(-(2**53) + 1, 2**53 - 1) | some.text(),
    lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner),
)


@given(PLAIN)
def test_data_comes_back_and_another_program_spells_it_alike(value: Any) -> None:
    spelled = canonical(value)
    assert json.loads(spelled) == value
    assert canonical(json.loads(spelled)) == spelled
    assert second.spell(value).encode() == spelled


@pytest.mark.parametrize("seed", ["0", "1", "77"])
def test_the_order_of_a_set_of_keys_never_shows(seed: str) -> None:
    code = (
        "from outfall.record.canonical import canonical;"
        "print(canonical({k: 1 for k in {'b', 'a', 'z', 'é'}}))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    assert done.stdout == 'b\'{"a":1,"b":1,"z":1,"\\xc3\\xa9":1}\'\n'
