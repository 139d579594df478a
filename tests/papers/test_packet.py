"""The hearing packet: its index, papers with their proof, figures and law; nothing invented."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pdfua import validate
from pypdf import PdfReader
from tests.papers.conftest import Matter, matter, texts_of, words_of

from outfall.cli.common import load_case
from outfall.files.office import Office
from outfall.law.case import Case, Event
from outfall.law.data import data as standing_data
from outfall.papers.bundle import bundle, head_of
from outfall.papers.packet import Packet, files_of, gather, printed
from outfall.papers.press import Press
from outfall.papers.record import digest
from outfall.papers.speech import speech
from outfall.papers.verifying import check

ON = date(2026, 6, 15)
PACKS = Path(__file__).resolve().parents[1] / "packs"
Packets = dict[tuple[str, str], tuple[Packet, bytes]]
BOTH = pytest.mark.parametrize("name", ["webster-basin", "city-dock"])
LANGUAGES = pytest.mark.parametrize("language", ["en", "es"])


def made(found: Matter, on: date = ON, **more: Any) -> Packet:
    return gather(found.case, found.law, found.office, on, **more)


def changed(found: Matter, *events: Event, **more: Any) -> Matter:
    """The same matter with further entries, and with others in place of those of the same id."""
    others = {e.id: e for e in events}
    kept = [others.pop(e.id, e) for e in found.case.events]
    added = [replace(e, place=len(kept) + n) for n, e in enumerate(others.values())]
    return replace(found, case=replace(found.case, events=(*kept, *added), **more))


def marks(reader: PdfReader, outline: Any = None, depth: int = 0) -> Iterator[tuple[int, str, int]]:
    """Each bookmark with its depth and its page."""
    for item in reader.outline if outline is None else outline:
        if isinstance(item, list):
            yield from marks(reader, item, depth + 1)
        else:
            page = reader.get_destination_page_number(item)
            assert page is not None
            yield depth, str(item.title), page + 1


@pytest.fixture(scope="module")
def packets(press: Press) -> Packets:
    """Each packet of both worked cases in both languages, with its PDF and its first pages."""
    found = {}
    for name in ("webster-basin", "city-dock"):
        for language in ("en", "es"):
            packet = made(matter(name), language=language)
            found[name, language] = packet, printed(packet, press)
    return found


@BOTH
@LANGUAGES
def test_a_packet_is_accessible_and_archival(
    packets: Packets, tmp_path: Path, name: str, language: str
) -> None:
    file = tmp_path / "packet.pdf"
    file.write_bytes(packets[name, language][1])
    found = [f for f in validate(str(file)).findings if f.severity.name == "ERROR"]
    assert [(f.rule_id, f.message) for f in found] == []
    root = PdfReader(file).root_object
    assert str(root["/Lang"]).startswith(language)


@BOTH
@LANGUAGES
def test_the_bookmarks_are_a_tree_with_each_paper_under_the_papers(
    packets: Packets, name: str, language: str
) -> None:
    packet, pdf = packets[name, language]
    reader = PdfReader(io.BytesIO(pdf))
    found = list(marks(reader))
    heads = packet.data["headings"]
    tops = [title for depth, title, _ in found if depth == 0]
    said = [heads[n] for n in ("stands", "timeline", "papers", "money", "record", "law")]
    assert tops == [packet.data["sheet"]["title"], *said]
    pages = [page for _, _, page in found]
    assert pages == sorted(pages)
    first, last = ([t for _, t, _ in found].index(heads[n]) for n in ("papers", "money"))
    exhibits = [title for depth, title, _ in found[first:last] if depth == 1]
    words = speech(language)
    assert exhibits == [
        words.say("packet.exhibit", n=n, title=ready.sheet.title)
        for n, (_, ready) in enumerate(packet.papers, 1)
    ]


@BOTH
@LANGUAGES
def test_the_index_gives_the_page_of_each_bookmark(
    packets: Packets, name: str, language: str
) -> None:
    _, pdf = packets[name, language]
    reader = PdfReader(io.BytesIO(pdf))
    front = " ".join(page.extract_text() for page in reader.pages[:2])
    lines = re.findall(r"^(.+?)[ .]{5,}(\d+)$", front, re.M)
    wanted = [(title, page) for depth, title, page in marks(reader) if depth < 2]
    assert [(title.strip(), int(page)) for title, page in lines] == wanted
    assert len(wanted) > 15
    for title, page in wanted:
        assert title in pages_of(pdf)[page - 1]


@BOTH
@LANGUAGES
def test_each_issued_paper_is_in_it_as_it_is_made_alone(
    packets: Packets, press: Press, name: str, language: str
) -> None:
    packet, pdf = packets[name, language]
    text = " ".join(pages_of(pdf))
    files = {file: content for file, content, _ in files_of(packet, pdf, press)}
    found = matter(name)
    issued = [e for e in found.case.events if e.name == "notice_issued" and e.on <= ON]
    assert {e.id for e in issued} <= {entry for entry, _ in packet.papers}
    for entry, ready in packet.papers:
        alone = found.ready(ready.paper, language, entry=entry)
        assert files[f"papers/{entry}-{ready.paper}.pdf"] == press.pdf(alone.data, alone.record)
        assert alone.digest in text
    assert files["packet.pdf"] == pdf


@BOTH
def test_its_bytes_are_the_same_in_another_press(packets: Packets, name: str) -> None:
    packet, pdf = packets[name, "en"]
    again, other = made(matter(name)), Press()
    assert printed(again, other) == pdf
    assert again.record == packet.record
    other.close()


@BOTH
def test_it_carries_its_record(packets: Packets, name: str) -> None:
    packet, pdf = packets[name, "en"]
    (attached,) = PdfReader(io.BytesIO(pdf)).attachments["record.json"]
    assert attached == packet.record
    assert digest(attached) == packet.digest
    record = json.loads(attached)
    assert record["papers"] == [[entry, ready.digest] for entry, ready in packet.papers]
    assert record["standing"] == json.loads(json.dumps(standing_data(packet.standing)))


def cents(text: str) -> int:
    sign = -1 if text.startswith("−") else 1
    return sign * int(re.sub(r"\D", "", text) or 0)


@cache
def pages_of(pdf: bytes) -> tuple[str, ...]:
    """The text of each page, its white space made one; read once."""
    return tuple(re.sub(r"\s+", " ", text) for text in texts_of(pdf))


def part(packet: Packet, id: str) -> dict[str, Any]:
    found: dict[str, Any] = next(p for p in packet.data["sheet"]["parts"] if p["id"] == id)
    return found


@BOTH
@pytest.mark.parametrize("on", [date(2026, 4, 24), date(2026, 5, 15), ON, date(2026, 10, 1)])
def test_the_ledger_sums_to_what_is_owed(name: str, on: date) -> None:
    packet = made(matter(name), on)
    (table,) = part(packet, "ledger")["blocks"]
    sums = {line[1]: [cents(cell) for cell in line[2:6]] for line in table["lines"] if line[5]}
    rows = [[cents(cell) for cell in line[2:5]] for line in table["lines"] if not line[5]]
    everything = sums.pop("sum: all")
    account = packet.standing.account
    assert everything[3] == account.owed
    assert everything[:3] == [sum(column) for column in zip(*rows, strict=True)]
    assert everything == [sum(column) for column in zip(*sums.values(), strict=True)]
    for charge, off, paid, owed in (everything, *sums.values()):
        assert charge - off - paid == owed


def test_a_reason_is_printed_as_it_was_typed() -> None:
    reduced = next(e for e in matter("city-dock").case.events if e.name == "reduced")
    packet = made(changed(matter("city-dock"), replace(reduced, why="see file_a_b.c")))
    (table,) = part(packet, "ledger")["blocks"]
    assert "reduction: penalty, see file_a_b.c" in [line[1] for line in table["lines"]]


@BOTH
def test_the_days_listed_are_those_that_are_counted(packets: Packets, name: str) -> None:
    packet, pdf = packets[name, "en"]
    text = " ".join(pages_of(pdf))
    for track in ("civil", "criminal"):
        exposure = getattr(packet.standing, track)
        if not exposure.units:
            assert not [p for p in packet.data["sheet"]["parts"] if p["id"] == f"days_{track}"]
            continue
        said, listed = part(packet, f"days_{track}")["blocks"]
        assert str(exposure.units) in said["text"]
        assert len(listed["items"]) == exposure.units
        assert all(day in text for day in listed["items"])


def test_the_paragraphs_are_all_of_the_version_that_is_applied() -> None:
    packet = made(matter("city-dock"))
    law = matter("city-dock").law
    about, table = part(packet, "law")["blocks"]
    assert law.version in str(about)
    assert law.digest in str(about)
    assert [line[0] for line in table["lines"]] == [p.cite for p in law.paragraphs]
    for paragraph, (_, says) in zip(law.paragraphs, table["lines"], strict=True):
        assert " ".join(paragraph.says.split()) in says


@pytest.mark.parametrize(
    ("day", "version", "says", "not_said"),
    [
        ("2022-03-31", "old", "$50 for each day.", "$75"),
        ("2022-04-01", "new", "$75 for each day.", "$50"),
    ],
)
def test_the_version_is_that_of_the_day_of_the_violation(
    day: str, version: str, says: str, not_said: str, press: Press, tmp_path: Path
) -> None:
    """A code repealed on the first of April: the packet made years later has the right one."""
    file = tmp_path / "case.yaml"
    entry = f"{{date: {day}, event: violation_observed, kind: discharge, nature: wash water}}"
    file.write_text(f"case: V-1\nordinance: {PACKS / 'repealed'}\nevents:\n  - {entry}\n")
    case, law = load_case(str(file))
    packet = gather(case, law, Office(law.title), ON)
    pages = pages_of(printed(packet, press))
    assert says in pages[-1]
    assert not_said not in pages[-1]
    assert f"repealed {version}" in pages[0]


def test_the_timeline_is_a_picture_with_its_words(packets: Packets) -> None:
    packet, pdf = packets["city-dock", "en"]
    alt = packet.data["timeline"]["alt"]
    assert alt.startswith("What happened: 18 entries. Feb 2, 2026: discharge violation v1 found")
    assert alt in alternatives(PdfReader(io.BytesIO(pdf)).root_object["/StructTreeRoot"])


def alternatives(node: Any) -> Iterator[str]:
    """The alternative text of each figure, down the tree of tags."""
    node = node.get_object() if hasattr(node, "get_object") else node
    if isinstance(node, list):
        for kid in node:
            yield from alternatives(kid)
    elif isinstance(node, dict):
        if node.get("/S") == "/Figure" and "/Alt" in node:
            yield str(node["/Alt"])
        yield from alternatives(node.get("/K"))


def test_a_long_timeline_stays_whole_on_the_page_of_its_heading(press: Press) -> None:
    found = matter("city-dock")
    days = [date(2026, 3, 1) + timedelta(days=n) for n in range(60)]
    looks = [Event(f"x{n}", "inspected", day, 0, finding="continues") for n, day in enumerate(days)]
    packet = made(changed(found, *looks))
    reader = PdfReader(io.BytesIO(printed(packet, press)))
    heads = packet.data["headings"]
    page = next(p for _, title, p in marks(reader) if title == heads["timeline"])
    text = reader.pages[page - 1].extract_text()
    for ends in (heads["timeline"], "Case C-2026-107", "Legend"):
        assert ends in text


# Proof of service


def proofs(packet: Packet) -> dict[str, Any]:
    return {s["entry"]: s["proof"] for s in packet.data["served"]}


def test_each_paper_has_the_proof_of_its_own_service(packets: Packets) -> None:
    packet, pdf = packets["city-dock", "en"]
    found = proofs(packet)
    assert found["e4"]["lines"] == [
        [
            "e5",
            "February 10, 2026",
            "by certified mail",
            "February 12, 2026",
            "Sam Sample, 7000 0000 0000 0000 0001",
        ]
    ]
    assert found["e6"] is None  # an appeal is not served by the town
    assert "7000 0000 0000 0000 0001" in " ".join(pages_of(pdf))


def again(on: date, id: str = "n2") -> list[Event]:
    first = next(e for e in matter("city-dock").case.events if e.id == "e4")
    served = next(e for e in matter("city-dock").case.events if e.id == "e5")
    return [
        replace(first, id=id, on=on),
        replace(served, id=f"{id}s", on=on, received_on=on, method="personal"),
    ]


def test_a_service_is_the_last_paper_s_unless_it_names_another(press: Press) -> None:
    found = changed(matter("city-dock"), *again(date(2026, 2, 16)))
    shown = proofs(made(found))
    assert [line[0] for line in shown["e4"]["lines"]] == ["e5"]
    assert [line[0] for line in shown["n2"]["lines"]] == ["n2s"]
    new, served = again(date(2026, 2, 16))
    found = changed(matter("city-dock"), new, replace(served, notice="e4"))
    shown = proofs(made(found))
    assert [line[0] for line in shown["e4"]["lines"]] == ["e5", "n2s"]
    assert shown["n2"]["text"] == "No service of this paper is on record."


def test_returned_mail_and_a_second_service_are_both_shown(press: Press) -> None:
    back = Event(
        "b", "service_returned", date(2026, 2, 13), 0,
        instrument="notice_of_violation", reason="addressee unknown",
    )  # fmt: skip
    second = replace(again(date(2026, 2, 14))[1], id="s2")
    packet = made(changed(matter("city-dock"), back, second))
    lines = proofs(packet)["e4"]["lines"]
    assert [line[0] for line in lines] == ["e5", "b", "s2"]
    assert lines[1][2] == "came back: addressee unknown"
    alone = made(changed(matter("city-dock"), back), date(2026, 2, 13))
    assert [line[0] for line in proofs(alone)["e4"]["lines"]] == ["e5", "b"]


def test_a_packet_of_a_day_knows_nothing_that_came_later(press: Press) -> None:
    packet = made(matter("city-dock"), date(2026, 2, 9))
    assert proofs(packet)["e4"]["text"] == "No service of this paper is on record."
    text = words_of(printed(packet, press))
    assert "7000 0000 0000 0000 0001" not in text
    assert "February 10, 2026" not in text
    assert [line[0] for line in packet.data["events"]["lines"]] == ["e1", "e2", "e3", "e4"]


# What the record does not have


def test_a_paper_without_words_is_told_and_the_others_made(press: Press) -> None:
    notice = next(e for e in matter("city-dock").case.events if e.id == "e4")
    packet = made(changed(matter("city-dock"), replace(notice, requires=())))
    assert "e4" not in proofs(packet)
    assert len(packet.papers) == len(made(matter("city-dock")).papers) - 1
    (told,) = packet.untold
    assert told == (
        "Notice of violation of February 9, 2026 (entry e4): the record does not have its words, "
        "and it is not printed here. The Notice of violation can't be made without the measures "
        "that it demands (C.1.a(4))."
    )
    assert told in " ".join(pages_of(printed(packet, press)))


def test_a_voided_entry_is_marked_and_makes_no_paper(press: Press) -> None:
    void = [
        Event("v", "voided", date(2026, 2, 5), 0, entry="e2"),
        Event("w", "voided", date(2026, 2, 5), 0, entry="e3"),
    ]
    packet = made(changed(matter("city-dock"), *void))
    assert "e2" not in proofs(packet)
    lines = {line[0]: line[3] for line in packet.data["events"]["lines"]}
    assert lines["e2"] == "entered in error: voided by v"
    # What was voided in error itself counts again, and is not marked.
    undone = [Event(f"{e.id}2", "voided", date(2026, 2, 6), 0, entry=e.id) for e in void]
    packet = made(changed(matter("city-dock"), *void, *undone))
    assert "e2" in proofs(packet)
    lines = {line[0]: line[3] for line in packet.data["events"]["lines"]}
    assert "error" not in lines["e2"]
    assert lines["v"] == "entered in error: voided by v2"


def test_a_case_without_entries_makes_a_packet(press: Press, tmp_path: Path) -> None:
    file = tmp_path / "case.yaml"
    file.write_text("case: E-1\nordinance: webster-ny\nevents: []\n")
    case, law = load_case(str(file))
    packet = gather(case, law, Office(law.title), ON)
    pdf = printed(packet, press)
    assert "E-1" in words_of(pdf)
    assert packet.papers == ()
    (tmp_path / "out.pdf").write_bytes(pdf)
    errors = validate(str(tmp_path / "out.pdf")).findings
    assert [f.message for f in errors if f.severity.name == "ERROR"] == []


def test_a_draft_says_so_on_every_page_of_the_packet(press: Press) -> None:
    found, early = matter("city-dock"), date(2026, 2, 9)
    packet = gather(found.case, found.law, Office(found.law.title), early)
    pages = pages_of(printed(packet, press))
    assert len(pages) > 5
    assert all("DRAFT" in page for page in pages)
    assert not any("DRAFT" in page for page in pages_of(printed(made(found, early), press)))


# Names of entries


ODD = ["a/../../b", "a:b", "A/b", "CON", "e.", "x" * 80]


def renamed(case: Case, names: dict[str, str]) -> Case:
    return replace(case, events=tuple(replace(e, id=names.get(e.id, e.id)) for e in case.events))


def test_whatever_an_entry_is_called_the_packet_can_be_unpacked(
    press: Press, tmp_path: Path
) -> None:
    found = matter("city-dock")
    names = dict(zip(("e2", "e3", "e4", "e5", "e6", "e7"), ODD, strict=True))
    packet = made(replace(found, case=renamed(found.case, names)))
    files = files_of(packet, b"%PDF", press)
    bundle(tmp_path / "out.zip", head_of(packet.standing), files)
    assert check(str(tmp_path / "out.zip")).differences == ()
    listed = zipfile.ZipFile(tmp_path / "out.zip").namelist()
    assert "papers/a-..-..-b-warning_notice.pdf" in listed
    assert len({name.casefold() for name in listed}) == len(listed)


def test_names_that_differ_in_case_alone_are_two_files(press: Press, tmp_path: Path) -> None:
    found = matter("city-dock")
    names = {"e3": "S", "e5": "s"}
    packet = made(replace(found, case=renamed(found.case, names)))
    files = [name for name, _, _ in files_of(packet, b"%PDF", press)]
    assert "papers/S-certificate_of_service.pdf" in files
    assert "papers/s-5-certificate_of_service.pdf" in files
    # The control: by their own names the two are one file on many a system.
    with pytest.raises(ValueError, match="two files of a packet have one name"):
        bundle(
            tmp_path / "x.zip",
            head_of(packet.standing),
            [("papers/S.pdf", b"a", "a"), ("papers/s.pdf", b"b", "b")],
        )
