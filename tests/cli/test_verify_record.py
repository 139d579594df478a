"""``outfall verify`` of a town's record: one line and 0, or the first bad entry by name and 1."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.record.logs import CHANGES, changed, made

from outfall.cli import verify
from outfall.papers.bundle import bundle
from outfall.record.bundle import Heads, write

Run = Callable[..., Any]
LOG = made(30, 2)
BAD = next(n for n, line in enumerate(LOG.lines, start=1) if n > 11 and json.loads(line)["case"])
CASE = json.loads(LOG.lines[BAD - 1])["case"]
WHOLE = f"whole, 30 entries of 2 cases of example-town; head {LOG.head}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The record in the folder that we are in, as a ZIP and as lines."""
    monkeypatch.chdir(tmp_path)
    with Path("record.zip").open("w+b") as target:
        write(target, LOG.lines, lambda _: io.BytesIO(), Heads(LOG.town, LOG.head, LOG.cases))
    Path("record.jsonl").write_bytes(b"".join(line + b"\n" for line in LOG.lines))
    return tmp_path


def spoil() -> None:
    """Entry ``BAD`` is changed, among the lines."""
    content = Path("record.jsonl").read_bytes()
    after = changed(LOG.lines[BAD - 1], CHANGES["by role"])
    Path("record.jsonl").write_bytes(content.replace(LOG.lines[BAD - 1], after))


@pytest.mark.parametrize("name", ["record.zip", "record.jsonl"])
def test_a_whole_record_is_one_line(name: str, run: Run) -> None:
    for args in ([], ["--head", str(LOG.head)], ["--head", f" {str(LOG.head).upper()}"]):
        done = run("verify", name, *args)
        assert (done.status, done.out, done.err) == (0, f"{name}: {WHOLE}", "")


def test_a_record_is_known_by_what_is_in_it(run: Run) -> None:
    Path("record.zip").rename("a.bin")
    Path("record.jsonl").rename("b.txt")
    assert run("verify", "a.bin").out == f"a.bin: {WHOLE}"
    assert run("verify", "b.txt").out == f"b.txt: {WHOLE}"


def test_the_first_bad_entry_is_named_and_the_others_are_counted(run: Run) -> None:
    spoil()
    done = run("verify", "record.jsonl")
    assert (done.status, done.err) == (1, "")
    assert done.out == (
        f"entry {BAD} (case {CASE}): it is not the entry that the next one follows: "
        "it was changed, or put in later\n"
        "record.jsonl: not whole, 1 bad entry, 30 entries of 2 cases of example-town; "
        f"head {LOG.head}\n"
    )


def test_a_head_from_a_notice_tells_that_the_end_was_cut_off(run: Run) -> None:
    Path("record.jsonl").write_bytes(b"".join(line + b"\n" for line in LOG.lines[:20]))
    assert run("verify", "record.jsonl").status == 0
    done = run("verify", "record.jsonl", "--head", str(LOG.head))
    assert (done.status, done.out.splitlines()[0]) == (
        1, "entry 21: it is missing: the record ends before it, and entry 30 was published",
    )  # fmt: skip


def test_heads_of_several_notices_can_be_given(run: Run) -> None:
    earlier = made(20, 2).head
    heads = ["--head", str(LOG.head), "--head", str(earlier)]
    assert run("verify", "record.zip", *heads).status == 0
    wrong = f"20:{'a' * 64}"
    done = run("verify", "record.zip", *heads, "--head", wrong)
    says = "it is not the entry that was published under this number"
    assert (done.status, says in done.out) == (1, True)


def test_an_unreadable_head_is_refused(run: Run) -> None:
    done = run("verify", "record.zip", "--head", "30")
    assert (done.status, done.out) == (2, "")
    assert "30 is no head: a head is a number, a colon, and the 64 digits of a SHA-256" in done.err


def test_each_of_the_two_has_its_own_means(run: Run) -> None:
    named = dict.fromkeys(("case", "as_of", "ordinance", "version", "digest"), "x")
    bundle(Path("packet.zip"), named, [])
    done = run("verify", "packet.zip", "--head", str(LOG.head))
    assert (done.status, "a packet has a --digest" in done.err) == (2, True)
    done = run("verify", "record.zip", "--digest", "a" * 64)
    assert (done.status, "the record of a town has a --head" in done.err) == (2, True)


def test_what_is_wrong_around_the_entries_is_told(run: Run) -> None:
    with zipfile.ZipFile("record.zip", "a") as archive:
        archive.writestr("more.txt", b"x")
    done = run("verify", "record.zip")
    assert done.status == 1
    assert done.out == (
        "more.txt: the ZIP around it is not as it was written\n"
        "record.zip: not whole, and its entries were not read\n"
    )


def test_for_a_program_it_is_json(run: Run) -> None:
    done = run("verify", "record.zip", "--json")
    whole = {
        "is": "record", "whole": True, "town": "example-town", "entries": 30, "cases": 2,
        "head": str(LOG.head), "bad": 0, "first": None, "differences": [],
    }  # fmt: skip
    assert (done.status, json.loads(done.out)) == (0, whole)
    spoil()
    done = run("verify", "record.jsonl", "--json")
    found = json.loads(done.out)
    assert (done.status, found["whole"], found["bad"]) == (1, False, 1)
    assert found["first"] == {
        "n": BAD,
        "case": CASE,
        "says": "it is not the entry that the next one follows: it was changed, or put in later",
    }


def test_a_packet_too_is_json(run: Run) -> None:
    named = dict.fromkeys(("case", "as_of", "ordinance", "version", "digest"), "x")
    digest = bundle(Path("packet.zip"), named, [])
    done = run("verify", "packet.zip", "--json")
    assert (done.status, json.loads(done.out)) == (
        0,
        {"is": "packet", "whole": True, "digest": digest, "head": named, "files": 2,
         "differences": []},
    )  # fmt: skip
    assert run("verify", "packet.zip", "--json", "--digest", "a" * 64).status == 1


def test_lines_that_are_not_there_are_refused(run: Run) -> None:
    done = run("verify", "none.jsonl")
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        "none.jsonl: this is no record of a town: it can't be read (no such file or directory). "
        "Name its ZIP, or its record.jsonl\n"
    )


def test_lines_that_are_no_entries_are_no_whole_record(run: Run) -> None:
    Path("other.jsonl").write_text('{"a":1}\n{"b":2}\n')
    done = run("verify", "other.jsonl")
    assert done.status == 1
    assert done.out.startswith("entry 1: it has no field format; it has no field town; ")


def test_a_bar_is_shown_where_a_person_waits(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(verify, "LARGE", 256)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    done = run("verify", "record.jsonl")
    assert (done.status, done.out) == (0, f"record.jsonl: {WHOLE}")
