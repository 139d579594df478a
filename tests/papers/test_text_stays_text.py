"""What people are called and what they write stands on a paper as it is, and does nothing."""

from __future__ import annotations

import io
import re
import unicodedata
from collections import Counter
from dataclasses import replace
from datetime import date

import pytest
from pypdf import PdfReader
from tests.papers.conftest import ON, Matter, matter, words_of
from tests.papers.test_packet import pages_of

from outfall.files.text import read_text
from outfall.law.case import Case, Event
from outfall.law.faults import Refused
from outfall.papers.make import Order, prepare
from outfall.papers.packet import gather, printed
from outfall.papers.press import Press
from outfall.papers.unseen import hidden, unseen

NAMES = (
    "Nguyễn Thị Hồng Ánh",
    "Đặng Văn Ước",
    "陳大文",
    "山田 太郎",
    "D'Souza-O’Neill",
    "Anne-Marie d’Été",
    "Łukasz Żółć",
    "Ωμέγα Ιωάννης",
    "Пётр Ильич",
    "St. John’s & Sons, Inc.",
    "Kahoʻolawe ʻOhana",
    "Zoë Ångström-Nuñez",
    "e\u0301t\u0323",  # letters with their accents apart
    "X Æ A-12",
    "Null",
    "None",
    "true",
)
ADDRESSES = (
    "RR 2 Box 14\nExample, MT 00000",
    "HC 60 Box 8\nMile 12.5 Sample Hwy\nExample, AK 00000",
    "General Delivery\nExample, AK 00000",
    "Calle Ejemplo 12, 3º B\n28000 Ejemplo\nEspaña",
    "Beispielstraße 5 a\n00000 Beispiel\nDeutschland",
    "〒100-0000\n東京都千代田区例 1-2-3\n日本",
    "PSC 000 Box 1\nAPO AE 00000",
)
MARKUP = (
    '#read("/etc/passwd")',
    '#include "main.typ"',
    '#eval("1 + 1")',
    "#{ 1 + 1 }",
    "#let x = 1; #x",
    "#pagebreak()",
    "$ x^2 + y_1 $",
    "*bold* _slanted_ `raw`",
    "= Heading",
    "- item\n+ item\n/ term: item",
    "a \\ b \\u{41} \\# c",
    "say \"quoted\" and 'single'",
    "http://example.com/a//b // no comment /* nor this */",
    "@label and <label>",
    "{day} {0} {town!r} {{x}} {",
    "~ -- --- ... 1/2",
    "[content] ]",
    '=HYPERLINK("http://x","pay")',
    "+Plus Paving",
    "-2+3",
    "@SUM(A1)",
    "<script>alert(1)</script><b>bold</b> &amp; &#65;",
    "%s %(a)s %d",
    "${HOME} $(id) `id`",
    "{{7*7}} {% x %}",
    "'; DROP TABLE parties; --",
)


def flat(text: str) -> str:
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", text)).strip()


def tight(text: str) -> str:
    """Without any space: a long word is broken where a line ends."""
    return re.sub(r"\s+", "", unicodedata.normalize("NFC", text))


def said(text: str, address: str = "1 Sample Road\nExample, EX 00000") -> Matter:
    """The dock's case with a text in every field that a person writes."""
    found = matter("city-dock")

    def told(event: Event) -> Event:
        nature = text if event.name == "violation_observed" else None
        requires = (text, "Second measure") if event.instrument == "notice_of_violation" else ()
        paper = {**dict(event.paper), "says": text, "findings": text, "server": text}
        return replace(event, nature=nature, requires=requires, paper=tuple(paper.items()))

    owner = replace(found.case.parties[0], name=text, address=address)
    place = (("address", text), ("parcel", text), ("description", text))
    case = replace(
        found.case, parties=(owner,), place=place, events=tuple(map(told, found.case.events))
    )
    return replace(found, case=case)


def paper(found: Matter, press: Press, id: str = "notice_of_violation") -> str:
    ready = found.ready(id)
    return unicodedata.normalize("NFC", words_of(press.pdf(ready.data, ready.record)))


@pytest.mark.parametrize("name", NAMES)
def test_a_name_stands_as_it_is_written(name: str, press: Press) -> None:
    assert tight(paper(said(name), press)).count(tight(name)) >= 5


def test_an_arabic_name_has_all_its_letters(press: Press) -> None:
    name = "محمد العربي"
    text = unicodedata.normalize("NFKC", paper(said(name), press))
    letters = Counter(name.replace(" ", ""))
    assert letters <= Counter(text)
    assert not letters <= Counter(paper(said("Sample Foods Co"), press))  # the control


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_keeps_its_lines(address: str, press: Press) -> None:
    found = said("Sample Foods Co", address)
    ready = found.ready("notice_of_violation")
    assert ready.data["to"]["address"] == address.splitlines()
    text = paper(found, press)
    assert all(tight(line) in tight(text) for line in address.splitlines())


@pytest.mark.parametrize("text", MARKUP)
@pytest.mark.parametrize("id", ["notice_of_violation", "decision", "certificate_of_service"])
def test_what_looks_like_code_is_printed_and_does_nothing(id: str, text: str, press: Press) -> None:
    found = paper(said(text), press, id)
    assert tight(text) in tight(found)
    assert "root:" not in found


@pytest.mark.parametrize("text", MARKUP[::3])
def test_it_is_the_same_in_a_packet_and_its_timeline(text: str, press: Press) -> None:
    found = said(text)
    packet = gather(found.case, found.law, found.office, date(2026, 2, 3))
    text_of = " ".join(pages_of(printed(packet, press)))
    assert tight(text) in tight(text_of)
    assert "root:" not in text_of


def test_a_pdf_has_nothing_that_acts(press: Press) -> None:
    """No script, no form, no link to another place, whatever the texts look like."""
    for text in ("http://example.com/a", "javascript:alert(1)", "<script>alert(1)</script>"):
        ready = said(text).ready("notice_of_violation")
        reader = PdfReader(io.BytesIO(press.pdf(ready.data, ready.record)))
        names = reader.root_object
        assert not {"/OpenAction", "/AA", "/AcroForm"} & set(names)
        assert "/JavaScript" not in names.get("/Names", {})
        assert [page for page in reader.pages if page.get("/Annots")] == []


def test_a_link_would_be_seen(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The control: a template that makes one."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "notice_of_violation.typ").write_text(
        '#import "house.typ": *\n#let paper(d) = link("http://example.com/", d.to.name)\n'
    )
    press = Press(folder)
    ready = said("a name").ready("notice_of_violation")
    reader = PdfReader(io.BytesIO(press.pdf(ready.data, ready.record)))
    assert any(page.get("/Annots") for page in reader.pages)
    press.close()


def test_a_template_that_ran_it_would_be_seen(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The control: the same text where a template takes it for markup."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "notice_of_violation.typ").write_text(
        '#import "house.typ": *\n#let paper(d) = eval(d.to.name, mode: "markup")\n'
    )
    press = Press(folder)
    assert "#{ 1 + 1 }" not in paper(said("#{ 1 + 1 }"), press)
    assert " 2 " in f" {paper(said('#{ 1 + 1 }'), press)} "
    press.close()


# How much


def test_four_thousand_characters_are_all_printed(press: Press) -> None:
    words = " ".join(f"word{n}" for n in range(460))[:3990] + " The end."
    assert words in paper(said(words), press)


def test_a_word_of_four_thousand_letters_makes_a_paper(press: Press) -> None:
    assert tight(paper(said("W" * 4000), press)).count("W") >= 4000


def test_two_hundred_violations_are_all_named(press: Press) -> None:
    found = matter("city-dock")
    first, *others = found.case.events
    many = [
        replace(first, id=f"f{n}", violation=f"x{n}", nature=f"finding number {n} of many", place=0)
        for n in range(200)
    ]
    case = replace(found.case, events=(first, *many, *others))
    text = paper(replace(found, case=case), press)
    assert all(f"finding number {n} of many" in text for n in range(200))


def test_a_hundred_measures_are_all_named(press: Press) -> None:
    found = matter("city-dock")
    asked = tuple(f"Measure number {n} of many" for n in range(100))
    events = tuple(
        replace(e, requires=asked) if e.instrument == "notice_of_violation" else e
        for e in found.case.events
    )
    text = paper(replace(found, case=replace(found.case, events=events)), press)
    assert all(measure in text for measure in asked)


# What is refused


def faults(case: Case) -> list[str]:
    found = matter("city-dock")
    with pytest.raises(Refused) as by_paper:
        prepare(Order("notice_of_violation", ON), case, found.law, found.office)
    with pytest.raises(Refused) as by_packet:
        gather(case, found.law, found.office, ON)
    assert by_paper.value.faults == by_packet.value.faults
    return [str(fault) for fault in by_paper.value.faults]


@pytest.mark.parametrize("sign", ["\u202e", "\u202d", "\u2066", "\U000e0041", "\x07", "\u2028"])
def test_a_character_that_changes_what_is_read_is_refused_at_its_place(sign: str) -> None:
    found = matter("city-dock")
    first, *others = found.case.events
    owner = replace(found.case.parties[0], name=f"pay {sign}0001$ now")
    bad = replace(first, nature=f"wash{sign}", paper=(("says", sign),))
    place = (("address", f"40 Sample{sign} Road"),)
    case = replace(found.case, place=place, parties=(owner,), events=(bad, *others))
    told = faults(case)
    says = f"this holds U+{ord(sign):04X}, which is invisible and changes what is read. Take it out"
    assert told == [
        f"{where}: {says}"
        for where in (
            "place.address", "parties[0].name", "events[0].nature", "events[0].paper.says",
        )
    ]  # fmt: skip


def test_without_that_a_paper_would_show_another_amount(
    press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the override is set in type, and the eye reads the figure backwards."""
    monkeypatch.setattr("outfall.papers.make.unseen", lambda case: ())
    found = said("pay \u202e0001\u202c dollars")
    assert "pay \u202e" in paper(found, press)


@pytest.mark.parametrize(
    "text", ["a\u200db", "a\u200cb", "a\u200fb", "a\u00adb", "a\u00a0b", "a\tb"]
)
def test_signs_that_writing_needs_pass(text: str) -> None:
    assert hidden(text) == ""
    assert list(unseen(said(text).case)) == []


def test_a_file_with_a_control_character_is_not_even_read() -> None:
    with pytest.raises(Refused):
        read_text("case: C-1\nordinance: webster-ny\nevents: []\nnote: a\x07b\n")


@pytest.mark.parametrize(
    ("name", "sign"), [("김철수", "김"), ("อักษร", "อ"), ("pay \U0001f4b0", "\U0001f4b0")]
)
def test_a_name_that_no_font_has_is_refused_with_what_to_do(
    name: str, sign: str, press: Press
) -> None:
    ready = said(name).ready("notice_of_violation")
    with pytest.raises(Refused) as told:
        press.pdf(ready.data, ready.record)
    assert [str(fault) for fault in told.value.faults] == [
        f"paper: no font here has the character {sign}. Put one that has it into the folder "
        "`fonts` of the town's own papers (office.folder of the town's file)"
    ]


def test_a_packet_with_such_a_name_is_refused_too(press: Press) -> None:
    found = said("김철수")
    packet = gather(found.case, found.law, found.office, date(2026, 2, 3))
    with pytest.raises(Refused) as told:
        printed(packet, press)
    assert [fault.code for fault in told.value.faults] == ["no-glyph"]
