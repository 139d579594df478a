"""Disposal and the record: emptied with a tombstone is whole, emptied without one is missing."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.record import second
from tests.record.logs import ADA, BEN, Log, made, rechained

from outfall.record.bundle import write
from outfall.record.canonical import canonical
from outfall.record.disposed import bound, emptied
from outfall.record.entry import Broken, Link, read
from outfall.record.program import Heads, verify_bundle
from outfall.record.verifying import sentences, verify

CASE = "W-2026-003"
RULE = {"says": "closed cases, 7 years", "cite": "40 CFR 122.34"}


def held(log: Log, *numbers: str) -> None:
    """The town puts cases under a legal hold."""
    body = {"topic": "retention", "value": {"years": 7, "hold": list(numbers)}}
    log.add(None, body, kind="town.set", law=None)


def of_case(log: Log, case: str = CASE) -> list[int]:
    """The places, from 0, of a case's entries."""
    return [n for n, line in enumerate(log.lines) if json.loads(line)["case"] == case]


def disposed(log: Log, case: str = CASE, *, empty: bool = True, **more: Any) -> Log:
    """Dispose of a case: its entries are emptied, and a tombstone binds what is left."""
    places = of_case(log, case)
    left = [emptied(log.lines[n]) for n in places]
    ends = [{name: json.loads(line)[name] for name in ("n", "digest")} for line in left]
    body = {
        "case": case, "rule": RULE, "entries": len(left), "first": ends[0], "last": ends[-1],
        "left": bound(left), **more.pop("body", {}),
    }  # fmt: skip
    given = {"kind": "town.disposed", "law": None, "second": BEN, **more}
    log.add(None, body, **given)
    for n, line in zip(places, left, strict=True) if empty else ():
        log.lines[n] = line
    return log


def faults(log: Log) -> str:
    found = verify(log.lines, [log.head])
    assert not found.whole
    assert not second.whole(log.lines, [(log.head.n, log.head.digest)])
    return str(found.first)


def test_a_record_with_a_disposed_case_is_whole_and_says_under_which_rule() -> None:
    log = disposed(made(60))
    log.add("W-2026-001", {"note": "life goes on"})
    found = verify(log.lines, [log.head])
    assert found.whole
    assert found.cases == log.cases
    assert list(found.disposed) == [
        f"case {CASE}: disposed of by entry 61 under closed cases, 7 years (40 CFR 122.34), "
        f"entries {len(of_case(log))}"
    ]
    assert next(sentences("r", found)) == found.disposed[0]
    assert second.whole(log.lines, [(log.head.n, log.head.digest)])


def test_what_is_left_holds_nothing_of_what_was_said() -> None:
    before = made(60)
    after = disposed(made(60))
    for n in of_case(before):
        was, left = json.loads(before.lines[n]), json.loads(after.lines[n])
        assert sorted(left) == [
            "at", "before", "case", "case_before", "case_n", "digest", "format", "n", "town",
        ]  # fmt: skip
        assert left["digest"] == read(before.lines[n]).digest
        assert was["key"] not in after.lines[n].decode()
        assert "Ada" not in after.lines[n].decode()
        assert emptied(after.lines[n]) == after.lines[n]
    with pytest.raises(Broken, match="disposed of"):
        read(after.lines[of_case(before)[0]])


def test_content_that_is_emptied_without_a_tombstone_is_missing() -> None:
    log = made(60)
    place = of_case(log)[1]
    log.lines[place] = emptied(log.lines[place])
    assert faults(log) == (
        f"entry {place + 1} (case {CASE}): its content is missing, and no entry says that its "
        "case was disposed of"
    )
    assert verify(log.lines).bad == 1


def test_one_more_that_is_emptied_beside_a_disposed_case_is_missing() -> None:
    log = disposed(made(60))
    place = of_case(log, "W-2026-001")[0]
    log.lines[place] = emptied(log.lines[place])
    assert f"entry {place + 1} (case W-2026-001): its content is missing" in faults(log)


def test_a_tombstone_without_its_emptied_entries_is_bad() -> None:
    count = len(of_case(made(60)))
    says = f"it names {count} entries of case {CASE}, and of its {count} 0 are emptied"
    assert faults(disposed(made(60), empty=False)) == f"entry 61: {says}"


def test_a_tombstone_over_a_legal_hold_is_bad_and_over_one_that_ended_is_not() -> None:
    log = made(60)
    held(log, CASE, "W-2026-001")
    says = f"entry 62: it disposes of case {CASE}, which was under a legal hold"
    assert faults(disposed(log)) == says
    log = made(60)
    held(log, CASE)
    held(log, "W-2026-001")
    assert verify(disposed(log).lines).whole


def test_disposal_takes_two_persons() -> None:
    says = f"entry 61: it disposes of case {CASE}, and that takes two persons"
    assert faults(disposed(made(60), second=None)) == says
    assert faults(disposed(made(60), second=ADA)) == says


def test_nothing_follows_in_a_disposed_case_and_it_is_disposed_of_once() -> None:
    log = disposed(made(60))
    log.add(CASE, {"note": "back again"})
    says = f"entry 62 (case {CASE}): its case was disposed of by entry 61: nothing follows"
    assert faults(log) == says
    log = disposed(made(60))
    log.add(None, json.loads(log.lines[60])["body"], kind="town.disposed", law=None, second=BEN)
    assert faults(log) == f"entry 62: it disposes of case {CASE} again: entry 61 did"


@pytest.mark.parametrize("name", ["rule", "entries", "first", "last", "left"])
def test_a_tombstone_names_all_of_it(name: str) -> None:
    assert f"entry 61: it is a tombstone without {name}" in faults(
        disposed(made(60), body={name: None})
    )


def test_every_change_of_what_is_left_is_caught() -> None:
    """Each field of each emptied entry is bound: by the chains, or by the tombstone alone."""
    log = disposed(made(60))
    other: dict[str, Callable[[Any], Any]] = {
        "at": lambda v: v[:-2] + ("8Z" if v[-2] != "8" else "7Z"),
        "before": lambda v: "a" * 64,
        "case": lambda v: "W-2026-001",
        "case_before": lambda v: "a" * 64,
        "case_n": lambda v: v + 1,
        "digest": lambda v: "a" * 64,
        "format": lambda v: "outfall-disposed/2",
        "n": lambda v: v + 1,
        "town": lambda v: "another-town",
    }
    for place in of_case(log):
        for name, change in other.items():
            fields = json.loads(log.lines[place])
            fields[name] = change(fields[name])
            lines = [*log.lines]
            lines[place] = canonical(fields)
            found = verify(lines, [log.head])
            assert not found.whole, (place, name)
            assert not second.whole(lines, [(log.head.n, log.head.digest)]), (place, name)


def test_the_second_verifier_agrees_on_random_tampering() -> None:
    chance = random.Random(7)
    agreed = [0, 0]
    for n in range(300):
        log = disposed(made(30, cases=2, seed=n), "W-2026-001")
        lines = [*log.lines]
        for _ in range(chance.choice((0, 1, 1, 2))):
            k = chance.randrange(len(lines))
            way = chance.choice(("empty", "delete", "swap", "fill", "change"))
            if way == "empty":
                lines[k] = emptied(lines[k]) if json.loads(lines[k])["case"] else lines[k]
            elif way == "delete" and len(lines) > 1:
                del lines[k]
            elif way == "swap" and k:
                lines[k], lines[k - 1] = lines[k - 1], lines[k]
            elif way == "fill":
                lines[k] = made(30, cases=2, seed=n).lines[min(k, 29)]
            elif way == "change":
                fields = json.loads(lines[k])
                fields["at"] = fields["at"][:-2] + "1Z"
                lines[k] = canonical(fields)
        if chance.random() < 0.3:
            lines = rechained([line for line in lines if b'"digest"' not in line[:40]])
        ours = verify(lines, [log.head]).whole
        assert ours == second.whole(lines, [(log.head.n, log.head.digest)]), n
        agreed[ours] += 1
    assert min(agreed) > 20


def test_an_export_with_a_disposed_case_verifies_with_python_alone(tmp_path: Path) -> None:
    log = disposed(made(60))
    place = tmp_path / "record.zip"
    with place.open("w+b") as target:
        write(target, log.lines, lambda _: io.BytesIO(), Heads(log.town, log.head, log.cases))
    assert verify_bundle(str(place), [log.head]).whole
    (tmp_path / "verify.py").write_bytes(__import__("zipfile").ZipFile(place).read("verify.py"))
    command = [sys.executable, "-I", "verify.py", "record.zip", str(log.head)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "disposed of by entry 61 under closed cases, 7 years" in done.stdout
    assert Link(*log.head) == log.head
