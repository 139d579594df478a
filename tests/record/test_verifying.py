"""Tampering at every place and field of a record is caught, and the first bad entry is named."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import random
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.record import second
from tests.record.logs import (
    CHANGES,
    Log,
    changed,
    forged,
    made,
    rechained,
    respelled,
    tampered,
)

from outfall.record.entry import FIRST, Law, Link, Person
from outfall.record.verifying import Chain, Fault, Report, verify

N = 1_000
LOG = made(N)
LINES = LOG.lines
SAMPLE = (0, 1, 640, N - 2, N - 1)
KEYS = {hashlib.sha256(f"key-{n}".encode()).digest()[:16]: n for n in range(1, N + 1)}
Change = Callable[[dict[str, Any]], Any]
Put = tuple[int, list[bytes]]


class Until(set[bytes]):
    """The keys of the first so many entries, and those added."""

    def __init__(self, entries: int) -> None:
        super().__init__()
        self.entries = entries

    def __contains__(self, key: object) -> bool:
        return super().__contains__(key) or KEYS.get(key, N + 1) <= self.entries  # type: ignore[call-overload]


def fork(chain: Chain, entries: int) -> Chain:
    """A verifier that goes on from where another one is."""
    new = copy.copy(chain)
    new._spots = [copy.copy(spot) for spot in chain._spots]
    for spot in new._spots:
        spot.says = list(spot.says)
    new._cases, new._numbers = dict(chain._cases), set(chain._numbers)
    new._published, new._keys = list(chain._published), Until(entries)
    return new


@pytest.fixture(scope="module")
def before() -> list[Chain]:
    """The verifier as it stands before each entry, and after the last."""
    chain, found = Chain([LOG.head]), []
    for n, line in enumerate(LINES):
        found.append(fork(chain, n))
        chain.take(line)
    return [*found, fork(chain, N)]


def first_place(before: list[Chain], k: int, put: Put) -> int | None:
    """The first bad entry where, from entry k (from 0) on, some give way to others.

    Verified from there until five entries later: whatever is farther can add no earlier one.
    """
    out, lines = put
    chain = fork(before[k], k)
    for line in (*lines, *LINES[k + out : k + out + 5]):
        chain.take(line)
    first = chain.done().first
    return first.n if first else None


def applied(k: int, put: Put) -> list[bytes]:
    """The whole record with that change."""
    out, lines = put
    return [*LINES[:k], *lines, *LINES[k + out :]]


def field_changes(k: int) -> Iterator[tuple[str, Put]]:
    for name, change in CHANGES.items():
        line = changed(LINES[k], change)
        if line != LINES[k]:
            yield name, (1, [line])


def other_changes(k: int) -> Iterator[tuple[str, Put, int]]:
    """Ways to tamper at entry k (from 0), and the place where it must be seen."""
    n = k + 1
    yield "delete", (1, []), n
    yield "insert", (0, [forged(LINES, k)]), n
    yield "insert garbage", (0, [b"garbage"]), n
    yield "twice", (1, [LINES[k]] * 2), n + 1
    yield "spelled in another way", (1, [respelled(LINES[k])]), n
    yield "made unreadable", (1, [LINES[k][:-1]]), n
    yield "an empty line", (0, [b""]), n
    yield "another entry again", (1, [LINES[(k * 7 + 3) % N]]), n
    yield "another entry put in", (0, [LINES[(k * 7 + 3) % N]]), n
    if n < N:
        yield "swap", (2, [LINES[k + 1], LINES[k]]), n
        yield "two deleted", (2, []), n


def test_an_honest_record_is_whole() -> None:
    cases = {case: Link(*link) for case, link in LOG.cases.items()}
    for head in (None, LOG.head, Link(1, hashlib.sha256(LINES[0]).hexdigest())):
        assert verify(LINES, [head] if head else []) == Report(
            "example-town", N, LOG.head, cases, 0, None
        )
    assert verify([], []) == Report("", 0, FIRST, {}, 0, None)
    assert verify([], [FIRST]).whole


def test_a_change_of_any_field_of_any_entry_is_caught_and_named(before: list[Chain]) -> None:
    tried = 0
    for k in range(N):
        for name, put in field_changes(k):
            assert first_place(before, k, put) == k + 1, f"{name} of entry {k + 1}"
            tried += 1
    assert tried > 24 * N


def test_any_entry_deleted_put_in_swapped_or_doubled_is_caught_and_named(
    before: list[Chain],
) -> None:
    for k in range(N):
        for name, put, seen in other_changes(k):
            if applied(k, put) != LINES:
                assert first_place(before, k, put) == seen, f"{name} at entry {k + 1}"


def test_the_whole_verifier_and_the_second_one_see_the_same(before: list[Chain]) -> None:
    """What was seen from the place on is what is seen from the first entry to the last."""
    for k in SAMPLE:
        ways = [*((name, put, k + 1) for name, put in field_changes(k)), *other_changes(k)]
        for name, put, seen in ways:
            lines = applied(k, put)
            if lines == LINES:
                continue
            found = verify(lines, [LOG.head])
            assert found.first is not None
            assert (found.first.n, found.entries) == (seen, len(lines)), f"{name} at {k + 1}"
            assert 1 <= found.bad <= 4, f"{name} at {k + 1}: {found.bad} bad entries"
            if k == 640 and name in ("by name", "delete", "insert", "swap"):
                assert not second.whole(lines, [LOG.head])


def test_the_end_cut_off_anywhere_is_caught_by_a_head_from_elsewhere(before: list[Chain]) -> None:
    for k in range(N):
        (says,) = {fork(before[k], k).done().first}
        missing = f"it is missing: the record ends before it, and entry {N} was published"
        assert says == Fault(k + 1, None, missing)
    assert verify(LINES[:400], [LOG.head]).first == Fault(401, None, missing)
    assert not second.whole(LINES[:400], [LOG.head])


def test_the_control_without_a_head_from_elsewhere_the_cut_goes_unseen() -> None:
    assert verify(LINES[:400]).whole
    last = changed(LINES[-1], CHANGES["body"])
    assert verify([*LINES[:-1], last]).whole
    assert verify([*LINES[:-1], last], [LOG.head]).first == Fault(
        N, json.loads(last)["case"], "it is not the entry that was published under this number"
    )


def test_a_record_written_anew_from_any_entry_is_caught_by_the_head_alone() -> None:
    for k in SAMPLE:
        lines = copy.copy(LINES)
        lines[k] = changed(lines[k], CHANGES["by name"])
        fields = [json.loads(line) for line in lines]
        anew = written_anew(fields)
        assert verify(anew).whole
        found = verify(anew, [LOG.head])
        assert (found.bad, found.first and found.first.n) == (1, N)
        middle = Link(700, hashlib.sha256(LINES[699]).hexdigest())
        assert verify(anew, [middle]).whole == (k >= 700)


def written_anew(entries: list[dict[str, Any]]) -> list[bytes]:
    """Every link of every chain right again."""
    log = Log()
    for e in entries:
        kept = {name: e[name] for name in ("at", "day", "zone", "key", "kind")}
        people = {name: e[name] and logs_person(e[name]) for name in ("by", "second")}
        log.add(e["case"], e["body"], law=e["law"] and logs_law(e["law"]), **kept, **people)
    return log.lines


def logs_person(fields: dict[str, str]) -> Person:
    return Person(**fields)


def logs_law(fields: dict[str, str]) -> Law:
    return Law(**fields)


# A chain that is right does not make a record right


@pytest.mark.parametrize("name", ["town", "n", "case", "case_n", "case_before", "at earlier"])
def test_a_wrong_entry_in_a_right_chain_is_named(name: str) -> None:
    k = next(k for k in range(30, N) if json.loads(LINES[k])["case"])
    lines = copy.copy(LINES[:60])
    lines[k] = changed(lines[k], CHANGES[name])
    found = verify(rechained(lines))
    assert found.first is not None
    assert found.first.n == k + 1
    assert not second.whole(rechained(lines), [])


def rewritten(k: int, **fields: Any) -> list[bytes]:
    lines = copy.copy(LINES[:60])
    lines[k] = changed(lines[k], lambda e: e.update(fields))
    return rechained(lines)


WORDS: list[tuple[dict[str, Any], str]] = [
    ({"n": 45}, "it is missing, and entry 45 stands in its place"),
    ({"n": 40}, "its n is 40, and 41 was to come"),
    ({"n": 7}, "its n is 7, and 41 was to come"),
    ({"town": "other"}, "its town is other, and the record is of example-town"),
    ({"key": "key-3"}, "its key belongs to an earlier entry"),
    ({"at": "2026-11-30T20:24:37.123456Z"},
     "its instant, 2026-11-30T20:24:37.123456Z, is earlier than the one before it"),
    ({"kind": "A"}, "its kind is not the name of a kind of entry"),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "says"), WORDS)
def test_each_thing_that_can_be_wrong_has_its_sentence(fields: dict[str, Any], says: str) -> None:
    first = verify(rewritten(40, **fields)).first
    assert first is not None
    assert (first.n, first.says) == (41, says)
    assert not second.whole(rewritten(40, **fields), [])


def test_a_case_has_its_own_chain() -> None:
    k, e = next((k, e) for k, e in enumerate(map(json.loads, LINES)) if k > 30 and e["case"])
    case_n = e["case_n"]
    assert str(verify(rewritten(k, case_n=case_n + 1)).first) == (
        f"entry {k + 1} (case {e['case']}): its case_n is {case_n + 1}, and {case_n} was to come"
    )
    assert str(verify(rewritten(k, case_before="a" * 64)).first) == (
        f"entry {k + 1} (case {e['case']}): "
        "its case_before is not the digest of the entry before in its case"
    )


def test_entries_of_one_act_have_keys_of_their_own() -> None:
    log = Log()
    for key in ("act", "act#2", "act#3"):
        log.add("W-1", {}, key=key)
    assert verify(log.lines).whole
    log.add("W-1", {}, key="act#2")
    assert str(verify(log.lines).first) == (
        "entry 4 (case W-1): its key belongs to an earlier entry"
    )


def test_two_instants_may_be_the_same() -> None:
    log = Log()
    for key in "ab":
        log.add(None, {}, key=key, at="2026-11-30T20:24:37.123456Z")
    assert verify(log.lines).whole


def test_every_bad_entry_is_counted_and_the_good_ones_are_not() -> None:
    lines = copy.copy(LINES)
    for k in (10, 200, 201, 500, 900):
        lines[k] = changed(lines[k], CHANGES["body"])
    found = verify(lines, [LOG.head])
    assert (found.first and found.first.n, found.bad) == (11, 4)
    garbled = [b"?" if k % 100 == 50 else line for k, line in enumerate(LINES)]
    found = verify(garbled, [LOG.head])
    assert (found.first and found.first.n, found.bad) == (51, 10)


# Controls, and a second opinion


def ends_only(lines: list[bytes], head: Link) -> bool:
    """A verifier that checks the first and the last link, and not the middle."""
    first = Chain()
    for line in lines[:3]:
        first.take(line)
    return first.done().whole and hashlib.sha256(lines[-1]).hexdigest() == head.digest


def test_the_control_a_verifier_that_skips_the_middle_does_not_see_it() -> None:
    lines = copy.copy(LINES)
    lines[500] = changed(lines[500], CHANGES["body"])
    assert ends_only(lines, LOG.head)
    assert not verify(lines, [LOG.head]).whole


def unhashed(line: bytes) -> str:
    """A digest that leaves the instant out."""
    fields = json.loads(line)
    del fields["at"]
    return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()


def test_the_control_a_digest_without_the_instant_does_not_see_it_change() -> None:
    later = changed(LINES[500], CHANGES["at by a microsecond"])
    assert unhashed(later) == unhashed(LINES[500])
    assert hashlib.sha256(later).hexdigest() != hashlib.sha256(LINES[500]).hexdigest()


LOGS = 10_000 if os.environ.get("OUTFALL_EXPLORE") else 1_500


def test_the_second_verifier_agrees_on_many_records() -> None:
    chance = random.Random(os.urandom(8) if os.environ.get("OUTFALL_EXPLORE") else 8)
    honest = 0
    for n in range(LOGS):
        log = made(chance.randrange(1, 14), chance.randrange(1, 4), seed=n, files=n % 9 == 0)
        lines = log.lines if n % 4 == 0 else tampered(log.lines, chance)
        heads = chance.choice(([], [log.head]))
        found = verify(lines, heads)
        assert found.whole == second.whole(lines, list(heads)), lines
        assert found.whole == (found.first is None)
        assert found.entries == len(lines)
        honest += found.whole
    assert LOGS / 5 < honest < LOGS / 2


def test_memory_does_not_grow_with_what_entries_hold() -> None:
    """Only with cases, and by the digest of a key for each entry."""

    def entries(number: int, size: int) -> Iterator[bytes]:
        log = Log()
        for n in range(number):
            log.add(f"W-{n % 3}", {"note": "a" * size})
            yield log.lines.pop()

    def peak(number: int, size: int) -> int:
        tracemalloc.start()
        try:
            assert verify(entries(number, size)).whole
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    short, long = peak(500, 10), peak(500, 20_000)
    assert long < short + 500_000
    assert peak(3_000, 10) < short + 2_500 * 200
