"""Files made to do harm, and the harm that each guard keeps away."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
import yaml

from outfall.files import text as reading
from outfall.files.nodes import Builder, Findings, Stop, shown
from outfall.files.text import Limits, read_text
from outfall.law.faults import Refused

FULL = 4_190_000  # bytes, just under the limit


def filled(part: str, before: str = "", after: str = "") -> str:
    return before + part * ((FULL - len(before) - len(after)) // len(part)) + after


def numbered(part: str, count: int, before: str = "", after: str = "") -> str:
    return before + "".join(part.format(at) for at in range(count)) + after


# Each is as large as a file may be; the test is that reading it comes to an end at all, in a run
# that nobody has to wait for.
HOSTILE: dict[str, tuple[Callable[[], str], str | None]] = {
    "brackets": (lambda: filled("["), "too-deep"),
    "brackets and names": (lambda: filled('{"a":'), "too-deep"),
    "brackets on lines": (lambda: filled("[\n"), "too-deep"),
    "dashes": (lambda: filled("- "), "too-deep"),
    "question marks": (lambda: filled("? "), "too-deep"),
    "closed brackets": (lambda: filled("[],", "[", "[]]"), "too-many-nodes"),
    "numbers": (lambda: filled("0,", "[", "0]"), "too-many-nodes"),
    "words": (lambda: filled("x,", "[", "x]"), "too-many-nodes"),
    "one word": (lambda: filled("a"), "scalar-too-long"),
    "one number": (lambda: filled("9"), "scalar-too-long"),
    "one JSON number": (lambda: filled("9", "[", "]"), "scalar-too-long"),
    "one JSON fraction": (lambda: filled("9", "[0.", "]"), "scalar-too-long"),
    "one JSON text": (lambda: filled("a", '["', '"]'), "scalar-too-long"),
    "escapes": (lambda: filled("\\n", '["', '"]'), "scalar-too-long"),
    "block text": (lambda: filled(" x\n", "a: |\n"), "scalar-too-long"),
    "quotes never closed": (lambda: filled('\\"', '["'), "not-json"),
    "backslashes": (lambda: filled("\\", '["'), "not-json"),
    "two hundred thousand names": (lambda: numbered("k{}: 1\n", 199_000), None),
    "the same in JSON": (lambda: numbered('"k{}":1,', 199_000, "{", '"k":1}'), None),
    "twice as many names": (lambda: numbered("k{}: 1\n", 300_000), "too-many-nodes"),
    "one name again and again": (lambda: "a: 1\n" * 100_000, "duplicate-key"),
    "the same in JSON again": (lambda: filled('"a":1,', "{", '"b":1}'), "duplicate-key"),
    "anchors": (lambda: filled("&a b,", "[", "]"), "alias-not-allowed"),
    "aliases": (lambda: filled("*a ,", "[", "]"), "alias-not-allowed"),
    "tags": (lambda: filled("!a b,", "[", "]"), "tag-not-allowed"),
    "tag lines": (lambda: numbered("%TAG !a{}! t\n", 200_000, "", "--- a"), "tag-not-allowed"),
    "later tag lines": (lambda: numbered("%TAG !a{}! t\n", 200_000, "a\n...\n"), "tag-not-allowed"),
    "documents": (lambda: filled("---\na\n"), "several-documents"),
    "new lines": (lambda: filled("\n"), "empty-file"),
    "returns": (lambda: filled("\r"), "empty-file"),
    "spaces in a bracket": (lambda: filled(" ", "["), "not-yaml"),
    "new lines in JSON": (lambda: filled("\n", '{"a":1,', '"a":1}'), "duplicate-key"),
    "control characters": (lambda: filled("a\x01"), "control-character"),
    "half characters": (lambda: filled('"\\ud800",', "[", "1]"), "control-character"),
    "long names, deep": (
        lambda: ('{"' + "k" * 60_000 + '":') * 30 + "[" + "{},[]," * 99_000 + "1]" + "}" * 30,
        None,
    ),
    "long double names, deep": (
        lambda: ('{? "' + "k" * 60_000 + '" : ') * 30 + "[" + "{a: 1, a: 2}," * 99 + "]" + "}" * 30,
        "duplicate-key",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_finished_with(name: str) -> None:
    make, code = HOSTILE[name]
    if code is None:
        assert read_text(make()).place("") == (1, 1)
        return
    with pytest.raises(Refused) as caught:
        read_text(make())
    assert code in {fault.code for fault in caught.value.faults}
    assert len(caught.value.faults) <= 51
    assert len(str(caught.value)) < 200_000


# What would happen without the guards


def count(value: Any) -> int:
    inside = value if isinstance(value, list) else []
    return 1 + sum(count(inner) for inner in inside)


def test_without_the_guard_an_alias_grows() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 8)}]" for n in range(1, 5)]
    laughs = "\n".join(lines)
    assert len(laughs) < 250
    assert count(yaml.safe_load(laughs)["a4"]) == sum(8**n for n in range(6))  # 37,449
    with pytest.raises(Refused) as caught:
        read_text(laughs)
    assert {fault.code for fault in caught.value.faults} == {"alias-not-allowed"}


def test_without_the_guard_the_last_of_two_wins() -> None:
    double = "fine: 350\nfine: 3500\n"
    assert yaml.safe_load(double) == {"fine": 3500}
    assert json.loads('{"fine": 350, "fine": 3500}') == {"fine": 3500}
    with pytest.raises(Refused):
        read_text(double)


def test_without_the_guard_a_float_loses_cents() -> None:
    amount = "12345678901234567.89"
    assert format(float(amount), ".2f") != amount
    assert yaml.safe_load("0.10") + yaml.safe_load("0.20") != 0.3
    assert read_text(f"a: {amount}").data == {"a": Decimal(amount)}
    assert str(read_text("[3500.00]").data[0]) == "3500.00"  # type: ignore[index]


def test_without_our_words_yaml_changes_what_was_written() -> None:
    text = "{a: 063, b: 12:30, c: no, d: 1_000}"
    assert yaml.safe_load(text) == {"a": 51, "b": 750, "c": False, "d": 1000}
    with pytest.raises(ValueError, match="day"):
        yaml.safe_load("2026-02-30")
    assert read_text(text).data == {"a": "063", "b": "12:30", "c": "no", "d": "1_000"}
    assert read_text("a: 2026-02-30").data == {"a": "2026-02-30"}


def test_without_the_guard_a_tag_runs_code() -> None:
    text = "!!python/object/apply:builtins.len [[1, 2, 3]]"
    assert yaml.unsafe_load(text) == 3
    with pytest.raises(Refused, match="The tag"):
        read_text(text)


def test_without_the_guard_depth_ends_in_a_traceback() -> None:
    deep = "[" * 100_000 + "]" * 100_000
    with pytest.raises(RecursionError):
        json.loads(deep)
    with pytest.raises(RecursionError):
        yaml.load("[" * 900 + "]" * 900, Loader=yaml.SafeLoader)
    with pytest.raises(Refused, match="more than 32 deep"):
        read_text(deep)


def test_without_the_guard_nan_is_a_number() -> None:
    assert json.loads('{"amount": NaN}')["amount"] != json.loads('{"amount": NaN}')["amount"]
    with pytest.raises(Refused, match="NaN is not a number"):
        read_text('{"amount": NaN}')


def test_without_the_guard_half_a_character_can_not_be_stored() -> None:
    with pytest.raises(UnicodeEncodeError):
        json.loads('"\\ud800"').encode()
    with pytest.raises(Refused, match="invisible character"):
        read_text('["\\ud800"]')


def test_without_the_guard_a_name_may_be_no_name() -> None:
    assert yaml.safe_load("1: a\n1.0: b\ntrue: c\n") == {1: "c"}
    with pytest.raises(Refused, match="must be text"):
        read_text("1: a\n1.0: b\ntrue: c\n")


def test_without_the_guard_a_missing_space_makes_a_name() -> None:
    assert yaml.safe_load("{date:2026-03-02}") == {"date:2026-03-02": None}
    with pytest.raises(Refused, match="A space is missing after the colon in 'date:2026-03-02'"):
        read_text("{date:2026-03-02}")
    assert read_text('{"a:b": null, c: , "d:e": ""}').data == {"a:b": None, "c": None, "d:e": ""}


def test_without_counting_a_list_of_faults_has_no_end() -> None:
    findings = Findings()
    for _ in range(1_049):
        findings.add("not-yaml", "x")
    with pytest.raises(Stop):
        findings.add("not-yaml", "x")
    assert len(findings.all()) == 51


def test_the_happy_path_keeps_no_places() -> None:
    builder = Builder(Limits(), Findings())
    reading._run(builder, "a: [1, 2]\n", is_json=False)
    assert builder.data == {"a": [1, 2]}
    assert builder.tree is None


def test_somebodys_words_are_made_printable_and_short() -> None:
    assert shown("a\x1b[31mb") == "a\N{REPLACEMENT CHARACTER}[31mb"
    assert shown("x" * 100) == "x" * 59 + "…"
